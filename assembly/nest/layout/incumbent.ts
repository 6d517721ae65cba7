/**
 * Plans: complete layouts in the shape of the result block (layout.ts). One is being written, one is the incumbent
 * that the host reads, one comes from outside to be adopted; a better one replaces the incumbent by swapping the two,
 * so no reader ever sees half a plan.
 *
 * The folder:
 *
 *     stretches   where a column of it might have room
 *     sheet       the open sheet: what lies on it, what is free, what collides
 *        │ addSheet
 *     incumbent   draft ─ better? ─► incumbent ◄─ adopted ─ inbox      all three are result blocks
 *        │                                            ▲
 *     compact     the last touch on the incumbent   check   nothing from outside is believed
 *     remnant     what of a sheet is worth keeping
 *     plan        how sheets lie in a result block
 *     bound       what no layout scores below, and whether a sheet less is in reach
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
import {
  levelCount,
  openedType,
  partAt,
  partCount,
  strip,
  typeAt,
  typeCount,
  wantedCount,
} from "../model/problem";
import { SLACK } from "../model/tuning";
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
} from "./plan";
import { beginRemnant, meetPart, openRemnants, roomShare } from "./remnant";
import { placedAt, placedCount } from "./sheet";

/** What is kept here between two steps. */
@unmanaged
class State {
  draft: Numbers;
  incumbent: Numbers;
  /** Where the host writes a layout that it wants adopted. */
  inbox: Numbers;
  /** Slots written to the draft so far. */
  length: i32;
  /** What a plan is judged by, the first first, less is better: of the plan rated last and of the incumbent. */
  rated: Numbers;
  held: Numbers;
  criteria: i32;
  /** Copies of each part, then sheets of each type, in the plan rated last. */
  counts: Ints;
  /** Gains by anything but the room that is left. */
  leaps: i32;
  /** Sheets of each type that are not in the draft. */
  spare: Ints;
  records: i32;
  sheets: i32;
  placed: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openPlans(): void {
  openRemnants();
  // Every sheet holds at least one placement, so this is the longest plan there can be, wrong ones included.
  state.criteria = 2 * levelCount + 2;
  const slots =
    NestResultSlot.HEADER + state.criteria + wantedCount * (NestSheetSlot.HEADER + NestPlacementSlot.LENGTH);
  state.draft = reserveRawNumbers(slots);
  state.incumbent = reserveRawNumbers(slots);
  state.inbox = reserveRawNumbers(slots);
  state.incumbent[NestResultSlot.LENGTH] = <f64>NestResultSlot.HEADER;
  for (let i: i32 = NestResultSlot.REVISION; i < NestResultSlot.HEADER; i++) state.incumbent[i] = 0;
  state.incumbent[NestResultSlot.SCORE] = Infinity;
  state.rated = reserveNumbers(state.criteria);
  state.held = reserveRawNumbers(state.criteria);
  for (let i = 0; i < state.criteria; i++) state.held[i] = Infinity;
  state.counts = reserveRawInts(partCount + typeCount);
  state.spare = reserveRawInts(typeCount);
}

export function bestPlan(): usize {
  return changetype<usize>(state.incumbent);
}

export function bestScore(): f64 {
  return state.incumbent[NestResultSlot.SCORE];
}

/** Grows by one with every better layout. */
export function bestRevision(): i32 {
  return <i32>state.incumbent[NestResultSlot.REVISION];
}

/** Gains so far that were more than a larger remnant. */
export function leapCount(): i32 {
  return state.leaps;
}

/** Sheets of the incumbent. */
export function bestSheets(): i32 {
  return <i32>state.incumbent[NestResultSlot.SHEETS];
}

/** Copies placed in the incumbent. */
export function bestPlaced(): i32 {
  return <i32>state.incumbent[NestResultSlot.PLACED];
}

export function beginPlan(): void {
  state.length = NestResultSlot.HEADER;
  state.records = 0;
  state.sheets = 0;
  state.placed = 0;
}

/** The block that waits to be adopted, as long as the longest plan. */
export function inboxPlan(): Numbers {
  return state.inbox;
}

/** Puts the incumbent into the inbox too. */
export function sendBest(): void {
  copyNumbers(state.inbox, state.incumbent, <i32>state.incumbent[NestResultSlot.LENGTH]);
}

/** Puts the draft into the inbox. */
export function sendDraft(): void {
  state.draft[NestResultSlot.RECORDS] = state.records;
  copyNumbers(state.inbox, state.draft, state.length);
}

/** The first sheet record of the incumbent. */
export function firstRecord(): SheetRecord {
  return firstRecordOf(state.incumbent);
}

export function recordCount(): i32 {
  return recordCountOf(state.incumbent);
}

/** A record of the incumbent by its number. */
export function recordAt(index: i32): SheetRecord {
  let record = firstRecord();
  for (let i = 0; i < index; i++) record = nextRecord(record);
  return record;
}

/** Sheets in the draft so far. */
export function draftSheets(): i32 {
  return state.sheets;
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
  return changetype<SheetRecord>(changetype<usize>(state.draft) + ((<usize>state.length) << 3));
}

function countSheet(copies: i32, count: i32): void {
  state.length += NestSheetSlot.HEADER + count * NestPlacementSlot.LENGTH;
  state.records++;
  state.sheets += copies;
  state.placed += copies * count;
}

/** Ends the draft; when it is better than the incumbent it takes its place. */
export function endPlan(): bool {
  return takeDraft(false);
}

/** As `endPlan`, also when it is as good. */
export function endPlanEven(): bool {
  return takeDraft(true);
}

function takeDraft(even: bool): bool {
  if (typeCount > 1) moveToCheaper();
  state.draft[NestResultSlot.RECORDS] = state.records;
  state.draft[NestResultSlot.SHEETS] = state.sheets;
  state.draft[NestResultSlot.PLACED] = state.placed;
  if (!winsOver(state.draft, 1e-9, even)) return false;
  const previous = state.incumbent;
  state.incumbent = state.draft;
  state.draft = previous;
  return true;
}

/** Puts the plan in the inbox, which must be right, in the place of the incumbent if it is better. */
export function adoptPlan(): bool {
  if (!winsOver(state.inbox, 0, false)) return false;
  const previous = state.incumbent;
  state.incumbent = state.inbox;
  state.inbox = previous;
  return true;
}

/**
 * Rates a plan; when it is better than the incumbent, by more than the doubt, or as good where that is enough, it gets
 * the next revision.
 */
function winsOver(block: Numbers, doubt: f64, even: bool): bool {
  const end = ratePlan(block);
  let decisive = 0;
  for (; decisive < state.criteria; decisive++) {
    const gain = state.held[decisive] - state.rated[decisive];
    if (gain < -doubt) return false;
    if (gain > doubt) break;
  }
  if (decisive === state.criteria && !even) return false;
  if (decisive < state.criteria - 2) state.leaps++;
  copyNumbers(state.held, state.rated, state.criteria);
  copyNumbers(end, state.rated, state.criteria);
  const length = (changetype<usize>(end) - changetype<usize>(block)) >> 3;
  block[NestResultSlot.LENGTH] = <f64>length + state.criteria;
  block[NestResultSlot.RATINGS] = state.criteria;
  block[NestResultSlot.SCORE] = state.rated[state.criteria - 2];
  block[NestResultSlot.REVISION] = state.incumbent[NestResultSlot.REVISION] + 1;
  return true;
}

function addRating(criterion: i32, value: f64): void {
  state.rated[criterion] = state.rated[criterion] + value;
}

/**
 * Material without a place, level by level (as the negative of what has one); cost; sheets that are cut until all of
 * a level is there, level by level but for the last; sheets less the greatest share of one that is left; the material on
 * that one, which is easier to move the less it is. Sums run over
 * counts in the order of parts and types: plans of equal worth get equal numbers. Returns the end of the sheets.
 */
function ratePlan(block: Numbers): Numbers {
  clearNumbers(state.rated, state.criteria);
  clearInts(state.counts, partCount + typeCount);
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
      addCount(part, copies);
      first = min(first, partAt(part).level);
    }
    measureRecord(record);
    addCount(partCount + recordType(record), copies);
    for (let level = first; level < levelCount - 1; level++) addRating(levelCount + 1 + level, <f64>copies);
    if (!type.free) addRating(state.criteria - 2, <f64>copies);
    const left = strip ? -extent.right : shareLeft(record);
    remnant = max(remnant, left);
    if (offerEmptiest(i, left, type.free)) emptiest = record;
    record = nextRecord(record);
  }
  for (let i = 0; i < partCount; i++) addRating(partAt(i).level, -(<f64>countAt(i)) * partAt(i).area);
  for (let i = 0; i < typeCount; i++) {
    if (!typeAt(i).free) addRating(levelCount, <f64>countAt(partCount + i) * typeAt(i).cost);
  }
  if (recordCountOf(block) > 0) {
    addRating(state.criteria - 2, -remnant);
    addRating(state.criteria - 1, areaOn(emptiest));
  }
  return changetype<Numbers>(changetype<usize>(record));
}

