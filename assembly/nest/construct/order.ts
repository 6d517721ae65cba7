/**
 * The order in which parts are offered to a sheet, and the orientation that each prefers there if any: some fixed
 * ones to start with, then small changes of the best.
 */

import { reserve } from "../../memory";
import { randomIndex, randomUnit } from "../../random";
import { levelCount, partAt, partCount } from "../model/problem";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Parts by rank, then preferred orientations by part (-1: none). */
  current: usize;
  kept: usize;
  keys: usize;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openOrders(): void {
  state.current = reserve((<usize>partCount) << 3);
  state.kept = reserve((<usize>partCount) << 3);
  state.keys = reserve((<usize>partCount) << 3);
}

export function orderedPart(index: i32): i32 {
  return load<i32>(state.current + ((<usize>index) << 2));
}

/** Index of the shape that a part is to take where it fits; -1 when all are equal. */
export function preferredShape(part: i32): i32 {
  return load<i32>(state.current + ((<usize>(partCount + part)) << 2));
}

export function preferShape(part: i32, shape: i32): void {
  store<i32>(state.current + ((<usize>(partCount + part)) << 2), shape);
}

/** 0: box area times length, 1: length, 2: area; the largest first, equal ones in request order. */
export function sortOrder(kind: i32): void {
  for (let i = 0; i < partCount; i++) {
    preferShape(i, -1);
    const part = partAt(i);
    const key = kind === 0 ? part.boxArea * part.length : kind === 1 ? part.length : part.area;
    let j = i;
    for (; j > 0 && load<f64>(state.keys + ((<usize>(j - 1)) << 3)) < key; j--) {
      store<f64>(state.keys + ((<usize>j) << 3), load<f64>(state.keys + ((<usize>(j - 1)) << 3)));
      store<i32>(state.current + ((<usize>j) << 2), orderedPart(j - 1));
    }
    store<f64>(state.keys + ((<usize>j) << 3), key);
    store<i32>(state.current + ((<usize>j) << 2), i);
  }
  sortLevels();
}

/** Brings parts of a lower level (a higher priority) forward and leaves the order within a level as it is. */
function sortLevels(): void {
  if (levelCount === 1) return;
  for (let i = 1; i < partCount; i++) {
    const part = orderedPart(i);
    let j = i;
    for (; j > 0 && partAt(orderedPart(j - 1)).level > partAt(part).level; j--)
      store<i32>(state.current + ((<usize>j) << 2), orderedPart(j - 1));
    store<i32>(state.current + ((<usize>j) << 2), part);
  }
}

export function keepOrder(): void {
  memory.copy(state.kept, state.current, (<usize>partCount) << 3);
}

/** The kept order with one to three parts moved elsewhere, most of them not far, and perhaps one turned. */
export function changeOrder(): void {
  memory.copy(state.current, state.kept, (<usize>partCount) << 3);
  // A part may get used to an orientation, another one, or none.
  const turned = <i32>randomIndex(partCount);
  if (randomIndex(2) === 0) preferShape(turned, <i32>randomIndex(partAt(turned).shapeCount + 1) - 1);
  if (partCount < 2) return;
  for (let moves = 1 + <i32>randomIndex(3); moves > 0; moves--) {
    const from = <i32>randomIndex(partCount);
    const reach = max(1.0, <f64>partCount * randomUnit() * randomUnit());
    const to = max(0, min(partCount - 1, from + <i32>Math.round((2 * randomUnit() - 1) * reach)));
    const part = orderedPart(from);
    const at = state.current + ((<usize>from) << 2);
    if (to > from) memory.copy(at, at + 4, (<usize>(to - from)) << 2);
    else
      memory.copy(
        state.current + ((<usize>(to + 1)) << 2),
        state.current + ((<usize>to) << 2),
        (<usize>(from - to)) << 2,
      );
    store<i32>(state.current + ((<usize>to) << 2), part);
  }
  sortLevels();
}
