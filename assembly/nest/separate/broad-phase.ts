/**
 * Which items are near a box? Their own boxes lie in four rows of f32, rounded outwards, so that one vector
 * compare asks four of them. A search that stays in one place opens a window there: as long as questions stay in it
 * and nothing moves, only the items in the window are asked.
 *
 *     rows    min x | min y | max x | max y     each `slots` f32, padded with empty boxes
 */

import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { gap } from "../model/problem";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Places in a row, and its bytes. */
  slots: usize;
  row: usize;
  /** Boxes of all items and their numbers, which are those of their places; the same of what lies in the window. */
  boxes: usize;
  items: Ints;
  count: i32;
  windowBoxes: usize;
  windowItems: Ints;
  windowCount: i32;
  /** The window; none is open when its left edge is infinite. */
  windowMinX: f32;
  windowMinY: f32;
  windowMaxX: f32;
  windowMaxY: f32;
  /** The box that is asked about, and the answer. */
  askMinX: f32;
  askMinY: f32;
  askMaxX: f32;
  askMaxY: f32;
  near: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.windowMinX = Infinity;

/** Items found near. */
export let nearCount: i32 = 0;

/** Makes room for so many items. */
export function openBoxes(limit: i32): void {
  state.slots = <usize>((limit + 3) & ~3);
  state.row = state.slots << 2;
  state.boxes = reserve(state.row << 2);
  state.items = reserveRawInts(<i32>state.slots);
  for (let i = 0; i < <i32>state.slots; i++) state.items[i] = i;
  state.windowBoxes = reserve(state.row << 2);
  state.windowItems = reserveRawInts(<i32>state.slots);
  state.near = reserveRawInts(<i32>state.slots);
}

export function clearBoxes(): void {
  state.count = 0;
  closeWindow();
  for (let i = <usize>0; i < state.slots; i++) emptyBox(state.boxes + (i << 2));
}

function emptyBox(at: usize): void {
  store<f32>(at, Infinity);
  store<f32>(at + state.row, Infinity);
  store<f32>(at + 2 * state.row, -Infinity);
  store<f32>(at + 3 * state.row, -Infinity);
}

/** Notes where an item is now. */
export function setBox(item: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const at = state.boxes + ((<usize>item) << 2);
  store<f32>(at, floor32(minX));
  store<f32>(at + state.row, floor32(minY));
  store<f32>(at + 2 * state.row, -floor32(-maxX));
  store<f32>(at + 3 * state.row, -floor32(-maxY));
  state.count = max(state.count, item + 1);
  closeWindow();
}

/** Does the box of an item hold this one, and hardly more? */
export function isBoxed(item: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  const at = state.boxes + ((<usize>item) << 2);
  const low = load<f32>(at) <= minX && load<f32>(at + state.row) <= minY;
  return low && load<f32>(at + 2 * state.row) >= maxX && load<f32>(at + 3 * state.row) >= maxY;
}

/** An f32 at or below the value. */
function floor32(value: f64): f32 {
  return <f32>(value - Math.abs(value) * 1.2e-7);
}

/** Number of the k-th item found near. */
export function nearItem(k: i32): i32 {
  return state.near[k];
}

/** Opens a window on all that comes within the gap of a box. */
export function openWindow(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  askAround(minX, minY, maxX, maxY);
  scan(state.boxes, state.items, state.count, -1);
  for (let k = 0; k < nearCount; k++) {
    const from = state.boxes + ((<usize>nearItem(k)) << 2);
    const to = state.windowBoxes + ((<usize>k) << 2);
    store<f32>(to, load<f32>(from));
    store<f32>(to + state.row, load<f32>(from + state.row));
    store<f32>(to + 2 * state.row, load<f32>(from + 2 * state.row));
    store<f32>(to + 3 * state.row, load<f32>(from + 3 * state.row));
    state.windowItems[k] = nearItem(k);
  }
  for (let k = nearCount; (k & 3) !== 0; k++) emptyBox(state.windowBoxes + ((<usize>k) << 2));
  state.windowCount = nearCount;
  state.windowMinX = state.askMinX;
  state.windowMinY = state.askMinY;
  state.windowMaxX = state.askMaxX;
  state.windowMaxY = state.askMaxY;
}

function closeWindow(): void {
  state.windowMinX = Infinity;
}

/** Items in the window; none when it is closed. */
export function windowSize(): i32 {
  return state.windowMinX === Infinity ? 0 : state.windowCount;
}

export function windowItem(index: i32): i32 {
  return state.windowItems[index];
}

/** Finds the items whose boxes come within the gap of a box, but for `self`. */
export function findNear(minX: f64, minY: f64, maxX: f64, maxY: f64, self: i32): void {
  askAround(minX, minY, maxX, maxY);
  const inWindow =
    state.askMinX >= state.windowMinX &&
    state.askMaxX <= state.windowMaxX &&
    state.askMinY >= state.windowMinY &&
    state.askMaxY <= state.windowMaxY;
  if (inWindow) scan(state.windowBoxes, state.windowItems, state.windowCount, self);
  else scan(state.boxes, state.items, state.count, self);
}

function askAround(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  state.askMinX = floor32(minX - gap);
  state.askMinY = floor32(minY - gap);
  state.askMaxX = -floor32(-maxX - gap);
  state.askMaxY = -floor32(-maxY - gap);
}

function scan(rows: usize, numbers: Ints, size: i32, self: i32): void {
  const end = rows + ((<usize>((size + 3) & ~3)) << 2);
  const row = state.row;
  const near = state.near;
  let count = 0;
  spend(<f64>size * 0.01);
  if (ASC_FEATURE_SIMD) {
    const left = f32x4.splat(state.askMinX);
    const low = f32x4.splat(state.askMinY);
    const right = f32x4.splat(state.askMaxX);
    const high = f32x4.splat(state.askMaxY);
    const others = i32x4.splat(self);
    for (let at = rows; at < end; at += 16) {
      const hit = v128.and(
        v128.and(f32x4.lt(v128.load(at), right), f32x4.gt(v128.load(at + 2 * row), left)),
        v128.and(f32x4.lt(v128.load(at + row), high), f32x4.gt(v128.load(at + 3 * row), low)),
      );
      const four = v128.load(changetype<usize>(numbers) + (at - rows));
      const bits = i32x4.bitmask(v128.and(hit, i32x4.ne(four, others)));
      if (bits === 0) continue;
      // Which of them are near is nothing that branches could guess.
      near[count] = i32x4.extract_lane(four, 0);
      count += bits & 1;
      near[count] = i32x4.extract_lane(four, 1);
      count += (bits >> 1) & 1;
      near[count] = i32x4.extract_lane(four, 2);
      count += (bits >> 2) & 1;
      near[count] = i32x4.extract_lane(four, 3);
      count += bits >> 3;
    }
  } else {
    for (let at = rows; at < end; at += 4) {
      if (load<f32>(at) >= state.askMaxX || load<f32>(at + 2 * row) <= state.askMinX) continue;
      if (load<f32>(at + row) >= state.askMaxY || load<f32>(at + 3 * row) <= state.askMinY) continue;
      const item = numbers[<i32>((at - rows) >> 2)];
      near[count] = item;
      count += <i32>(item !== self);
    }
  }
  nearCount = count;
}
