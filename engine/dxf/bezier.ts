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
  return !weights && points.length === 4 ? cubicState(points, t) : anyState(points, weights, t);
}

/** Nearly all curves of drawings are plain cubics, and measuring them is most of the work. */
function cubicState(points: Point[], t: number): BezierState {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  const [p, q, r] = [3 * s * s, 6 * s * t, 3 * t * t];
  return {
    x: a * k[0] + b * l[0] + c * m[0] + d * n[0],
    y: a * k[1] + b * l[1] + c * m[1] + d * n[1],
    dx: p * (l[0] - k[0]) + q * (m[0] - l[0]) + r * (n[0] - m[0]),
    dy: p * (l[1] - k[1]) + q * (m[1] - l[1]) + r * (n[1] - m[1]),
  };
}

/** By de Casteljau in homogeneous coordinates. */
function anyState(points: Point[], weights: number[] | null, t: number): BezierState {
  const last = points.length - 1;
  const xs = points.map(([x], i) => x * (weights?.[i] ?? 1));
  const ys = points.map(([, y], i) => y * (weights?.[i] ?? 1));
  const ws = weights ? [...weights] : null;
  for (let level = last; level > 1; level--) {
    for (let i = 0; i < level; i++) {
      xs[i] = xs[i]! + t * (xs[i + 1]! - xs[i]!);
      ys[i] = ys[i]! + t * (ys[i + 1]! - ys[i]!);
      if (ws) ws[i] = ws[i]! + t * (ws[i + 1]! - ws[i]!);
    }
  }
  const stepX = xs[1]! - xs[0]!;
  const stepY = ys[1]! - ys[0]!;
  const x = xs[0]! + t * stepX;
  const y = ys[0]! + t * stepY;
  if (!ws) return { x, y, dx: last * stepX, dy: last * stepY };
  const stepW = ws[1]! - ws[0]!;
  const w = ws[0]! + t * stepW;
  return {
    x: x / w,
    y: y / w,
    dx: (last * (stepX - (x / w) * stepW)) / w,
    dy: (last * (stepY - (y / w) * stepW)) / w,
  };
}

export function bezierLength(points: Point[], weights: number[] | null): number {
  const speed = (t: number) => {
    const { dx, dy } = bezierState(points, weights, t);
    return Math.hypot(dx, dy);
  };
  return integrate(speed, 0, 1);
}

/** Area between the curve and its chord, positive where the curve runs counter-clockwise around it. */
export function bezierSegmentArea(points: Point[], weights: number[] | null): number {
  // Seen from the first point, the chord back to it sweeps no area.
  const [ox, oy] = points[0]!;
  const sector = (t: number) => {
    const { x, y, dx, dy } = bezierState(points, weights, t);
    return (x - ox) * dy - (y - oy) * dx;
  };
  return (weights ? integrate(sector, 0, 1) : integratePolynomial(sector, points.length - 1)) / 2;
}

/**
 * Exact bounds: a curve lies inside the hull of its control points, so halving stops where the hull adds nothing to
 * what is known already.
 */
export function growByBezier(bounds: Bounds, points: Point[], weights: number[] | null): void {
  const first = points[0]!;
  const last = points.at(-1)!;
  for (const [x, y] of [first, last]) grow(bounds, x, y);
  if (!weights && points.length === 4) {
    growByCubic(bounds, points);
    return;
  }
  const tolerance = 1e-10 * (Math.abs(first[0]) + Math.abs(first[1]) + hullSize(points));
  const pending = [{ points, weights, depth: 0 }];
  for (let piece = pending.pop(); piece; piece = pending.pop()) {
    if (!reachesOut(bounds, piece.points, tolerance) || piece.depth > 40) continue;
    const [left, right] = halve(piece.points, piece.weights);
    grow(bounds, ...left.points.at(-1)!);
    pending.push({ ...left, depth: piece.depth + 1 }, { ...right, depth: piece.depth + 1 });
  }
}

/** A cubic turns back where its derivative, a quadratic, is zero. */
function growByCubic(bounds: Bounds, points: Point[]): void {
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
      const { x, y } = cubicState(points, t);
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
  const spread = weights ? Math.max(...weights) / Math.min(...weights) : 1;
  return Math.max(1, Math.ceil(steps * spread));
}

interface Piece {
  points: Point[];
  weights: number[] | null;
}

/** The two halves of a curve, by de Casteljau at one half. */
function halve(points: Point[], weights: number[] | null): [Piece, Piece] {
  const count = points.length;
  const w = weights ? [...weights] : new Array<number>(count).fill(1);
  const x = points.map((point, i) => point[0] * w[i]!);
  const y = points.map((point, i) => point[1] * w[i]!);
  const left: Piece = { points: [], weights: weights && [] };
  const right: Piece = { points: [], weights: weights && [] };
  for (let level = count - 1; level >= 0; level--) {
    left.points.push([x[0]! / w[0]!, y[0]! / w[0]!]);
    left.weights?.push(w[0]!);
    right.points.push([x[level]! / w[level]!, y[level]! / w[level]!]);
    right.weights?.push(w[level]!);
    for (let i = 0; i < level; i++) {
      x[i] = (x[i]! + x[i + 1]!) / 2;
      y[i] = (y[i]! + y[i + 1]!) / 2;
      w[i] = (w[i]! + w[i + 1]!) / 2;
    }
  }
  right.points.reverse();
  right.weights?.reverse();
  return [left, right];
}

function reachesOut(bounds: Bounds, points: Point[], tolerance: number): boolean {
  return points.some(
    (point) =>
      point[0] < bounds.min_x - tolerance ||
      point[0] > bounds.max_x + tolerance ||
      point[1] < bounds.min_y - tolerance ||
      point[1] > bounds.max_y + tolerance,
  );
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
