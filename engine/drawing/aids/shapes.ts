/** What drafting aids are made of: straight lines, circles, boxes and slender triangles among the outlines of a drawing. */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import type { Contours } from "../curves/contours.ts";
import { curveAt, type Ends } from "../curves/curves.ts";
import type { DrawnText } from "../roles/order.ts";
import { boundsAround } from "./walls.ts";

/** Pairs that are looked at; in larger drawings dimensions lie on layers of their own. */
export const MOST_PAIRS = 4_000_000;
/** A text belongs to a line within so many heights of its letters. */
const NEAR = 3;
/** Contours of more sides are no leaders. */
const SIDES = 3;
/**
 * Arrow heads are no longer than this (mm, or in letters of what is written), and so many times as long as wide; fat ones, at
 * least this many times, where they lie along a line: their sides, and how far from it, agree within a share of their length.
 */
const ARROW = { length: 5, letters: 2, ratio: 2.5, fat: 0.7, same: 0.05 };

export interface Straight extends Ends {
  number: number;
  /** The whole of its contour. */
  alone: boolean;
  length: number;
}

export interface Round {
  number: number;
  cx: number;
  cy: number;
  radius: number;
}

/** A closed contour of so many straight sides. */
export interface Straights {
  number: number;
  corners: Point[];
  box: Bounds;
}

/** What a drawing shows. */
export interface Shown {
  contours: Contours;
  texts: readonly DrawnText[];
  lines: readonly Straight[];
  circles: readonly Round[];
  polygons: readonly Straights[];
  /** Ends this close meet. */
  near: number;
}

/** Sides of open contours of few curves; of arcs two chords. */
export function linesOf(contours: Contours): Straight[] {
  return contours.numbers(false).flatMap((number) => {
    const { curves } = contours.get(number);
    if (curves.length > SIDES) return [];
    return curves.flatMap((id): Straight[] => {
      const curve = contours.table.get(id);
      const { kind, x0, y0, x1, y1 } = curve;
      const alone = curves.length === 1 && kind === "line";
      const places: Point[] =
        kind === "arc"
          ? [[x0, y0], curveAt(curve, 0.5), [x1, y1]]
          : [
              [x0, y0],
              [x1, y1],
            ];
      return places.slice(1).map(([u, v], i) => {
        const [x, y] = places[i]!;
        return { number, alone, x0: x, y0: y, x1: u, y1: v, length: Math.hypot(u - x, v - y) };
      });
    });
  });
}

export function circlesOf(contours: Contours): Round[] {
  const found: Round[] = [];
  for (const number of contours.numbers(true)) {
    if (contours.size(number) > 1) continue;
    const curve = contours.table.get(contours.curveId(number, 0));
    if (curve.kind === "arc") found.push({ number, cx: curve.cx, cy: curve.cy, radius: curve.radius });
  }
  return found;
}

/** Closed contours of at least three straight sides. */
export function polygonsOf(contours: Contours, most: number): Straights[] {
  return (most === 0 ? [] : contours.numbers(true)).flatMap((number) => {
    if (contours.size(number) < 3 || contours.size(number) > most) return [];
    const { curves } = contours.get(number);
    if (!curves.every((id) => contours.table.isLine(id))) return [];
    const corners = curves.map((id): Point => {
      const { x0, y0 } = contours.table.ends(id);
      return [x0, y0];
    });
    const box = boundsAround(corners.map(([x, y]) => ({ min_x: x, min_y: y, max_x: x, max_y: y })));
    return [{ number, corners, box }];
  });
}

/** A triangle that may end a line. */
export interface ArrowHead {
  number: number;
  /** Corners and the middles of sides; of a fat one its tip and the middle of its base. */
  tips: Point[];
  isFat: boolean;
}

/** Slender triangles, and fat ones with two sides alike; `letters` is how high what is written is. */
export function arrowHeads(polygons: readonly Straights[], letters: number): ArrowHead[] {
  return polygons.flatMap(({ number, corners }): ArrowHead[] => {
    if (corners.length !== 3) return [];
    const sides = sidesOf(corners);
    const lengths = [...sides].sort((p, q) => p - q);
    if (lengths[2]! > Math.max(ARROW.length, ARROW.letters * letters)) return [];
    const middles = corners.map(([x, y], i): Point => {
      const [u, v] = corners[(i + 1) % 3]!;
      return [(x + u) / 2, (y + v) / 2];
    });
    if (lengths[1]! >= ARROW.ratio * lengths[0]!)
      return [{ number, tips: [...corners, ...middles], isFat: false }];
    const alike = (i: number) => Math.abs(sides[i]! - sides[(i + 2) % 3]!) <= ARROW.same * sides[i]!;
    return [0, 1, 2].flatMap((i): ArrowHead[] => {
      const tips = [corners[i]!, middles[(i + 1) % 3]!];
      const isLong = between(tips[0]!, tips[1]!) >= ARROW.fat * sides[(i + 1) % 3]!;
      return alike(i) && isLong ? [{ number, tips, isFat: true }] : [];
    });
  });
}

/** Whether a line ends in an arrow head: a fat one must lie along it. */
export function endsInHead(line: Straight, { tips, isFat }: ArrowHead, near: number): boolean {
  const meets = endsOf(line).some((end) => tips.some((tip) => between(tip, end) <= near));
  if (!meets || !isFat) return meets;
  const [[x, y], [u, v]] = tips as [Point, Point];
  const across = ((u - x) * (line.y1 - line.y0) - (v - y) * (line.x1 - line.x0)) / (line.length || 1);
  return Math.abs(across) <= ARROW.same * Math.hypot(u - x, v - y) && line.length > Math.hypot(u - x, v - y);
}

/** Their lengths. */
function sidesOf(corners: readonly Point[]): number[] {
  return corners.map((corner, i) => between(corner, corners[(i + 1) % corners.length]!));
}

/** The sharpest corner, in degrees. */
export function sharpest(corners: readonly Point[]): number {
  const count = corners.length;
  const angles = corners.map((corner, i) =>
    angleAt(corner, corners[(i + count - 1) % count]!, corners[(i + 1) % count]!),
  );
  return Math.min(...angles);
}

/** Between the ways from a place to two others, in degrees. */
export function angleAt([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [ux, uy, vx, vy] = [x0 - x, y0 - y, x1 - x, y1 - y];
  return (180 / Math.PI) * Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
}

export const endsOf = ({ x0, y0, x1, y1 }: Ends): Point[] => [
  [x0, y0],
  [x1, y1],
];

export function between([x, y]: Point, [u, v]: Point): number {
  return Math.hypot(u - x, v - y);
}

/** Whether any text is within reach. */
export function isBeside(texts: readonly DrawnText[], distance: (at: Point) => number): boolean {
  return texts.some((text) => isTextNear(text, distance(text.at)));
}

export function isTextNear({ height }: DrawnText, distance: number): boolean {
  return distance <= NEAR * height;
}

export function cosine(p: Straight, q: Straight): number {
  const dot = (p.x1 - p.x0) * (q.x1 - q.x0) + (p.y1 - p.y0) * (q.y1 - q.y0);
  return dot / (p.length * q.length || 1);
}

export function distanceTo(
  { x0, y0, x1, y1, length }: Ends & { length: number },
  x: number,
  y: number,
): number {
  const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length * length || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y);
}
