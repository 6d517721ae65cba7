/** Is there material at a place, as far as closed contours tell before anything is arranged? */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import { boundsAt, widened } from "../basis/bounds.ts";
import type { Contours } from "../curves/contours.ts";
import { type Arc, curveAt, type Ends } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import { distanceTo } from "./plane.ts";
import { boundsAround, finderOf } from "./walls.ts";

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
  private known: ((box: Bounds) => Side[]) | null = null;

  constructor(private readonly contours: Contours) {}

  /** Whether a place lies within an odd number of contours, but for one. */
  isAt([x, y]: Point, but = -1): boolean {
    let isIn = false;
    for (const side of this.sidesIn({ min_x: x, min_y: y, max_x: Infinity, max_y: y })) {
      const { contour, x0, y0, x1, y1 } = side;
      if (contour === but) continue;
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isIn = !isIn;
      if (isBeyondChord(side, x, y)) isIn = !isIn;
    }
    return isIn;
  }

  /** A contour that passes a place with a side longer than some length, or -1. */
  rimAt([x, y]: Point, near: number, longer: number): number {
    const close = this.sidesIn(widened(boundsAt([x, y]), near));
    return close.find((side) => side.length > longer && awayFromSide(side, x, y) <= near)?.contour ?? -1;
  }

  /** Whether a contour passes a place. */
  isOnRim([x, y]: Point, contour: number, near: number): boolean {
    const close = this.sidesIn(widened(boundsAt([x, y]), near));
    return close.some((side) => side.contour === contour && awayFromSide(side, x, y) <= near);
  }

  /** Where a line goes over rims, from its beginning on: which contours, and at which share of its length. */
  crossings({ x0, y0, x1, y1 }: Ends): { contour: number; share: number }[] {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const off = (x: number, y: number) => (x - x0) * dy - (y - y0) * dx;
    const around = boundsAround([boundsAt([x0, y0]), boundsAt([x1, y1])]);
    const found = this.sidesIn(around).flatMap(({ contour, ...side }) => {
      const [from, to] = [off(side.x0, side.y0), off(side.x1, side.y1)];
      if (from > 0 === to > 0) return [];
      const along = from / (from - to);
      const [x, y] = [side.x0 + along * (side.x1 - side.x0), side.y0 + along * (side.y1 - side.y0)];
      const share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy);
      return share >= 0 && share <= 1 ? [{ contour, share }] : [];
    });
    return found.sort((p, q) => p.share - q.share);
  }

  private sidesIn(box: Bounds): Side[] {
    const { contours } = this;
    this.known ??= finderOf(
      contours.numbers(true).flatMap((contour) => sidesOf(contours, contour)),
      boundsOfSide,
    );
    return this.known(box);
  }
}

function boundsOfSide({ x0, y0, x1, y1, arc }: Side): Bounds {
  const sagitta = arc ? arc.radius * (1 - Math.cos(arc.sweep / CHORDS / 2)) : 0;
  return widened(boundsAround([boundsAt([x0, y0]), boundsAt([x1, y1])]), sagitta);
}

/** Each begins where the one before it ends, whatever their curves leave open: no ray passes between them. */
function sidesOf(contours: Contours, contour: number): Side[] {
  const sides = contours.get(contour).curves.flatMap((id): Side[] => {
    const curve = contours.table.get(id);
    const arc = curve.kind === "arc" ? curve : null;
    return chordsOf(contours.table, id).map((chord) => ({ ...chord, contour, arc }));
  });
  sides.forEach((side, i) => {
    const { x1, y1 } = sides.at(i - 1)!;
    side.x0 = x1;
    side.y0 = y1;
  });
  return sides;
}

function awayFromSide(side: Side, x: number, y: number): number {
  const { arc } = side;
  return arc ? Math.abs(Math.hypot(x - arc.cx, y - arc.cy) - arc.radius) : distanceTo(side, x, y);
}

/** Whether a place lies between a chord and its arc. */
function isBeyondChord({ x0, y0, x1, y1, arc }: Side, x: number, y: number): boolean {
  if (!arc || Math.hypot(x - arc.cx, y - arc.cy) >= arc.radius) return false;
  return ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) * Math.sign(arc.sweep) < 0;
}
