/**
 * A sheet that pressure has made denser is a pattern: where it is cut more often than now, the whole job may take fewer
 * sheets. So all sheets are taken anew, the fullest first, each as often as the demand allows; what is left over is
 * constructed.
 */
import { clearFinished } from "../construct/finished";
import { beginRemaining, copiesLeft } from "../construct/remaining";
import {
  addRecord,
  beginPlan,
  bestSheets,
  draftSheets,
  firstRecord,
  recordCount,
  sendDraft,
} from "../layout/nest-incumbent";
import {
  areaOn,
  nextRecord,
  recordCopies,
  recordPlacement,
  recordSize,
  SheetRecord,
} from "../layout/nest-plan";
import { typeCount } from "../model/nest-problem";

/** Material of the fullest pattern that has been repeated. */
let fullest: f64 = 0;

export function openRepeat(): void {
  fullest = 0;
}

/** Puts repeated sheets into the inbox; false when none is fuller than those that have been repeated before. */
export function sendRepeated(): bool {
  if (typeCount > 1 || recordCount() < 2) return false;
  // Sheets that are kept aside are in the incumbent.
  clearFinished();
  beginRemaining();
  beginPlan();
  let denser = false;
  for (let record = fullestLeft(); record; record = fullestLeft()) {
    let times = 0;
    while (takeSheet(record)) times++;
    if (times > recordCopies(record) && areaOn(record) > fullest) {
      fullest = areaOn(record);
      denser = true;
    }
    addRecord(record, times);
  }
  if (denser && draftSheets <= bestSheets()) sendDraft();
  else denser = false;
  return denser;
}

/** The sheet with most material of those that what is left suffices for; null when there is none. */
function fullestLeft(): SheetRecord | null {
  let found: SheetRecord | null = null;
  let most = 0.0;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    const material = areaOn(record);
    if (material > most && takeSheet(record)) {
      giveBack(record, recordSize(record));
      most = material;
      found = record;
    }
  }
  return found;
}

/** Takes what lies on such a sheet from what is left; false, and nothing is taken, when that does not suffice. */
function takeSheet(record: SheetRecord): bool {
  const left = copiesLeft;
  for (let i = 0; i < recordSize(record); i++) {
    const part = <i32>recordPlacement(record, i).part;
    if (left[part] === 0) {
      giveBack(record, i);
      return false;
    }
    left[part] -= 1;
  }
  return true;
}

function giveBack(record: SheetRecord, count: i32): void {
  const left = copiesLeft;
  for (let i = 0; i < count; i++) {
    const part = <i32>recordPlacement(record, i).part;
    left[part] += 1;
  }
}
