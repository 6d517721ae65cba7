/**
 * Builds a plan sheet by sheet. Parts are offered in a given order; a copy goes to the first column (position along
 * the axis of filling) that has room for it, at the lowest free place there, and then slides into the corner. The
 * free places of a column are exact, so parts interlock, touch and drop into holes wherever a column meets one.
 * A filled sheet is repeated as often as the demand allows: work grows with the number of parts, not of copies.
 *
 * `fillStep` does the work of one column; the state of the search lives in the globals below.
 */
import { maxOf, minOf, Shape } from "../geometry/shape";
import { spend } from "../geometry/work";
import { reserve } from "../memory";
import { randomUnit } from "../random";
import { givenCount, givenSheets } from "./adopt";
import { draftKept, openCopies } from "./kept";
import { Lattice, latticeOf } from "./lattice";
import { orderedPart, preferredShape } from "./order";
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
} from "./plan";
import {
  clearance,
  copyCount,
  mostSheets,
  obstacleCount,
  openedType,
  openType,
  partAt,
  partCount,
  shapeFor,
  shapeOf,
  sheetSize,
  strip,
  typeAt,
  typeCount,
} from "./problem";
import {
  clearSheet,
  collides,
  gapAround,
  gapEnd,
  gapStart,
  nextGap,
  place,
  placedBox,
  placedCount,
  placedShape,
  placedX,
  placedY,
  sliceColumn,
  stackPitch,
} from "./sheet";
import {
  CROWDED,
  DENSE_COLUMNS,
  LATTICE_COPIES,
  PATIENT_COLUMNS,
  RISE,
  SLACK,
  SLIDES,
  UNLOVED,
} from "./tuning";

/** What a sheet is chosen by. */
export enum Pricing {
  /** Cost per material. */
  COST = 0,
  /** The same, with some luck. */
  LUCK = 1,
  /** Most material: where sheets are few, not dear. */
  MATERIAL = 2,
}

const FINDING_BYTES: usize = 48;

/** Copies still to be placed, by part. */
let remaining: usize = 0;
/** Copies on the open sheet, by part. */
let onSheet: usize = 0;
/**
 * What is known of every shape on the open sheet, by part and orientation: the column where its search starts
 * (those before it are full) and the place found last, which stays the best one until something is put there.
 *
 *     finding = column, x, y, cost, end of the gap, placements when found + 1 (0: none) ... 6 f64
 */
let findings: usize = 0;
let findingOffset: usize = 0;
/** Candidate columns of the open sheet, ascending. */
let columns: usize = 0;
let columnCount: i32 = 0;
let columnLimit: i32 = 0;

let axis: i32 = 0;
let cursor: i32 = 0;
let shapeCursor: i32 = 0;
let columnCursor: i32 = 0;
/** Full columns seen in the running search; the more there are, the longer the strides. */
let misses: i32 = 0;
/** Orientation that costs least so far, -1 for none. */
let bestIndex: i32 = -1;
let bestCost: f64 = 0;
/** Sheet of the given layout that the open one began as, sheets of it and of the layout still to come. */
let given: usize = 0;
let givenCopies: i32 = 0;
let givenRecords: i32 = 0;
/** Sheets that may still be opened, by type and in all. */
let typesLeft: usize = 0;
let sheetsLeft: i32 = 0;
/**
 * The same parts are offered to a sheet of every type and the sheet with the least price is kept: its type (-1: none
 * so far) and, as x, y, shape, what lies on it.
 */
let bestType: i32 = -1;
let bestPrice: f64 = 0;
let bestTrial: usize = 0;
let bestTrialCount: i32 = 0;
let pricing: Pricing = Pricing.COST;
let latticed: bool = false;

