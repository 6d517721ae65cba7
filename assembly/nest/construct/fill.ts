/**
 * Builds a plan sheet by sheet. Parts are offered in a given order; a copy goes to the first column (position along
 * the axis of filling) that has room for it, at the lowest free place there, and then slides into the corner. The
 * free places of a column are exact, so parts interlock, touch and drop into holes wherever a column meets one.
 * A filled sheet is repeated as often as the demand allows: work grows with the number of parts, not of copies.
 *
 * `fillStep` does the work of one column; the state of the search lives in the globals below.
 *
 * The folder:
 *
 *     shelf          the instant answer in rows
 *     rounds         which order and axis come next
 *     order          in which parts are offered ─► fill ◄─ columns       where something may begin
 *     remaining      what may still be used     ─►  │   ◄─ holes         what fits into holes of others
 *     lattice        densest periodic places    ─► lattice-fill
 *     sheet-types    which type comes next          └─► a draft (layout/incumbent)
 *     finished       full sheets, which are left as they are
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { addSheet, beginPlan, bestScore, draftSheets, inboxPlan } from "../layout/incumbent";
import {
  firstRecordOf,
  nextRecord,
  plannedShape,
  recordCopies,
  recordCountOf,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/plan";
import { clearSheet, collides, free, freeAround, nextFree, placedCount, sliceColumn } from "../layout/sheet";
import { beginStretches, nextStretch, startStretches, stretch } from "../layout/stretches";
import { Placement, setPlacement } from "../model/placement";
import { openType, partAt, partCount, shapeOf, sheetSize, strip, typeCount } from "../model/problem";
import { COARSE_AREA, OTHER_ORIENTATION, RISE, SLACK, SLIDES } from "../model/tuning";
import { columnAt, columnAtLeast, openColumns, placeAt, startColumns } from "./columns";
import { clearFinished, draftFinished } from "./finished";
import { beginInside, inside, nextInside } from "./holes";
import { layLattices } from "./lattice-fill";
import { orderedPart, preferredShape } from "./order";
import {
  beginRemaining,
  beginRemainingAround,
  clearLaid,
  copiesLeft,
  copiesLeftTable,
  layCopies,
  nextType,
  openRemaining,
  repeatSheet,
  someLeft,
} from "./remaining";
import { beginCandidates, endCandidate, openCandidates, Pricing } from "./sheet-types";

/**
 * What is known of a shape on the open sheet: the column where its search starts (those before it are full) and the
 * place found last, which stays the best one until something is put there.
 */
@unmanaged
class Finding extends Placement {
  column: f64;
  cost: f64;
  /** Placements on the sheet when it was found, and 1; 0: none was. */
  found: i32;
}
const FINDING_BYTES: usize = 48;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** By part and orientation, and where those of a part begin. */
  findings: usize;
  findingOffset: Ints;
  axis: i32;
  cursor: i32;
  shapeCursor: i32;
  columnCursor: i32;
  /** Orientation that costs least so far, -1 for none. */
  bestIndex: i32;
  bestCost: f64;
  /** Sheet of the given layout that the open one began as, sheets of it and of the layout still to come. */
  given: SheetRecord;
  givenCopies: i32;
  givenRecords: i32;
  latticed: bool;
  /** Small parts are offered at right angles only. */
  coarse: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.bestIndex = -1;

export function openFill(): void {
  openRemaining();
  openCandidates();
  state.findingOffset = reserveRawInts(partCount);
  let shapes = 0;
  let holes = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    state.findingOffset[i] = shapes;
    shapes += part.shapeCount;
    if (part.shapeCount > 0) holes = max(holes, shapeOf(part, 0).holeCount);
  }
  state.findings = reserve(<usize>shapes * FINDING_BYTES);
  openColumns(holes);
}

/**
 * Starts a plan that fills along an axis (0: from the left, 1: from the bottom), in the current order, after the
 * sheets that are kept; `inLattices`: parts with many copies go first, as they lie densest among themselves; `coarse`:
 * small parts are tried at right angles only.
 */
export function beginFill(along: i32, price: Pricing, inLattices: bool = false, coarse: bool = false): void {
  state.axis = along;
  state.latticed = inLattices;
  state.coarse = coarse;
  state.givenCopies = 0;
  state.givenRecords = 0;
  beginRemaining();
  beginCandidates(price);
  beginPlan();
  draftFinished();
  startSheet(nextType(-1));
}

/** As `beginFill`, round about the layout in the inbox, which `findFault` has passed. */
export function beginFillAround(along: i32, coarse: bool = false): void {
  // It holds what was kept aside too.
  clearFinished();
  beginFill(along, Pricing.COST, false, coarse);
  state.given = firstRecordOf(inboxPlan());
  state.givenRecords = recordCountOf(inboxPlan());
  state.givenCopies = recordCopies(state.given);
  beginRemainingAround();
  startSheet(recordType(state.given));
}

function startSheet(type: i32): void {
  openType(type);
  clearSheet();
  startColumns(type, state.axis);
  startStretches(state.axis);
  clearLaid();
  state.cursor = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) clearFinding(findingAt(i, k));
  }
  if (state.givenRecords > 0) {
    for (let i = 0; i < recordSize(state.given); i++) {
      const planned = recordPlacement(state.given, i);
      placeAt(plannedShape(planned), planned.x, planned.y);
    }
  }
  if (state.latticed) layLattices(state.axis);
  startPart();
}

