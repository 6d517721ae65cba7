/**
 * The best plan of a tiny cutting job by trying everything: bar by bar, every way to fill it from what is left. Values
 * compare as the rules say: placed length, then the objective with its tie-breaks, then the number of pieces.
 */
import type { CutRequest } from "../../../engine/base/contract/v1/cut.ts";

/** Smaller is better, first difference decides. */
export type CutValue = number[];

/** Value of a plan with these sums. */
export function cutValue(
  optimize: CutRequest["optimize"],
  sums: { placed: number; length: number; stocks: number; cost: number; pieces: number },
  anyCost: boolean,
): CutValue {
  const { placed, length, stocks, cost, pieces } = sums;
  const objective = optimize === "cost" && anyCost ? [cost, length, stocks] : [length, stocks, cost];
  return [-placed, ...objective, -pieces];
}

export function bestCutValue(request: CutRequest): CutValue {
  const { stocks, pieces, kerf, optimize } = request;
  const anyCost = stocks.some(({ cost }) => cost > 0);
  const known = new Map<string, CutValue>();

  /** The best from bars of type `at` (of which `left` are left) and later types. */
  const solve = (at: number, left: number, remaining: number[]): CutValue => {
    const stock = stocks[at];
    if (!stock) return cutValue(optimize, { placed: 0, length: 0, stocks: 0, cost: 0, pieces: 0 }, anyCost);
    const key = `${at} ${left} ${remaining}`;
    const cached = known.get(key);
    if (cached) return cached;
    let best = solve(at + 1, stocks[at + 1]?.quantity ?? 0, remaining);
    if (left > 0) {
      for (const pattern of fillings(remaining, stock.length)) {
        const rest = remaining.map((count, i) => count - pattern[i]!);
        const total = (of: (length: number) => number) =>
          pattern.reduce((sum, count, i) => sum + count * of(pieces[i]!.length), 0);
        const sums = {
          placed: total((length) => length),
          length: stock.length,
          stocks: 1,
          cost: stock.cost,
          pieces: total(() => 1),
        };
        const here = cutValue(optimize, sums, anyCost);
        const value = solve(at, Math.min(left - 1, sumOf(rest)), rest).map((part, i) => part + here[i]!);
        if (compareValues(value, best) < 0) best = value;
      }
    }
    known.set(key, best);
    return best;
  };

  /** Every non-empty choice that one bar holds. */
  const fillings = (remaining: number[], length: number): number[][] => {
    const found: number[][] = [];
    const extend = (i: number, chosen: number[], room: number) => {
      if (i === remaining.length) {
        if (sumOf(chosen) > 0) found.push(chosen);
        return;
      }
      for (let count = 0; count <= remaining[i]!; count++) {
        // The last piece needs no kerf, so a bar is a kerf longer than it is.
        const after = room - count * (pieces[i]!.length + kerf);
        if (after < -1e-9) break;
        extend(i + 1, [...chosen, count], after);
      }
    };
    extend(0, [], length + kerf);
    return found;
  };

  const quantities = pieces.map(({ quantity }) => quantity);
  return solve(0, Math.min(stocks[0]!.quantity, sumOf(quantities)), quantities);
}

export function compareValues(a: CutValue, b: CutValue): number {
  for (let i = 0; i < a.length; i++) {
    if (Math.abs(a[i]! - b[i]!) > 1e-9) return a[i]! - b[i]!;
  }
  return 0;
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
