/**
 * Which patterns are worth having at given values of the types? Values and thresholds are whole numbers, so the answer
 * is exact: `bestValue[j]` is at least the value of every pattern of bar j, and that is what bounds are made of.
 *
 * Where types times capacity is small, one table over the capacities serves all bars, and a walk down its rows lists
 * patterns above the threshold, many different ones at once. Elsewhere branch and bound, bar by bar, and its improving
 * fillings, until that turns out dearer than the table. Where the table is no more than an upper bound, the walk finds out.
 */

import { copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import {
  collectCount,
  collectInto,
  limitWaste,
  packBar,
  packCutOff,
  packedBound,
  packNodes,
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
  tableWork,
} from "./pricing-table";

/** Upper bound per bar on the value of its patterns, after the pricing has ended. */
export let bestValue: Numbers = changetype<Numbers>(0);
/** Patterns found above the threshold: their bar, and `typeCount` amounts each. */
export let foundCount: i32 = 0;
export let foundBar: Ints = changetype<Ints>(0);
let foundAmounts: Ints = changetype<Ints>(0);

/** How a walk has ended, if it has. */
enum Walk {
  GOES_ON = 0,
  /** No more patterns reach the floor. */
  ENDED = 1,
  /** Enough patterns found, or too many rows visited. */
  STOPPED = 2,
}

/** What the walk through a bar's patterns is for. */
enum Aim {
  NONE = 0,
  /** From a coarse table's bound down to a value that no pattern exceeds: the floor falls until a pattern reaches it. */
  LOWER = 1,
  /** The best pattern first, then any others above the threshold that differ enough. */
  BEST = 2,
  MANY = 3,
}

/** True when this pricing uses the table. */
let tabular: bool = false;
/** True once branch and bound has turned out dearer than the table. */
let settled: bool = false;
let nodeLimit: i32 = 0;
let value: Numbers = changetype<Numbers>(0);
let upper: Ints = changetype<Ints>(0);
let threshold: Numbers = changetype<Numbers>(0);
/** How often a type is in the patterns found. */
let repeats: Ints = changetype<Ints>(0);
/** The walk: what it is for, the pattern and row it is at; per row what is left, gained, and the amount to try next. */
let aim: Aim = Aim.NONE;
let walked: Ints = changetype<Ints>(0);
let row: i32 = 0;
let leftAt: Numbers = changetype<Numbers>(0);
let gainedAt: Numbers = changetype<Numbers>(0);
let amountAt: Ints = changetype<Ints>(0);
let walkFloor: f64 = 0;
let walkEnd: i32 = 0;
/** Rows that walks may still visit. */
let walkLeft: i32 = 0;
/** Patterns found before the bar and the most after it, and the step from one floor to the next. */
let foundBefore: i32 = 0;
let foundEnd: i32 = 0;
let lowerBy: f64 = 0;
/** How often a type may be in the patterns found before the walk passes it by. */
let mostRepeats: i32 = PRICE_REPEATS;
/** True once the table holds the values that are being priced. */
let tableFilled: bool = false;
let nextBar: i32 = 0;
let walkWork: f64 = 0;

export function openPricing(): void {
  bestValue = reserveNumbers(barCount);
  foundBar = reserveInts(PRICE_COLUMNS);
  foundAmounts = reserveInts(PRICE_COLUMNS * typeCount);
  repeats = reserveInts(typeCount);
  walked = reserveInts(typeCount);
  leftAt = reserveNumbers(typeCount + 1);
  gainedAt = reserveNumbers(typeCount + 1);
  amountAt = reserveInts(typeCount);
  openTable();
  settled = tabled && exactCells <= PRICE_CELLS_SMALL;
  nodeLimit = <i32>max(20_000, PRICE_NODES / barCount);
  if (tabled && cell === 1) nodeLimit = <i32>(exactCells / (16 * barCount));
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

/** Work done since the module started. */
export function pricingWork(): f64 {
  return tableWork + walkWork + packNodes * 16;
}

/** Amounts of the pattern found as number `k`. */
export function foundPattern(k: i32): Ints {
  return changetype<Ints>(changetype<usize>(foundAmounts) + ((<usize>(k * typeCount)) << 2));
}

/**
 * Begins to look for patterns of each bar j worth more than `above[j]` at the values `values`, with at most `most[i]`
 * pieces of each type. All three are read until the pricing has ended.
 */
export function startPricing(values: Numbers, most: Ints, above: Numbers): void {
  value = values;
  upper = most;
  threshold = above;
  foundCount = 0;
  nextBar = 0;
  aim = Aim.NONE;
  tableFilled = false;
  tabular = tabled && settled;
  if (tabular) startTable(value, upper, wasteLimit < Infinity);
  else rankTypes(value, upper);
}

/** Does one bar, or some rows of the table for all of them; false when nothing is left to do. */
export function priceStep(): bool {
  if (tabular) {
    if (!tableFilled) {
      if (!fillRows()) takeTable();
    } else if (walkBar()) {
      nextBar++;
      aim = Aim.NONE;
    }
    return nextBar < barCount;
  }
  const share = PRICE_COLUMNS / barCount;
  const room = max(1, min(share, PRICE_COLUMNS - foundCount));
  collectInto(foundPattern(foundCount), foundCount + room > PRICE_COLUMNS ? 0 : room);
  limitWaste(wasteLimit);
  packBar(capacity[nextBar], threshold[nextBar], 0.5, nodeLimit);
  limitWaste(Infinity);
  if (tabled && packCutOff) {
    settled = true;
    tabular = true;
    foundCount = 0;
    nextBar = 0;
    collectInto(foundAmounts, 0);
    startTable(value, upper, wasteLimit < Infinity);
    return true;
  }
  bestValue[nextBar] = Math.floor(packedBound);
  for (let k = min(collectCount, room); k > 0; k--) foundBar[foundCount++] = nextBar;
  collectInto(foundAmounts, 0);
  return ++nextBar < barCount;
}

/** Reads from the full table what bars can be worth. */
function takeTable(): void {
  tableFilled = true;
  walkLeft = PRICE_WALK;
  for (let j = 0; j < barCount; j++) bestValue[j] = tableAt(0, capacity[j]);
  for (let i = 0; i < typeCount; i++) {
    repeats[i] = 0;
    walked[i] = 0;
  }
}

/** Goes on with the walks of the next bar; true when it is done with. */
function walkBar(): bool {
  if (aim === Aim.NONE) return !beginBar();
  const walk = walkOn();
  if (walk === Walk.GOES_ON) return false;
  if (aim === Aim.BEST) return !startMany();
  if (aim === Aim.MANY) return true;
  if (walk === Walk.ENDED) {
    bestValue[nextBar] = walkFloor - 0.5;
    if (startLower()) return false;
  }
  mostRepeats = PRICE_REPEATS;
  walkLeft = PRICE_WALK;
  foundCount = max(foundCount, foundBefore);
  return !startMany();
}

/** Begins with the first aim of the next bar; false when nothing in it is worth more than the threshold. */
function beginBar(): bool {
  if (bestValue[nextBar] <= threshold[nextBar]) return false;
  foundBefore = foundCount;
  foundEnd = min(PRICE_COLUMNS, foundCount + max(1, PRICE_COLUMNS / barCount));
  if (cell === 1) {
    if (foundCount >= foundEnd) return false;
    aim = Aim.BEST;
    startWalk(bestValue[nextBar] - 0.5, foundCount + 1);
    return true;
  }
  lowerBy = max(1, Math.ceil((bestValue[nextBar] - threshold[nextBar]) / PRICE_FLOORS));
  // Where there is no room for one more, the last one makes way.
  foundCount = min(foundCount, PRICE_COLUMNS - 1);
  mostRepeats = i32.MAX_VALUE;
  walkLeft = PRICE_PROOF_WALK / barCount;
  aim = Aim.LOWER;
  return startLower();
}

/** Begins the walk that the next lower bound on the bar's value needs; false when it is at the threshold. */
function startLower(): bool {
  if (bestValue[nextBar] <= threshold[nextBar]) return false;
  startWalk(max(threshold[nextBar], bestValue[nextBar] - lowerBy) + 0.5, foundCount + 1);
  return true;
}

/** Begins the walk that lists many patterns; false when there are none, or no room. */
function startMany(): bool {
  if (bestValue[nextBar] <= threshold[nextBar] || foundCount >= foundEnd) return false;
  aim = Aim.MANY;
  startWalk(threshold[nextBar] + 0.5, foundEnd);
  return true;
}

/** Begins a walk through the patterns of the bar worth `floor` or more, until `end` patterns have been found in all. */
function startWalk(floor: f64, end: i32): void {
  for (let r = 0; r < rowCount; r++) walked[rowType[r]] = 0;
  walkFloor = floor;
  walkEnd = end;
  row = 0;
  enterRow(capacity[nextBar], 0);
}

/** Prepares the row that the walk has come to; below the last one there is nothing to choose. */
function enterRow(left: f64, gained: f64): void {
  leftAt[row] = left;
  gainedAt[row] = gained;
  if (row === rowCount) return;
  walkLeft--;
  walkWork += 4;
  const i = rowType[row];
  amountAt[row] = repeats[i] >= mostRepeats ? 0 : <i32>min(<f64>upper[i], Math.floor(left / weight[i]));
}

/** Follows every amount of each row that can still lead to the floor, for some steps. */
function walkOn(): Walk {
  for (let steps = 0; steps < PRICE_STEPS; steps++) {
    if (walkLeft < 0) return Walk.STOPPED;
    if (row === rowCount) {
      if (gainedAt[row] >= walkFloor && takePattern() >= walkEnd) return Walk.STOPPED;
      if (--row < 0) return Walk.ENDED;
      continue;
    }
    const i = rowType[row];
    const amount = amountAt[row]--;
    if (amount < 0) {
      walked[i] = 0;
      if (--row < 0) return Walk.ENDED;
      continue;
    }
    const left = leftAt[row] - <f64>amount * weight[i];
    const gained = gainedAt[row] + <f64>amount * value[i];
    if (gained + tableAt(row + 1, left) < walkFloor) continue;
    // A pattern found further down may have used up what this row may repeat.
    if (amount > 0 && repeats[i] >= mostRepeats) continue;
    walked[i] = amount;
    row++;
    enterRow(left, gained);
  }
  return Walk.GOES_ON;
}

/** Adds the pattern that the walk has come to; returns how many there are. */
function takePattern(): i32 {
  for (let r = 0; r < rowCount; r++) if (walked[rowType[r]] > 0) repeats[rowType[r]]++;
  copyInts(foundPattern(foundCount), walked, typeCount);
  foundBar[foundCount++] = nextBar;
  return foundCount;
}
