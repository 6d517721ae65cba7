/** Which points of a ring can go while it stays within a tolerance of all of them? One pass, whatever the ring. */

import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { FlatRing } from "../curves/flat-ring.ts";

/**
 * From each kept point, the sight lines that pass all points since then within the tolerance form a wedge; the last
 * point inside the wedge is kept next. The ring comes and goes closed; null when less than a triangle is left.
 */
export function simplifyRing(ring: FlatRing, tolerance: number): FlatRing | null {
  const kept = [ring[0]!, ring[1]!];
  let anchor = 0;
  while (anchor < ring.length - 2) {
    anchor = farthestInSight(ring, anchor, tolerance);
    kept.push(ring[anchor]!, ring[anchor + 1]!);
  }
  return kept.length > 6 ? kept : null;
}

/** Both the anchor and what is seen of it are where a point's x stands. */
function farthestInSight(ring: FlatRing, anchor: number, tolerance: number): number {
  const ox = ring[anchor]!;
  const oy = ring[anchor + 1]!;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let axis = Number.NaN;
  let reached = 0;
  let last = anchor + 2;
  for (let at = last; at < ring.length; at += 2) {
    const dx = ring[at]! - ox;
    const dy = ring[at + 1]! - oy;
    const distance = hypot(dx, dy);
    // Coming back by more than the tolerance, the points would leave the segment at its end.
    if (distance < reached - tolerance) break;
    reached = Math.max(reached, distance);
    if (distance <= tolerance) {
      last = at;
      continue;
    }
    if (Number.isNaN(axis)) axis = atan2(dy, dx);
    const angle = wrap(atan2(dy, dx) - axis);
    if (angle < low || angle > high) break;
    last = at;
    const spread = atan2(tolerance, Math.sqrt((distance - tolerance) * (distance + tolerance)));
    low = Math.max(low, angle - spread);
    high = Math.min(high, angle + spread);
  }
  return last;
}

function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
