/**
 * Builds a plan sheet by sheet. Parts are offered in a given order; a copy goes to the first column (position along
 * the axis of filling) that has room for it, at the lowest free place there, and then slides into the corner. The
 * free places of a column are exact, so parts interlock, touch and drop into holes wherever a column meets one.
 * A filled sheet is repeated as often as the demand allows: work grows with the number of parts, not of copies.
 *
 * The folder:
 *
 *     shelf-packing  the instant answer in rows
 *     rounds         which order and axis come next
 *     order          in which parts are offered ─► fill-sheet ◄─ columns   where something may begin
 *     remaining      what may still be used     ─►  │         ◄─ holes     what fits into holes of others
 *     lattice        densest periodic places    ─► lattice-fill
 *     sheet-types    which type comes next          └─► a draft (layout/nest-incumbent)
 *     finished       full sheets, which are left as they are
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import {
  clearSheet,
  collides,
  free,
  freeAround,
  nextFree,
  placedCount,
  sliceColumn,
} from "../layout/laid-sheet";
import { addSheet, beginPlan, bestScore, draftSheets, inbox } from "../layout/nest-incumbent";
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
} from "../layout/nest-plan";
import { beginStretches, nextStretch, startStretches, stretch } from "../layout/stretches";
import { goOn } from "../model/go-on";
import { OTHER_ORIENTATION, SLACK } from "../model/limits";
import { openType, partAt, partCount, shapeOf, sheetSize, strip, typeCount } from "../model/nest-problem";
import { LARGE_AREA, RISE, SLIDES } from "../model/nest-tuning";
import { Placement, setPlacement } from "../model/placement";
import { openRough, prepareRough, roughOf } from "../model/rough";
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
  layCopies,
  nextType,
  openRemaining,
  repeatSheet,
  someLeft,
} from "./remaining";
import { beginCandidates, endCandidate, openCandidates, SheetMeasure } from "./sheet-types";

/**
 * Memory of a shape on the open sheet: the column where its search starts (those before it are full) and the
 * place found last, which stays the best one until something is put there.
 */
@unmanaged
class SearchMemory extends Placement {
  column: f64;
  cost: f64;
  /** Placements on the sheet when it was found, and 1; 0: none was. */
  found: i32;
}
const FINDING_BYTES: usize = 48;

/** By part and orientation, and where those of a part begin. */
let findings: usize = 0;
let findingOffset: Ints = changetype<Ints>(0);
/** Axis along which the sheet is filled. */
let axis: i32 = 0;
/** Orientation of the offered part that costs least so far, -1 for none, and what it costs. */
let bestShape: i32 = -1;
let bestCost: f64 = Infinity;
/** Sheet of the given layout that the open one began as, copies of it and sheets of the layout still to come. */
let given: SheetRecord = changetype<SheetRecord>(0);
let givenCopies: i32 = 0;
let givenRecords: i32 = 0;
/** Parts with many copies go first, in lattices. */
let latticed: bool = false;
/** Small parts are offered at right angles only, and in a strip long outlines as rough ones. */
let coarse: bool = false;

export function openFill(): void {
  openRemaining();
  openCandidates();
  openRough();
  findingOffset = reserveRawInts(partCount);
  let shapes = 0;
  let holes = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    findingOffset[i] = shapes;
    shapes += part.shapeCount;
    if (part.shapeCount > 0) holes = max(holes, shapeOf(part, 0).holeCount);
  }
  findings = reserve(<usize>shapes * FINDING_BYTES);
  openColumns(holes);
}

/**
 * Starts a plan that fills along an axis (0: from the left, 1: from the bottom), in the current order, after the
 * sheets that are kept; `inLattices`: parts with many copies go first, as they lie densest among themselves;
 * `coarsely`: small parts are tried at right angles only, and long outlines of a strip as rough ones.
 */
