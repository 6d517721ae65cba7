/**
 * One open sheet: what lies on it and whether something more fits somewhere. The obstacles of the sheet's type lie on
 * it from the start, in records before those that have a number.
 */
import { shapesCollide } from "../../geometry/collide";
import { along, EdgeRun, endOfEdges, highEnd, lowEnd, POINT_BYTES, RUN_BYTES } from "../../geometry/records";
import { maxOf, minOf, openRuns, Shape } from "../../geometry/shape";
import { INTERVAL_BYTES, Interval, slice, sliceSegments } from "../../geometry/slice";
import { reserve } from "../../memory";
import { Singles } from "../../vector";
import { spend } from "../../work";
import { CERTAIN, SLACK } from "../model/limits";
import {
  copyCount,
  obstacleCount,
  openedType,
  partAt,
  shapeOf,
  sheetSize,
  typeAt,
  widestContact,
} from "../model/nest-problem";
import { BOXED_BYTES, BoxedPlacement, boxOf, setBoxed } from "../model/placement";

/** More than any attempt puts on a sheet that holds few copies. */
const SCRATCH_RECORDS = 4096;
/** Most forbidden intervals kept apart in one column; more are joined, which forbids too much, never too little. */
const INTERVALS = 8192;
/** Outlines with more runs than this have every so manieth sliced first (a power of 4). */
const FIRST_RUNS = 16;
/** Pairs of runs from which circles are asked first. */
const FEW_PAIRS = 16;

let records: usize = 0;
/** Contact distance of the pair of shapes being sliced; edges `touchGap` apart along u touch, rounding included. */
let contactGap: f64 = 0;
let touchGap: f64 = 0;
/** Records, and those of them that are obstacles. */
let recordCount: i32 = 0;
let anchored: i32 = 0;
let intervals: usize = 0;
let intervalCount: i32 = 0;
/** Intervals from the start on that are sorted and joined. */
let joinedCount: i32 = 0;
/** The joined one that the runs being sliced are most likely to lie in: what it covers need not be looked at. */
let coverLow: f64 = 0;
let coverHigh: f64 = 0;
/** Where along the other axis places are sought. */
let seekLow: f64 = 0;
let seekHigh: f64 = 0;
/** Fixed axis of the two shapes being sliced, their distance along it and along the other one. */
let slicedAxis: i32 = 0;
let slicedU: f64 = 0;
let slicedAcross: f64 = 0;

/** The free interval of a column that was found last: the lowest and the highest position in it. */
export const free = changetype<Interval>(memory.data(offsetof<Interval>()));

export function openSheets(): void {
  records = reserve(<usize>(copyCount + obstacleCount + SCRATCH_RECORDS) * BOXED_BYTES);
  intervals = reserve(<usize>INTERVALS * INTERVAL_BYTES);
}

/** Opens an empty sheet of the type that is being worked on. */
export function clearSheet(): void {
  const type = typeAt(openedType);
  recordCount = 0;
  for (let i = 0; i < type.obstacleCount; i++) place(shapeOf(partAt(type.firstObstacle + i), 0), 0, 0);
  anchored = recordCount;
}

/** Opens a sheet without obstacles, to try things on. */
export function clearScratch(): void {
  recordCount = 0;
  anchored = 0;
}

/** Takes off what was put there last, down to so many placements. */
export function takeOff(count: i32): void {
  recordCount = anchored + count;
}

export function placedCount(): i32 {
  return recordCount - anchored;
}

export function placedAt(index: i32): BoxedPlacement {
  return changetype<BoxedPlacement>(records + <usize>(anchored + index) * BOXED_BYTES);
}

export function place(shape: Shape, x: f64, y: f64): void {
  setBoxed(changetype<BoxedPlacement>(records + <usize>recordCount * BOXED_BYTES), shape, x, y);
  recordCount++;
}

