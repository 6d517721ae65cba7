/**
 * Diving (Joncour and others 2010): whole plans from the linear program. Columns are fixed a few at a time at whole numbers,
 * the rest is solved again with new patterns for it, until nothing is left or the plan cannot become better than the
 * best one. At every stop the rest is also packed directly, which is what usually succeeds.
 *
 * The first dive fixes as many columns as the gap to the best plan pays for (relax and fix), the second one at a time,
 * and all later ones disturb the order by chance, more and more.
 */

import { mark, release } from "../../memory";
import { randomUnit } from "../../random";
import { copyInts, reserveNumbers } from "../../vector";
import { FillRule } from "../construct/fill-bar";
import { best } from "../incumbent/cut-incumbent";
import { barCount, demand, limit, typeCount } from "../model/cut-problem";
import { DIVE_ROUNDS } from "../model/cut-tuning";
import { DIVE_SLACK } from "../model/limits";
import { ColumnsGoal, columnGeneration, priceUnit, upper } from "./column-generation";
import {
  barOf,
  columnCount,
  columnEntry,
  columnRow,
  columnStart,
  columnValue,
  cost,
  firstPattern,
  forgetColumns,
  lowerBound,
  programValue,
} from "./linear-program";
import { roundSolution } from "./rounding";
import { computeValues } from "./simplex";

/** Dive `number`, from the program without anything fixed; over its patterns alone when they are `listed`. */
export function dive(number: i32, listed: bool): void {
  unfixColumns();
  // At the program's optimum: a pattern whose reduced cost is above the gap is in no better plan.
  if (number === 0 && best.missing === 0) forgetColumns(max(0, gapToBest()) + DIVE_SLACK);
  columnGeneration(ColumnsGoal.BOUND, number === 0 || listed ? 0 : 1);
  // Everything in the program is approximate, so a plan that could be better by one key stays welcome.
  while (best.missing > 0 || gapToBest() >= -1e-6) {
    roundSolution(FillRule.VALUE);
    roundSolution(FillRule.DECREASING);
    if (!fixColumns(number)) return;
    restOfDemand();
    columnGeneration(ColumnsGoal.REST, listed ? 0 : DIVE_ROUNDS);
  }
}

/** How much dearer than the program's solution the cheapest plan that is better than the best one may be, in its prices. */
function gapToBest(): f64 {
  return (best.key - 1) / priceUnit - programValue();
}

/** Takes back what dives have fixed. */
export function unfixColumns(): void {
  for (let j = firstPattern; j < columnCount; j++) lowerBound[j] = 0;
  computeValues();
}

/**
 * Fixes whole parts, and of the fractions what the gap pays for or at least the one nearest to the next whole number; false
 * when there is none.
 */
function fixColumns(number: i32): bool {
  let gap = number === 1 || best.missing > 0 ? 0 : gapToBest();
  for (let j = firstPattern; j < columnCount; j++) {
    const whole = Math.floor(columnValue(j) + 1e-6);
    if (whole > lowerBound[j]) lowerBound[j] = whole;
  }
  let fixed = 0;
  while (true) {
    const column = nearestWhole(number, fixed > 0);
    if (column < 0) return fixed > 0;
    const loss = (lowerBound[column] + 1 - columnValue(column)) * cost[column];
    if (fixed > 0 && loss > gap) return true;
    gap -= loss;
    lowerBound[column]++;
    fixed++;
  }
}

/** The pattern with the largest fraction, of those above one half if `safe`; later dives change the fractions at random. */
function nearestWhole(number: i32, safe: bool): i32 {
  const top = mark();
  const fixedBars = reserveNumbers(barCount);
  for (let j = firstPattern; j < columnCount; j++) fixedBars[barOf[j]] += lowerBound[j];
  const noise = number < 2 ? 0 : min(0.6, 0.1 * <f64>number);
  let column = -1;
  let most: f64 = 0;
  for (let j = firstPattern; j < columnCount; j++) {
    const fraction = columnValue(j) - lowerBound[j];
    if (fraction < 1e-6 || (safe && fraction < 0.5)) continue;
    // One more of a scarce stock must exist.
    if (fixedBars[barOf[j]] >= <f64>limit[barOf[j]]) continue;
    const score = fraction * (1 - noise * randomUnit());
    if (score <= most) continue;
    most = score;
    column = j;
  }
  release(top);
  return column;
}

/** Limits the patterns that are priced to the demand that the fixed patterns leave. */
function restOfDemand(): void {
  copyInts(upper, demand, typeCount);
  for (let j = firstPattern; j < columnCount; j++) {
    if (lowerBound[j] === 0) continue;
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) {
      const i = columnRow[e];
      if (i < typeCount) upper[i] = max(0, upper[i] - <i32>(lowerBound[j] * columnEntry[e]));
    }
  }
}
