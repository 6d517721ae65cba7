/** What lies inside a ring: a test for points, and a point to test with. */
import type { Point, Ring } from "../../contract/values/geometry.ts";

/** Crossing-number test; for points on the boundary the answer is either. */
export function insideRing([x, y]: Point, ring: Ring): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
}

/** Where the horizontal line at `y` is inside the rings (even-odd), as pairs from, to in ascending order. */
export function insideSpans(rings: Ring[], y: number): [from: number, to: number][] {
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

/**
 * A point well inside a ring that encloses an area: the middle of the widest span half-way between the two levels
 * of its vertices that lie furthest apart. Two rings that touch do not share it.
 */
export function interiorPoint(ring: Ring): Point {
  const levels = [...new Set(ring.map(([, y]) => y))].sort((a, b) => a - b);
  let low = 0;
  for (let i = 1; i + 1 < levels.length; i++)
    if (levels[i + 1]! - levels[i]! > levels[low + 1]! - levels[low]!) low = i;
  const y = (levels[low]! + levels[low + 1]!) / 2;
  const [first, ...others] = insideSpans([ring], y);
  const [from, to] = others.reduce(
    (best, span) => (span[1] - span[0] > best[1] - best[0] ? span : best),
    first!,
  );
  return [(from + to) / 2, y];
}
