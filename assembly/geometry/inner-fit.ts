/**
 * Where may a shape lie in a convex hole? Every edge of the hole keeps the shape on its side, so the places are a convex
 * polygon, the inner-fit polygon: a box, cut by one half plane for each edge.
 *
 *     hole, clockwise:  n inward normal of edge a-b      n . t  >=  n . a + gap - min n . p   over all points p of the shape
 */
import { spend } from "../work";

/** The question, and the place that was found. */
@unmanaged
export class InnerFit {
  /** Points of the hole, clockwise, and of the shape's ring; both closed. */
  hole: usize;
  holePoints: i32;
  ring: usize;
  ringPoints: i32;
  /** What is kept free between them, and by how much it may be missed. */
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
}

/** Does a clockwise ring turn right at every point, rounding aside? */
export function isConvexHole(ring: usize, count: i32): bool {
  for (let i = 0; i < count; i++) {
    const before = ring + ((<usize>(i === 0 ? count - 1 : i - 1)) << 4);
    const at = ring + ((<usize>i) << 4);
    const ux = load<f64>(at) - load<f64>(before);
    const uy = load<f64>(at, 8) - load<f64>(before, 8);
    const vx = load<f64>(at, 16) - load<f64>(at);
    const vy = load<f64>(at, 24) - load<f64>(at, 8);
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
  for (let i: usize = 0; i < 4; i++) {
    store<f64>(polygon + (i << 4), i === 1 || i === 2 ? fit.maxX : fit.minX);
    store<f64>(polygon + (i << 4), i >= 2 ? fit.maxY : fit.minY, 8);
  }
  let corners = 4;
  for (let i = 0; i < fit.holePoints && corners > 0; i++) {
    const a = fit.hole + ((<usize>i) << 4);
    halfPlane.x = load<f64>(a, 24) - load<f64>(a, 8);
    halfPlane.y = load<f64>(a) - load<f64>(a, 16);
    const length = Math.sqrt(halfPlane.x * halfPlane.x + halfPlane.y * halfPlane.y);
    if (length === 0) continue;
    halfPlane.bound =
      load<f64>(a) * halfPlane.x +
      load<f64>(a, 8) * halfPlane.y +
      (fit.gap - fit.slack) * length -
      leastAlong(fit);
    corners = cut(polygon, corners, other);
    const swap = polygon;
    polygon = other;
    other = swap;
  }
  spend(<f64>fit.holePoints * (<f64>fit.ringPoints * 0.05 + 1));
  return pickCorner(fit, polygon, corners);
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
  for (let at = fit.ring; at < end; at += 16)
    least = min(least, halfPlane.x * load<f64>(at) + halfPlane.y * load<f64>(at, 8));
  return least;
}

/** Keeps what lies in the half plane; returns the corners of what is left. */
function cut(from: usize, corners: i32, to: usize): i32 {
  let kept = 0;
  for (let i = 0; i < corners; i++) {
    const at = from + ((<usize>i) << 4);
    const next = from + ((<usize>(i + 1 === corners ? 0 : i + 1)) << 4);
    const here = distanceTo(at);
    const there = distanceTo(next);
    if (here >= 0) {
      memory.copy(to + ((<usize>kept) << 4), at, 16);
      kept++;
    }
    if (here >= 0 === there >= 0) continue;
    const share = here / (here - there);
    const target = to + ((<usize>kept) << 4);
    kept++;
    store<f64>(target, load<f64>(at) + share * (load<f64>(next) - load<f64>(at)));
    store<f64>(target, load<f64>(at, 8) + share * (load<f64>(next, 8) - load<f64>(at, 8)), 8);
  }
  return kept;
}

function distanceTo(point: usize): f64 {
  return halfPlane.x * load<f64>(point) + halfPlane.y * load<f64>(point, 8) - halfPlane.bound;
}

/** Notes the leftmost corner, the lowest of those; false when there is none. */
function pickCorner(fit: InnerFit, polygon: usize, corners: i32): bool {
  fit.x = Infinity;
  fit.y = Infinity;
  for (let i = 0; i < corners; i++) {
    const x = load<f64>(polygon + ((<usize>i) << 4));
    const y = load<f64>(polygon + ((<usize>i) << 4), 8);
    if (x > fit.x || (x === fit.x && y >= fit.y)) continue;
    fit.x = x;
    fit.y = y;
  }
  return corners > 0;
}
