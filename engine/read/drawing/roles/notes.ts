/**
 * How is a bend line bent, by the note beside it and by its layer?
 *
 * SolidWorks writes `UP  90° R 1` next to each bend line of a flat pattern; Inventor and Onshape tell up and down by the
 * layer. A note belongs to the nearest bend line within some heights of its letters.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { boundsAt, roomAt } from "../../../base/geometry/box.ts";
import { finderOf, indexBy } from "../basis/finder.ts";
import type { Findings } from "../basis/findings.ts";
import { distanceTo, endsOf } from "../basis/plane.ts";
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

/**
 * Notes with the places that leaders from them end at: of curves that are not cut, what begins beside a note and hangs
 * together.
 */
export function ledNotes(
  notes: readonly BendNote[],
  drawn: Contours,
  aside: readonly number[],
  near: number,
): readonly BendNote[] {
  const lines = notes.length === 0 ? [] : aside.filter((number) => !drawn.isClosed(number));
  if (lines.length === 0) return notes;
  const places = lines.flatMap((number) => endsOf(drawn.endsOf(number)));
  const endsIn = finderOf([...places.keys()], (end) => boundsAt(places[end]!));
  return notes.map((note) => {
    const ends = new Set(endsIn(...note.spots.map((spot) => roomAt(spot, BESIDE * note.height))));
    // A set also visits what is added on the way.
    for (const end of ends)
      if (ends.size <= LEADER)
        for (const other of [end ^ 1, ...endsIn(roomAt(places[end]!, near))]) ends.add(other);
    return { ...note, led: ends.size > LEADER ? [] : [...ends].map((end) => places[end]!) };
  });
}

/**
 * The lines that each note belongs to: those that leaders from it end on, or the nearest; of what is bent itself the
 * chord will do.
 */
export function nearestTo(notes: readonly BendNote[], lines: readonly Curve[][], near: number): number[][] {
  const index = indexBy(lines, pathBounds);
  const nearest = (at: Point, reach: number) =>
    (index?.neighbors(...at, CANDIDATES, reach) ?? [])
      .map((line) => ({ line, away: Math.min(...lines[line]!.map((curve) => distanceTo(curve, ...at))) }))
      .sort((p, q) => p.away - q.away)
      .slice(0, 1);
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

/** SolidWorks writes `UP  90° R 1`, others the same with words, or the angle first. */
const UP = /^(?:UP|OBEN|HOCH|HAUT|ARRIBA)$/i;
const WAY = "(?<way>UP|OBEN|HOCH|HAUT|ARRIBA|DOWN|DN|UNTEN|RUNTER|BAS|ABAJO)";
const ANGLE = String.raw`(?<angle>\d+(?:\.\d+)?)\s*`;
const DEGREES = "(?:°|DEG(?:REES)?)";
const RADIUS = String.raw`(?:R(?:ADIUS)?\s*=?\s*(?<radius>\d*\.?\d+))?`;
/** A number behind a direction is an angle; before one it must say so. */
const NOTES = [
  new RegExp(String.raw`\b${WAY}\s+${ANGLE}${DEGREES}?\s*,?\s*${RADIUS}`, "i"),
  new RegExp(String.raw`\b${ANGLE}${DEGREES}\s*${WAY}\b\s*,?\s*${RADIUS}`, "i"),
];

/** What a text says of a bend, or null; without the codes that format it. */
export function bendByText(text: string): Bend | null {
  const { way, angle, radius } = NOTES.map((note) => note.exec(text)?.groups).find(Boolean) ?? {};
  if (way === undefined) return null;
  return {
    direction: UP.test(way) ? "up" : "down",
    angle: Number(angle),
    radius: radius === undefined ? null : Number(radius),
  };
}
