/** Distances and angles of places and lines in the plane. */
import type { Point } from "../../contract/values/geometry.ts";
import type { Ends } from "../curves/curves.ts";

/** How far a place lies outside of a polygon; less than 0 within. */
export function awayFromSides(corners: readonly Point[], at: Point): number {
  let isIn = false;
  let least = Infinity;
  corners.forEach(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % corners.length]!;
    const side = { x0, y0, x1, y1, length: Math.hypot(x1 - x0, y1 - y0) };
    least = Math.min(least, distanceTo(side, ...at));
    if (y0 > at[1] !== y1 > at[1] && at[0] < x0 + ((at[1] - y0) / (y1 - y0)) * (x1 - x0)) isIn = !isIn;
  });
  return isIn ? -least : least;
}

/** Between the ways from a place to two others, in degrees. */
export function angleAt([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [ux, uy, vx, vy] = [x0 - x, y0 - y, x1 - x, y1 - y];
  return (180 / Math.PI) * Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
}

export const endsOf = ({ x0, y0, x1, y1 }: Ends): Point[] => [
  [x0, y0],
  [x1, y1],
];

export function between([x, y]: Point, [u, v]: Point): number {
  return Math.hypot(u - x, v - y);
}

export function distanceTo(
  { x0, y0, x1, y1, length }: Ends & { length: number },
  x: number,
  y: number,
): number {
  const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length * length || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y);
}

/** Whether two lines cross. */
export function doCross(p: Ends, q: Ends): boolean {
  const isLeft = ({ x0, y0, x1, y1 }: Ends, x: number, y: number) =>
    (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0);
  const parts = (line: Ends, other: Ends) =>
    isLeft(line, other.x0, other.y0) !== isLeft(line, other.x1, other.y1);
  return parts(p, q) && parts(q, p);
}
