/**
 * Bounds from values of the types, in whole numbers, so that nothing rests on the linear program's arithmetic.
 *
 * Let p[i] >= 0 be any values and z[j] at least the value of every pattern of bar j. A plan that uses at most u[j] bars
 * of each kind and places everything costs at least
 *
 *     sum demand[i] p[i]  -  sum u[j] max(0, z[j] - cost[j])                                (Lagrange)
 *
 * and the same holds for p scaled by any factor. Over the factors this rises and falls in straight lines that meet where
 * a bar's best pattern is worth what the bar costs; where the least such factor is the best, nothing is subtracted
 * (Farley).
 * All quantities are whole numbers below 2^53 and therefore exact in doubles; products that may round are rounded
 * against us.
 */

import { Ints, Numbers } from "../../vector";
import { barCount, demand, typeCount } from "../model/problem";

/** Larger than the relative error of one multiplication. */
const ROUNDING: f64 = 1e-15;
const EXACT: f64 = 9007199254740992;

/**
 * The best bound for costs `cost[j] * unit`, in the unit of the values; `mostBars[j]` limits the bars of every plan that
 * the bound is to hold for. Negative when it proves nothing.
 */
export function dualBound(value: Numbers, best: Numbers, cost: Numbers, unit: f64, mostBars: Ints): f64 {
  let all: f64 = 0;
  for (let i = 0; i < typeCount; i++) all += <f64>demand[i] * value[i];
  let factor: f64 = 1;
  let most = roughBound(all, best, cost, unit, mostBars, 1);
  for (let j = 0; j < barCount; j++) {
    const meeting = best[j] > 0 ? (cost[j] * unit) / best[j] : 0;
    if (meeting <= 0) continue;
    const bound = roughBound(all, best, cost, unit, mostBars, meeting);
    if (bound <= most) continue;
    most = bound;
    factor = meeting;
  }
  return scaledBound(value, best, cost, unit, mostBars, factor);
}

/** The bound with all values times `factor`, but for rounding: good enough to choose a factor by. */
function roughBound(all: f64, best: Numbers, cost: Numbers, unit: f64, mostBars: Ints, factor: f64): f64 {
  let total = all * factor;
  for (let j = 0; j < barCount; j++) {
    total -= max(0, best[j] * factor - cost[j] * unit) * <f64>mostBars[j];
  }
  return total;
}

/** The bound by Lagrange with all values times `factor`. */
export function scaledBound(
  value: Numbers,
  best: Numbers,
  cost: Numbers,
  unit: f64,
  mostBars: Ints,
  factor: f64,
): f64 {
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) total += <f64>demand[i] * Math.floor(value[i] * factor);
  if (total >= EXACT) return -1;
  // Rounding may have made a value of p too large by a part ROUNDING; z then grows by no more.
  for (let j = 0; j < barCount; j++) {
    const price = factor === 1 ? best[j] : Math.floor(best[j] * factor * (1 + 4 * ROUNDING));
    const over = price - cost[j] * unit;
    if (over > 0) total -= over * <f64>mostBars[j] * (1 + ROUNDING);
  }
  return total;
}
