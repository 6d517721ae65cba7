/** Points, lengths, areas, bounds and steps of a Bézier curve of any degree, rational where weights are given. */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { grow } from "../../../base/geometry/box.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { DRAWING_LIMITS } from "../basis/limits.ts";
import { homogeneous, splitHull, valueAt, weightCoefficients } from "./bernstein.ts";
import { speedOf, sweptArea, turningPoints } from "./hodograph.ts";
import { integrate } from "./integrate.ts";

/** Position by t. */
export function bezierAt(points: Point[], weights: number[] | null): (t: number) => Point {
  if (points.length === 4) return cubicAt(points, weights);
  const [ox, oy] = points[0]!;
  const ws = weightCoefficients(points, weights);
  const xs = homogeneous(points, ws, 0);
  const ys = homogeneous(points, ws, 1);
  return (t) => {
    const w = weights ? valueAt(ws, t) : 1;
    return [ox + valueAt(xs, t) / w, oy + valueAt(ys, t) / w];
  };
}

function cubicAt(points: Point[], weights: number[] | null): (t: number) => Point {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  return (t) => {
    const s = 1 - t;
    let [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    if (weights) {
      [a, b, c, d] = [a * weights[0]!, b * weights[1]!, c * weights[2]!, d * weights[3]!];
      const w = a + b + c + d;
      [a, b, c, d] = [a / w, b / w, c / w, d / w];
    }
    return [a * k[0] + b * l[0] + c * m[0] + d * n[0], a * k[1] + b * l[1] + c * m[1] + d * n[1]];
  };
}

export function bezierLength(points: Point[], weights: number[] | null): number {
  if (!weights && points.length === 4) return cubicLength(points);
  return integrate(speedOf(points, weights), 0, 1);
}

/** The velocity of a cubic is a quadratic in t, whose coefficients are the same for every place asked. */
function cubicLength(points: Point[]): number {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  const [cx, cy] = [3 * (l[0] - k[0]), 3 * (l[1] - k[1])];
  const [bx, by] = [6 * (m[0] - 2 * l[0] + k[0]), 6 * (m[1] - 2 * l[1] + k[1])];
  const [ax, ay] = [3 * (n[0] - k[0] - 3 * (m[0] - l[0])), 3 * (n[1] - k[1] - 3 * (m[1] - l[1]))];
  const speed = (t: number) => {
    const dx = (ax * t + bx) * t + cx;
    const dy = (ay * t + by) * t + cy;
    return Math.sqrt(dx * dx + dy * dy);
  };
  return integrate(speed, 0, 1);
}

/** Area between the curve and its chord, positive where the curve runs counter-clockwise around it. */
export function bezierSegmentArea(points: Point[], weights: number[] | null): number {
  if (!weights && points.length === 4) return cubicSegmentArea(points);
  return sweptArea(points, weights) / 2;
}

/** The integral of half of position × velocity, written out in the control points seen from the first one. */
function cubicSegmentArea(points: Point[]): number {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  const [lx, ly, mx, my] = [l[0] - k[0], l[1] - k[1], m[0] - k[0], m[1] - k[1]];
  const [nx, ny] = [n[0] - k[0], n[1] - k[1]];
  return (3 * (lx * my - mx * ly) + 3 * (lx * ny - nx * ly) + 6 * (mx * ny - nx * my)) / 20;
}

/** Exact bounds: beside its ends, a curve goes farthest where it turns back. */
export function growByBezier(bounds: Bounds, points: Point[], weights: number[] | null): void {
  const first = points[0]!;
  const last = points.at(-1)!;
  grow(bounds, first[0], first[1]);
  grow(bounds, last[0], last[1]);
  for (const axis of [0, 1] as const) {
    // The hull of its control points holds a curve, and most curves of a drawing lie amid what is known of it.
    if (!reachesOut(bounds, points, axis)) continue;
    const turns =
      !weights && points.length === 4 ? cubicTurns(points, axis) : turningPoints(points, weights, axis);
    if (turns.length === 0) continue;
    const at = bezierAt(points, weights);
    for (const t of turns) grow(bounds, ...at(t));
  }
}

/** A cubic turns back where its derivative, a quadratic, is zero. */
function cubicTurns(points: Point[], axis: 0 | 1): number[] {
  const [p, q, r, s] = points.map((point) => point[axis]) as [number, number, number, number];
  const a = s - 3 * r + 3 * q - p;
  const b = r - 2 * q + p;
  const c = q - p;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  // Both roots by way of the one that loses no digits.
  const larger = b < 0 ? root - b : -root - b;
  return [larger / a, c / larger].filter((t) => t > 0 && t < 1);
}

/** Equal steps from one parameter to another. */
export interface ParameterSteps {
  from: number;
  to: number;
  steps: number;
}

/** Weights farther apart bunch points too much for equal steps. */
const UNEVEN = 4;
/** Difference of parameters that doubles do not divide any more. */
const NARROW = 1e-13;

/** Parameter steps whose chords keep within the tolerance of the curve, as far as the limit of steps allows. */
export function bezierPaces(points: Point[], weights: number[] | null, tolerance: number): ParameterSteps[] {
  const paces: ParameterSteps[] = [];
  const pending = [{ points, weights, from: 0, to: 1 }];
  let total = 0;
  for (let piece = pending.pop(); piece; piece = pending.pop()) {
    const { from, to } = piece;
    const spread = piece.weights ? weightSpread(piece.weights) : 1;
    const even = spread <= UNEVEN;
    if (even || to - from < NARROW || isWithin(piece.points, tolerance)) {
      // Weights bunch the points of a rational curve; the ratio bounds how much longer the longest chord becomes.
      const steps = even ? Math.max(1, Math.ceil(evenSteps(piece.points, tolerance) * spread)) : 1;
      paces.push({ from, to, steps });
      total += steps;
    } else {
      const middle = (from + to) / 2;
      const [left, right] = splitBezier(piece, 0.5);
      pending.push({ ...right, from: middle, to }, { ...left, from, to: middle });
    }
  }
  const share = Math.min(1, DRAWING_LIMITS.steps / total);
  for (const pace of paces) pace.steps = Math.max(1, Math.floor(pace.steps * share));
  return paces;
}

/** How many steps a curve without weights takes. */
function evenSteps(points: Point[], tolerance: number): number {
  const degree = points.length - 1;
  let bend = 0;
  for (let i = 2; i <= degree; i++) {
    const a = points[i - 2]!;
    const b = points[i - 1]!;
    const c = points[i]!;
    const x = a[0] - 2 * b[0] + c[0];
    const y = a[1] - 2 * b[1] + c[1];
    bend = Math.max(bend, x * x + y * y);
  }
  return Math.sqrt(((degree * (degree - 1)) / 8) * (Math.sqrt(bend) / tolerance));
}

/** Control points and, of a rational curve, their weights. */
export interface Polygon {
  points: Point[];
  weights: number[] | null;
}

/** The two pieces before and behind a parameter, in homogeneous coordinates seen from the first control point. */
export function splitBezier({ points, weights }: Polygon, at: number): [left: Polygon, right: Polygon] {
  const [ox, oy] = points[0]!;
  const ws = weights ?? points.map(() => 1);
  const xs = splitHull(
    points.map(([x], i) => (x - ox) * ws[i]!),
    at,
  );
  const ys = splitHull(
    points.map(([, y], i) => (y - oy) * ws[i]!),
    at,
  );
  const [left, right] = splitHull(ws, at);
  const piece = (own: number[], side: 0 | 1): Polygon => ({
    points: own.map((w, i): Point => [ox + xs[side][i]! / w, oy + ys[side][i]! / w]),
    weights: weights && own,
  });
  return [piece(left, 0), piece(right, 1)];
}

/** Whether nothing of the curve, which its control points hold, is farther from its start. */
function isWithin(points: Point[], tolerance: number): boolean {
  const [x, y] = points[0]!;
  return points.every((point) => hypot(point[0] - x, point[1] - y) <= tolerance);
}

/** The largest weight over the smallest, where all of them are positive; else Infinity. */
export function weightSpread(weights: ArrayLike<number>): number {
  let [least, most] = [weights[0]!, weights[0]!];
  for (let i = 1; i < weights.length; i++) {
    least = Math.min(least, weights[i]!);
    most = Math.max(most, weights[i]!);
  }
  return least > 0 ? most / least : Infinity;
}

function reachesOut({ min_x, min_y, max_x, max_y }: Bounds, points: Point[], axis: 0 | 1): boolean {
  const least = axis === 0 ? min_x : min_y;
  const most = axis === 0 ? max_x : max_y;
  for (const point of points) if (point[axis] < least || point[axis] > most) return true;
  return false;
}
