/**
 * How is a curve cut into pieces, how far is a place from it, where does a vertical line cross it, and which chords stand
 * for it? By the fraction of its parameter, from 0 at its start to 1 at its end; lines and arcs exactly, the others along
 * chords.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { acos, atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../../base/geometry/trig/sines.ts";
import { type NearestPoint, nearestOnLine } from "../basis/plane.ts";
import { bezierPaces, splitBezier } from "../curves/bezier.ts";
import {
  type Arc,
  arcAround,
  bezierThrough,
  type Curve,
  curveAt,
  curveLength,
  curveSteps,
  lineBetween,
} from "../curves/curves.ts";

const TURN = 2 * Math.PI;
/** An S is no straight line, however small. */
const LEAST_CHORDS = 4;

/** Turn of arcs of circles and ellipses. */
type ArcTurn = Pick<Arc, "start" | "sweep">;

/** Chords of ellipses and Béziers: fraction, x and y of each vertex in turn. */
export type Chords = Float64Array;

export interface CurveChords {
  curve: Curve;
  chords: Chords | null;
}

/** Length of the piece between two fractions of a curve as long as `whole`. */
export function lengthOfPiece(curve: Curve, whole: number, from: number, to: number): number {
  if (curve.kind === "line" || curve.kind === "arc") return (to - from) * whole;
  return curveLength(curvePiece(curve, from, to));
}

/** The piece between two fractions; its ends are places of the curve. */
export function curvePiece(curve: Curve, from: number, to: number): Curve {
  if (from === 0 && to === 1) return curve;
  const [x0, y0] = from === 0 ? [curve.x0, curve.y0] : curveAt(curve, from);
  const [x1, y1] = to === 1 ? [curve.x1, curve.y1] : curveAt(curve, to);
  switch (curve.kind) {
    case "line":
      return lineBetween(x0, y0, x1, y1);
    case "arc": {
      const { cx, cy, radius, start, sweep } = curve;
      const piece = arcAround(cx, cy, radius, start + from * sweep, (to - from) * sweep);
      return { ...(piece as Curve & { kind: "arc" }), x0, y0, x1, y1 };
    }
    case "ellipse":
      return {
        ...curve,
        start: curve.start + from * curve.sweep,
        sweep: (to - from) * curve.sweep,
        x0,
        y0,
        x1,
        y1,
      };
    case "bezier": {
      const [, later] = splitBezier(curve, from);
      const [piece] = splitBezier(later, from === 1 ? 0 : (to - from) / (1 - from));
      piece.points[0] = [x0, y0];
      piece.points[piece.points.length - 1] = [x1, y1];
      return bezierThrough(piece.points, piece.weights);
    }
  }
}

/** Null for lines and arcs, which need none. */
export function curveChords(curve: Curve, tolerance: number): Chords | null {
  if (curve.kind === "line" || curve.kind === "arc") return null;
  const paces =
    curve.kind === "bezier"
      ? bezierPaces(curve.points, curve.weights, tolerance)
      : [{ from: 0, to: 1, steps: curveSteps(curve, tolerance) }];
  const chords = [0, curve.x0, curve.y0];
  for (const { from, to, steps } of paces) {
    const count = Math.max(LEAST_CHORDS, steps);
    for (let i = 1; i <= count; i++) {
      const t = from + ((to - from) * i) / count;
      chords.push(t, ...curveAt(curve, t));
    }
  }
  chords.splice(-2, 2, curve.x1, curve.y1);
  return Float64Array.from(chords);
}

/** Where on an arc an angle lies, as a fraction of its sweep; beyond 1 where it does not. */
export function fractionAt({ start, sweep }: ArcTurn, angle: number): number {
  const along = sweep < 0 ? start - angle : angle - start;
  const turned = along - TURN * Math.floor(along / TURN);
  const size = Math.abs(sweep);
  // A hair before the start is nearer to it than a whole turn is to the end.
  if (turned > size && TURN - turned < turned - size) return (turned - TURN) / size;
  return turned / size;
}

