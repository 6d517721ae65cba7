/**
 * How do many copies of one part lie densest? A cell is one copy, or one with a second in another orientation; cells
 * are stacked across the axis of filling at their least pitch, and the next stack follows a step further, raised so
 * much that it comes closest. Places are exact first free ones, found as in a construction; of many cells and rises the
 * pair with the most material per area is kept. `latticeStep` looks at one cell.
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { reserveZeroed } from "../../memory";
import { spend, workSpent } from "../../work";
import { clearScratch, collides, free, nextFree, place, sliceColumn } from "../layout/sheet";
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

/** What is kept here between two steps. */
@unmanaged
class State {
  lattices: usize;
  /** The cell that comes next. */
  partCursor: i32;
  axis: i32;
  firstCursor: i32;
  secondCursor: i32;
  shiftCursor: i32;
  /** The cell under test: its copies at the lower corner of the scratch sheet. */
  first: Shape;
  second: Shape;
  u1: f64;
  v1: f64;
  u2: f64;
  v2: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openLattices(): void {
  state.lattices = reserveZeroed(<usize>(2 * partCount) * offsetof<Lattice>());
  state.secondCursor = -1;
  state.shiftCursor = 0;
  state.partCursor = -1;
  nextPart();
}

export function latticeOf(part: i32, along: i32): Lattice {
  return changetype<Lattice>(state.lattices + <usize>(2 * part + along) * offsetof<Lattice>());
}

/** True when some part has so many copies that a lattice may help. */
export function wantsLattices(): bool {
  return state.partCursor < partCount;
}

function nextPart(): void {
  state.axis = 0;
  state.firstCursor = 0;
  do state.partCursor++;
  while (state.partCursor < partCount && !isMany(partAt(state.partCursor)));
}

function isMany(part: Part): bool {
  return part.quantity >= LATTICE_COPIES && shapeOf(part, 0).runCount <= LATTICE_RUNS;
}

/** Tries one cell; true when all are tried or it has taken long enough. */
export function latticeStep(): bool {
  if (state.secondCursor === LATTICE_SECONDS || workSpent() > LATTICE_WORK) return true;
  const part = partAt(state.partCursor);
  if (
    state.firstCursor < part.shapeCount &&
    state.secondCursor < part.shapeCount &&
    state.secondCursor !== state.firstCursor
  ) {
    state.first = shapeOf(part, state.firstCursor);
    state.second = state.secondCursor < 0 ? changetype<Shape>(0) : shapeOf(part, state.secondCursor);
    if (openRoomyType(state.first) && layCell()) tryCell(part);
  }
  nextCell();
  return state.secondCursor === LATTICE_SECONDS;
}

/** Every part gets its simplest cells before any gets others: time may be short. */
function nextCell(): void {
  spend(1);
  if (++state.firstCursor < LATTICE_FIRSTS) return;
  state.firstCursor = 0;
  if (++state.axis < 2) return;
  nextPart();
  if (state.partCursor < partCount) return;
  state.partCursor = -1;
  nextPart();
  if (state.secondCursor >= 0 && ++state.shiftCursor < LATTICE_SHIFTS) return;
  state.shiftCursor = 0;
  state.secondCursor++;
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
  const other = state.axis ^ 1;
  clearScratch();
  state.u1 = -minOf(state.first, state.axis);
  state.v1 = -minOf(state.first, other);
  if (changetype<usize>(state.second) === 0) return true;
  const w1 = sizeOf(state.first, state.axis);
  const w2 = sizeOf(state.second, state.axis);
  // Boxes flush on one side or the other, then evenly spread.
  let shift = 0.0;
  if (state.shiftCursor === 1) shift = w1 - w2;
  else if (state.shiftCursor > 1)
    shift = ((w1 + w2) * <f64>(state.shiftCursor - 1)) / <f64>(LATTICE_SHIFTS - 1) - w2;
  state.u1 += max(0.0, -shift);
  state.u2 = max(0.0, shift) - minOf(state.second, state.axis);
  if (
    state.u1 + maxOf(state.first, state.axis) > sheetSize(state.axis) ||
    state.u2 + maxOf(state.second, state.axis) > sheetSize(state.axis)
  )
    return false;
  placeAt(state.first, state.u1, state.v1);
  sliceColumn(state.second, state.axis, state.u2);
  for (let skip = 0; nextFree(skip); skip++) {
    state.v2 = free.low;
    if (!collidesAt(state.second, state.u2, state.v2)) return true;
  }
  return false;
}

function sizeOf(shape: Shape, along: i32): f64 {
  return maxOf(shape, along) - minOf(shape, along);
}

function placeAt(shape: Shape, u: f64, v: f64): void {
  if (state.axis === 0) place(shape, u, v);
  else place(shape, v, u);
}

function collidesAt(shape: Shape, u: f64, v: f64): bool {
  return state.axis === 0 ? collides(shape, u, v) : collides(shape, v, u);
}

/** Is the whole cell clear when moved by (du, dv)? */
function cellFree(du: f64, dv: f64): bool {
  if (collidesAt(state.first, state.u1 + du, state.v1 + dv)) return false;
  return changetype<usize>(state.second) === 0 || !collidesAt(state.second, state.u2 + du, state.v2 + dv);
}

function placeCell(dv: f64): void {
  placeAt(state.first, state.u1, state.v1 + dv);
  if (changetype<usize>(state.second) !== 0) placeAt(state.second, state.u2, state.v2 + dv);
}

/** Extent of the cell along an axis (`axis`: u, the other: v). */
function cellSize(along: i32): f64 {
  const a = along === state.axis ? state.u1 : state.v1;
  let low = minOf(state.first, along) + a;
  let high = maxOf(state.first, along) + a;
  if (changetype<usize>(state.second) !== 0) {
    const b = along === state.axis ? state.u2 : state.v2;
    low = min(low, minOf(state.second, along) + b);
    high = max(high, maxOf(state.second, along) + b);
  }
  return high - low;
}

/** Finds the pitch of the cell and, for some rises, the step; keeps what is denser than all before. */
function tryCell(part: Part): void {
  const pitch = leastPitch();
  const copies = changetype<usize>(state.second) === 0 ? 1 : 2;
  const reach = <i32>Math.ceil(cellSize(state.axis ^ 1) / pitch) + 1;
  if (reach > LATTICE_REACH) return;
  clearScratch();
  for (let k = 0; k <= 2 * reach; k++) placeCell(<f64>k * pitch);
  const best = latticeOf(state.first.part, state.axis);
  for (let i = 0; i < LATTICE_RISES; i++) {
    const rise = (pitch * <f64>i) / <f64>LATTICE_RISES;
    const step = leastStep(<f64>reach * pitch, rise, pitch);
    const density = (<f64>copies * part.area) / (pitch * step);
    if (!(density > best.density * (1 + 1e-9))) continue;
    best.density = density;
    best.first = state.first;
    best.second = state.second;
    best.along = state.u2 - state.u1;
    best.across = state.v2 - state.v1;
    best.pitch = pitch;
    best.step = step;
    best.rise = rise;
  }
}

/** Least distance across at which cells can be stacked. */
function leastPitch(): f64 {
  clearScratch();
  placeCell(0);
  const most = cellSize(state.axis ^ 1) + widestContact;
  let best = most;
  for (let member = 0; member < 2; member++) {
    const shape = member === 0 ? state.first : state.second;
    if (changetype<usize>(shape) === 0) break;
    sliceColumn(shape, state.axis, member === 0 ? state.u1 : state.u2);
    for (let skip = 0; nextFree(skip); skip++) {
      const pitch = free.low - (member === 0 ? state.v1 : state.v2);
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
  const most = cellSize(state.axis) + widestContact;
  let best = most;
  for (let member = 0; member < 2; member++) {
    const shape = member === 0 ? state.first : state.second;
    if (changetype<usize>(shape) === 0) break;
    sliceColumn(shape, state.axis ^ 1, (member === 0 ? state.v1 : state.v2) + base + rise);
    for (let skip = 0; nextFree(skip); skip++) {
      const step = free.low - (member === 0 ? state.u1 : state.u2);
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
