/**
 * The linear program over patterns: its columns, their bounds, and which of them are in the basis.
 *
 *     minimise  cost x      rows 0..n-1       pieces of a type in the patterns - surplus + missing  =  demand
 *     lower <= x <= upper   rows n..rows-1    bars of a stock                  + unused             =  limit
 *
 * Columns: first one surplus or unused column per row, then one "missing" column per type, then patterns, which come
 * as they are found and go when there is no use for them. `simplex.ts` solves it.
 */

import { mark, release } from "../../memory";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { barCount, demand, typeCount } from "../model/cut-problem";

export let rows: i32 = 0;
export let columnCount: i32 = 0;
/** First column that is a pattern. */
export let firstPattern: i32 = 0;
/** Raised whenever columns have moved, so that indices kept elsewhere are void. */
export let generation: i32 = 0;
export let cost: Numbers = changetype<Numbers>(0);
export let lowerBound: Numbers = changetype<Numbers>(0);
export let upperBound: Numbers = changetype<Numbers>(0);
/** Bar of a pattern; -1 for other columns. */
export let barOf: Ints = changetype<Ints>(0);
export let columnStart: Ints = changetype<Ints>(0);
export let columnRow: Ints = changetype<Ints>(0);
export let columnEntry: Numbers = changetype<Numbers>(0);
/** Position in the basis, or -1. */
export let position: Ints = changetype<Ints>(0);
/** 1 for a column outside the basis that lies at its upper bound. */
export let atUpper: Ints = changetype<Ints>(0);
export let basis: Ints = changetype<Ints>(0);
/** Value of the basic column per position. */
export let basicValue: Numbers = changetype<Numbers>(0);
/** Dual value per row, up to date after a step that returned NONE. */
export let dual: Numbers = changetype<Numbers>(0);
/** Row that counts the bars of a kind, or -1. Its unused column is the one with the row's number. */
export let limitRow: Ints = changetype<Ints>(0);

let columnRoom: i32 = 0;
let entryRoom: i32 = 0;
let tableMask: i32 = 0;
/** Patterns by hash: index + 1, 0 for an empty place. */
let table: Ints = changetype<Ints>(0);

/** Right side of each row. */
export let rightSide: Numbers = changetype<Numbers>(0);

/** Reserves for `mostColumns` columns with `mostEntries` entries in all. */
export function openProgram(mostColumns: i32, mostEntries: i32): void {
  const mostRows = typeCount + barCount;
  columnRoom = mostColumns;
  entryRoom = mostEntries;
  cost = reserveRawNumbers(columnRoom);
  lowerBound = reserveRawNumbers(columnRoom);
  upperBound = reserveRawNumbers(columnRoom);
  barOf = reserveRawInts(columnRoom);
  columnStart = reserveRawInts(columnRoom + 1);
  columnRow = reserveRawInts(entryRoom);
  columnEntry = reserveRawNumbers(entryRoom);
  position = reserveRawInts(columnRoom);
  atUpper = reserveRawInts(columnRoom);
  let places = 1024;
  while (places < 2 * columnRoom) places *= 2;
  tableMask = places - 1;
  table = reserveRawInts(places);
  basis = reserveInts(mostRows);
  basicValue = reserveNumbers(mostRows);
  dual = reserveNumbers(mostRows);
  limitRow = reserveInts(barCount);
  rightSide = reserveNumbers(mostRows);
}

/**
 * Empties the program: `limitRow[j]` says which bars get a row (any value but -1), `most[j]` how many there are,
 * `missingCost` what a missing piece of each type costs. The first basis has everything missing.
 */
export function resetProgram(missingCost: Numbers, most: Ints): void {
  rows = typeCount;
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] < 0) continue;
    rightSide[rows] = <f64>most[j];
    limitRow[j] = rows++;
  }
  columnCount = 0;
  generation++;
  columnStart[0] = 0;
  memory.fill(changetype<usize>(table), 0, (<usize>(tableMask + 1)) << 2);
  for (let r = 0; r < rows; r++) addUnit(r, r < typeCount ? -1 : 1, 0);
  for (let i = 0; i < typeCount; i++) {
    rightSide[i] = <f64>demand[i];
    addUnit(i, 1, missingCost[i]);
  }
  firstPattern = columnCount;
  startBasis();
}

function addUnit(row: i32, entry: f64, price: f64): void {
  columnRow[columnStart[columnCount]] = row;
  columnEntry[columnStart[columnCount]] = entry;
  endColumn(-1, price, columnStart[columnCount] + 1);
}

function endColumn(bar: i32, price: f64, end: i32): void {
  cost[columnCount] = price;
  barOf[columnCount] = bar;
  lowerBound[columnCount] = 0;
  upperBound[columnCount] = Infinity;
  position[columnCount] = -1;
  atUpper[columnCount] = 0;
  columnStart[++columnCount] = end;
}

/** Goes back to the basis of missing and unused columns; values follow with `refresh`. */
export function startBasis(): void {
  for (let j = 0; j < columnCount; j++) {
    position[j] = -1;
    atUpper[j] = 0;
  }
  for (let r = 0; r < rows; r++) {
    basis[r] = r < typeCount ? rows + r : r;
    position[basis[r]] = r;
  }
}

/**
 * Adds the pattern `amounts` of a bar at a price, outside the basis, and returns its column; a pattern that is known
 * returns the column it has. -1 when there is no room.
 */
