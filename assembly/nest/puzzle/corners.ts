/**
 * Where a shape can touch others: its corners, moved outwards by half the gap, so that parts in contact have them and
 * stretches of their edges in common. Directions are angles in [0, 2 pi); the material at a corner lies
 * counter-clockwise from `out`, where its next edge leaves, to `back`, where the previous one came from. The frame of
 * the sheet has corners too: its material lies outside.
 *
 *        back \ material /
 *              \        / out
 *               \______/
 *                (x, y)
 */
import { SPIKE } from "../../geometry/erode";
import { copyPoint, EdgeRun, edgeAt, POINT_BYTES, Point, pointAt, RUN_BYTES } from "../../geometry/records";
import { ringPoints, runsFor, Shape } from "../../geometry/shape";
import { mark, release, reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { CORNER_LIMIT, SHAPE_CORNERS, SHORT_EDGE } from "../model/limits";
import { clearance, contactGap, height, partAt, partCount, shapeOf, width } from "../model/nest-problem";

/** Begins with its place. */
@unmanaged
export class Corner extends Point {
  out: f64;
  back: f64;
  /** Length of the next edge, 0 when it is too short to be matched; its unit vector. */
  length: f64;
  ux: f64;
  uy: f64;
  /** Null for the frame of the sheet. */
  shape: Shape;
}
export const CORNER_BYTES: usize = 64;

/** Number of a shape's corners, followed by the corners. */
@unmanaged
class CornerList {
  /** Area inside the corners. */
  area: f64;
  /** Length of the edges that can be matched. */
  matchable: f64;
}
const HEAD_BYTES: usize = 16;

/** The two sides of a corner. */
export enum CornerSide {
  OUT = 0,
  BACK = 1,
}
export const TURN: f64 = 2 * Math.PI;

let frame: usize = 0;
export let cornerTotal: i32 = 0;
/** Addresses of all corners, ascending by `out` and by `back`. */
let byOut: Ints = changetype<Ints>(0);
let byBack: Ints = changetype<Ints>(0);

/** Finds the corners of all shapes; false when there are none, or too many to be worth a search. */
export function openContact(): bool {
  const start = mark();
  cornerTotal = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) findCorners(shapeOf(partAt(i), k));
    if (cornerTotal > CORNER_LIMIT) {
      release(start);
      return false;
    }
  }
  layFrame();
  byOut = sortCorners(CornerSide.OUT);
  byBack = sortCorners(CornerSide.BACK);
  return cornerTotal > 0;
}

function cornerAt(corners: usize, index: i32): Corner {
  return changetype<Corner>(corners + <usize>index * CORNER_BYTES);
}

/** The four corners of the sheet. */
export function frameCorner(index: i32): Corner {
  return cornerAt(frame, index);
}

export function cornerOf(shape: Shape, index: i32): Corner {
  return cornerAt(shape.contacts + HEAD_BYTES, index);
}

/** Angle of one side of a corner. */
export function angleAt(corner: Corner, side: CornerSide): f64 {
  return side === CornerSide.OUT ? corner.out : corner.back;
}

/** Area that a shape takes with its half of the gap around it. */
export function grownArea(shape: Shape): f64 {
  return changetype<CornerList>(shape.contacts).area;
}

/** Length of the edges of a shape that can be matched. */
export function matchable(shape: Shape): f64 {
  return changetype<CornerList>(shape.contacts).matchable;
}

