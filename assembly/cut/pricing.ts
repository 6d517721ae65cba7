/**
 * Which patterns are worth having at given values of the types? Values and thresholds are whole numbers, so the answer
 * is exact: `bestValue[j]` is at least the value of every pattern of bar j, and that is what bounds are made of.
 *
 * Where types times capacity is small, one table over the capacities serves all bars, and a walk down its rows lists
 * patterns above the threshold, many different ones at once. Elsewhere branch and bound, bar by bar, and its improving
 * fillings, until that turns out dearer than the table. Where the table is no more than an upper bound, the walk finds out.
 */
import { wasteLimit } from "./incumbent";
import {
  collectCount,
  collectInto,
  limitWaste,
  packBar,
  packCutOff,
  packedBound,
  packNodes,
  rankTypes,
} from "./knapsack";
import { barCount, capacity, typeCount, weight } from "./problem";
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
} from "./table";
import {
  PRICE_CELLS_SMALL,
  PRICE_COLUMNS,
  PRICE_FLOORS,
  PRICE_NODES,
  PRICE_PROOF_WALK,
  PRICE_REPEATS,
  PRICE_WALK,
} from "./tuning";
import { copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "./vector";

/** Upper bound per bar on the value of its patterns, after the pricing has ended. */
export let bestValue: Numbers = changetype<Numbers>(0);
/** Patterns found above the threshold: their bar, and `typeCount` amounts each. */
export let foundCount: i32 = 0;
export let foundBar: Ints = changetype<Ints>(0);
let foundAmounts: Ints = changetype<Ints>(0);

/** True when this pricing uses the table. */
let tabular: bool = false;
/** True once branch and bound has turned out dearer than the table. */
let settled: bool = false;
let nodeLimit: i32 = 0;
let value: Numbers = changetype<Numbers>(0);
let upper: Ints = changetype<Ints>(0);
let threshold: Numbers = changetype<Numbers>(0);
/** How often a type is in the patterns found, and the pattern the walk is at. */
let repeats: Ints = changetype<Ints>(0);
let walked: Ints = changetype<Ints>(0);
let walkLeft: i32 = 0;
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
  tableFilled = false;
  tabular = tabled && settled;
  if (tabular) startTable(value, upper, wasteLimit < Infinity);
  else rankTypes(value, upper);
}

/** Does one bar, or some rows of the table for all of them; false when nothing is left to do. */
export function priceStep(): bool {
  if (tabular) {
    if (tableFilled) walkBar(nextBar++);
    else if (!fillRows()) takeTable();
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

/** Lists patterns of bar `j`, the best one first, then any others above the threshold that differ enough. */
function walkBar(j: i32): void {
  if (bestValue[j] <= threshold[j]) return;
  const share = max(1, PRICE_COLUMNS / barCount);
  const end = min(PRICE_COLUMNS, foundCount + share);
  if (cell > 1) {
    lowerBest(j);
    if (bestValue[j] <= threshold[j]) return;
  }
  if (foundCount >= end) return;
  if (cell === 1) walk(j, 0, capacity[j], 0, bestValue[j] - 0.5, foundCount + 1);
  walk(j, 0, capacity[j], 0, threshold[j] + 0.5, end);
}

/**
 * From the table's bound down to a value that no pattern of bar `j` exceeds: the floor falls until a pattern is found
 * above it, or the threshold is reached.
 */
function lowerBest(j: i32): void {
  const step = max(1, Math.ceil((bestValue[j] - threshold[j]) / PRICE_FLOORS));
  const before = foundCount;
  // Where there is no room for one more, the last one makes way.
  foundCount = min(before, PRICE_COLUMNS - 1);
  mostRepeats = i32.MAX_VALUE;
  walkLeft = PRICE_PROOF_WALK / barCount;
  while (bestValue[j] > threshold[j]) {
    const floor = max(threshold[j], bestValue[j] - step);
    if (!walk(j, 0, capacity[j], 0, floor + 0.5, foundCount + 1)) break;
    bestValue[j] = floor;
  }
  mostRepeats = PRICE_REPEATS;
  walkLeft = PRICE_WALK;
  foundCount = max(foundCount, before);
}

/** Follows every amount of each row that can still lead above `floor`; false once `end` patterns are found. */
function walk(j: i32, row: i32, left: f64, gained: f64, floor: f64, end: i32): bool {
  if (row === rowCount) {
    if (gained < floor) return true;
    for (let r = 0; r < rowCount; r++) if (walked[rowType[r]] > 0) repeats[rowType[r]]++;
    copyInts(foundPattern(foundCount), walked, typeCount);
    foundBar[foundCount++] = j;
    return foundCount < end;
  }
  if (--walkLeft < 0) return false;
  walkWork += 4;
  const i = rowType[row];
  const size = weight[i];
  const most = repeats[i] >= mostRepeats ? 0 : <i32>min(<f64>upper[i], Math.floor(left / size));
  for (let amount = most; amount >= 0; amount--) {
    const rest = left - <f64>amount * size;
    const sum = gained + <f64>amount * value[i];
    if (sum + tableAt(row + 1, rest) < floor) continue;
    // A pattern found further down may have used up what this row may repeat.
    if (amount > 0 && repeats[i] >= mostRepeats) continue;
    walked[i] = amount;
    const more = walk(j, row + 1, rest, sum, floor, end);
    walked[i] = 0;
    if (!more) return false;
  }
  return true;
}
