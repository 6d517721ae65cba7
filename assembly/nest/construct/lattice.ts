/**
 * How do many copies of one part lie densest? A cell is one copy, or one with a second in another orientation; cells
 * are stacked across the axis of filling at their least pitch, and the next stack follows a step further, raised so
 * much that it comes closest. Places are exact first free ones, found as in a construction; of many cells and rises the
 * pair with the most material per area is kept. `latticeStep` looks at one cell.
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { reserveZeroed } from "../../memory";
import { spend, workSpent } from "../../work";
import { clearScratch, collides, gapStart, nextGap, place, sliceColumn } from "../layout/sheet";
import {
  fitsType,
  openType,
  Part,
  partAt,
  partCount,
  shapeOf,
  sheetSize,
  typeAt,
  typeCount,
  widestContact,
} from "../model/problem";
import {
  LATTICE_COPIES,
  LATTICE_FIRSTS,
  LATTICE_REACH,
  LATTICE_RISES,
  LATTICE_RUNS,
  LATTICE_SECONDS,
  LATTICE_SHIFTS,
  LATTICE_WORK,
} from "../model/tuning";

/** What is known of the densest lattice of a part along an axis. All places are those of the boxes' lower corners. */
@unmanaged
export class Lattice {
  /** Share of the plane that is material; 0 where there is no lattice. */
  density: f64;
  first: Shape;
  /** Null in cells of one copy. */
  second: Shape;
  /** Place of the second against the first, along the axis and across. */
  along: f64;
  across: f64;
  pitch: f64;
  step: f64;
  rise: f64;
}

let lattices: usize = 0;
/** The cell that comes next. */
let partCursor: i32 = 0;
let axis: i32 = 0;
let firstCursor: i32 = 0;
let secondCursor: i32 = 0;
let shiftCursor: i32 = 0;
/** The cell under test: its copies at the lower corner of the scratch sheet. */
let first: Shape = changetype<Shape>(0);
let second: Shape = changetype<Shape>(0);
let u1: f64 = 0;
let v1: f64 = 0;
let u2: f64 = 0;
let v2: f64 = 0;

export function openLattices(): void {
  lattices = reserveZeroed(<usize>(2 * partCount) * offsetof<Lattice>());
  secondCursor = -1;
  shiftCursor = 0;
  partCursor = -1;
  nextPart();
}

export function latticeOf(part: i32, along: i32): Lattice {
  return changetype<Lattice>(lattices + <usize>(2 * part + along) * offsetof<Lattice>());
}

/** True when some part has so many copies that a lattice may help. */
export function wantsLattices(): bool {
  return partCursor < partCount;
}

function nextPart(): void {
  axis = 0;
  firstCursor = 0;
  do partCursor++;
  while (partCursor < partCount && !isMany(partAt(partCursor)));
}

function isMany(part: Part): bool {
  return part.quantity >= LATTICE_COPIES && shapeOf(part, 0).runCount <= LATTICE_RUNS;
}

/** Tries one cell; true when all are tried or it has taken long enough. */
export function latticeStep(): bool {
  if (secondCursor === LATTICE_SECONDS || workSpent() > LATTICE_WORK) return true;
  const part = partAt(partCursor);
  if (firstCursor < part.shapeCount && secondCursor < part.shapeCount && secondCursor !== firstCursor) {
    first = shapeOf(part, firstCursor);
    second = secondCursor < 0 ? changetype<Shape>(0) : shapeOf(part, secondCursor);
    if (openRoomyType(first) && layCell()) tryCell(part);
  }
  nextCell();
  return secondCursor === LATTICE_SECONDS;
}

/** Every part gets its simplest cells before any gets others: time may be short. */
function nextCell(): void {
  spend(1);
  if (++firstCursor < LATTICE_FIRSTS) return;
  firstCursor = 0;
  if (++axis < 2) return;
  nextPart();
  if (partCursor < partCount) return;
  partCursor = -1;
  nextPart();
  if (secondCursor >= 0 && ++shiftCursor < LATTICE_SHIFTS) return;
  shiftCursor = 0;
  secondCursor++;
}

/** Turns to the largest type that the shape fits. */
function openRoomyType(shape: Shape): bool {
  let best = -1;
  for (let i = 0; i < typeCount; i++) {
    if (!fitsType(shape, i)) continue;
    if (best < 0 || typeAt(i).width * typeAt(i).height > typeAt(best).width * typeAt(best).height) best = i;
  }
  if (best >= 0) openType(best);
  return best >= 0;
}

/** Puts the second copy where it first finds room across from the first; false when there is none. */
function layCell(): bool {
  const other = axis ^ 1;
  clearScratch();
  u1 = -minOf(first, axis);
  v1 = -minOf(first, other);
  if (changetype<usize>(second) === 0) return true;
  const w1 = sizeOf(first, axis);
  const w2 = sizeOf(second, axis);
  // Boxes flush on one side or the other, then evenly spread.
  let shift = 0.0;
  if (shiftCursor === 1) shift = w1 - w2;
  else if (shiftCursor > 1) shift = ((w1 + w2) * <f64>(shiftCursor - 1)) / <f64>(LATTICE_SHIFTS - 1) - w2;
  u1 += max(0.0, -shift);
  u2 = max(0.0, shift) - minOf(second, axis);
  if (u1 + maxOf(first, axis) > sheetSize(axis) || u2 + maxOf(second, axis) > sheetSize(axis)) return false;
  placeAt(first, u1, v1);
  sliceColumn(second, axis, u2);
  for (let skip = 0; nextGap(second, axis, skip); skip++) {
    v2 = gapStart();
    if (!collidesAt(second, u2, v2)) return true;
  }
  return false;
}