/** First entry of the table of corners by angle whose angle is not below the given one. */
export function firstByAngle(side: CornerSide, angle: f64): i32 {
  let low = 0;
  let high = cornerTotal;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (angleAt(byAngle(side, middle), side) < angle) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An entry of it. */
export function byAngle(side: CornerSide, index: i32): Corner {
  return changetype<Corner>(<usize>(side === CornerSide.OUT ? byOut : byBack)[index]);
}

/** Lists the corners of a shape; none where there are too many for it to lie flush with anything. */
function findCorners(shape: Shape): void {
  shape.contacts = reserve(HEAD_BYTES + <usize>(SHAPE_CORNERS + 1) * CORNER_BYTES);
  const contacts = changetype<CornerList>(shape.contacts);
  contacts.area = 0;
  contacts.matchable = 0;
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  let run = shape.runs;
  while (run < end && shape.cornerCount <= SHAPE_CORNERS) {
    const points = ringPoints(shape, run);
    findRingCorners(shape, changetype<EdgeRun>(run).edges, points);
    run += <usize>runsFor(points) * RUN_BYTES;
  }
  if (shape.cornerCount > SHAPE_CORNERS) shape.cornerCount = 0;
  release(changetype<usize>(cornerOf(shape, shape.cornerCount)));
  cornerTotal += shape.cornerCount;
}

function findRingCorners(shape: Shape, ring: usize, points: i32): void {
  let perimeter = 0.0;
  for (let i = 0; i < points; i++) perimeter += edgeLength(ring, i);
  const short = perimeter * SHORT_EDGE;
  const contacts = changetype<CornerList>(shape.contacts);
  const first = shape.cornerCount;
  for (let i = 0; i < points && shape.cornerCount <= SHAPE_CORNERS; i++) {
    const before = i === 0 ? points - 1 : i - 1;
    const length = edgeLength(ring, i);
    if (length < short && edgeLength(ring, before) < short) continue;
    const corner = cornerOf(shape, shape.cornerCount++);
    layCorner(corner, pointAt(ring, i), pointAt(ring, i + 1), pointAt(ring, before));
    if (length < short) corner.length = 0;
    contacts.matchable += corner.length;
    corner.shape = shape;
  }
  contacts.area += areaInside(shape, first);
}

/** Twice halved shoelace sum over the corners of a ring, which are those from one on. */
function areaInside(shape: Shape, first: i32): f64 {
  let doubled = 0.0;
  for (let i = first; i < shape.cornerCount; i++) {
    const corner = cornerOf(shape, i);
    const next = cornerOf(shape, i + 1 < shape.cornerCount ? i + 1 : first);
    doubled += corner.x * next.y - next.x * corner.y;
  }
  return doubled / 2;
}

function edgeLength(ring: usize, index: i32): f64 {
  const edge = edgeAt(ring, index);
  const x = edge.bx - edge.ax;
  const y = edge.by - edge.ay;
  return Math.sqrt(x * x + y * y);
}

/** Writes a corner from its point, the next and the previous one, moved out by half the gap. */
function layCorner(corner: Corner, point: Point, next: Point, last: Point): void {
  const x = point.x;
  const y = point.y;
  const nextX = next.x;
  const nextY = next.y;
  const lastX = last.x;
  const lastY = last.y;
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
  corner.x = x + nx * shift;
  corner.y = y + ny * shift;
  corner.out = angleOf(ux, uy);
  corner.back = angleOf(-vx, -vy);
  corner.length = length;
  corner.ux = ux;
  corner.uy = uy;
}

function angleOf(x: f64, y: f64): f64 {
  const angle = Math.atan2(y, x);
  return angle < 0 ? angle + TURN : angle;
}

/** Clockwise, so that the material is outside; moved out by half the clearance, as all parts are. */
function layFrame(): void {
  frame = reserve(4 * CORNER_BYTES);
  const points = reserve(4 * POINT_BYTES);
  const low = -clearance / 2;
  for (let i = 0; i < 4; i++) {
    pointAt(points, i).x = i < 2 ? low : width - low;
    pointAt(points, i).y = i === 1 || i === 2 ? height - low : low;
  }
  for (let i = 0; i < 4; i++) {
    const corner = frameCorner(i);
    const point = pointAt(points, i);
    layCorner(corner, point, pointAt(points, (i + 1) & 3), pointAt(points, (i + 3) & 3));
    // They are where they belong already.
    copyPoint(corner, point);
    corner.shape = changetype<Shape>(0);
  }
}

/** Table of all corners, ascending by one of their angles: shell sort, once per job. */
function sortCorners(side: CornerSide): Ints {
  const table = reserveRawInts(cornerTotal);
  let count = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      for (let c = 0; c < shape.cornerCount; c++, count++)
        table[count] = <i32>changetype<usize>(cornerOf(shape, c));
    }
  }
  let stride = 1;
  while (stride < cornerTotal / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < cornerTotal; i++) {
      const corner = table[i];
      const angle = angleAt(changetype<Corner>(<usize>corner), side);
      let j = i;
      for (; j >= stride; j -= stride) {
        const other = table[j - stride];
        if (angleAt(changetype<Corner>(<usize>other), side) <= angle) break;
        table[j] = other;
      }
      table[j] = corner;
    }
  }
  return table;
}
