/**
 * The best plan so far, the best bounds so far, and what the two prove together.
 *
 * The folder:
 *
 *     cut-plan ─► repair   pieces into what is left, smaller bars ─► cut-incumbent   better? proven? ─► pause   is that the end?
 */

import { mark, release } from "../../memory";
import { copyInts, Ints, reserveInts, reserveNumbers } from "../../vector";
import { singleTypeBound } from "../bounds/single-type";
import { volumeBound } from "../bounds/volume";
import {
  auditPlan,
  BarsPlan,
  betterPlan,
  copyPlan,
  countRest,
  createPlan,
  primaryOf,
  sumPlan,
} from "../model/cut-plan";
import {
  barCount,
  capacity,
  demand,
  key,
  limit,
  primary,
  ruled,
  scale,
  typeCount,
  volume,
  worth,
  worthRoom,
} from "../model/cut-problem";
import { leastBars } from "../model/cut-rules";
import { repairPlan, topUpPlan } from "./repair";

export let best: BarsPlan = changetype<BarsPlan>(0);
/** Raised with every better plan. */
export let revision: i32 = 0;
/** Its value in the user's objective. */
export let bestPrimary: f64 = Infinity;
/** Lower bounds on plans that place everything, in whole keys and in the user's objective. */
export let keyBound: f64 = 0;
export let primaryBound: f64 = 0;
/** The most bars of each kind that a plan as good as the best one can use. */
export let mostBars: Ints = changetype<Ints>(0);
/** No plan better than the best one wastes more capacity than this, so none of its bars does. */
export let wasteLimit: f64 = Infinity;

/** Plans that a candidate becomes as it is put right. */
let scratch: BarsPlan = changetype<BarsPlan>(0);
let second: BarsPlan = changetype<BarsPlan>(0);

export function openIncumbent(): void {
  best = createPlan();
  scratch = createPlan();
  second = createPlan();
  mostBars = reserveInts(barCount);
  best.overflow = 1;
  revision = 0;
  bestPrimary = Infinity;
  keyBound = volumeBound(key, capacity, volume);
  primaryBound = volumeBound(primary, capacity, volume);
  countBars();
  keyBound = max(keyBound, singleTypeBound(key));
  primaryBound = max(primaryBound, singleTypeBound(primary));
  copyInts(mostBars, limit, barCount);
  wasteLimit = Infinity;
}

/** Takes in what the least number of bars costs, where the rules of patterns prove one. */
function countBars(): void {
  if (!ruled) return;
  const one = reserveNumbers(barCount);
  for (let j = 0; j < barCount; j++) one[j] = 1;
  const bars = leastBars();
  keyBound = max(keyBound, volumeBound(key, one, bars));
  primaryBound = max(primaryBound, volumeBound(primary, one, bars));
}

/** Keeps `plan` if it is better, after what can be put right in it at once. */
export function offerPlan(plan: BarsPlan): void {
  if (plan.overflow) return;
  repairPlan(scratch, plan);
  let candidate = scratch.overflow ? plan : scratch;
  if (candidate.missing > 0) {
    topUpPlan(second, candidate);
    if (!second.overflow) candidate = second;
  }
  if (!betterPlan(candidate, best)) return;
  copyPlan(best, candidate);
  revision++;
  bestPrimary = primaryOf(best);
  if (!ASC_NO_ASSERT) auditBest();
  if (best.missing > 0) return;
  for (let j = 0; j < barCount; j++) {
    if (key[j] > 0) mostBars[j] = <i32>min(<f64>limit[j], Math.floor(best.key / key[j]));
  }
  wasteLimit = mostRoom(best.key - 1) - volume;
}

/** In debug builds: the best plan can be cut, and its totals are those of its patterns. */
function auditBest(): void {
  const top = mark();
  const rest = reserveInts(typeCount);
  countRest(best, rest);
  auditPlan(best, rest);
  copyPlan(scratch, best);
  sumPlan(scratch);
  assert(best.missing === scratch.missing && best.missingWorth === scratch.missingWorth);
  assert(best.key === scratch.key);
  release(top);
}

/** The most capacity that bars with keys of `total` together can have. */
function mostRoom(total: f64): f64 {
  if (barCount === 1) return capacity[0] * Math.floor(total / key[0]);
  let ratio: f64 = 0;
  for (let j = 0; j < barCount; j++) ratio = max(ratio, key[j] > 0 ? capacity[j] / key[j] : Infinity);
  // A whole unit more than the product covers its rounding.
  return Math.floor(total * ratio) + 1;
}

/**
 * Takes in bounds on plans better than the best one: no plan at all is below both them and the best plan. What is not a
 * number says nothing.
 */
export function raiseBounds(newKeyBound: f64, newPrimaryBound: f64): void {
  const complete = best.missing === 0;
  if (newKeyBound > keyBound) keyBound = complete ? min(newKeyBound, best.key) : newKeyBound;
  if (newPrimaryBound > primaryBound) {
    primaryBound = complete ? min(newPrimaryBound, bestPrimary) : newPrimaryBound;
  }
}

/** True when everything is placed and no plan has a smaller objective. */
export function provenOptimal(): bool {
  return best.missing === 0 && (best.key <= keyBound || bestPrimary <= primaryBound);
}

/** No plan worth looking for has a larger key: first the objective has to become smaller, and once it cannot, a tie. */
export function mostKey(): f64 {
  return (provenOptimal() ? best.key : min(best.key, bestPrimary * scale)) - 1;
}

/** True when no plan is better in the objective or any tie. */
export function provenBest(): bool {
  return best.missing === 0 && best.key <= keyBound;
}

/** No plan that places as much as the best one has a smaller objective. */
export function objectiveBound(): f64 {
  if (best.missing === 0) return min(bestPrimary, max(primaryBound, Math.floor(keyBound / scale)));
  let placed: f64 = -best.missingWorth;
  for (let i = 0; i < typeCount; i++) placed += worth[i] * <f64>demand[i];
  return volumeBound(primary, worthRoom, placed);
}
