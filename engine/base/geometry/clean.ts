/**
 * Rings as drawing programs write them, made ready for solvers: points that rounding has set beside each other, spikes
 * without width and points on straight sides are left out. Nothing moves by more than a tenth of what a clearance may
 * be missed by, so what is solved on the clean ring holds on the ring as it was given.
 */
import type { Point, Ring } from "../contract/values/geometry.ts";
import { distance, pointSegmentDistance } from "./segment.ts";

/** Points nearer to each other than this share of a part's size are one, but never points this far apart. */
const SAME_SHARE = 1e-9;
const SAME_MOST = 1e-7;
/** Points of a straight side that are looked at together; longer sides take further rounds. */
const SIDE_POINTS = 48;

/** The open ring without all that; the ring itself where it is clean or nothing would be left. `size`: extent of its part. */
export function cleanRing(ring: readonly Point[], size: number): Ring {
  const tolerance = Math.min(SAME_SHARE * size, SAME_MOST);
  if (isClean(ring, tolerance)) return ring as Ring;
  const bare = withoutSpikes(ring, tolerance);
  if (bare.length < 3) return ring.map(([x, y]) => [x, y]);
  const clean = withoutMiddles(bare, tolerance / 2);
  return clean.length < 3 ? bare : clean;
}

/** True when nothing is to be left out, which is the rule and soon seen. */
function isClean(ring: readonly Point[], tolerance: number): boolean {
  const count = ring.length;
  if (count < 4) return false;
  const square = 2 * tolerance * tolerance;
  let [before, point] = [ring[count - 1]!, ring[0]!];
  let [ux, uy] = [point[0] - before[0], point[1] - before[1]];
  for (let i = 0; i < count; i++) {
    const next = ring[i + 1 === count ? 0 : i + 1]!;
    const [vx, vy] = [next[0] - point[0], next[1] - point[1]];
    const turn = ux * vy - uy * vx;
    // A turn as wide as this rules out all that follows at once.
    if (!(turn * turn > square * (ux * ux + uy * uy + vx * vx + vy * vy))) {
      if (distance(before, point) <= tolerance || isTip(before, point, next, tolerance)) return false;
      const [x, y] = point;
      if (pointSegmentDistance(x, y, before[0], before[1], next[0], next[1]) <= tolerance / 2) return false;
    }
    [before, point, ux, uy] = [point, next, vx, vy];
  }
  return true;
}

/** Without points that are the one before, and without tips from which the outline goes back the way it came. */
function withoutSpikes(ring: readonly Point[], tolerance: number): Ring {
  const kept: Ring = [];
  for (const point of ring) {
    while (kept.length > 1 && isTip(kept.at(-2)!, kept.at(-1)!, point, tolerance)) kept.pop();
    if (kept.length === 0 || distance(kept.at(-1)!, point) > tolerance) kept.push(point);
  }
  let first = 0;
  while (kept.length - first > 2) {
    const [start, end] = [kept[first]!, kept.at(-1)!];
    if (distance(end, start) <= tolerance || isTip(kept.at(-2)!, end, start, tolerance)) kept.pop();
    else if (isTip(end, start, kept[first + 1]!, tolerance)) first++;
    else break;
  }
  return kept.slice(first);
}

/** Does the way a, b, c turn back at b with no width between the two legs? */
function isTip([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, tolerance: number): boolean {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - bx, cy - by];
  if (ux * vx + uy * vy >= 0) return false;
  const longer = Math.sqrt(Math.max(ux * ux + uy * uy, vx * vx + vy * vy));
  return Math.abs(ux * vy - uy * vx) <= tolerance * longer;
}

/** Without the points between the two ends of a straight side. */
function withoutMiddles(ring: Ring, tolerance: number): Ring {
  // The point farthest from any given one is surely a corner.
  const corner = ring.reduce(
    (far, p, i) => (distance(ring[0]!, p) > distance(ring[0]!, ring[far]!) ? i : far),
    0,
  );
  let kept = [...ring.slice(corner), ...ring.slice(0, corner)];
  for (let before = 0; before !== kept.length; ) {
    before = kept.length;
    kept = straightened(kept, tolerance);
  }
  return kept.length === ring.length ? ring : kept;
}

function straightened(ring: Ring, tolerance: number): Ring {
  const kept: Ring = [];
  for (let from = 0; from < ring.length; ) {
    kept.push(ring[from]!);
    let to = from + 1;
    while (to < ring.length && to - from < SIDE_POINTS && isSide(ring, from, to + 1, tolerance)) to++;
    from = to;
  }
  return kept;
}

/** Do all points between two of the ring lie on the segment from the one to the other? */
function isSide(ring: Ring, from: number, to: number, tolerance: number): boolean {
  const [ax, ay] = ring[from]!;
  const [bx, by] = ring[to % ring.length]!;
  for (let i = from + 1; i < to; i++) {
    const [x, y] = ring[i]!;
    if (pointSegmentDistance(x, y, ax, ay, bx, by) > tolerance) return false;
  }
  return true;
}
