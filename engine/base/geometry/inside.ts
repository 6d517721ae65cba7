/**
 * Point in polygon by crossings of a horizontal ray, one rule for all: an edge counts when exactly one of its ends lies
 * above the ray, so a vertex on the ray counts once. For a point on an edge the answer is either: whoever must know
 * measures its distance from the edge.
 */
import type { Point, Ring } from "../contract/values/geometry.ts";

/**
 * How the edge a-b crosses the ray from (x, y) to the right: 1 upwards, -1 downwards, 0 not at all. An odd number of
 * crossings means inside; their sum over a ring is its winding number.
 */
export function rayCrossing(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  if (ay > y === by > y) return 0;
  const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  if (by > ay) return side > 0 ? 1 : 0;
  return side < 0 ? -1 : 0;
}

/** Tells whether a point lies inside a ring, which may come closed or open, by the even-odd rule. */
export function insideRing(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j]!, ring[i]!];
    if (rayCrossing(x, y, a[0], a[1], b[0], b[1]) !== 0) inside = !inside;
  }
  return inside;
}

/** Tells whether a point lies inside the area of several rings, holes among them, by the even-odd rule over all. */
export function insideRings(rings: readonly Ring[], x: number, y: number): boolean {
  return rings.filter((ring) => insideRing(ring, x, y)).length % 2 === 1;
}

/** Finds where the horizontal line at `y` runs inside the rings (even-odd), as pairs from, to in ascending order. */
export function insideSpans(rings: readonly Ring[], y: number): [from: number, to: number][] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i]!;
      const [bx, by] = ring[j]!;
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) * (bx - ax)) / (by - ay));
    }
  }
  crossings.sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i]!, crossings[i + 1]!]);
  return spans;
}
