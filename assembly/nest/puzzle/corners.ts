/**
 * Where a shape can touch others: its corners, moved outwards by half the gap, so that parts in contact have them and
 * stretches of their edges in common. Directions are angles in [0, 2 pi); the material at a corner lies
 * counter-clockwise from `out`, where its next edge leaves, to `back`, where the previous one came from. The frame of
 * the sheet has corners too: its material lies outside.
 *
 *        back \ material /           contacts = area inside the corners, length of the matched edges, corner ...
 *              \        / out       corner   = x, y, out, back, length of the next edge (0: too short to be
 *               \______/                       matched), unit vector of it, shape                    64 bytes
 *                (x, y)
 */
import { SPIKE } from "../../geometry/erode";
import { RUN_BYTES, Shape } from "../../geometry/shape";
import { mark, release, reserve } from "../../memory";
import { clearance, contactGap, height, partAt, partCount, shapeOf, width } from "../model/problem";
import { CORNER_LIMIT, SHAPE_CORNERS, SHORT_EDGE } from "../model/tuning";

export const CORNER_BYTES: usize = 64;
/** Where in a corner its two angles are. */
export const OUT: usize = 16;
export const BACK: usize = 24;
export const TURN: f64 = 2 * Math.PI;
const HEAD_BYTES: usize = 16;

/** What is kept here between two steps. */
@unmanaged
class State {
  frame: usize;
  cornerCount: i32;
  /** Addresses of all corners, ascending by `out` and by `back`. */
  byOut: usize;
  byBack: usize;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Finds the corners of all shapes; false when there are none, or too many to be worth a search. */
export function openContact(): bool {
  const start = mark();
  state.cornerCount = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) findCorners(shapeOf(partAt(i), k));
    if (state.cornerCount > CORNER_LIMIT) {
      release(start);
      return false;
    }
  }
  layFrame();
  state.byOut = sortCorners(OUT);
  state.byBack = sortCorners(BACK);
  return state.cornerCount > 0;
}

/** The four corners of the sheet. */
export function frameCorners(): usize {
  return state.frame;
}

export function cornersOf(shape: Shape): usize {
  return shape.contacts + HEAD_BYTES;
}

/** Area that a shape takes with its half of the gap around it. */
export function grownArea(shape: Shape): f64 {
  return load<f64>(shape.contacts);
}

/** Length of the edges of a shape that can be matched. */
export function matchable(shape: Shape): f64 {
  return load<f64>(shape.contacts, 8);
}

/** First entry of the table of corners by angle whose angle is not below the given one. */
export function firstByAngle(side: usize, angle: f64): usize {
  const table = side === OUT ? state.byOut : state.byBack;
  let low = 0;
  let high = state.cornerCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(<usize>load<u32>(table + ((<usize>middle) << 2)) + side) < angle) low = middle + 1;
    else high = middle;
  }
  return table + ((<usize>low) << 2);
}

/** End of that table. */
export function endByAngle(side: usize): usize {
  return (side === OUT ? state.byOut : state.byBack) + ((<usize>state.cornerCount) << 2);
}

export function cornerShape(corner: usize): Shape {
  return changetype<Shape>(<usize>load<u32>(corner, 56));
}

/** Lists the corners of a shape; none where there are too many for it to lie flush with anything. */
function findCorners(shape: Shape): void {
  shape.contacts = reserve(HEAD_BYTES);
  store<f64>(shape.contacts, 0);
  store<f64>(shape.contacts, 0, 8);
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  let run = shape.runs;
  while (run < end && shape.cornerCount <= SHAPE_CORNERS) {
    const ring = <usize>load<u32>(run, 32);
    let points = 0;
    for (; run < end && <usize>load<u32>(run, 32) === ring + ((<usize>points) << 4); run += RUN_BYTES)
      points += load<i32>(run, 36);
    findRingCorners(shape, ring, points);
  }
  if (shape.cornerCount > SHAPE_CORNERS) {
    release(cornersOf(shape));
    shape.cornerCount = 0;
  }
  state.cornerCount += shape.cornerCount;
}

function findRingCorners(shape: Shape, ring: usize, points: i32): void {
  let perimeter = 0.0;
  for (let i = 0; i < points; i++) perimeter += edgeLength(ring, i);
  const short = perimeter * SHORT_EDGE;
  const first = cornersOf(shape) + <usize>shape.cornerCount * CORNER_BYTES;
  for (let i = 0; i < points && shape.cornerCount <= SHAPE_CORNERS; i++) {
    const before = i === 0 ? points - 1 : i - 1;
    const length = edgeLength(ring, i);
    if (length < short && edgeLength(ring, before) < short) continue;
    const corner = reserve(CORNER_BYTES);
    shape.cornerCount++;
    layCorner(corner, pointAt(ring, i), pointAt(ring, i + 1), pointAt(ring, before));
    if (length < short) store<f64>(corner, 0, 32);
    store<f64>(shape.contacts, matchable(shape) + load<f64>(corner, 32), 8);
    store<u32>(corner, <u32>changetype<usize>(shape), 56);
  }
  store<f64>(shape.contacts, grownArea(shape) + areaInside(first, mark()));
}

