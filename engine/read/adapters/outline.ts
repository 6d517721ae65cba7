/** Makes outlines with their holes, from rings in any order and curves in steps, for all adapters. */

import {
  checkArguments,
  checkOptions,
  describeKind,
  listed,
  type OptionCheck,
  positive,
  record,
  whole,
} from "../../base/contract/options.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import type { ErrorDetail } from "../../base/errors.ts";
import { insideRing } from "../../base/geometry/inside.ts";
import { closeRing, openRing, signedArea } from "../../base/geometry/ring.ts";
import { acos } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../base/geometry/trig/sines.ts";

/** `exterior` and `holes` of a part, closed, in the units and axes of what they come from. */
export interface Outline {
  /** The outer ring. */
  exterior: Ring;
  /** Rings cut out of it. */
  holes: Ring[];
}

/** How finely curves become points. */
export interface CurveOptions {
  /** Curves become points within this distance, in the units of the source; 0.01 when absent. */
  tolerance?: number;
}

const TOLERANCE = 0.01;

/** @throws EngineError INVALID_INPUT for options that are unknown or make no sense */
export function toleranceOf(options: CurveOptions): number {
  checkOptions({ tolerance: positive }, options);
  return options.tolerance ?? TOLERANCE;
}

/** @throws EngineError INVALID_INPUT for no number of steps */
export function stepsOf(divisions: number): number {
  checkArguments({ divisions: whole(1) }, { divisions });
  return divisions;
}

/** @throws EngineError INVALID_INPUT for what is no outline of rings */
export function outlineOf(outline: Outline): Outline {
  checkArguments({ outline: record }, { outline });
  const { exterior, holes } = outline;
  const ring: OptionCheck = (value) => listed(value) || (value as unknown[]).flatMap(pointFault);
  checkArguments({ exterior: ring, holes: listed }, { exterior, holes });
  for (const hole of holes) checkArguments({ holes: ring }, { holes: hole });
  return outline;
}

function pointFault(point: unknown, at: number): ErrorDetail[] {
  const fits = Array.isArray(point) && point.length >= 2 && point.every(Number.isFinite);
  return fits ? [] : [{ path: [at], message: "must be two finite numbers, [x, y]" }];
}

/** Recognises a shape of a library by one of its methods. */
export const withMethod =
  (method: string, what: string): OptionCheck =>
  (value) =>
    typeof (value as Record<string, unknown> | null | undefined)?.[method] !== "function" &&
    `must be ${what}, not ${describeKind(value)}`;

/** A curve has at most so many steps. */
const MOST_STEPS = 2000;

/**
 * Rings that lie in an odd number of others are holes of the one directly around them; all others are outlines. Rings of
 * no area are left out.
 */
export function outlinesFrom(rings: readonly (readonly Point[])[]): Outline[] {
  const closed = rings.filter((ring) => ring.length >= 3).map((ring) => closeRing(openRing(ring)));
  const sized = closed
    .map((ring) => ({ ring, area: Math.abs(signedArea(ring)) }))
    .filter(({ area }) => area > 0);
  // The smallest ring around another is the one directly around it.
  sized.sort((a, b) => b.area - a.area);
  const depths: number[] = [];
  const outlines = new Map<number, Outline>();
  for (const [at, { ring }] of sized.entries()) {
    let parent = at - 1;
    while (parent >= 0 && !holds(sized[parent]!.ring, ring)) parent--;
    depths[at] = parent < 0 ? 0 : depths[parent]! + 1;
    if (depths[at]! % 2 === 0) outlines.set(at, { exterior: ring, holes: [] });
    else outlines.get(parent)!.holes.push(ring);
  }
  return [...outlines.values()];
}

/** Points of an arc after its start, angles in radians, the sweep signed. */
export function arcPoints(
  center: Point,
  radius: number,
  { start, sweep }: { start: number; sweep: number },
  tolerance: number,
): Point[] {
  const half = radius > tolerance ? acos(1 - tolerance / radius) : Math.PI / 4;
  const steps = stepsFor(Math.abs(sweep) / (2 * half));
  return Array.from({ length: steps }, (_, i) => {
    const angle = start + (sweep * (i + 1)) / steps;
    return [center[0] + radius * cos(angle), center[1] + radius * sin(angle)];
  });
}

/** Points of a cubic Bézier curve after its start: as many as its second differences ask for. */
export function cubicPoints(p0: Point, p1: Point, p2: Point, p3: Point, tolerance: number): Point[] {
  const bend = Math.max(
    hypot(p0[0] - 2 * p1[0] + p2[0], p0[1] - 2 * p1[1] + p2[1]),
    hypot(p1[0] - 2 * p2[0] + p3[0], p1[1] - 2 * p2[1] + p3[1]),
  );
  const steps = stepsFor(Math.sqrt((6 * bend) / (8 * tolerance)));
  return Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t];
    return [a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]];
  });
}

/** True when a point of the inner ring that is not on the outer one lies in it. */
function holds(outer: Ring, inner: Ring): boolean {
  for (const point of inner) {
    const side = sideOf(outer, point);
    if (side !== 0) return side > 0;
  }
  return false;
}

/** 1 inside, -1 outside, 0 on the ring. */
function sideOf(ring: Ring, [x, y]: Point): number {
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const within =
      x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
    if (cross === 0 && within) return 0;
  }
  return insideRing(ring, x, y) ? 1 : -1;
}

function stepsFor(wanted: number): number {
  return Math.min(MOST_STEPS, Math.max(1, Math.ceil(wanted)));
}
