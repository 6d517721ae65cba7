/**
 * How does a Bézier curve move, what does it sweep, and where does it turn back?
 *
 * Without weights the velocity is a polynomial, and the swept area has a closed form. With weights, in homogeneous
 * coordinates X, Y, W seen from the first control point, both are Wronskians over W²:
 * x' = (X'W − XW') / W², xy' − yx' = (XY' − YX') / W². With coefficients times their binomials, in u = t / (1 − t) a
 * Wronskian of A and B has (i − j)·(A(i)·B(j) − A(j)·B(i)) at u^(i + j − 1). The differences are taken once and of
 * control points: a curve far from the origin loses no digits.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import {
  derivative,
  homogeneous,
  hullOf,
  integralOf,
  signChanges,
  splitHull,
  valueAt,
  weightCoefficients,
  wronskian,
} from "./bernstein.ts";
import { integrate } from "./integrate.ts";

/** Precision of parameters: where the curve turns back it stands still, and its place has twice the parameter's digits. */
const NARROW = 1e-14;

/** By t. */
export function speedOf(points: Point[], weights: number[] | null): (t: number) => number {
  if (weights && points.length === 4) return cubicSpeed(points, weights);
  const xs = velocityAlong(points, weights, 0);
  const ys = velocityAlong(points, weights, 1);
  const ws = weights && weightCoefficients(points, weights);
  return (t) => {
    const x = valueAt(xs, t);
    const y = valueAt(ys, t);
    const w = ws ? valueAt(ws, t) : 1;
    return Math.sqrt(x * x + y * y) / w / w;
  };
}

/** Twice the area that the line from the first control point to the curve sweeps. */
export function sweptArea(points: Point[], weights: number[] | null): number {
  if (weights && points.length === 4) return integrate(cubicSweep(points, weights), 0, 1);
  const ws = weightCoefficients(points, weights);
  const swept = wronskian(homogeneous(points, ws, 1), homogeneous(points, ws, 0));
  if (!weights) return integralOf(swept);
  const sweep = (t: number) => {
    const w = valueAt(ws, t);
    return valueAt(swept, t) / w / w;
  };
  return integrate(sweep, 0, 1);
}

/** Parameters between the ends where the curve turns back along an axis. */
export function turningPoints(points: Point[], weights: number[] | null, axis: 0 | 1): number[] {
  const velocity = velocityAlong(points, weights, axis);
  const turns: number[] = [];
  const pending = [{ hull: hullOf(velocity), low: 0, high: 1 }];
  for (let piece = pending.pop(); piece; piece = pending.pop()) {
    const { hull, low, high } = piece;
    // A polynomial has at most as many zeros between the ends as its coefficients change their sign.
    const changes = signChanges(hull);
    if (changes === 0) continue;
    const middle = (low + high) / 2;
    if (high - low < NARROW) turns.push(middle);
    else if (changes === 1) {
      const rising = hull.findLast((value) => value !== 0)! > 0;
      turns.push(signChange(velocity, rising, low, high));
    } else {
      const [left, right] = splitHull(hull, 0.5);
      if (right[0] === 0) turns.push(middle);
      pending.push({ hull: left, low, high: middle }, { hull: right, low: middle, high });
    }
  }
  return turns;
}

/** Change along each axis, times the square of the weights where there are any. */
function velocityAlong(points: Point[], weights: number[] | null, axis: 0 | 1): number[] {
  if (!weights) return derivative(points, axis);
  const ws = weightCoefficients(points, weights);
  return wronskian(homogeneous(points, ws, axis), ws);
}

/** Nearly all curves of drawings are cubics, and measuring them is most of the work: the same, written out. */
function cubicSpeed(points: Point[], weights: number[]): (t: number) => number {
  const { w0, w1, w2, w3, x1, x2, x3, y1, y2, y3 } = homogeneousCubic(points, weights);
  const [ax, bx, cx] = [w0 * x1, 2 * w0 * x2, 3 * w0 * x3 + w1 * x2 - w2 * x1];
  const [ay, by, cy] = [w0 * y1, 2 * w0 * y2, 3 * w0 * y3 + w1 * y2 - w2 * y1];
  const [dx, ex] = [2 * (w1 * x3 - w3 * x1), w2 * x3 - w3 * x2];
  const [dy, ey] = [2 * (w1 * y3 - w3 * y1), w2 * y3 - w3 * y2];
  return (t) => {
    const s = 1 - t;
    const [ss, st, tt] = [s * s, s * t, t * t];
    const x = ss * (ax * ss + bx * st + cx * tt) + tt * (dx * st + ex * tt);
    const y = ss * (ay * ss + by * st + cy * tt) + tt * (dy * st + ey * tt);
    const w = ss * (w0 * s + w1 * t) + tt * (w2 * s + w3 * t);
    return Math.sqrt(x * x + y * y) / w / w;
  };
}

function cubicSweep(points: Point[], weights: number[]): (t: number) => number {
  const { w0, w1, w2, w3, x1, x2, x3, y1, y2, y3 } = homogeneousCubic(points, weights);
  const [c, d, e] = [x1 * y2 - x2 * y1, 2 * (x1 * y3 - x3 * y1), x2 * y3 - x3 * y2];
  return (t) => {
    const s = 1 - t;
    const [ss, st, tt] = [s * s, s * t, t * t];
    const w = ss * (w0 * s + w1 * t) + tt * (w2 * s + w3 * t);
    return (tt * (c * ss + d * st + e * tt)) / w / w;
  };
}

/** Times binomials; seen from the first control point, whose own coordinates are 0. */
function homogeneousCubic(points: Point[], weights: number[]) {
  const [k, l, m, n] = points as [Point, Point, Point, Point];
  const [kw, lw, mw, nw] = weights as [number, number, number, number];
  const heaviest = Math.max(kw, lw, mw, nw);
  const [w0, w1, w2, w3] = [kw / heaviest, (3 * lw) / heaviest, (3 * mw) / heaviest, nw / heaviest];
  const [x1, x2, x3] = [w1 * (l[0] - k[0]), w2 * (m[0] - k[0]), w3 * (n[0] - k[0])];
  const [y1, y2, y3] = [w1 * (l[1] - k[1]), w2 * (m[1] - k[1]), w3 * (n[1] - k[1])];
  return { w0, w1, w2, w3, x1, x2, x3, y1, y2, y3 };
}

/** Where the only change of sign between two parameters is, by halving. */
function signChange(values: number[], rising: boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  while (high - low > NARROW) {
    const middle = (low + high) / 2;
    if (valueAt(values, middle) > 0 === rising) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