/** Twice halved shoelace sum over the corners of one ring. */
function areaInside(first: usize, end: usize): f64 {
  let doubled = 0.0;
  for (let corner = first; corner < end; corner += CORNER_BYTES) {
    const next = corner + CORNER_BYTES < end ? corner + CORNER_BYTES : first;
    doubled += load<f64>(corner) * load<f64>(next, 8) - load<f64>(next) * load<f64>(corner, 8);
  }
  return doubled / 2;
}

function pointAt(ring: usize, index: i32): usize {
  return ring + ((<usize>index) << 4);
}

function edgeLength(ring: usize, index: i32): f64 {
  const at = ring + ((<usize>index) << 4);
  const x = load<f64>(at, 16) - load<f64>(at);
  const y = load<f64>(at, 24) - load<f64>(at, 8);
  return Math.sqrt(x * x + y * y);
}

/** Writes a corner from its point, the next and the previous one, moved out by half the gap. */
function layCorner(corner: usize, point: usize, next: usize, last: usize): void {
  const x = load<f64>(point);
  const y = load<f64>(point, 8);
  const nextX = load<f64>(next);
  const nextY = load<f64>(next, 8);
  const lastX = load<f64>(last);
  const lastY = load<f64>(last, 8);
  const length = Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y));
  const lastLength = Math.sqrt((lastX - x) * (lastX - x) + (lastY - y) * (lastY - y));
  // An edge without length has no direction; being short, it is not matched either.
  const ux = length > 0 ? (nextX - x) / length : 0;
  const uy = length > 0 ? (nextY - y) / length : 0;
  const vx = lastLength > 0 ? (x - lastX) / lastLength : 0;
  const vy = lastLength > 0 ? (y - lastY) / lastLength : 0;
  // Both edges move by half the gap to their right, a spike no further than erosion has moved it.
  const nx = uy + vy;
  const ny = -ux - vx;
  const cosine = max(1e-9, Math.sqrt(nx * nx + ny * ny) / 2);
  const shift = (contactGap / 4) * min(SPIKE / cosine, 1 / (cosine * cosine));
  store<f64>(corner, x + nx * shift);
  store<f64>(corner, y + ny * shift, 8);
  store<f64>(corner, angleOf(ux, uy), OUT);
  store<f64>(corner, angleOf(-vx, -vy), BACK);
  store<f64>(corner, length, 32);
  store<f64>(corner, ux, 40);
  store<f64>(corner, uy, 48);
}

function angleOf(x: f64, y: f64): f64 {
  const angle = Math.atan2(y, x);
  return angle < 0 ? angle + TURN : angle;
}

/** Clockwise, so that the material is outside; moved out by half the clearance, as all parts are. */
function layFrame(): void {
  state.frame = reserve(4 * CORNER_BYTES);
  const points = reserve(64);
  const low = -clearance / 2;
  for (let i: usize = 0; i < 4; i++) {
    store<f64>(points + (i << 4), i < 2 ? low : width - low);
    store<f64>(points + (i << 4), i === 1 || i === 2 ? height - low : low, 8);
  }
  for (let i: usize = 0; i < 4; i++) {
    const corner = state.frame + i * CORNER_BYTES;
    const point = points + (i << 4);
    layCorner(corner, point, points + (((i + 1) & 3) << 4), points + (((i + 3) & 3) << 4));
    // They are where they belong already.
    memory.copy(corner, point, 16);
    store<u32>(corner, 0, 56);
  }
}

/** Table of all corners, ascending by one of their angles: shell sort, once per job. */
function sortCorners(side: usize): usize {
  const table = reserve((<usize>state.cornerCount) << 2);
  let count: usize = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      for (let c = 0; c < shape.cornerCount; c++, count++)
        store<u32>(table + (count << 2), <u32>(cornersOf(shape) + <usize>c * CORNER_BYTES));
    }
  }
  let stride = 1;
  while (stride < state.cornerCount / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < state.cornerCount; i++) {
      const corner = load<u32>(table + ((<usize>i) << 2));
      const angle = load<f64>(<usize>corner + side);
      let j = i;
      for (; j >= stride; j -= stride) {
        const other = load<u32>(table + ((<usize>(j - stride)) << 2));
        if (load<f64>(<usize>other + side) <= angle) break;
        store<u32>(table + ((<usize>j) << 2), other);
      }
      store<u32>(table + ((<usize>j) << 2), corner);
    }
  }
  return table;
}
