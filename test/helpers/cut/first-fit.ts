/** Right cutting plans made without any solver, for tests of what judges plans: longest first, first bar with room. */
import type { CutData, CutRequest, StockLayout } from "../../../engine/base/contract/v1/cut.ts";

/** Lengths here are hundredths of a millimetre, as whole numbers. */
interface Bar {
  id: string;
  length: number;
  /** With a kerf for every cut. */
  used: number;
  cost: number;
  cuts: { id: string; length: number }[];
}

/** Only for lengths that are whole numbers of hundredths. */
export function firstFitAnswer(request: CutRequest): CutData {
  const { bars, missing } = fillBars(request);
  const kerf = hundredths(request.kerf);
  const stockLength = sumOf(bars.map(({ length }) => length));
  const waste = sumOf(bars.map(({ length, used }) => length - Math.min(length, used)));
  const unplaced = request.pieces.flatMap(({ id }, at) => Array<string>(missing[at]!).fill(id));
  return {
    summary: {
      stocks_used: bars.length,
      total_stock_length: stockLength / 100,
      total_cut_length: sumOf(bars.flatMap(({ cuts }) => cuts.map(({ length }) => length))) / 100,
      total_waste: waste / 100,
      waste_percent: stockLength === 0 ? 0 : (100 * waste) / stockLength,
      total_cost: sumOf(bars.map(({ cost }) => cost)),
      all_pieces_placed: unplaced.length === 0,
    },
    layouts: bars.map((bar, index) => layoutOf(bar, index, kerf)),
    unplaced,
  };
}

/** Equal bars together, and how many copies of each piece have no place. */
function fillBars({ stocks, pieces, kerf }: CutRequest): { bars: Bar[]; missing: number[] } {
  const rack = stocks
    .map(({ id, length, quantity, cost }) => ({ id, length: hundredths(length), left: quantity, cost }))
    .sort((a, b) => b.length - a.length || a.cost - b.cost);
  const copies = pieces
    .flatMap(({ id, length, quantity }, at) =>
      Array.from({ length: quantity }, () => ({ id, length: hundredths(length), at })),
    )
    .sort((a, b) => b.length - a.length || a.at - b.at);
  const bars: Bar[] = [];
  const missing = pieces.map(() => 0);
  for (const { id, length, at } of copies) {
    let bar = bars.find(({ length: whole, used }) => used + length <= whole);
    const stock = rack.find(({ left, length: whole }) => left > 0 && length <= whole);
    if (!bar && stock) {
      stock.left--;
      bar = { id: stock.id, length: stock.length, used: 0, cost: stock.cost, cuts: [] };
      bars.push(bar);
    }
    bar?.cuts.push({ id, length });
    if (bar) bar.used += length + hundredths(kerf);
    else missing[at]!++;
  }
  const key = ({ id, cuts, length }: Bar) => JSON.stringify([id, cuts, length]);
  return { bars: bars.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)))), missing };
}

function layoutOf({ id, length, used, cuts }: Bar, index: number, kerf: number): StockLayout {
  const usedLength = Math.min(length, used);
  let next = 0;
  return {
    stock_id: id,
    stock_index: index,
    cuts: cuts.map((cut) => {
      const position = next;
      next += cut.length + kerf;
      return { piece_id: cut.id, length: cut.length / 100, position: position / 100 };
    }),
    used_length: usedLength / 100,
    waste: (length - usedLength) / 100,
    utilization: (100 * usedLength) / length,
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100);
}

function sumOf(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
