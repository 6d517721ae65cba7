/**
 * A cutting request as the core sees it, and the core's plan as the engine reads it. The core knows neither ids nor
 * millimetres: equal pieces are one type, equal stocks one bar, lengths are whole numbers, and the objective is one
 * whole number per bar, ties included.
 */
import { CutPhase } from "../../../assembly/layout.ts";
import { type CutPlanRequest, endsOf, shortening } from "../../base/contract/cut-plan.ts";
import { decodeHead, encodePlan, FIRST_PATTERN, type PlanHead } from "../wasm/plan-block.ts";
import { type CutRules, rulesOf, trimsOf } from "./cut-rules.ts";
import { gridFor, sumDecimals, unitsFrom, valueFrom } from "./decimal.ts";
import { type CutGoal, cutGoal, reduced, sum } from "./goal.ts";
import { type PieceKind, Saw } from "./mitre.ts";

/** Entries of the request that are the same to the core, in the request's order. */
interface MergedLengths {
  /** In units. */
  length: number;
  quantity: number;
  sources: number[];
}

interface MergedPiece extends MergedLengths {
  kind: PieceKind;
  /** Position of the kind on a bar: square pieces first, then by the kerf they need. */
  rank: number;
}

interface MergedStock extends MergedLengths {
  cost: number;
  offcut: boolean;
  /** Where the first piece begins, and the length from there to the trim at the end, in units. */
  start: number;
  room: number;
  /** Room for pieces by their weight. */
  capacity: number;
}

export interface CutTable {
  /** A unit is 10^-decimals millimetres. */
  decimals: number;
  /** Square pieces of lengths that are finer than the unit: where they lie is told from the lengths themselves. */
  rounded: boolean;
  kerf: number;
  /** Per entry of the request, in units, of mitred pieces from long point to long point. */
  pieceLengths: number[];
  stockLengths: number[];
  /** Pieces that fit a stock, longest first. */
  types: MergedPiece[];
  saw: Saw;
  /** Stocks that hold a piece, the one with most room first. */
  bars: MergedStock[];
  /** Remnants shorter than this, in units, are scrap. */
  minOffcut: number;
  rules: CutRules;
  goal: CutGoal;
}

/** One way to cut a bar: `amounts[i]` pieces of type `types[i]`, `count` times. Types ascend, so lengths fall. */
export interface CorePattern {
  bar: number;
  count: number;
  types: number[];
  amounts: number[];
}

export interface CoreCutPlan extends PlanHead {
  patterns: CorePattern[];
}

/** Brings the request onto whole numbers and merges what is equal. */
export function tabulateCut(request: CutPlanRequest): CutTable {
  const rules = rulesOf(request);
  const { decimals, exact, mitred } = gridOf(request, rules);
  // 10^decimals is no number where lengths are next to nothing, and then there are no angles.
  const inUnits = (value: number) => (value > 0 ? value * 10 ** decimals : 0);
  const kerf = unitsFrom(request.kerf, decimals);
  const saw = new Saw(kerf, inUnits(rules.profileWidth));
  const room = Math.max(...request.stocks.map((stock) => stock.length));
  const pieces = request.pieces.map((piece, source) => {
    const ends = endsOf(piece);
    const short = rules.measuredShort ? shortening(ends, rules.profileWidth) : 0;
    const units =
      exact || mitred
        ? lengthUnits(piece.length, decimals)
        : fineUnits(piece.length, request.kerf, room, decimals);
    const length = units + Math.ceil(inUnits(short) - 1e-6);
    return { length, quantity: piece.quantity, kind: saw.kindOf(ends), source };
  });
  const stocks = stocksOf(request, decimals);
  // The first piece on a bar needs no kerf before it.
  const spared = Math.min(...pieces.map(({ kind }) => kind.kerf));
  const alone = ({ length, kind }: { length: number; kind: PieceKind }) => length + kind.kerf - spared;
  const longest = Math.max(...stocks.map((stock) => stock.room));
  const shortest = Math.min(...pieces.map(alone));
  const kinds = kindsOf(pieces.map(({ kind }) => kind));

  const types = merge(
    pieces.filter((piece) => alone(piece) <= longest),
    ({ length, kind }) => [length, kind.start, kind.end].join(" "),
  )
    .map((type) => {
      const { kind } = pieces[type.sources[0]!]!;
      // Lengths that are equal on the grid may still differ: the truly longer ones come first.
      const given = (source: number) => request.pieces[source]!.length;
      const sources = [...type.sources].sort((a, b) => given(b) - given(a) || a - b);
      return { ...type, sources, kind, rank: kinds.findIndex((other) => sameKind(kind, other)) };
    })
    .sort((a, b) => weightOf(b) - weightOf(a) || b.length - a.length || b.kind.start - a.kind.start);
  const bars = merge(
    stocks.filter((stock) => stock.room >= shortest),
    (stock) => [stock.length, stock.cost, stock.start, stock.room, stock.offcut ?? false].join(" "),
  )
    .map((bar) => {
      const { cost, offcut = false, start, room } = stocks[bar.sources[0]!]!;
      return { ...bar, cost, offcut, start, room, capacity: room + spared };
    })
    .sort((a, b) => b.room - a.room || a.length - b.length || a.cost - b.cost);
  return {
    decimals,
    rounded: !exact && !mitred,
    kerf,
    pieceLengths: pieces.map((piece) => piece.length),
    stockLengths: stocks.map((stock) => stock.length),
    types,
    saw,
    bars,
    minOffcut: unitsFrom(rules.minOffcut, decimals),
    rules,
    goal: lengthGoal(request, rules, types, bars, decimals),
  };
}

