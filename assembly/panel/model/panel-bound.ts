/**
 * How many panels does everything need at least? With f and g dual feasible for the two sides of a panel, pieces on one
 * never add up to more than f(along) g(across) (Fekete, Schepers, arXiv:cs/0402044), since they neither overlap nor lie
 * askew; a piece that may be turned counts the way round that is less.
 *
 *     whole        x
 *     threshold e  below e nothing, above C - e the whole of C, between them x
 *     steps k      k x where (k + 1) x is a multiple of C, otherwise C times the whole part of (k + 1) x / C; f(C) = k C
 *     count e      with K = floor(C / e): above C/2 2 (K - floor((C - x) / e)), at C/2 K, below 2 floor(x / e)
 *                  (Carlier, Clautiaux, Moukrim 2007)
 *
 * All values are whole numbers below 2^53.
 */

import { volumeBound } from "../../cut/bounds/volume";
import { capacity, volume } from "../../cut/model/cut-problem";
import { mark, release } from "../../memory";
import { Numbers, reserveNumbers } from "../../vector";
import { best, raiseBounds } from "./panel-incumbent";
import {
  demand,
  key,
  maxPieces,
  mayLie,
  pieceCount,
  pieceLength,
  pieceWidth,
  primary,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
} from "./panel-problem";
import { BOUND_STEPS, BOUND_WORK } from "./panel-tuning";

enum BoundFamily {
  WHOLE = 0,
  THRESHOLD = 1,
  STEPS = 2,
  COUNT = 3,
}

const EXACT: f64 = 9007199254740992;

/** Functions of each side: values of the lengths of all types, then of their widths, then of the side itself. */
let alongs: Numbers = changetype<Numbers>(0);
let acrosses: Numbers = changetype<Numbers>(0);
let perFunction: i32 = 0;

export function openBound(): void {
  countPanels();
  if (stockCount !== 1) return;
  const top = mark();
  perFunction = 2 * typeCount + 1;
  const most = <i32>min<f64>(1 + BOUND_STEPS + 8 * typeCount, Math.sqrt(BOUND_WORK / <f64>typeCount));
  alongs = reserveNumbers(most * perFunction);
  acrosses = reserveNumbers(most * perFunction);
  const alongCount = listFunctions(alongs, stockLength[0], most);
  const acrossCount = listFunctions(acrosses, stockWidth[0], most);
  let least: f64 = 0;
  const enough = best.missing === 0 ? best.key / key[0] : Infinity;
  for (let a = 0; a < alongCount; a++) {
    for (let b = 0; b < acrossCount && least < enough; b++) least = max(least, boundBy(a, b));
  }
  release(top);
  raiseBounds(least * key[0], least * primary[0]);
}

/** Takes in what panels for all area cost, and how many there have to be because of how few pieces one may hold. */
function countPanels(): void {
  const one = reserveNumbers(stockCount);
  for (let j = 0; j < stockCount; j++) one[j] = 1;
  const panels = Math.ceil(pieceCount / <f64>maxPieces);
  takeVolume(capacity, volume);
  takeVolume(one, panels);
}

/** Takes in the least cost of panels whose rooms add up to `need`; where they do not there is no plan to bound. */
function takeVolume(room: Numbers, need: f64): void {
  const least = volumeBound(key, room, need);
  if (least < Infinity) raiseBounds(least, volumeBound(primary, room, need));
}

/** Panels needed by the functions `a` and `b`. */
function boundBy(a: i32, b: i32): f64 {
  const f = a * perFunction;
  const g = b * perFunction;
  const whole = alongs[f + 2 * typeCount] * acrosses[g + 2 * typeCount];
  if (whole <= 0 || whole >= EXACT) return 0;
  let sum: f64 = 0;
  for (let i = 0; i < typeCount; i++) {
    let value = mayLie(i, 0, 0) ? product(alongs[f + i], acrosses[g + typeCount + i]) : Infinity;
    if (mayLie(i, 0, 1)) value = min(value, product(alongs[f + typeCount + i], acrosses[g + i]));
    sum += <f64>demand[i] * value;
  }
  return sum < EXACT ? Math.ceil(sum / whole) : 0;
}

/** Infinity where a piece is too large for a side, even if the other value is 0. */
function product(a: f64, b: f64): f64 {
  return a === Infinity || b === Infinity ? Infinity : a * b;
}

/** Writes the values of up to `most` functions for a panel's side, and returns how many. */
function listFunctions(table: Numbers, side: f64, most: i32): i32 {
  let count = 0;
  for (let k = 0; k <= BOUND_STEPS && count < most; k++) {
    writeFunction(table, count++, side, k === 0 ? BoundFamily.WHOLE : BoundFamily.STEPS, <f64>k);
  }
  const marks = reserveNumbers(4 * typeCount);
  const all = listThresholds(marks, side);
  // Where there are too many, every so many-th.
  const stride = max(1, (2 * all + most - count - 1) / max(1, most - count));
  for (let m = 0; m < all; m += stride) {
    if (count < most) writeFunction(table, count++, side, BoundFamily.THRESHOLD, marks[m]);
    if (count < most) writeFunction(table, count++, side, BoundFamily.COUNT, marks[m]);
  }
  return count;
}

/** Sizes up to half of the side that make a difference as a threshold: those of pieces, and what they leave. */
function listThresholds(marks: Numbers, side: f64): i32 {
  let count = 0;
  for (let i = 0; i < 2 * typeCount; i++) {
    const size = i < typeCount ? pieceLength[i] : pieceWidth[i - typeCount];
    if (size > side) continue;
    count = insertMark(marks, count, 2 * size <= side ? size : side - size);
  }
  return count;
}

/** Keeps the marks ascending and different. */
function insertMark(marks: Numbers, count: i32, mark: f64): i32 {
  if (mark <= 0) return count;
  let to = count;
  while (to > 0 && marks[to - 1] > mark) to--;
  if (to > 0 && marks[to - 1] === mark) return count;
  for (let k = count; k > to; k--) marks[k] = marks[k - 1];
  marks[to] = mark;
  return count + 1;
}

function writeFunction(table: Numbers, at: i32, side: f64, family: BoundFamily, by: f64): void {
  const start = at * perFunction;
  for (let i = 0; i < typeCount; i++) {
    table[start + i] = functionValue(pieceLength[i], side, family, by);
    table[start + typeCount + i] = functionValue(pieceWidth[i], side, family, by);
  }
  table[start + 2 * typeCount] = functionValue(side, side, family, by);
}

/** Infinity for what is larger than the side: it never lies that way. */
function functionValue(x: f64, side: f64, family: BoundFamily, by: f64): f64 {
  if (x > side) return Infinity;
  if (family === BoundFamily.WHOLE) return x;
  if (family === BoundFamily.THRESHOLD) return x < by ? 0 : x > side - by ? side : x;
  if (family === BoundFamily.STEPS) {
    if (x === side) return by * side;
    const scaled = (by + 1) * x;
    const part = Math.floor(scaled / side);
    return part * side === scaled ? by * x : part * side;
  }
  const whole = Math.floor(side / by);
  if (2 * x === side) return whole;
  return 2 * x < side ? 2 * Math.floor(x / by) : 2 * (whole - Math.floor((side - x) / by));
}
