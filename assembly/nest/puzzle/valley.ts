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
import { EXACT_SIDE, VALLEY_WORK } from "../model/limits";
import { copyCount, partCount } from "../model/nest-problem";
import { brickAt, clearLaid, layBrick, wallHeight, wallWidth } from "./bricks";

/** How an exact search stands. */
export enum Exact {
  /** Another search has its turn. */
  RUNNING = 0,
  SOLVED = 1,
  /** There is no solution of the kind that it looks for. */
  NONE = 2,
}

/** One brick after the other: the skyline before it, the valley that it goes to and what may go there. */
@unmanaged
class ValleyLevel {
  segments: i32;
  valley: i32;
  candidates: i32;
  cursor: i32;
  sheet: i32;
  /** The candidate that has been laid. */
  laid: i32;
}

let levels: usize = 0;
/** By level: left ends and heights of the skyline, and candidates (twice the brick, one more on end). */
let lefts: Ints = changetype<Ints>(0);
let heights: Ints = changetype<Ints>(0);
let candidates: Ints = changetype<Ints>(0);
let keys: Numbers = changetype<Numbers>(0);
/** Bricks that are left. */
let bricksLeft: Ints = changetype<Ints>(0);
let laidCount: i32 = 0;
let narrowestFirst: bool = false;
let variation: f64 = 0;
/** Width of the valley, room between its floor and the edge of the sheet, height of the wall on its left. */
let valleyWidth: i32 = 0;
let room: i32 = 0;
let wall: i32 = 0;
/** Sums of sides: which widths bricks make together, and which heights. */
let across: Words = changetype<Words>(0);
let up: Words = changetype<Words>(0);
let sumWords: i32 = 0;

export function openValleys(): void {
  levels = reserve(<usize>(copyCount + 1) * offsetof<ValleyLevel>());
  lefts = reserveInts((copyCount + 1) * (copyCount + 2));
  heights = reserveInts((copyCount + 1) * (copyCount + 2));
  candidates = reserveInts((copyCount + 1) * 2 * partCount);
  keys = reserveNumbers(2 * partCount);
  bricksLeft = reserveInts(partCount);
  sumWords = (EXACT_SIDE >> 6) + 1;
  across = reserveRawWords(sumWords);
  up = reserveRawWords(sumWords);
}

/** Starts anew; `noise`: shares by which the worth of candidates varies. */
export function beginValleys(narrowest: bool, noise: f64): void {
  narrowestFirst = narrowest;
  variation = noise;
  laidCount = 0;
  for (let i = 0; i < partCount; i++) bricksLeft[i] = brickAt(i).count;
  openSkyline(0, 0);
  enter();
}

function levelAt(depth: i32): ValleyLevel {
  return changetype<ValleyLevel>(levels + <usize>depth * offsetof<ValleyLevel>());
}

function openSkyline(depth: i32, sheet: i32): void {
  const level = levelAt(depth);
  level.segments = 1;
  level.sheet = sheet;
  lefts[depth * (copyCount + 2)] = 0;
  heights[depth * (copyCount + 2)] = 0;
}

/** Depth first: lays a brick into each valley, and takes the last one back where none goes into it. */
export function fillValleys(goesOn: () => bool): Exact {
  while (goesOn()) {
    const level = levelAt(laidCount);
    spend(0.05);
    if (level.cursor < level.candidates) {
      layNext(level);
      if (laidCount === copyCount) {
        noteSolution();
        return Exact.SOLVED;
      }
      enter();
    } else {
      if (laidCount === 0) return Exact.NONE;
      laidCount--;
      bricksLeft[levelAt(laidCount).laid >> 1]++;
    }
  }
  return Exact.RUNNING;
}

/** Lays the next candidate into the valley and writes the skyline above it to the next level. */
function layNext(level: ValleyLevel): void {
  const stride = copyCount + 2;
  const from = laidCount * stride;
  const to = from + stride;
  const code = candidates[laidCount * 2 * partCount + level.cursor++];
  const brick = brickAt(code >> 1);
  const width = code & 1 ? brick.height : brick.width;
  const height = code & 1 ? brick.width : brick.height;
  const valley = level.valley;
  const x = lefts[from + valley];
  const top = heights[from + valley] + height;
  level.laid = code;
  bricksLeft[code >> 1]--;
  let count = 0;
  for (let i = 0; i < valley; i++) count = addSegment(to, count, lefts[from + i], heights[from + i]);
  count = addSegment(to, count, x, top);
  if (width < endOf(level, from, valley) - x)
    count = addSegment(to, count, x + width, heights[from + valley]);
  for (let i = valley + 1; i < level.segments; i++)
    count = addSegment(to, count, lefts[from + i], heights[from + i]);
  laidCount++;
  const next = levelAt(laidCount);
  next.segments = count;
  next.sheet = level.sheet;
  if (count === 1 && heights[to] === wallHeight) openSkyline(laidCount, level.sheet + 1);
}

