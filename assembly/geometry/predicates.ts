/**
 * Segment tests that every decision rests on, in double precision.
 *
 * Numerical stance: the caller asks for a distance a little below the required one, so that a part put exactly into
 * contact passes; no answer depends on whether two segments merely touch.
 */

/** Squared distance from the point p to the segment a-b. */
export function pointSegment(px: f64, py: f64, ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const ex = bx - ax;
  const ey = by - ay;
  const length = ex * ex + ey * ey;
  let dx = px - ax;
  let dy = py - ay;
  if (length > 0) {
    const t = max(0.0, min(1.0, (dx * ex + dy * ey) / length));
    dx -= t * ex;
    dy -= t * ey;
  }
  return dx * dx + dy * dy;
}

/** True when the segments a-b and c-d cross or come closer than the square root of `limit`. */
export function segmentsWithin(
  ax: f64,
  ay: f64,
  bx: f64,
  by: f64,
  cx: f64,
  cy: f64,
  dx: f64,
  dy: f64,
  limit: f64,
): bool {
  const ux = bx - ax;
  const uy = by - ay;
  const vx = dx - cx;
  const vy = dy - cy;
  const c = ux * (cy - ay) - uy * (cx - ax);
  const d = ux * (dy - ay) - uy * (dx - ax);
  const a = vx * (ay - cy) - vy * (ax - cx);
  const b = vx * (by - cy) - vy * (bx - cx);
  const acrossU = c > 0 !== d > 0;
  const acrossV = a > 0 !== b > 0;
  if (acrossU && acrossV) return true;
  // Far to one side of the other's line.
  const far = 4 * limit;
  const farU = far * (ux * ux + uy * uy);
  if (!acrossU && c * c > farU && d * d > farU) return false;
  const farV = far * (vx * vx + vy * vy);
  if (!acrossV && a * a > farV && b * b > farV) return false;
  return (
    pointSegment(ax, ay, cx, cy, dx, dy) < limit ||
    pointSegment(bx, by, cx, cy, dx, dy) < limit ||
    pointSegment(cx, cy, ax, ay, bx, by) < limit ||
    pointSegment(dx, dy, ax, ay, bx, by) < limit
  );
}

/** True when the segments a-b and c-d cross, and still do when one of them is moved by `depth` in any direction. */
export function segmentsCross(
  ax: f64,
  ay: f64,
  bx: f64,
  by: f64,
  cx: f64,
  cy: f64,
  dx: f64,
  dy: f64,
  depth: f64,
): bool {
  const ux = bx - ax;
  const uy = by - ay;
  const vx = dx - cx;
  const vy = dy - cy;
  // Distances of the ends from the other segment's line, times its length.
  const c = ux * (cy - ay) - uy * (cx - ax);
  const d = ux * (dy - ay) - uy * (dx - ax);
  const a = vx * (ay - cy) - vy * (ax - cx);
  const b = vx * (by - cy) - vy * (bx - cx);
  if (c > 0 === d > 0 || a > 0 === b > 0) return false;
  const leastU = depth * Math.sqrt(ux * ux + uy * uy);
  const leastV = depth * Math.sqrt(vx * vx + vy * vy);
  return min(Math.abs(c), Math.abs(d)) > leastU && min(Math.abs(a), Math.abs(b)) > leastV;
}
