/**
 * One open sheet: what lies on it and whether something more fits somewhere. The record of a placement begins with
 * its bounding box, because that is all that most questions read. The obstacles of the sheet's type lie on it from
 * the start, in records before those that have a number.
 *
 *     record = box (min x, min y, max x, max y), x, y, shape          56 bytes
 */
import { shapesCollide } from "../../geometry/collide";
import { maxOf, minOf, RUN_BYTES, Shape } from "../../geometry/shape";
import { sliceHigh, sliceLow, sliceSegments } from "../../geometry/slice";
import { reserve } from "../../memory";
import { spend } from "../../work";
import {
  copyCount,
  obstacleCount,
  openedType,
  partAt,
  shapeOf,
  sheetSize,
  typeAt,
  widestContact,
} from "../model/problem";
import { SLACK } from "../model/tuning";

export const RECORD_BYTES: usize = 56;
/** More than any trial puts on a sheet that holds few copies. */
const SCRATCH_RECORDS = 4096;
/** Most forbidden intervals kept apart in one column; more are joined, which forbids too much, never too little. */
const INTERVALS = 8192;
/** Of outlines with more runs than this, every so manieth goes first (a power of 4). */
const FIRST_RUNS = 16;

/** What is kept here between two steps. */
@unmanaged
class State {
  records: usize;
  /** Contact distance of the pair of shapes being sliced; edges `touchGap` apart along u touch, rounding included. */
  contactGap: f64;
  touchGap: f64;
  /** Records, and those of them that are obstacles. */
  count: i32;
  anchored: i32;
  intervals: usize;
  intervalCount: i32;
  /** Intervals from the start on that are sorted and joined. */
  joinedCount: i32;
  /** The joined one that the runs being sliced are most likely to lie in: what it covers need not be looked at. */
  coverLow: f64;
  coverHigh: f64;
  /** Of the two shapes being sliced: byte of the fixed axis in a point, their distance along it and along the other one. */
  side: usize;
  u: f64;
  across: f64;
  gapLow: f64;
  gapHigh: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openSheets(): void {
  state.records = reserve(<usize>(copyCount + obstacleCount + SCRATCH_RECORDS) * RECORD_BYTES);
  state.intervals = reserve((<usize>INTERVALS) << 4);
}

/** Opens an empty sheet of the type that is being worked on. */
export function clearSheet(): void {
  const type = typeAt(openedType);
  state.count = 0;
  for (let i = 0; i < type.obstacleCount; i++) place(shapeOf(partAt(type.firstObstacle + i), 0), 0, 0);
  state.anchored = state.count;
}

/** Opens a sheet without obstacles, to try things on. */
export function clearScratch(): void {
  state.count = 0;
  state.anchored = 0;
}

export function placedCount(): i32 {
  return state.count - state.anchored;
}

export function placedShape(index: i32): Shape {
  return changetype<Shape>(<usize>load<u32>(placedBox(index), 48));
}

export function placedX(index: i32): f64 {
  return load<f64>(placedBox(index), 32);
}

export function placedY(index: i32): f64 {
  return load<f64>(placedBox(index), 40);
}

/** Address of the box of a placement. */
export function placedBox(index: i32): usize {
  return state.records + <usize>(state.anchored + index) * RECORD_BYTES;
}

export function place(shape: Shape, x: f64, y: f64): void {
  writePlacement(state.records + <usize>state.count * RECORD_BYTES, shape, x, y);
  state.count++;
}

/** Writes box, place and shape into the record of a placement. */
export function writePlacement(record: usize, shape: Shape, x: f64, y: f64): void {
  assert(Math.abs(x) < Infinity && Math.abs(y) < Infinity);
  store<f64>(record, shape.minX + x);
  store<f64>(record, shape.minY + y, 8);
  store<f64>(record, shape.maxX + x, 16);
  store<f64>(record, shape.maxY + y, 24);
  store<f64>(record, x, 32);
  store<f64>(record, y, 40);
  store<u32>(record, <u32>changetype<usize>(shape), 48);
}

/** Does the shape at (x, y) come too close to anything on the sheet, the first `since` placements left out? */
export function collides(shape: Shape, x: f64, y: f64, since: i32 = 0): bool {
  const reach = widestContact - SLACK;
  const minX = shape.minX + x - reach;
  const minY = shape.minY + y - reach;
  const maxX = shape.maxX + x + reach;
  const maxY = shape.maxY + y + reach;
  const first = since === 0 ? 0 : state.anchored + since;
  spend(<f64>(state.count - first) * 0.1);
  const end = state.records + <usize>state.count * RECORD_BYTES;
  for (let record = state.records + <usize>first * RECORD_BYTES; record < end; record += RECORD_BYTES) {
    if (load<f64>(record, 16) <= minX || load<f64>(record) >= maxX) continue;
    if (load<f64>(record, 24) <= minY || load<f64>(record, 8) >= maxY) continue;
    const other = changetype<Shape>(<usize>load<u32>(record, 48));
    if (shapesCollide(shape, other, load<f64>(record, 32) - x, load<f64>(record, 40) - y, other.gap))
      return true;
  }
  return false;
}

/**
 * Collects the forbidden positions of the shape along the other axis while its position along `axis` is `u`, sorted
 * and joined. `nextGap` and `gapAround` then read the free gaps between them.
 */
export function sliceColumn(shape: Shape, axis: i32, u: f64): void {
  state.intervalCount = 0;
  state.joinedCount = 0;
  const low = minOf(shape, axis) + u - widestContact;
  const high = maxOf(shape, axis) + u + widestContact;
  const side = (<usize>axis) << 3;
  spend(<f64>state.count * 0.1);
  const end = state.records + <usize>state.count * RECORD_BYTES;
  for (let record = state.records; record < end; record += RECORD_BYTES) {
    if (load<f64>(record + side, 16) <= low || load<f64>(record + side) >= high) continue;
    const other = changetype<Shape>(<usize>load<u32>(record, 48));
    const across = load<f64>(record + (side ^ 8), 32);
    sliceShapes(shape, other, axis, u - load<f64>(record + side, 32), across);
  }
  sortIntervals();
  joinIntervals();
}

/** Least distance along the axis at which copies of a shape can be stacked, any number of them. */
export function stackPitch(shape: Shape, along: i32): f64 {
  state.intervalCount = 0;
  state.joinedCount = 0;
  sliceShapes(shape, shape, along ^ 1, 0, 0);
  sortIntervals();
  joinIntervals();
  const extent = maxOf(shape, along) - minOf(shape, along) + shape.contact;
  for (let i = 0; i < state.intervalCount; i++) {
    const pitch = load<f64>(state.intervals + ((<usize>i) << 4), 8);
    if (pitch > 0 && stacks(shape, along, pitch, extent)) return pitch;
  }
  return extent;
}

/** True when copies a pitch apart keep clear of each other, next neighbours and those behind. */
function stacks(shape: Shape, along: i32, pitch: f64, extent: f64): bool {
  for (let shift = pitch; shift < extent; shift += pitch) {
    if (shapesCollide(shape, shape, along === 0 ? shift : 0, along === 0 ? 0 : shift, shape.gap))
      return false;
  }
  return true;
}

/**
 * Forbidden shifts of `moving` against `fixed`, which lies `across` along the free axis; `u` is their other distance.
 * Of long outlines some runs go first: most of the others then lie in what these forbid.
 */
function sliceShapes(moving: Shape, fixed: Shape, axis: i32, u: f64, across: f64): void {
  state.contactGap = fixed.contact;
  state.touchGap = state.contactGap - SLACK / 2;
  state.side = (<usize>axis) << 3;
  state.u = u;
  state.across = across;
  let stride = moving.runCount > FIRST_RUNS ? FIRST_RUNS : 1;
  for (; stride > 1; stride /= 4) {
    sliceEach(moving, fixed, stride);
    sortIntervals();
    joinIntervals();
  }
  sliceEach(moving, fixed, 1);
}

/** Slices every so many runs of `moving`. */
function sliceEach(moving: Shape, fixed: Shape, stride: i32): void {
  const side = state.side;
  const u = state.u;
  const low = minOf(fixed, <i32>(side >> 3)) - u - state.contactGap;
  const high = maxOf(fixed, <i32>(side >> 3)) - u + state.contactGap;
  const mEnd = moving.runs + <usize>moving.runCount * RUN_BYTES;
  const fEnd = fixed.runs + <usize>fixed.runCount * RUN_BYTES;
  for (let m = moving.runs; m < mEnd; m += <usize>stride * RUN_BYTES) {
    if (load<f64>(m + side, 16) <= low || load<f64>(m + side) >= high) continue;
    const runLow = load<f64>(m + side) + u - state.contactGap;
    const runHigh = load<f64>(m + side, 16) + u + state.contactGap;
    spend(<f64>fixed.runCount * 0.3);
    for (let f = fixed.runs; f < fEnd; f += RUN_BYTES) {
      if (load<f64>(f + side, 16) <= runLow || load<f64>(f + side) >= runHigh) continue;
      if (state.joinedCount === 0 || !isCovered(m, f)) sliceRuns(m, f, runLow, runHigh);
    }
  }
}

/** Is all that two runs can forbid forbidden already? Notes the interval that says so, or might for some edges. */
function isCovered(m: usize, f: usize): bool {
  const other = state.side ^ 8;
  const across = state.across;
  const low = load<f64>(f + other) + across - load<f64>(m + other, 16) - state.contactGap;
  const high = load<f64>(f + other, 16) + across - load<f64>(m + other) + state.contactGap;
  const middle = (low + high) / 2;
  let from = 0;
  let to = state.joinedCount;
  while (to - from > 1) {
    const between = (from + to) >> 1;
    if (load<f64>(state.intervals + ((<usize>between) << 4)) <= middle) from = between;
    else to = between;
  }
  state.coverLow = load<f64>(state.intervals + ((<usize>from) << 4));
  state.coverHigh = load<f64>(state.intervals + ((<usize>from) << 4), 8);
  return state.coverLow <= low && high <= state.coverHigh;
}

function sliceRuns(m: usize, f: usize, runLow: f64, runHigh: f64): void {
  const side = state.side;
  const u = state.u;
  const across = state.across;
  const first = <usize>load<u32>(m, 32);
  const stop = first + ((<usize>load<i32>(m, 36)) << 4);
  let b = <usize>load<u32>(f, 32);
  const bStop = b + ((<usize>load<i32>(f, 36)) << 4);
  const other = side ^ 8;
  spend(6);
  for (; b < bStop; b += 16) {
    const cu = load<f64>(b + side);
    const du = load<f64>(b + side, 16);
    if (max(cu, du) <= runLow || min(cu, du) >= runHigh) continue;
    const cv = load<f64>(b + other) + across;
    const dv = load<f64>(b + other, 16) + across;
    // Edges that only touch along u forbid nothing: columns are made to touch.
    const low = min(cu, du) - state.touchGap - u;
    const high = max(cu, du) + state.touchGap - u;
    const least = min(cv, dv) - state.contactGap;
    const most = max(cv, dv) + state.contactGap;
    for (let a = first; a < stop; a += 16) {
      const au = load<f64>(a + side);
      const bu = load<f64>(a + side, 16);
      if (max(au, bu) <= low || min(au, bu) >= high) continue;
      const av = load<f64>(a + other);
      const bv = load<f64>(a + other, 16);
      if (
        state.joinedCount > 0 &&
        state.coverLow <= least - max(av, bv) &&
        most - min(av, bv) <= state.coverHigh
      )
        continue;
      spend(1);
      if (sliceSegments(au + u, av, bu + u, bv, cu, cv, du, dv, state.contactGap))
        addInterval(sliceLow(), sliceHigh());
    }
  }
}

/** Neighbouring edges give overlapping intervals, so joining with the last one keeps the list short. */
function addInterval(low: f64, high: f64): void {
  if (state.intervalCount > 0) {
    const last = state.intervals + ((<usize>(state.intervalCount - 1)) << 4);
    const lastLow = load<f64>(last);
    const lastHigh = load<f64>(last, 8);
    if ((low < lastHigh && high > lastLow) || state.intervalCount === INTERVALS) {
      store<f64>(last, min(low, lastLow));
      store<f64>(last, max(high, lastHigh), 8);
      return;
    }
  }
  const at = state.intervals + ((<usize>state.intervalCount) << 4);
  store<f64>(at, low);
  store<f64>(at, high, 8);
  state.intervalCount++;
}

/** Shell sort by the lower end: short lists, no recursion. */
function sortIntervals(): void {
  spend(<f64>state.intervalCount * 0.5);
  let stride = 1;
  while (stride < state.intervalCount / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < state.intervalCount; i++) {
      const at = state.intervals + ((<usize>i) << 4);
      const low = load<f64>(at);
      const high = load<f64>(at, 8);
      let j = i;
      for (; j >= stride; j -= stride) {
        const from = state.intervals + ((<usize>(j - stride)) << 4);
        if (load<f64>(from) <= low) break;
        memory.copy(state.intervals + ((<usize>j) << 4), from, 16);
      }
      store<f64>(state.intervals + ((<usize>j) << 4), low);
      store<f64>(state.intervals + ((<usize>j) << 4), high, 8);
    }
  }
}

