/** Area, length, bounds and points of curves end to end. The first three are exact, the points keep a tolerance. */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { emptyBounds, grow } from "../../../base/geometry/box.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { tidy } from "../basis/tidy.ts";
import { type Curve, curveArea, curveLength, curveSteps, flattenCurve, growByCurve } from "./curves.ts";
import type { FlatRing } from "./flat-ring.ts";

/** Curves end to end: a list of them, or whatever shows them one at a time. */
export interface CurveRun {
  readonly length: number;
  at(i: number): Curve | undefined;
}

/** Length of all curves; joined gaps count, since they are cut. */
export function pathLength(curves: CurveRun, closed: boolean): number {
  return gapLength(curves, closed) + drawnLength(curves);
}

/** Length of the gaps between curves, the one that closes them included. */
export function gapLength(curves: CurveRun, closed: boolean): number {
  return sumOfGaps(curves, closed, (x0, y0, x1, y1) => hypot(x1 - x0, y1 - y0));
}

/** Length of all curves, without the gaps between them. */
export function drawnLength(curves: CurveRun): number {
  let length = 0;
  for (let i = 0; i < curves.length; i++) length += curveLength(curves.at(i)!);
  return length;
}

/** Signed area inside a closed path. */
export function pathArea(curves: CurveRun): number {
  // Seen from a point of the path itself, a part far from the origin keeps its digits.
  const { x0: ox, y0: oy } = curves.at(0)!;
  const triangle = (x0: number, y0: number, x1: number, y1: number) =>
    ((x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)) / 2;
  let area = sumOfGaps(curves, true, triangle);
  for (let i = 0; i < curves.length; i++) area += curveArea(curves.at(i)!, ox, oy);
  return area;
}

export function pathBounds(curves: CurveRun): Bounds {
  const bounds = emptyBounds();
  // The ends first: most curves then lie amid what is known, which is soon seen.
  for (let i = 0; i < curves.length; i++) {
    const { x0, y0 } = curves.at(i)!;
    grow(bounds, x0, y0);
  }
  for (let i = 0; i < curves.length; i++) growByCurve(bounds, curves.at(i)!);
  return bounds;
}

/** How many points the path becomes at a tolerance. */
export function pathSteps(curves: CurveRun, tolerance: number): number {
  let steps = 1;
  for (let i = 0; i < curves.length; i++) steps += curveSteps(curves.at(i)!, tolerance);
  return steps;
}

/** Points along the path, a closed one with its first point repeated; ends closer than `weld` become one point. */
export function pathPoints(curves: CurveRun, closed: boolean, tolerance: number, weld: number): FlatRing {
  const { x0, y0 } = curves.at(0)!;
  const points = [x0, y0];
  const isOff = (x: number, y: number) => {
    const [dx, dy] = [points[points.length - 2]! - x, points[points.length - 1]! - y];
    return (dx !== 0 || dy !== 0) && hypot(dx, dy) > weld;
  };
  // However coarse, a ring is no less than a triangle.
  const least = closed && curves.length < 3 ? 4 / curves.length : 1;
  for (let i = 0; i < curves.length; i++) {
    const curve = curves.at(i)!;
    if (isOff(curve.x0, curve.y0)) points.push(curve.x0, curve.y0);
    flattenCurve(curve, tolerance, points, least);
  }
  if (closed) {
    if (points.length > 6 && !isOff(x0, y0)) points.length -= 2;
    points.push(x0, y0);
  }
  for (let i = 0; i < points.length; i++) points[i] = tidy(points[i]!);
  return points;
}

/** Adds up a measure over the straight gaps between one curve's end and the next one's start. */
function sumOfGaps(
  curves: CurveRun,
  closed: boolean,
  measure: (x0: number, y0: number, x1: number, y1: number) => number,
): number {
  let sum = 0;
  let { x1, y1 } = curves.at(closed ? -1 : 0)!;
  for (let i = closed ? 0 : 1; i < curves.length; i++) {
    const next = curves.at(i)!;
    if (next.x0 !== x1 || next.y0 !== y1) sum += measure(x1, y1, next.x0, next.y0);
    x1 = next.x1;
    y1 = next.y1;
  }
  return sum;
}
