/**
 * A revised simplex method with bounds on the columns (Dantzig 1954), with Harris's ratio test (1973) in both methods and
 * Devex weights (Forrest and Goldfarb 1992) in the dual one. The primal method takes new columns in; the dual method repairs
 * after bounds have changed. Nothing is proved here: all numbers are approximate, and bounds are taken from duals
 * elsewhere, in whole numbers.
 */

import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { barCount, typeCount } from "../model/cut-problem";
import { CANDIDATES, COST_TOLERANCE, PIVOT_SMALL, VALUE_TOLERANCE } from "../model/limits";
import { exchange, factorise, openFactor, solveColumn, solveRow } from "./factor";
import {
  atUpper,
  basicValue,
  basis,
  columnCount,
  columnEntry,
  columnRow,
  columnStart,
  columnValue,
  cost,
  dual,
  generation,
  lowerBound,
  position,
  reducedCost,
  rightSide,
  rows,
  upperBound,
} from "./linear-program";

/** Outcome of a simplex step. */
export enum Pivot {
  /** A column has been exchanged, or moved from one bound to the other. */
  MOVED = 0,
  /** Nothing to do: optimal for the primal method, feasible for the dual one. */
  NONE = 1,
  /** The numbers have gone wrong, or (dual) no solution exists within the bounds. */
  FAILED = 2,
}

/** Scratch: a vector by rows and one by positions, destroyed by solving. */
let byRow: Numbers = changetype<Numbers>(0);
let byPosition: Numbers = changetype<Numbers>(0);
/** How basic columns fall as the entering one grows, by position. */
let direction: Numbers = changetype<Numbers>(0);
/** Row of the inverse basis that belongs to the leaving column. */
let leaving: Numbers = changetype<Numbers>(0);
/** Per position, how far dual steps move there (Devex): an infeasibility counts for the less. */
let reach: Numbers = changetype<Numbers>(0);
/** Columns that could enter in a dual step, how much each moves what leaves, and when its reduced cost is used up. */
let enterColumn: Ints = changetype<Ints>(0);
let enterPace: Numbers = changetype<Numbers>(0);
let enterRatio: Numbers = changetype<Numbers>(0);
/** Columns that promised most when all were looked at, by their scores then, and the generation that they are from. */
let candidateCount: i32 = 0;
let candidate: Ints = changetype<Ints>(0);
let candidateScore: Numbers = changetype<Numbers>(0);
let candidatesOf: i32 = -1;

/** Reserves for programs of this problem with up to `mostColumns` columns and `mostEntries` entries. */
export function openSimplex(mostColumns: i32, mostEntries: i32): void {
  const mostRows = typeCount + barCount;
  byRow = reserveNumbers(mostRows);
  byPosition = reserveNumbers(mostRows);
  direction = reserveNumbers(mostRows);
  leaving = reserveNumbers(mostRows);
  reach = reserveNumbers(mostRows);
  enterColumn = reserveRawInts(mostColumns);
  enterPace = reserveRawNumbers(mostColumns);
  enterRatio = reserveRawNumbers(mostColumns);
  candidate = reserveInts(CANDIDATES);
  candidateScore = reserveNumbers(CANDIDATES);
  openFactor(mostRows, min(mostEntries, 16 * mostRows + mostRows * min(mostRows, 256)));
}

/** Factorises the basis anew and computes values from the bounds; false when the basis is no basis. */
export function refresh(): bool {
  if (!factorise(rows, basis, columnStart, columnRow, columnEntry)) return false;
  computeValues();
  return true;
}

/** Values of the basic columns from the bounds of the others; needed after bounds of those have changed. */
export function computeValues(): void {
  for (let r = 0; r < rows; r++) byRow[r] = rightSide[r];
  for (let j = 0; j < columnCount; j++) {
    if (position[j] >= 0) continue;
    const value = columnValue(j);
    if (value === 0) continue;
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) byRow[columnRow[e]] -= value * columnEntry[e];
  }
  solveColumn(byRow, basicValue);
  spend(<f64>columnCount);
}

