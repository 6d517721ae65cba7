/**
 * Which numbers of bars are worth trying? Over the sums of the objective that whole bars can make,
 *
 *     room[s]  =  most capacity that bars with objective s have together,
 *
 * the least s with room for the volume is a bound, any bound can be rounded up to the next such s, and the bars behind
 * such an s are a mix to pack into: linear programming sees only parts of bars, this sees whole ones.
 */

import { Ints, Numbers, reserveInts, reserveRawInts, reserveRawNumbers } from "../../vector";
import { best, bestPrimary, primaryBound, raiseBounds } from "../incumbent/incumbent";
import { barCount, capacity, limit, primary, scale, volume } from "../model/problem";
import { MIX_CELLS, MIX_WORK } from "../model/tuning";

/** Bars of each kind in the mix found by `findMix`. */
export let mix: Ints = changetype<Ints>(0);
/** Table cells visited since the module started. */
export let mixWork: f64 = 0;

let cells: i32 = 0;
let built: bool = false;
let bar: i32 = 0;
/** Bars of the current kind that are not in the table yet, and how many go in at once. */
let left: i32 = 0;
let part: i32 = 1;
let room: Numbers = changetype<Numbers>(0);
/** The step that reached a sum last: the kind of bar, and how many. */
let reachedBy: Ints = changetype<Ints>(0);
let reachedWith: Ints = changetype<Ints>(0);

/** Reserves for sums below the best plan's objective; with a single kind of bar, or too many sums, there is no table. */
export function openMix(): void {
  built = false;
  cells = 0;
  mix = reserveInts(barCount);
  if (barCount < 2 || best.missing > 0 || bestPrimary > MIX_CELLS) return;
  let passes = 0;
  for (let j = 0; j < barCount; j++) passes += 1 + <i32>Math.log2(<f64>limit[j]);
  if (<f64>passes * bestPrimary > MIX_WORK) return;
  cells = <i32>bestPrimary;
  room = reserveRawNumbers(cells + 1);
  reachedBy = reserveRawInts(cells + 1);
  reachedWith = reserveRawInts(cells + 1);
}

/** Begins the table; false when there is none. */
export function startMix(): bool {
  if (cells === 0) return false;
  let free: f64 = 0;
  for (let j = 0; j < barCount; j++) if (primary[j] === 0) free += capacity[j] * <f64>limit[j];
  room[0] = free;
  for (let s = 1; s <= cells; s++) room[s] = -1;
  bar = -1;
  left = 0;
  return true;
}

/** Adds some bars to the table; false when all are in. */
export function mixStep(): bool {
  if (left === 0) {
    if (++bar >= barCount) {
      built = true;
      liftBounds();
      return false;
    }
    if (primary[bar] === 0) return true;
    left = <i32>min(<f64>limit[bar], Math.floor(<f64>cells / primary[bar]));
    part = 1;
    // Where the limit cannot bind, one upward pass takes any number of bars in.
    if (<f64>limit[bar] >= <f64>left && limit[bar] > left) {
      addAny(bar);
      left = 0;
    }
    return true;
  }
  const count = min(part, left);
  addSome(bar, count);
  left -= count;
  part *= 2;
  return true;
}

function addAny(j: i32): void {
  const step = <i32>primary[j];
  for (let s = step; s <= cells; s++) reach(s, s - step, j, 1);
  mixWork += <f64>cells;
}

function addSome(j: i32, count: i32): void {
  const step = <i32>primary[j] * count;
  for (let s = cells; s >= step; s--) reach(s, s - step, j, count);
  mixWork += <f64>cells;
}

function reach(to: i32, from: i32, j: i32, count: i32): void {
  if (room[from] < 0) return;
  const sum = room[from] + capacity[j] * <f64>count;
  if (sum <= room[to]) return;
  room[to] = sum;
  reachedBy[to] = j;
  reachedWith[to] = count;
}

/** Rounds the bound on the objective up to what whole bars can make. */
export function liftBounds(): void {
  if (!built || best.missing > 0) return;
  const bound = nextSum(primaryBound);
  if (bound > primaryBound) raiseBounds(bound * scale, bound);
}

/** The least sum from `from` on with room for everything; the best plan's objective when there is none below it. */
export function nextSum(from: f64): f64 {
  if (!built) return bestPrimary;
  let s = <i32>from;
  while (s < <i32>bestPrimary && (s > cells || room[s] < volume)) s++;
  return <f64>s;
}

/** Puts the bars behind the sum `s` into `mix`; false when they would take more of a stock than there is. */
export function findMix(s: i32): bool {
  for (let j = 0; j < barCount; j++) mix[j] = primary[j] === 0 ? limit[j] : 0;
  while (s > 0) {
    const j = reachedBy[s];
    mix[j] += reachedWith[s];
    s -= <i32>primary[j] * reachedWith[s];
  }
  for (let j = 0; j < barCount; j++) if (mix[j] > limit[j]) return false;
  return true;
}