/** Puts parts into the holes of the placements from one on, and into theirs. */
function fillHoles(first: i32): void {
  beginInside(first);
  while (nextInside(copiesLeftTable())) {
    placeAt(inside.shape, inside.x, inside.y);
    layCopies(inside.shape.part, 1);
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

/** So many orientations of a part are tried. */
function offeredShapes(index: i32): i32 {
  const part = partAt(index);
  const small = part.exteriorArea < COARSE_AREA * sheetSize(0) * sheetSize(1);
  return state.coarse && small ? part.rightCount : part.shapeCount;
}

function findingAt(part: i32, shape: i32): Finding {
  return changetype<Finding>(state.findings + <usize>(state.findingOffset[part] + shape) * FINDING_BYTES);
}

function clearFinding(finding: Finding): void {
  finding.column = -Infinity;
  finding.found = 0;
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
      if (finding.found === 0) continue;
      if (collides(finding.shape, finding.x, finding.y, finding.found - 1)) finding.found = 0;
      else compareFinding(k, finding);
    }
  }
  nextShape();
}

function compareFinding(index: i32, finding: Finding): void {
  if (finding.cost >= state.bestCost) return;
  state.bestCost = finding.cost;
  state.bestIndex = index;
}

/** Moves on to the next orientation without a known place and the column where its search starts. */
function nextShape(): void {
  state.shapeCursor++;
  if (state.cursor >= partCount) return;
  const index = orderedPart(state.cursor);
  const count = offeredShapes(index);
  while (state.shapeCursor < count && findingAt(index, state.shapeCursor).found > 0) state.shapeCursor++;
  if (state.shapeCursor < count)
    state.columnCursor = columnAtLeast(findingAt(index, state.shapeCursor).column);
}

/** One column for one orientation. True when the plan is complete (and has been offered to the incumbent). */
export function fillStep(): bool {
  spend(1);
  if (state.cursor === partCount) return closeSheet();
  const index = orderedPart(state.cursor);
  const part = partAt(index);
  if (copiesLeft(index) === 0 || state.shapeCursor >= offeredShapes(index)) {
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
    findingAt(index, state.shapeCursor).column = Infinity;
    nextShape();
  } else if (u + size > state.bestCost) {
    nextShape();
  } else if (tryColumn(shape, u, findingAt(index, state.shapeCursor))) {
    compareFinding(state.shapeCursor, findingAt(index, state.shapeCursor));
    nextShape();
  } else {
    state.columnCursor++;
  }
  return false;
}

/** Finds the lowest free place in the column, slides from there and notes where that ends; false when it is full. */
function tryColumn(shape: Shape, u: f64, finding: Finding): bool {
  const start = u - minOf(shape, state.axis);
  beginStretches(shape, start);
  let x = 0.0;
  let y = 0.0;
  let found = false;
  while (!found && nextStretch()) {
    sliceColumn(shape, state.axis, start, stretch.low, stretch.high);
    for (let skip = 0; !found && nextFree(skip); skip++) {
      x = state.axis === 0 ? start : free.low;
      y = state.axis === 0 ? free.low : start;
      found = !collides(shape, x, y);
    }
  }
  if (!found) return false;
  for (let round = 0; round < SLIDES; round++) {
    const before = x + y;
    // Towards the start of the sheet, then down again.
    for (let turn = 0; turn < 2; turn++) {
      const fixed = turn === 0 ? state.axis ^ 1 : state.axis;
      const position = fixed === 0 ? x : y;
      sliceColumn(shape, fixed, position);
      if (!freeAround(fixed === 0 ? y : x)) break;
      const nextX = fixed === 0 ? x : free.low;
      const nextY = fixed === 0 ? free.low : y;
      if (collides(shape, nextX, nextY)) break;
      x = nextX;
      y = nextY;
    }
    if (before - x - y < 1e-6) break;
  }
  const reach = (state.axis === 0 ? x : y) + maxOf(shape, state.axis);
  const rise = (state.axis === 0 ? y : x) + maxOf(shape, state.axis ^ 1);
  let cost =
    reach + (RISE * rise * (maxOf(shape, state.axis) - minOf(shape, state.axis))) / sheetSize(state.axis ^ 1);
  const preferred = preferredShape(shape.part);
  if (preferred >= 0 && shapeOf(partAt(shape.part), preferred) !== shape)
    cost += OTHER_ORIENTATION * sheetSize(state.axis);
  setPlacement(finding, shape, x, y);
  finding.column = u;
  finding.cost = cost;
  finding.found = placedCount() + 1;
  return true;
}

/** Puts the best position found on the sheet. */
function placeBest(index: i32): void {
  const shape = shapeOf(partAt(index), state.bestIndex);
  const finding = findingAt(index, state.bestIndex);
  const before = placedCount();
  placeAt(shape, finding.x, finding.y);
  finding.found = 0;
  layCopies(index, 1);
  if (shape.holeCount > 0) fillHoles(before);
  startPart();
}

/** Files the sheet as often as the demand allows and opens the next one; true when the plan is complete. */
function closeSheet(): bool {
  if (!closeGiven()) {
    const next = typeCount > 1 ? endCandidate() : typeCount;
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
