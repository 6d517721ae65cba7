/** A point well inside a ring, and the middle of a ring. */

import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { insideRing, insideSpans } from "../../../base/geometry/inside.ts";
import { pointBounds, signedArea } from "../../../base/geometry/ring.ts";
import { ringDistance } from "../../../base/geometry/segment.ts";

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

/** A place, and how far from a ring it is: negative outside. */
export interface InteriorPoint {
  at: Point;
  depth: number;
}

/**
 * Where a drill would be set in a ring: its centre of mass, unless it is deeper elsewhere. The deepest place, the pole of
 * inaccessibility, is looked for in squares that are quartered as long as one may hold a deeper one.
 */
export function deepestPoint(ring: Ring): InteriorPoint {
  const { min_x, min_y, max_x, max_y } = pointBounds(ring);
  const size = Math.max(max_x - min_x, max_y - min_y);
  let best = { at: centroidOf(ring), depth: 0 };
  best.depth = depthIn(best.at, ring);
  const squares = [squareAt([(min_x + max_x) / 2, (min_y + max_y) / 2], size / 2, ring)];
  while (squares.length > 0) {
    const { at, depth, half } = squares.pop()!;
    if (depth > best.depth + NEAR_ENOUGH * size) best = { at, depth };
    if (depth + half * Math.SQRT2 <= best.depth + NEAR_ENOUGH * size) continue;
    const quarters = [-1, 1].flatMap((x) => [-1, 1].map((y): Point => [x, y]));
    squares.push(
      ...quarters
        .map(([x, y]) => squareAt([at[0] + (x * half) / 2, at[1] + (y * half) / 2], half / 2, ring))
        .sort((a, b) => a.depth - b.depth),
    );
  }
  return best;
}

/** Share of a ring's size that no place needs to be deeper than its centre of mass to be its middle. */
const NEAR_ENOUGH = 0.005;

function squareAt(at: Point, half: number, ring: Ring): InteriorPoint & { half: number } {
  return { at, half, depth: depthIn(at, ring) };
}

function depthIn([x, y]: Point, ring: Ring): number {
  return insideRing(ring, x, y) ? ringDistance(ring, x, y) : -ringDistance(ring, x, y);
}

function centroidOf(ring: Ring): Point {
  const [ox, oy] = ring[0]!;
  let [sumX, sumY] = [0, 0];
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const cross = (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
    sumX += (ax + bx - 2 * ox) * cross;
    sumY += (ay + by - 2 * oy) * cross;
  }
  const area = 6 * signedArea(ring);
  return [ox + sumX / area, oy + sumY / area];
}
