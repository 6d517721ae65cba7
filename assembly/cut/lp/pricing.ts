/**
 * Which patterns are worth having at given values of the types? Values and thresholds are whole numbers, so the answer
 * is exact: `bestValue[j]` is at least the value of every pattern of bar j, and that is what bounds are made of.
 *
 * Where types times capacity is small, one table over the capacities serves all bars, and a walk down its rows lists
 * patterns above the threshold, many different ones at once. Elsewhere branch and bound, bar by bar, and its improving
 * fillings, until that turns out dearer than the table. Where the table is no more than an upper bound, the walk finds out.
 */

import { copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import {
  collectCount,
  collectInto,
  limitWaste,
  packBar,
  packCutOff,
  packedBound,
  rankTypes,
} from "../construct/knapsack";
import { wasteLimit } from "../incumbent/incumbent";
import { barCount, capacity, typeCount, weight } from "../model/problem";
import {
  PRICE_CELLS_SMALL,
  PRICE_COLUMNS,
  PRICE_FLOORS,
  PRICE_NODES,
  PRICE_PROOF_WALK,
  PRICE_REPEATS,
  PRICE_STEPS,
  PRICE_WALK,
} from "../model/tuning";
import {
  cell,
  exactCells,
  fillRows,
  openTable,
  rowCount,
  rowType,
  startTable,
  tableAt,
  tabled,
} from "./pricing-table";

/** Upper bound per bar on the value of its patterns, after the pricing has ended. */
export let bestValue: Numbers = changetype<Numbers>(0);
/** Patterns found above the threshold: their bar, and `typeCount` amounts each. */
export let foundCount: i32 = 0;
export let foundBar: Ints = changetype<Ints>(0);

/** What the walk through a bar's patterns is for. */
enum Aim {
  NONE = 0,
  /** From a coarse table's bound down to a value that no pattern exceeds: the floor falls until a pattern reaches it. */
  LOWER = 1,
  /** The best pattern first, then any others above the threshold that differ enough. */
  BEST = 2,
  MANY = 3,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  foundAmounts: Ints;
  /** True when this pricing uses the table. */
  tabular: bool;
  /** True once branch and bound has turned out dearer than the table. */
  tablePays: bool;
  nodeLimit: i32;
  value: Numbers;
  upper: Ints;
  threshold: Numbers;
  /** How often a type is in the patterns found. */
  repeats: Ints;
  /** The walk: what it is for, the pattern and row it is at; per row what is left, gained, and the amount to try next. */
  aim: Aim;
  walked: Ints;
  row: i32;
  leftAt: Numbers;
  gainedAt: Numbers;
  amountAt: Ints;
  walkFloor: f64;
  walkEnd: i32;
  /** Rows that walks may still visit. */
  walkLeft: i32;
  /** Patterns found before the bar and the most after it, and the step from one floor to the next. */
  foundBefore: i32;
  foundEnd: i32;
  lowerBy: f64;
  /** How often a type may be in the patterns found before the walk passes it by. */
  mostRepeats: i32;
  /** True once the table holds the values that are being priced. */
  tableFilled: bool;
  nextBar: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.aim = Aim.NONE;
state.mostRepeats = PRICE_REPEATS;

/** How a walk has ended, if it has. */
enum Walk {
  GOES_ON = 0,
  /** No more patterns reach the floor. */
  ENDED = 1,
  /** Enough patterns found, or too many rows visited. */
  STOPPED = 2,
}

export function openPricing(): void {
  bestValue = reserveNumbers(barCount);
  foundBar = reserveInts(PRICE_COLUMNS);
  state.foundAmounts = reserveInts(PRICE_COLUMNS * typeCount);
  state.repeats = reserveInts(typeCount);
  state.walked = reserveInts(typeCount);
  state.leftAt = reserveNumbers(typeCount + 1);
  state.gainedAt = reserveNumbers(typeCount + 1);
  state.amountAt = reserveInts(typeCount);
  openTable();
  state.tablePays = tabled && exactCells <= PRICE_CELLS_SMALL;
  state.nodeLimit = <i32>max(20_000, PRICE_NODES / barCount);
  if (tabled && cell === 1) state.nodeLimit = <i32>(exactCells / (16 * barCount));
}

/**
 * Fills the table for these values and amounts, if there is memory for it. Its rows are the types in their order as
 * long as a limit on waste makes every type count.
 */
export function prepareTable(values: Numbers, most: Ints): bool {
  if (!tabled || wasteLimit === Infinity) return false;
  startTable(values, most, true);
  while (fillRows()) {}
  return rowCount === typeCount;
}

/** Amounts of the pattern found as number `k`. */
export function foundPattern(k: i32): Ints {
  return changetype<Ints>(changetype<usize>(state.foundAmounts) + ((<usize>(k * typeCount)) << 2));
}

/**
 * Begins to look for patterns of each bar j worth more than `above[j]` at the values `values`, with at most `most[i]`
 * pieces of each type. All three are read until the pricing has ended.
 */
export function startPricing(values: Numbers, most: Ints, above: Numbers): void {
  state.value = values;
  state.upper = most;
  state.threshold = above;
  foundCount = 0;
  state.nextBar = 0;
  state.aim = Aim.NONE;
  state.tableFilled = false;
  state.tabular = tabled && state.tablePays;
  if (state.tabular) startTable(state.value, state.upper, wasteLimit < Infinity);
  else rankTypes(state.value, state.upper);
}

/** Does one bar, or some rows of the table for all of them; false when nothing is left to do. */
export function priceStep(): bool {
  if (state.tabular) {
    if (!state.tableFilled) {
      if (!fillRows()) takeTable();
    } else if (walkBar()) {
      state.nextBar++;
      state.aim = Aim.NONE;
    }
    return state.nextBar < barCount;
  }
  const share = PRICE_COLUMNS / barCount;
  const room = max(1, min(share, PRICE_COLUMNS - foundCount));
  collectInto(foundPattern(foundCount), foundCount + room > PRICE_COLUMNS ? 0 : room);
  limitWaste(wasteLimit);
  packBar(capacity[state.nextBar], state.threshold[state.nextBar], 0.5, state.nodeLimit);
  limitWaste(Infinity);
  if (tabled && packCutOff) {
    state.tablePays = true;
    state.tabular = true;
    foundCount = 0;
    state.nextBar = 0;
    collectInto(state.foundAmounts, 0);
    startTable(state.value, state.upper, wasteLimit < Infinity);
    return true;
  }
  bestValue[state.nextBar] = Math.floor(packedBound);
  for (let k = min(collectCount, room); k > 0; k--) foundBar[foundCount++] = state.nextBar;
  collectInto(state.foundAmounts, 0);
  return ++state.nextBar < barCount;
}

/** Reads from the full table what bars can be worth. */
function takeTable(): void {
  state.tableFilled = true;
  state.walkLeft = PRICE_WALK;
  for (let j = 0; j < barCount; j++) bestValue[j] = tableAt(0, capacity[j]);
  for (let i = 0; i < typeCount; i++) {
    state.repeats[i] = 0;
    state.walked[i] = 0;
  }
}

/** Goes on with the walks of the next bar; true when it is done with. */
function walkBar(): bool {
  if (state.aim === Aim.NONE) return !beginBar();
  const walk = walkOn();
  if (walk === Walk.GOES_ON) return false;
  if (state.aim === Aim.BEST) return !startMany();
  if (state.aim === Aim.MANY) return true;
  if (walk === Walk.ENDED) {
    bestValue[state.nextBar] = state.walkFloor - 0.5;
    if (startLower()) return false;
  }
  state.mostRepeats = PRICE_REPEATS;
  state.walkLeft = PRICE_WALK;
  foundCount = max(foundCount, state.foundBefore);
  return !startMany();
}

/** Begins with the first aim of the next bar; false when nothing in it is worth more than the threshold. */
function beginBar(): bool {
  if (bestValue[state.nextBar] <= state.threshold[state.nextBar]) return false;
  state.foundBefore = foundCount;
  state.foundEnd = min(PRICE_COLUMNS, foundCount + max(1, PRICE_COLUMNS / barCount));
  if (cell === 1) {
    if (foundCount >= state.foundEnd) return false;
    state.aim = Aim.BEST;
    startWalk(bestValue[state.nextBar] - 0.5, foundCount + 1);
    return true;
  }
  state.lowerBy = max(
    1,
    Math.ceil((bestValue[state.nextBar] - state.threshold[state.nextBar]) / PRICE_FLOORS),
  );
  // Where there is no room for one more, the last one makes way.
  foundCount = min(foundCount, PRICE_COLUMNS - 1);
  state.mostRepeats = i32.MAX_VALUE;
  state.walkLeft = PRICE_PROOF_WALK / barCount;
  state.aim = Aim.LOWER;
  return startLower();
}

/** Begins the walk that the next lower bound on the bar's value needs; false when it is at the threshold. */
function startLower(): bool {
  if (bestValue[state.nextBar] <= state.threshold[state.nextBar]) return false;
  startWalk(
    max(state.threshold[state.nextBar], bestValue[state.nextBar] - state.lowerBy) + 0.5,
    foundCount + 1,
  );
  return true;
}

/** Begins the walk that lists many patterns; false when there are none, or no room. */
function startMany(): bool {
  if (bestValue[state.nextBar] <= state.threshold[state.nextBar] || foundCount >= state.foundEnd)
    return false;
  state.aim = Aim.MANY;
  startWalk(state.threshold[state.nextBar] + 0.5, state.foundEnd);
  return true;
}

/** Begins a walk through the patterns of the bar worth `floor` or more, until `end` patterns have been found in all. */
function startWalk(floor: f64, end: i32): void {
  for (let r = 0; r < rowCount; r++) state.walked[rowType[r]] = 0;
  state.walkFloor = floor;
  state.walkEnd = end;
  state.row = 0;
  enterRow(capacity[state.nextBar], 0);
}

/** Prepares the row that the walk has come to; below the last one there is nothing to choose. */
function enterRow(left: f64, gained: f64): void {
  state.leftAt[state.row] = left;
  state.gainedAt[state.row] = gained;
  if (state.row === rowCount) return;
  state.walkLeft--;
  spend(4);
  const i = rowType[state.row];
  state.amountAt[state.row] =
    state.repeats[i] >= state.mostRepeats ? 0 : <i32>min(<f64>state.upper[i], Math.floor(left / weight[i]));
}

/** Follows every amount of each row that can still lead to the floor, for some steps. */
function walkOn(): Walk {
  for (let steps = 0; steps < PRICE_STEPS; steps++) {
    if (state.walkLeft < 0) return Walk.STOPPED;
    if (state.row === rowCount) {
      if (state.gainedAt[state.row] >= state.walkFloor && takePattern() >= state.walkEnd) return Walk.STOPPED;
      if (--state.row < 0) return Walk.ENDED;
      continue;
    }
    const i = rowType[state.row];
    const amount = state.amountAt[state.row]--;
    if (amount < 0) {
      state.walked[i] = 0;
      if (--state.row < 0) return Walk.ENDED;
      continue;
    }
    const left = state.leftAt[state.row] - <f64>amount * weight[i];
    const gained = state.gainedAt[state.row] + <f64>amount * state.value[i];
    if (gained + tableAt(state.row + 1, left) < state.walkFloor) continue;
    // A pattern found further down may have used up what this row may repeat.
    if (amount > 0 && state.repeats[i] >= state.mostRepeats) continue;
    state.walked[i] = amount;
    state.row++;
    enterRow(left, gained);
  }
  return Walk.GOES_ON;
}

/** Adds the pattern that the walk has come to; returns how many there are. */
function takePattern(): i32 {
  for (let r = 0; r < rowCount; r++) if (state.walked[rowType[r]] > 0) state.repeats[rowType[r]]++;
  copyInts(foundPattern(foundCount), state.walked, typeCount);
  foundBar[foundCount++] = state.nextBar;
  return foundCount;
}
