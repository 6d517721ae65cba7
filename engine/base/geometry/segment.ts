/**
 * Distances between points and segments, and which side of a line a point lies on. Coordinates as plain numbers. The
 * core has its own.
 */
import type { Point, Ring } from "../contract/values/geometry.ts";
import { hypot } from "./trig/hypot.ts";

/** Distance of two points. */
export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return hypot(bx - ax, by - ay);
}

/** Distance of (px, py) from the segment a-b, which may be a single point. */
export function pointSegmentDistance(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const lengthSquared = dx * dx + dy * dy;
  const along = lengthSquared === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / lengthSquared;
  if (along <= 0) return Math.sqrt((px - ax) ** 2 + (py - ay) ** 2);
  if (along >= 1) return Math.sqrt((px - bx) ** 2 + (py - by) ** 2);
  // The cross product keeps digits that the foot of the perpendicular would lose on a long segment.
  return Math.abs(dx * (py - ay) - dy * (px - ax)) / Math.sqrt(lengthSquared);
}

/** Distance of a point from the outline of a ring. */
export function ringDistance(ring: Ring, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    least = Math.min(least, pointSegmentDistance(x, y, ax, ay, bx, by));
  }
  return least;
}

/** A place on a ring: the share of an edge, and how far it is from where it was looked for. */
export interface RingPlace {
  edge: number;
  share: number;
  at: Point;
  away: number;
}

/** The place of a ring that is nearest to a point. */
export function nearestOnRing(ring: Ring, point: Point): RingPlace {
  let best: RingPlace = { edge: 0, share: 0, at: ring[0]!, away: Number.POSITIVE_INFINITY };
  for (const [edge, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(edge + 1) % ring.length]!;
    const squared = (bx - ax) ** 2 + (by - ay) ** 2;
    const foot = squared === 0 ? 0 : ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / squared;
    const share = Math.min(1, Math.max(0, foot));
    const at: Point = [ax + share * (bx - ax), ay + share * (by - ay)];
    const away = distance(at, point);
    if (away < best.away) best = { edge, share, at, away };
  }
  return best;
}

/** Signed distance of (px, py) from the line through a and b, positive on the left of a → b; 0 when a = b. */
export function sideDistance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = hypot(dx, dy);
  return length === 0 ? 0 : (dx * (py - ay) - dy * (px - ax)) / length;
}

/** Distance between the segments a-b and c-d, 0 when they meet. */
export function segmentDistance(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  if (segmentsCross(ax, ay, bx, by, cx, cy, dx, dy)) return 0;
  return Math.min(
    pointSegmentDistance(ax, ay, cx, cy, dx, dy),
    pointSegmentDistance(bx, by, cx, cy, dx, dy),
    pointSegmentDistance(cx, cy, ax, ay, bx, by),
    pointSegmentDistance(dx, dy, ax, ay, bx, by),
  );
}

/** True when each segment's ends lie on different sides of the other. Segments that only touch do not cross. */
export function segmentsCross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  if (!((c > 0 && d < 0) || (c < 0 && d > 0))) return false;
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}
