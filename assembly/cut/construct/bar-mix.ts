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
import { best, bestPrimary, primaryBound, raiseBounds } from "../incumbent/incumbent";
import { barCount, capacity, limit, primary, scale, volume } from "../model/problem";
import { MIX_CELLS, MIX_WORK } from "../model/tuning";

/** Bars of each kind in the mix found by `findMix`. */
export let mix: Ints = changetype<Ints>(0);

/** What is kept here between two steps. */
@unmanaged
class State {
  cells: i32;
  built: bool;
  bar: i32;
  /** Bars of the current kind that are not in the table yet, and how many go in at once. */
  left: i32;
  part: i32;
  room: Numbers;
  /** The step that reached a sum last: the kind of bar, and how many. */
  reachedBy: Ints;
  reachedWith: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.part = 1;

/** Reserves for sums below the best plan's objective; with a single kind of bar, or too many sums, there is no table. */
export function openMix(): void {
  state.built = false;
  state.cells = 0;
  mix = reserveInts(barCount);
  if (barCount < 2 || best.missing > 0 || bestPrimary > MIX_CELLS) return;
  let passes = 0;
  for (let j = 0; j < barCount; j++) passes += 1 + <i32>Math.log2(<f64>limit[j]);
  if (<f64>passes * bestPrimary > MIX_WORK) return;
  state.cells = <i32>bestPrimary;
  state.room = reserveRawNumbers(state.cells + 1);
  state.reachedBy = reserveRawInts(state.cells + 1);
  state.reachedWith = reserveRawInts(state.cells + 1);
}

/** Begins the table; false when there is none. */
export function startMix(): bool {
  if (state.cells === 0) return false;
  let free: f64 = 0;
  for (let j = 0; j < barCount; j++) if (primary[j] === 0) free += capacity[j] * <f64>limit[j];
  state.room[0] = free;
  for (let s = 1; s <= state.cells; s++) state.room[s] = -1;
  state.bar = -1;
  state.left = 0;
  return true;
}

/** Adds some bars to the table; false when all are in. */
export function mixStep(): bool {
  if (state.left === 0) {
    if (++state.bar >= barCount) {
      state.built = true;
      liftBounds();
      return false;
    }
    if (primary[state.bar] === 0) return true;
    state.left = <i32>min(<f64>limit[state.bar], Math.floor(<f64>state.cells / primary[state.bar]));
    state.part = 1;
    // Where the limit cannot bind, one upward pass takes any number of bars in.
    if (<f64>limit[state.bar] >= <f64>state.left && limit[state.bar] > state.left) {
      addAny(state.bar);
      state.left = 0;
    }
    return true;
  }
  const count = min(state.part, state.left);
  addSome(state.bar, count);
  state.left -= count;
  state.part *= 2;
  return true;
}

function addAny(j: i32): void {
  const step = <i32>primary[j];
  for (let s = step; s <= state.cells; s++) reach(s, s - step, j, 1);
  spend(<f64>state.cells);
}

function addSome(j: i32, count: i32): void {
  const step = <i32>primary[j] * count;
  for (let s = state.cells; s >= step; s--) reach(s, s - step, j, count);
  spend(<f64>state.cells);
}

function reach(to: i32, from: i32, j: i32, count: i32): void {
  if (state.room[from] < 0) return;
  const sum = state.room[from] + capacity[j] * <f64>count;
  if (sum <= state.room[to]) return;
  state.room[to] = sum;
  state.reachedBy[to] = j;
  state.reachedWith[to] = count;
}

/** Rounds the bound on the objective up to what whole bars can make. */
export function liftBounds(): void {
  if (!state.built || best.missing > 0) return;
  const bound = nextSum(primaryBound);
  if (bound > primaryBound) raiseBounds(bound * scale, bound);
}

/** The least sum from `from` on with room for everything; the best plan's objective when there is none below it. */
export function nextSum(from: f64): f64 {
  if (!state.built) return bestPrimary;
  let s = <i32>from;
  while (s < <i32>bestPrimary && (s > state.cells || state.room[s] < volume)) s++;
  return <f64>s;
}

/** Puts the bars behind the sum `s` into `mix`; false when they would take more of a stock than there is. */
export function findMix(s: i32): bool {
  for (let j = 0; j < barCount; j++) mix[j] = primary[j] === 0 ? limit[j] : 0;
  while (s > 0) {
    const j = state.reachedBy[s];
    mix[j] += state.reachedWith[s];
    s -= <i32>primary[j] * state.reachedWith[s];
  }
  for (let j = 0; j < barCount; j++) if (mix[j] > limit[j]) return false;
  return true;
}
