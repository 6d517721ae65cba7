/**
 * How is a bend line bent, by the note beside it and by its layer?
 *
 * SolidWorks writes `UP  90° R 1` next to each bend line of a flat pattern; Inventor and Onshape tell up and down by the
 * layer. A note belongs to the nearest bend line within some heights of its letters.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { Findings } from "../basis/drawing-findings.ts";
import { indexBy } from "../basis/finder.ts";
import { distanceTo } from "../basis/plane.ts";
import type { DrawnContours } from "../curves/contours.ts";
import type { Curve } from "../curves/curves.ts";
import { pathBounds } from "../curves/outline.ts";
import type { Bend } from "../model/drawing.ts";
import { layerWords } from "./roles.ts";

/** A text that reads like a bend note, where it stands. */
export interface BendNote extends Bend {
  at: Point;
  /** Height of its letters. */
  height: number;
}

/** How far from its line a note may stand, in heights of its letters. */
const REACH = 10;
/** Lines that are measured exactly, of those whose bounds are nearest. */
const CANDIDATES = 8;

interface BentDrawing {
  drawn: DrawnContours;
  sorted: { bend: number[] };
  source: { notes: readonly BendNote[] };
  bends: Bend[];
}

/** Describes each bend. */
export function describeBends(reading: BentDrawing): Findings {
  const findings = new Findings();
  const { drawn, sorted, source } = reading;
  const { notes } = source;
  const known = sorted.bend.map((number): Bend => {
    return { direction: directionByLayer(drawn.layer(number)), angle: null, radius: null };
  });
  reading.bends = known;
  if (known.length === 0 || notes.length === 0) return findings;
  const lines = sorted.bend.map((number) => drawn.get(number).curves.map((id) => drawn.table.get(id)));
  nearestTo(notes, lines).forEach((line, i) => {
    if (line < 0) return;
    const { at, direction, angle, radius } = notes[i]!;
    known[line] = { direction, angle, radius };
    findings.note("bend-notes", { layer: drawn.layer(sorted.bend[line]!), at });
  });
  return findings;
}

/** The line nearest to each note, or -1; of what is bent itself the chord will do. */
function nearestTo(notes: readonly BendNote[], lines: readonly Curve[][]): number[] {
  const index = indexBy(lines, pathBounds);
  return notes.map(({ at, height }) => {
    const found = (index?.neighbors(...at, CANDIDATES, REACH * height) ?? [])
      .map((line) => ({ line, away: Math.min(...lines[line]!.map((curve) => distanceTo(curve, ...at))) }))
      .sort((p, q) => p.away - q.away);
    return found[0]?.line ?? -1;
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

/** Bend that a text describes, or null; without the codes that format it. */
export function bendByText(text: string): Bend | null {
  const { way, angle, radius } = NOTES.map((note) => note.exec(text)?.groups).find(Boolean) ?? {};
  if (way === undefined) return null;
  return {
    direction: UP.test(way) ? "up" : "down",
    angle: Number(angle),
    radius: radius === undefined ? null : Number(radius),
  };
}
