/** Plane geometry of rings in millimetres, y up. A ring here may come closed or open. */
import type { Bounds, Point, Ring } from "../contract/values/geometry.ts";

/** The ring without consecutive duplicates and without the repeated last point; points of two numbers are shared. */
export function openRing(ring: readonly Point[]): Ring {
  const open: Ring = [];
  for (const point of ring) {
    const [x, y] = point;
    const last = open.at(-1);
    if (!last || last[0] !== x || last[1] !== y) open.push(point.length === 2 ? point : [x, y]);
  }
  const first = open[0];
  const last = open.at(-1);
  if (open.length > 1 && first![0] === last![0] && first![1] === last![1]) open.pop();
  return open;
}

/** The ring with its first point repeated at the end. */
export function closeRing(open: readonly Point[]): Ring {
  return open.length === 0 ? [] : [...open, open[0]!].map(([x, y]) => [x, y]);
}

/** Area by the shoelace formula, positive when counter-clockwise; taken about the first point to keep digits. */
export function signedArea(ring: readonly Point[]): number {
  const [ox, oy] = ring[0] ?? [0, 0];
  let doubled = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    doubled += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
  }
  return doubled / 2;
}

/** An open copy that turns counter-clockwise (`ccw`) or clockwise. */
export function orientedRing(ring: readonly Point[], ccw: boolean): Ring {
  const open = openRing(ring);
  return signedArea(open) >= 0 === ccw ? open : open.reverse();
}

/** Bounding box of at least one point. */
export function boundsOf(points: Iterable<Point>): Bounds {
  let [min_x, min_y, max_x, max_y] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    min_x = Math.min(min_x, x);
    min_y = Math.min(min_y, y);
    max_x = Math.max(max_x, x);
    max_y = Math.max(max_y, y);
  }
  return { min_x, min_y, max_x, max_y };
}

/** Longest side of the bounding box. */
export function sizeOf(ring: readonly Point[]): number {
  const { min_x, min_y, max_x, max_y } = boundsOf(ring);
  return Math.max(max_x - min_x, max_y - min_y);
}

/** Cosine and sine of an angle in degrees, exact at the multiples of 90. */
export function rotation(degrees: number): { cos: number; sin: number } {
  const turn = ((degrees % 360) + 360) % 360;
  if (turn === 0) return { cos: 1, sin: 0 };
  if (turn === 90) return { cos: 0, sin: 1 };
  if (turn === 180) return { cos: -1, sin: 0 };
  if (turn === 270) return { cos: 0, sin: -1 };
  const radians = (turn * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

/** Rotates counter-clockwise about the origin, then moves by (x, y): the meaning of a placement. */
export function placeRing(ring: readonly Point[], x: number, y: number, degrees: number): Ring {
  const { cos, sin } = rotation(degrees);
  return ring.map(([px, py]) => [px * cos - py * sin + x, px * sin + py * cos + y]);
}
