/**
 * Which items of a crowd are near a box? Their own boxes lie in four rows of f32, rounded outwards, so that one vector
 * compare asks four of them. A search that stays in one place opens a window there: as long as questions stay in it
 * and nothing moves, only the items in the window are asked.
 *
 *     rows    min x | min y | max x | max y     each `slots` f32, padded with empty boxes
 */

import { reserve } from "../../memory";
import { spend } from "../../work";
import { gap } from "../model/problem";

/** Places in a row, and its bytes. */
let slots: usize = 0;
let row: usize = 0;
/** Boxes of all items and their numbers, which are those of their places; the same of what lies in the window. */
let boxes: usize = 0;
let items: usize = 0;
let count: i32 = 0;
let windowBoxes: usize = 0;
let windowItems: usize = 0;
let windowCount: i32 = 0;
/** The window; none is open when its left edge is infinite. */
let windowMinX: f32 = Infinity;
let windowMinY: f32 = 0;
let windowMaxX: f32 = 0;
let windowMaxY: f32 = 0;
/** The box that is asked about, and the answer. */
let askMinX: f32 = 0;
let askMinY: f32 = 0;
let askMaxX: f32 = 0;
let askMaxY: f32 = 0;
let near: usize = 0;
/** Items found near. */
export let nearCount: i32 = 0;

/** Makes room for so many items. */
export function openBoxes(limit: i32): void {
  slots = <usize>((limit + 3) & ~3);
  row = slots << 2;
  boxes = reserve(row << 2);
  items = reserve(row);
  for (let i = <usize>0; i < slots; i++) store<i32>(items + (i << 2), <i32>i);
  windowBoxes = reserve(row << 2);
  windowItems = reserve(row);
  near = reserve(row);
}

export function clearBoxes(): void {
  count = 0;
  closeWindow();
  for (let i = <usize>0; i < slots; i++) emptyBox(boxes + (i << 2));
}

function emptyBox(at: usize): void {
  store<f32>(at, Infinity);
  store<f32>(at + row, Infinity);
  store<f32>(at + 2 * row, -Infinity);
  store<f32>(at + 3 * row, -Infinity);
}

/** Notes where an item is now. */
export function setBox(item: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const at = boxes + ((<usize>item) << 2);
  store<f32>(at, floor32(minX));
  store<f32>(at + row, floor32(minY));
  store<f32>(at + 2 * row, -floor32(-maxX));
  store<f32>(at + 3 * row, -floor32(-maxY));
  count = max(count, item + 1);
  closeWindow();
}

/** An f32 at or below the value. */
function floor32(value: f64): f32 {
  return <f32>(value - Math.abs(value) * 1.2e-7);
}

/** Number of the k-th item found near. */
export function nearItem(k: i32): i32 {
  return load<i32>(near + ((<usize>k) << 2));
}

/** Opens a window on all that comes within the gap of a box. */
export function openWindow(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  askAround(minX, minY, maxX, maxY);
  scan(boxes, items, count, -1);
  for (let k = 0; k < nearCount; k++) {
    const from = boxes + ((<usize>nearItem(k)) << 2);
    const to = windowBoxes + ((<usize>k) << 2);
    store<f32>(to, load<f32>(from));
    store<f32>(to + row, load<f32>(from + row));
    store<f32>(to + 2 * row, load<f32>(from + 2 * row));
    store<f32>(to + 3 * row, load<f32>(from + 3 * row));
    store<i32>(windowItems + ((<usize>k) << 2), nearItem(k));
  }
  for (let k = nearCount; (k & 3) !== 0; k++) emptyBox(windowBoxes + ((<usize>k) << 2));
  windowCount = nearCount;
  windowMinX = askMinX;
  windowMinY = askMinY;
  windowMaxX = askMaxX;
  windowMaxY = askMaxY;
}

function closeWindow(): void {
  windowMinX = Infinity;
}

/** Items in the window; none when it is closed. */
export function windowSize(): i32 {
  return windowMinX === Infinity ? 0 : windowCount;
}

export function windowItem(index: i32): i32 {
  return load<i32>(windowItems + ((<usize>index) << 2));
}

/** Finds the items whose boxes come within the gap of a box, but for `self`. */
export function findNear(minX: f64, minY: f64, maxX: f64, maxY: f64, self: i32): void {
  askAround(minX, minY, maxX, maxY);
  const inWindow =
    askMinX >= windowMinX && askMaxX <= windowMaxX && askMinY >= windowMinY && askMaxY <= windowMaxY;
  if (inWindow) scan(windowBoxes, windowItems, windowCount, self);
  else scan(boxes, items, count, self);
}

function askAround(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  askMinX = floor32(minX - gap);
  askMinY = floor32(minY - gap);
  askMaxX = -floor32(-maxX - gap);
  askMaxY = -floor32(-maxY - gap);
}

function scan(rows: usize, numbers: usize, size: i32, self: i32): void {
  const end = rows + ((<usize>((size + 3) & ~3)) << 2);
  nearCount = 0;
  spend(<f64>size * 0.01);
  if (ASC_FEATURE_SIMD) {
    const left = f32x4.splat(askMinX);
    const low = f32x4.splat(askMinY);
    const right = f32x4.splat(askMaxX);
    const high = f32x4.splat(askMaxY);
    for (let at = rows; at < end; at += 16) {
      const hit = v128.and(
        v128.and(f32x4.lt(v128.load(at), right), f32x4.gt(v128.load(at + 2 * row), left)),
        v128.and(f32x4.lt(v128.load(at + row), high), f32x4.gt(v128.load(at + 3 * row), low)),
      );
      let bits = i32x4.bitmask(hit);
      while (bits !== 0) {
        pushNear(load<i32>(numbers + (at - rows) + (ctz(bits) << 2)), self);
        bits &= bits - 1;
      }
    }
  } else {
    for (let at = rows; at < end; at += 4) {
      if (load<f32>(at) >= askMaxX || load<f32>(at + 2 * row) <= askMinX) continue;
      if (load<f32>(at + row) >= askMaxY || load<f32>(at + 3 * row) <= askMinY) continue;
      pushNear(load<i32>(numbers + (at - rows)), self);
    }
  }
}

function pushNear(item: i32, self: i32): void {
  if (item === self) return;
  store<i32>(near + ((<usize>nearCount) << 2), item);
  nearCount++;
}