export function openFill(): void {
  remaining = reserve((<usize>partCount) << 2);
  onSheet = reserve((<usize>partCount) << 2);
  findingOffset = reserve((<usize>partCount) << 2);
  let shapes = 0;
  let holes = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    store<i32>(findingOffset + ((<usize>i) << 2), shapes);
    shapes += part.shapeCount;
    if (part.shapeCount > 0) holes = max(holes, shapeOf(part, 0).holeCount);
  }
  findings = reserve(<usize>shapes * FINDING_BYTES);
  typesLeft = reserve((<usize>typeCount) << 2);
  if (typeCount > 1) bestTrial = reserve(<usize>copyCount * 24);
  columnLimit = min(copyCount * (2 + holes), 4 * DENSE_COLUMNS) + 8 + 4 * obstacleCount;
  columns = reserve((<usize>columnLimit) << 3);
}

/**
 * Starts a plan that fills along an axis (0: from the left, 1: from the bottom), in the current order, after the
 * sheets that are kept; `inLattices`: parts with many copies go first, as they lie densest among themselves.
 */
export function beginFill(along: i32, price: Pricing, inLattices: bool = false): void {
  axis = along;
  pricing = price;
  latticed = inLattices;
  for (let i = 0; i < partCount; i++) setCount(remaining, i, openCopies(i));
  for (let i = 0; i < typeCount; i++) setCount(typesLeft, i, typeAt(i).quantity);
  sheetsLeft = mostSheets;
  givenCopies = 0;
  givenRecords = 0;
  bestType = -1;
  beginPlan();
  draftKept();
  startSheet(nextType(-1));
}

/** As `beginFill`, round about the layout in the inbox, which `findFault` has passed. */
export function beginFillAround(along: i32): void {
  beginFill(along, Pricing.COST);
  given = firstRecordOf(inboxPlan());
  givenRecords = recordCountOf(inboxPlan());
  givenCopies = recordCopies(given);
  for (let i = 0; i < partCount; i++) setCount(remaining, i, partAt(i).quantity - givenCount(i));
  for (let i = 0; i < typeCount; i++) {
    setCount(typesLeft, i, typeAt(i).quantity - givenSheets(i));
    if (!typeAt(i).free) sheetsLeft -= givenSheets(i);
  }
  startSheet(recordType(given));
}

/** The next type behind one of which there is a sheet left; `typeCount` when there is none. */
function nextType(type: i32): i32 {
  do type++;
  while (type < typeCount && (countOf(typesLeft, type) === 0 || (sheetsLeft === 0 && !typeAt(type).free)));
  return type;
}

function countOf(table: usize, part: i32): i32 {
  return load<i32>(table + ((<usize>part) << 2));
}

function setCount(table: usize, part: i32, value: i32): void {
  store<i32>(table + ((<usize>part) << 2), value);
}

function startSheet(type: i32): void {
  openType(type);
  clearSheet();
  columnCount = 0;
  addColumn(0);
  for (let i = 0; i < typeAt(type).obstacleCount; i++) {
    const shape = shapeOf(partAt(typeAt(type).firstObstacle + i), 0);
    addColumns(shape, changetype<usize>(shape), 0, shape.contact);
  }
  cursor = 0;
  for (let i = 0; i < partCount; i++) {
    setCount(onSheet, i, 0);
    for (let k = 0; k < partAt(i).shapeCount; k++) clearFinding(findingAt(i, k));
  }
  if (givenRecords > 0) {
    for (let i = 0; i < recordSize(given); i++) {
      const at = recordPlacement(given, i);
      const shape = shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8));
      placeAt(shape, load<f64>(at, 16), load<f64>(at, 24));
    }
  }
  if (latticed) layLattices();
  startPart();
}

/** Lays the lattices of parts with enough copies left one behind the other. */
function layLattices(): void {
  let start = 0.0;
  for (let i = 0; i < partCount; i++) {
    const index = orderedPart(i);
    const lattice = latticeOf(index, axis);
    if (lattice.density === 0 || countOf(remaining, index) < LATTICE_COPIES) continue;
    start = layLattice(index, lattice, start);
  }
}

