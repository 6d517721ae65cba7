/**
 * How do many copies of one part lie densest? A cell is one copy, or one with a second in another orientation; cells
 * are stacked across the axis of filling at their least pitch, and the next stack follows a step further, raised so
 * much that it comes closest. Places are exact first free ones, found as in a construction; of many cells and rises the
 * pair with the most material per area is kept.
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { reserveZeroed } from "../../memory";
import { spend, workSpent } from "../../work";
import { clearScratch, collides, free, nextFree, place, sliceColumn } from "../layout/laid-sheet";
import { goOn, isLeft } from "../model/go-on";
import { LATTICE_REACH, LATTICE_RUNS } from "../model/limits";
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
} from "../model/nest-problem";
import { LATTICE_SECONDS, LATTICE_STEPS, LATTICE_WORK, MANY_COPIES } from "../model/nest-tuning";

/** Densest lattice of a part along an axis. All places are those of the boxes' lower corners. */
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
/** Axis of filling. */
let axis: i32 = 0;

/** The cell under test: its copies at the lower corner of the scratch sheet. */
@unmanaged
class LatticeCell {
  first: Shape;
  /** Null in cells of one copy. */
  second: Shape;
  u1: f64;
  v1: f64;
  u2: f64;
  v2: f64;
}
const cell = changetype<LatticeCell>(memory.data(offsetof<LatticeCell>()));

export function openLattices(): void {
  lattices = reserveZeroed(<usize>(2 * partCount) * offsetof<Lattice>());
}

export function latticeOf(part: i32, along: i32): Lattice {
  return changetype<Lattice>(lattices + <usize>(2 * part + along) * offsetof<Lattice>());
}

/** True when some part has so many copies that a lattice may help. */
export function wantsLattices(): bool {
  for (let i = 0; i < partCount; i++) if (isMany(partAt(i))) return true;
  return false;
}

function isMany(part: Part): bool {
  return part.quantity >= MANY_COPIES && shapeOf(part, 0).runCount <= LATTICE_RUNS;
}

/**
 * Looks for the densest lattices until all cells are tried or it has taken long enough; false when it was left before.
 * Every part gets its simplest cells before any gets others.
 */
export function findLattices(): bool {
  for (let second = -1; second < LATTICE_SECONDS; second++) {
    for (let shift = 0; shift < (second < 0 ? 1 : LATTICE_STEPS); shift++) {
      for (let i = 0; i < partCount; i++) {
        if (isMany(partAt(i)) && !tryCells(partAt(i), second, shift)) return !isLeft();
      }
    }
  }
  return true;
}

/** Tries a part's cells with a given second copy along both axes; false when time is up, or the search is left. */
function tryCells(part: Part, second: i32, shift: i32): bool {
  for (axis = 0; axis < 2; axis++) {
    for (let first = 0; first < LATTICE_SECONDS / 2; first++) {
      if (!goOn() || workSpent() > LATTICE_WORK) return false;
      if (first < part.shapeCount && second < part.shapeCount && second !== first) {
        cell.first = shapeOf(part, first);
        cell.second = second < 0 ? changetype<Shape>(0) : shapeOf(part, second);
        if (openRoomyType(cell.first) && layCell(shift)) tryCell(part);
      }
      spend(1);
    }
  }
  return true;
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

/** Puts the second copy where it first finds room across from the first, shifted along it; false where there is none. */
function layCell(shift: i32): bool {
  const other = axis ^ 1;
  clearScratch();
  cell.u1 = -minOf(cell.first, axis);
  cell.v1 = -minOf(cell.first, other);
  if (changetype<usize>(cell.second) === 0) return true;
  const w1 = sizeOf(cell.first, axis);
  const w2 = sizeOf(cell.second, axis);
  // Boxes flush on one side or the other, then evenly spread.
  let moved = 0.0;
  if (shift === 1) moved = w1 - w2;
  else if (shift > 1) moved = ((w1 + w2) * <f64>(shift - 1)) / <f64>(LATTICE_STEPS - 1) - w2;
  cell.u1 += max(0.0, -moved);
  cell.u2 = max(0.0, moved) - minOf(cell.second, axis);
  if (
    cell.u1 + maxOf(cell.first, axis) > sheetSize(axis) ||
    cell.u2 + maxOf(cell.second, axis) > sheetSize(axis)
  )
    return false;
  placeAt(cell.first, cell.u1, cell.v1);
  sliceColumn(cell.second, axis, cell.u2);
  for (let skip = 0; nextFree(skip); skip++) {
    cell.v2 = free.low;
    if (!collidesAt(cell.second, cell.u2, cell.v2)) return true;
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
  if (collidesAt(cell.first, cell.u1 + du, cell.v1 + dv)) return false;
  return changetype<usize>(cell.second) === 0 || !collidesAt(cell.second, cell.u2 + du, cell.v2 + dv);
}

function placeCell(dv: f64): void {
  placeAt(cell.first, cell.u1, cell.v1 + dv);
  if (changetype<usize>(cell.second) !== 0) placeAt(cell.second, cell.u2, cell.v2 + dv);
}

/** Extent of the cell along an axis (`axis`: u, the other: v). */
function cellSize(along: i32): f64 {
  const a = along === axis ? cell.u1 : cell.v1;
  let low = minOf(cell.first, along) + a;
  let high = maxOf(cell.first, along) + a;
  if (changetype<usize>(cell.second) !== 0) {
    const b = along === axis ? cell.u2 : cell.v2;
    low = min(low, minOf(cell.second, along) + b);
    high = max(high, maxOf(cell.second, along) + b);
  }
  return high - low;
}

/** Finds the pitch of the cell and, for some rises, the step; keeps what is denser than all before. */
function tryCell(part: Part): void {
  const pitch = leastPitch();
  const copies = changetype<usize>(cell.second) === 0 ? 1 : 2;
  const reach = <i32>Math.ceil(cellSize(axis ^ 1) / pitch) + 1;
  if (reach > LATTICE_REACH) return;
  clearScratch();
  for (let k = 0; k <= 2 * reach; k++) placeCell(<f64>k * pitch);
  const best = latticeOf(cell.first.part, axis);
  for (let i = 0; i < LATTICE_STEPS; i++) {
    const rise = (pitch * <f64>i) / <f64>LATTICE_STEPS;
    const step = leastStep(<f64>reach * pitch, rise, pitch);
    const density = (<f64>copies * part.area) / (pitch * step);
    if (!(density > best.density * (1 + 1e-9))) continue;
    best.density = density;
    best.first = cell.first;
    best.second = cell.second;
    best.along = cell.u2 - cell.u1;
    best.across = cell.v2 - cell.v1;
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
    const shape = member === 0 ? cell.first : cell.second;
    if (changetype<usize>(shape) === 0) break;
    sliceColumn(shape, axis, member === 0 ? cell.u1 : cell.u2);
    for (let skip = 0; nextFree(skip); skip++) {
      const pitch = free.low - (member === 0 ? cell.v1 : cell.v2);
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
    const shape = member === 0 ? cell.first : cell.second;
    if (changetype<usize>(shape) === 0) break;
    sliceColumn(shape, axis ^ 1, (member === 0 ? cell.v1 : cell.v2) + base + rise);
    for (let skip = 0; nextFree(skip); skip++) {
      const step = free.low - (member === 0 ? cell.u1 : cell.u2);
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