export function nearestOn(curve: Curve, chords: Chords | null, x: number, y: number): NearestPoint {
  if (chords) {
    let best: NearestPoint = { t: 0, distance: Number.POSITIVE_INFINITY };
    for (let at = 0; at + 3 < chords.length; at += 3) {
      const { t, distance } = nearestOnLine(
        chords[at + 1]!,
        chords[at + 2]!,
        chords[at + 4]!,
        chords[at + 5]!,
        x,
        y,
      );
      if (distance < best.distance) best = { t: chords[at]! + t * (chords[at + 3]! - chords[at]!), distance };
    }
    return best;
  }
  if (curve.kind === "arc") {
    const t = fractionAt(curve, atan2(y - curve.cy, x - curve.cx));
    if (t >= 0 && t <= 1) return { t, distance: Math.abs(hypot(x - curve.cx, y - curve.cy) - curve.radius) };
    const first = hypot(x - curve.x0, y - curve.y0);
    const last = hypot(x - curve.x1, y - curve.y1);
    return first <= last ? { t: 0, distance: first } : { t: 1, distance: last };
  }
  return nearestOnLine(curve.x0, curve.y0, curve.x1, curve.y1, x, y);
}

/** The largest distance of places on curves from the nearest of others, or the first that is too large. */
export function distanceBetween(curves: Curve[], others: Curve[], limit: number): number {
  const shapes = others.map((curve) => ({ curve, chords: curveChords(curve, limit / 8) }));
  let most = 0;
  for (const curve of curves) {
    for (const t of [0, 0.25, 0.5, 0.75, 1]) {
      const [x, y] = curveAt(curve, t);
      let least = Number.POSITIVE_INFINITY;
      for (const other of shapes)
        least = Math.min(least, nearestOn(other.curve, other.chords, x, y).distance);
      most = Math.max(most, least);
      if (most > limit) return most;
    }
  }
  return most;
}

/** The fraction, how high it is, and whether the curve runs to the right there: what is above it lies to its left then. */
export type OnCrossing = (t: number, y: number, rightwards: boolean) => void;

/** Ends on the line count as if it passed a hair to the right of them. */
export function crossVertical({ curve, chords }: CurveChords, x: number, found: OnCrossing): void {
  if (curve.kind === "arc") {
    const { cx, cy, radius, sweep } = curve;
    const along = x - cx;
    if (Math.abs(along) >= radius) return;
    const up = Math.sqrt((radius - along) * (radius + along));
    for (const rise of [up, -up]) {
      const t = fractionAt(curve, atan2(rise, along));
      if (t >= 0 && t <= 1) found(t, cy + rise, rise < 0 === sweep > 0);
    }
    return;
  }
  if (curve.kind === "ellipse") {
    const { cx, cy, ux, uy, vx, vy, sweep } = curve;
    const cosine = (x - cx) / hypot(ux, vx);
    if (Math.abs(cosine) >= 1) return;
    // Back and forth from where it is farthest to the right.
    const [lag, angle] = [atan2(vx, ux), acos(cosine)];
    for (const turn of [angle, -angle]) {
      const at = lag + turn;
      const t = fractionAt(curve, at);
      if (t >= 0 && t <= 1) found(t, cy + uy * cos(at) + vy * sin(at), turn < 0 === sweep > 0);
    }
    return;
  }
  if (!chords) crossLine(curve.x0, curve.y0, curve.x1, curve.y1, x, found);
  for (let at = 0; chords && at + 3 < chords.length; at += 3) {
    const [from, to] = [chords[at]!, chords[at + 3]!];
    crossLine(chords[at + 1]!, chords[at + 2]!, chords[at + 4]!, chords[at + 5]!, x, (share, y, rightwards) =>
      found(from + share * (to - from), y, rightwards),
    );
  }
}

/** The same of a straight line. */
function crossLine(x0: number, y0: number, x1: number, y1: number, x: number, found: OnCrossing): void {
  if (x0 <= x === x1 <= x) return;
  const share = (x - x0) / (x1 - x0);
  found(share, y0 + share * (y1 - y0), x1 > x0);
}

/** Whether so many curves, which close, go around a place, by even-odd. */
export function goAround(count: number, shapeOf: (curve: number) => CurveChords, [x, y]: Point): boolean {
  let odd = false;
  const pass = (_: number, height: number) => {
    if (height <= y) odd = !odd;
  };
  for (let curve = 0; curve < count; curve++) crossVertical(shapeOf(curve), x, pass);
  return odd;
}