function sizeOf(shape: Shape, along: i32): f64 {
  return maxOf(shape, along) - minOf(shape, along);
}

function placeAt(shape: Shape, u: f64, v: f64): void {
  if (axis === 0) place(shape, u, v);
  else place(shape, v, u);
}

function collidesAt(shape: Shape, u: f64, v: f64): bool {
  return axis === 0 ? collides(shape, u, v) : collides(shape, v, u);
}

/** Is the whole cell clear when moved by (du, dv)? */
function cellFree(du: f64, dv: f64): bool {
  if (collidesAt(first, u1 + du, v1 + dv)) return false;
  return changetype<usize>(second) === 0 || !collidesAt(second, u2 + du, v2 + dv);
}

function placeCell(dv: f64): void {
  placeAt(first, u1, v1 + dv);
  if (changetype<usize>(second) !== 0) placeAt(second, u2, v2 + dv);
}

/** Extent of the cell along an axis (`axis`: u, the other: v). */
function cellSize(along: i32): f64 {
  const a = along === axis ? u1 : v1;
  let low = minOf(first, along) + a;
  let high = maxOf(first, along) + a;
  if (changetype<usize>(second) !== 0) {
    const b = along === axis ? u2 : v2;
    low = min(low, minOf(second, along) + b);
    high = max(high, maxOf(second, along) + b);
  }
  return high - low;
}

/** Finds the pitch of the cell and, for some rises, the step; keeps what is denser than all before. */
function tryCell(part: Part): void {
  const pitch = leastPitch();
  const copies = changetype<usize>(second) === 0 ? 1 : 2;
  const reach = <i32>Math.ceil(cellSize(axis ^ 1) / pitch) + 1;
  if (reach > LATTICE_REACH) return;
  clearScratch();
  for (let k = 0; k <= 2 * reach; k++) placeCell(<f64>k * pitch);
  const best = latticeOf(first.part, axis);
  for (let i = 0; i < LATTICE_RISES; i++) {
    const rise = (pitch * <f64>i) / <f64>LATTICE_RISES;
    const step = leastStep(<f64>reach * pitch, rise, pitch);
    const density = (<f64>copies * part.area) / (pitch * step);
    if (!(density > best.density * (1 + 1e-9))) continue;
    best.density = density;
    best.first = first;
    best.second = second;
    best.along = u2 - u1;
    best.across = v2 - v1;
    best.pitch = pitch;
    best.step = step;
    best.rise = rise;
  }
}

/** Least distance across at which cells can be stacked. */
function leastPitch(): f64 {
  clearScratch();
  placeCell(0);
  const most = cellSize(axis ^ 1) + widestContact;
  let best = most;
  for (let member = 0; member < 2; member++) {
    const shape = member === 0 ? first : second;
    if (changetype<usize>(shape) === 0) break;
    sliceColumn(shape, axis, member === 0 ? u1 : u2);
    for (let skip = 0; nextGap(shape, axis, skip); skip++) {
      const pitch = gapStart() - (member === 0 ? v1 : v2);
      if (pitch >= best) break;
      if (pitch > 1e-6 && stacks(pitch, most)) best = pitch;
    }
  }
  return best;
}

function stacks(pitch: f64, most: f64): bool {
  if (most > pitch * LATTICE_REACH) return false;
  for (let shift = pitch; shift < most; shift += pitch) if (!cellFree(0, shift)) return false;
  return true;
}

/** Least distance along the axis from the stack on the scratch sheet to an equal one that is raised so much. */
function leastStep(base: f64, rise: f64, pitch: f64): f64 {
  const most = cellSize(axis) + widestContact;
  let best = most;
  for (let member = 0; member < 2; member++) {
    const shape = member === 0 ? first : second;
    if (changetype<usize>(shape) === 0) break;
    sliceColumn(shape, axis ^ 1, (member === 0 ? v1 : v2) + base + rise);
    for (let skip = 0; nextGap(shape, axis ^ 1, skip); skip++) {
      const step = gapStart() - (member === 0 ? u1 : u2);
      if (step >= best) break;
      if (step > 1e-6 && follows(step, base, rise, pitch, most)) best = step;
    }
  }
  return best;
}

function follows(step: f64, base: f64, rise: f64, pitch: f64, most: f64): bool {
  if (most > step * LATTICE_REACH) return false;
  let raised = rise;
  for (let shift = step; shift < most; shift += step) {
    if (!cellFree(shift, base + raised)) return false;
    raised += rise;
    if (raised >= pitch) raised -= pitch;
  }
  return true;
}