/** Lays one from a position along the axis on and returns where the next one may begin. */
function layLattice(index: i32, lattice: Lattice, start: f64): f64 {
  const single = changetype<usize>(lattice.second) === 0;
  const before = single
    ? 0
    : max(0.0, minOf(lattice.first, axis) - minOf(lattice.second, axis) - lattice.along);
  const below = single
    ? 0
    : max(0.0, minOf(lattice.first, axis ^ 1) - minOf(lattice.second, axis ^ 1) - lattice.across);
  let end = start;
  let raised = 0.0;
  for (let u = start + before; u < sheetSize(axis); u += lattice.step) {
    let placed = false;
    for (let v = below + raised - lattice.pitch; v < sheetSize(axis ^ 1); v += lattice.pitch) {
      const firstU = u - minOf(lattice.first, axis);
      const firstV = v - minOf(lattice.first, axis ^ 1);
      if (layOne(index, lattice.first, firstU, firstV)) placed = true;
      if (!single && layOne(index, lattice.second, firstU + lattice.along, firstV + lattice.across))
        placed = true;
    }
    if (!placed) break;
    raised = (raised + lattice.rise) % lattice.pitch;
  }
  for (let i = 0; i < placedCount(); i++) {
    if (placedShape(i).part === index)
      end = max(end, load<f64>(placedBox(i) + ((<usize>axis) << 3), 16) + clearance);
  }
  return end;
}