function countAt(index: i32): i32 {
  return state.counts[index];
}

function addCount(index: i32, count: i32): void {
  state.counts[index] = state.counts[index] + count;
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
  for (let i = 0; i < typeCount; i++) state.spare[i] = typeAt(i).quantity;
  let record = firstRecordOf(state.draft);
  for (let i = 0; i < state.records; i++) {
    addSpare(recordType(record), -recordCopies(record));
    record = nextRecord(record);
  }
  record = firstRecordOf(state.draft);
  for (let i = 0; i < state.records; i++) {
    const from = recordType(record);
    const to = cheaperFor(record);
    if (to !== from) {
      record.type = to;
      addSpare(from, recordCopies(record));
      addSpare(to, -recordCopies(record));
    }
    record = nextRecord(record);
  }
}

function addSpare(type: i32, count: i32): void {
  state.spare[type] = state.spare[type] + count;
}

function cheaperFor(record: SheetRecord): i32 {
  let best = recordType(record);
  if (typeAt(best).obstacleCount > 0 || typeAt(best).free) return best;
  measureRecord(record);
  for (let i = 0; i < typeCount; i++) {
    const type = typeAt(i);
    if (type.obstacleCount > 0 || type.free || type.cost >= typeAt(best).cost) continue;
    if (state.spare[i] < recordCopies(record)) continue;
    if (extent.right <= type.width + SLACK && extent.top <= type.height + SLACK) best = i;
  }
  return best;
}
