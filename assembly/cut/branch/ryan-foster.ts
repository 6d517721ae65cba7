/**
 * Branching on pairs of types (Ryan and Foster 1981): their pieces lie on one bar, or on different ones. Where one of
 * the types is a single piece, either is said by forbidding patterns, so the program needs no rows for it, and both
 * branches leave less to do; forbidding a single pattern leaves nearly everything as it was.
 */
import { randomUnit } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import {
  columnCount,
  columnRow,
  columnStart,
  columnValue,
  firstPattern,
  lowerBound,
  upperBound,
} from "../lp/linear-program";
import { demand, typeCount } from "../model/cut-problem";
import { PAIR_TYPES, POOL_COLUMNS } from "../model/limits";

/** The pair found by `findPair`; the first type is a single piece. */
export let pairSingle: i32 = 0;
export let pairOther: i32 = 0;

/** Level + 1 that forbade a pattern, or 0, and how often it was allowed before. */
let forbiddenAt: Ints = changetype<Ints>(0);
let allowedBefore: Numbers = changetype<Numbers>(0);
/** On how many bars two types are together; zero but while a pair is being sought. */
export let together: Numbers = changetype<Numbers>(0);

export function openPairs(): void {
  if (typeCount > PAIR_TYPES) return;
  forbiddenAt = reserveInts(POOL_COLUMNS);
  allowedBefore = reserveNumbers(POOL_COLUMNS);
  together = reserveNumbers(typeCount * typeCount);
}

/**
 * Finds the pair that the program has most nearly together, by chance within `noise`; false when all are wholly together
 * or not at all.
 */
export function findPair(noise: f64): bool {
  if (typeCount > PAIR_TYPES) return false;
  for (let j = firstPattern; j < columnCount; j++) if (isUsed(j)) countPairs(j, columnValue(j));
  pairSingle = -1;
  let most: f64 = 1e-6;
  for (let j = firstPattern; j < columnCount; j++) if (isUsed(j)) most = nearestPair(j, most, noise);
  for (let j = firstPattern; j < columnCount; j++) if (isUsed(j)) countPairs(j, 0);
  return pairSingle >= 0;
}

/** True for patterns that the program's solution uses. */
export function isUsed(column: i32): bool {
  return columnValue(column) > 1e-6;
}

/** Adds `bars` to those that have the pairs of a pattern together; none empties their counts. */
function countPairs(column: i32, bars: f64): void {
  const end = lastType(column);
  for (let a = columnStart[column]; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      const at = columnRow[a] * typeCount + columnRow[b];
      together[at] = bars > 0 ? together[at] + bars : 0;
    }
  }
}

/** Notes the pair of a pattern that scores more than `most` and is not wholly together; returns its score. */
function nearestPair(column: i32, most: f64, noise: f64): f64 {
  const end = lastType(column);
  for (let a = columnStart[column]; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      const share = together[columnRow[a] * typeCount + columnRow[b]];
      const single = demand[columnRow[a]] === 1 ? a : b;
      if (demand[columnRow[single]] > 1 || share <= most || share > 1 - 1e-6) continue;
      const score = share * (1 - noise * randomUnit());
      if (score <= most) continue;
      most = score;
      pairSingle = columnRow[single];
      pairOther = columnRow[single === a ? b : a];
    }
  }
  return most;
}

/** End of a pattern's entries that are types: a row that counts bars comes last. */
function lastType(column: i32): i32 {
  const end = columnStart[column + 1];
  return columnRow[end - 1] < typeCount ? end : end - 1;
}

/** Forbids every pattern that parts the two types, or (with `apart`) every one that has them together. */
export function forbidPatterns(level: i32, single: i32, other: i32, apart: bool): void {
  for (let j = firstPattern; j < columnCount; j++) {
    if (upperBound[j] === 0 || lowerBound[j] > 0) continue;
    const hasSingle = holds(j, single);
    const hasOther = holds(j, other);
    // One of several pieces of the other type is with the single one, and the rest are not.
    const parts = hasSingle !== hasOther && (hasSingle || demand[other] === 1);
    if (apart ? !(hasSingle && hasOther) : !parts) continue;
    forbiddenAt[j] = level + 1;
    allowedBefore[j] = upperBound[j];
    upperBound[j] = 0;
  }
}

function holds(column: i32, type: i32): bool {
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    if (columnRow[e] >= type) return columnRow[e] === type;
  }
  return false;
}

/** Takes back what a level has forbidden. */
export function allowPatterns(level: i32): void {
  for (let j = firstPattern; j < columnCount; j++) {
    if (forbiddenAt[j] !== level + 1) continue;
    upperBound[j] = allowedBefore[j];
    forbiddenAt[j] = 0;
  }
}

/** Forgets what has been forbidden, with the bounds left as they are. */
export function forgetForbidden(): void {
  if (typeCount > PAIR_TYPES) return;
  memory.fill(changetype<usize>(forbiddenAt), 0, (<usize>POOL_COLUMNS) << 2);
}
