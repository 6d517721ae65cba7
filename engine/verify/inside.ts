/** The judges' own point in polygon. For a point on an edge the answer is either. */
import type { Ring } from "../base/contract/values/geometry.ts";

/** Tells whether the edge a-b crosses the ray from (x, y) to the right; a vertex on the ray counts once. */
export function crossesRay(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  if (ay > y === by > y) return false;
  const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  return by > ay ? turn > 0 : turn < 0;
}

/** Tells whether a point lies inside a ring by the even-odd rule. */
export function insideRing(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[i + 1 === ring.length ? 0 : i + 1]!;
    if (crossesRay(x, y, ax, ay, bx, by)) inside = !inside;
  }
  return inside;
}
