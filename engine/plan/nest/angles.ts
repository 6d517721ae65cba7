/**
 * Angles at which a part is tried where its request allows more than a list: those that lay a long edge of its convex
 * hull along the sheet (what commercial layouts use beside right angles, and what decides how many long parts share a
 * sheet), right angles and multiples of 45 degrees, and the ends and the middle of each range.
 */

import type { PartAngles } from "../../base/contract/nest-plan.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";

/** Angles nearer than this are one; what is written is a multiple of the grid, so that it is what was judged. */
const ALIKE = 0.05;
export const STEPS_PER_DEGREE = 1000;
/** Hull edges that count: so many of the longest, if they are so long a share of the hull's extent. */
const EDGES = 3;
const LONG = 0.15;

/** Angles in [0, 360) for ranges or "free", single ones as given; `mirrored`: for the part turned over. */
export function candidateAngles(exterior: Ring, angles: PartAngles, mirrored: boolean): number[] {
  if (!hasRanges(angles)) return [...new Set(angles as number[])];
  const found: number[] = [];
  const add = (angle: number) => {
    const apart = (other: number) => Math.abs(((turnOf(angle - other) + 180) % 360) - 180);
    if (found.every((other) => apart(other) >= ALIKE)) found.push(angle);
  };
  const entries = angles === "free" ? [[0, 360] as const] : angles;
  for (const entry of entries) if (typeof entry === "number") add(entry);
  const wanted = wantedAngles(exterior, mirrored);
  for (const entry of entries) {
    if (typeof entry === "number") continue;
    const [from, to] = entry;
    for (const angle of wanted) if (isWithin(angle, from, to)) add(turnOf(angle));
    if (to - from >= 360) continue;
    for (const angle of [from, to, (from + to) / 2]) add(turnOf(angle));
  }
  return found;
}

function turnOf(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

/** Does it allow more than single angles? */
export function hasRanges(angles: PartAngles): boolean {
  return angles === "free" || angles.some((angle) => typeof angle !== "number");
}

/** The ranges in steps of the grid: from the first that lies in one to the last. */
export function gridRanges(angles: PartAngles): (readonly [number, number])[] {
  if (angles === "free") return [[0, 360 * STEPS_PER_DEGREE]];
  return angles.flatMap((entry) => {
    if (typeof entry === "number") return [];
    const [from, to] = entry.map((angle) => angle * STEPS_PER_DEGREE);
    const range = [Math.ceil(from! - 1e-7), Math.floor(to! + 1e-7)] as const;
    return range[0] < range[1] ? [range] : [];
  });
}

/** Is the angle one of those allowed? */
export function allowsAngle(angles: PartAngles, angle: number): boolean {
  if (angles === "free") return true;
  return angles.some((entry) =>
    typeof entry === "number" ? Math.abs(entry - angle) <= 1e-9 : isWithin(angle, entry[0], entry[1]),
  );
}

/** Is the angle, or one that is the same turn, in the range? */
function isWithin(angle: number, from: number, to: number): boolean {
  return angle + 360 * Math.ceil((from - angle - 1e-9) / 360) <= to + 1e-9;
}

/** Right angles first, then those of the hull, then halves. */
function wantedAngles(exterior: Ring, mirrored: boolean): number[] {
  const ring = mirrored ? exterior.map(([x, y]): Point => [-x, y]) : exterior;
  const hull = convexHull(ring);
  const edges = hull.map(([x, y], i) => {
    const [nextX, nextY] = hull[(i + 1) % hull.length]!;
    return { length: hypot(nextX - x, nextY - y), direction: degreesOf(nextX - x, nextY - y) };
  });
  const extent = Math.max(...hull.map(([x, y]) => hypot(x - hull[0]![0], y - hull[0]![1])));
  const flush = edges
    .filter(({ length, direction }) => length >= LONG * extent && direction % 90 !== 0)
    .sort((a, b) => b.length - a.length)
    .slice(0, EDGES)
    .map(({ direction }) => direction);
  const offsets = [0, ...flush.map((direction) => -direction), 45];
  return offsets.flatMap((offset) =>
    [0, 90, 180, 270].map((right) => Math.round((right + offset) * STEPS_PER_DEGREE) / STEPS_PER_DEGREE),
  );
}

function degreesOf(dx: number, dy: number): number {
  return Math.round(((Math.atan2(dy, dx) * 180) / Math.PI) * STEPS_PER_DEGREE) / STEPS_PER_DEGREE;
}

/** Counter-clockwise, without points on its edges (A. Andrew's chain). */
function convexHull(ring: Ring): Ring {
  const sorted = [...ring].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (points: Ring) => {
    const chain: Ring = [];
    for (const point of points) {
      while (chain.length > 1 && turnsRight(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turnsRight([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): boolean {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) <= 0;
}
