/**
 * Builds a plan sheet by sheet. Parts are offered in a given order; a copy goes to the first column (position along
 * the axis of filling) that has room for it, at the lowest free place there, and then slides into the corner. The
 * free places of a column are exact, so parts interlock, touch and drop into holes wherever a column meets one.
 * A filled sheet is repeated as often as the demand allows: work grows with the number of parts, not of copies.
 *
 * `fillStep` does the work of one column; the state of the search lives in the globals below.
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { spend } from "../../work";
import {
  addSheet,
  beginPlan,
  bestScore,
  draftSheets,
  firstRecordOf,
  inboxPlan,
  nextRecord,
  recordCopies,
  recordCountOf,
  recordPlacement,
  recordSize,
  recordType,
} from "../layout/incumbent";
import {
  clearSheet,
  collides,
  gapAround,
  gapEnd,
  gapStart,
  nextGap,
  placedCount,
  sliceColumn,
  stackPitch,
} from "../layout/sheet";
import {
  openType,
  partAt,
  partCount,
  shapeFor,
  shapeOf,
  sheetSize,
  strip,
  typeCount,
} from "../model/problem";
import { CROWDED, PATIENT_COLUMNS, RISE, SLACK, SLIDES, UNLOVED } from "../model/tuning";
import { columnAt, columnAtLeast, openColumns, placeAt, startColumns } from "./columns";
import { draftKept } from "./finished";
import { beginInside, insideShape, insideX, insideY, nextInside } from "./holes";
import { layLattices } from "./lattice-fill";
import { orderedPart, preferredShape } from "./order";
import {
  beginTally,
  beginTallyAround,
  clearLaid,
  copiesLeft,
  copiesLeftTable,
  layCopies,
  nextType,
  openTally,
  repeatSheet,
  someLeft,
} from "./remaining";
import { beginTrials, endTrial, openTrials, Pricing } from "./sheet-types";

const FINDING_BYTES: usize = 48;

/** What is kept here between two steps. */
@unmanaged
class State {
  /**
   * What is known of every shape on the open sheet, by part and orientation: the column where its search starts
   * (those before it are full) and the place found last, which stays the best one until something is put there.
   *
   *     finding = column, x, y, cost, end of the gap, placements when found + 1 (0: none) ... 6 f64
   */
  findings: usize;
  findingOffset: usize;
  axis: i32;
  cursor: i32;
  shapeCursor: i32;
  columnCursor: i32;
  /** Full columns seen in the running search; the more there are, the longer the strides. */
  misses: i32;
  /** Orientation that costs least so far, -1 for none. */
  bestIndex: i32;
  bestCost: f64;
  /** Sheet of the given layout that the open one began as, sheets of it and of the layout still to come. */
  given: usize;
  givenCopies: i32;
  givenRecords: i32;
  latticed: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.bestIndex = -1;

export function openFill(): void {
  openTally();
  openTrials();
  state.findingOffset = reserve((<usize>partCount) << 2);
  let shapes = 0;
  let holes = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    store<i32>(state.findingOffset + ((<usize>i) << 2), shapes);
    shapes += part.shapeCount;
    if (part.shapeCount > 0) holes = max(holes, shapeOf(part, 0).holeCount);
  }
  state.findings = reserve(<usize>shapes * FINDING_BYTES);
  openColumns(holes);
}

/**
 * Starts a plan that fills along an axis (0: from the left, 1: from the bottom), in the current order, after the
 * sheets that are kept; `inLattices`: parts with many copies go first, as they lie densest among themselves.
 */
export function beginFill(along: i32, price: Pricing, inLattices: bool = false): void {
  state.axis = along;
  state.latticed = inLattices;
  state.givenCopies = 0;
  state.givenRecords = 0;
  beginTally();
  beginTrials(price);
  beginPlan();
  draftKept();
  startSheet(nextType(-1));
}

/** As `beginFill`, round about the layout in the inbox, which `findFault` has passed. */
export function beginFillAround(along: i32): void {
  beginFill(along, Pricing.COST);
  state.given = firstRecordOf(inboxPlan());
  state.givenRecords = recordCountOf(inboxPlan());
  state.givenCopies = recordCopies(state.given);
  beginTallyAround();
  startSheet(recordType(state.given));
}

