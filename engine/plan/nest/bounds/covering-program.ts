/** The fewest patterns, in fractions, that hold all demands: the revised simplex method over a list of all patterns. */
import type { Meter } from "./meter.ts";

/** Copies of each kind on one sheet, and the share of it that is left for all else. */
export interface SheetPattern {
  counts: number[];
  rest: number;
}

/** Pivots at most: the values of any of them give a bound. */
const MOST_PIVOTS = 400;
const TINY = 1e-9;
/** Values are scaled down by so much, and sums of them rounded up from so much below: rounding errors prove nothing. */
const VALUE_DOUBT = 1e-9;
const SUM_DOUBT = 1e-7;

/** A column: what it covers of each demand, and the pattern it is; none takes back what is covered too much. */
interface ProgramColumn {
  entries: number[];
  cost: number;
  pattern: SheetPattern | undefined;
}

/** `demands`: copies of each kind, then what all else takes of sheets. `used`: patterns of the best mix. */
export function* leastPatterns(
  patterns: readonly SheetPattern[],
  demands: readonly number[],
  meter: Meter,
): Generator<undefined, { least: number; used: SheetPattern[] }> {
  const rows = demands.length;
  const columns: ProgramColumn[] = patterns.map((pattern) => ({
    entries: [...pattern.counts, pattern.rest],
    cost: 1,
    pattern,
  }));
  for (let r = 0; r < rows; r++) columns.push({ entries: unit(rows, r, -1), cost: 0, pattern: undefined });
  // One copy of one kind and nothing else: every sheet may be used worse than it could be.
  const basis = demands.map(
    (_, r): ProgramColumn => ({ entries: unit(rows, r, 1), cost: 1, pattern: undefined }),
  );
  const inverse = basis.map((_, r) => unit(rows, r, 1));
  for (let pivot = 0; pivot < MOST_PIVOTS && !meter.empty; pivot++) {
    yield* meter.spend(10 * columns.length * rows);
    const values = valuesOf(basis, inverse);
    const entering = cheapest(columns, values);
    if (!entering || !exchange(basis, inverse, demands, entering)) break;
  }
  const values = valuesOf(basis, inverse).map((value) => Math.max(0, value));
  const dearest = Math.max(1, ...patterns.map(({ counts, rest }) => dot([...counts, rest], values)));
  const sum = (dot(demands, values) / dearest) * (1 - VALUE_DOUBT);
  const amounts = inverse.map((row) => dot(row, demands));
  const used = basis.flatMap(({ pattern }, r) => (pattern && amounts[r]! > TINY ? [pattern] : []));
  return { least: Math.ceil(sum - SUM_DOUBT), used };
}

function unit(size: number, at: number, value: number): number[] {
  return Array.from({ length: size }, (_, i) => (i === at ? value : 0));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** Dual values: the cost of one more of each demand. */
function valuesOf(basis: readonly ProgramColumn[], inverse: readonly number[][]): number[] {
  return basis.map((_, k) => basis.reduce((sum, { cost }, r) => sum + cost * inverse[r]![k]!, 0));
}

/** The column that costs least for what it covers; undefined when none is worth its cost. */
function cheapest(columns: readonly ProgramColumn[], values: readonly number[]): ProgramColumn | undefined {
  let [least, found]: [number, ProgramColumn | undefined] = [-TINY, undefined];
  for (const column of columns) {
    const reduced = column.cost - dot(column.entries, values);
    if (reduced < least) [least, found] = [reduced, column];
  }
  return found;
}

/** Takes a column into the basis for the one that is used up first; false when none is. */
function exchange(
  basis: ProgramColumn[],
  inverse: number[][],
  demands: readonly number[],
  entering: ProgramColumn,
): boolean {
  const direction = inverse.map((row) => dot(row, entering.entries));
  let [least, leaving] = [Infinity, -1];
  direction.forEach((step, r) => {
    if (step <= TINY) return;
    const ratio = dot(inverse[r]!, demands) / step;
    if (ratio < least) [least, leaving] = [ratio, r];
  });
  if (leaving < 0) return false;
  const row = inverse[leaving]!.map((value) => value / direction[leaving]!);
  inverse.forEach((other, r) => {
    inverse[r] = r === leaving ? row : other.map((value, k) => value - direction[r]! * row[k]!);
  });
  basis[leaving] = entering;
  return true;
}
