/** Area, length, bounds and points of curves end to end. The first three are exact, the points keep a tolerance. */
import type { Bounds } from "../contract/geometry.ts";
import { grow } from "./bezier.ts";
import { type Curve, curveArea, curveLength, curveSteps, flattenCurve, growByCurve } from "./curves.ts";
import type { FlatRing } from "./flatring.ts";
import { tidy } from "./tidy.ts";

/** Length of all curves; joined gaps count, since they are cut. */
export function pathLength(curves: Curve[], closed: boolean): number {
  let length = sumOfGaps(curves, closed, distance);
  for (const curve of curves) length += curveLength(curve);
  return length;
}

/** Signed area inside a closed path. */
export function pathArea(curves: Curve[]): number {
  // Seen from a point of the path itself, a part far from the origin keeps its digits.
  const { x0: ox, y0: oy } = curves[0]!;
  const triangle = (x0: number, y0: number, x1: number, y1: number) =>
    ((x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)) / 2;
  let area = sumOfGaps(curves, true, triangle);
  for (const curve of curves) area += curveArea(curve, ox, oy);
  return area;
}

export function emptyBounds(): Bounds {
  return { min_x: Infinity, min_y: Infinity, max_x: -Infinity, max_y: -Infinity };
}

export function pathBounds(curves: Curve[]): Bounds {
  const bounds = emptyBounds();
  // The ends first: most curves then lie amid what is known, which is soon seen.
  for (const { x0, y0 } of curves) grow(bounds, x0, y0);
  for (const curve of curves) growByCurve(bounds, curve);
  return bounds;
}

/** How many points the path becomes at a tolerance. */
export function pathSteps(curves: Curve[], tolerance: number): number {
  let steps = 1;
  for (const curve of curves) steps += curveSteps(curve, tolerance);
  return steps;
}

/** Points along the path, a closed one with its first point repeated; ends closer than `weld` become one point. */
export function pathPoints(curves: Curve[], closed: boolean, tolerance: number, weld: number): FlatRing {
  const { x0, y0 } = curves[0]!;
  const points = [x0, y0];
  const fromEnd = (x: number, y: number) => Math.hypot(points.at(-2)! - x, points.at(-1)! - y);
  for (const curve of curves) {
    if (fromEnd(curve.x0, curve.y0) > weld) points.push(curve.x0, curve.y0);
    flattenCurve(curve, tolerance, points);
  }
  if (closed) {
    if (points.length > 6 && fromEnd(x0, y0) <= weld) points.length -= 2;
    points.push(x0, y0);
  }
  for (let i = 0; i < points.length; i++) points[i] = tidy(points[i]!);
  // Arrays that have grown keep room for more, and a drawing has a hundred thousand of them.
  return points.slice();
}

function distance(x0: number, y0: number, x1: number, y1: number): number {
  return Math.hypot(x1 - x0, y1 - y0);
}

/** Adds up a measure over the straight gaps between one curve's end and the next one's start. */
function sumOfGaps(
  curves: Curve[],
  closed: boolean,
  measure: (x0: number, y0: number, x1: number, y1: number) => number,
): number {
  let sum = 0;
  for (let i = closed ? 0 : 1; i < curves.length; i++) {
    const { x1, y1 } = curves[i === 0 ? curves.length - 1 : i - 1]!;
    const { x0, y0 } = curves[i]!;
    if (x0 !== x1 || y0 !== y1) sum += measure(x1, y1, x0, y0);
  }
  return sum;
}
