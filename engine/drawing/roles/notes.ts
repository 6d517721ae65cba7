/**
 * How is a bend line bent, by the note beside it and by its layer?
 *
 * SolidWorks writes `UP  90° R 1` next to each bend line of a flat pattern; Inventor and Onshape tell up and down by the
 * layer. A note belongs to the nearest bend line within some heights of its letters.
 */
import Flatbush from "flatbush";
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import type { Chain } from "../curves/contours.ts";
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
}

/** How far from its line a note may stand, in heights of its letters. */
const REACH = 10;
/** Lines that are measured exactly, of those whose bounds are nearest. */
const CANDIDATES = 8;

/** What is known of each bend. */
export function describeBends(
  bends: Chain[],
  table: CurveTable,
  notes: BendNote[],
  findings: Findings,
): Bend[] {
  const known = bends.map(({ layer }): Bend => {
    return { direction: directionByLayer(layer), angle: null, radius: null };
  });
  if (bends.length === 0 || notes.length === 0) return known;
  const lines = bends.map(({ curves }) => curves.map((id) => table.get(id)));
  nearestTo(notes, lines).forEach((nearest, i) => {
    if (nearest < 0) return;
    const { at, height: _, ...bend } = notes[i]!;
    known[nearest] = bend;
    findings.note("bend-notes", { layer: bends[nearest]!.layer, at });
  });
  return known;
}

/** The line that each note belongs to, or -1. */
export function nearestTo(notes: readonly BendNote[], lines: readonly Curve[][]): number[] {
  if (lines.length === 0) return notes.map(() => -1);
  const index = new Flatbush(lines.length);
  for (const curves of lines) {
    const { min_x, min_y, max_x, max_y } = pathBounds(curves);
    index.add(min_x, min_y, max_x, max_y);
  }
  index.finish();
  return notes.map(({ at, height }) => {
    const near = index.neighbors(at[0], at[1], CANDIDATES, REACH * height);
    const away = near.map((i) => distance(at, lines[i]!));
    return near[away.indexOf(Math.min(...away))] ?? -1;
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