function stocksOf(request: CutPlanRequest, decimals: number) {
  return request.stocks.map((stock, source) => {
    const { start, end } = trimsOf(request, stock);
    const length = lengthUnits(stock.length, decimals);
    const from = unitsFrom(start, decimals);
    const room = length - from - unitsFrom(end, decimals);
    // Lengths finer than the grid are a unit all the same: only the true ones tell whether anything is left.
    const isLeft =
      room > 0 &&
      sumDecimals([
        [stock.length, 1],
        [start, -1],
        [end, -1],
      ]) > 0;
    return { ...stock, length, start: from, room: isLeft ? room : 0, source };
  });
}

function lengthGoal(
  request: CutPlanRequest,
  { offcutsFirst }: CutRules,
  types: MergedLengths[],
  bars: MergedStock[],
  decimals: number,
): CutGoal {
  const pieces = sum(types.map((type) => type.quantity));
  const measured = bars.map((bar) => ({ ...bar, size: bar.length }));
  return cutGoal(request, offcutsFirst, pieces, measured, decimals);
}

/** Decimals at which all lengths of the request are whole; at least a micrometre where angles make odd ones of them. */
function gridOf(
  request: CutPlanRequest,
  { minOffcut }: CutRules,
): { decimals: number; exact: boolean; mitred: boolean } {
  const trims = request.stocks.map((stock) => trimsOf(request, stock));
  const lengths = [...request.pieces, ...request.stocks].map((entry) => entry.length);
  const mitred = request.pieces.map(endsOf).some(({ start, end }) => start !== 0 || end !== 0);
  const ends = trims.flatMap(({ start, end }) => [start, end]);
  return { ...gridFor([...lengths, request.kerf, minOffcut, ...ends, ...(mitred ? [0.001] : [])]), mitred };
}

/** A length finer than the grid is still a length. */
function lengthUnits(value: number, decimals: number): number {
  return Math.max(1, unitsFrom(value, decimals));
}

/** By how much the pieces of one bar together may be longer than the units say, in millimetres. */
const OVERFILL = 4e-7;

/**
 * A length that is finer than the grid: rounded to the nearest, so that three thirds still fill a bar, unless as many of
 * it as a bar holds would add up to more than a saw could ever take back.
 */
function fineUnits(value: number, kerf: number, room: number, decimals: number): number {
  const units = lengthUnits(value, decimals);
  const laid = valueFrom(units + unitsFrom(kerf, decimals), decimals);
  const error = sumDecimals([
    [value, 1],
    [kerf, 1],
    [laid, -1],
  ]);
  return error * (room / (value + kerf)) > OVERFILL ? units + 1 : units;
}

