/**
 * How does a Bézier curve with weights move, and where does it turn back?
 *
 * In homogeneous coordinates X, Y, W seen from the first control point, velocity and swept area are Wronskians over W²:
 * x' = (X'W − XW') / W², xy' − yx' = (XY' − YX') / W². Coefficients are kept times their binomials, so that in
 * u = t / (1 − t) a Wronskian of A and B has (i − j)·(A(i)·B(j) − A(j)·B(i)) at u^(i + j − 1). The differences are taken
 * once and of control points: a curve far from the origin loses no digits.
 */
import type { Point } from "../../contract/geometry.ts";

/** Of parameters: where the curve turns back it stands still, and its place has twice the digits of the parameter. */
const NARROW = 1e-14;

/** By t. */
export function speedOf(points: Point[], weights: number[] | null): (t: number) => number {
  if (weights && points.length === 4) return cubicSpeed(points, weights);
  const ws = scaledWeights(points, weights);
  const xs = wronskian(homogeneous(points, ws, 0), ws);
  const ys = wronskian(homogeneous(points, ws, 1), ws);
  return (t) => {
    const w = valueAt(ws, t);
    return Math.hypot(valueAt(xs, t), valueAt(ys, t)) / w / w;
  };
}

/** Twice the area that the line from the first control point sweeps per parameter, by t. */
export function sweepOf(points: Point[], weights: number[] | null): (t: number) => number {
  if (weights && points.length === 4) return cubicSweep(points, weights);
  const ws = scaledWeights(points, weights);
  const swept = wronskian(homogeneous(points, ws, 1), homogeneous(points, ws, 0));
  return (t) => {
    const w = valueAt(ws, t);
    return valueAt(swept, t) / w / w;
  };
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

/** Parameters between the ends where the curve turns back along an axis. */
export function turningPoints(points: Point[], weights: number[] | null, axis: 0 | 1): number[] {
  const ws = scaledWeights(points, weights);
  const velocity = wronskian(homogeneous(points, ws, axis), ws);
  const turns: number[] = [];
  const pending = [{ hull: unscaled(velocity), low: 0, high: 1 }];
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
      const [left, right] = halve(hull);
      if (right[0] === 0) turns.push(middle);
      pending.push({ hull: left, low, high: middle }, { hull: right, low: middle, high });
    }
  }
  return turns;
}

/** Times binomials. The heaviest weight counts as 1: only their ratios matter. */
function scaledWeights(points: Point[], weights: number[] | null): number[] {
  let heaviest = 0;
  if (weights) for (const weight of weights) heaviest = Math.max(heaviest, weight);
  const scaled: number[] = [];
  let binomial = 1;
  for (let i = 0; i < points.length; i++) {
    scaled.push(weights ? (weights[i]! / heaviest) * binomial : binomial);
    binomial = (binomial * (points.length - 1 - i)) / (i + 1);
  }
  return scaled;
}

/** One coordinate, seen from the first control point. */
function homogeneous(points: Point[], ws: number[], axis: 0 | 1): number[] {
  const origin = points[0]![axis];
  const values: number[] = [];
  for (let i = 0; i < points.length; i++) values.push((points[i]![axis] - origin) * ws[i]!);
  return values;
}

/** A'B − AB', of twice the degree less two: two terms of the highest power cancel. */
function wronskian(as: number[], bs: number[]): number[] {
  const values = new Array<number>(Math.max(1, 2 * as.length - 3)).fill(0);
  for (let i = 1; i < as.length; i++) {
    for (let j = 0; j < i; j++) values[i + j - 1]! += (i - j) * (as[i]! * bs[j]! - as[j]! * bs[i]!);
  }
  return values;
}

/** Horner's rule for coefficients times binomials: nothing cancels but what cancels in the curve. */
function valueAt(values: number[], t: number): number {
  const s = 1 - t;
  let sum = values[0]!;
  let power = t;
  for (let i = 1; i < values.length; i++) {
    sum = sum * s + values[i]! * power;
    power *= t;
  }
  return sum;
}

/** Bernstein coefficients without the binomials. */
function unscaled(values: number[]): number[] {
  const degree = values.length - 1;
  let binomial = 1;
  return values.map((value, i) => {
    const own = value / binomial;
    binomial = (binomial * (degree - i)) / (i + 1);
    return own;
  });
}

function signChanges(values: number[]): number {
  let changes = 0;
  let last = 0;
  for (const value of values) {
    if (value * last < 0) changes++;
    if (value !== 0) last = Math.sign(value);
  }
  return changes;
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

/** Bernstein coefficients of the two halves, by de Casteljau. */
function halve(hull: number[]): [left: number[], right: number[]] {
  const left = new Array<number>(hull.length);
  // Each round leaves its last coefficient where it belongs, and its first one in front.
  const right = hull.slice();
  for (let end = right.length; end > 0; end--) {
    left[right.length - end] = right[0]!;
    for (let i = 0; i + 1 < end; i++) right[i] = (right[i]! + right[i + 1]!) / 2;
  }
  return [left, right];
}
