/**
 * Plans: complete layouts in the shape of the result block (layout.ts). One is being written, one is the incumbent
 * that the host reads, one comes from outside to be adopted; a better one replaces the incumbent by swapping the two,
 * so no reader ever sees half a plan.
 */
import { NestPlacementSlot, NestResultSlot, NestSheetSlot } from "../layout";
import { reserve } from "../memory";
import { height, shapeFor, strip, wantedCount, width } from "./problem";
import { placedCount, placedShape, placedX, placedY } from "./sheet";

let draft: usize = 0;
let incumbent: usize = 0;
/** Where the host writes a layout that it wants adopted. */
let inbox: usize = 0;
/** Slots written to the draft so far. */
let length: i32 = 0;
let records: i32 = 0;
let sheets: i32 = 0;
let placed: i32 = 0;

export function openPlans(): void {
  // Every sheet holds at least one placement, so this is the longest plan there can be, wrong ones included.
  const slots = <usize>(
    (NestResultSlot.HEADER + wantedCount * (NestSheetSlot.HEADER + NestPlacementSlot.LENGTH))
  );
  draft = reserve(slots << 3);
  incumbent = reserve(slots << 3);
  inbox = reserve(slots << 3);
  store<f64>(incumbent, <f64>NestResultSlot.HEADER);
  for (let i: i32 = NestResultSlot.REVISION; i < NestResultSlot.HEADER; i++) put(incumbent, i, 0);
  put(incumbent, NestResultSlot.SCORE, Infinity);
}

function put(block: usize, slot: i32, value: f64): void {
  store<f64>(block + ((<usize>slot) << 3), value);
}

function get(block: usize, slot: i32): f64 {
  return load<f64>(block + ((<usize>slot) << 3));
}

export function bestPlan(): usize {
  return incumbent;
}

export function bestScore(): f64 {
  return get(incumbent, NestResultSlot.SCORE);
}

export function beginPlan(): void {
  length = NestResultSlot.HEADER;
  records = 0;
  sheets = 0;
  placed = 0;
}

/** Address of the block that waits to be adopted, as long as the longest plan. */
export function inboxPlan(): usize {
  return inbox;
}

/** Address of the first sheet record of the incumbent. */
export function firstRecord(): usize {
  return firstRecordOf(incumbent);
}

export function firstRecordOf(block: usize): usize {
  return block + ((<usize>NestResultSlot.HEADER) << 3);
}

export function recordCount(): i32 {
  return recordCountOf(incumbent);
}

export function recordCountOf(block: usize): i32 {
  return <i32>get(block, NestResultSlot.RECORDS);
}

/** Address of the record behind the one at `record`. */
export function nextRecord(record: usize): usize {
  return (
    record +
    ((<usize>NestSheetSlot.HEADER) << 3) +
    <usize>recordSize(record) * ((<usize>NestPlacementSlot.LENGTH) << 3)
  );
}

/** Placements on the sheet of a record. */
export function recordSize(record: usize): i32 {
  return <i32>get(record, NestSheetSlot.PLACEMENTS);
}

export function recordCopies(record: usize): i32 {
  return <i32>get(record, NestSheetSlot.COPIES);
}

/** Address of a placement of a record. */
export function recordPlacement(record: usize, index: i32): usize {
  return record + ((<usize>(NestSheetSlot.HEADER + index * NestPlacementSlot.LENGTH)) << 3);
}

/** Sheets in the draft so far. */
export function draftSheets(): i32 {
  return sheets;
}

/** Adds the open sheet to the draft, `copies` times; false when nothing lies on it. */
export function addSheet(copies: i32): bool {
  const count = placedCount();
  if (count === 0) return false;
  put(draft, length++, copies);
  put(draft, length++, count);
  for (let i = 0; i < count; i++) {
    const shape = placedShape(i);
    put(draft, length++, shape.part);
    put(draft, length++, shape.orientation);
    put(draft, length++, placedX(i));
    put(draft, length++, placedY(i));
  }
  countSheet(copies, count);
  return true;
}

/** Adds a record of the incumbent to the draft, `copies` times. */
export function addRecord(record: usize, copies: i32): void {
  const count = recordSize(record);
  const slots = NestSheetSlot.HEADER + count * NestPlacementSlot.LENGTH;
  memory.copy(draft + ((<usize>length) << 3), record, (<usize>slots) << 3);
  put(draft, length + NestSheetSlot.COPIES, copies);
  length += slots;
  countSheet(copies, count);
}

function countSheet(copies: i32, count: i32): void {
  records++;
  sheets += copies;
  placed += copies * count;
}

/** Ends the draft; when it is better than the incumbent it takes its place. */
export function endPlan(): bool {
  put(draft, NestResultSlot.LENGTH, length);
  put(draft, NestResultSlot.RECORDS, records);
  put(draft, NestResultSlot.SHEETS, sheets);
  put(draft, NestResultSlot.PLACED, placed);
  if (!winsOver(draft)) return false;
  const previous = incumbent;
  incumbent = draft;
  draft = previous;
  return true;
}

/** Puts the plan in the inbox, which must be right, in the place of the incumbent if it is better. */
export function adoptPlan(): bool {
  if (!winsOver(inbox)) return false;
  const previous = incumbent;
  incumbent = inbox;
  inbox = previous;
  return true;
}

/** Rates a plan; when it is better than the incumbent it gets the next revision. */
function winsOver(block: usize): bool {
  if (get(block, NestResultSlot.PLACED) < get(incumbent, NestResultSlot.PLACED)) return false;
  const score = get(block, NestResultSlot.SHEETS) - remnantOf(block);
  if (score >= bestScore() - 1e-9) return false;
  put(block, NestResultSlot.SCORE, score);
  put(block, NestResultSlot.REVISION, get(incumbent, NestResultSlot.REVISION) + 1);
  return true;
}

/** Greatest share of one sheet of the plan that is left as one rectangle; of a strip, less its length. */
function remnantOf(block: usize): f64 {
  let remnant = -Infinity;
  let record = firstRecordOf(block);
  for (let i = 0; i < recordCountOf(block); i++) {
    let right = 0.0;
    let top = 0.0;
    for (let k = 0; k < recordSize(record); k++) {
      const at = recordPlacement(record, k);
      const shape = shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8));
      right = max(right, load<f64>(at, 16) + shape.maxX);
      top = max(top, load<f64>(at, 24) + shape.maxY);
    }
    remnant = max(remnant, strip ? -right : max(1 - right / width, 1 - top / height));
    record = nextRecord(record);
  }
  return remnant;
}