export function beginFill(
  along: i32,
  price: SheetMeasure,
  inLattices: bool = false,
  coarsely: bool = false,
): void {
  axis = along;
  latticed = inLattices;
  coarse = coarsely;
  givenCopies = 0;
  givenRecords = 0;
  beginRemaining();
  beginCandidates(price);
  beginPlan();
  draftFinished();
  startSheet(nextType(-1));
}

/** As `beginFill`, round about the layout in the inbox, which `findFault` has passed. */
export function beginFillAround(along: i32, coarsely: bool = false): void {
  // It holds what was kept aside too.
  clearFinished();
  beginFill(along, SheetMeasure.COST, false, coarsely);
  given = firstRecordOf(inbox);
  givenRecords = recordCountOf(inbox);
  givenCopies = recordCopies(given);
  beginRemainingAround();
  startSheet(recordType(given));
}

function startSheet(type: i32): void {
  openType(type);
  clearSheet();
  startColumns(type, axis);
  startStretches(axis);
  clearLaid();
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) clearFinding(findingAt(i, k));
  }
  if (givenRecords > 0) {
    for (let i = 0; i < recordSize(given); i++) {
      const planned = recordPlacement(given, i);
      placeAt(plannedShape(planned), planned.x, planned.y);
    }
  }
  if (latticed) layLattices(axis);
}

/** Puts parts into the holes of the placements from one on, and into theirs. */
function fillHoles(first: i32): void {
  beginInside(first);
  while (nextInside(copiesLeft)) {
    placeAt(inside.shape, inside.x, inside.y);
    layCopies(inside.shape.part, 1);
  }
}

/** Ends the given sheet that is open, with every copy of it that needs no more; true when there was one. */
function closeGiven(): bool {
  if (givenRecords === 0) return false;
  const copies = placedCount() > recordSize(given) ? 1 : givenCopies;
  addSheet(copies);
  givenCopies -= copies;
  if (givenCopies === 0 && --givenRecords > 0) {
    given = nextRecord(given);
    givenCopies = recordCopies(given);
  }
  return true;
}

/** So many orientations of a part are tried. */
function offeredShapes(index: i32): i32 {
  const part = partAt(index);
  const small = part.exteriorArea < LARGE_AREA * sheetSize(0) * sheetSize(1);
  return coarse && small ? part.rightCount : part.shapeCount;
}

function offeredShape(index: i32, k: i32): Shape {
  const shape = shapeOf(partAt(index), k);
  return coarse ? roughOf(shape) : shape;
}

function findingAt(part: i32, shape: i32): SearchMemory {
  return changetype<SearchMemory>(findings + <usize>(findingOffset[part] + shape) * FINDING_BYTES);
}

function clearFinding(finding: SearchMemory): void {
  finding.column = -Infinity;
  finding.found = 0;
}

/**
 * Bottom-left fill (E. Burke and others, 2006): sheet after sheet, each part in turn, each copy at the place that costs
 * least. True when the plan is complete, false when it was left before.
 */
export function fill(): bool {
  do {
    for (let rank = 0; rank < partCount; rank++) if (!layCopiesOf(orderedPart(rank))) return false;
    if (!move()) return false;
  } while (openNextSheet());
  return true;
}

/** Between two moves, of which each looks at a column or ends something; false when the construction is to be left. */
function move(): bool {
  if (!goOn()) return false;
  spend(1);
  return true;
}

/** Lays copies of a part for as long as there are any and the sheet has room; false when it was left. */
function layCopiesOf(index: i32): bool {
  if (coarse) prepareRough(index);
  while (true) {
    recallFindings(index);
    const count = copiesLeft[index] > 0 ? offeredShapes(index) : 0;
    for (let k = 0; k < count; k++) {
      if (findingAt(index, k).found === 0 && !searchColumns(index, k)) return false;
    }
    if (!move()) return false;
    if (copiesLeft[index] === 0 || bestShape < 0) return true;
    placeBest(index);
  }
}

