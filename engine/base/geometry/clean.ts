/**
 * Rings as drawing programs write them, made ready for solvers: points that rounding has set beside each other, spikes
 * without width and points on straight sides are left out. Nothing moves by more than a tenth of what a clearance may
 * be missed by, so what is solved on the clean ring holds on the ring as it was given.
 */
import type { Point, Ring } from "../contract/values/geometry.ts";
import { distance, pointSegmentDistance } from "./segment.ts";

/** Points nearer to each other than this share of the part's size count as one. */
const SAME_SHARE = 1e-9;
/** Points at least this far apart never count as one, mm. */
const SAME_MOST = 1e-7;
/** Most points of a straight side that one pass removes; longer sides take several passes. */
const SIDE_POINTS = 48;

/** Returns the cleaned ring; the ring itself when it is clean or too little would be left. `size`: extent of its part. */
export function cleanRing(ring: readonly Point[], size: number): Ring {
  const tolerance = Math.min(SAME_SHARE * size, SAME_MOST);
  if (isClean(ring, tolerance)) return ring as Ring;
  const bare = withoutSpikes(ring, tolerance);
  if (bare.length < 3) return ring.map(([x, y]) => [x, y]);
  const clean = withoutMiddles(bare, tolerance / 2);
  return clean.length < 3 ? bare : clean;
}

/** Tells whether the ring has nothing to clean, as most rings have. */
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
    // A clear turn rules out equal points, spikes and straight sides at once.
    if (!(turn * turn > square * (ux * ux + uy * uy + vx * vx + vy * vy))) {
      if (distance(before, point) <= tolerance || isTip(before, point, next, tolerance)) return false;
      const [x, y] = point;
      if (pointSegmentDistance(x, y, before[0], before[1], next[0], next[1]) <= tolerance / 2) return false;
    }
    [before, point, ux, uy] = [point, next, vx, vy];
  }
  return true;
}

/** Removes repeated points and spikes: tips where the outline goes back the way it came. */
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

/** Tells whether the path a, b, c turns back at b with no width between its two legs. */
function isTip([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, tolerance: number): boolean {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - bx, cy - by];
  if (ux * vx + uy * vy >= 0) return false;
  const longer = Math.sqrt(Math.max(ux * ux + uy * uy, vx * vx + vy * vy));
  return Math.abs(ux * vy - uy * vx) <= tolerance * longer;
}

/** Removes the points between the two ends of each straight side. */
function withoutMiddles(ring: Ring, tolerance: number): Ring {
  // The point farthest from the first one is a corner, so no straight side begins before it and ends after it.
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

/** Tells whether all points between `from` and `to` lie on the segment between these two. */
function isSide(ring: Ring, from: number, to: number, tolerance: number): boolean {
  const [ax, ay] = ring[from]!;
  const [bx, by] = ring[to % ring.length]!;
  for (let i = from + 1; i < to; i++) {
    const [x, y] = ring[i]!;
    if (pointSegmentDistance(x, y, ax, ay, bx, by) > tolerance) return false;
  }
  return true;
}
