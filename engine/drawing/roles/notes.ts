/**
 * How is a bend line bent, by the note beside it and by its layer?
 *
 * SolidWorks writes `UP  90° R 1` next to each bend line of a flat pattern; Inventor and Onshape tell up and down by the
 * layer. A note belongs to the nearest bend line within some heights of its letters.
 */
import Flatbush from "flatbush";
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import type { Chain, Contours } from "../curves/contours.ts";
import type { Curve } from "../curves/curves.ts";
import { pathBounds } from "../curves/outline.ts";
import type { CurveTable } from "../curves/table.ts";
import type { Bend } from "../model/drawing.ts";
import { layerWords } from "./roles.ts";

/** A text that reads like a bend note, where it stands. */
export interface BendNote extends Bend {
  at: Point;
  /** Of its letters. */
  height: number;
  /** Where its lines begin, their middles and where they end. */
  spots: readonly Point[];
  /** Where leaders from it end. */
  led?: readonly Point[];
}

/** How far from its line a note may stand, and a leader from its note, in heights of its letters. */
const REACH = 10;
const BESIDE = 3;
/** Most ends of lines of a leader. */
const LEADER = 40;
/** In weld tolerances, how far off its line a leader ends. */
export const NEAR = 10;
/** Lines that are measured exactly, of those whose bounds are nearest. */
const CANDIDATES = 8;

/** What is known of each bend. */
export function describeBends(
  bends: Chain[],
  table: CurveTable,
  notes: readonly BendNote[],
  near: number,
  findings: Findings,
): Bend[] {
  const known = bends.map(({ layer }): Bend => {
    return { direction: directionByLayer(layer), angle: null, radius: null };
  });
  if (bends.length === 0 || notes.length === 0) return known;
  const lines = bends.map(({ curves }) => curves.map((id) => table.get(id)));
  nearestTo(notes, lines, near).forEach((own, i) => {
    const { at, direction, angle, radius } = notes[i]!;
    for (const line of own) {
      known[line] = { direction, angle, radius };
      findings.note("bend-notes", { layer: bends[line]!.layer, at });
    }
  });
  return known;
}

/** Notes with the places that leaders from them end at: of curves that are not cut, what begins beside a note and hangs together. */
export function ledNotes(
  notes: readonly BendNote[],
  drawn: Contours,
  aside: readonly number[],
  near: number,
): readonly BendNote[] {
  const lines = notes.length === 0 ? [] : aside.filter((number) => !drawn.isClosed(number));
  if (lines.length === 0) return notes;
  const places = lines.flatMap((number): Point[] => {
    const { x0, y0, x1, y1 } = drawn.endsOf(number);
    return [
      [x0, y0],
      [x1, y1],
    ];
  });
  const index = new Flatbush(places.length);
  for (const [x, y] of places) index.add(x, y, x, y);
  index.finish();
  const within = ([x, y]: Point, reach: number) => index.search(x - reach, y - reach, x + reach, y + reach);
  return notes.map((note) => {
    const ends = new Set(note.spots.flatMap((spot) => within(spot, BESIDE * note.height)));
    // A set also visits what is added on the way.
    for (const end of ends)
      if (ends.size <= LEADER) for (const other of [end ^ 1, ...within(places[end]!, near)]) ends.add(other);
    return { ...note, led: ends.size > LEADER ? [] : [...ends].map((end) => places[end]!) };
  });
}

/** The lines that each note belongs to: those that leaders from it end on, or the nearest. */
export function nearestTo(notes: readonly BendNote[], lines: readonly Curve[][], near: number): number[][] {
  if (lines.length === 0) return notes.map(() => []);
  const index = new Flatbush(lines.length);
  for (const curves of lines) {
    const { min_x, min_y, max_x, max_y } = pathBounds(curves);
    index.add(min_x, min_y, max_x, max_y);
  }
  index.finish();
  const nearest = ([x, y]: Point, reach: number) => {
    const close = index.neighbors(x, y, CANDIDATES, reach);
    const away = close.map((i) => distance([x, y], lines[i]!));
    const least = Math.min(...away);
    return close.length === 0 ? [] : [{ line: close[away.indexOf(least)]!, away: least }];
  };
  return notes.map(({ at, height, led = [] }) => {
    const met = led.flatMap((place) => nearest(place, near)).filter(({ away }) => away <= near);
    return [...new Set((met.length > 0 ? met : nearest(at, REACH * height)).map(({ line }) => line))];
  });
}

function directionByLayer(layer: string): Bend["direction"] {
  const words = layerWords(layer);
  if (words.includes("DOWN") || words.includes("DN")) return "down";
  return words.includes("UP") || layer.toUpperCase() === "IV_BEND" ? "up" : null;
}

/** Bend lines are straight; of others the chord will do. */
function distance([x, y]: Point, curves: Curve[]): number {
  return Math.min(
    ...curves.map(({ x0, y0, x1, y1 }) => {
      const [dx, dy] = [x1 - x0, y1 - y0];
      const share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
      const along = Math.min(1, Math.max(0, share));
      return Math.hypot(x0 + along * dx - x, y0 + along * dy - y);
    }),
  );
}
