/**
 * Polynomials from 0 to 1 in Bernstein's form, each coefficient times its binomial: so written, values and Wronskians
 * need no binomials any more, and nothing cancels but what cancels in the curve.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";

/** Weights, those of a curve without any being 1. The heaviest counts as 1: only their ratios matter. */
export function weightCoefficients(points: Point[], weights: number[] | null): number[] {
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

/** One coordinate times weight, seen from the first control point. */
export function homogeneous(points: Point[], ws: number[], axis: 0 | 1): number[] {
  const origin = points[0]![axis];
  const values: number[] = [];
  for (let i = 0; i < points.length; i++) values.push((points[i]![axis] - origin) * ws[i]!);
  return values;
}

/** A'B − AB', of twice the degree less two: two terms of the highest power cancel. */
export function wronskian(as: number[], bs: number[]): number[] {
  const values = new Array<number>(Math.max(1, 2 * as.length - 3)).fill(0);
  for (let i = 1; i < as.length; i++) {
    for (let j = 0; j < i; j++) values[i + j - 1]! += (i - j) * (as[i]! * bs[j]! - as[j]! * bs[i]!);
  }
  return values;
}

/** By Horner's rule. */
export function valueAt(values: number[], t: number): number {
  const s = 1 - t;
  let sum = values[0]!;
  let power = t;
  for (let i = 1; i < values.length; i++) {
    sum = sum * s + values[i]! * power;
    power *= t;
  }
  return sum;
}

/** Coefficients without their binomials; the polynomial lies between the least and the greatest of them. */
export function hullOf(values: number[]): number[] {
  const degree = values.length - 1;
  let binomial = 1;
  return values.map((value, i) => {
    const own = value / binomial;
    binomial = (binomial * (degree - i)) / (i + 1);
    return own;
  });
}

export function signChanges(values: number[]): number {
  let changes = 0;
  let last = 0;
  for (const value of values) {
    if (value * last < 0) changes++;
    if (value !== 0) last = Math.sign(value);
  }
  return changes;
}

/** Hulls of the two pieces before and behind a parameter, by de Casteljau. */
export function splitHull(hull: readonly number[], at: number): [left: number[], right: number[]] {
  const left = new Array<number>(hull.length);
  // Each round leaves its last coefficient where it belongs, and its first one in front.
  const right = hull.slice();
  for (let end = right.length; end > 0; end--) {
    left[right.length - end] = right[0]!;
    for (let i = 0; i + 1 < end; i++) right[i] = right[i]! + at * (right[i + 1]! - right[i]!);
  }
  return [left, right];
}