export function computeDuals(): void {
  for (let p = 0; p < rows; p++) byPosition[p] = cost[basis[p]];
  solveRow(byPosition, dual);
}

/**
 * After bounds have been loosened: puts every column outside the basis at the bound that its reduced cost asks for, so
 * that the dual method can go on. Columns whose bounds change need a finite upper one.
 */
export function restoreDualFeasibility(): void {
  computeDuals();
  for (let j = typeCount; j < columnCount; j++) {
    if (position[j] < 0) atUpper[j] = upperBound[j] < Infinity && reducedCost(j) < -COST_TOLERANCE ? 1 : 0;
  }
  computeValues();
}

function computeDirection(column: i32): void {
  for (let r = 0; r < rows; r++) byRow[r] = 0;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) byRow[columnRow[e]] = columnEntry[e];
  solveColumn(byRow, direction);
}

/** One exchange towards the optimum. */
export function primalStep(): Pivot {
  computeDuals();
  if (candidatesOf !== generation) candidateCount = 0;
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
  spend(<f64>(8 * candidateCount));
  return column;
}

/** Looks through all columns for those that promise most: the next few steps choose among them alone. */
function listCandidates(): void {
  candidateCount = 0;
  candidatesOf = generation;
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
  spend(<f64>(columnStart[columnCount] + columnCount));
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
  spend(<f64>(2 * rows));
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

/** Begins a series of dual steps. */
export function startDual(): void {
  for (let p = 0; p < rows; p++) reach[p] = 1;
}

/** One exchange towards a solution within the bounds; needs reduced costs of the right signs, and keeps them. */
export function dualStep(): Pivot {
  const at = worstPosition();
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
  updateReach(at);
  return enter(column, at, from + step, !falls) ? Pivot.MOVED : Pivot.FAILED;
}

/** The position that is farthest outside its bounds, measured by its reach; -1 when all are within. */
function worstPosition(): i32 {
  let at = -1;
  let worst: f64 = 0;
  for (let p = 0; p < rows; p++) {
    const out = basis[p];
    const excess = max(lowerBound[out] - basicValue[p], basicValue[p] - upperBound[out]);
    if (excess <= VALUE_TOLERANCE * 10 || excess * excess <= worst * reach[p]) continue;
    worst = (excess * excess) / reach[p];
    at = p;
  }
  return at;
}

function updateReach(at: i32): void {
  const pace = direction[at];
  const grown = reach[at] / (pace * pace);
  for (let p = 0; p < rows; p++) reach[p] = max(reach[p], direction[p] * direction[p] * grown);
  reach[at] = max(grown, 1);
}

/**
 * The column whose reduced cost reaches zero first when the leaving one is driven to its bound (Harris: among near ties
 * the largest pivot).
 */
function enteringColumn(falls: bool): i32 {
  let least: f64 = Infinity;
  let count = 0;
  for (let j = 0; j < columnCount; j++) {
    if (position[j] >= 0 || upperBound[j] <= lowerBound[j]) continue;
    let pace: f64 = 0;
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) pace += leaving[columnRow[e]] * columnEntry[e];
    if (falls !== (atUpper[j] !== 0)) pace = -pace;
    // Only a column that moves the leaving one the right way can enter.
    if (pace >= -PIVOT_SMALL) continue;
    const distance = atUpper[j] !== 0 ? -reducedCost(j) : reducedCost(j);
    enterColumn[count] = j;
    enterPace[count] = -pace;
    enterRatio[count++] = max(0, distance) / -pace;
    least = min(least, (max(0, distance) + COST_TOLERANCE) / -pace);
  }
  spend(<f64>(2 * columnStart[columnCount] + columnCount));
  let column = -1;
  let largest: f64 = 0;
  for (let k = 0; k < count; k++) {
    if (enterRatio[k] > least || enterPace[k] <= largest) continue;
    largest = enterPace[k];
    column = enterColumn[k];
  }
  return column;
}
