/**
 * Which piece and which stock of the request each cut of a plan is. The core merges equal lengths; here the entries
 * of the request take their places again:
 *
 *     patterns in order of stock (as in the request), then longer cuts first, mitred ones kind by kind;
 *     bar by bar, equal lengths are taken from the request's entries in the request's order.
 *
 * Bars that come out alike stay one pattern with a count, so that a plan never grows beyond its patterns and entries.
 */
import { type CutPattern, type CutPlanRequest, type CutRun, endsOf } from "../contract/cut-plan.ts";
import { type CorePattern, type CutTable, sawOrder } from "./blocks.ts";
import { valueFrom } from "./decimal.ts";
import { Layer } from "./mitre.ts";
import { trimsOf } from "./rules.ts";
import { Supply, type Taken } from "./supply.ts";

/** A plan in the request's words. The lists have one number per entry of the request. */
export interface LabelledPlan {
  patterns: CutPattern[];
  stocksUsed: number[];
  piecesLeft: number[];
  /** In the table's units. */
  totalWaste: bigint;
  totalOffcut: bigint;
}

export function labelPatterns(
  request: CutPlanRequest,
  table: CutTable,
  patterns: CorePattern[],
): LabelledPlan {
  const pieces = table.types.map((type) => new Supply(type.sources, request.pieces));
  const stocks = table.bars.map((bar) => new Supply(bar.sources, request.stocks));
  const labelled = new Map<string, CutPattern>();
  const stocksUsed = request.stocks.map(() => 0);
  let totalWaste = 0n;
  let totalOffcut = 0n;
  for (const pattern of patterns.map((one) => byKind(table, one)).sort((a, b) => compare(table, a, b))) {
    for (let bars = pattern.count; bars > 0; ) {
      const stock = stocks[pattern.bar]!;
      const alike = Math.min(
        bars,
        stock.units(1),
        ...pattern.types.map((type, entry) => pieces[type]!.units(pattern.amounts[entry]!)),
      );
      // A bar that needs the end of one entry and the beginning of the next stands alone.
      const count = Math.max(1, alike);
      const source = stock.take(1, count)[0]!.source;
      const cuts = pattern.types.flatMap((type, entry) => pieces[type]!.take(pattern.amounts[entry]!, count));
      const { waste, offcut } = append(labelled, request, table, {
        bar: pattern.bar,
        source,
        count,
        taken: cuts,
      });
      totalWaste += BigInt(count) * BigInt(waste);
      totalOffcut += BigInt(count) * BigInt(offcut);
      stocksUsed[source]! += count;
      bars -= count;
    }
  }
  const piecesLeft = request.pieces.map((piece) => piece.quantity);
  for (const supply of pieces) supply.countLeft(piecesLeft);
  return { patterns: [...labelled.values()], stocksUsed, piecesLeft, totalWaste, totalOffcut };
}

/** The pattern with pieces of a kind together, in the order in which they lie on the bar. */
function byKind({ types }: CutTable, pattern: CorePattern): CorePattern {
  const entries = pattern.types.map((type, entry) => ({ type, amount: pattern.amounts[entry]! }));
  entries.sort((a, b) => sawOrder(types[a.type]!, types[b.type]!));
  return {
    ...pattern,
    types: entries.map(({ type }) => type),
    amounts: entries.map(({ amount }) => amount),
  };
}

function compare(table: CutTable, a: CorePattern, b: CorePattern): number {
  const stock = table.bars[a.bar]!.sources[0]! - table.bars[b.bar]!.sources[0]!;
  if (stock !== 0) return stock;
  const shared = Math.min(a.types.length, b.types.length);
  for (let entry = 0; entry < shared; entry++) {
    const difference = a.types[entry]! - b.types[entry]! || b.amounts[entry]! - a.amounts[entry]!;
    if (difference !== 0) return difference;
  }
  return b.types.length - a.types.length;
}

/** Bars alike: from which stock, how many, and the pieces on each. */
interface Bars {
  bar: number;
  source: number;
  count: number;
  taken: Taken[];
}

/** Adds some bars, to an equal pattern if there is one; returns what is left of one of them, in units. */
function append(
  labelled: Map<string, CutPattern>,
  request: CutPlanRequest,
  table: CutTable,
  { bar, source, count, taken }: Bars,
): { waste: number; offcut: number } {
  const stock = request.stocks[source]!;
  const { start, room } = table.bars[bar]!;
  const cuts: CutRun[] = [];
  const layer = new Layer(table.saw, start);
  for (const run of taken) {
    const piece = request.pieces[run.source]!;
    for (const laid of layer.lay(endsOf(piece), table.pieceLengths[run.source]!, run.count)) {
      const last = cuts.at(-1);
      const square = laid.start === 0 && laid.end === 0;
      const same =
        last?.piece_id === piece.id && last.length === piece.length && last.angle_start === undefined;
      if (square && last && same) last.count += laid.count;
      else {
        const angles = square ? {} : { angle_start: laid.start, angle_end: laid.end };
        const position = valueFrom(laid.at, table.decimals);
        cuts.push({ piece_id: piece.id, length: piece.length, position, count: laid.count, ...angles });
      }
    }
  }
  const length = table.stockLengths[source]!;
  const used = Math.min(room, layer.used);
  const offcut = room - used >= table.minOffcut ? room - used : 0;
  const trims = trimsOf(request, stock);
  const key = JSON.stringify([stock.id, stock.length, trims, cuts]);
  const same = labelled.get(key);
  if (same) {
    same.count += count;
  } else {
    // A stock that is too fine for the grid is a little off it; a full bar is its own length all the same.
    const usedLength = used === length ? stock.length : valueFrom(used, table.decimals);
    labelled.set(key, {
      stock_id: stock.id,
      length: stock.length,
      count,
      cuts,
      used_length: usedLength,
      waste: valueFrom(length - used, table.decimals),
      utilization: (100 * usedLength) / stock.length,
      trim_start: trims.start,
      trim_end: trims.end,
      offcut: valueFrom(offcut, table.decimals),
    });
  }
  return { waste: length - used, offcut };
}
