/**
 * Rings that spare nothing of a part: every point of its true outline lies inside them or on them, and none of theirs
 * is further from it than the tolerance. What keeps a clearance from such rings keeps it from the arcs that are cut.
 *
 * Where the outline bulges away from the material, a chord would cut it off, so the ring follows tangents; where it
 * bulges into it, chords are on the safe side. Arcs and ellipses are divided where they go farthest in x and y: there
 * the ring touches them, and its size is the part's.
 */

import { checkRings } from "../../base/check/part.ts";
import { checkArguments, positive, takenAs } from "../../base/contract/options.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { acos, atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sincos } from "../../base/geometry/trig/sines.ts";
import { tidy } from "./basis/tidy.ts";
import { type Polygon, splitBezier } from "./curves/bezier.ts";
import { type Arc, type Bezier, type Curve, type EllipseArc, isFullTurn } from "./curves/curves.ts";
import { pathArea } from "./curves/outline.ts";

/** Halvings of a Bézier curve; each takes the distance from curve to chord to a quarter. */
const MOST_HALVINGS = 12;
/** Relative to the tolerance: what is flatter is straight. */
const STRAIGHT = 1e-4;

interface OutwardSide {
  /** 1 where tangents are wanted for a turn to the left, -1 for a turn to the right. */
  outward: 1 | -1;
  tolerance: number;
}

/**
 * Rings around the material of a part whose outlines are these curves, end to end and closed; `tolerance` in mm. What
 * Bézier curves stick out by at a change of their bend is below a hundredth of it. Null where such rings would cross
 * themselves or each other: in a cusp, say, that is narrower than the tolerance.
 */
export function outwardRings(
  curves: { exterior: readonly Curve[]; holes: readonly (readonly Curve[])[] },
  tolerance: number,
): { exterior: Ring; holes: Ring[] } | null {
  checkArguments({ tolerance: positive }, { tolerance });
  const rings = takenAs("curves", "those of a part, each ring of one curve or more", () =>
    [curves.exterior, ...curves.holes].map((ring, i) => ringAround(ring, i === 0, tolerance)),
  );
  try {
    checkRings(
      rings,
      rings.map((_, i) => [i]),
      [],
    );
  } catch {
    return null;
  }
  return { exterior: rings[0]!, holes: rings.slice(1) };
}

function ringAround(curves: readonly Curve[], material: boolean, tolerance: number): Ring {
  const turnsLeft = pathArea({ length: curves.length, at: (i) => curves.at(i) }) > 0;
  const side: OutwardSide = { outward: turnsLeft === material ? 1 : -1, tolerance };
  const ring: Ring = [];
  const add = ([x, y]: Point) => {
    const point: Point = [tidy(x), tidy(y)];
    const last = ring.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) ring.push(point);
  };
  for (const curve of curves) {
    // Whole circles are all tangents: their first point would only halve one of them.
    const whole = curves.length === 1 && (curve.kind === "arc" || curve.kind === "ellipse");
    if (!(whole && bulgesOut(curve, side))) add([curve.x0, curve.y0]);
    for (const point of between(curve, side)) add(point);
    if (!(whole && isFullTurn(curve.sweep))) add([curve.x1, curve.y1]);
  }
  if (ring.length > 1 && ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1]) ring.pop();
  return [...ring, ring[0]!];
}

/** The points between the ends of a curve. */
function between(curve: Curve, side: OutwardSide): Point[] {
  switch (curve.kind) {
    case "line":
      return [];
    case "arc":
      return roundPoints(curve, [curve.radius, 0, 0, curve.radius], side);
    case "ellipse":
      return roundPoints(curve, [curve.ux, curve.uy, curve.vx, curve.vy], side);
    case "bezier":
      return bezierPoints(curve, side);
  }
}

function bulgesOut(curve: Arc | EllipseArc, { outward }: OutwardSide): boolean {
  const handed = curve.kind === "arc" ? 1 : curve.ux * curve.vy - curve.uy * curve.vx;
  return Math.sign(handed * curve.sweep) === outward;
}

