/**
 * Whole plans from the linear program: columns are fixed a few at a time at whole numbers, the rest is solved again with
 * new patterns for it, until nothing is left or the plan cannot become better than the best one. At every stop the rest
 * is also packed directly, which is what usually succeeds.
 *
 * The first dive fixes as many columns as the gap to the best plan pays for (relax and fix), the second one at a time,
 * and all later ones disturb the order by chance, more and more.
 */
import { randomUnit } from "../../random";
import { copyInts, Numbers, reserveNumbers } from "../../vector";
import { FillRule, filled, fillStep } from "../construct/fill";
import { best, offerPlan, provenBest } from "../incumbent/incumbent";
import { barCount, demand, limit, typeCount } from "../model/problem";
import { DIVE_ROUNDS, DIVE_SLACK } from "../model/tuning";
import { masterStep, priceUnit, resumeMaster, upper } from "./column-generation";
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
} from "./program";
import { startRounding } from "./rounding";
import { computeValues } from "./simplex";

enum Stop {
  /** The program is being solved. */
  SOLVE = 0,
  /** The rest is being packed, by falling length or by value. */
  PACK_VALUE = 1,
  PACK_LONG = 2,
  END = 3,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  stop: Stop;
  /** Number of the dive: 0 and 1 follow the program, later ones chance. */
  number: i32;
  /** Pricings after each fixing. */
  rounds: i32;
  /** Bars of each kind that are fixed. */
  fixedBars: Numbers;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.stop = Stop.END;
state.rounds = DIVE_ROUNDS;

export function openDive(): void {
  state.fixedBars = reserveNumbers(barCount);
}

/** Begins dive `which`, from the program without anything fixed; over its patterns alone when they are `listed`. */
export function startDive(which: i32, listed: bool): void {
  state.number = which;
  state.rounds = listed ? 0 : DIVE_ROUNDS;
  unfixColumns();
  // At the program's optimum: a pattern whose reduced cost is above the gap is in no better plan.
  const gap = (best.key - 1) / priceUnit - programValue();
  if (which === 0 && best.missing === 0) forgetColumns(max(0, gap) + DIVE_SLACK);
  resumeMaster(which === 0 || listed ? 0 : 1, true);
  state.stop = Stop.SOLVE;
}

/** Takes back what dives have fixed. */
export function unfixColumns(): void {
  for (let j = firstPattern; j < columnCount; j++) lowerBound[j] = 0;
  computeValues();
}

/** Does the next small piece of work; false when the dive has ended. */
export function diveStep(): bool {
  if (state.stop === Stop.SOLVE) {
    if (masterStep()) return true;
    // Everything in the program is approximate, so a plan that could be better by one key stays welcome.
    if (best.missing === 0 && programValue() * priceUnit > best.key - 1 + 1e-6 * priceUnit)
      state.stop = Stop.END;
    else startPacking(Stop.PACK_VALUE);
  } else {
    if (fillStep()) return true;
    offerPlan(filled);
    if (state.stop === Stop.PACK_VALUE) startPacking(Stop.PACK_LONG);
    else fixMore();
  }
  if (provenBest()) state.stop = Stop.END;
  return state.stop !== Stop.END;
}

function startPacking(by: Stop): void {
  state.stop = by;
  startRounding(by === Stop.PACK_VALUE ? FillRule.VALUE : FillRule.DECREASING);
}

/** Fixes whole parts, and of the fractions what the gap pays for or at least the one nearest to the next whole number. */
function fixMore(): void {
  let gap = state.number === 1 ? 0 : (best.key - 1) / priceUnit - programValue();
  if (best.missing > 0) gap = 0;
  for (let j = firstPattern; j < columnCount; j++) {
    const whole = Math.floor(columnValue(j) + 1e-6);
    if (whole > lowerBound[j]) lowerBound[j] = whole;
  }
  let fixed = 0;
  while (true) {
    const column = nearestWhole(fixed > 0);
    if (column < 0) break;
    const loss = (lowerBound[column] + 1 - columnValue(column)) * cost[column];
    if (fixed > 0 && loss > gap) break;
    gap -= loss;
    lowerBound[column]++;
    fixed++;
  }
  if (fixed === 0) {
    state.stop = Stop.END;
    return;
  }
  restOfDemand();
  resumeMaster(state.rounds, false);
  state.stop = Stop.SOLVE;
}

/** The pattern with the largest fraction, of those above one half if `safe`; later dives change the fractions at random. */
function nearestWhole(safe: bool): i32 {
  let column = -1;
  let most: f64 = 0;
  countFixed();
  const noise = state.number < 2 ? 0 : min(0.6, 0.1 * <f64>state.number);
  for (let j = firstPattern; j < columnCount; j++) {
    const fraction = columnValue(j) - lowerBound[j];
    if (fraction < 1e-6 || (safe && fraction < 0.5)) continue;
    // One more of a scarce stock must exist.
    if (state.fixedBars[barOf[j]] >= <f64>limit[barOf[j]]) continue;
    const score = fraction * (1 - noise * randomUnit());
    if (score <= most) continue;
    most = score;
    column = j;
  }
  return column;
}

function countFixed(): void {
  for (let j = 0; j < barCount; j++) state.fixedBars[j] = 0;
  for (let j = firstPattern; j < columnCount; j++) state.fixedBars[barOf[j]] += lowerBound[j];
}

/** What the fixed patterns leave of the demand limits the patterns that are priced. */
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
