/**
 * Rectangles without waste, from below (after N. Lesh, J. Marks, A. McMahon and M. Mitzenmacher, 2004): what is laid
 * ends in a skyline, and each of its valleys is to be filled, so some brick has its corner in the valley's. Of all
 * valleys the lowest is filled first, or the narrowest. A valley is dead unless it is as wide as some bricks together
 * that are low enough, and as deep below the edge of the sheet as some bricks together.
 */

import { reserve } from "../../memory";
import { randomUnit } from "../../random";
import { clearWords, Ints, Numbers, reserveInts, reserveNumbers, reserveRawWords, Words } from "../../vector";
import { spend } from "../../work";
import { copyCount, partCount } from "../model/problem";
import { EXACT_SIDE, VALLEY_WORK } from "../model/tuning";
import { brickAt, clearLaid, layBrick, wallHeight, wallWidth } from "./bricks";

/** How an exact search stands. */
export enum Exact {
  RUNNING = 0,
  SOLVED = 1,
  /** There is no solution of the kind that it looks for. */
  NONE = 2,
}

/** One brick after the other: the skyline before it, the valley that it goes to and what may go there. */
@unmanaged
class Level {
  segments: i32;
  valley: i32;
  candidates: i32;
  cursor: i32;
  sheet: i32;
  /** The candidate that has been laid. */
  laid: i32;
}

