/** Right answers made without any solver, for tests of what judges answers: shelves of boxes, and first fit on bars. */
import type { CutData, CutRequest } from "../../engine/contract/cut.ts";
import type { NestData, NestRequest, Placement } from "../../engine/contract/nest.ts";
import { boundsOf, placeRing, signedArea } from "../../engine/geometry/ring.ts";

/** Boxes side by side on shelves, sheet after sheet, each copy at the first allowed angle at which it fits. */
export function shelfAnswer(request: NestRequest): NestData {
  const { sheet, config } = request;
  const margin = config.edge_margin + config.kerf / 2;
  const gap = config.spacing + config.kerf;
  const sheets: { placements: Placement[]; area: number }[] = [];
  const unplaced: string[] = [];
  let x = Infinity;
  let y = Infinity;
  let shelf = 0;
  for (const part of request.parts) {
    const turn = firstFit(
      part.exterior,
      sheet.width - 2 * margin,
      sheet.height - 2 * margin,
      config.rotation_step,
    );
    const area = [part.exterior, ...part.holes].reduce(
      (sum, ring, r) => sum + (r === 0 ? 1 : -1) * Math.abs(signedArea(ring)),
      0,
    );
    for (let instance = 0; instance < part.quantity; instance++) {
      if (!turn) {
        unplaced.push(part.id);
        continue;
      }
      if (x + turn.width > sheet.width - margin) {
        x = margin;
        y += shelf + gap;
        shelf = 0;
      }
      if (!(y + turn.height <= sheet.height - margin)) {
        sheets.push({ placements: [], area: 0 });
        x = margin;
        y = margin;
        shelf = 0;
      }
      const at = { x: x - turn.bounds.min_x, y: y - turn.bounds.min_y };
      const bounds = boundsOf(placeRing(part.exterior, at.x, at.y, turn.angle));
      sheets.at(-1)!.placements.push({ part_id: part.id, instance, ...at, rotation: turn.angle, bounds });
      sheets.at(-1)!.area += area;
      x += turn.width + gap;
      shelf = Math.max(shelf, turn.height);
    }
  }
  const percent = (area: number, count: number) => (100 * area) / (sheet.width * sheet.height * count);
  const placed = sheets.reduce((sum, { placements }) => sum + placements.length, 0);
  const total = sheets.reduce((sum, { area }) => sum + area, 0);
  const utilization = sheets.length === 0 ? 0 : percent(total, sheets.length);
  return {
    summary: {
      sheets_used: sheets.length,
      total_parts: placed + unplaced.length,
      placed_parts: placed,
      unplaced_parts: unplaced.length,
      total_utilization: utilization,
      total_waste_percent: sheets.length === 0 ? 0 : 100 - utilization,
    },
    sheets: sheets.map(({ placements, area }, index) => ({
      index,
      utilization: percent(area, 1),
      placements,
    })),
    unplaced,
  };
}

function firstFit(
  ring: NestRequest["parts"][number]["exterior"],
  width: number,
  height: number,
  step: number,
) {
  for (let k = 0; k * step <= 90; k++) {
    const bounds = boundsOf(placeRing(ring, 0, 0, k * step));
    const size = { width: bounds.max_x - bounds.min_x, height: bounds.max_y - bounds.min_y };
    if (size.width <= width && size.height <= height) return { angle: k * step, bounds, ...size };
  }
  return undefined;
}

/** Longest piece first into the first bar with room. Only for lengths that are whole numbers of hundredths. */
export function firstFitAnswer(request: CutRequest): CutData {
  const hundredths = (value: number) => Math.round(value * 100);
  const kerf = hundredths(request.kerf);
  const stocks = request.stocks
    .map(({ id, length, quantity, cost }) => ({ id, length: hundredths(length), left: quantity, cost }))
    .sort((a, b) => b.length - a.length || a.cost - b.cost);
  const bars: {
    id: string;
    length: number;
    used: number;
    cost: number;
    cuts: { id: string; length: number }[];
  }[] = [];
  const missing = request.pieces.map(() => 0);
  const copies = request.pieces
    .flatMap((piece, at) => Array.from({ length: piece.quantity }, () => ({ ...piece, at })))
    .sort((a, b) => b.length - a.length || a.at - b.at);
  for (const { id, length: given, at } of copies) {
    const length = hundredths(given);
    let bar = bars.find(({ length: whole, used }) => used + length <= whole);
    const stock = stocks.find(({ left, length: whole }) => left > 0 && length <= whole);
    if (!bar && stock) {
      stock.left--;
      bar = { id: stock.id, length: stock.length, used: 0, cost: stock.cost, cuts: [] };
      bars.push(bar);
    }
    if (!bar) missing[at]!++;
    else {
      bar.cuts.push({ id, length });
      bar.used += length + kerf;
    }
  }
  bars.sort((a, b) =>
    compare(JSON.stringify([a.id, a.cuts, a.length]), JSON.stringify([b.id, b.cuts, b.length])),
  );
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const stockLength = sum(bars.map(({ length }) => length));
  const waste = sum(bars.map(({ length, used }) => length - Math.min(length, used)));
  const unplaced = request.pieces.flatMap(({ id }, at) => Array<string>(missing[at]!).fill(id));
  return {
    summary: {
      stocks_used: bars.length,
      total_stock_length: stockLength / 100,
      total_cut_length: sum(bars.flatMap(({ cuts }) => cuts.map(({ length }) => length))) / 100,
      total_waste: waste / 100,
      waste_percent: stockLength === 0 ? 0 : (100 * waste) / stockLength,
      total_cost: sum(bars.map(({ cost }) => cost)),
      all_pieces_placed: unplaced.length === 0,
    },
    layouts: bars.map(({ id, length, used, cuts }, index) => {
      const usedLength = Math.min(length, used);
      let position = 0;
      return {
        stock_id: id,
        stock_index: index,
        cuts: cuts.map((cut) => {
          const at = position;
          position += cut.length + kerf;
          return { piece_id: cut.id, length: cut.length / 100, position: at / 100 };
        }),
        used_length: usedLength / 100,
        waste: (length - usedLength) / 100,
        utilization: (100 * usedLength) / length,
      };
    }),
    unplaced,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
