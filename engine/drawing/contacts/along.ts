/**
 * Which curves of one contour may meet each other? Curves that follow each other lie near each other, so boxes around runs of
 * them, each twice as long as those within, leave out most pairs unseen: nothing has to be sorted for that.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { atan2 } from "../../geometry/trig/angles.ts";
import type { Curve } from "../curves/curves.ts";
import type { CurveRun } from "../curves/outline.ts";
import { growBox } from "./apart.ts";

/** How many numbers it takes to find pairs among so many curves. */
export function roomFor(curves: number): number {
  return 8 * 2 ** (32 - Math.clz32(curves - 1));
}

/**
 * Calls back with pairs of curves from `first` up to `end` whose boxes (least x and y, greatest x and y of each curve)
 * meet, until it answers false. It works in `room`.
 */
export function pairsAlong(
  bounds: Float64Array,
  [first, end]: [number, number],
  found: (p: number, q: number) => boolean,
  room: Float64Array = new Float64Array(roomFor(end - first)),
): void {
  // Runs 2i and 2i + 1 make run i; leaves that no curve has meet nothing.
  const leaves = roomFor(end - first) / 8;
  for (let at = 0; at < 8 * leaves; at++) room[at] = (at & 2) === 0 ? Infinity : -Infinity;
  for (let curve = first; curve < end; curve++) growBox(room, leaves + curve - first, bounds, curve);
  for (let run = 2 * leaves - 1; run > 1; run--) growBox(room, run >> 1, room, run);
  const look = (p: number, q: number): boolean => {
    const [at, from] = [4 * p, 4 * q];
    if (room[at]! > room[from + 2]! || room[from]! > room[at + 2]!) return true;
    if (room[at + 1]! > room[from + 3]! || room[from + 1]! > room[at + 3]!) return true;
    if (p >= leaves) return found(p - leaves + first, q - leaves + first);
    const [left, right] = [2 * p, 2 * q];
    return look(left, right) && look(left, right + 1) && look(left + 1, right) && look(left + 1, right + 1);
  };
  for (let run = leaves - 1; run > 0; run--) if (!look(2 * run, 2 * run + 1)) return;
}

/** What turns by less, in radians, is straight, and what turns back as nearly does not tell which way. */
const HAIR = { straight: 1e-6, back: 1e-3 };

/** Whether closed lines and arcs end to end turn one way alone, and once around: then they meet nowhere but at their ends. */
export function isConvex(curves: CurveRun, weld: number): boolean {
  let [total, low, high] = [0, 0, 0];
  const last = curves.at(-1)!;
  let { x1, y1 } = last;
  let [px, py] = directionAt(last, x1, y1);
  for (let i = 0; i < curves.length; i++) {
    const curve = curves.at(i)!;
    if (curve.kind === "bezier" || curve.kind === "ellipse") return false;
    if (Math.abs(curve.x0 - x1) + Math.abs(curve.y0 - y1) > weld) return false;
    const [qx, qy] = directionAt(curve, curve.x0, curve.y0);
    const corner = atan2(px * qy - py * qx, px * qx + py * qy);
    const sweep = curve.kind === "arc" ? curve.sweep : 0;
    total += corner + sweep;
    low = Math.min(low, corner, sweep);
    high = Math.max(high, corner, sweep);
    if (Math.abs(corner) > Math.PI - HAIR.back || (low < -HAIR.straight && high > HAIR.straight))
      return false;
    ({ x1, y1 } = curve);
    [px, py] = directionAt(curve, x1, y1);
  }
  return Math.abs(total) < 3 * Math.PI;
}

/** Of a line, or of an arc at one of its places. */
function directionAt(curve: Curve, x: number, y: number): Point {
  if (curve.kind !== "arc") return [curve.x1 - curve.x0, curve.y1 - curve.y0];
  return curve.sweep > 0 ? [curve.cy - y, x - curve.cx] : [y - curve.cy, curve.cx - x];
}