/** Places found for earlier copies of the part that are still free take part from the start. */
function recallFindings(index: i32): void {
  bestShape = -1;
  bestCost = Infinity;
  for (let k = 0; k < partAt(index).shapeCount; k++) {
    const finding = findingAt(index, k);
    if (finding.found === 0) continue;
    if (collides(finding.shape, finding.x, finding.y, finding.found - 1)) finding.found = 0;
    else compareFinding(k, finding);
  }
}

function compareFinding(index: i32, finding: SearchMemory): void {
  if (finding.cost >= bestCost) return;
  bestCost = finding.cost;
  bestShape = index;
}

/** Searches for a place in one orientation, column by column from the first that may have room; false when it was left. */
function searchColumns(index: i32, k: i32): bool {
  const shape = offeredShape(index, k);
  const finding = findingAt(index, k);
  const size = maxOf(shape, axis) - minOf(shape, axis);
  for (let column = columnAtLeast(finding.column); move(); column++) {
    const u = columnAt(column);
    if (u + size > sheetSize(axis) + SLACK) {
      finding.column = Infinity;
      return true;
    }
    if (u + size > bestCost) return true;
    if (tryColumn(shape, u, finding)) {
      compareFinding(k, finding);
      return true;
    }
  }
  return false;
}

/** Finds the lowest free place in the column, slides from there and notes where that ends; false when it is full. */
function tryColumn(shape: Shape, u: f64, finding: SearchMemory): bool {
  const start = u - minOf(shape, axis);
  beginStretches(shape, start);
  let x = 0.0;
  let y = 0.0;
  let found = false;
  while (!found && nextStretch()) {
    sliceColumn(shape, axis, start, stretch.low, stretch.high);
    for (let skip = 0; !found && nextFree(skip); skip++) {
      x = axis === 0 ? start : free.low;
      y = axis === 0 ? free.low : start;
      found = !collides(shape, x, y);
    }
  }
  if (!found) return false;
  for (let round = 0; round < SLIDES; round++) {
    const before = x + y;
    // Towards the start of the sheet, then down again.
    for (let turn = 0; turn < 2; turn++) {
      const fixed = turn === 0 ? axis ^ 1 : axis;
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
  const reach = (axis === 0 ? x : y) + maxOf(shape, axis);
  const rise = (axis === 0 ? y : x) + maxOf(shape, axis ^ 1);
  let cost = reach + (RISE * rise * (maxOf(shape, axis) - minOf(shape, axis))) / sheetSize(axis ^ 1);
  const preferred = preferredShape(shape.part);
  if (preferred >= 0 && shapeOf(partAt(shape.part), preferred).index !== shape.index)
    cost += OTHER_ORIENTATION * sheetSize(axis);
  setPlacement(finding, shape, x, y);
  finding.column = u;
  finding.cost = cost;
  finding.found = placedCount() + 1;
  return true;
}

/** Puts the best position found on the sheet. */
function placeBest(index: i32): void {
  const shape = offeredShape(index, bestShape);
  const finding = findingAt(index, bestShape);
  const before = placedCount();
  placeAt(shape, finding.x, finding.y);
  finding.found = 0;
  layCopies(index, 1);
  if (shape.holeCount > 0) fillHoles(before);
}

/** Files the sheet as often as the demand allows and opens the next one; false when the plan is complete. */
function openNextSheet(): bool {
  if (!closeGiven()) {
    const next = typeCount > 1 ? endCandidate() : typeCount;
    if (next < typeCount) {
      startSheet(next);
      return true;
    }
    if (placedCount() === 0) return false;
    repeatSheet();
  }
  if (givenRecords > 0) {
    startSheet(recordType(given));
    return true;
  }
  const type = nextType(-1);
  // A plan that already needs a sheet more than the incumbent has cannot win.
  if (!someLeft() || type === typeCount || strip) return false;
  if (typeCount === 1 && <f64>draftSheets >= bestScore() + 1) return false;
  startSheet(type);
  return true;
}