function startSheet(type: i32): void {
  openType(type);
  clearSheet();
  startColumns(type, state.axis);
  clearLaid();
  state.cursor = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) clearFinding(findingAt(i, k));
  }
  if (state.givenRecords > 0) {
    for (let i = 0; i < recordSize(state.given); i++) {
      const at = recordPlacement(state.given, i);
      const shape = shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8));
      placeAt(shape, load<f64>(at, 16), load<f64>(at, 24));
    }
  }
  if (state.latticed) layLattices(state.axis);
  fillHoles(0);
  startPart();
}

/** Puts parts into the holes of the placements from one on, and into theirs. */
function fillHoles(first: i32): void {
  beginInside(first);
  while (nextInside(copiesLeftTable())) {
    placeAt(insideShape(), insideX(), insideY());
    layCopies(insideShape().part, 1);
  }
}

/** Ends the given sheet that is open, with every copy of it that needs no more; true when there was one. */
function closeGiven(): bool {
  if (state.givenRecords === 0) return false;
  const copies = placedCount() > recordSize(state.given) ? 1 : state.givenCopies;
  addSheet(copies);
  state.givenCopies -= copies;
  if (state.givenCopies === 0 && --state.givenRecords > 0) {
    state.given = nextRecord(state.given);
    state.givenCopies = recordCopies(state.given);
  }
  return true;
}

function findingAt(part: i32, shape: i32): usize {
  return (
    state.findings + <usize>(load<i32>(state.findingOffset + ((<usize>part) << 2)) + shape) * FINDING_BYTES
  );
}

function clearFinding(finding: usize): void {
  store<f64>(finding, -Infinity);
  store<f64>(finding, 0, 40);
}

/** Places found for earlier copies of the part that are still free take part from the start. */
function startPart(): void {
  state.bestIndex = -1;
  state.bestCost = Infinity;
  state.shapeCursor = -1;
  if (state.cursor < partCount) {
    const index = orderedPart(state.cursor);
    const part = partAt(index);
    for (let k = 0; k < part.shapeCount; k++) {
      const finding = findingAt(index, k);
      const since = <i32>load<f64>(finding, 40) - 1;
      if (since < 0) continue;
      if (collides(shapeOf(part, k), load<f64>(finding, 8), load<f64>(finding, 16), since))
        store<f64>(finding, 0, 40);
      else compareFinding(k, finding);
    }
  }
  nextShape();
}

function compareFinding(index: i32, finding: usize): void {
  if (load<f64>(finding, 24) >= state.bestCost) return;
  state.bestCost = load<f64>(finding, 24);
  state.bestIndex = index;
}

/** Moves on to the next orientation without a known place and the column where its search starts. */
function nextShape(): void {
  state.shapeCursor++;
  if (state.cursor >= partCount) return;
  const index = orderedPart(state.cursor);
  const count = partAt(index).shapeCount;
  while (state.shapeCursor < count && load<f64>(findingAt(index, state.shapeCursor), 40) > 0)
    state.shapeCursor++;
  state.misses = 0;
  if (state.shapeCursor < count)
    state.columnCursor = columnAtLeast(load<f64>(findingAt(index, state.shapeCursor)));
}

/** One column for one orientation. True when the plan is complete (and has been offered to the incumbent). */
export function fillStep(): bool {
  spend(1);
  if (state.cursor === partCount) return closeSheet();
  const index = orderedPart(state.cursor);
  const part = partAt(index);
  if (copiesLeft(index) === 0 || state.shapeCursor >= part.shapeCount) {
    if (state.bestIndex >= 0 && copiesLeft(index) > 0) placeBest(index);
    else {
      state.cursor++;
      startPart();
    }
    return false;
  }
  const shape = shapeOf(part, state.shapeCursor);
  const size = maxOf(shape, state.axis) - minOf(shape, state.axis);
  const u = columnAt(state.columnCursor);
  if (u + size > sheetSize(state.axis) + SLACK) {
    store<f64>(findingAt(index, state.shapeCursor), Infinity);
    nextShape();
  } else if (u + size > state.bestCost) {
    nextShape();
  } else if (tryColumn(shape, u, findingAt(index, state.shapeCursor))) {
    compareFinding(state.shapeCursor, findingAt(index, state.shapeCursor));
    nextShape();
  } else state.columnCursor += 1 + state.misses++ / PATIENT_COLUMNS;
  return false;
}

