/**
 * The pricing problem of column generation (Gilmore and Gomory 1961): which patterns are worth having at given values of the
 * types? One bounded knapsack per bar. Values and thresholds are whole numbers, so the answer is exact: `bestValue[j]` is at
 * least the value of every pattern of bar j, and that is what bounds are made of.
 *
 * Where types times capacity is small, one table over the capacities serves all bars, and a walk down its rows lists
 * patterns above the threshold, many different ones at once. Elsewhere branch and bound, bar by bar, and its improving
 * fillings, until that turns out dearer than the table. Where the table is no more than an upper bound, the walk finds out.
 */

import { clearInts, copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
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
import { wasteLimit } from "../incumbent/cut-incumbent";
import { pause } from "../incumbent/pause";
import { barCount, capacity, typeCount, weight } from "../model/cut-problem";
import {
  PRICE_CELLS_SMALL,
  PRICE_COLUMNS,
  PRICE_FLOORS,
  PRICE_NODES,
  PRICE_REPEATS,
  PRICE_WALK,
} from "../model/cut-tuning";
import { PRICE_STEPS } from "../model/limits";
import { cell, exactCells, fillTable, openTable, rowCount, rowType, tableAt, tabled } from "./pricing-table";
import { areParted, openUnits, unitMost, unitValue, unitWeight, valueUnits, writePieces } from "./units";

/** Upper bound per bar on the value of its patterns, after the pricing has ended. */
export let bestValue: Numbers = changetype<Numbers>(0);
/** Patterns found above the threshold: their bar, and `typeCount` amounts each. */
export let foundCount: i32 = 0;
export let foundBar: Ints = changetype<Ints>(0);

let foundAmounts: Ints = changetype<Ints>(0);

/** Weights and values that are priced, and the most nodes of branch and bound per bar. */
let weights: Numbers = changetype<Numbers>(0);
let value: Numbers = changetype<Numbers>(0);
let upper: Ints = changetype<Ints>(0);
let threshold: Numbers = changetype<Numbers>(0);
let nodeLimit: i32 = 0;
/** True once branch and bound has turned out dearer than the table. */
let tablePays: bool = false;

/** How a walk down the table has ended. */
enum WalkEnd {
  /** No more patterns reach the floor. */
  ENDED = 0,
  /** Enough patterns found, or too many rows visited. */
  STOPPED = 1,
}
/** Rows that walks may still visit, and how often a type may be in the patterns found before they pass it by. */
let walkLeft: i32 = 0;
let mostRepeats: i32 = 0;
/** How often a type is in the patterns found. */
let repeats: Ints = changetype<Ints>(0);
/** The pattern that a walk is at; per row what is left and gained above it, and the amount to try next. */
let walked: Ints = changetype<Ints>(0);
let leftAt: Numbers = changetype<Numbers>(0);
let gainedAt: Numbers = changetype<Numbers>(0);
let amountAt: Ints = changetype<Ints>(0);
/** Per row the last one above it with an amount, or -1. */
let takenAt: Ints = changetype<Ints>(0);
/** True when units are combined, not types. */
let inUnits: bool = false;

export function openPricing(): void {
  bestValue = reserveNumbers(barCount);
  foundBar = reserveInts(PRICE_COLUMNS);
  foundAmounts = reserveInts(PRICE_COLUMNS * typeCount);
  repeats = reserveInts(typeCount);
  walked = reserveInts(typeCount);
  leftAt = reserveNumbers(typeCount + 1);
  gainedAt = reserveNumbers(typeCount + 1);
  amountAt = reserveInts(typeCount + 1);
  takenAt = reserveInts(typeCount + 1);
  openTable();
  openUnits();
  tablePays = tabled && exactCells <= PRICE_CELLS_SMALL;
  nodeLimit = <i32>max(20_000, PRICE_NODES / barCount);
  if (tabled && cell === 1) nodeLimit = <i32>(exactCells / (16 * barCount));
}

/** Amounts of the pattern found as number `k`. */
export function foundPattern(k: i32): Ints {
  return changetype<Ints>(changetype<usize>(foundAmounts) + ((<usize>(k * typeCount)) << 2));
}

/**
 * Looks for patterns of each bar j worth more than `above[j]` at the values `values`, with at most `most[i]` pieces of
 * each type.
 */
export function pricePatterns(values: Numbers, most: Ints, above: Numbers): void {
  value = values;
  upper = most;
  threshold = above;
  if (!tablePays && !priceByBranching()) tablePays = true;
  if (tablePays) priceByTable();
}

/** Prices bar by bar with branch and bound; false as soon as that takes more nodes than the table would. */
function priceByBranching(): bool {
  foundCount = 0;
  rankTypes(value, upper);
  for (let j = 0; j < barCount; j++) {
    pause();
    const room = max(1, min(PRICE_COLUMNS / barCount, PRICE_COLUMNS - foundCount));
    collectInto(foundPattern(foundCount), foundCount + room > PRICE_COLUMNS ? 0 : room);
    limitWaste(wasteLimit);
    packBar(capacity[j], threshold[j], 0.5, nodeLimit);
    limitWaste(Infinity);
    const found = min(collectCount, room);
    collectInto(foundAmounts, 0);
    if (tabled && packCutOff) return false;
    bestValue[j] = Math.floor(packedBound);
    for (let k = 0; k < found; k++) foundBar[foundCount++] = j;
  }
  return true;
}

/**
 * Fills the table for these values and amounts, if there is memory for it. Its rows are the types in their order as
 * long as a limit on waste makes every type count.
 */
export function prepareTable(values: Numbers, most: Ints): bool {
  if (!tabled || wasteLimit === Infinity) return false;
  fillTable(weight, values, most, true);
  return rowCount === typeCount;
}

/** Prices all bars with one table. */
function priceByTable(): void {
  foundCount = 0;
  weights = weight;
  inUnits = false;
  fillTable(weight, value, upper, wasteLimit < Infinity);
  startWalks();
  for (let j = 0; j < barCount; j++) {
    pause();
    if (bestValue[j] > threshold[j]) walkBar(j);
  }
}

/** Reads the best value of each bar from the table, and forgets how often types are in the patterns found. */
function startWalks(): void {
  for (let j = 0; j < barCount; j++) bestValue[j] = tableAt(0, capacity[j]);
  clearInts(repeats, typeCount);
  clearInts(walked, typeCount);
  mostRepeats = PRICE_REPEATS;
  walkLeft = PRICE_WALK;
}

/**
 * As `pricePatterns`, for one kind of bar: looks for patterns within the limit on waste that are made of units (`units.ts`) and
 * hold no two that are parted.
 */
export function priceUnits(values: Numbers, above: Numbers): void {
  valueUnits(values);
  value = unitValue;
  weights = unitWeight;
  upper = unitMost;
  threshold = above;
  inUnits = true;
  foundCount = 0;
  fillTable(weights, value, upper, true, wasteLimit);
  startWalks();
  while (foundCount === 0 && bestValue[0] > threshold[0]) {
    const floor = max(threshold[0], bestValue[0] - Math.ceil((bestValue[0] - threshold[0]) / PRICE_FLOORS));
    if (walk(0, floor + 0.5, PRICE_COLUMNS) === WalkEnd.STOPPED || foundCount > 0) return;
    bestValue[0] = floor;
  }
}

/** Lists the best pattern of a bar, then any others above the threshold that differ enough. */
function walkBar(j: i32): void {
  const end = min(PRICE_COLUMNS, foundCount + max(1, PRICE_COLUMNS / barCount));
  if (cell > 1) lowerBestValue(j);
  else if (foundCount < end) walk(j, bestValue[j] - 0.5, foundCount + 1);
  if (foundCount < end && bestValue[j] > threshold[j]) walk(j, threshold[j] + 0.5, end);
}

/** From a coarse table's bound down to a value that no pattern exceeds: the floor falls until a pattern reaches it. */
function lowerBestValue(j: i32): void {
  const before = foundCount;
  const step = max(1, Math.ceil((bestValue[j] - threshold[j]) / PRICE_FLOORS));
  // Where there is no room for one more, the last one makes way.
  foundCount = min(foundCount, PRICE_COLUMNS - 1);
  mostRepeats = i32.MAX_VALUE;
  walkLeft = (25 * PRICE_WALK) / barCount;
  while (bestValue[j] > threshold[j]) {
    const floor = max(threshold[j], bestValue[j] - step);
    if (walk(j, floor + 0.5, foundCount + 1) === WalkEnd.STOPPED) break;
    bestValue[j] = floor;
  }
  mostRepeats = PRICE_REPEATS;
  walkLeft = PRICE_WALK;
  foundCount = max(foundCount, before);
}

/** Walks through the patterns of a bar worth `floor` or more, until `end` patterns have been found in all. */
function walk(j: i32, floor: f64, end: i32): WalkEnd {
  for (let r = 0; r < rowCount; r++) walked[rowType[r]] = 0;
  let row = 0;
  takenAt[0] = -1;
  enterRow(row, capacity[j], 0);
  for (let steps = 0; walkLeft >= 0; steps++) {
    if (steps % PRICE_STEPS === 0) pause();
    if (row === rowCount) {
      if (gainedAt[row] >= floor && takePattern(j) >= end) return WalkEnd.STOPPED;
      if (--row < 0) return WalkEnd.ENDED;
      continue;
    }
    const i = rowType[row];
    const amount = amountAt[row]--;
    if (amount < 0) {
      walked[i] = 0;
      if (--row < 0) return WalkEnd.ENDED;
      continue;
    }
    const left = leftAt[row] - <f64>amount * weights[i];
    const gained = gainedAt[row] + <f64>amount * value[i];
    if (gained + tableAt(row + 1, left) < floor) continue;
    // A pattern found further down may have used up what this row may repeat.
    if (amount > 0 && repeats[i] >= mostRepeats) continue;
    if (inUnits && amount > 0 && clashes(row, i)) continue;
    walked[i] = amount;
    takenAt[row + 1] = amount > 0 ? row : takenAt[row];
    enterRow(++row, left, gained);
  }
  return WalkEnd.STOPPED;
}

/** Prepares the row that the walk has come to; below the last one there is nothing to choose. */
function enterRow(row: i32, left: f64, gained: f64): void {
  leftAt[row] = left;
  gainedAt[row] = gained;
  if (row === rowCount) return;
  walkLeft--;
  spend(4);
  const i = rowType[row];
  amountAt[row] = repeats[i] >= mostRepeats ? 0 : <i32>min(<f64>upper[i], Math.floor(left / weights[i]));
}

/** True when a unit above the row is parted from `unit`. */
function clashes(row: i32, unit: i32): bool {
  for (let r = takenAt[row]; r >= 0; r = takenAt[r]) if (areParted(rowType[r], unit)) return true;
  return false;
}

/** Adds the pattern that the walk has come to; returns how many there are. */
function takePattern(j: i32): i32 {
  for (let r = 0; r < rowCount; r++) if (walked[rowType[r]] > 0) repeats[rowType[r]]++;
  if (inUnits) writePieces(walked, foundPattern(foundCount));
  else copyInts(foundPattern(foundCount), walked, typeCount);
  foundBar[foundCount++] = j;
  return foundCount;
}
