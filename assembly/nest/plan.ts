/**
 * Plans: complete layouts in the shape of the result block (layout.ts). One is being written, one is the incumbent
 * that the host reads; a better one replaces it by swapping the two, so no reader ever sees half a plan.
 */
import { NestPlacementSlot, NestResultSlot, NestSheetSlot } from "../layout";
import { reserve } from "../memory";
import { copyCount, height, strip, width } from "./problem";
import { placedBox, placedCount, placedShape, placedX, placedY } from "./sheet";

let draft: usize = 0;
let incumbent: usize = 0;
/** Slots written to the draft so far. */
let length: i32 = 0;
let records: i32 = 0;
let sheets: i32 = 0;
let placed: i32 = 0;
/** Greatest share of one sheet of the draft that is left as one rectangle. */
let remnant: f64 = 0;

export function openPlans(): void {
  // Every sheet holds at least one placement, so this is the longest plan there can be.
  const slots = <usize>(
    (NestResultSlot.HEADER + copyCount * (NestSheetSlot.HEADER + NestPlacementSlot.LENGTH))
  );
  draft = reserve(slots << 3);
  incumbent = reserve(slots << 3);
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
  remnant = -Infinity;
}

/** Address of the first sheet record of the incumbent. */
export function firstRecord(): usize {
  return incumbent + ((<usize>NestResultSlot.HEADER) << 3);
}

/** Sheets in the draft so far. */
export function draftSheets(): i32 {
  return sheets;
}

/** Adds the open sheet to the draft, `copies` times. */
export function addSheet(copies: i32): void {
  const count = placedCount();
  put(draft, length++, copies);
  put(draft, length++, count);
  let right = 0.0;
  let top = 0.0;
  for (let i = 0; i < count; i++) {
    const shape = placedShape(i);
    put(draft, length++, shape.part);
    put(draft, length++, shape.orientation);
    put(draft, length++, placedX(i));
    put(draft, length++, placedY(i));
    right = max(right, load<f64>(placedBox(i), 16));
    top = max(top, load<f64>(placedBox(i), 24));
  }
  remnant = max(remnant, strip ? -right : max(1 - right / width, 1 - top / height));
  records++;
  sheets += copies;
  placed += copies * count;
}

/** Ends the draft; when it is better than the incumbent it takes its place. */
export function endPlan(): bool {
  const score = <f64>sheets - remnant;
  if (score >= bestScore() - 1e-9) return false;
  put(draft, NestResultSlot.LENGTH, length);
  put(draft, NestResultSlot.REVISION, get(incumbent, NestResultSlot.REVISION) + 1);
  put(draft, NestResultSlot.RECORDS, records);
  put(draft, NestResultSlot.SHEETS, sheets);
  put(draft, NestResultSlot.PLACED, placed);
  put(draft, NestResultSlot.SCORE, score);
  const previous = incumbent;
  incumbent = draft;
  draft = previous;
  return true;
}
