/**
 * Moves every point of a ring into the material by a little (erosion). Jobs without clearance are solved on such rings: parts
 * that lie flush are then clearly apart, parts that overlap clearly cross, and no test has to judge exact contact.
 */
import { copyPoint, Point, pointAt } from "./records";

/** Longest move of a point, in depths: that of a corner of about 14 degrees. */
export const SPIKE: f64 = 8;

/**
 * Writes the `count` points of an open ring at `from` to `to`, each moved so that both its edges move by `depth` to
 * their left (material lies left of every edge: exteriors counter-clockwise, holes clockwise). A corner moves
 * further than its edges, but by `SPIKE * depth` at most, so spikes and slivers stay where they are to within that.
 */
export function erodeRing(from: usize, count: i32, depth: f64, to: usize): void {
  for (let i = 0; i < count; i++) {
    const target = pointAt(to, i);
    const before = nextDistinct(from, count, i, count - 1);
    const after = nextDistinct(from, count, i, 1);
    const x = pointAt(from, i).x;
    const y = pointAt(from, i).y;
    let inX = x - before.x;
    let inY = y - before.y;
    let outX = after.x - x;
    let outY = after.y - y;
    const inLength = Math.sqrt(inX * inX + inY * inY);
    const outLength = Math.sqrt(outX * outX + outY * outY);
    // All points are one: there is no way in.
    if (inLength === 0 || outLength === 0) {
      copyPoint(target, pointAt(from, i));
      continue;
    }
    inX /= inLength;
    inY /= inLength;
    outX /= outLength;
    outY /= outLength;
    // The two left normals sum to a vector of length 2 cos(turn / 2) along the bisector.
    let nx = -inY - outY;
    let ny = inX + outX;
    const length = Math.sqrt(nx * nx + ny * ny);
    let shift = SPIKE * depth;
    if (length > 1e-9) {
      nx /= length;
      ny /= length;
      shift = min(shift, (2 * depth) / length);
    } else {
      // A spike: back along the way it came.
      nx = -inX;
      ny = -inY;
    }
    target.x = x + nx * shift;
    target.y = y + ny * shift;
  }
}

/** The next point in steps of `step` round the ring that is not point i itself: an edge without length has no direction. */
function nextDistinct(ring: usize, count: i32, i: i32, step: i32): Point {
  const at = pointAt(ring, i);
  let next = at;
  for (let k = 1, other = i; k < count; k++) {
    other = (other + step) % count;
    next = pointAt(ring, other);
    const dx = next.x - at.x;
    const dy = next.y - at.y;
    // As the lengths are taken: what is too short to be squared is nothing.
    if (dx * dx + dy * dy > 0) return next;
  }
  return next;
}
