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
import { barCount, demand, typeCount } from "../model/cut-problem";

/** Larger than the relative error of one multiplication. */
const ROUNDING: f64 = 1e-15;
const EXACT: f64 = 9007199254740992;

/** Ingredients of a bound. */
@unmanaged
class Dual {
  /** By type: its value. By kind of bar: the value of its best pattern, its cost, and the most bars of any plan. */
  value: Numbers;
  best: Numbers;
  cost: Numbers;
  mostBars: Ints;
  /** Costs are times this, in the unit of the values. */
  unit: f64;
}
const dual = changetype<Dual>(memory.data(offsetof<Dual>()));

/**
 * The best bound for costs `cost[j] * unit`, in the unit of the values; `mostBars[j]` limits the bars of every plan that
 * the bound is to hold for. Negative when it proves nothing.
 */
export function dualBound(value: Numbers, best: Numbers, cost: Numbers, unit: f64, mostBars: Ints): f64 {
  take(value, best, cost, unit, mostBars);
  let all: f64 = 0;
  for (let i = 0; i < typeCount; i++) all += <f64>demand[i] * value[i];
  let factor: f64 = 1;
  let most = roughBound(all, 1);
  for (let j = 0; j < barCount; j++) {
    const meeting = best[j] > 0 ? (cost[j] * unit) / best[j] : 0;
    if (meeting <= 0) continue;
    const bound = roughBound(all, meeting);
    if (bound <= most) continue;
    most = bound;
    factor = meeting;
  }
  return scaledBound(factor);
}

/** As `dualBound`, with the values as they are. */
export function plainBound(value: Numbers, best: Numbers, cost: Numbers, unit: f64, mostBars: Ints): f64 {
  take(value, best, cost, unit, mostBars);
  return scaledBound(1);
}

function take(value: Numbers, best: Numbers, cost: Numbers, unit: f64, mostBars: Ints): void {
  dual.value = value;
  dual.best = best;
  dual.cost = cost;
  dual.unit = unit;
  dual.mostBars = mostBars;
}

/** The bound with all values times `factor`, but for rounding: good enough to choose a factor by. */
function roughBound(all: f64, factor: f64): f64 {
  let total = all * factor;
  for (let j = 0; j < barCount; j++) {
    total -= max(0, dual.best[j] * factor - dual.cost[j] * dual.unit) * <f64>dual.mostBars[j];
  }
  return total;
}

/** The bound by Lagrange with all values times `factor`. */
function scaledBound(factor: f64): f64 {
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) total += <f64>demand[i] * Math.floor(dual.value[i] * factor);
  if (total >= EXACT) return -1;
  // Rounding may have made a value of p too large by a part ROUNDING; z then grows by no more.
  for (let j = 0; j < barCount; j++) {
    const price = factor === 1 ? dual.best[j] : Math.floor(dual.best[j] * factor * (1 + 4 * ROUNDING));
    const over = price - dual.cost[j] * dual.unit;
    if (over > 0) total -= over * <f64>dual.mostBars[j] * (1 + ROUNDING);
  }
  return total;
}
