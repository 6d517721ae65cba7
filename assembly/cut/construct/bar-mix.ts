/**
 * Which numbers of bars are worth trying? Over the sums of the objective that whole bars can make,
 *
 *     room[s]  =  most capacity that bars with objective s have together,
 *
 * the least s with room for the volume is a bound, any bound can be rounded up to the next such s, and the bars behind
 * such an s are a mix to pack into: linear programming sees only parts of bars, this sees whole ones.
 */

import { Ints, Numbers, reserveInts, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { best, bestPrimary, primaryBound, raiseBounds } from "../incumbent/cut-incumbent";
import { pause } from "../incumbent/pause";
import { barCount, capacity, limit, primary, scale, volume } from "../model/cut-problem";
import { ROUNDING_WORK } from "../model/cut-tuning";
import { MIX_CELLS } from "../model/limits";

/** Bars of each kind in the mix found by `findMix`. */
export let mix: Ints = changetype<Ints>(0);

/** Sums in the table, from 0 to this; 0 when there is none. */
let sums: i32 = 0;
let built: bool = false;
let room: Numbers = changetype<Numbers>(0);
/** The step that reached a sum last: the kind of bar, and how many. */
let reachedBy: Ints = changetype<Ints>(0);
let reachedWith: Ints = changetype<Ints>(0);

/** Reserves for sums below the best plan's objective; with a single kind of bar, or too many sums, there is no table. */
export function openMix(): void {
  built = false;
  sums = 0;
  mix = reserveInts(barCount);
  if (barCount < 2 || best.missing > 0 || bestPrimary > MIX_CELLS) return;
  let passes = 0;
  for (let j = 0; j < barCount; j++) passes += 1 + <i32>Math.log2(<f64>limit[j]);
  if (<f64>passes * bestPrimary > ROUNDING_WORK) return;
  sums = <i32>bestPrimary;
  room = reserveRawNumbers(sums + 1);
  reachedBy = reserveRawInts(sums + 1);
  reachedWith = reserveRawInts(sums + 1);
}

/** Fills the table, kind of bar by kind of bar, as a bounded knapsack: 1, 2, 4 ... bars at a time. */
export function tabulateSums(): void {
  if (sums === 0) return;
  let free: f64 = 0;
  for (let j = 0; j < barCount; j++) if (primary[j] === 0) free += capacity[j] * <f64>limit[j];
  room[0] = free;
  for (let s = 1; s <= sums; s++) room[s] = -1;
  for (let j = 0; j < barCount; j++) {
    pause();
    if (primary[j] === 0) continue;
    const most = <i32>min(<f64>limit[j], Math.floor(<f64>sums / primary[j]));
    // Where the limit cannot bind, one upward pass takes any number of bars in.
    if (limit[j] > most) {
      addAny(j);
      continue;
    }
    for (let left = most, part = 1; left > 0; left -= part, part *= 2) {
      pause();
      addSome(j, min(part, left));
    }
  }
  pause();
  built = true;
  liftBounds();
}

function addAny(j: i32): void {
  const step = <i32>primary[j];
  for (let s = step; s <= sums; s++) reach(s, s - step, j, 1);
  spend(<f64>sums);
}

function addSome(j: i32, count: i32): void {
  const step = <i32>primary[j] * count;
  for (let s = sums; s >= step; s--) reach(s, s - step, j, count);
  spend(<f64>sums);
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
  while (s < <i32>bestPrimary && (s > sums || room[s] < volume)) s++;
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
