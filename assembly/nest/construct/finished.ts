/**
 * Sheets that are as good as can be, kept aside while a place for the other copies is sought.
 *
 *     kept sheet = copies, placement count, placement (shape, x, y) ...        8 + 24 n bytes
 */
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { addSheet } from "../layout/incumbent";
import { clearSheet, place, placedCount, placedShape, placedX, placedY } from "../layout/sheet";
import { copyCount, partAt, partCount } from "../model/problem";

const HEAD_BYTES: usize = 8;
const PLACEMENT_BYTES: usize = 24;

/** What is kept here between two steps. */
@unmanaged
class State {
  kept: usize;
  end: usize;
  /** Copies that are not on kept sheets, by part, and in all. */
  open: usize;
  openTotal: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openKept(): void {
  state.kept = reserve(<usize>copyCount * (HEAD_BYTES + PLACEMENT_BYTES));
  state.open = reserve((<usize>partCount) << 2);
  clearKept();
}

/** Forgets all kept sheets. */
export function clearKept(): void {
  state.end = state.kept;
  state.openTotal = copyCount;
  for (let i = 0; i < partCount; i++) store<i32>(state.open + ((<usize>i) << 2), partAt(i).quantity);
}

export function openCopies(part: i32): i32 {
  return load<i32>(state.open + ((<usize>part) << 2));
}

/** The table of open copies, by part. */
export function openTable(): usize {
  return state.open;
}

export function allKept(): bool {
  return state.openTotal === 0;
}

export function someKept(): bool {
  return state.end > state.kept;
}

/** Keeps the open sheet, as often as there are copies for it. */
export function keepSheet(): void {
  const count = placedCount();
  let copies = i32.MAX_VALUE;
  for (let i = 0; i < count; i++) {
    const part = placedShape(i).part;
    let onSheet = 0;
    for (let k = 0; k < count; k++) onSheet += placedShape(k).part === part ? 1 : 0;
    copies = min(copies, openCopies(part) / onSheet);
  }
  store<i32>(state.end, copies);
  store<i32>(state.end, count, 4);
  state.end += HEAD_BYTES;
  for (let i = 0; i < count; i++) {
    const shape = placedShape(i);
    store<u32>(state.end, <u32>changetype<usize>(shape));
    store<f64>(state.end, placedX(i), 8);
    store<f64>(state.end, placedY(i), 16);
    state.end += PLACEMENT_BYTES;
    store<i32>(state.open + ((<usize>shape.part) << 2), openCopies(shape.part) - copies);
  }
  state.openTotal -= copies * count;
}

/** Adds the kept sheets to the draft; what is on the open sheet is lost. */
export function draftKept(): void {
  for (let at = state.kept; at < state.end; ) {
    const copies = load<i32>(at);
    const count = load<i32>(at, 4);
    at += HEAD_BYTES;
    clearSheet();
    for (let i = 0; i < count; i++, at += PLACEMENT_BYTES)
      place(changetype<Shape>(<usize>load<u32>(at)), load<f64>(at, 8), load<f64>(at, 16));
    addSheet(copies);
  }
}
