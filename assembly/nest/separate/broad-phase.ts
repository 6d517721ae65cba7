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
import { gap } from "../model/nest-problem";

/** Places in a row, and its bytes. */
let slots: usize = 0;
let rowBytes: usize = 0;
/** Boxes of all items and their numbers, which are those of their places; the same of what lies in the window. */
let boxes: usize = 0;
let items: Ints = changetype<Ints>(0);
let boxCount: i32 = 0;
let windowBoxes: usize = 0;
export let windowItems: Ints = changetype<Ints>(0);
let windowCount: i32 = 0;
/** The window; none is open when its left edge is infinite. */
let windowMinX: f32 = 0;
let windowMinY: f32 = 0;
let windowMaxX: f32 = 0;
let windowMaxY: f32 = 0;
/** The box that is asked about, and the answer. */
let askMinX: f32 = 0;
let askMinY: f32 = 0;
let askMaxX: f32 = 0;
let askMaxY: f32 = 0;
export let nearItems: Ints = changetype<Ints>(0);
windowMinX = Infinity;

/** Items found near. */
export let nearCount: i32 = 0;

/** Makes room for so many items. */
export function openBoxes(limit: i32): void {
  slots = <usize>((limit + 3) & ~3);
  rowBytes = slots << 2;
  boxes = reserve(rowBytes << 2);
  items = reserveRawInts(<i32>slots);
  for (let i = 0; i < <i32>slots; i++) items[i] = i;
  windowBoxes = reserve(rowBytes << 2);
  windowItems = reserveRawInts(<i32>slots);
  nearItems = reserveRawInts(<i32>slots);
}

export function clearBoxes(): void {
  boxCount = 0;
  closeWindow();
  for (let i = <usize>0; i < slots; i++) emptyBox(boxes + (i << 2));
}

function emptyBox(at: usize): void {
  store<f32>(at, Infinity);
  store<f32>(at + rowBytes, Infinity);
  store<f32>(at + 2 * rowBytes, -Infinity);
  store<f32>(at + 3 * rowBytes, -Infinity);
}

/** Notes where an item is now. */
export function setBox(item: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const at = boxes + ((<usize>item) << 2);
  store<f32>(at, floor32(minX));
  store<f32>(at + rowBytes, floor32(minY));
  store<f32>(at + 2 * rowBytes, -floor32(-maxX));
  store<f32>(at + 3 * rowBytes, -floor32(-maxY));
  boxCount = max(boxCount, item + 1);
  closeWindow();
}

/** Does the box of an item hold this one, and hardly more? */
export function isBoxed(item: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  const at = boxes + ((<usize>item) << 2);
  const low = load<f32>(at) <= minX && load<f32>(at + rowBytes) <= minY;
  return low && load<f32>(at + 2 * rowBytes) >= maxX && load<f32>(at + 3 * rowBytes) >= maxY;
}

/** An f32 at or below the value. */
function floor32(value: f64): f32 {
  return <f32>(value - Math.abs(value) * 1.2e-7);
}

/** Opens a window on all that comes within the gap of a box. */
export function openWindow(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  askAround(minX, minY, maxX, maxY);
  scan(boxes, items, boxCount, -1);
  for (let k = 0; k < nearCount; k++) {
    const from = boxes + ((<usize>nearItems[k]) << 2);
    const to = windowBoxes + ((<usize>k) << 2);
    store<f32>(to, load<f32>(from));
    store<f32>(to + rowBytes, load<f32>(from + rowBytes));
    store<f32>(to + 2 * rowBytes, load<f32>(from + 2 * rowBytes));
    store<f32>(to + 3 * rowBytes, load<f32>(from + 3 * rowBytes));
    windowItems[k] = nearItems[k];
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

/** Finds the items whose boxes come within the gap of a box, but for `self`. */
export function findNear(minX: f64, minY: f64, maxX: f64, maxY: f64, self: i32): void {
  askAround(minX, minY, maxX, maxY);
  const inWindow =
    askMinX >= windowMinX && askMaxX <= windowMaxX && askMinY >= windowMinY && askMaxY <= windowMaxY;
  if (inWindow) scan(windowBoxes, windowItems, windowCount, self);
  else scan(boxes, items, boxCount, self);
}

function askAround(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  askMinX = floor32(minX - gap);
  askMinY = floor32(minY - gap);
  askMaxX = -floor32(-maxX - gap);
  askMaxY = -floor32(-maxY - gap);
}

function scan(rows: usize, numbers: Ints, size: i32, self: i32): void {
  const end = rows + ((<usize>((size + 3) & ~3)) << 2);
  const row = rowBytes;
  const near = nearItems;
  let count = 0;
  spend(<f64>size * 0.01);
  if (ASC_FEATURE_SIMD) {
    const left = f32x4.splat(askMinX);
    const low = f32x4.splat(askMinY);
    const right = f32x4.splat(askMaxX);
    const high = f32x4.splat(askMaxY);
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
      if (load<f32>(at) >= askMaxX || load<f32>(at + 2 * row) <= askMinX) continue;
      if (load<f32>(at + row) >= askMaxY || load<f32>(at + 3 * row) <= askMinY) continue;
      const item = numbers[<i32>((at - rows) >> 2)];
      near[count] = item;
      count += <i32>(item !== self);
    }
  }
  nearCount = count;
}