/** Does the shape at (x, y) come too close to anything on the sheet, the first `since` placements left out? */
export function collides(shape: Shape, x: f64, y: f64, since: i32 = 0): bool {
  const reach = widestContact - SLACK;
  const minX = shape.minX + x - reach;
  const minY = shape.minY + y - reach;
  const maxX = shape.maxX + x + reach;
  const maxY = shape.maxY + y + reach;
  const first = since === 0 ? 0 : anchored + since;
  spend(<f64>(recordCount - first) * 0.1);
  const end = records + <usize>recordCount * BOXED_BYTES;
  for (let at = records + <usize>first * BOXED_BYTES; at < end; at += BOXED_BYTES) {
    const other = changetype<BoxedPlacement>(at);
    if (other.maxX <= minX || other.minX >= maxX) continue;
    if (other.maxY <= minY || other.minY >= maxY) continue;
    if (shapesCollide(shape, other.shape, other.x - x, other.y - y, other.shape.gap)) return true;
  }
  return false;
}

/**
 * Collects the forbidden positions of the shape along the other axis while its position along `axis` is `u`, sorted
 * and joined. `nextFree` and `freeAround` then read the free intervals between them. Only positions from `least` to `most`
 * are asked for.
 */
export function sliceColumn(
  shape: Shape,
  axis: i32,
  u: f64,
  least: f64 = -Infinity,
  most: f64 = Infinity,
): void {
  intervalCount = 0;
  joinedCount = 0;
  const other = axis ^ 1;
  seekLow = max(-minOf(shape, other), least);
  seekHigh = min(sheetSize(other) - maxOf(shape, other), most);
  const low = minOf(shape, axis) + u - widestContact;
  const high = maxOf(shape, axis) + u + widestContact;
  const from = minOf(shape, other) + seekLow - widestContact;
  const to = maxOf(shape, other) + seekHigh + widestContact;
  spend(<f64>recordCount * 0.1);
  const end = records + <usize>recordCount * BOXED_BYTES;
  for (let at = records; at < end; at += BOXED_BYTES) {
    const fixed = changetype<BoxedPlacement>(at);
    const box = changetype<usize>(boxOf(fixed));
    if (highEnd(box, axis) <= low || lowEnd(box, axis) >= high) continue;
    if (highEnd(box, other) <= from || lowEnd(box, other) >= to) continue;
    sliceShapes(shape, fixed.shape, axis, u - along(at, axis), along(at, axis ^ 1));
  }
  sortIntervals();
  joinIntervals();
}

/** Least distance along the axis at which copies of a shape can be stacked, any number of them. */
export function stackPitch(shape: Shape, axis: i32): f64 {
  intervalCount = 0;
  joinedCount = 0;
  sliceShapes(shape, shape, axis ^ 1, 0, 0);
  sortIntervals();
  joinIntervals();
  const extent = maxOf(shape, axis) - minOf(shape, axis) + shape.contact;
  for (let i = 0; i < intervalCount; i++) {
    const pitch = intervalAt(i).high;
    if (pitch > 0 && stacks(shape, axis, pitch, extent)) return pitch;
  }
  return extent;
}

/** True when copies a pitch apart keep clear of each other, next neighbours and those behind. */
function stacks(shape: Shape, axis: i32, pitch: f64, extent: f64): bool {
  for (let shift = pitch; shift < extent; shift += pitch) {
    if (shapesCollide(shape, shape, axis === 0 ? shift : 0, axis === 0 ? 0 : shift, shape.gap)) return false;
  }
  return true;
}

/**
 * Forbidden shifts of `moving` against `fixed`, which lies `across` along the free axis; `u` is their other distance.
 * Some runs of long outlines go first: most of the others then lie in the intervals that these forbid.
 */
function sliceShapes(moving: Shape, fixed: Shape, axis: i32, u: f64, across: f64): void {
  contactGap = fixed.contact;
  touchGap = contactGap - SLACK / 2;
  slicedAxis = axis;
  slicedU = u;
  slicedAcross = across;
  if (moving.circleCount > 0 && fixed.circleCount > 0 && moving.runCount * fixed.runCount > FEW_PAIRS) {
    slicePoles(moving, fixed);
    sortIntervals();
    joinIntervals();
  }
  let stride = moving.runCount > FIRST_RUNS ? FIRST_RUNS : 1;
  for (; stride > 1; stride /= 4) {
    sliceEach(moving, fixed, stride);
    sortIntervals();
    joinIntervals();
  }
  sliceEach(moving, fixed, 1);
}