/** Room of a bar that a piece takes; the first piece of a kind takes the saving too. */
export function weightOf({ length, kind }: { length: number; kind: PieceKind }): number {
  return length + kind.kerf - kind.saving;
}

/** Which of two types lies first on a bar: kind by kind, and longer ones first. */
export function sawOrder(a: MergedPiece, b: MergedPiece): number {
  return a.rank - b.rank || b.length - a.length;
}

/** Each kind once, by the kerf it needs. */
function kindsOf(kinds: PieceKind[]): PieceKind[] {
  const different = kinds.filter((kind, i) => kinds.findIndex((other) => sameKind(kind, other)) === i);
  return different.sort((a, b) => a.kerf - b.kerf || b.start - a.start || b.end - a.end);
}

function sameKind(a: PieceKind, b: PieceKind): boolean {
  return a.start === b.start && a.end === b.end;
}

function merge<Entry extends { length: number; quantity: number; source: number }>(
  entries: Entry[],
  keyOf: (entry: Entry) => string,
): MergedLengths[] {
  const merged = new Map<string, MergedLengths>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const same = merged.get(key);
    if (same) {
      same.quantity += entry.quantity;
      same.sources.push(entry.source);
    } else {
      merged.set(key, { length: entry.length, quantity: entry.quantity, sources: [entry.source] });
    }
  }
  return [...merged.values()];
}

/** The request block of `cutOpen` (`CutRequestHead`, `PieceType`, `Bar`). */
export function encodeCut(table: CutTable, seed: number): number[] {
  const { types, bars, rules, goal } = table;
  // With the kerf added to pieces and stocks alike it is gone from the problem, and a common divisor can go too.
  const weights = reduced([...types.map(weightOf), ...types.map(({ kind }) => kind.saving)]);
  const lengths = reduced(types.map((type) => type.length));
  const pieces = sum(types.map((type) => type.quantity));
  // Mitred pieces overlap: their lengths may add up to more than the bar's.
  const density = Math.max(1, ...types.map((type) => type.length / weightOf(type)));
  const hold = ({ room, capacity }: MergedStock) => (density > 1 ? Math.max(room, capacity * density) : room);
  return [
    types.length,
    bars.length,
    seed,
    goal.scale,
    Math.min(pieces, rules.maxPieces),
    Math.min(types.length, rules.maxLengths),
    ...types.flatMap((type, i) => [
      weights.values[i]!,
      lengths.values[i]!,
      type.quantity,
      type.rank,
      weights.values[types.length + i]!,
    ]),
    ...bars.flatMap((bar, j) => [
      Math.floor(bar.capacity / weights.step),
      bar.quantity,
      goal.key[j]!,
      goal.primary[j]!,
      Math.floor(hold(bar) / lengths.step),
    ]),
  ];
}

const PHASES: Record<number, string> = {
  [CutPhase.CONSTRUCT]: "construct",
  [CutPhase.BOUND]: "bound",
  [CutPhase.IMPROVE]: "improve",
  [CutPhase.PROVE]: "prove",
};

/** The block that `decodeCut` reads as this plan. */
export function encodeCutPlan(plan: CoreCutPlan): Float64Array {
  const slots = plan.patterns.flatMap(({ bar, count, types, amounts }) => [
    bar,
    count,
    types.length,
    ...types.flatMap((type, i) => [type, amounts[i]!]),
  ]);
  return encodePlan(plan, PHASES, plan.patterns.length, slots);
}

/** Reads the result block of `cutBest`. */
export function decodeCut(block: Float64Array): CoreCutPlan {
  const { count: patternCount, ...head } = decodeHead(block, PHASES);
  let at = FIRST_PATTERN;
  const patterns = Array.from({ length: patternCount }, (): CorePattern => {
    const [bar, count, entries] = [block[at]!, block[at + 1]!, block[at + 2]!];
    at += 3;
    const types: number[] = [];
    const amounts: number[] = [];
    for (const end = at + 2 * entries; at < end; at += 2) {
      types.push(block[at]!);
      amounts.push(block[at + 1]!);
    }
    return { bar, count, types, amounts };
  });
  return { ...head, patterns };
}
