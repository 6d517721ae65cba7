/** Distances and angles of places and lines in the plane. */
import type { Ends } from "../../../base/contract/values/curves.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";

export type { Ends };

export const startOf = ({ x0, y0 }: Ends): Point => [x0, y0];

export const endsOf = ({ x0, y0, x1, y1 }: Ends): [Point, Point] => [
  [x0, y0],
  [x1, y1],
];

export function curveMiddle({ x0, y0, x1, y1 }: Ends): Point {
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

export function between([x, y]: Point, [u, v]: Point): number {
  return hypot(u - x, v - y);
}

export function distanceTo({ x0, y0, x1, y1 }: Ends, x: number, y: number): number {
  return nearestOnLine(x0, y0, x1, y1, x, y).distance;
}

/** Place on a line or curve that is nearest to another: its fraction, and its distance. */
export interface NearestPoint {
  t: number;
  distance: number;
}

export function nearestOnLine(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x: number,
  y: number,
): NearestPoint {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const t = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  return { t, distance: hypot(x0 + t * dx - x, y0 + t * dy - y) };
}
