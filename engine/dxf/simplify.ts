/** Which points of a ring can go while it stays within a tolerance of all of them? One pass, whatever the ring. */
import type { Point, Ring } from "../contract/geometry.ts";

/**
 * From each kept point, the sight lines that pass all points since then within the tolerance form a wedge; the last
 * point inside the wedge is kept next. The ring comes and goes closed; null when less than a triangle is left.
 */
export function simplifyRing(ring: Ring, tolerance: number): Ring | null {
  const kept: Point[] = [ring[0]!];
  let anchor = 0;
  while (anchor < ring.length - 1) {
    anchor = farthestInSight(ring, anchor, tolerance);
    kept.push(ring[anchor]!);
  }
  return kept.length > 3 ? kept : null;
}

function farthestInSight(ring: Ring, anchor: number, tolerance: number): number {
  const [ox, oy] = ring[anchor]!;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let axis = Number.NaN;
  let reached = 0;
  let last = anchor + 1;
  for (let i = anchor + 1; i < ring.length; i++) {
    const dx = ring[i]![0] - ox;
    const dy = ring[i]![1] - oy;
    const distance = Math.hypot(dx, dy);
    // Coming back by more than the tolerance, the points would leave the segment at its end.
    if (distance < reached - tolerance) break;
    reached = Math.max(reached, distance);
    if (distance <= tolerance) {
      last = i;
      continue;
    }
    if (Number.isNaN(axis)) axis = Math.atan2(dy, dx);
    const angle = wrap(Math.atan2(dy, dx) - axis);
    if (angle < low || angle > high) break;
    last = i;
    const spread = Math.asin(tolerance / distance);
    low = Math.max(low, angle - spread);
    high = Math.min(high, angle + spread);
  }
  return last;
}

function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
