/**
 * The linear program over patterns, by a revised simplex method with bounds on the columns.
 *
 *     minimise  cost x      rows 0..n-1       pieces of a type in the patterns - surplus + missing  =  demand
 *     lower <= x <= upper   rows n..rows-1    bars of a stock                  + unused             =  limit
 *
 * Columns: first one surplus or unused column per row, then one "missing" column per type, then patterns, which come
 * as they are found. The primal method takes new columns in; the dual method repairs after bounds have changed. Nothing
 * is proved here: all its numbers are approximate, and bounds are taken from duals elsewhere, in whole numbers.
 */
import { exchange, factorise, factorWork, openFactor, solveColumn, solveRow } from "./factor";
import { barCount, demand, typeCount } from "./problem";
import { CANDIDATES, COST_TOLERANCE, PIVOT_SMALL, VALUE_TOLERANCE } from "./tuning";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "./vector";

/** What a simplex step says. */
export enum Pivot {
  /** A column has been exchanged, or moved from one bound to the other. */
  MOVED = 0,
  /** Nothing to do: optimal for the primal method, feasible for the dual one. */
  NONE = 1,
  /** The numbers have gone wrong, or (dual) no solution exists within the bounds. */
  FAILED = 2,
}

export let rows: i32 = 0;
export let columnCount: i32 = 0;
/** First column that is a pattern. */
export let firstPattern: i32 = 0;
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

/** Multiplications done since the module started, factors included. */
export function programWork(): f64 {
  return factorWork + scanWork;
}

let columnRoom: i32 = 0;
let entryRoom: i32 = 0;
let tableMask: i32 = 0;
/** Patterns by hash: index + 1, 0 for an empty place. */
let table: Ints = changetype<Ints>(0);
/** What each row adds up to. */
export let rightSide: Numbers = changetype<Numbers>(0);
let byRow: Numbers = changetype<Numbers>(0);
let byPosition: Numbers = changetype<Numbers>(0);
let direction: Numbers = changetype<Numbers>(0);
let leaving: Numbers = changetype<Numbers>(0);
let scanWork: f64 = 0;
let candidateCount: i32 = 0;
let candidate: Ints = changetype<Ints>(0);
let candidateScore: Numbers = changetype<Numbers>(0);

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
  byRow = reserveNumbers(mostRows);
  byPosition = reserveNumbers(mostRows);
  direction = reserveNumbers(mostRows);
  leaving = reserveNumbers(mostRows);
  candidate = reserveInts(CANDIDATES);
  candidateScore = reserveNumbers(CANDIDATES);
  openFactor(mostRows, min(mostEntries, 16 * mostRows + mostRows * min(mostRows, 256)));
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
  candidateCount = 0;
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
  scanWork += <f64>typeCount;
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

/** Forgets patterns with a reduced cost of `most` or more. Columns move, so indices kept elsewhere are void. */
export function forgetColumns(most: f64): void {
  let kept = firstPattern;
  for (let j = firstPattern; j < columnCount; j++) {
    if (canForget(j) && reducedCost(j) >= most) continue;
    moveColumn(j, kept++);
  }
  columnCount = kept;
  candidateCount = 0;
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

/** Factorises the basis anew and computes values from the bounds; false when the basis is no basis. */
export function refresh(): bool {
  if (!factorise(rows, basis, columnStart, columnRow, columnEntry)) return false;
  computeValues();
  return true;
}

/** Values of the basic columns from the bounds of the others. */
export function computeValues(): void {
  for (let r = 0; r < rows; r++) byRow[r] = rightSide[r];
  for (let j = 0; j < columnCount; j++) {
    if (position[j] >= 0) continue;
    const value = columnValue(j);
    if (value === 0) continue;
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) byRow[columnRow[e]] -= value * columnEntry[e];
  }
  solveColumn(byRow, basicValue);
  scanWork += <f64>columnCount;
}

export function computeDuals(): void {
  for (let p = 0; p < rows; p++) byPosition[p] = cost[basis[p]];
  solveRow(byPosition, dual);
}

/**
 * After bounds have been loosened: puts every column outside the basis at the bound that its reduced cost asks for, so
 * that the dual method can go on. Columns whose bounds change need a finite upper one.
 */
export function settleBounds(): void {
  computeDuals();
  for (let j = typeCount; j < columnCount; j++) {
    if (position[j] < 0) atUpper[j] = upperBound[j] < Infinity && reducedCost(j) < -COST_TOLERANCE ? 1 : 0;
  }
  computeValues();
}

/** Cost of a column less what its entries are worth at the dual values. */
export function reducedCost(column: i32): f64 {
  let value = cost[column];
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    value -= dual[columnRow[e]] * columnEntry[e];
  }
  return value;
}

function computeDirection(column: i32): void {
  for (let r = 0; r < rows; r++) byRow[r] = 0;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) byRow[columnRow[e]] = columnEntry[e];
  solveColumn(byRow, direction);
}

/** One exchange towards the optimum. */
export function primalStep(): Pivot {
  computeDuals();
  let column = bestCandidate();
  if (column < 0) {
    listCandidates();
    column = bestCandidate();
  }
  if (column < 0) return Pivot.NONE;
  computeDirection(column);
  const at = blockingPosition();
  if (at < 0) return Pivot.FAILED;
  const out = basis[at];
  const falling = direction[at] > 0;
  const room = falling ? basicValue[at] - lowerBound[out] : upperBound[out] - basicValue[at];
  const step = max(0, room / Math.abs(direction[at]));
  const range = upperBound[column] - lowerBound[column];
  if (range <= step) {
    move(range);
    atUpper[column] = 1;
    return Pivot.MOVED;
  }
  move(step);
  return enter(column, at, lowerBound[column] + step, falling) ? Pivot.MOVED : Pivot.FAILED;
}

