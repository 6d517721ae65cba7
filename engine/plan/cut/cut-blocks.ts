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
import { classEnds, type EndAngles, Joints, Saw } from "./mitre.ts";

/** Entries of the request that are the same to the core, in the request's order. */
interface MergedLengths {
  /** In units. */
  length: number;
  quantity: number;
  sources: number[];
}

interface MergedPiece extends MergedLengths {
  /** Angles of the class that the piece belongs to. */
  ends: EndAngles;
  /** Position of the class on a bar where that is all the same: square pieces first, then by the kerf they need. */
  rank: number;
  /** Number of the class in `joints`. */
  joint: number;
  /** Twice the room that the piece takes, but for the excess of `joints`. */
  weight: number;
}

interface MergedStock extends MergedLengths {
  cost: number;
  offcut: boolean;
  /** Where the first piece begins, and the length from there to the trim at the end, in units. */
  start: number;
  room: number;
  /** Room for pieces by their weight and the bar's excess. */
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
  joints: Joints;
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
    return { length, quantity: piece.quantity, ends: classEnds(ends), source };
  });
  const stocks = stocksOf(request, decimals);
  const longest = Math.max(...stocks.map((stock) => stock.room));
  const shortest = Math.min(...pieces.map(({ length }) => length));
  const fitting = pieces.filter(({ length }) => length <= longest);
  const classes = classesOf(
    saw,
    fitting.map(({ ends }) => ends),
  );
  const joints = new Joints(saw, classes);

  const types = merge(fitting, ({ length, ends }) => [length, ends.start, ends.end].join(" "))
    .map((type) => {
      const { ends } = pieces[type.sources[0]!]!;
      // Lengths that are equal on the grid may still differ: the truly longer ones come first.
      const given = (source: number) => request.pieces[source]!.length;
      const sources = [...type.sources].sort((a, b) => given(b) - given(a) || a - b);
      const rank = classes.findIndex((other) => sameEnds(ends, other));
      const [joint, weight] = [joints.classOf(ends), joints.weightOf(ends, type.length)];
      return { ...type, sources, ends, rank, joint, weight };
    })
    .sort((a, b) => b.weight - a.weight || b.length - a.length || b.ends.start - a.ends.start);
  const bars = merge(
    stocks.filter((stock) => stock.room >= shortest),
    (stock) => [stock.length, stock.cost, stock.start, stock.room, stock.offcut ?? false].join(" "),
  )
    .map((bar) => {
      const { cost, offcut = false, start, room } = stocks[bar.sources[0]!]!;
      return { ...bar, cost, offcut, start, room, capacity: 2 * room + joints.bonus };
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
    joints,
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

/** Which of two types lies first on a bar where that is all the same: class by class, and longer ones first. */
export function sawOrder(a: MergedPiece, b: MergedPiece): number {
  return a.rank - b.rank || b.length - a.length;
}

/** Each class once, by the kerf that its pieces need. */
export function classesOf(saw: Saw, all: EndAngles[]): EndAngles[] {
  const kerf = ({ start, end }: EndAngles) => Math.max(saw.kerfAt(start), saw.kerfAt(end));
  const different = all.filter((ends, i) => all.findIndex((other) => sameEnds(ends, other)) === i);
  return different.sort((a, b) => kerf(a) - kerf(b) || b.start - a.start || b.end - a.end);
}

function sameEnds(a: EndAngles, b: EndAngles): boolean {
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
  const { types, bars, rules, goal, joints } = table;
  const states = joints.plain ? [] : joints.states;
  const excess = joints.plain ? [] : [...joints.excess];
  // With the kerf added to pieces and stocks alike it is gone from the problem, and a common divisor can go too.
  const weights = reduced([...types.map(({ weight }) => weight), ...excess]);
  const lengths = reduced(types.map((type) => type.length));
  const pieces = sum(types.map((type) => type.quantity));
  // Mitred pieces overlap: their lengths may add up to more than the bar's.
  const density = densityOf(types);
  const hold = ({ room, capacity }: MergedStock) =>
    density > 1 ? Math.max(room, (capacity / 2) * density) : room;
  return [
    types.length,
    bars.length,
    seed,
    goal.scale,
    Math.min(pieces, rules.maxPieces),
    Math.min(types.length, rules.maxLengths),
    states.length,
    ...types.flatMap((type, i) => [weights.values[i]!, lengths.values[i]!, type.quantity, type.joint]),
    ...bars.flatMap((bar, j) => [
      Math.floor(bar.capacity / weights.step),
      bar.quantity,
      goal.key[j]!,
      goal.primary[j]!,
      Math.floor(hold(bar) / lengths.step),
    ]),
    ...states,
    ...weights.values.slice(types.length),
  ];
}

/** No plan that places as much length as `patterns` costs less, in whole units of `goal.primary`. */
export function lengthBound({ types, bars, goal, saw }: CutTable, patterns: CorePattern[]): number {
  // Room that a piece takes and a bar has at best: where each end shares its cut, and the ends of the bar need none.
  const shares = types.map(({ ends }) => saw.share(ends.start) + saw.share(ends.end));
  const density = densityOf(
    types.map(({ length }, i) => ({ length, weight: Math.max(1, 2 * length + shares[i]!) })),
  );
  const bonus = Math.max(0, ...types.flatMap(({ ends }) => [saw.share(ends.start), saw.share(ends.end)]));
  let left = sum(
    patterns.map(({ count, types: placed, amounts }) =>
      sum(placed.map((type, i) => count * amounts[i]! * types[type]!.length)),
    ),
  );
  const rooms = bars.map(({ room }) => (room + bonus) * density);
  const order = [...bars.keys()].sort((a, b) => goal.primary[a]! / rooms[a]! - goal.primary[b]! / rooms[b]!);
  let cost = 0;
  for (const bar of order) {
    const used = Math.min(bars[bar]!.quantity, Math.max(0, left / rooms[bar]!));
    cost += used * goal.primary[bar]!;
    left -= used * rooms[bar]!;
  }
  // Rounding errors must not lift it.
  return Math.max(0, Math.ceil(cost * (1 - 1e-9) - 1e-6));
}

/** Most length that pieces have for the room that they take. */
function densityOf(types: Pick<MergedPiece, "length" | "weight">[]): number {
  return Math.max(1, ...types.map(({ length, weight }) => (2 * length) / weight));
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