/** What is kept here between two steps. */
@unmanaged
class State {
  levels: usize;
  /** By level: left ends and heights of the skyline, and candidates (twice the brick, one more on end). */
  lefts: Ints;
  heights: Ints;
  candidates: Ints;
  keys: Numbers;
  /** Bricks that are left. */
  left: Ints;
  depth: i32;
  narrowest: bool;
  noise: f64;
  /** Width of the valley, room between its floor and the edge of the sheet, height of the wall on its left. */
  width: i32;
  room: i32;
  wall: i32;
  /** Sums of sides: which widths bricks make together, and which heights. */
  across: Words;
  up: Words;
  words: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openValleys(): void {
  state.levels = reserve(<usize>(copyCount + 1) * offsetof<Level>());
  state.lefts = reserveInts((copyCount + 1) * (copyCount + 2));
  state.heights = reserveInts((copyCount + 1) * (copyCount + 2));
  state.candidates = reserveInts((copyCount + 1) * 2 * partCount);
  state.keys = reserveNumbers(2 * partCount);
  state.left = reserveInts(partCount);
  state.words = (EXACT_SIDE >> 6) + 1;
  state.across = reserveRawWords(state.words);
  state.up = reserveRawWords(state.words);
}

/** Starts anew; `noise`: shares by which the worth of candidates varies. */
export function beginValleys(narrowest: bool, noise: f64): void {
  state.narrowest = narrowest;
  state.noise = noise;
  state.depth = 0;
  for (let i = 0; i < partCount; i++) state.left[i] = brickAt(i).count;
  openSkyline(0, 0);
  enter();
}

function levelAt(depth: i32): Level {
  return changetype<Level>(state.levels + <usize>depth * offsetof<Level>());
}

function openSkyline(depth: i32, sheet: i32): void {
  const level = levelAt(depth);
  level.segments = 1;
  level.sheet = sheet;
  state.lefts[depth * (copyCount + 2)] = 0;
  state.heights[depth * (copyCount + 2)] = 0;
}

/** One brick laid or taken back. */
export function valleyStep(): Exact {
  const level = levelAt(state.depth);
  spend(0.05);
  if (level.cursor < level.candidates) {
    layNext(level);
    if (state.depth === copyCount) {
      noteSolution();
      return Exact.SOLVED;
    }
    enter();
    return Exact.RUNNING;
  }
  if (state.depth === 0) return Exact.NONE;
  state.depth--;
  state.left[levelAt(state.depth).laid >> 1]++;
  return Exact.RUNNING;
}

/** Lays the next candidate into the valley and writes the skyline above it to the next level. */
function layNext(level: Level): void {
  const stride = copyCount + 2;
  const from = state.depth * stride;
  const to = from + stride;
  const code = state.candidates[state.depth * 2 * partCount + level.cursor++];
  const brick = brickAt(code >> 1);
  const width = code & 1 ? brick.height : brick.width;
  const height = code & 1 ? brick.width : brick.height;
  const valley = level.valley;
  const x = state.lefts[from + valley];
  const top = state.heights[from + valley] + height;
  level.laid = code;
  state.left[code >> 1]--;
  let count = 0;
  for (let i = 0; i < valley; i++)
    count = addSegment(to, count, state.lefts[from + i], state.heights[from + i]);
  count = addSegment(to, count, x, top);
  if (width < endOf(level, from, valley) - x)
    count = addSegment(to, count, x + width, state.heights[from + valley]);
  for (let i = valley + 1; i < level.segments; i++)
    count = addSegment(to, count, state.lefts[from + i], state.heights[from + i]);
  state.depth++;
  const next = levelAt(state.depth);
  next.segments = count;
  next.sheet = level.sheet;
  if (count === 1 && state.heights[to] === wallHeight()) openSkyline(state.depth, level.sheet + 1);
}

function addSegment(first: i32, count: i32, left: i32, height: i32): i32 {
  if (count > 0 && state.heights[first + count - 1] === height) return count;
  state.lefts[first + count] = left;
  state.heights[first + count] = height;
  return count + 1;
}

/** Right end of a segment. */
function endOf(level: Level, first: i32, segment: i32): i32 {
  return segment + 1 < level.segments ? state.lefts[first + segment + 1] : wallWidth();
}

/** Chooses the valley of the level that has been reached, and lists what may go there. */
function enter(): void {
  const level = levelAt(state.depth);
  const first = state.depth * (copyCount + 2);
  level.cursor = 0;
  level.candidates = 0;
  level.valley = chooseValley(level, first);
  const x = state.lefts[first + level.valley];
  const y = state.heights[first + level.valley];
  state.width = endOf(level, first, level.valley) - x;
  state.room = wallHeight() - y;
  state.wall = level.valley > 0 ? state.heights[first + level.valley - 1] - y : state.room;
  sumSides();
  if (!isSum(state.across, state.width) || !isSum(state.up, state.room)) return;
  for (let i = 0; i < partCount; i++) {
    if (state.left[i] === 0 || hasTwin(i)) continue;
    const brick = brickAt(i);
    offer(level, 2 * i, brick.width, brick.height);
    if (brick.turns) offer(level, 2 * i + 1, brick.height, brick.width);
  }
}

/** Has a brick like this had its turn? */
function hasTwin(index: i32): bool {
  const brick = brickAt(index);
  for (let i = 0; i < index; i++) {
    if (state.left[i] === 0) continue;
    const other = brickAt(i);
    if (other.width === brick.width && other.height === brick.height && other.turns === brick.turns)
      return true;
    if (brick.turns && other.turns && other.width === brick.height && other.height === brick.width)
      return true;
  }
  return false;
}

/** A segment that both its neighbours, or the edge of the sheet, rise above: the lowest or the narrowest one. */
function chooseValley(level: Level, first: i32): i32 {
  let best = -1;
  let bestKey = i32.MAX_VALUE;
  for (let i = 0; i < level.segments; i++) {
    const height = state.heights[first + i];
    if (i > 0 && state.heights[first + i - 1] < height) continue;
    if (i + 1 < level.segments && state.heights[first + i + 1] < height) continue;
    const key = state.narrowest ? endOf(level, first, i) - state.lefts[first + i] : height;
    if (key >= bestKey) continue;
    best = i;
    bestKey = key;
  }
  return best;
}

/** Inserts a candidate by its worth: what ends flush with a wall goes first, then what is large. */
function offer(level: Level, code: i32, width: i32, height: i32): void {
  if (width > state.width || height > state.room) return;
  if (!isSum(state.across, state.width - width) || !isSum(state.up, state.room - height)) return;
  let key = (<f64>width * <f64>height) / (<f64>wallWidth() * <f64>wallHeight());
  if (width === state.width) key += 1;
  if (height === state.wall) key += 1;
  if (state.noise > 0) key *= 1 + state.noise * (randomUnit() - 0.5);
  const first = state.depth * 2 * partCount;
  let at = level.candidates++;
  for (; at > 0 && state.keys[at - 1] < key; at--) {
    state.keys[at] = state.keys[at - 1];
    state.candidates[first + at] = state.candidates[first + at - 1];
  }
  state.keys[at] = key;
  state.candidates[first + at] = code;
}

/** Which widths do bricks make together that are low enough, and which heights do any? */
function sumSides(): void {
  const acrossWords = (state.width >> 6) + 1;
  const upWords = (state.room >> 6) + 1;
  clearWords(state.across, acrossWords);
  clearWords(state.up, upWords);
  state.across[0] = 1;
  state.up[0] = 1;
  for (let i = 0; i < partCount; i++) {
    const brick = brickAt(i);
    for (let k = state.left[i]; k > 0; k--) {
      const lies = brick.height <= state.room;
      const stands = brick.turns && brick.width <= state.room;
      addSide(state.across, acrossWords, lies ? brick.width : 0, stands ? brick.height : 0);
      addSide(state.up, upWords, brick.height, brick.turns ? brick.width : 0);
    }
  }
}

/** Adds one of two sides, or neither, to all sums; 0: there is none. */
function addSide(sums: Words, words: i32, a: i32, b: i32): void {
  spend(<f64>words * VALLEY_WORK);
  for (let word = words - 1; word >= 0; word--) {
    sums[word] = sums[word] | shifted(sums, word, a) | shifted(sums, word, b);
  }
}

/** A word of the sums, all of them more by a side. */
function shifted(sums: Words, word: i32, side: i32): u64 {
  const from = word - (side >> 6);
  if (side === 0 || from < 0) return 0;
  const bits = <u64>(side & 63);
  const low = sums[from] << bits;
  return bits > 0 && from > 0 ? low | (sums[from - 1] >> (64 - bits)) : low;
}

function isSum(sums: Words, length: i32): bool {
  return ((sums[length >> 6] >> <u64>(length & 63)) & 1) !== 0;
}

function noteSolution(): void {
  const stride = copyCount + 2;
  clearLaid();
  for (let depth = 0; depth < copyCount; depth++) {
    const level = levelAt(depth);
    const at = depth * stride + level.valley;
    layBrick(level.laid >> 1, (level.laid & 1) !== 0, level.sheet, state.lefts[at], state.heights[at]);
  }
}
