/**
 * Plans: complete layouts in the shape of the result block (layout.ts). One is being written, one is the incumbent
 * that the host reads, one comes from outside to be adopted; a better one replaces the incumbent by swapping the two,
 * so no reader ever sees half a plan.
 */
import { NestPlacementSlot, NestResultSlot, NestSheetSlot } from "../../layout";
import { reserve, reserveZeroed } from "../../memory";
import {
  levelCount,
  openedType,
  partAt,
  partCount,
  SheetType,
  shapeFor,
  strip,
  typeAt,
  typeCount,
  wantedCount,
} from "../model/problem";
import { SLACK } from "../model/tuning";
import { placedCount, placedShape, placedX, placedY } from "./sheet";

/** What is kept here between two steps. */
@unmanaged
class State {
  draft: usize;
  incumbent: usize;
  /** Where the host writes a layout that it wants adopted. */
  inbox: usize;
  /** Slots written to the draft so far. */
  length: i32;
  /** What a plan is judged by, the first first, less is better: of the plan rated last and of the incumbent. */
  rated: usize;
  held: usize;
  criteria: i32;
  /** Copies of each part, then sheets of each type, in the plan rated last. */
  counts: usize;
  /** Gains by anything but the room that is left. */
  leaps: i32;
  /** Sheets of each type that are not in the draft. */
  spare: usize;
  records: i32;
  sheets: i32;
  placed: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openPlans(): void {
  // Every sheet holds at least one placement, so this is the longest plan there can be, wrong ones included.
  state.criteria = 2 * levelCount + 1;
  const slots = <usize>(
    (NestResultSlot.HEADER + state.criteria + wantedCount * (NestSheetSlot.HEADER + NestPlacementSlot.LENGTH))
  );
  state.draft = reserve(slots << 3);
  state.incumbent = reserve(slots << 3);
  state.inbox = reserve(slots << 3);
  store<f64>(state.incumbent, <f64>NestResultSlot.HEADER);
  for (let i: i32 = NestResultSlot.REVISION; i < NestResultSlot.HEADER; i++) put(state.incumbent, i, 0);
  put(state.incumbent, NestResultSlot.SCORE, Infinity);
  state.rated = reserveZeroed((<usize>state.criteria) << 3);
  state.held = reserve((<usize>state.criteria) << 3);
  for (let i = 0; i < state.criteria; i++) store<f64>(state.held + ((<usize>i) << 3), Infinity);
  state.counts = reserve((<usize>(partCount + typeCount)) << 2);
  state.spare = reserve((<usize>typeCount) << 2);
}

function put(block: usize, slot: i32, value: f64): void {
  store<f64>(block + ((<usize>slot) << 3), value);
}

function get(block: usize, slot: i32): f64 {
  return load<f64>(block + ((<usize>slot) << 3));
}

export function bestPlan(): usize {
  return state.incumbent;
}

export function bestScore(): f64 {
  return get(state.incumbent, NestResultSlot.SCORE);
}

/** Gains so far that were more than a larger remnant. */
export function leapCount(): i32 {
  return state.leaps;
}

/** Copies placed in the incumbent. */
export function bestPlaced(): i32 {
  return <i32>get(state.incumbent, NestResultSlot.PLACED);
}

export function beginPlan(): void {
  state.length = NestResultSlot.HEADER;
  state.records = 0;
  state.sheets = 0;
  state.placed = 0;
}

/** Address of the block that waits to be adopted, as long as the longest plan. */
export function inboxPlan(): usize {
  return state.inbox;
}

/** Puts the incumbent into the inbox too. */
export function sendBest(): void {
  memory.copy(state.inbox, state.incumbent, (<usize>get(state.incumbent, NestResultSlot.LENGTH)) << 3);
}

/** Address of the first sheet record of the incumbent. */
export function firstRecord(): usize {
  return firstRecordOf(state.incumbent);
}

export function firstRecordOf(block: usize): usize {
  return block + ((<usize>NestResultSlot.HEADER) << 3);
}

export function recordCount(): i32 {
  return recordCountOf(state.incumbent);
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

/** Address of a record of the incumbent by its number. */
export function recordAt(index: i32): usize {
  let record = firstRecord();
  for (let i = 0; i < index; i++) record = nextRecord(record);
  return record;
}

/** Placements on the sheet of a record. */
export function recordSize(record: usize): i32 {
  return <i32>get(record, NestSheetSlot.PLACEMENTS);
}

/** Type of the sheet of a record. */
export function recordType(record: usize): i32 {
  return <i32>load<f64>(record);
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
  return state.sheets;
}

/** Adds the open sheet to the draft, `copies` times; false when nothing lies on it. */
export function addSheet(copies: i32): bool {
  const count = placedCount();
  if (count === 0) return false;
  put(state.draft, state.length++, openedType);
  put(state.draft, state.length++, copies);
  put(state.draft, state.length++, count);
  for (let i = 0; i < count; i++) {
    const shape = placedShape(i);
    put(state.draft, state.length++, shape.part);
    put(state.draft, state.length++, shape.orientation);
    put(state.draft, state.length++, placedX(i));
    put(state.draft, state.length++, placedY(i));
  }
  countSheet(copies, count);
  return true;
}

/** Adds a record of the incumbent to the draft, `copies` times. */
export function addRecord(record: usize, copies: i32): void {
  const count = recordSize(record);
  const slots = NestSheetSlot.HEADER + count * NestPlacementSlot.LENGTH;
  memory.copy(state.draft + ((<usize>state.length) << 3), record, (<usize>slots) << 3);
  put(state.draft, state.length + NestSheetSlot.COPIES, copies);
  state.length += slots;
  countSheet(copies, count);
}

function countSheet(copies: i32, count: i32): void {
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
  put(state.draft, NestResultSlot.RECORDS, state.records);
  put(state.draft, NestResultSlot.SHEETS, state.sheets);
  put(state.draft, NestResultSlot.PLACED, state.placed);
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
function winsOver(block: usize, doubt: f64, even: bool): bool {
  const end = ratePlan(block);
  let decisive = 0;
  for (; decisive < state.criteria; decisive++) {
    const own = load<f64>(state.rated + ((<usize>decisive) << 3));
    const gain = load<f64>(state.held + ((<usize>decisive) << 3)) - own;
    if (gain < -doubt) return false;
    if (gain > doubt) break;
  }
  if (decisive === state.criteria && !even) return false;
  if (decisive < state.criteria - 1) state.leaps++;
  memory.copy(state.held, state.rated, (<usize>state.criteria) << 3);
  memory.copy(end, state.rated, (<usize>state.criteria) << 3);
  put(block, NestResultSlot.LENGTH, <f64>((end - block) >> 3) + state.criteria);
  put(block, NestResultSlot.RATINGS, state.criteria);
  put(block, NestResultSlot.SCORE, load<f64>(state.rated + ((<usize>(state.criteria - 1)) << 3)));
  put(block, NestResultSlot.REVISION, get(state.incumbent, NestResultSlot.REVISION) + 1);
  return true;
}

function addRating(criterion: i32, value: f64): void {
  const at = state.rated + ((<usize>criterion) << 3);
  store<f64>(at, load<f64>(at) + value);
}

/**
 * Material without a place, level by level (as the negative of what has one); cost; sheets that are cut until all of
 * a level is there, level by level but for the last; sheets less the greatest share of one that is left. Sums run over
 * counts in the order of parts and types: plans of equal worth get equal numbers. Returns the end of the sheets.
 */
function ratePlan(block: usize): usize {
  memory.fill(state.rated, 0, (<usize>state.criteria) << 3);
  memory.fill(state.counts, 0, (<usize>(partCount + typeCount)) << 2);
  let remnant = -Infinity;
  let record = firstRecordOf(block);
  for (let i = 0; i < recordCountOf(block); i++) {
    const type = typeAt(recordType(record));
    const copies = recordCopies(record);
    let first = levelCount;
    let right = type.right;
    let top = type.top;
    for (let k = 0; k < recordSize(record); k++) {
      const at = recordPlacement(record, k);
      const part = <i32>load<f64>(at);
      const shape = shapeFor(part, <i32>load<f64>(at, 8));
      addCount(part, copies);
      first = min(first, partAt(part).level);
      right = max(right, load<f64>(at, 16) + shape.maxX);
      top = max(top, load<f64>(at, 24) + shape.maxY);
    }
    addCount(partCount + recordType(record), copies);
    for (let level = first; level < levelCount - 1; level++) addRating(levelCount + 1 + level, <f64>copies);
    if (!type.free) addRating(state.criteria - 1, <f64>copies);
    remnant = max(remnant, strip ? -right : roomShare(type, right, top));
    record = nextRecord(record);
  }
  for (let i = 0; i < partCount; i++) addRating(partAt(i).level, -(<f64>countAt(i)) * partAt(i).area);
  for (let i = 0; i < typeCount; i++) {
    if (!typeAt(i).free) addRating(levelCount, <f64>countAt(partCount + i) * typeAt(i).cost);
  }
  if (recordCountOf(block) > 0) addRating(state.criteria - 1, -remnant);
  return record;
}

function countAt(index: i32): i32 {
  return load<i32>(state.counts + ((<usize>index) << 2));
}

function addCount(index: i32, count: i32): void {
  store<i32>(state.counts + ((<usize>index) << 2), countAt(index) + count);
}

/** Share of a sheet that is left as one rectangle when so much is used, in sheets of the first type. */
function roomShare(type: SheetType, right: f64, top: f64): f64 {
  const share = max(1 - right / type.width, 1 - top / type.height);
  return typeCount === 1 ? share : (share * type.width * type.height) / (typeAt(0).width * typeAt(0).height);
}

/** Moves what lies on a sheet to a cheaper one that it fits as it lies, where there is one left. */
function moveToCheaper(): void {
  for (let i = 0; i < typeCount; i++) store<i32>(state.spare + ((<usize>i) << 2), typeAt(i).quantity);
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
      store<f64>(record, to);
      addSpare(from, recordCopies(record));
      addSpare(to, -recordCopies(record));
    }
    record = nextRecord(record);
  }
}

function addSpare(type: i32, count: i32): void {
  const at = state.spare + ((<usize>type) << 2);
  store<i32>(at, load<i32>(at) + count);
}

function cheaperFor(record: usize): i32 {
  let best = recordType(record);
  if (typeAt(best).obstacleCount > 0 || typeAt(best).free) return best;
  let right = 0.0;
  let top = 0.0;
  for (let k = 0; k < recordSize(record); k++) {
    const at = recordPlacement(record, k);
    const shape = shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8));
    right = max(right, load<f64>(at, 16) + shape.maxX);
    top = max(top, load<f64>(at, 24) + shape.maxY);
  }
  for (let i = 0; i < typeCount; i++) {
    const type = typeAt(i);
    if (type.obstacleCount > 0 || type.free || type.cost >= typeAt(best).cost) continue;
    if (load<i32>(state.spare + ((<usize>i) << 2)) < recordCopies(record)) continue;
    if (right <= type.width + SLACK && top <= type.height + SLACK) best = i;
  }
  return best;
}
