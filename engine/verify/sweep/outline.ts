/** Outlines as the judge places them: turned, oriented, and made of points where they come as curves. */

import type { Curve } from "../../base/contract/values/curves.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { segmentDistance } from "../../base/geometry/segment.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { sincos } from "../../base/geometry/trig/sines.ts";
import { turnOf } from "../nest/shape.ts";
import { type Corners, indexOfCorners } from "./run-index.ts";

/** Curves become points this near to them, in mm, but never more than so many. */
const CHORD = 5e-4;
const MOST = 4096;
/** Ends of curves this near to each other are one point, in mm. */
const GAP = 1e-3;
/** Thinner outlines are lines to any tool, and edges nearer to each other than this meet, in mm. */
const THIN = 0.05;
const MEETING = 1e-6;

/** Curves end to end as a ring without its repeated last point. A gap between two of them is a straight edge. */
export function ringOfCurves(curves: readonly Curve[]): Ring {
  return curves.flatMap((curve, i): Ring => {
    const count = curve.kind === "line" ? 1 : stepsOf(curve);
    const ring = Array.from(
      { length: count },
      (_, k): Point => (k === 0 ? [curve.x0, curve.y0] : pointAt(curve, k / count)),
    );
    const { x0, y0 } = curves[(i + 1) % curves.length]!;
    if (hypot(curve.x1 - x0, curve.y1 - y0) > GAP) ring.push([curve.x1, curve.y1]);
    return ring;
  });
}

/** Halves the steps until the middles of chords are near enough to the curve. */
function stepsOf(curve: Curve): number {
  for (let count = 8; ; count *= 2) {
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const [ax, ay] = pointAt(curve, i / count);
      const [bx, by] = pointAt(curve, (i + 1) / count);
      const [mx, my] = pointAt(curve, (i + 0.5) / count);
      worst = Math.max(worst, hypot(mx - (ax + bx) / 2, my - (ay + by) / 2));
    }
    if (worst < CHORD || count >= MOST) return count;
  }
}

function pointAt(curve: Curve, share: number): Point {
  if (curve.kind === "line") return [curve.x0, curve.y0];
  if (curve.kind === "bezier") return onBezier(curve.points, curve.weights, share);
  const angle = curve.start + curve.sweep * share;
  const { cos, sin } = sincos(angle);
  if (curve.kind === "arc") return [curve.cx + curve.radius * cos, curve.cy + curve.radius * sin];
  return [curve.cx + curve.ux * cos + curve.vx * sin, curve.cy + curve.uy * cos + curve.vy * sin];
}

/** De Casteljau's algorithm, with weights in a third coordinate. */
function onBezier(points: Point[], weights: number[] | null, t: number): Point {
  let level = points.map(([x, y], i): [number, number, number] => {
    const weight = weights?.[i] ?? 1;
    return [x * weight, y * weight, weight];
  });
  while (level.length > 1)
    level = level.slice(1).map(([x, y, w], i) => {
      const [px, py, pw] = level[i]!;
      return [px + (x - px) * t, py + (y - py) * t, pw + (w - pw) * t];
    });
  const [x, y, w] = level[0]!;
  return [x / w, y / w];
}

/** Rotated counter-clockwise about the origin, then moved: the meaning of a placement. */
export function placed(ring: readonly Point[], x: number, y: number, degrees: number): Ring {
  const { cos, sin } = turnOf(degrees);
  return ring.map(([px, py]) => [px * cos - py * sin + x, px * sin + py * cos + y]);
}

/** Counter-clockwise (`ccw`) or clockwise, without points that repeat each other. */
export function oriented(ring: Ring, ccw: boolean): Ring {
  const [x0, y0, x1, y1] = ringBox(ring);
  const least = 1e-9 * Math.max(x1 - x0, y1 - y0);
  const distinct = ring.filter(([x, y], i) => {
    const [px, py] = ring.at(i - 1)!;
    return hypot(x - px, y - py) > least;
  });
  return areaOf(distinct) >= 0 === ccw ? distinct : distinct.reverse();
}

export function ringBox(ring: readonly Point[]): [number, number, number, number] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return [x0, y0, x1, y1];
}

function areaOf(ring: Ring): number {
  const [ox, oy] = ring[0] ?? [0, 0];
  let doubled = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [px, py] = ring.at(i - 1)!;
    doubled += (px - ox) * (y - oy) - (x - ox) * (py - oy);
  }
  return doubled / 2;
}

/** True for outlines of which no one can say what is inside: they cross or touch themselves, or are thinner than a hair. */
export function isDoubtful(drawn: Ring): boolean {
  const before = ([x, y]: Point, i: number) => hypot(x - drawn.at(i - 1)![0], y - drawn.at(i - 1)![1]);
  const round = drawn.reduce((sum, point, i) => sum + before(point, i), 0);
  if (Math.abs(areaOf(drawn)) < (THIN * round) / 2) return true;
  // The neighbours of an edge that rounding has left would seem to touch.
  const ring = drawn.filter((point, i) => before(point, i) >= MEETING);
  const edges = ring.map((from, i): Corners => [...from, ...ring[(i + 1) % ring.length]!]);
  const index = indexOfCorners(edges);
  return edges.some((edge, i) =>
    index.near(edge).some((k) => {
      if (k <= i + 1 || (i === 0 && k === edges.length - 1)) return false;
      return segmentDistance(...edge, ...edges[k]!) < MEETING;
    }),
  );
}
