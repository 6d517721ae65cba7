/**
 * Which items are near a box? Their own boxes lie in four rows of f32, rounded outwards, so that one vector
 * compare asks four of them.
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
  boxes: usize;
  count: i32;
  near: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Items found near. */
export let nearCount: i32 = 0;

/** Makes room for so many items. */
export function openBoxes(limit: i32): void {
  state.slots = <usize>((limit + 3) & ~3);
  state.row = state.slots << 2;
  state.boxes = reserve(state.row << 2);
  state.near = reserveRawInts(<i32>state.slots);
}

export function clearBoxes(): void {
  state.count = 0;
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

/** Finds the items whose boxes come within the gap of a box, but for `self`. */
export function findNear(minX: f64, minY: f64, maxX: f64, maxY: f64, self: i32): void {
  const askMinX = floor32(minX - gap);
  const askMinY = floor32(minY - gap);
  const askMaxX = -floor32(-maxX - gap);
  const askMaxY = -floor32(-maxY - gap);
  const end = state.boxes + ((<usize>((state.count + 3) & ~3)) << 2);
  nearCount = 0;
  spend(<f64>state.count * 0.01);
  if (ASC_FEATURE_SIMD) {
    const left = f32x4.splat(askMinX);
    const low = f32x4.splat(askMinY);
    const right = f32x4.splat(askMaxX);
    const high = f32x4.splat(askMaxY);
    for (let at = state.boxes; at < end; at += 16) {
      const hit = v128.and(
        v128.and(f32x4.lt(v128.load(at), right), f32x4.gt(v128.load(at + 2 * state.row), left)),
        v128.and(f32x4.lt(v128.load(at + state.row), high), f32x4.gt(v128.load(at + 3 * state.row), low)),
      );
      let bits = i32x4.bitmask(hit);
      while (bits !== 0) {
        pushNear(<i32>((at - state.boxes) >> 2) + ctz(bits), self);
        bits &= bits - 1;
      }
    }
  } else {
    for (let at = state.boxes; at < end; at += 4) {
      if (load<f32>(at) >= askMaxX || load<f32>(at + 2 * state.row) <= askMinX) continue;
      if (load<f32>(at + state.row) >= askMaxY || load<f32>(at + 3 * state.row) <= askMinY) continue;
      pushNear(<i32>((at - state.boxes) >> 2), self);
    }
  }
}

function pushNear(item: i32, self: i32): void {
  if (item === self) return;
  state.near[nearCount++] = item;
}
