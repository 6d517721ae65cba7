/**
 * Where may a shape lie in a convex hole? Every edge of the hole keeps the shape on its side, so the places are a convex
 * polygon, the inner-fit polygon: a box, cut by one half plane for each edge.
 *
 *     hole, clockwise:  n inward normal of edge a-b      n . t  >=  n . a + gap - min n . p   over all points p of the shape
 */
import { spend } from "../work";
import { copyPoint, edgeAt, POINT_BYTES, Point, pointAt } from "./records";

/** The question, and the place that was found. */
@unmanaged
export class InnerFit {
  /** Points of the hole, clockwise, and of the shape's ring; both closed. */
  hole: usize;
  holePoints: i32;
  ring: usize;
  ringPoints: i32;
  /** Gap between them, and by how much it may be missed. */
  gap: f64;
  slack: f64;
  /** Shifts of the shape that are looked at. */
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
  scratch: usize;
  x: f64;
  y: f64;
  /** The polygon of all places, and what `findSpan` found of it. */
  places: usize;
  corners: i32;
  from: f64;
  to: f64;
}

/** Does a clockwise ring turn right at every point, rounding aside? */
export function isConvexHole(ring: usize, count: i32): bool {
  for (let i = 0; i < count; i++) {
    const before = pointAt(ring, i === 0 ? count - 1 : i - 1);
    const edge = edgeAt(ring, i);
    const ux = edge.ax - before.x;
    const uy = edge.ay - before.y;
    const vx = edge.bx - edge.ax;
    const vy = edge.by - edge.ay;
    if (ux * vy - uy * vx > 1e-12 * (ux * ux + uy * uy + vx * vx + vy * vy)) return false;
  }
  return true;
}

/** Bytes of scratch for a hole of so many points: the polygon may gain a corner with every edge. */
export function innerFitScratch(count: i32): usize {
  return (<usize>(count + 6)) << 5;
}

/** Finds the leftmost, lowest place of the shape in the hole; false when there is none. */
export function findInnerFit(fit: InnerFit): bool {
  let polygon = fit.scratch;
  let other = fit.scratch + ((<usize>(fit.holePoints + 6)) << 4);
  for (let i = 0; i < 4; i++) {
    pointAt(polygon, i).x = i === 1 || i === 2 ? fit.maxX : fit.minX;
    pointAt(polygon, i).y = i >= 2 ? fit.maxY : fit.minY;
  }
  let corners = 4;
  for (let i = 0; i < fit.holePoints && corners > 0; i++) {
    const edge = edgeAt(fit.hole, i);
    halfPlane.x = edge.by - edge.ay;
    halfPlane.y = edge.ax - edge.bx;
    const length = Math.sqrt(halfPlane.x * halfPlane.x + halfPlane.y * halfPlane.y);
    if (length === 0) continue;
    halfPlane.bound =
      edge.ax * halfPlane.x + edge.ay * halfPlane.y + (fit.gap - fit.slack) * length - leastAlong(fit);
    corners = cut(polygon, corners, other);
    const swap = polygon;
    polygon = other;
    other = swap;
  }
  spend(<f64>fit.holePoints * (<f64>fit.ringPoints * 0.05 + 1));
  fit.places = polygon;
  fit.corners = corners;
  return pickCorner(fit, polygon, corners);
}

/** Finds the places at a height, from left to right; false when there are none. */
export function findSpan(fit: InnerFit, y: f64): bool {
  fit.from = Infinity;
  fit.to = -Infinity;
  for (let i = 0; i < fit.corners; i++) {
    const at = pointAt(fit.places, i);
    const next = pointAt(fit.places, i + 1 === fit.corners ? 0 : i + 1);
    if (at.y === y) widenSpan(fit, at.x);
    else if (at.y > y !== next.y > y) widenSpan(fit, at.x + ((y - at.y) / (next.y - at.y)) * (next.x - at.x));
  }
  spend(<f64>fit.corners * 0.1);
  return fit.from <= fit.to;
}

function widenSpan(fit: InnerFit, x: f64): void {
  fit.from = min(fit.from, x);
  fit.to = max(fit.to, x);
}

/** All t with n . t >= bound. */
@unmanaged
class HalfPlane {
  x: f64;
  y: f64;
  bound: f64;
}
const halfPlane = changetype<HalfPlane>(memory.data(offsetof<HalfPlane>()));

/** Least of n . p over the points of the shape. */
function leastAlong(fit: InnerFit): f64 {
  let least = Infinity;
  const end = fit.ring + ((<usize>fit.ringPoints) << 4);
  for (let at = fit.ring; at < end; at += POINT_BYTES) {
    const point = changetype<Point>(at);
    least = min(least, halfPlane.x * point.x + halfPlane.y * point.y);
  }
  return least;
}

/** Keeps what lies in the half plane; returns the corners of what is left. */
function cut(from: usize, corners: i32, to: usize): i32 {
  let kept = 0;
  for (let i = 0; i < corners; i++) {
    const at = pointAt(from, i);
    const next = pointAt(from, i + 1 === corners ? 0 : i + 1);
    const here = distanceTo(at);
    const there = distanceTo(next);
    if (here >= 0) copyPoint(pointAt(to, kept++), at);
    if (here >= 0 === there >= 0) continue;
    const share = here / (here - there);
    const target = pointAt(to, kept++);
    target.x = at.x + share * (next.x - at.x);
    target.y = at.y + share * (next.y - at.y);
  }
  return kept;
}

function distanceTo(point: Point): f64 {
  return halfPlane.x * point.x + halfPlane.y * point.y - halfPlane.bound;
}

/** Notes the leftmost corner, the lowest of those; false when there is none. */
function pickCorner(fit: InnerFit, polygon: usize, corners: i32): bool {
  fit.x = Infinity;
  fit.y = Infinity;
  for (let i = 0; i < corners; i++) {
    const x = pointAt(polygon, i).x;
    const y = pointAt(polygon, i).y;
    if (x > fit.x || (x === fit.x && y >= fit.y)) continue;
    fit.x = x;
    fit.y = y;
  }
  return corners > 0;
}
