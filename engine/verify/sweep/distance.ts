/** Closed forms between points, segments and arcs. An arc turns by `turn` from its start to its end about (cx, cy). */

import type { Point } from "../../base/contract/values/geometry.ts";
import { pointSegmentDistance, segmentDistance } from "../../base/geometry/segment.ts";
import { acos, atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../base/geometry/trig/sines.ts";
import type { InterpretedProgram } from "../controller/interpret.ts";
import type { Leg } from "../controller/legs.ts";

/** Result of an interval function; valid until it is called again. */
export const span = { low: 0, high: 0 };

const FULL = 2 * Math.PI;

/** Angle of an arc, positive counter-clockwise; one that ends where it starts is a full turn. */
export function sweepOf({ x0, y0, x1, y1, cx, cy, turn }: Leg): number {
  const angle = atan2(y1 - cy, x1 - cx) - atan2(y0 - cy, x0 - cx);
  if (turn > 0) return angle > 1e-12 ? angle : angle + FULL;
  return angle < -1e-12 ? angle : angle - FULL;
}

export function legLength(leg: Leg): number {
  if (leg.turn === 0) return Math.sqrt((leg.x1 - leg.x0) ** 2 + (leg.y1 - leg.y0) ** 2);
  return Math.abs(sweepOf(leg)) * hypot(leg.x0 - leg.cx, leg.y0 - leg.cy);
}

/** The point half-way along a leg; of an arc that lies on it, not on its chord. */
export function legMiddle(leg: Leg): [x: number, y: number] {
  const { x0, y0, x1, y1, cx, cy, turn } = leg;
  if (turn === 0) return [(x0 + x1) / 2, (y0 + y1) / 2];
  const radius = hypot(x0 - cx, y0 - cy);
  const angle = atan2(y0 - cy, x0 - cx) + sweepOf(leg) / 2;
  return [cx + radius * cos(angle), cy + radius * sin(angle)];
}

/** Whether a direction from the centre lies within the arc. */
function onSweep(leg: Leg, sweep: number, x: number, y: number): boolean {
  const { x0, y0, cx, cy } = leg;
  const angle = atan2(y - cy, x - cx) - atan2(y0 - cy, x0 - cx);
  const ahead = sweep > 0 ? ((angle % FULL) + FULL) % FULL : ((-angle % FULL) + FULL) % FULL;
  return ahead <= Math.abs(sweep) || FULL - ahead < 1e-9;
}

/** Distance of the segment a-b from a leg. */
export function legSegmentDistance(leg: Leg, ax: number, ay: number, bx: number, by: number): number {
  const { x0, y0, x1, y1, cx, cy } = leg;
  if (leg.turn === 0) return segmentDistance(x0, y0, x1, y1, ax, ay, bx, by);
  const sweep = sweepOf(leg);
  const radius = hypot(x0 - cx, y0 - cy);
  let least = Math.min(
    pointSegmentDistance(x0, y0, ax, ay, bx, by),
    pointSegmentDistance(x1, y1, ax, ay, bx, by),
    pointArc(leg, sweep, radius, ax, ay),
    pointArc(leg, sweep, radius, bx, by),
  );
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return least;
  const foot = ((cx - ax) * dx + (cy - ay) * dy) / squared;
  const away = Math.abs(dx * (ay - cy) - dy * (ax - cx)) / Math.sqrt(squared);
  if (away < radius) {
    const half = Math.sqrt((radius * radius - away * away) / squared);
    for (const t of [foot - half, foot + half])
      if (t >= 0 && t <= 1 && onSweep(leg, sweep, ax + t * dx, ay + t * dy)) return 0;
  } else if (foot > 0 && foot < 1 && onSweep(leg, sweep, ax + foot * dx, ay + foot * dy))
    least = Math.min(least, away - radius);
  return least;
}

function pointArc(leg: Leg, sweep: number, radius: number, x: number, y: number): number {
  if (onSweep(leg, sweep, x, y)) return Math.abs(hypot(x - leg.cx, y - leg.cy) - radius);
  return Math.min(hypot(x - leg.x0, y - leg.y0), hypot(x - leg.x1, y - leg.y1));
}

/** A full circle of 13 m still has chords within 4e-3 mm of it. */
const MOST_CHORDS = 4096;

/** Result of `legChords` for a line, shared: programs have millions of them. */
const LINE = [0, 0, 0, 0];

/** The leg as points, its chords within `sagitta` of it: x, y, x, y … from start to end. Valid until it is called again. */
export function legChords(leg: Leg, sagitta: number): number[] {
  if (leg.turn === 0) {
    LINE[0] = leg.x0;
    LINE[1] = leg.y0;
    LINE[2] = leg.x1;
    LINE[3] = leg.y1;
    return LINE;
  }
  const sweep = sweepOf(leg);
  const radius = hypot(leg.x0 - leg.cx, leg.y0 - leg.cy);
  const step = 2 * acos(Math.max(0.5, 1 - sagitta / Math.max(radius, sagitta)));
  const count = Math.max(1, Math.min(MOST_CHORDS, Math.ceil(Math.abs(sweep) / step)));
  const start = atan2(leg.y0 - leg.cy, leg.x0 - leg.cx);
  const points = [leg.x0, leg.y0];
  for (let i = 1; i < count; i++) {
    const angle = start + (sweep * i) / count;
    points.push(leg.cx + radius * cos(angle), leg.cy + radius * sin(angle));
  }
  points.push(leg.x1, leg.y1);
  return points;
}

/**
 * Which stretch of the segment p-q lies nearer than `radius` to the segment c-d? A stadium is convex, so it is one,
 * given as lengths from p in `span`; false when there is none.
 */
export function stretchNear(
  [px, py, qx, qy]: readonly [number, number, number, number],
  [cx, cy, dx, dy]: readonly [number, number, number, number],
  radius: number,
): boolean {
  const length = hypot(qx - px, qy - py);
  const [ux, uy] = length === 0 ? [1, 0] : [(qx - px) / length, (qy - py) / length];
  span.low = Number.POSITIVE_INFINITY;
  span.high = Number.NEGATIVE_INFINITY;
  widenByDisc(px - cx, py - cy, ux, uy, radius);
  widenByDisc(px - dx, py - dy, ux, uy, radius);
  const reach = hypot(dx - cx, dy - cy);
  if (reach > 0) {
    const [wx, wy] = [(dx - cx) / reach, (dy - cy) / reach];
    const along = (px - cx) * wx + (py - cy) * wy;
    const aside = (px - cx) * wy - (py - cy) * wx;
    // Between the ends of the segment, and beside it by no more than the radius.
    range.low = Number.NEGATIVE_INFINITY;
    range.high = Number.POSITIVE_INFINITY;
    const isIn = narrow(along, ux * wx + uy * wy, 0, reach);
    if (isIn && narrow(aside, ux * wy - uy * wx, -radius, radius) && range.low < range.high)
      widen(range.low, range.high);
  }
  span.low = Math.max(0, span.low);
  span.high = Math.min(length, span.high);
  return span.low <= span.high;
}

/** Stretch of p + t u within a disc, p seen from its centre. */
function widenByDisc(px: number, py: number, ux: number, uy: number, radius: number): void {
  const middle = -(px * ux + py * uy);
  const half = radius * radius - (px * px + py * py - middle * middle);
  if (half <= 0) return;
  const root = Math.sqrt(half);
  widen(middle - root, middle + root);
}

/** Where a value is within its ranges. */
const range = { low: 0, high: 0 };

/** Leaves of the range what is between two values for one that grows by `step` with the length; false for nothing. */
function narrow(value: number, step: number, least: number, most: number): boolean {
  if (Math.abs(step) < 1e-15) return value > least && value < most;
  const a = (least - value) / step;
  const b = (most - value) / step;
  range.low = Math.max(range.low, Math.min(a, b));
  range.high = Math.min(range.high, Math.max(a, b));
  return true;
}

function widen(low: number, high: number): void {
  if (low < span.low) span.low = low;
  if (high > span.high) span.high = high;
}

/** Moves all of a course. */
export function moveTo({ legs, rapids, starts, end }: InterpretedProgram, [x, y]: Point): void {
  if (x === 0 && y === 0) return;
  legs.moveBy(x, y);
  for (const place of [...starts, end]) {
    place.x += x;
    place.y += y;
  }
  for (const rapid of rapids) {
    rapid.x0 += x;
    rapid.y0 += y;
    rapid.x1 += x;
    rapid.y1 += y;
  }
}
