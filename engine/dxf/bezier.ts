/** Points, lengths, areas, bounds and steps of a Bézier curve of any degree, rational where weights are given. */
import type { Bounds, Point } from "../contract/geometry.ts";
import { integrate, integratePolynomial } from "./integrate.ts";

export interface BezierState {
  x: number;
  y: number;
  /** Derivative by the parameter. */
  dx: number;
  dy: number;
}

/** Position and velocity at t. */
export function bezierState(points: Point[], weights: number[] | null, t: number): BezierState {
  return bezierStates(points, weights)(t);
}

/** Position and velocity by t, for many places on one curve: each answer is gone with the next question. */
function bezierStates(points: Point[], weights: number[] | null): (t: number) => BezierState {
  if (points.length !== 4) return anyStates(points, weights);
  return weights ? rationalCubicStates(points, weights) : cubicStates(points);
}

/** Nearly all curves of drawings are plain cubics, and measuring them is most of the work. */
function cubicStates(points: Point[]): (t: number) => BezierState {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  return (t) => {
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    const [p, q, r] = [3 * s * s, 6 * s * t, 3 * t * t];
    return {
      x: a * k[0] + b * l[0] + c * m[0] + d * n[0],
      y: a * k[1] + b * l[1] + c * m[1] + d * n[1],
      dx: p * (l[0] - k[0]) + q * (m[0] - l[0]) + r * (n[0] - m[0]),
      dy: p * (l[1] - k[1]) + q * (m[1] - l[1]) + r * (n[1] - m[1]),
    };
  };
}

/** The same with a third coordinate, by which the others are divided. */
function rationalCubicStates(points: Point[], weights: number[]): (t: number) => BezierState {
  const [k, l, m, n] = weights as [number, number, number, number];
  const [kp, lp, mp, np] = points as [Point, Point, Point, Point];
  const [kx, lx, mx, nx] = [kp[0] * k, lp[0] * l, mp[0] * m, np[0] * n];
  const [ky, ly, my, ny] = [kp[1] * k, lp[1] * l, mp[1] * m, np[1] * n];
  const state = { x: 0, y: 0, dx: 0, dy: 0 };
  return (t) => {
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    const [p, q, r] = [3 * s * s, 6 * s * t, 3 * t * t];
    const w = a * k + b * l + c * m + d * n;
    const dw = p * (l - k) + q * (m - l) + r * (n - m);
    state.x = (a * kx + b * lx + c * mx + d * nx) / w;
    state.y = (a * ky + b * ly + c * my + d * ny) / w;
    state.dx = (p * (lx - kx) + q * (mx - lx) + r * (nx - mx) - state.x * dw) / w;
    state.dy = (p * (ly - ky) + q * (my - ly) + r * (ny - my) - state.y * dw) / w;
    return state;
  };
}

/** By de Casteljau in homogeneous coordinates. */
function anyStates(points: Point[], weights: number[] | null): (t: number) => BezierState {
  const last = points.length - 1;
  const xs = new Float64Array(last + 1);
  const ys = new Float64Array(last + 1);
  const ws = new Float64Array(last + 1);
  const state = { x: 0, y: 0, dx: 0, dy: 0 };
  return (t) => {
    for (let i = 0; i <= last; i++) {
      const w = weights ? weights[i]! : 1;
      xs[i] = points[i]![0] * w;
      ys[i] = points[i]![1] * w;
      ws[i] = w;
    }
    for (let level = last; level > 1; level--) {
      for (let i = 0; i < level; i++) {
        xs[i] = xs[i]! + t * (xs[i + 1]! - xs[i]!);
        ys[i] = ys[i]! + t * (ys[i + 1]! - ys[i]!);
        ws[i] = ws[i]! + t * (ws[i + 1]! - ws[i]!);
      }
    }
    const [stepX, stepY, stepW] = [xs[1]! - xs[0]!, ys[1]! - ys[0]!, ws[1]! - ws[0]!];
    const w = ws[0]! + t * stepW;
    state.x = (xs[0]! + t * stepX) / w;
    state.y = (ys[0]! + t * stepY) / w;
    state.dx = (last * (stepX - state.x * stepW)) / w;
    state.dy = (last * (stepY - state.y * stepW)) / w;
    return state;
  };
}

export function bezierLength(points: Point[], weights: number[] | null): number {
  if (!weights && points.length === 4) return cubicLength(points);
  const states = bezierStates(points, weights);
  const speed = (t: number) => {
    const { dx, dy } = states(t);
    return Math.sqrt(dx * dx + dy * dy);
  };
  return integrate(speed, 0, 1);
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
  // Seen from the first point, the chord back to it sweeps no area.
  const [ox, oy] = points[0]!;
  const states = bezierStates(points, weights);
  const sector = (t: number) => {
    const { x, y, dx, dy } = states(t);
    return (x - ox) * dy - (y - oy) * dx;
  };
  return (weights ? integrate(sector, 0, 1) : integratePolynomial(sector, points.length - 1)) / 2;
}

/** The integral of half of position × velocity, written out in the control points seen from the first one. */
function cubicSegmentArea(points: Point[]): number {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  const [lx, ly, mx, my] = [l[0] - k[0], l[1] - k[1], m[0] - k[0], m[1] - k[1]];
  const [nx, ny] = [n[0] - k[0], n[1] - k[1]];
  return (3 * (lx * my - mx * ly) + 3 * (lx * ny - nx * ly) + 6 * (mx * ny - nx * my)) / 20;
}

