/** Sheets that are as good as can be, kept aside while a place for the other copies is sought. */
import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { clearSheet, place, placedAt, placedCount } from "../layout/laid-sheet";
import { addSheet } from "../layout/nest-incumbent";
import { copyCount, partAt, partCount } from "../model/nest-problem";
import { PLACEMENT_BYTES, placementAt, setPlacement } from "../model/placement";

/** Equal sheets, followed by what lies on each. */
@unmanaged
class FinishedSheet {
  copies: i32;
  size: i32;
}
const HEAD_BYTES: usize = 8;

let sheets: usize = 0;
let end: usize = 0;
/** Copies that are not on kept sheets, by part, and in all. */
export let openCopies: Ints = changetype<Ints>(0);
let openTotal: i32 = 0;

export function openFinished(): void {
  sheets = reserve(<usize>copyCount * (HEAD_BYTES + PLACEMENT_BYTES));
  openCopies = reserveRawInts(partCount);
  clearFinished();
}

/** Forgets all kept sheets. */
export function clearFinished(): void {
  end = sheets;
  openTotal = copyCount;
  for (let i = 0; i < partCount; i++) openCopies[i] = partAt(i).quantity;
}

export function allFinished(): bool {
  return openTotal === 0;
}

export function someFinished(): bool {
  return end > sheets;
}

/** Keeps the open sheet, as often as there are copies for it. */
export function finishSheet(): void {
  const count = placedCount();
  let copies = i32.MAX_VALUE;
  for (let i = 0; i < count; i++) {
    const part = placedAt(i).shape.part;
    let onSheet = 0;
    for (let k = 0; k < count; k++) onSheet += placedAt(k).shape.part === part ? 1 : 0;
    copies = min(copies, openCopies[part] / onSheet);
  }
  const sheet = changetype<FinishedSheet>(end);
  sheet.copies = copies;
  sheet.size = count;
  for (let i = 0; i < count; i++) {
    const placed = placedAt(i);
    setPlacement(placementAt(end + HEAD_BYTES, i), placed.shape, placed.x, placed.y);
    openCopies[placed.shape.part] -= copies;
  }
  end += HEAD_BYTES + <usize>count * PLACEMENT_BYTES;
  openTotal -= copies * count;
}

/** Adds the kept sheets to the draft; what is on the open sheet is lost. */
export function draftFinished(): void {
  for (let at = sheets; at < end; ) {
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
