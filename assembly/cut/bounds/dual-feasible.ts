/**
 * How many bars does everything need at least? A function f from weights to whole numbers is dual feasible when the
 * f of the pieces on a bar never add up to more than f(C), with C the capacity; then all pieces need at least
 * sum f(weight) / f(C) bars. Three families, of which the first contains the bound L2 of Martello and Toth (1990):
 *
 *     steps e, k   below e nothing, above C - e a whole bar, between them x = w (k + 1) / C, rounded down to a whole
 *                  number unless it is one, then it counts as w k / C (Fekete and Schepers 2001); k = 0 takes w / C
 *     grid e       below C/2 the whole part of w / e twice, above it what is left by that of C - w, at C/2 half of C
 *     count e      e to C/2 counts 1, above C/2 as many of those pieces as are displaced (Carlier, Clautiaux and
 *                  Moukrim 2007, both)
 *
 * All values are whole numbers below 2^53, and quotients of such are rounded the right way in doubles.
 */
import { mark, release } from "../../memory";
import { Numbers, reserveNumbers } from "../../vector";
import { capacity, demand, pieceCount, typeCount, weight } from "../model/cut-problem";
import { DUAL_STEPS } from "../model/cut-tuning";

const EXACT: f64 = 9007199254740992;

/** No plan of everything has fewer bars; 0 when nothing is proved. */
export function leastBarsByWeight(): f64 {
  const top = mark();
  const room = capacity[0];
  // The first type that is not heavier than half a bar, and the pieces of the types before each.
  let half = 0;
  while (half < typeCount && 2 * weight[half] > room) half++;
  const before = reserveNumbers(typeCount + 1);
  for (let i = 0; i < typeCount; i++) before[i + 1] = before[i] + <f64>demand[i];
  let bars: f64 = 0;
  for (let k = 0; k <= DUAL_STEPS; k++) bars = max(bars, boundBySteps(<f64>k, half, before));
  for (let i = 0; i < typeCount; i++) {
    bars = max(bars, boundByGrid(i < half ? room - weight[i] : weight[i]));
    if (i >= half) bars = max(bars, boundByCount(i, half, before));
  }
  release(top);
  return bars;
}

/** The best bound of all thresholds with `k` steps. */
function boundBySteps(k: f64, half: i32, before: Numbers): f64 {
  const room = capacity[0];
  const whole = max(1, k) * room;
  if ((k + 1) * room >= EXACT || pieceCount * whole >= EXACT) return 0;
  const top = mark();
  const sum = reserveNumbers(typeCount + 1);
  for (let i = 0; i < typeCount; i++) sum[i + 1] = sum[i] + <f64>demand[i] * stepped(weight[i], k);
  let bars = Math.ceil(sum[typeCount] / whole);
  let heavy = half;
  for (let i = half; i < typeCount; i++) {
    while (heavy > 0 && weight[heavy - 1] <= room - weight[i]) heavy--;
    bars = max(bars, Math.ceil((before[heavy] * whole + sum[i + 1] - sum[heavy]) / whole));
  }
  release(top);
  return bars;
}

function stepped(size: f64, k: f64): f64 {
  if (k === 0) return size;
  const part = Math.floor(((k + 1) * size) / capacity[0]);
  return part * capacity[0] === (k + 1) * size ? k * size : part * capacity[0];
}

function boundByGrid(grid: f64): f64 {
  const whole = grid > 0 ? Math.floor(capacity[0] / grid) : 0;
  if (whole < 2 || 2 * pieceCount * whole >= EXACT) return 0;
  let sum: f64 = 0;
  for (let i = 0; i < typeCount; i++) sum += <f64>demand[i] * gridded(weight[i], grid, whole);
  return Math.ceil(sum / (2 * whole));
}

function gridded(size: f64, grid: f64, whole: f64): f64 {
  const room = capacity[0];
  if (2 * size === room) return whole;
  return 2 * (2 * size < room ? Math.floor(size / grid) : whole - Math.floor((room - size) / grid));
}

/** Counts the pieces from half a bar down to type `last`. */
function boundByCount(last: i32, half: i32, before: Numbers): f64 {
  const room = capacity[0];
  // Most pieces fit when the lightest come first: those before type `next`, together as heavy as `used`, are on the bar.
  let next = last;
  let held: f64 = 0;
  let used: f64 = 0;
  let displaced: f64 = 0;
  for (let i = 0; i <= half; i++) {
    const free = i < half ? room - weight[i] : room;
    while (next >= half && used + <f64>demand[next] * weight[next] <= free) {
      used += <f64>demand[next] * weight[next];
      held += <f64>demand[next--];
    }
    const most = next < half ? held : held + Math.floor((free - used) / weight[next]);
    if (i === half) {
      const whole = before[half] * most - displaced + before[last + 1] - before[half];
      return most > 0 && pieceCount * most < EXACT ? Math.ceil(whole / most) : 0;
    }
    displaced += <f64>demand[i] * most;
  }
  return 0;
}
