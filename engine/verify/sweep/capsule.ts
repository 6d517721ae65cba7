/**
 * Everything within a radius of a segment: two straight sides and a half circle about each end. Its outline runs
 * counter-clockwise, in four pieces: along the right side, round the far end, back along the left side, round the near
 * end. A place on it is a number from 0 to 4, the piece and how much of it lies behind.
 */
import type { Point } from "../../base/contract/values/geometry.ts";
import { pointSegmentDistance } from "../../base/geometry/segment.ts";
import { acos, atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../base/geometry/trig/sines.ts";
import { span, stretchNear } from "./distance.ts";

export interface Capsule {
  ends: readonly [ax: number, ay: number, bx: number, by: number];
  radius: number;
  length: number;
  /** Direction and angle of the segment. */
  ux: number;
  uy: number;
  angle: number;
}

/** A stretch of a capsule's outline that lies in the capsule of number `by`. */
export interface CoveredArc {
  low: number;
  high: number;
  by: number;
}

/** Shares of a piece that are none. */
const NONE = 1e-9;
/** Number of pieces. */
export const ROUND = 4;

export function capsuleOf(ends: Capsule["ends"], radius: number): Capsule {
  const [ax, ay, bx, by] = ends;
  const length = hypot(bx - ax, by - ay);
  return {
    ends,
    radius,
    length,
    ux: (bx - ax) / length,
    uy: (by - ay) / length,
    angle: atan2(by - ay, bx - ax),
  };
}

/** The point at a place of the outline. */
export function pointAt(capsule: Capsule, place: number): Point {
  const { ends, radius, length, ux, uy } = capsule;
  const piece = Math.floor(place) % ROUND;
  const share = place - Math.floor(place);
  if (piece % 2 === 1) {
    const angle = angleAt(capsule, piece, share);
    const [cx, cy] = centerOf(capsule, piece);
    return [cx + radius * cos(angle), cy + radius * sin(angle)];
  }
  const side = piece === 0 ? 1 : -1;
  const along = piece === 0 ? share * length : (1 - share) * length;
  return [ends[0] + along * ux + side * radius * uy, ends[1] + along * uy - side * radius * ux];
}

/** The middle of the half circle that is the piece. */
export function centerOf({ ends }: Capsule, piece: number): Point {
  return piece === 1 ? [ends[2], ends[3]] : [ends[0], ends[1]];
}

/** The direction from the middle of a half circle to what lies at a share of it. */
export function angleAt({ angle }: Capsule, piece: number, share: number): number {
  return angle + (piece === 1 ? -Math.PI / 2 : Math.PI / 2) + Math.PI * share;
}

/** The place of the outline that is nearest to a point outside. */
export function placeOf(capsule: Capsule, [x, y]: Point): number {
  const { ends, length, ux, uy } = capsule;
  const along = (x - ends[0]) * ux + (y - ends[1]) * uy;
  const right = (x - ends[0]) * uy - (y - ends[1]) * ux;
  if (along > 0 && along < length) return right > 0 ? along / length : 3 - along / length;
  const piece = along <= 0 ? 3 : 1;
  const [cx, cy] = centerOf(capsule, piece);
  return piece + shareOf(capsule, piece, atan2(y - cy, x - cx));
}

/** How much of a half circle lies before a direction; nearer to 0 or 1 for one beyond its ends. */
function shareOf(capsule: Capsule, piece: number, angle: number): number {
  const share = (angle - angleAt(capsule, piece, 0)) / Math.PI;
  const round = share - 2 * Math.floor(share / 2);
  if (round <= 1) return Math.min(round, 1 - Number.EPSILON);
  return round < 1.5 ? 1 - Number.EPSILON : 0;
}

/** Adds the stretches of one capsule's outline that lie in another. */
export function addCovers(covers: CoveredArc[], one: Capsule, other: Capsule, by: number): void {
  const reach = one.radius + other.radius;
  const { ends } = one;
  // How far the other's ends lie to the left of the one's line; both too far on one side, and they never meet.
  const near = (other.ends[1] - ends[1]) * one.ux - (other.ends[0] - ends[0]) * one.uy;
  const far = (other.ends[3] - ends[1]) * one.ux - (other.ends[2] - ends[0]) * one.uy;
  if ((near > reach && far > reach) || (near < -reach && far < -reach)) return;
  if (Math.min(near, far) < other.radius - one.radius) addOfSide(covers, one, 0, other, by);
  if (Math.max(near, far) > one.radius - other.radius) addOfSide(covers, one, 2, other, by);
  for (const piece of [1, 3]) addOfCircle(covers, one, piece, other, by);
}

function addOfSide(covers: CoveredArc[], one: Capsule, piece: 0 | 2, other: Capsule, by: number): void {
  const [ax, ay] = pointAt(one, piece);
  const way = piece === 0 ? one.length : -one.length;
  const side: Capsule["ends"] = [ax, ay, ax + way * one.ux, ay + way * one.uy];
  if (stretchNear(side, other.ends, other.radius))
    add(covers, piece, span.low / one.length, span.high / one.length, by);
}

function add(covers: CoveredArc[], piece: number, low: number, high: number, by: number): void {
  const from = low < NONE ? 0 : low;
  const to = high > 1 - NONE ? 1 : high;
  if (from < to) covers.push({ low: piece + from, high: piece + to, by });
}

function addOfCircle(covers: CoveredArc[], one: Capsule, piece: number, other: Capsule, by: number): void {
  const [cx, cy] = centerOf(one, piece);
  const { radius } = one;
  const away = pointSegmentDistance(cx, cy, ...other.ends);
  if (away >= radius + other.radius) return;
  if (away + radius <= other.radius) {
    add(covers, piece, 0, 1, by);
    return;
  }
  shares.length = 0;
  shares.push(0, 1);
  addCrossings(one, piece, other);
  shares.sort((a, b) => a - b);
  let low = -1;
  for (let k = 0; k + 1 < shares.length; k++) {
    const angle = angleAt(one, piece, (shares[k]! + shares[k + 1]!) / 2);
    const [x, y] = [cx + radius * cos(angle), cy + radius * sin(angle)];
    const isIn = pointSegmentDistance(x, y, ...other.ends) < other.radius;
    if (isIn && low < 0) low = shares[k]!;
    if (low >= 0 && !isIn) add(covers, piece, low, shares[k]!, by);
    if (!isIn) low = -1;
  }
  if (low >= 0) add(covers, piece, low, 1, by);
}

/** Shares of a half circle, used again and again. */
const shares: number[] = [];

/** Adds where a half circle meets the circles and lines that a capsule's outline lies on. */
function addCrossings(one: Capsule, piece: number, other: Capsule): void {
  const { radius } = one;
  const { ends, radius: reach } = other;
  const [cx, cy] = centerOf(one, piece);
  const start = angleAt(one, piece, 0);
  for (let k = 0; k < 4; k += 2) {
    const [dx, dy] = [ends[k]! - cx, ends[k + 1]! - cy];
    const away = hypot(dx, dy);
    if (away === 0 || away >= radius + reach || away <= Math.abs(radius - reach)) continue;
    const middle = atan2(dy, dx) - start;
    const half = acos((away * away + radius * radius - reach * reach) / (2 * away * radius));
    addShare(middle - half);
    addShare(middle + half);
  }
  const left = (cy - ends[1]) * other.ux - (cx - ends[0]) * other.uy;
  for (let side = -reach; side <= reach; side += 2 * reach) {
    const sine = (side - left) / radius;
    if (Math.abs(sine) >= 1) continue;
    const angle = atan2(sine, Math.sqrt((1 - sine) * (1 + sine)));
    addShare(other.angle + angle - start);
    addShare(other.angle + Math.PI - angle - start);
  }
}

function addShare(turned: number): void {
  const share = turned / Math.PI - 2 * Math.floor(turned / Math.PI / 2);
  if (share < 1) shares.push(share);
}
