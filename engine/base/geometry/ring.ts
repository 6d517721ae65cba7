/** Plane geometry of rings in millimetres, y up. A ring here may come closed or open. */
import type { Bounds, Point, Ring } from "../contract/values/geometry.ts";
import { distance } from "./segment.ts";
import { sincos } from "./trig/sines.ts";

/** The ring without consecutive duplicates and without the repeated last point; points of two numbers are shared. */
export function openRing(ring: readonly Point[]): Ring {
  const open = isBare(ring) ? ring.slice() : withoutRepeats(ring);
  const first = open[0];
  const last = open[open.length - 1];
  if (open.length > 1 && first![0] === last![0] && first![1] === last![1]) open.pop();
  return open;
}

/** True when no two consecutive points are one and each is two numbers, which is the rule and soon seen. */
function isBare(ring: readonly Point[]): boolean {
  for (let i = 0; i < ring.length; i++) {
    const point = ring[i]!;
    if (point.length !== 2) return false;
    if (i > 0 && ring[i - 1]![0] === point[0] && ring[i - 1]![1] === point[1]) return false;
  }
  return true;
}

function withoutRepeats(ring: readonly Point[]): Ring {
  const kept: Ring = [];
  for (const point of ring) {
    const [x, y] = point;
    const last = kept.at(-1);
    if (!last || last[0] !== x || last[1] !== y) kept.push(point.length === 2 ? point : [x, y]);
  }
  return kept;
}

/** The ring with its first point repeated at the end. */
export function closeRing(open: readonly Point[]): Ring {
  return open.length === 0 ? [] : [...open, open[0]!].map(([x, y]) => [x, y]);
}

/** Area by the shoelace formula, positive when counter-clockwise; taken about the first point to keep digits. */
export function signedArea(ring: readonly Point[]): number {
  const [ox, oy] = ring[0] ?? [0, 0];
  let doubled = 0;
  let [ax, ay] = [0, 0];
  // The last edge ends in the first point, so it adds nothing, and nor does the first.
  for (let i = 1; i < ring.length; i++) {
    const point = ring[i]!;
    const bx = point[0] - ox;
    const by = point[1] - oy;
    doubled += ax * by - bx * ay;
    ax = bx;
    ay = by;
  }
  return doubled / 2;
}

/** An open copy that turns counter-clockwise (`ccw`) or clockwise. */
export function orientedRing(ring: readonly Point[], ccw: boolean): Ring {
  const open = openRing(ring);
  return signedArea(open) >= 0 === ccw ? open : open.reverse();
}

/** Length of the outline, from the last point to the first as well. */
export function ringPerimeter(ring: readonly Point[]): number {
  let sum = 0;
  let [fromX, fromY] = ring.at(-1) ?? [0, 0];
  for (let i = 0; i < ring.length; i++) {
    const [x, y] = ring[i]!;
    sum += Math.sqrt((x - fromX) ** 2 + (y - fromY) ** 2);
    [fromX, fromY] = [x, y];
  }
  return sum;
}

/** Length of a line from its first point to its last. */
export function lineLength(points: readonly Point[]): number {
  return points.reduce((sum, point, i) => sum + (i === 0 ? 0 : distance(points[i - 1]!, point)), 0);
}

/** True for an open ring that turns counter-clockwise and never to the right. */
export function isConvex(ring: readonly Point[]): boolean {
  let [ax, ay] = ring.at(-1)!;
  for (let i = 0; i < ring.length; i++) {
    const [x, y] = ring[i]!;
    const [bx, by] = ring[i + 1 === ring.length ? 0 : i + 1]!;
    if (!((x - ax) * (by - y) - (y - ay) * (bx - x) >= 0)) return false;
    [ax, ay] = [x, y];
  }
  return true;
}

/** Bounding box of at least one point. */
export function pointBounds(points: readonly Point[]): Bounds {
  let [min_x, min_y, max_x, max_y] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    min_x = Math.min(min_x, point[0]);
    min_y = Math.min(min_y, point[1]);
    max_x = Math.max(max_x, point[0]);
    max_y = Math.max(max_y, point[1]);
  }
  return { min_x, min_y, max_x, max_y };
}

/** Mirror (x to -x) if any, then rotate counter-clockwise about the origin by the angle with this cosine and sine. */
export interface RigidTurn {
  cos: number;
  sin: number;
  mirrored: boolean;
}

export function turnPoint([x, y]: Point, { cos, sin, mirrored }: RigidTurn): Point {
  const side = mirrored ? -x : x;
  return [side * cos - y * sin, side * sin + y * cos];
}

/** Bounding box of at least one point, turned. */
export function turnedBounds(points: readonly Point[], { cos, sin, mirrored }: RigidTurn): Bounds {
  let [min_x, min_y, max_x, max_y] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    const [given, y] = points[i]!;
    const side = mirrored ? -given : given;
    const x = side * cos - y * sin;
    const up = side * sin + y * cos;
    min_x = Math.min(min_x, x);
    min_y = Math.min(min_y, up);
    max_x = Math.max(max_x, x);
    max_y = Math.max(max_y, up);
  }
  return { min_x, min_y, max_x, max_y };
}

/** Longest side of the bounding box. */
export function longestSide(ring: readonly Point[]): number {
  const { min_x, min_y, max_x, max_y } = pointBounds(ring);
  return Math.max(max_x - min_x, max_y - min_y);
}

/** Cosine and sine of an angle in degrees, exact at the multiples of 90. */
export function rotation(degrees: number): { cos: number; sin: number } {
  const turn = ((degrees % 360) + 360) % 360;
  if (turn === 0) return { cos: 1, sin: 0 };
  if (turn === 90) return { cos: 0, sin: 1 };
  if (turn === 180) return { cos: -1, sin: 0 };
  if (turn === 270) return { cos: 0, sin: -1 };
  return { ...sincos((turn * Math.PI) / 180) };
}

/** Rotates counter-clockwise about the origin, then moves by (x, y): the meaning of a placement. */
export function placeRing(ring: readonly Point[], x: number, y: number, degrees: number): Ring {
  const { cos, sin } = rotation(degrees);
  return ring.map(([px, py]) => [px * cos - py * sin + x, px * sin + py * cos + y]);
}