/**
 * Exact bounds: a curve lies inside the hull of its control points, so halving stops where the hull adds nothing to
 * what is known already.
 */
export function growByBezier(bounds: Bounds, points: Point[], weights: number[] | null): void {
  const first = points[0]!;
  const last = points.at(-1)!;
  for (const [x, y] of [first, last]) grow(bounds, x, y);
  // Most curves of a drawing lie amid what is known of it.
  if (!reachesOut(bounds, points)) return;
  if (!weights && points.length === 4) {
    growByCubic(bounds, points);
    return;
  }
  const tolerance = 1e-10 * (Math.abs(first[0]) + Math.abs(first[1]) + hullSize(points));
  const pending = [{ hull: homogeneous(points, weights), depth: 0 }];
  for (let piece = pending.pop(); piece; piece = pending.pop()) {
    if (!hullReachesOut(bounds, piece.hull, tolerance) || piece.depth > 40) continue;
    const [left, right] = halve(piece.hull);
    grow(bounds, right[0]! / right[2]!, right[1]! / right[2]!);
    pending.push({ hull: left, depth: piece.depth + 1 }, { hull: right, depth: piece.depth + 1 });
  }
}

/** A cubic turns back where its derivative, a quadratic, is zero. */
function growByCubic(bounds: Bounds, points: Point[]): void {
  const states = cubicStates(points);
  for (const axis of [0, 1] as const) {
    const [p, q, r, s] = points.map((point) => point[axis]) as [number, number, number, number];
    const a = s - 3 * r + 3 * q - p;
    const b = r - 2 * q + p;
    const c = q - p;
    const root = Math.sqrt(Math.max(0, b * b - a * c));
    // Both roots by way of the one that loses no digits.
    const larger = b < 0 ? root - b : -root - b;
    for (const t of [larger / a, c / larger]) {
      if (!(t > 0 && t < 1)) continue;
      const { x, y } = states(t);
      grow(bounds, x, y);
    }
  }
}

/** How many equal parameter steps keep the chords within the tolerance of the curve. */
export function bezierSteps(points: Point[], weights: number[] | null, tolerance: number): number {
  const degree = points.length - 1;
  let bend = 0;
  for (let i = 2; i <= degree; i++) {
    const [a, b, c] = [points[i - 2]!, points[i - 1]!, points[i]!];
    const x = a[0] - 2 * b[0] + c[0];
    const y = a[1] - 2 * b[1] + c[1];
    bend = Math.max(bend, x * x + y * y);
  }
  const steps = Math.sqrt(((degree * (degree - 1)) / 8) * (Math.sqrt(bend) / tolerance));
  // Weights bunch the points of a rational curve; the ratio bounds how much longer the longest chord becomes.
  return Math.max(1, Math.ceil(weights ? steps * spreadOf(weights) : steps));
}

function spreadOf(weights: number[]): number {
  let [least, most] = [weights[0]!, weights[0]!];
  for (const weight of weights) {
    least = Math.min(least, weight);
    most = Math.max(most, weight);
  }
  return most / least;
}

/** x · weight, y · weight and weight of each control point. */
function homogeneous(points: Point[], weights: number[] | null): Float64Array {
  const hull = new Float64Array(3 * points.length);
  for (let i = 0; i < points.length; i++) {
    const weight = weights?.[i] ?? 1;
    hull[3 * i] = points[i]![0] * weight;
    hull[3 * i + 1] = points[i]![1] * weight;
    hull[3 * i + 2] = weight;
  }
  return hull;
}

/** The two halves of a curve, by de Casteljau at one half. */
function halve(hull: Float64Array): [left: Float64Array, right: Float64Array] {
  const left = new Float64Array(hull.length);
  // Each round leaves its last point where it belongs, and its first point in front.
  const right = hull.slice();
  for (let end = right.length; end > 0; end -= 3) {
    for (let axis = 0; axis < 3; axis++) left[right.length - end + axis] = right[axis]!;
    for (let i = 0; i + 3 < end; i++) right[i] = (right[i]! + right[i + 3]!) / 2;
  }
  return [left, right];
}

function hullReachesOut(bounds: Bounds, hull: Float64Array, tolerance: number): boolean {
  const { min_x, min_y, max_x, max_y } = bounds;
  for (let i = 0; i < hull.length; i += 3) {
    const x = hull[i]! / hull[i + 2]!;
    const y = hull[i + 1]! / hull[i + 2]!;
    if (x < min_x - tolerance || x > max_x + tolerance) return true;
    if (y < min_y - tolerance || y > max_y + tolerance) return true;
  }
  return false;
}

function reachesOut({ min_x, min_y, max_x, max_y }: Bounds, points: Point[]): boolean {
  for (const point of points) {
    if (point[0] < min_x || point[0] > max_x || point[1] < min_y || point[1] > max_y) return true;
  }
  return false;
}

function hullSize(points: Point[]): number {
  const [ox, oy] = points[0]!;
  return Math.max(...points.map(([x, y]) => Math.abs(x - ox) + Math.abs(y - oy)));
}

export function grow(bounds: Bounds, x: number, y: number): void {
  if (x < bounds.min_x) bounds.min_x = x;
  if (x > bounds.max_x) bounds.max_x = x;
  if (y < bounds.min_y) bounds.min_y = y;
  if (y > bounds.max_y) bounds.max_y = y;
}
