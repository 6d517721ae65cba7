/** Is there material at a place, as far as closed contours tell before anything is arranged? */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import type { Contours } from "../curves/contours.ts";
import { curveAt, type Ends } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import { distanceTo } from "./plane.ts";
import { searchOf } from "./walls.ts";

/** Chords that stand for an arc where nothing is measured. */
const CHORDS = 8;

type Chord = Ends & { length: number };

/** The chords of a curve. */
export function chordsOf(table: CurveTable, id: CurveId): Chord[] {
  const count = table.isLine(id) ? 1 : CHORDS;
  const curve = table.get(id);
  return Array.from({ length: count }, (_, i) => {
    const [[x0, y0], [x1, y1]] = [curveAt(curve, i / count), curveAt(curve, (i + 1) / count)];
    return { x0, y0, x1, y1, length: Math.hypot(x1 - x0, y1 - y0) };
  });
}

/** What closed contours enclose; worked out when somebody asks. */
export class Material {
  private known: { chords: (Chord & { contour: number })[]; crossing: (box: Bounds) => number[] } | null =
    null;

  constructor(private readonly contours: Contours) {}

  /** Whether a place lies within an odd number of contours, but for one. */
  isAt([x, y]: Point, but = -1): boolean {
    const { chords, crossing } = this.chords;
    let isIn = false;
    for (const number of crossing({ min_x: x, min_y: y, max_x: Infinity, max_y: y })) {
      const { contour, x0, y0, x1, y1 } = chords[number]!;
      if (contour !== but && y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isIn = !isIn;
    }
    return isIn;
  }

  /** Whether a contour passes a place, with a side longer than some length. */
  isOnRim([x, y]: Point, near: number, longer: number): boolean {
    const { chords, crossing } = this.chords;
    const box = { min_x: x - near, min_y: y - near, max_x: x + near, max_y: y + near };
    return crossing(box).some((number) => {
      const chord = chords[number]!;
      return chord.length > longer && distanceTo(chord, x, y) <= near;
    });
  }

  private get chords(): NonNullable<Material["known"]> {
    if (!this.known) {
      const { contours } = this;
      const chords: (Chord & { contour: number })[] = [];
      contours.forCurves((id, contour) => {
        if (!contours.isClosed(contour)) return;
        for (const chord of chordsOf(contours.table, id)) chords.push({ ...chord, contour });
      });
      const boxes = chords.map(({ x0, y0, x1, y1 }) => ({
        min_x: Math.min(x0, x1),
        min_y: Math.min(y0, y1),
        max_x: Math.max(x0, x1),
        max_y: Math.max(y0, y1),
      }));
      this.known = { chords, crossing: searchOf(boxes) };
    }
    return this.known;
  }
}
