/**
 * How does a Bézier curve move, what does it sweep, and where does it turn back?
 *
 * In homogeneous coordinates X, Y, W, seen from the first control point, velocity and swept area are Wronskians over W²,
 * which is 1 throughout for a curve without weights: x' = (X'W − XW') / W², xy' − yx' = (XY' − YX') / W². With coefficients
 * times their binomials, in u = t / (1 − t) a Wronskian of A and B has (i − j)·(A(i)·B(j) − A(j)·B(i)) at u^(i + j − 1). The
 * differences are taken once and of control points: a curve far from the origin loses no digits.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import {
  homogeneous,
  hullOf,
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
  const xs = velocityAlong(points, weights, 0);
  const ys = velocityAlong(points, weights, 1);
  const ws = weightCoefficients(points, weights);
  return (t) => {
    const x = valueAt(xs, t);
    const y = valueAt(ys, t);
    const w = valueAt(ws, t);
    return Math.sqrt(x * x + y * y) / w / w;
  };
}

/** Twice the area that the line from the first control point to the curve sweeps. */
export function sweptArea(points: Point[], weights: number[] | null): number {
  const ws = weightCoefficients(points, weights);
  const swept = wronskian(homogeneous(points, ws, 1), homogeneous(points, ws, 0));
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

/** Change along each axis, times the square of the weights. */
function velocityAlong(points: Point[], weights: number[] | null, axis: 0 | 1): number[] {
  const ws = weightCoefficients(points, weights);
  return wronskian(homogeneous(points, ws, axis), ws);
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