function addSegment(first: i32, count: i32, left: i32, height: i32): i32 {
  if (count > 0 && heights[first + count - 1] === height) return count;
  lefts[first + count] = left;
  heights[first + count] = height;
  return count + 1;
}

/** Right end of a segment. */
function endOf(level: ValleyLevel, first: i32, segment: i32): i32 {
  return segment + 1 < level.segments ? lefts[first + segment + 1] : wallWidth;
}

/** Chooses the valley of the level that has been reached, and lists what may go there. */
function enter(): void {
  const level = levelAt(laidCount);
  const first = laidCount * (copyCount + 2);
  level.cursor = 0;
  level.candidates = 0;
  level.valley = chooseValley(level, first);
  const x = lefts[first + level.valley];
  const y = heights[first + level.valley];
  valleyWidth = endOf(level, first, level.valley) - x;
  room = wallHeight - y;
  wall = level.valley > 0 ? heights[first + level.valley - 1] - y : room;
  sumSides();
  if (!isSum(across, valleyWidth) || !isSum(up, room)) return;
  for (let i = 0; i < partCount; i++) {
    if (bricksLeft[i] === 0 || hasTwin(i)) continue;
    const brick = brickAt(i);
    offer(level, 2 * i, brick.width, brick.height);
    if (brick.turns) offer(level, 2 * i + 1, brick.height, brick.width);
  }
}

/** Has a brick like this had its turn? */
function hasTwin(index: i32): bool {
  const brick = brickAt(index);
  for (let i = 0; i < index; i++) {
    if (bricksLeft[i] === 0) continue;
    const other = brickAt(i);
    if (other.width === brick.width && other.height === brick.height && other.turns === brick.turns)
      return true;
    if (brick.turns && other.turns && other.width === brick.height && other.height === brick.width)
      return true;
  }
  return false;
}

/** A segment that both its neighbours, or the edge of the sheet, rise above: the lowest or the narrowest one. */
function chooseValley(level: ValleyLevel, first: i32): i32 {
  let best = -1;
  let bestKey = i32.MAX_VALUE;
  for (let i = 0; i < level.segments; i++) {
    const height = heights[first + i];
    if (i > 0 && heights[first + i - 1] < height) continue;
    if (i + 1 < level.segments && heights[first + i + 1] < height) continue;
    const key = narrowestFirst ? endOf(level, first, i) - lefts[first + i] : height;
    if (key >= bestKey) continue;
    best = i;
    bestKey = key;
  }
  return best;
}

/** Inserts a candidate by its worth: what ends flush with a wall goes first, then what is large. */
function offer(level: ValleyLevel, code: i32, width: i32, height: i32): void {
  if (width > valleyWidth || height > room) return;
  if (!isSum(across, valleyWidth - width) || !isSum(up, room - height)) return;
  let key = (<f64>width * <f64>height) / (<f64>wallWidth * <f64>wallHeight);
  if (width === valleyWidth) key += 1;
  if (height === wall) key += 1;
  if (variation > 0) key *= 1 + variation * (randomUnit() - 0.5);
  const first = laidCount * 2 * partCount;
  let at = level.candidates++;
  for (; at > 0 && keys[at - 1] < key; at--) {
    keys[at] = keys[at - 1];
    candidates[first + at] = candidates[first + at - 1];
  }
  keys[at] = key;
  candidates[first + at] = code;
}

/** Which widths do bricks make together that are low enough, and which heights do any? */
function sumSides(): void {
  const acrossWords = (valleyWidth >> 6) + 1;
  const upWords = (room >> 6) + 1;
  clearWords(across, acrossWords);
  clearWords(up, upWords);
  across[0] = 1;
  up[0] = 1;
  for (let i = 0; i < partCount; i++) {
    const brick = brickAt(i);
    for (let k = bricksLeft[i]; k > 0; k--) {
      const lies = brick.height <= room;
      const stands = brick.turns && brick.width <= room;
      addSide(across, acrossWords, lies ? brick.width : 0, stands ? brick.height : 0);
      addSide(up, upWords, brick.height, brick.turns ? brick.width : 0);
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
    layBrick(level.laid >> 1, (level.laid & 1) !== 0, level.sheet, lefts[at], heights[at]);
  }
}
