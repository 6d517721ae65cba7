/** Straight lines and arcs of a drawing, and how they lie to places and to each other. */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, lies } from "../../../../base/geometry/box.ts";
import { hypot } from "../../../../base/geometry/trig/hypot.ts";
import { distanceTo, endsOf } from "../../basis/plane.ts";
import { nearestOn } from "../../contacts/pieces.ts";
import type { Contours } from "../../curves/contours.ts";
import { type Arc, curveAt, curveLength } from "../../curves/curves.ts";
import { boundsOfCircle } from "./rounds.ts";
import type { Shown, Straight, Stroke, Tip } from "./shown.ts";

/** Contours of more sides are no leaders. */
const SIDES = 3;

/** A line that is all of its contour. */
export function straight(number: number, [x0, y0]: Point, [x1, y1]: Point): Straight {
  return { number, alone: true, x0, y0, x1, y1, length: hypot(x1 - x0, y1 - y0) };
}

/** Sides of open contours of few curves; of arcs two chords. */
export function linesOf(contours: Contours): Straight[] {
  return contours.numbers(false).flatMap((number) => {
    const { curves } = contours.get(number);
    if (curves.length > SIDES) return [];
    return curves.flatMap((id): Straight[] => {
      const curve = contours.table.get(id);
      const alone = curves.length === 1 && curve.kind === "line";
      const chord = curve.kind === "arc";
      const places = endsOf(curve);
      if (chord) places.splice(1, 0, curveAt(curve, 0.5));
      return places.slice(1).map((to, i) => ({ ...straight(number, places[i]!, to), alone, chord }));
    });
  });
}

/** Lines, and the arcs of open contours of few curves. */
export function strokesOf(contours: Contours, lines: readonly Straight[]): Stroke[] {
  const arcs = new Set(lines.flatMap(({ number, chord }) => (chord ? [number] : [])));
  return [
    ...lines.flatMap((line) => (line.chord ? [] : [strokeOfLine(line)])),
    ...[...arcs].flatMap((number) => {
      const { curves } = contours.get(number);
      return curves.flatMap((id): Stroke[] => {
        const arc = contours.table.get(id);
        return arc.kind === "arc" && arc.sweep !== 0 ? [strokeOfArc(number, arc, curves.length === 1)] : [];
      });
    }),
  ];
}

export function strokeOfLine(line: Straight): Stroke {
  const { number, alone, length, x0, y0, x1, y1 } = line;
  const out: Point = length === 0 ? [1, 0] : [(x1 - x0) / length, (y1 - y0) / length];
  const back: Point = [-out[0], -out[1]];
  const tips: Stroke["tips"] = [
    { at: [x0, y0], out: back },
    { at: [x1, y1], out },
  ];
  return { number, alone, line, arc: null, length, tips };
}

export function strokeOfArc(number: number, arc: Arc, alone: boolean): Stroke {
  const { cx, cy, radius, x0, y0, x1, y1 } = arc;
  const turn = Math.sign(arc.sweep) / radius;
  const tips: [Tip, Tip] = [
    { at: [x0, y0], out: [turn * (y0 - cy), -turn * (x0 - cx)] },
    { at: [x1, y1], out: [-turn * (y1 - cy), turn * (x1 - cx)] },
  ];
  return { number, alone, line: null, arc, length: curveLength(arc), tips };
}

/** Adds the numbers of lines and closed contours that lie in a box. */
export function addWithin({ contours, linesIn, closedIn }: Shown, box: Bounds, aids: Set<number>): void {
  for (const number of closedIn(box)) if (lies(contours.boundsOf(number), box)) aids.add(number);
  for (const line of linesIn(box)) if (lies(boundsOfLine(line), box)) aids.add(line.number);
}

export function boundsOfLine(line: Straight): Bounds {
  return boundsAround(endsOf(line).map(boundsAt));
}

/** What no place of a line or arc is beyond. */
export function boundsOfStroke({ line, arc }: Stroke): Bounds {
  return line ? boundsOfLine(line) : boundsOfCircle(arc!);
}

/** How far a place lies from a line or arc. */
export function awayFrom({ line, arc }: Stroke, at: Point): number {
  return line ? distanceTo(line, ...at) : nearestOn(arc!, null, ...at).distance;
}

/** How far a place is off a line, or what is in line with it. */
export function offAxis({ x0, y0, x1, y1, length }: Straight, [x, y]: Point): number {
  return Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / (length || 1);
}

export function cosine(p: Straight, q: Straight): number {
  const dot = (p.x1 - p.x0) * (q.x1 - q.x0) + (p.y1 - p.y0) * (q.y1 - q.y0);
  return dot / (p.length * q.length || 1);
}
