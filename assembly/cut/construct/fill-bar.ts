/**
 * Whole plans bar by bar. Each step fills every kind of bar with what is left, takes the filling with the best value
 * for its key, and repeats it as often as demand allows. With a type's weight as its value this is "longest first";
 * sequential value correction (Mukhacheva and Zalgaller; Belov and Scheithauer 2007) raises the values of types that
 * ended up in wasteful bars and starts again.
 *
 * The folder:
 *
 *     knapsack   the best filling of one bar ─► fill-bar   a plan, bar by bar
 *     bar-mix    which bars could a better plan be made of? ─► fill-bar, with these alone
 *     rounds     many plans, one after another
 */

import { clearInts, copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend, workSpent } from "../../work";
import { pause } from "../incumbent/pause";
import { addPattern, auditPlan, BarsPlan, clearPlan, createPlan, sumPlan } from "../model/cut-plan";
import {
  barCount,
  capacity,
  classCount,
  demand,
  fitting,
  key,
  limit,
  ruled,
  typeCount,
  weight,
  worth,
} from "../model/cut-problem";
import { add, addable, clearBar, mostGivenBack } from "../model/cut-rules";
import { CORRECTION_POWER, FILL_NODES } from "../model/cut-tuning";
import { packBar, packed, packedWeight, rankTypes } from "./knapsack";

/** How a step finds a filling, and by what it chooses the bar. */
export enum FillRule {
  /** Longest pieces first; least key per weight. */
  DECREASING = 0,
  /** Longest pieces first; fullest bar. */
  DECREASING_FULL = 1,
  /** Most valuable filling; least key per value. */
  VALUE = 2,
  /** Most valuable filling; fullest bar. */
  VALUE_FULL = 3,
}

/** The plan being made; its totals are up to date once nothing more can be placed. */
export let filled: BarsPlan = changetype<BarsPlan>(0);
/** Pieces and bars that are left. Callers may change both between `startFill` and the first pattern. */
export let pieceLeft: Ints = changetype<Ints>(0);
export let stockLeft: Ints = changetype<Ints>(0);

let rule: FillRule = FillRule.DECREASING;
/** Part of the possible repetitions that a step takes. */
let haste: f64 = 1;
/** No longer type has pieces left. */
let longest: i32 = 0;
let value: Numbers = changetype<Numbers>(0);
/** Pieces of the filling that is chosen, and of the one that is tried. */
let amounts: Ints = changetype<Ints>(0);
let tried: Ints = changetype<Ints>(0);

export function openFill(): void {
  filled = createPlan();
  pieceLeft = reserveInts(typeCount);
  stockLeft = reserveInts(barCount);
  value = reserveNumbers(typeCount);
  amounts = reserveInts(typeCount);
  tried = reserveInts(typeCount);
}

/** Values from which the corrections start: a bit more than proportional to weight, for long pieces are hard to place. */
export function resetValues(): void {
  for (let i = 0; i < typeCount; i++) value[i] = (weight[i] / capacity[0]) ** CORRECTION_POWER;
}

/** Values for filling bars when not everything can be placed: what counts then is the length placed. */
export function worthValues(): void {
  for (let i = 0; i < typeCount; i++) value[i] = worth[i];
}

/** Values as the linear program sees them; a type without any still wants to be placed. */
export function setValues(from: Numbers): void {
  for (let i = 0; i < typeCount; i++) value[i] = max(0, from[i]) + (1e-3 * weight[i]) / capacity[0];
}

/** Begins a plan of everything. */
export function startFill(by: FillRule, part: f64): void {
  rule = by;
  haste = part;
  longest = 0;
  clearPlan(filled);
  copyInts(pieceLeft, demand, typeCount);
  copyInts(stockLeft, limit, barCount);
}

/** Limits the plan just begun to the bars of a mix. */
export function limitFill(bars: Ints): void {
  copyInts(stockLeft, bars, barCount);
}