/** The candidate that promises most at the present duals, or -1. */
function bestCandidate(): i32 {
  let column = -1;
  let best: f64 = 0;
  for (let k = 0; k < candidateCount; k++) {
    const score = promise(candidate[k]);
    if (score <= best) continue;
    best = score;
    column = candidate[k];
  }
  scanWork += <f64>(8 * candidateCount);
  return column;
}

/** Looks through all columns for those that promise most: the next few steps choose among them alone. */
function listCandidates(): void {
  candidateCount = 0;
  let least: f64 = 0;
  for (let j = 0; j < columnCount; j++) {
    const score = promise(j);
    if (score <= least) continue;
    let to = candidateCount < CANDIDATES ? candidateCount++ : CANDIDATES - 1;
    while (to > 0 && candidateScore[to - 1] < score) {
      candidate[to] = candidate[to - 1];
      candidateScore[to] = candidateScore[to - 1];
      to--;
    }
    candidate[to] = j;
    candidateScore[to] = score;
    if (candidateCount === CANDIDATES) least = candidateScore[CANDIDATES - 1];
  }
  scanWork += <f64>(columnStart[columnCount] + columnCount);
}

/** How much a column outside the basis promises; long columns move less for their gain (in place of steepest edge). */
function promise(j: i32): f64 {
  if (position[j] >= 0 || atUpper[j] !== 0 || upperBound[j] <= lowerBound[j]) return 0;
  const gain = reducedCost(j);
  return gain >= -COST_TOLERANCE ? 0 : (gain * gain) / <f64>(1 + columnStart[j + 1] - columnStart[j]);
}

/** The position that stops a basic column first as the entering one grows (Harris: among near ties the largest pivot). */
function blockingPosition(): i32 {
  let least: f64 = Infinity;
  for (let p = 0; p < rows; p++) {
    const pace = direction[p];
    if (pace > PIVOT_SMALL) {
      least = min(least, (basicValue[p] - lowerBound[basis[p]] + VALUE_TOLERANCE) / pace);
    } else if (pace < -PIVOT_SMALL) {
      least = min(least, (basicValue[p] - upperBound[basis[p]] - VALUE_TOLERANCE) / pace);
    }
  }
  let at = -1;
  let largest: f64 = 0;
  for (let p = 0; p < rows; p++) {
    const pace = direction[p];
    if (Math.abs(pace) <= PIVOT_SMALL || Math.abs(pace) <= largest) continue;
    const bound = pace > 0 ? lowerBound[basis[p]] : upperBound[basis[p]];
    if ((basicValue[p] - bound) / pace > least) continue;
    at = p;
    largest = Math.abs(pace);
  }
  scanWork += <f64>(2 * rows);
  return at;
}

function move(step: f64): void {
  if (step === 0) return;
  for (let p = 0; p < rows; p++) basicValue[p] -= step * direction[p];
}

/** Puts `column` at position `at` with a value; what was there goes to one of its bounds. */
function enter(column: i32, at: i32, value: f64, toLower: bool): bool {
  const out = basis[at];
  position[out] = -1;
  atUpper[out] = toLower ? 0 : 1;
  basis[at] = column;
  position[column] = at;
  atUpper[column] = 0;
  basicValue[at] = value;
  return exchange(at, direction) || refresh();
}

/** One exchange towards a solution within the bounds; needs reduced costs of the right signs, and keeps them. */
export function dualStep(): Pivot {
  let at = -1;
  let worst: f64 = VALUE_TOLERANCE * 10;
  for (let p = 0; p < rows; p++) {
    const out = basis[p];
    const excess = max(lowerBound[out] - basicValue[p], basicValue[p] - upperBound[out]);
    if (excess > worst) {
      worst = excess;
      at = p;
    }
  }
  computeDuals();
  if (at < 0) return Pivot.NONE;
  for (let p = 0; p < rows; p++) byPosition[p] = p === at ? 1 : 0;
  solveRow(byPosition, leaving);
  const falls = basicValue[at] > upperBound[basis[at]];
  const column = enteringColumn(falls);
  if (column < 0) return Pivot.FAILED;
  computeDirection(column);
  const pace = direction[at];
  if (Math.abs(pace) <= PIVOT_SMALL) return Pivot.FAILED;
  const bound = falls ? upperBound[basis[at]] : lowerBound[basis[at]];
  const step = (basicValue[at] - bound) / pace;
  const from = columnValue(column);
  move(step);
  return enter(column, at, from + step, !falls) ? Pivot.MOVED : Pivot.FAILED;
}

/** The column whose reduced cost reaches zero first when the leaving one is driven to its bound. */
function enteringColumn(falls: bool): i32 {
  let column = -1;
  let least: f64 = Infinity;
  let largest: f64 = 0;
  for (let j = 0; j < columnCount; j++) {
    if (position[j] >= 0 || upperBound[j] <= lowerBound[j]) continue;
    let pace: f64 = 0;
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) pace += leaving[columnRow[e]] * columnEntry[e];
    if (falls) pace = -pace;
    if (atUpper[j] !== 0) pace = -pace;
    // Only a column that moves the leaving one the right way can enter.
    if (pace >= -PIVOT_SMALL) continue;
    const ratio = Math.abs(reducedCost(j)) / -pace;
    if (ratio > least + COST_TOLERANCE || (ratio > least - COST_TOLERANCE && -pace <= largest)) continue;
    least = min(least, ratio);
    largest = -pace;
    column = j;
  }
  scanWork += <f64>(2 * columnStart[columnCount] + columnCount);
  return column;
}
