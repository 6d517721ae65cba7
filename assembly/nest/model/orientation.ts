/**
 * A part's shape in an orientation: its rings turned, and mirrored before that, exactly as a placement is defined.
 */
import { MAX_CIRCLES } from "../../geometry/circles";
import { erodeRing } from "../../geometry/erode";
import { BOX_BYTES, circleAt, copyPoint, emptyBox, POINT_BYTES, pointAt } from "../../geometry/records";
import { widenBox } from "../../geometry/ring";
import { addRing, holeAt, newShape, runsFor, Shape } from "../../geometry/shape";
import { NestGrid, NestOrientationSlot } from "../../layout";
import { reserve } from "../../memory";
import { Ints, Numbers, Singles } from "../../vector";

/** As in the request (layout.ts): the turn, and before it x times `mirror`, 1 or -1. */
@unmanaged
export class Orientation {
  cos: f64;
  sin: f64;
  mirror: f64;
  angle: f64;
}
/** The one that has been worked out last. */
const computed = changetype<Orientation>(memory.data(offsetof<Orientation>()));

/** 45 degrees, and terms of a series. */
const EIGHTH: i32 = NestGrid.TURN / 8;
const TERMS: i32 = 9;

let orientations: usize = 0;

/** Names the table of orientations that all indices refer to. */
export function openOrientations(table: usize): void {
  orientations = table;
}

/** One that is not on the list is there until the next such is asked for. */
export function orientationAt(index: i32): Orientation {
  if (index >= NestGrid.FIRST) {
    computeOrientation(index);
    return computed;
  }
  return changetype<Orientation>(orientations + ((<usize>index * NestOrientationSlot.LENGTH) << 3));
}

/** In thousandths of a degree, to the next. */
export function angleOf(index: i32): i32 {
  if (index >= NestGrid.FIRST) return (index - NestGrid.FIRST) >> 1;
  return <i32>Math.round(orientationAt(index).angle);
}

/** By how much two differ, in thousandths of a degree. */
export function anglesBetween(a: i32, b: i32): i32 {
  const apart = abs(angleOf(a) - angleOf(b)) % NestGrid.TURN;
  return min(apart, NestGrid.TURN - apart);
}

/** Are both mirrored, or neither? */
export function isSameSide(a: i32, b: i32): bool {
  const mirror = orientationAt(a).mirror;
  return mirror === orientationAt(b).mirror;
}

/** The index of an orientation that is on no list. */
export function gridOrientation(angle: i32, mirrored: bool): i32 {
  return NestGrid.FIRST + 2 * angle + <i32>mirrored;
}

/** Works out the turn by an angle up to 45 degrees, from which all others follow by exchanging and negating. */
function computeOrientation(index: i32): void {
  const place = index - NestGrid.FIRST;
  const angle = place >> 1;
  const eighth = angle / EIGHTH;
  const rest = angle % EIGHTH;
  const isOdd = (eighth & 1) !== 0;
  const x = <f64>(isOdd ? EIGHTH - rest : rest) * (Math.PI / (4 * EIGHTH));
  let cos = 0.0;
  let sin = 0.0;
  // Taylor's series as far as it matters to a double.
  for (let k = TERMS; k > 0; k--) {
    const n = <f64>(2 * k);
    cos = ((1 - cos) * x * x) / (n * (n - 1));
    sin = ((1 - sin) * x * x) / (n * (n + 1));
  }
  cos = 1 - cos;
  sin = x * (1 - sin);
  const isSwapped = ((eighth + 1) & 2) !== 0;
  const across = isSwapped ? sin : cos;
  const up = isSwapped ? cos : sin;
  computed.cos = eighth >= 2 && eighth < 6 ? -across : across;
  computed.sin = eighth >= 4 ? -up : up;
  computed.mirror = (place & 1) !== 0 ? -1 : 1;
  computed.angle = angle;
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
    turnPoints(pointsOf(<usize>rings[r]), points, orientation, turned);
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
export function turnPoints(points: usize, count: i32, orientation: i32, to: usize): void {
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

/** Turns the circles of a part as given, larger by `half`, into rows of a shape, padded for questions of four at once. */
export function turnCircles(shape: Shape, turn: Orientation, circles: usize, count: i32, half: f64): void {
  const slots = (count + 3) & ~3;
  shape.circleCount = count;
  shape.circleSlots = slots;
  const rows = changetype<Singles>(shape.circles);
  for (let i = 0; i < slots; i++) {
    const circle = circleAt(circles, i);
    const x = circle.x * turn.mirror;
    const y = circle.y;
    const grown = circle.radius + half;
    // Padding is far away and without radius, so that it adds nothing to any sum; so is what such a rest leaves nothing of.
    const counts = i < count && grown >= 0;
    rows[i] = counts ? <f32>(x * turn.cos - y * turn.sin) : 1e15;
    rows[slots + i] = counts ? <f32>(x * turn.sin + y * turn.cos) : 1e15;
    rows[2 * slots + i] = counts ? <f32>grown : 0;
  }
}