function joinIntervals(): void {
  let kept = 0;
  for (let i = 0; i < state.intervalCount; i++) {
    const at = state.intervals + ((<usize>i) << 4);
    const last = state.intervals + ((<usize>(kept - 1)) << 4);
    // Ends that miss each other by rounding leave a gap into which an exact fit goes.
    if (kept > 0 && load<f64>(at) < load<f64>(last, 8) - SLACK) {
      store<f64>(last, max(load<f64>(last, 8), load<f64>(at, 8)), 8);
    } else {
      memory.copy(state.intervals + ((<usize>kept) << 4), at, 16);
      kept++;
    }
  }
  state.intervalCount = kept;
  state.joinedCount = kept;
}

/** Lowest position of the gap found last; in a gap without room to move, its middle. */
export function gapStart(): f64 {
  return state.gapHigh < state.gapLow ? (state.gapLow + state.gapHigh) / 2 : state.gapLow;
}

export function gapEnd(): f64 {
  return max(state.gapHigh, gapStart());
}

/** Finds the `skip`-th free gap of the last column inside the sheet, counted from the low side; false when none is left. */
export function nextGap(shape: Shape, axis: i32, skip: i32): bool {
  const other = axis ^ 1;
  state.gapLow = -minOf(shape, other);
  const top = sheetSize(other) - maxOf(shape, other);
  for (let i = 0; i <= state.intervalCount; i++) {
    const at = state.intervals + ((<usize>i) << 4);
    state.gapHigh = i < state.intervalCount ? min(load<f64>(at), top) : top;
    if (state.gapHigh >= state.gapLow - SLACK && skip-- === 0) return true;
    if (i === state.intervalCount) break;
    state.gapLow = max(state.gapLow, load<f64>(at, 8));
    if (state.gapLow > top + SLACK) break;
  }
  return false;
}

/** Finds the gap of the last column that holds the position v; false when rounding has closed it. */
export function gapAround(shape: Shape, axis: i32, v: f64): bool {
  const other = axis ^ 1;
  state.gapLow = -minOf(shape, other);
  state.gapHigh = sheetSize(other) - maxOf(shape, other);
  for (let i = 0; i < state.intervalCount; i++) {
    const at = state.intervals + ((<usize>i) << 4);
    if (load<f64>(at, 8) <= v + SLACK) state.gapLow = max(state.gapLow, load<f64>(at, 8));
    else {
      state.gapHigh = min(state.gapHigh, load<f64>(at));
      break;
    }
  }
  return state.gapLow <= v + SLACK && state.gapHigh >= v - SLACK;
}
