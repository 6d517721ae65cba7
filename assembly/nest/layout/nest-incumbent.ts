/**
 * Plans: complete layouts in the shape of the result block (layout.ts). One is being written, one is the incumbent
 * that the host reads, one comes from outside to be adopted; a better one replaces the incumbent by swapping the two,
 * so no reader ever sees half a plan.
 *
 * The folder:
 *
 *     stretches       where a column of it might have room
 *     laid-sheet      the open sheet: what lies on it, what is free, what collides
 *        │ addSheet
 *     nest-incumbent  draft ─ better? ─► incumbent ◄─ adopted ─ inbox      all three are result blocks
 *        │                                               ▲
 *     compact         the last touch on the incumbent  check   nothing from outside is believed
 *     remnant         what of a sheet is worth keeping
 *     nest-plan       how sheets lie in a result block
 *     sheet-bound     what no layout scores below, and whether a sheet less is in reach
 */

import { NestPlacementSlot, NestResultSlot, NestSheetSlot } from "../../layout";
import {
  clearInts,
  clearNumbers,
  copyNumbers,
  Ints,
  Numbers,
  reserveNumbers,
  reserveRawInts,
  reserveRawNumbers,
} from "../../vector";
import { SLACK } from "../model/limits";
import {
  levelCount,
  openedType,
  partAt,
  partCount,
  strip,
  typeAt,
  typeCount,
  wantedCount,
} from "../model/nest-problem";
import { placedAt, placedCount } from "./laid-sheet";
import {
  areaOn,
  extent,
  firstRecordOf,
  forgetEmptiest,
  measureRecord,
  nextRecord,
  offerEmptiest,
  plannedBox,
  recordCopies,
  recordCountOf,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "./nest-plan";
import { beginRemnant, meetPart, openRemnants, roomShare } from "./remnant";

let draft: Numbers = changetype<Numbers>(0);
let incumbent: Numbers = changetype<Numbers>(0);
/** Where the host writes a layout that it wants adopted. */
export let inbox: Numbers = changetype<Numbers>(0);
/** Slots written to the draft so far. */
let draftLength: i32 = 0;
/** The criteria of a plan in their order, less is better: those of the plan rated last, and of the incumbent. */
let rated: Numbers = changetype<Numbers>(0);
let held: Numbers = changetype<Numbers>(0);
let criteria: i32 = 0;
/** Copies of each part, then sheets of each type, in the plan rated last. */
let counts: Ints = changetype<Ints>(0);
/** Gains by anything but the room that is left. */
export let leapCount: i32 = 0;
/** Sheets of each type that are not in the draft. */
let spare: Ints = changetype<Ints>(0);
let records: i32 = 0;
export let draftSheets: i32 = 0;
let draftPlaced: i32 = 0;

export function openPlans(): void {
  openRemnants();
  // Every sheet holds at least one placement, so this is the longest plan there can be, wrong ones included.
  criteria = 2 * levelCount + 2;
  const slots =
    NestResultSlot.HEADER + criteria + wantedCount * (NestSheetSlot.HEADER + NestPlacementSlot.LENGTH);
  draft = reserveRawNumbers(slots);
  incumbent = reserveRawNumbers(slots);
  inbox = reserveRawNumbers(slots);
  incumbent[NestResultSlot.LENGTH] = <f64>NestResultSlot.HEADER;
  for (let i: i32 = NestResultSlot.REVISION; i < NestResultSlot.HEADER; i++) incumbent[i] = 0;
  incumbent[NestResultSlot.SCORE] = Infinity;
  rated = reserveNumbers(criteria);
  held = reserveRawNumbers(criteria);
  for (let i = 0; i < criteria; i++) held[i] = Infinity;
  counts = reserveRawInts(partCount + typeCount);
  spare = reserveRawInts(typeCount);
}

export function bestPlan(): usize {
  return changetype<usize>(incumbent);
}

export function bestScore(): f64 {
  return incumbent[NestResultSlot.SCORE];
}

/** Grows by one with every better layout. */
export function bestRevision(): i32 {
  return <i32>incumbent[NestResultSlot.REVISION];
}

/** Sheets of the incumbent. */
export function bestSheets(): i32 {
  return <i32>incumbent[NestResultSlot.SHEETS];
}

/** Copies placed in the incumbent. */
export function bestPlaced(): i32 {
  return <i32>incumbent[NestResultSlot.PLACED];
}

export function beginPlan(): void {
  draftLength = NestResultSlot.HEADER;
  records = 0;
  draftSheets = 0;
  draftPlaced = 0;
}

/** Puts the incumbent into the inbox too. */
export function sendBest(): void {
  copyNumbers(inbox, incumbent, <i32>incumbent[NestResultSlot.LENGTH]);
}

/** Puts the draft into the inbox. */
export function sendDraft(): void {
  draft[NestResultSlot.RECORDS] = records;
  copyNumbers(inbox, draft, draftLength);
}

/** The first sheet record of the incumbent. */
export function firstRecord(): SheetRecord {
  return firstRecordOf(incumbent);
}

export function recordCount(): i32 {
  return recordCountOf(incumbent);
}

/** A record of the incumbent by its number. */
export function recordAt(index: i32): SheetRecord {
  let record = firstRecord();
  for (let i = 0; i < index; i++) record = nextRecord(record);
  return record;
}

/** Adds the open sheet to the draft, `copies` times; false when nothing lies on it. */
export function addSheet(copies: i32): bool {
  const count = placedCount();
  if (count === 0) return false;
  const record = endOfDraft();
  record.type = openedType;
  record.copies = copies;
  record.size = count;
  for (let i = 0; i < count; i++) {
    const placed = placedAt(i);
    const planned = recordPlacement(record, i);
    planned.part = placed.shape.part;
    planned.orientation = placed.shape.orientation;
    planned.x = placed.x;
    planned.y = placed.y;
  }
  countSheet(copies, count);
  return true;
}

/** Adds a record of the incumbent to the draft, `copies` times. */
export function addRecord(record: SheetRecord, copies: i32): void {
  const count = recordSize(record);
  const bytes = changetype<usize>(nextRecord(record)) - changetype<usize>(record);
  memory.copy(changetype<usize>(endOfDraft()), changetype<usize>(record), bytes);
  endOfDraft().copies = copies;
  countSheet(copies, count);
}

function endOfDraft(): SheetRecord {
  return changetype<SheetRecord>(changetype<usize>(draft) + ((<usize>draftLength) << 3));
}

function countSheet(copies: i32, count: i32): void {
  draftLength += NestSheetSlot.HEADER + count * NestPlacementSlot.LENGTH;
  records++;
  draftSheets += copies;
  draftPlaced += copies * count;
}

/** Ends the draft; when it is better than the incumbent, or as good and `even`, it takes its place. */
export function endPlan(even: bool = false): bool {
  if (typeCount > 1) moveToCheaper();
  draft[NestResultSlot.RECORDS] = records;
  draft[NestResultSlot.SHEETS] = draftSheets;
  draft[NestResultSlot.PLACED] = draftPlaced;
  if (!winsOver(draft, 1e-9, even)) return false;
  const previous = incumbent;
  incumbent = draft;
  draft = previous;
  return true;
}

/** Puts the plan in the inbox, which must be right, in the place of the incumbent if it is better. */
export function adoptPlan(): bool {
  if (!winsOver(inbox, 0, false)) return false;
  const previous = incumbent;
  incumbent = inbox;
  inbox = previous;
  return true;
}

/**
 * Rates a plan; when it is better than the incumbent, by more than the doubt, or as good where that is enough, it gets
 * the next revision.
 */
function winsOver(block: Numbers, doubt: f64, even: bool): bool {
  const end = ratePlan(block);
  let decisive = 0;
  for (; decisive < criteria; decisive++) {
    const gain = held[decisive] - rated[decisive];
    if (gain < -doubt) return false;
    if (gain > doubt) break;
  }
  if (decisive === criteria && !even) return false;
  if (decisive < criteria - 2) leapCount++;
  copyNumbers(held, rated, criteria);
  copyNumbers(end, rated, criteria);
  const length = (changetype<usize>(end) - changetype<usize>(block)) >> 3;
  block[NestResultSlot.LENGTH] = <f64>length + criteria;
  block[NestResultSlot.RATINGS] = criteria;
  block[NestResultSlot.SCORE] = rated[criteria - 2];
  block[NestResultSlot.REVISION] = incumbent[NestResultSlot.REVISION] + 1;
  return true;
}

/**
 * Material without a place, level by level (as the negative of what has one); cost; sheets that are cut until all of
 * a level is there, level by level but for the last; sheets less the greatest share of one that is left; the material on
 * that one, which is easier to move the less it is. Sums run over
 * counts in the order of parts and types: plans of equal worth get equal numbers. Returns the end of the sheets.
 */
function ratePlan(block: Numbers): Numbers {
  clearNumbers(rated, criteria);
  clearInts(counts, partCount + typeCount);
  let remnant = -Infinity;
  let record = firstRecordOf(block);
  let emptiest = record;
  forgetEmptiest();
  for (let i = 0; i < recordCountOf(block); i++) {
    const type = typeAt(recordType(record));
    const copies = recordCopies(record);
    let first = levelCount;
    for (let k = 0; k < recordSize(record); k++) {
      const part = <i32>recordPlacement(record, k).part;
      counts[part] += copies;
      first = min(first, partAt(part).level);
    }
    measureRecord(record);
    counts[partCount + recordType(record)] += copies;
    for (let level = first; level < levelCount - 1; level++) rated[levelCount + 1 + level] += <f64>copies;
    if (!type.free) rated[criteria - 2] += <f64>copies;
    const left = strip ? -extent.right : shareLeft(record);
    remnant = max(remnant, left);
    if (offerEmptiest(i, left, type.free)) emptiest = record;
    record = nextRecord(record);
  }
  for (let i = 0; i < partCount; i++) rated[partAt(i).level] -= <f64>counts[i] * partAt(i).area;
  for (let i = 0; i < typeCount; i++) {
    if (!typeAt(i).free) rated[levelCount] += <f64>counts[partCount + i] * typeAt(i).cost;
  }
  if (recordCountOf(block) > 0) {
    rated[criteria - 2] -= remnant;
    rated[criteria - 1] += areaOn(emptiest);
  }
  return changetype<Numbers>(changetype<usize>(record));
}

/** Share of a sheet of the first type that is left of a sheet whose extent has been measured. */
function shareLeft(record: SheetRecord): f64 {
  const type = typeAt(recordType(record));
  const boxed = beginRemnant(type, recordSize(record));
  for (let k = 0; boxed && k < recordSize(record); k++) {
    const planned = recordPlacement(record, k);
    meetPart(plannedBox(planned), planned.x, planned.y);
  }
  return roomShare(type, extent.right, extent.top, boxed);
}

/** Moves what lies on a sheet to a cheaper one that it fits as it lies, where there is one left. */
function moveToCheaper(): void {
  for (let i = 0; i < typeCount; i++) spare[i] = typeAt(i).quantity;
  let record = firstRecordOf(draft);
  for (let i = 0; i < records; i++) {
    spare[recordType(record)] -= recordCopies(record);
    record = nextRecord(record);
  }
  record = firstRecordOf(draft);
  for (let i = 0; i < records; i++) {
    const from = recordType(record);
    const to = cheaperFor(record);
    if (to !== from) {
      record.type = to;
      spare[from] += recordCopies(record);
      spare[to] -= recordCopies(record);
    }
    record = nextRecord(record);
  }
}

function cheaperFor(record: SheetRecord): i32 {
  let best = recordType(record);
  if (typeAt(best).obstacleCount > 0 || typeAt(best).free) return best;
  measureRecord(record);
  for (let i = 0; i < typeCount; i++) {
    const type = typeAt(i);
    if (type.obstacleCount > 0 || type.free || type.cost >= typeAt(best).cost) continue;
    if (spare[i] < recordCopies(record)) continue;
    if (extent.right <= type.width + SLACK && extent.top <= type.height + SLACK) best = i;
  }
  return best;
}