/** Finds the lowest free place in the column, slides from there and notes where that ends; false when it is full. */
function tryColumn(shape: Shape, u: f64, finding: usize): bool {
  const start = u - minOf(shape, state.axis);
  sliceColumn(shape, state.axis, start);
  let x = 0.0;
  let y = 0.0;
  let found = false;
  for (let skip = 0; nextGap(shape, state.axis, skip); skip++) {
    x = state.axis === 0 ? start : gapStart();
    y = state.axis === 0 ? gapStart() : start;
    found = !collides(shape, x, y);
    if (found) break;
  }
  if (!found) return false;
  let end = gapEnd();
  const slides = placedCount() > CROWDED ? 1 : SLIDES;
  for (let round = 0; round < slides; round++) {
    const before = x + y;
    // Towards the start of the sheet, then down again.
    for (let turn = 0; turn < 2; turn++) {
      const fixed = turn === 0 ? state.axis ^ 1 : state.axis;
      const position = fixed === 0 ? x : y;
      sliceColumn(shape, fixed, position);
      if (!gapAround(shape, fixed, fixed === 0 ? y : x)) break;
      const nextX = fixed === 0 ? x : gapStart();
      const nextY = fixed === 0 ? gapStart() : y;
      if (collides(shape, nextX, nextY)) break;
      x = nextX;
      y = nextY;
      if (turn === 1) end = gapEnd();
    }
    if (before - x - y < 1e-6) break;
  }
  const reach = (state.axis === 0 ? x : y) + maxOf(shape, state.axis);
  const rise = (state.axis === 0 ? y : x) + maxOf(shape, state.axis ^ 1);
  let cost =
    reach + (RISE * rise * (maxOf(shape, state.axis) - minOf(shape, state.axis))) / sheetSize(state.axis ^ 1);
  const preferred = preferredShape(shape.part);
  if (preferred >= 0 && shapeOf(partAt(shape.part), preferred) !== shape)
    cost += UNLOVED * sheetSize(state.axis);
  store<f64>(finding, u);
  store<f64>(finding, x, 8);
  store<f64>(finding, y, 16);
  store<f64>(finding, cost, 24);
  store<f64>(finding, end, 32);
  store<f64>(finding, placedCount() + 1, 40);
  return true;
}

/** Puts the best position found on the sheet; on a crowded sheet further copies are stacked in the same gap. */
function placeBest(index: i32): void {
  const shape = shapeOf(partAt(index), state.bestIndex);
  const finding = findingAt(index, state.bestIndex);
  const x = load<f64>(finding, 8);
  const y = load<f64>(finding, 16);
  const before = placedCount();
  placeAt(shape, x, y);
  let placed = 1;
  const left = copiesLeft(index);
  if (left > 8 && placedCount() > CROWDED) {
    const pitch = stackPitch(shape, state.axis ^ 1);
    for (let shift = pitch; placed < left; shift += pitch) {
      const nextX = state.axis === 0 ? x : x + shift;
      const nextY = state.axis === 0 ? y + shift : y;
      if ((state.axis === 0 ? nextY : nextX) > load<f64>(finding, 32)) break;
      // The gap was free in the column in which it was found; a slide and later parts may have changed that.
      if (collides(shape, nextX, nextY)) break;
      placeAt(shape, nextX, nextY);
      placed++;
    }
  }
  store<f64>(finding, 0, 40);
  layCopies(index, placed);
  if (shape.holeCount > 0) fillHoles(before);
  startPart();
}

/** Files the sheet as often as the demand allows and opens the next one; true when the plan is complete. */
function closeSheet(): bool {
  if (!closeGiven()) {
    const next = typeCount > 1 ? endTrial() : typeCount;
    if (next < typeCount) {
      startSheet(next);
      return false;
    }
    if (placedCount() === 0) return true;
    repeatSheet();
  }
  if (state.givenRecords > 0) {
    startSheet(recordType(state.given));
    return false;
  }
  const type = nextType(-1);
  // A plan that already needs a sheet more than the incumbent has cannot win.
  if (!someLeft() || type === typeCount || strip) return true;
  if (typeCount === 1 && <f64>draftSheets() >= bestScore() + 1) return true;
  startSheet(type);
  return false;
}
