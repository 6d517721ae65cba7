/** Is there material at a place, as far as closed contours tell before anything is arranged? */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import { boundsAt, widened } from "../basis/bounds.ts";
import type { Contours } from "../curves/contours.ts";
import { type Arc, curveAt, type Ends } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import { distanceTo } from "./plane.ts";
import { searchOf } from "./walls.ts";

/** Chords that stand for an arc where nothing is measured. */
const CHORDS = 8;

type Chord = Ends & { length: number };

/** A chord of a closed contour, and the circle that it is a chord of. */
interface Side extends Chord {
  contour: number;
  arc: Arc | null;
}

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
  private known: { sides: Side[]; sidesIn: (box: Bounds) => number[] } | null = null;

  constructor(private readonly contours: Contours) {}

  /** Whether a place lies within an odd number of contours, but for one. */
  isAt([x, y]: Point, but = -1): boolean {
    const { sides, sidesIn } = this.sides;
    let isIn = false;
    for (const number of sidesIn({ min_x: x, min_y: y, max_x: Infinity, max_y: y })) {
      const side = sides[number]!;
      const { contour, x0, y0, x1, y1 } = side;
      if (contour === but) continue;
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isIn = !isIn;
      if (isBeyondChord(side, x, y)) isIn = !isIn;
    }
    return isIn;
  }

  /** A contour that passes a place with a side longer than some length, or -1. */
  rimAt([x, y]: Point, near: number, longer: number): number {
    const { sides, sidesIn } = this.sides;
    const found = sidesIn(widened(boundsAt([x, y]), near)).find((number) => {
      const side = sides[number]!;
      const { arc } = side;
      const away = arc ? Math.abs(Math.hypot(x - arc.cx, y - arc.cy) - arc.radius) : distanceTo(side, x, y);
      return side.length > longer && away <= near;
    });
    return found === undefined ? -1 : sides[found]!.contour;
  }

  private get sides(): NonNullable<Material["known"]> {
    if (!this.known) {
      const { contours } = this;
      const sides: Side[] = [];
      contours.forCurves((id, contour) => {
        if (!contours.isClosed(contour)) return;
        const curve = contours.table.get(id);
        const arc = curve.kind === "arc" ? curve : null;
        for (const chord of chordsOf(contours.table, id)) sides.push({ ...chord, contour, arc });
      });
      const boxes = sides.map(({ x0, y0, x1, y1, arc }) => {
        const [min_x, max_x] = x0 < x1 ? [x0, x1] : [x1, x0];
        const [min_y, max_y] = y0 < y1 ? [y0, y1] : [y1, y0];
        const sagitta = arc ? arc.radius * (1 - Math.cos(arc.sweep / CHORDS / 2)) : 0;
        return widened({ min_x, min_y, max_x, max_y }, sagitta);
      });
      this.known = { sides, sidesIn: searchOf(boxes) };
    }
    return this.known;
  }
}

/** Whether a place lies between a chord and its arc. */
function isBeyondChord({ x0, y0, x1, y1, arc }: Side, x: number, y: number): boolean {
  if (!arc || Math.hypot(x - arc.cx, y - arc.cy) >= arc.radius) return false;
  return ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) * Math.sign(arc.sweep) < 0;
}