export function addColumn(bar: i32, amounts: Ints, price: f64): i32 {
  let place = hashPattern(bar, amounts) & tableMask;
  for (; table[place] !== 0; place = (place + 1) & tableMask) {
    if (samePattern(table[place] - 1, bar, amounts)) return table[place] - 1;
  }
  let at = columnStart[columnCount];
  if (columnCount >= columnRoom || at + typeCount + 1 > entryRoom) return -1;
  for (let i = 0; i < typeCount; i++) {
    if (amounts[i] === 0) continue;
    columnRow[at] = i;
    columnEntry[at++] = <f64>amounts[i];
  }
  if (limitRow[bar] >= 0) {
    columnRow[at] = limitRow[bar];
    columnEntry[at++] = 1;
  }
  table[place] = columnCount + 1;
  endColumn(bar, price, at);
  spend(<f64>typeCount);
  return columnCount - 1;
}

function hashPattern(bar: i32, amounts: Ints): i32 {
  let hash = bar + 1;
  for (let i = 0; i < typeCount; i++) {
    if (amounts[i] !== 0) hash = mixHash(hash, i, amounts[i]);
  }
  return hash ^ (hash >>> 15);
}

function samePattern(column: i32, bar: i32, amounts: Ints): bool {
  if (barOf[column] !== bar) return false;
  let entries = 0;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    if (columnRow[e] >= typeCount) continue;
    if (<f64>amounts[columnRow[e]] !== columnEntry[e]) return false;
    entries++;
  }
  for (let i = 0; i < typeCount; i++) if (amounts[i] !== 0) entries--;
  return entries === 0;
}

/**
 * In debug builds: as many columns are in the basis as there are rows, each where it says; the values of all columns fill
 * the rows, which no factor took part in; the table finds every pattern.
 */
export function auditProgram(): void {
  for (let p = 0; p < rows; p++) assert(position[basis[p]] === p);
  const top = mark();
  const sums = reserveNumbers(rows);
  let basic = 0;
  for (let j = 0; j < columnCount; j++) {
    if (position[j] >= 0) basic++;
    const value = columnValue(j);
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) sums[columnRow[e]] += value * columnEntry[e];
    assert(j < firstPattern || (barOf[j] >= 0 && isTabled(j)));
  }
  assert(basic === rows);
  for (let r = 0; r < rows; r++)
    assert(Math.abs(sums[r] - rightSide[r]) <= 1e-6 * (1 + Math.abs(rightSide[r])));
  release(top);
}

function isTabled(column: i32): bool {
  let place = hashColumn(column) & tableMask;
  while (table[place] !== 0 && table[place] !== column + 1) place = (place + 1) & tableMask;
  return table[place] === column + 1;
}

/** Makes room: forgets patterns that are farther than most from entering the basis. */
export function purgeColumns(): void {
  let sum: f64 = 0;
  let count = 0;
  for (let j = firstPattern; j < columnCount; j++) {
    if (!canForget(j)) continue;
    sum += reducedCost(j);
    count++;
  }
  forgetColumns(count > 0 ? sum / <f64>count : 0);
}

/** Forgets patterns with a reduced cost of `most` or more. Columns move. */
export function forgetColumns(most: f64): void {
  let kept = firstPattern;
  for (let j = firstPattern; j < columnCount; j++) {
    if (canForget(j) && reducedCost(j) >= most) continue;
    moveColumn(j, kept++);
  }
  columnCount = kept;
  generation++;
  memory.fill(changetype<usize>(table), 0, (<usize>(tableMask + 1)) << 2);
  for (let j = firstPattern; j < columnCount; j++) {
    let place = hashColumn(j) & tableMask;
    while (table[place] !== 0) place = (place + 1) & tableMask;
    table[place] = j + 1;
  }
}

function canForget(column: i32): bool {
  return position[column] < 0 && lowerBound[column] === 0 && upperBound[column] === Infinity;
}

function moveColumn(from: i32, to: i32): void {
  if (from === to) return;
  let at = columnStart[to];
  for (let e = columnStart[from]; e < columnStart[from + 1]; e++) {
    columnRow[at] = columnRow[e];
    columnEntry[at++] = columnEntry[e];
  }
  columnStart[to + 1] = at;
  cost[to] = cost[from];
  barOf[to] = barOf[from];
  lowerBound[to] = lowerBound[from];
  upperBound[to] = upperBound[from];
  atUpper[to] = atUpper[from];
  position[to] = position[from];
  if (position[to] >= 0) basis[position[to]] = to;
}

function hashColumn(column: i32): i32 {
  let hash = barOf[column] + 1;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    if (columnRow[e] < typeCount) hash = mixHash(hash, columnRow[e], <i32>columnEntry[e]);
  }
  return hash ^ (hash >>> 15);
}

function mixHash(hash: i32, type: i32, amount: i32): i32 {
  return (hash ^ (type * 0x9e3779b1 + amount)) * 0x01000193;
}

/** Writes the pieces of a pattern column, one amount per type. */
export function readColumn(column: i32, amounts: Ints): void {
  memory.fill(changetype<usize>(amounts), 0, (<usize>typeCount) << 2);
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    if (columnRow[e] < typeCount) amounts[columnRow[e]] = <i32>columnEntry[e];
  }
}

/** Value of any column in the current solution. */
export function columnValue(column: i32): f64 {
  if (position[column] >= 0) return basicValue[position[column]];
  return atUpper[column] !== 0 ? upperBound[column] : lowerBound[column];
}

export function programValue(): f64 {
  let total: f64 = 0;
  for (let j = 0; j < columnCount; j++) total += cost[j] * columnValue(j);
  return total;
}

/** Cost of a column less what its entries are worth at the dual values. */
export function reducedCost(column: i32): f64 {
  let value = cost[column];
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    value -= dual[columnRow[e]] * columnEntry[e];
  }
  return value;
}
