/**
 * A part's shape in an orientation: its rings turned, and mirrored before that, exactly as a placement is defined.
 */
import { MAX_CIRCLES } from "../../geometry/circles";
import { erodeRing } from "../../geometry/erode";
import { BOX_BYTES, copyPoint, emptyBox, POINT_BYTES, pointAt } from "../../geometry/records";
import { widenBox } from "../../geometry/ring";
import { addRing, holeAt, newShape, runsFor, Shape } from "../../geometry/shape";
import { NestOrientationSlot } from "../../layout";
import { reserve } from "../../memory";
import { Ints, Numbers } from "../../vector";

/** As in the request (layout.ts): the turn, and before it x times `mirror`, 1 or -1. */
@unmanaged
export class Orientation {
  cos: f64;
  sin: f64;
  mirror: f64;
}

let orientations: usize = 0;

/** Names the table of orientations that all indices refer to. */
export function openOrientations(table: usize): void {
  orientations = table;
}

export function orientationAt(index: i32): Orientation {
  return changetype<Orientation>(orientations + ((<usize>index * NestOrientationSlot.LENGTH) << 3));
}

/** Is it a turn by a multiple of 90 degrees? */
export function isRight(index: i32): bool {
  const turn = orientationAt(index);
  return turn.cos === 0 || turn.sin === 0;
}

/** A part's rings (a table of addresses) turned, and mirrored, by an entry of the orientation table, moved inwards by `depth`. */
export function buildShape(part: i32, orientation: i32, rings: Ints, ringCount: i32, depth: f64): Shape {
  let runs = 0;
  for (let r = 0; r < ringCount; r++) runs += runsFor(pointCount(<usize>rings[r]));
  const shape = newShape(part, orientation, runs);
  shape.circles = reserve(<usize>MAX_CIRCLES * 12);
  shape.holes = reserve(<usize>(ringCount - 1) * BOX_BYTES);
  for (let r = 0; r < ringCount; r++) {
    const points = pointCount(<usize>rings[r]);
    const turned = reserve(<usize>(points + 1) * POINT_BYTES);
    turnRing(pointsOf(<usize>rings[r]), points, orientation, turned);
    widenBox(shape, turned, points);
    if (r > 0) {
      const box = holeAt(shape, shape.holeCount++);
      emptyBox(box);
      widenBox(box, turned, points);
    }
    let ring = turned;
    if (depth > 0) {
      ring = reserve(<usize>(points + 1) * POINT_BYTES);
      erodeRing(turned, points, depth, ring);
    }
    copyPoint(pointAt(ring, points), pointAt(ring, 0));
    addRing(shape, ring, points);
  }
  return shape;
}

/** A ring of the request: the number of its points, then the points. */
export function pointCount(ring: usize): i32 {
  return <i32>changetype<Numbers>(ring)[0];
}

export function pointsOf(ring: usize): usize {
  return ring + 8;
}

export function endOfRing(ring: usize): usize {
  return pointsOf(ring) + <usize>pointCount(ring) * POINT_BYTES;
}

/** Turns exactly as a placement is defined: mirror (x -> -x) if any, then rotate about the origin. */
function turnRing(points: usize, count: i32, orientation: i32, to: usize): void {
  const entry = orientationAt(orientation);
  const cos = entry.cos;
  const sin = entry.sin;
  const mirror = entry.mirror;
  for (let i = 0; i < count; i++) {
    // Mirroring reverses the direction of a ring; walking it backwards keeps material on the left.
    const point = pointAt(points, mirror < 0 ? count - 1 - i : i);
    const x = point.x * mirror;
    const y = point.y;
    const target = pointAt(to, i);
    target.x = x * cos - y * sin;
    target.y = x * sin + y * cos;
  }
}