/** An ellipse is a stretched circle, and stretching keeps tangents. */
function roundPoints(
  curve: Arc | EllipseArc,
  [ux, uy, vx, vy]: [number, number, number, number],
  side: OutwardSide,
): Point[] {
  const { cx, cy, start, sweep } = curve;
  const size = Math.max(hypot(ux, uy), hypot(vx, vy), side.tolerance);
  const tangents = bulgesOut(curve, side);
  const ratio = tangents ? size / (size + side.tolerance) : 1 - Math.min(1, side.tolerance / size);
  const most = Math.min(2 * acos(ratio), Math.PI / 2);
  const stops = [0, ...farthest([ux, uy, vx, vy], start, sweep), Math.abs(sweep)];
  const points: Point[] = [];
  const at = (turn: number, reach: number): Point => {
    const { cos, sin } = sincos(start + Math.sign(sweep) * turn);
    return [cx + reach * (ux * cos + vx * sin), cy + reach * (uy * cos + vy * sin)];
  };
  for (let i = 1; i < stops.length; i++) {
    const [from, span] = [stops[i - 1]!, stops[i]! - stops[i - 1]!];
    const steps = Math.max(1, Math.ceil(span / most - 1e-9));
    const step = span / steps;
    for (let k = 0; k < steps; k++) {
      if (tangents) points.push(at(from + (k + 0.5) * step, 1 / cos(step / 2)));
      else if (k > 0 || i > 1) points.push(at(from + k * step, 1));
    }
  }
  return points;
}

/** By how much of the sweep the curve has turned where it goes farthest left, right, up and down. */
function farthest(
  [ux, uy, vx, vy]: [number, number, number, number],
  start: number,
  sweep: number,
): number[] {
  const found: number[] = [];
  for (const angle of [atan2(vx, ux), atan2(vy, uy)]) {
    const ahead = Math.sign(sweep) * (angle - start);
    const first = ((ahead % Math.PI) + Math.PI) % Math.PI;
    for (let turn = first; turn < Math.abs(sweep); turn += Math.PI) found.push(turn);
  }
  const least = 1e-6;
  return found
    .filter((turn) => turn > least && turn < Math.abs(sweep) - least)
    .sort((a, b) => a - b)
    .filter((turn, i, all) => i === 0 || turn - all[i - 1]! > least);
}

function bezierPoints(curve: Bezier, side: OutwardSide): Point[] {
  const found: Point[] = [];
  walk(curve, side, MOST_HALVINGS, found);
  // The last one is the curve's end, which its ends say exactly.
  found.pop();
  return found;
}

/** Adds the points behind the first one of this piece of a curve. */
function walk(piece: Polygon, side: OutwardSide, halvings: number, found: Point[]): void {
  const { points } = piece;
  const [first, last] = [points[0]!, points.at(-1)!];
  const heights = points.map((point) => side.outward * -heightOf(point, first, last));
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const straight = high <= STRAIGHT * side.tolerance;
  if ((straight && -low <= side.tolerance) || halvings === 0) {
    found.push(last);
    return;
  }
  // Control points that turn outwards alone: the tangents at both ends meet outside the curve.
  const peak = high <= 2 * side.tolerance && turnsOut(points, side) ? meeting(points, first, last) : null;
  if (peak) found.push(peak, last);
  else for (const half of splitBezier(piece, 0.5)) walk(half, side, halvings - 1, found);
}

function turnsOut(hull: readonly Point[], { outward }: OutwardSide): boolean {
  return hull.every(([x, y], i) => {
    const [before, behind] = [hull[i - 1], hull[i + 1]];
    if (!before || !behind) return true;
    const [ux, uy] = [x - before[0], y - before[1]];
    const [vx, vy] = [behind[0] - x, behind[1] - y];
    return outward * (ux * vy - uy * vx) >= -1e-9 * hypot(ux, uy) * hypot(vx, vy);
  });
}

/** How far a point is to the left of the way from `a` to `b`. */
function heightOf([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = hypot(bx - ax, by - ay);
  if (length === 0) return hypot(x - ax, y - ay);
  return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
}

/** Where the tangents at both ends meet, if that is between them. */
function meeting(hull: readonly Point[], first: Point, last: Point): Point | null {
  const distinct = (a: Point, b: Point) => a[0] !== b[0] || a[1] !== b[1];
  const next = hull.find((point) => distinct(point, first));
  const before = hull.findLast((point) => distinct(point, last));
  if (!next || !before) return null;
  const [ux, uy] = [next[0] - first[0], next[1] - first[1]];
  const [vx, vy] = [before[0] - last[0], before[1] - last[1]];
  const cross = ux * vy - uy * vx;
  if (Math.abs(cross) < 1e-12 * hypot(ux, uy) * hypot(vx, vy)) return null;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const [s, t] = [(dx * vy - dy * vx) / cross, (dx * uy - dy * ux) / cross];
  return s > 0 && t > 0 ? [first[0] + s * ux, first[1] + s * uy] : null;
}