/** Adds patterns until nothing more can be placed; false when the work for it has come to its `end` before. */
export function fillBars(end: f64 = Infinity): bool {
  do {
    if (workSpent() >= end) return false;
    pause();
  } while (fillNext());
  return true;
}

/** Adds one pattern; false when nothing more can be placed, and then the plan's totals are up to date. */
export function fillNext(): bool {
  const byValue = rule >= FillRule.VALUE;
  const byFilling = rule === FillRule.DECREASING_FULL || rule === FillRule.VALUE_FULL;
  let chosen = -1;
  let best: f64 = Infinity;
  let used: f64 = 0;
  if (byValue) rankTypes(value, pieceLeft);
  for (let j = 0; j < barCount; j++) {
    if (stockLeft[j] === 0) continue;
    const held = byValue ? packBar(capacity[j], 0, 0, FILL_NODES / (1 + barCount / 8)) : fillDecreasing(j);
    if (held <= 0) continue;
    const filling = byValue ? packedWeight : held;
    const score = byFilling ? capacity[j] / filling : (key[j] + 1e-9) / held;
    if (score >= best) continue;
    best = score;
    chosen = j;
    used = filling;
    copyInts(amounts, byValue ? packed : tried, typeCount);
  }
  spend(<f64>typeCount);
  if (chosen < 0) sumPlan(filled);
  else usePattern(chosen, used);
  if (!ASC_NO_ASSERT) auditPlan(filled, pieceLeft);
  return chosen >= 0;
}

/** Fills a bar with the longest pieces first into `tried`; returns the weight. */
function fillDecreasing(j: i32): f64 {
  clearInts(tried, typeCount);
  while (longest < typeCount && pieceLeft[longest] === 0) longest++;
  let left = capacity[j];
  if (ruled) clearBar();
  let room = left;
  for (let i = firstWithin(longest, room); i < typeCount; i = firstWithin(i + 1, room)) {
    spend(8);
    if (pieceLeft[i] === 0) continue;
    const most = ruled ? addable(i, left, false) : fitting(i, left);
    tried[i] = <i32>min(most, <f64>pieceLeft[i]);
    if (ruled) left -= add(i, tried[i], false);
    left -= <f64>tried[i] * weight[i];
    room = left + (classCount > 0 ? mostGivenBack() : 0);
  }
  return capacity[j] - left;
}

/** The first type from `from` on that weighs no more than `room`. */
function firstWithin(from: i32, room: f64): i32 {
  let end = typeCount;
  while (from < end) {
    const middle = (from + end) >>> 1;
    if (weight[middle] > room) from = middle + 1;
    else end = middle;
  }
  return from;
}

/** Cuts `amounts` from bars of kind `j` as often as demand and stock allow, or from the part of them that `haste` says. */
function usePattern(j: i32, used: f64): void {
  let most = stockLeft[j];
  for (let i = 0; i < typeCount; i++) if (amounts[i] > 0) most = min(most, pieceLeft[i] / amounts[i]);
  const count = max(1, <i32>Math.ceil(<f64>most * haste));
  addPattern(filled, j, count, amounts);
  stockLeft[j] -= count;
  if (rule >= FillRule.VALUE) correctValues(j, count, used);
  for (let i = 0; i < typeCount; i++) pieceLeft[i] -= count * amounts[i];
}

/**
 * Sequential value correction: moves the values of the pieces just placed towards what the bar really cost them.
 */
function correctValues(j: i32, count: i32, used: f64): void {
  const price = capacity[j] / used;
  for (let i = 0; i < typeCount; i++) {
    if (amounts[i] === 0) continue;
    const share = (<f64>amounts[i] * <f64>count) / (<f64>demand[i] + <f64>pieceLeft[i]);
    const fair = (weight[i] / capacity[0]) ** CORRECTION_POWER * price;
    value[i] += share * (fair - value[i]);
  }
}