/** Puts a copy there if there are any left and it is on the sheet and clear of all else. */
function layOne(index: i32, shape: Shape, u: f64, v: f64): bool {
  if (countOf(remaining, index) === 0) return false;
  if (u + minOf(shape, axis) < -SLACK || u + maxOf(shape, axis) > sheetSize(axis) + SLACK) return false;
  const other = axis ^ 1;
  if (v + minOf(shape, other) < -SLACK || v + maxOf(shape, other) > sheetSize(other) + SLACK) return false;
  const x = axis === 0 ? u : v;
  const y = axis === 0 ? v : u;
  if (collides(shape, x, y)) return false;
  placeAt(shape, x, y);
  setCount(remaining, index, countOf(remaining, index) - 1);
  setCount(onSheet, index, countOf(onSheet, index) + 1);
  return true;
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

function findingAt(part: i32, shape: i32): usize {
  return findings + <usize>(countOf(findingOffset, part) + shape) * FINDING_BYTES;
}

function clearFinding(finding: usize): void {
  store<f64>(finding, -Infinity);
  store<f64>(finding, 0, 40);
}

/** Places found for earlier copies of the part that are still free take part from the start. */
function startPart(): void {
  bestIndex = -1;
  bestCost = Infinity;
  shapeCursor = -1;
  if (cursor < partCount) {
    const index = orderedPart(cursor);
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
  if (load<f64>(finding, 24) >= bestCost) return;
  bestCost = load<f64>(finding, 24);
  bestIndex = index;
}

/** Moves on to the next orientation without a known place and the column where its search starts. */
function nextShape(): void {
  shapeCursor++;
  if (cursor >= partCount) return;
  const index = orderedPart(cursor);
  const count = partAt(index).shapeCount;
  while (shapeCursor < count && load<f64>(findingAt(index, shapeCursor), 40) > 0) shapeCursor++;
  misses = 0;
  if (shapeCursor < count) columnCursor = columnAtLeast(load<f64>(findingAt(index, shapeCursor)));
}

/** Index of the first column at or behind u. */
function columnAtLeast(u: f64): i32 {
  let low = 0;
  let high = columnCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(columns + ((<usize>middle) << 3)) < u) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addColumn(u: f64): void {
  if (columnCount === columnLimit || u < 0) return;
  const at = columnAtLeast(u);
  const apart = columnCount > DENSE_COLUMNS ? sheetSize(axis) / <f64>DENSE_COLUMNS : 1e-9;
  if (at < columnCount && load<f64>(columns + ((<usize>at) << 3)) - u < apart) return;
  if (at > 0 && u - load<f64>(columns + ((<usize>(at - 1)) << 3)) < apart) return;
  const slot = columns + ((<usize>at) << 3);
  memory.copy(slot + 8, slot, (<usize>(columnCount - at)) << 3);
  store<f64>(slot, u);
  columnCount++;
}

/** One column for one orientation. True when the plan is complete (and has been offered to the incumbent). */
export function fillStep(): bool {
  spend(1);
  if (cursor === partCount) return closeSheet();
  const index = orderedPart(cursor);
  const part = partAt(index);
  if (countOf(remaining, index) === 0 || shapeCursor >= part.shapeCount) {
    if (bestIndex >= 0 && countOf(remaining, index) > 0) placeBest(index);
    else {
      cursor++;
      startPart();
    }
    return false;
  }
  const shape = shapeOf(part, shapeCursor);
  const size = maxOf(shape, axis) - minOf(shape, axis);
  const u = columnCursor < columnCount ? load<f64>(columns + ((<usize>columnCursor) << 3)) : Infinity;
  if (u + size > sheetSize(axis) + SLACK) {
    store<f64>(findingAt(index, shapeCursor), Infinity);
    nextShape();
  } else if (u + size > bestCost) {
    nextShape();
  } else if (tryColumn(shape, u, findingAt(index, shapeCursor))) {
    compareFinding(shapeCursor, findingAt(index, shapeCursor));
    nextShape();
  } else columnCursor += 1 + misses++ / PATIENT_COLUMNS;
  return false;
}

/** Finds the lowest free place in the column, slides from there and notes where that ends; false when it is full. */
function tryColumn(shape: Shape, u: f64, finding: usize): bool {
  const start = u - minOf(shape, axis);
  sliceColumn(shape, axis, start);
  let x = 0.0;
  let y = 0.0;
  let found = false;
  for (let skip = 0; nextGap(shape, axis, skip); skip++) {
    x = axis === 0 ? start : gapStart();
    y = axis === 0 ? gapStart() : start;
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
      const fixed = turn === 0 ? axis ^ 1 : axis;
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
  const reach = (axis === 0 ? x : y) + maxOf(shape, axis);
  const rise = (axis === 0 ? y : x) + maxOf(shape, axis ^ 1);
  let cost = reach + (RISE * rise * (maxOf(shape, axis) - minOf(shape, axis))) / sheetSize(axis ^ 1);
  const preferred = preferredShape(shape.part);
  if (preferred >= 0 && shapeOf(partAt(shape.part), preferred) !== shape) cost += UNLOVED * sheetSize(axis);
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
  const shape = shapeOf(partAt(index), bestIndex);
  const finding = findingAt(index, bestIndex);
  const x = load<f64>(finding, 8);
  const y = load<f64>(finding, 16);
  placeAt(shape, x, y);
  let placed = 1;
  const left = countOf(remaining, index);
  if (left > 8 && placedCount() > CROWDED) {
    const pitch = stackPitch(shape, axis ^ 1);
    for (let shift = pitch; placed < left; shift += pitch) {
      const nextX = axis === 0 ? x : x + shift;
      const nextY = axis === 0 ? y + shift : y;
      if ((axis === 0 ? nextY : nextX) > load<f64>(finding, 32)) break;
      // The gap was free in the column in which it was found; a slide and later parts may have changed that.
      if (collides(shape, nextX, nextY)) break;
      placeAt(shape, nextX, nextY);
      placed++;
    }
  }
  store<f64>(finding, 0, 40);
  setCount(remaining, index, left - placed);
  setCount(onSheet, index, countOf(onSheet, index) + placed);
  startPart();
}

function placeAt(shape: Shape, x: f64, y: f64): void {
  place(shape, x, y);
  addColumns(shape, placedBox(placedCount() - 1), axis === 0 ? x : y, clearance);
}

/** Columns beside, at the start of and in the holes of something on the sheet with the given box. */
function addColumns(shape: Shape, box: usize, offset: f64, distance: f64): void {
  const side = (<usize>axis) << 3;
  addColumn(load<f64>(box + side, 16) + distance);
  addColumn(load<f64>(box + side));
  for (let i = 0; i < shape.holeCount; i++) {
    addColumn(load<f64>(shape.holes + ((<usize>i) << 5) + side) + offset + distance);
  }
}

/** Files the sheet as often as the demand allows and opens the next one; true when the plan is complete. */
function closeSheet(): bool {
  if (!closeGiven()) {
    if (typeCount > 1 && !endTrial()) return false;
    if (placedCount() === 0) return true;
    repeatSheet();
  }
  bestType = -1;
  if (givenRecords > 0) {
    startSheet(recordType(given));
    return false;
  }
  let left = 0;
  for (let i = 0; i < partCount; i++) left += countOf(remaining, i);
  const type = nextType(-1);
  // A plan that already needs a sheet more than the incumbent has cannot win.
  if (left === 0 || type === typeCount || strip) return true;
  if (typeCount === 1 && <f64>draftSheets() >= bestScore() + 1) return true;
  startSheet(type);
  return false;
}

/** Notes the sheet that was tried and tries the next type; true when all are tried and the best one lies open. */
function endTrial(): bool {
  const tried = openedType;
  const type = typeAt(tried);
  let material = 0.0;
  for (let i = 0; i < partCount; i++) {
    material += <f64>countOf(onSheet, i) * partAt(i).area;
    setCount(remaining, i, countOf(remaining, i) + countOf(onSheet, i));
  }
  // Among sheets that cost nothing the smaller are to be preferred.
  let price = (type.cost * (1 + 1e-9) + 1e-9 * type.width * type.height) / material;
  if (pricing === Pricing.LUCK) price *= 0.8 + 0.4 * randomUnit();
  if (pricing === Pricing.MATERIAL) price = -material;
  if (type.free) price = -Infinity;
  if (placedCount() > 0 && (bestType < 0 || price < bestPrice)) {
    bestType = tried;
    bestPrice = price;
    keepTrial();
  }
  // What takes nothing now takes nothing later: parts only get fewer.
  if (placedCount() === 0) setCount(typesLeft, tried, 0);
  // What is there in any case is used up before anything is paid for.
  const next = bestType === tried && type.free ? typeCount : nextType(tried);
  if (next < typeCount) {
    startSheet(next);
    return false;
  }
  restoreTrial();
  return true;
}

function keepTrial(): void {
  bestTrialCount = placedCount();
  for (let i = 0; i < bestTrialCount; i++) {
    const at = bestTrial + <usize>i * 24;
    store<f64>(at, placedX(i));
    store<f64>(at, placedY(i), 8);
    store<u32>(at, <u32>changetype<usize>(placedShape(i)), 16);
  }
}

function restoreTrial(): void {
  for (let i = 0; i < partCount; i++) setCount(onSheet, i, 0);
  if (bestType >= 0) openType(bestType);
  clearSheet();
  if (bestType < 0) return;
  for (let i = 0; i < bestTrialCount; i++) {
    const at = bestTrial + <usize>i * 24;
    const shape = changetype<Shape>(<usize>load<u32>(at, 16));
    place(shape, load<f64>(at), load<f64>(at, 8));
    setCount(onSheet, shape.part, countOf(onSheet, shape.part) + 1);
    setCount(remaining, shape.part, countOf(remaining, shape.part) - 1);
  }
}

function repeatSheet(): void {
  const free = typeAt(openedType).free;
  let copies = countOf(typesLeft, openedType);
  if (!free) copies = min(copies, sheetsLeft);
  for (let i = 0; i < partCount; i++) {
    const used = countOf(onSheet, i);
    if (used > 0) copies = min(copies, 1 + countOf(remaining, i) / used);
  }
  addSheet(copies);
  setCount(typesLeft, openedType, countOf(typesLeft, openedType) - copies);
  if (!free) sheetsLeft -= copies;
  for (let i = 0; i < partCount; i++) {
    setCount(remaining, i, countOf(remaining, i) - (copies - 1) * countOf(onSheet, i));
  }
}