/** Circles inside the two come too close to each other: most of what their edges forbid lies between. */
function slicePoles(moving: Shape, fixed: Shape): void {
  const m = changetype<Singles>(moving.circles);
  const f = changetype<Singles>(fixed.circles);
  const mSlots = moving.circleSlots;
  const fSlots = fixed.circleSlots;
  const alongM = slicedAxis === 0 ? 0 : mSlots;
  const alongF = slicedAxis === 0 ? 0 : fSlots;
  const unsure = CERTAIN * max(partAt(moving.part).diameter, partAt(fixed.part).diameter);
  spend(<f64>(moving.circleCount * fixed.circleCount) * 0.05);
  for (let i = 0; i < moving.circleCount; i++) {
    const u = <f64>m[alongM + i] + slicedU;
    const v = <f64>m[mSlots - alongM + i];
    const radius = <f64>m[2 * mSlots + i] - unsure;
    for (let k = 0; k < fixed.circleCount; k++) {
      const apart = <f64>f[alongF + k] - u;
      const reach = radius + <f64>f[2 * fSlots + k];
      const rest = reach * reach - apart * apart;
      if (reach <= 0 || rest <= 0) continue;
      const half = Math.sqrt(rest);
      const middle = <f64>f[fSlots - alongF + k] + slicedAcross - v;
      addInterval(middle - half, middle + half);
    }
  }
}

/** Slices every so many runs of `moving`. */
function sliceEach(moving: Shape, fixed: Shape, stride: i32): void {
  const axis = slicedAxis;
  const u = slicedU;
  const low = minOf(fixed, axis) - u - contactGap;
  const high = maxOf(fixed, axis) - u + contactGap;
  const mEnd = moving.runs + <usize>openRuns(moving, fixed) * RUN_BYTES;
  const fEnd = fixed.runs + <usize>openRuns(fixed, moving) * RUN_BYTES;
  for (let m = moving.runs; m < mEnd; m += <usize>stride * RUN_BYTES) {
    if (highEnd(m, axis) <= low || lowEnd(m, axis) >= high) continue;
    const runLow = lowEnd(m, axis) + u - contactGap;
    const runHigh = highEnd(m, axis) + u + contactGap;
    spend(<f64>fixed.runCount * 0.3);
    for (let f = fixed.runs; f < fEnd; f += RUN_BYTES) {
      if (highEnd(f, axis) <= runLow || lowEnd(f, axis) >= runHigh) continue;
      if (joinedCount === 0 || !isCovered(m, f)) sliceRuns(m, f, runLow, runHigh);
    }
  }
}

/** Is all that two runs can forbid forbidden already? Notes the interval that says so, or might for some edges. */
function isCovered(m: usize, f: usize): bool {
  const other = slicedAxis ^ 1;
  const across = slicedAcross;
  const low = lowEnd(f, other) + across - highEnd(m, other) - contactGap;
  const high = highEnd(f, other) + across - lowEnd(m, other) + contactGap;
  const middle = (low + high) / 2;
  let from = 0;
  let to = joinedCount;
  while (to - from > 1) {
    const between = (from + to) >> 1;
    if (intervalAt(between).low <= middle) from = between;
    else to = between;
  }
  coverLow = intervalAt(from).low;
  coverHigh = intervalAt(from).high;
  return coverLow <= low && high <= coverHigh;
}

