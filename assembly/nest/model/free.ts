/**
 * Parts that may be turned by any angle in a range: their shapes in orientations that no list has (layout.ts), made when
 * they are asked for. Memory for them is set aside while the job is opened and used again and again, so whoever keeps
 * such a shape has a place of its own for it; others may look at one until the next is made.
 *
 * A shape is made in two steps. Its box and its circles, which decide most of what is asked, come from a few points; its
 * edges are turned when somebody asks for them.
 */
import { MAX_CIRCLES } from "../../geometry/circles";
import { erodeRing } from "../../geometry/erode";
import { chainHull } from "../../geometry/hull";
import {
  BOX_BYTES,
  Box,
  CIRCLE_BYTES,
  copyPoint,
  emptyBox,
  POINT_BYTES,
  pointAt,
} from "../../geometry/records";
import { widenBox } from "../../geometry/ring";
import {
  addRing,
  clearShape,
  holeAt,
  reserveShapes,
  roomForShape,
  runsFor,
  Shape,
  ShapeTable,
} from "../../geometry/shape";
import { NestGrid } from "../../layout";
import { mark, release, reserve } from "../../memory";
import { Ints, Numbers, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { TURN_WORK } from "./limits";
import { Orientation, orientationAt, pointCount, pointsOf, turnCircles, turnPoints } from "./orientation";

/** Source of the shapes of a part. */
@unmanaged
export class SourceOutline {
  /** Pairs of whole numbers, in thousandths of a degree. */
  ranges: Numbers;
  rangeCount: i32;
  /** The part is turned about this point. */
  pivotX: f64;
  pivotY: f64;
  /** The farthest point's distance from there. */
  reach: f64;
  /** Closed rings as edges have them, exterior first: all points, and how many edges each has. */
  points: usize;
  rings: Ints;
  ringCount: i32;
  /** Hull of the exterior as it was given. */
  hull: usize;
  hullCount: i32;
  /** As given, centre and radius without any gap. */
  circles: usize;
  circleCount: i32;
  /** Room that a shape needs. */
  pointTotal: i32;
  runTotal: i32;
  /** Shapes of placements in plans, the orientations of these, and when each was asked for last. */
  kept: ShapeTable;
  keptOrientations: Ints;
  keptAt: Ints;
  keptCount: i32;
  keptMost: i32;
}

/** Shapes made; their numbers are below 0. */
let made: i32 = 0;
/** Questions for shapes of placements so far. */
let asked: i32 = 0;
/** Room that the largest needs. */
let mostPoints: i32 = 0;
let mostRuns: i32 = 0;
let mostRings: i32 = 0;
/** Contact distance of the shapes, and the least that is none, and what their circles are larger by. */
let freeContact: f64 = 0;
let freeGap: f64 = 0;
let freeHalf: f64 = 0;

/** Sets the distances that parts keep. */
export function openFree(contact: f64, gap: f64, half: f64): void {
  freeContact = contact;
  freeGap = gap;
  freeHalf = half;
  mostPoints = 0;
  mostRuns = 0;
  mostRings = 0;
}

/** Shapes of placements of a part that are kept for each of its copies. */
const KEPT_PER_COPY = 2;

/** Reads what the shapes of a part are made from; `rings` lists the addresses of its rings. */
export function openOutline(
  ranges: Numbers,
  rangeCount: i32,
  rings: Ints,
  ringCount: i32,
  depth: f64,
): SourceOutline {
  const outline = changetype<SourceOutline>(reserve(offsetof<SourceOutline>()));
  outline.ranges = ranges;
  outline.rangeCount = rangeCount;
  outline.ringCount = ringCount;
  outline.rings = reserveRawInts(ringCount);
  outline.pointTotal = 0;
  outline.runTotal = 0;
  outline.circles = reserve(<usize>MAX_CIRCLES * CIRCLE_BYTES);
  outline.circleCount = 0;
  for (let r = 0; r < ringCount; r++) {
    const count = pointCount(<usize>rings[r]);
    outline.rings[r] = count;
    outline.pointTotal += count + 1;
    outline.runTotal += runsFor(count);
  }
  outline.points = reserve(<usize>outline.pointTotal * POINT_BYTES);
  let to = outline.points;
  for (let r = 0; r < ringCount; r++) {
    const count = outline.rings[r];
    const from = pointsOf(<usize>rings[r]);
    if (depth > 0) erodeRing(from, count, depth, to);
    else memory.copy(to, from, <usize>count * POINT_BYTES);
    copyPoint(pointAt(to, count), pointAt(to, 0));
    to += <usize>(count + 1) * POINT_BYTES;
  }
  openHull(outline, pointsOf(<usize>rings[0]), outline.rings[0]);
  mostPoints = max(mostPoints, outline.pointTotal);
  mostRuns = max(mostRuns, outline.runTotal);
  mostRings = max(mostRings, ringCount);
  return outline;
}

/** The corners of its hull, and the centroid of its area. */
function openHull(outline: SourceOutline, ring: usize, count: i32): void {
  outline.hull = reserve(2 * <usize>(count + 2) * POINT_BYTES);
  const scratch = mark();
  outline.hullCount = chainHull(ring, count, reserve(<usize>count * POINT_BYTES), outline.hull);
  release(scratch);
  const first = pointAt(ring, 0);
  let area = 0.0;
  let x = 0.0;
  let y = 0.0;
  for (let i = 1; i + 1 < count; i++) {
    const ax = pointAt(ring, i).x - first.x;
    const ay = pointAt(ring, i).y - first.y;
    const bx = pointAt(ring, i + 1).x - first.x;
    const by = pointAt(ring, i + 1).y - first.y;
    const twice = ax * by - bx * ay;
    area += twice;
    x += (ax + bx) * twice;
    y += (ay + by) * twice;
  }
  outline.pivotX = first.x + (area > 0 ? x / (3 * area) : 0);
  outline.pivotY = first.y + (area > 0 ? y / (3 * area) : 0);
  outline.reach = 0;
  for (let i = 0; i < outline.hullCount; i++) {
    const dx = pointAt(outline.hull, i).x - outline.pivotX;
    const dy = pointAt(outline.hull, i).y - outline.pivotY;
    outline.reach = max(outline.reach, Math.sqrt(dx * dx + dy * dy));
  }
}

/** Makes room for the shapes of placements: no sheet holds more copies of a part than there are. */
export function openKept(outline: SourceOutline, copies: i32): void {
  outline.keptMost = KEPT_PER_COPY * copies;
  outline.kept = reserveShapes(outline.keptMost);
  outline.keptOrientations = reserveRawInts(outline.keptMost);
  outline.keptAt = reserveRawInts(outline.keptMost);
  outline.keptCount = 0;
  for (let i = 0; i < outline.keptMost; i++) outline.kept[i] = newTurnedOf(outline);
}

/** Room for a shape of any part that may be turned; null when there is none such. */
export function newTurned(): Shape {
  return mostPoints === 0 ? changetype<Shape>(0) : roomForTurned(mostRuns, mostPoints, mostRings);
}

/** Room for a shape of this part. */
export function newTurnedOf(outline: SourceOutline): Shape {
  return roomForTurned(outline.runTotal, outline.pointTotal, outline.ringCount);
}

function roomForTurned(runs: i32, points: i32, rings: i32): Shape {
  const shape = roomForShape(runs);
  shape.circles = reserve(<usize>MAX_CIRCLES * 12);
  shape.holes = reserve(<usize>(rings - 1) * BOX_BYTES);
  shape.points = reserve(<usize>points * POINT_BYTES);
  clearShape(shape, -1, -1);
  shape.index = -1 - made++;
  return shape;
}

/** Is it one of those that are made here, and made anew for other orientations? */
export function isTurned(shape: Shape): bool {
  return shape.index < 0;
}

/** Turns a shape from here to an orientation of a part: its box and its circles; edges come with `turnEdges`. */
export function turnBox(shape: Shape, outline: SourceOutline, part: i32, orientation: i32): void {
  clearShape(shape, part, orientation);
  shape.contact = freeContact;
  shape.gap = freeGap;
  const turn = orientationAt(orientation);
  turnHull(shape, outline, turn);
  turnCircles(shape, turn, outline.circles, outline.circleCount, freeHalf);
  spend(<f64>(2 * outline.circleCount) * TURN_WORK);
}

/** Makes a box that which a part has about its origin when it is turned. */
export function turnHull(box: Box, outline: SourceOutline, turn: Orientation): void {
  emptyBox(box);
  const cos = turn.cos;
  const sin = turn.sin;
  const mirror = turn.mirror;
  for (let i = 0; i < outline.hullCount; i++) {
    const point = pointAt(outline.hull, i);
    const x = point.x * mirror;
    const y = point.y;
    const turnedX = x * cos - y * sin;
    const turnedY = x * sin + y * cos;
    box.minX = min(box.minX, turnedX);
    box.minY = min(box.minY, turnedY);
    box.maxX = max(box.maxX, turnedX);
    box.maxY = max(box.maxY, turnedY);
  }
  spend(<f64>outline.hullCount * TURN_WORK);
}

/** Turns its edges too, unless that has been done. */
export function turnEdges(shape: Shape, outline: SourceOutline): void {
  if (shape.runCount > 0) return;
  let from = outline.points;
  let to = shape.points;
  for (let r = 0; r < outline.ringCount; r++) {
    const count = outline.rings[r];
    turnPoints(from, count + 1, shape.orientation, to);
    addRing(shape, to, count);
    if (r > 0) {
      const box = holeAt(shape, shape.holeCount++);
      emptyBox(box);
      widenBox(box, to, count);
    }
    const bytes = <usize>(count + 1) * POINT_BYTES;
    from += bytes;
    to += bytes;
  }
  spend(<f64>outline.pointTotal * TURN_WORK);
}

/** As both. */
export function turnWhole(shape: Shape, outline: SourceOutline, part: i32, orientation: i32): void {
  const isThere = shape.part === part && shape.orientation === orientation;
  if (!isThere || shape.circleCount !== outline.circleCount) turnBox(shape, outline, part, orientation);
  turnEdges(shape, outline);
}

/** The shape of a placement in a plan; it stays as it is while no more are asked for than two sheets hold. */
export function keptShape(outline: SourceOutline, part: i32, orientation: i32): Shape {
  asked++;
  let slot = 0;
  for (let i = 0; i < outline.keptCount; i++) {
    if (outline.keptOrientations[i] === orientation) {
      outline.keptAt[i] = asked;
      return outline.kept[i];
    }
    if (outline.keptAt[i] < outline.keptAt[slot]) slot = i;
  }
  if (outline.keptCount < outline.keptMost) slot = outline.keptCount++;
  outline.keptAt[slot] = asked;
  outline.keptOrientations[slot] = orientation;
  turnWhole(outline.kept[slot], outline, part, orientation);
  return outline.kept[slot];
}

/** Is the angle in one of its ranges? */
export function allowsAngle(outline: SourceOutline, angle: i32): bool {
  for (let i = 0; i < outline.rangeCount; i++) {
    const from = <i32>outline.ranges[2 * i];
    if (from + modulo(angle - from) <= <i32>outline.ranges[2 * i + 1]) return true;
  }
  return false;
}

/** The angle that is `step` thousandths of a degree on, or at the end of its range where that is nearer; -1 for none. */
export function angleAfter(outline: SourceOutline, angle: i32, step: i32): i32 {
  for (let i = 0; i < outline.rangeCount; i++) {
    const from = <i32>outline.ranges[2 * i];
    const to = <i32>outline.ranges[2 * i + 1];
    const whole = to - from >= NestGrid.TURN;
    const at = from + modulo(angle - from);
    if (at > to) continue;
    const next = whole ? at + step : max(from, min(to, at + step));
    if (next !== at) return modulo(next);
  }
  return -1;
}

function modulo(angle: i32): i32 {
  const rest = angle % NestGrid.TURN;
  return rest < 0 ? rest + NestGrid.TURN : rest;
}

/** Where the centroid of a part lies in an orientation. */
export function turnedX(outline: SourceOutline, orientation: i32): f64 {
  const turn = orientationAt(orientation);
  return outline.pivotX * turn.mirror * turn.cos - outline.pivotY * turn.sin;
}

export function turnedY(outline: SourceOutline, orientation: i32): f64 {
  const turn = orientationAt(orientation);
  return outline.pivotX * turn.mirror * turn.sin + outline.pivotY * turn.cos;
}
