/** Which stretches of a line lie on the material of a part, and which beyond its outline or over a hole? */

import type { Bounds, Point, Ring } from "../../../base/contract/values/geometry.ts";
import { meet, widened } from "../../../base/geometry/box.ts";
import { insideRings } from "../../../base/geometry/inside.ts";
import { lineLength, pointBounds } from "../../../base/geometry/ring.ts";
import { pointSegmentDistance } from "../../../base/geometry/segment.ts";
import { curvePiece } from "../../../read/drawing/contacts/pieces.ts";
import { type Curve, curveAt, curveSteps } from "../../../read/drawing/curves/curves.ts";
import { pathBounds } from "../../../read/drawing/curves/outline.ts";

/** Outlines are chords, and hands are not exact: what is no further off the material, or no longer on it, is neither (mm). */
const SLACK = 0.1;
/** Chords of curves lie this close to them, in mm. */
const CHORD = 5e-3;

/** Curves end to end. */
export interface Stroke {
  curves: Curve[];
  closed: boolean;
  bounds: Bounds;
}

export function strokeOf(curves: Curve[], closed: boolean): Stroke {
  return { curves, closed, bounds: pathBounds(curves) };
}

interface Material {
  exterior: Ring;
  holes: Ring[];
  bounds: Bounds;
}

/** A point of a stroke; `along` is the number of its curve and the fraction of that. */
interface StrokePoint {
  at: Point;
  along: number;
}

interface ClearedStretch {
  places: StrokePoint[];
  on: boolean;
}

type OutlineEdge = readonly [from: Point, to: Point];

/** A stroke in pieces that lie on the material and off it; one that is wholly either stays as it is. */
export function divide(stroke: Stroke, part: Material): { on: Stroke[]; off: Stroke[] } {
  if (!comeNear(stroke.bounds, part.bounds)) return { on: [], off: [stroke] };
  const rings = [part.exterior, ...part.holes];
  const near = rings.flatMap(edgesOf).filter((edge) => comeNear(stroke.bounds, pointBounds(edge)));
  const stretches = settled(stretchesOf(placesOf(stroke), rings, near), near);
  const pieces = (on: boolean) => {
    if (stretches.length === 1) return stretches[0]!.on === on ? [stroke] : [];
    return joined(stretches, stroke)
      .filter((one) => one.on === on)
      .map(({ places }) => strokeAlong(stroke.curves, places));
  };
  return { on: pieces(true), off: pieces(false) };
}

function edgesOf(ring: Ring): OutlineEdge[] {
  return ring.map((to, i): OutlineEdge => [ring.at(i - 1)!, to]);
}

/** Whether boxes meet, with a little room around one of them. */
export function comeNear(a: Bounds, b: Bounds): boolean {
  return meet(widened(a, SLACK), b);
}

function placesOf({ curves, closed }: Stroke): StrokePoint[] {
  const places = curves.flatMap((curve, i): StrokePoint[] => {
    const steps = curveSteps(curve, CHORD);
    return Array.from({ length: steps + 1 }, (_, k) => ({
      at: curveAt(curve, k / steps),
      along: i + k / steps,
    }));
  });
  return closed ? [...places, { at: places[0]!.at, along: curves.length }] : places;
}

/** Cut where edges are crossed; neighbours that are alike are one. */
function stretchesOf(places: StrokePoint[], rings: Ring[], near: OutlineEdge[]): ClearedStretch[] {
  if (near.length === 0) return [{ places, on: isOn(places[0]!.at, rings) }];
  const ends = places.flatMap((to, i) => {
    const from = places[i - 1];
    return from ? [...crossings(from, to, near), to] : [to];
  });
  return merged(
    ends.slice(1).map((to, i): ClearedStretch => {
      const from = ends[i]!;
      return { places: [from, to], on: isOn(middle(from.at, to.at), rings) };
    }),
  );
}

/** In the exterior and in no hole. */
function isOn(point: Point, rings: Ring[]): boolean {
  return insideRings(rings, ...point);
}

function crossings(from: StrokePoint, to: StrokePoint, near: OutlineEdge[]): StrokePoint[] {
  const [[ax, ay], [bx, by]] = [from.at, to.at];
  const [dx, dy] = [bx - ax, by - ay];
  const fractions = near.flatMap(([[px, py], [qx, qy]]): number[] => {
    const [ex, ey] = [qx - px, qy - py];
    const cross = dx * ey - dy * ex;
    const t = ((px - ax) * ey - (py - ay) * ex) / cross;
    const u = ((px - ax) * dy - (py - ay) * dx) / cross;
    return t > 0 && t < 1 && u >= 0 && u <= 1 ? [t] : [];
  });
  return fractions
    .sort((a, b) => a - b)
    .map(
      (t): StrokePoint => ({
        at: [ax + t * dx, ay + t * dy],
        along: from.along + t * (to.along - from.along),
      }),
    );
}

/** Stretches that are hardly off the material, or hardly on it, become like those around them. */
function settled(stretches: ClearedStretch[], near: OutlineEdge[]): ClearedStretch[] {
  const held = merged(stretches.map((one) => (one.on || isFarOff(one, near) ? one : { ...one, on: true })));
  if (held.length === 1) return held;
  return merged(
    held.map((one) =>
      one.on && lineLength(one.places.map(({ at }) => at)) <= SLACK ? { ...one, on: false } : one,
    ),
  );
}

function isFarOff({ places }: ClearedStretch, near: OutlineEdge[]): boolean {
  return places.some(({ at }, i) =>
    [at, middle(at, places[Math.max(0, i - 1)]!.at)].some(([x, y]) =>
      near.every(([a, b]) => pointSegmentDistance(x, y, ...a, ...b) > SLACK),
    ),
  );
}

function merged(stretches: ClearedStretch[]): ClearedStretch[] {
  const out: ClearedStretch[] = [];
  for (const { places, on } of stretches) {
    const last = out.at(-1);
    if (last?.on === on) last.places.push(...places.slice(1));
    else out.push({ places: [...places], on });
  }
  return out;
}

/** Where a closed stroke begins and ends is no end. */
function joined(stretches: ClearedStretch[], { curves, closed }: Stroke): ClearedStretch[] {
  const [first, last] = [stretches[0]!, stretches.at(-1)!];
  if (!closed || first.on !== last.on) return stretches;
  const onwards = first.places.map(({ at, along }) => ({ at, along: along + curves.length }));
  return [...stretches.slice(1, -1), { ...last, places: [...last.places, ...onwards.slice(1)] }];
}

function strokeAlong(curves: Curve[], places: StrokePoint[]): Stroke {
  const [from, to] = [places[0]!.along, places.at(-1)!.along];
  const pieces: Curve[] = [];
  for (let i = Math.floor(from); i < to; i++) {
    const [start, end] = [Math.max(0, from - i), Math.min(1, to - i)];
    if (end > start) pieces.push(curvePiece(curves[i % curves.length]!, start, end));
  }
  return strokeOf(pieces, false);
}

function middle([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2];
}