function sliceRuns(m: usize, f: usize, runLow: f64, runHigh: f64): void {
  const axis = slicedAxis;
  const u = slicedU;
  const across = slicedAcross;
  const first = changetype<EdgeRun>(m).edges;
  const stop = endOfEdges(changetype<EdgeRun>(m));
  const bStop = endOfEdges(changetype<EdgeRun>(f));
  const other = axis ^ 1;
  spend(6);
  for (let b = changetype<EdgeRun>(f).edges; b < bStop; b += POINT_BYTES) {
    const cu = along(b, axis);
    const du = along(b + POINT_BYTES, axis);
    if (max(cu, du) <= runLow || min(cu, du) >= runHigh) continue;
    const cv = along(b, other) + across;
    const dv = along(b + POINT_BYTES, other) + across;
    // Edges that only touch along u forbid nothing: columns are made to touch.
    const low = min(cu, du) - touchGap - u;
    const high = max(cu, du) + touchGap - u;
    const least = min(cv, dv) - contactGap;
    const most = max(cv, dv) + contactGap;
    for (let a = first; a < stop; a += POINT_BYTES) {
      const au = along(a, axis);
      const bu = along(a + POINT_BYTES, axis);
      if (max(au, bu) <= low || min(au, bu) >= high) continue;
      const av = along(a, other);
      const bv = along(a + POINT_BYTES, other);
      if (joinedCount > 0 && coverLow <= least - max(av, bv) && most - min(av, bv) <= coverHigh) continue;
      spend(1);
      if (sliceSegments(au + u, av, bu + u, bv, cu, cv, du, dv, contactGap))
        addInterval(slice.low, slice.high);
    }
  }
}

/** Neighbouring edges give overlapping intervals, so joining with the last one keeps the list short. */
function addInterval(low: f64, high: f64): void {
  if (intervalCount > 0) {
    const last = intervalAt(intervalCount - 1);
    if ((low < last.high && high > last.low) || intervalCount === INTERVALS) {
      last.low = min(low, last.low);
      last.high = max(high, last.high);
      return;
    }
  }
  setInterval(intervalAt(intervalCount++), low, high);
}

function intervalAt(index: i32): Interval {
  return changetype<Interval>(intervals + <usize>index * INTERVAL_BYTES);
}

function setInterval(to: Interval, low: f64, high: f64): void {
  to.low = low;
  to.high = high;
}

/** Shell sort by the lower end: short lists, no recursion. */
function sortIntervals(): void {
  spend(<f64>intervalCount * 0.5);
  let stride = 1;
  while (stride < intervalCount / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < intervalCount; i++) {
      const low = intervalAt(i).low;
      const high = intervalAt(i).high;
      let j = i;
      for (; j >= stride; j -= stride) {
        const from = intervalAt(j - stride);
        if (from.low <= low) break;
        setInterval(intervalAt(j), from.low, from.high);
      }
      setInterval(intervalAt(j), low, high);
    }
  }
}

function joinIntervals(): void {
  let joined = 0;
  for (let i = 0; i < intervalCount; i++) {
    const next = intervalAt(i);
    const last = intervalAt(joined - 1);
    // Ends that miss each other by rounding leave room into which an exact fit goes.
    if (joined > 0 && next.low < last.high - SLACK) last.high = max(last.high, next.high);
    else setInterval(intervalAt(joined++), next.low, next.high);
  }
  intervalCount = joined;
  joinedCount = joined;
}

/** Notes a free interval; one without room to move is its middle. */
function setFree(low: f64, high: f64): void {
  free.low = high < low ? (low + high) / 2 : low;
  free.high = max(high, free.low);
}

/** Finds the `skip`-th free interval of the last column inside the sheet, counted from the low side; false when none is left. */
export function nextFree(skip: i32): bool {
  let low = seekLow;
  const top = seekHigh;
  for (let i = 0; i <= intervalCount; i++) {
    const high = i < intervalCount ? min(intervalAt(i).low, top) : top;
    if (high >= low - SLACK && skip-- === 0) {
      setFree(low, high);
      return true;
    }
    if (i === intervalCount) break;
    low = max(low, intervalAt(i).high);
    if (low > top + SLACK) break;
  }
  return false;
}

/** Finds the free interval of the last column that holds the position v; false when rounding has closed it. */
export function freeAround(v: f64): bool {
  let low = seekLow;
  let high = seekHigh;
  for (let i = 0; i < intervalCount; i++) {
    if (intervalAt(i).high <= v + SLACK) low = max(low, intervalAt(i).high);
    else {
      high = min(high, intervalAt(i).low);
      break;
    }
  }
  setFree(low, high);
  return low <= v + SLACK && high >= v - SLACK;
}
