/** Sheets that are as good as can be, kept aside while a place for the other copies is sought. */
import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { addSheet } from "../layout/incumbent";
import { clearSheet, place, placedAt, placedCount } from "../layout/sheet";
import { PLACEMENT_BYTES, placementAt, setPlacement } from "../model/placement";
import { copyCount, partAt, partCount } from "../model/problem";

/** Equal sheets, followed by what lies on each. */
@unmanaged
class FinishedSheet {
  copies: i32;
  size: i32;
}
const HEAD_BYTES: usize = 8;

/** What is kept here between two steps. */
@unmanaged
class State {
  sheets: usize;
  end: usize;
  /** Copies that are not on kept sheets, by part, and in all. */
  open: Ints;
  openTotal: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openFinished(): void {
  state.sheets = reserve(<usize>copyCount * (HEAD_BYTES + PLACEMENT_BYTES));
  state.open = reserveRawInts(partCount);
  clearFinished();
}

/** Forgets all kept sheets. */
export function clearFinished(): void {
  state.end = state.sheets;
  state.openTotal = copyCount;
  for (let i = 0; i < partCount; i++) state.open[i] = partAt(i).quantity;
}

export function openCopies(part: i32): i32 {
  return state.open[part];
}

/** The table of open copies, by part. */
export function openTable(): Ints {
  return state.open;
}

export function allFinished(): bool {
  return state.openTotal === 0;
}

export function someFinished(): bool {
  return state.end > state.sheets;
}

/** Keeps the open sheet, as often as there are copies for it. */
export function finishSheet(): void {
  const count = placedCount();
  let copies = i32.MAX_VALUE;
  for (let i = 0; i < count; i++) {
    const part = placedAt(i).shape.part;
    let onSheet = 0;
    for (let k = 0; k < count; k++) onSheet += placedAt(k).shape.part === part ? 1 : 0;
    copies = min(copies, openCopies(part) / onSheet);
  }
  const sheet = changetype<FinishedSheet>(state.end);
  sheet.copies = copies;
  sheet.size = count;
  for (let i = 0; i < count; i++) {
    const placed = placedAt(i);
    setPlacement(placementAt(state.end + HEAD_BYTES, i), placed.shape, placed.x, placed.y);
    state.open[placed.shape.part] = openCopies(placed.shape.part) - copies;
  }
  state.end += HEAD_BYTES + <usize>count * PLACEMENT_BYTES;
  state.openTotal -= copies * count;
}

/** Adds the kept sheets to the draft; what is on the open sheet is lost. */
export function draftFinished(): void {
  for (let at = state.sheets; at < state.end; ) {
    const sheet = changetype<FinishedSheet>(at);
    clearSheet();
    for (let i = 0; i < sheet.size; i++) {
      const kept = placementAt(at + HEAD_BYTES, i);
      place(kept.shape, kept.x, kept.y);
    }
    addSheet(sheet.copies);
    at += HEAD_BYTES + <usize>sheet.size * PLACEMENT_BYTES;
  }
}
