/**
 * Which piece and which stock of the request each cut of a plan is. The core merges equal lengths; here the entries
 * of the request take their places again:
 *
 *     patterns in order of stock (as in the request), then longer cuts first, mitred ones as they share most cuts;
 *     bar by bar, equal lengths are taken from the request's entries in the request's order.
 *
 * Bars that come out alike stay one pattern with a count, so that a plan never grows beyond its patterns and entries.
 */
import { type CutPattern, type CutPlanRequest, type CutRun, endsOf } from "../../base/contract/cut-plan.ts";
import { toPercent } from "../../base/contract/values/percent.ts";
import { type CorePattern, type CutTable, classesOf, sawOrder } from "./cut-blocks.ts";
import { trimsOf } from "./cut-rules.ts";
import { sumDecimals, valueFrom } from "./decimal.ts";
import { classEnds, Joints, layBar, type PieceRun } from "./mitre.ts";
import { Supply, type Taken } from "./supply.ts";

/** A plan in the request's words. The lists have one number per entry of the request. */
export interface LabelledPlan {
  patterns: CutPattern[];
  stocks_used: number[];
  piecesLeft: number[];
  totalWaste: number;
  totalOffcut: number;
}

export function labelPatterns(
  request: CutPlanRequest,
  table: CutTable,
  patterns: CorePattern[],
): LabelledPlan {
  const pieces = table.types.map((type) => new Supply(type.sources, request.pieces));
  const stocks = table.bars.map((bar) => new Supply(bar.sources, request.stocks));
  const labelled = new Map<string, CutPattern>();
  const stocks_used = request.stocks.map(() => 0);
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
      append(labelled, request, table, { bar: pattern.bar, source, count, taken: cuts });
      stocks_used[source]! += count;
      bars -= count;
    }
  }
  const piecesLeft = request.pieces.map((piece) => piece.quantity);
  for (const supply of pieces) supply.countLeft(piecesLeft);
  const found = [...labelled.values()];
  return {
    patterns: found,
    stocks_used,
    piecesLeft,
    totalWaste: sumDecimals(found.map(({ waste, count }) => [waste, count])),
    totalOffcut: sumDecimals(found.map(({ offcut, count }) => [offcut, count])),
  };
}

/** The pattern with pieces of a class together. */
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
interface EqualBarsTaken {
  bar: number;
  source: number;
  count: number;
  taken: Taken[];
}

/** Adds some bars, to an equal pattern if there is one. */
function append(
  labelled: Map<string, CutPattern>,
  request: CutPlanRequest,
  table: CutTable,
  bars: EqualBarsTaken,
): void {
  const stock = request.stocks[bars.source]!;
  const trims = trimsOf(request, stock);
  const { cuts, used_length, waste, offcut } = table.rounded
    ? layExactly(request, table, bars)
    : layInUnits(request, table, bars);
  const key = JSON.stringify([stock.id, stock.length, trims, cuts]);
  const same = labelled.get(key);
  if (same) {
    same.count += bars.count;
    return;
  }
  labelled.set(key, {
    stock_id: stock.id,
    length: stock.length,
    count: bars.count,
    cuts,
    used_length,
    waste,
    utilization: toPercent(used_length, stock.length),
    trim_start: trims.start,
    trim_end: trims.end,
    offcut,
  });
}

type LabelledBar = Pick<CutPattern, "cuts" | "used_length" | "waste" | "offcut">;

function layInUnits(
  request: CutPlanRequest,
  table: CutTable,
  { bar: number, source, taken }: EqualBarsTaken,
): LabelledBar {
  const { start, room } = table.bars[number]!;
  const cuts: CutRun[] = [];
  const runs = taken.map(({ source, count }) => ({
    ...endsOf(request.pieces[source]!),
    length: table.pieceLengths[source]!,
    count,
  }));
  const bar = layBar(table.saw, jointsOf(table, runs), runs, start);
  for (const { run, at, count, start, end } of bar.laid) {
    const angles = start === 0 && end === 0 ? {} : { angle_start: start, angle_end: end };
    addRun(cuts, request.pieces[taken[run]!.source]!, valueFrom(at, table.decimals), count, angles);
  }
  const length = table.stockLengths[source]!;
  const used = Math.min(room, bar.used);
  const offcut = room - used >= table.minOffcut ? room - used : 0;
  // A stock that is too fine for the grid is a little off it; a full bar is its own length all the same.
  return {
    cuts,
    used_length: used === length ? request.stocks[source]!.length : valueFrom(used, table.decimals),
    waste: valueFrom(length - used, table.decimals),
    offcut: valueFrom(offcut, table.decimals),
  };
}

/** The table that orders the pieces of a bar. A request with too many classes has none that is exact; its bar may have one. */
function jointsOf({ joints, saw }: CutTable, runs: PieceRun[]): Joints {
  if (joints.exact) return joints;
  const own = new Joints(saw, classesOf(saw, runs.map(classEnds)));
  return own.exact ? own : joints;
}

/** Square pieces whose lengths no grid holds: each number is a sum of what the request gives, rounded once. */
function layExactly(
  request: CutPlanRequest,
  table: CutTable,
  { source, taken }: EqualBarsTaken,
): LabelledBar {
  const stock = request.stocks[source]!;
  const { start, end } = trimsOf(request, stock);
  const cuts: CutRun[] = [];
  const terms: [value: number, count: number][] = [];
  for (const run of taken) {
    const piece = request.pieces[run.source]!;
    addRun(cuts, piece, sumDecimals([[start, 1], ...terms]), run.count, {});
    terms.push([piece.length, run.count], [request.kerf, run.count]);
  }
  const room: typeof terms = [
    [stock.length, 1],
    [start, -1],
    [end, -1],
  ];
  const rest = Math.max(
    0,
    sumDecimals([...room, ...terms.map(([value, count]): [number, number] => [value, -count])]),
  );
  const used = rest > 0 ? terms : room;
  return {
    cuts,
    used_length: sumDecimals(used),
    waste: sumDecimals([
      [stock.length, 1],
      ...used.map(([value, count]): [number, number] => [value, -count]),
    ]),
    offcut: rest >= table.rules.minOffcut ? rest : 0,
  };
}

/** Square pieces of one entry that follow each other are one run. */
function addRun(
  cuts: CutRun[],
  { id, length }: CutPlanRequest["pieces"][number],
  position: number,
  count: number,
  angles: { angle_start?: number; angle_end?: number },
): void {
  const last = cuts.at(-1);
  const same = last?.piece_id === id && last.length === length && last.angle_start === undefined;
  if (angles.angle_start === undefined && same) last.count += count;
  else cuts.push({ piece_id: id, length, position, count, ...angles });
}
