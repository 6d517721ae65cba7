/** Is there material at a place, as far as closed contours tell before anything is arranged? */

import type Flatbush from "flatbush";
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, meet, widened } from "../../../../base/geometry/box.ts";
import { rayCrossing } from "../../../../base/geometry/inside.ts";
import { hypot } from "../../../../base/geometry/trig/hypot.ts";
import { cos } from "../../../../base/geometry/trig/sines.ts";
import { type Finder, finderOf, indexOf } from "../../basis/finder.ts";
import { distanceTo, type Ends, endsOf } from "../../basis/plane.ts";
import type { Contours } from "../../curves/contours.ts";
import { type Arc, curveAt, growByCurve } from "../../curves/curves.ts";
import type { CurveId, CurveTable } from "../../curves/table.ts";

/** Chords that stand for an arc where nothing is measured. */
const CHORDS = 8;

type Chord = Ends & { length: number };

/** A chord of a closed contour, and the circle that it is a chord of. */
interface Side extends Chord {
  contour: number;
  arc: Arc | null;
  /** Around both. */
  box: Bounds;
}

/** The chords of a curve. */
export function chordsOf(table: CurveTable, id: CurveId): Chord[] {
  const count = table.isLine(id) ? 1 : CHORDS;
  const curve = table.get(id);
  return Array.from({ length: count }, (_, i) => {
    const [[x0, y0], [x1, y1]] = [curveAt(curve, i / count), curveAt(curve, (i + 1) / count)];
    return { x0, y0, x1, y1, length: hypot(x1 - x0, y1 - y0) };
  });
}

/** What closed contours enclose; worked out when somebody asks, and of those curves alone that come near. */
export class Material {
  private known: Curves | null = null;
  private loopsIn: Finder<Chord> | null = null;

  /** Those of `aids` enclose nothing; lines of `loops` do so, whatever else begins at their corners. */
  constructor(
    private readonly contours: Contours,
    private readonly aids: ReadonlySet<number>,
    private readonly loops: () => readonly Chord[],
  ) {}

  /** Whether a place lies within an odd number of contours, but for one. */
  isAt([x, y]: Point, but = -1): boolean {
    let isIn = false;
    const box = { min_x: x, min_y: y, max_x: Infinity, max_y: y };
    for (const side of this.sidesIn(box)) {
      if (side.contour === but || this.aids.has(side.contour)) continue;
      if (isLeftOf(side, x, y)) isIn = !isIn;
      if (isBeyondChord(side, x, y)) isIn = !isIn;
    }
    this.loopsIn ??= finderOf(this.loops(), (line) => boundsAround(endsOf(line).map(boundsAt)));
    for (const line of this.loopsIn(box)) if (isLeftOf(line, x, y)) isIn = !isIn;
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

  /**
   * Where a line goes over rims, from its beginning on: which contours, and at which share of its length. It goes not
   * over those that it merely touches or runs along.
   */
  crossings({ x0, y0, x1, y1 }: Ends, near: number): { contour: number; share: number }[] {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const off = (x: number, y: number) => (x - x0) * dy - (y - y0) * dx;
    const around = boundsAround([boundsAt([x0, y0]), boundsAt([x1, y1])]);
    const found = this.sidesIn(around).flatMap((side) => {
      const [from, to] = [off(side.x0, side.y0), off(side.x1, side.y1)];
      if (from > 0 === to > 0) return [];
      const along = from / (from - to);
      const [x, y] = [side.x0 + along * (side.x1 - side.x0), side.y0 + along * (side.y1 - side.y0)];
      const share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy);
      return share >= 0 && share <= 1 ? [{ contour: side.contour, share }] : [];
    });
    const entered = new Map<number, number>();
    const touched = new Set<number>();
    for (const [i, { contour, share }] of found.sort((p, q) => p.share - q.share).entries()) {
      const entry = entered.get(contour);
      if (entry === undefined) entered.set(contour, i);
      else {
        entered.delete(contour);
        const middle = (found[entry]!.share + share) / 2;
        if (this.isOnRim([x0 + middle * dx, y0 + middle * dy], contour, near)) touched.add(entry).add(i);
      }
    }
    return found.filter((_, i) => !touched.has(i));
  }

  private sidesIn(box: Bounds): Side[] {
    this.known ??= curvesOf(this.contours);
    const { index, places, sides } = this.known;
    const numbers = index?.search(box.min_x, box.min_y, box.max_x, box.max_y) ?? [];
    const found: Side[] = [];
    for (const number of numbers.sort((p, q) => p - q)) {
      sides[number] ??= sidesOf(this.contours, places[2 * number]!, places[2 * number + 1]!);
      for (const side of sides[number]) if (meet(side.box, box)) found.push(side);
    }
    return found;
  }
}

/** Curves of closed contours in turn: an index of their boxes, which contour of which curve each is, and the sides of some. */
interface Curves {
  index: Flatbush | null;
  places: Int32Array;
  sides: (Side[] | undefined)[];
}

function curvesOf(contours: Contours): Curves {
  const closed = contours.numbers(true);
  const count = closed.reduce((sum, contour) => sum + contours.size(contour), 0);
  const places = new Int32Array(2 * count);
  const boxes = new Float64Array(4 * count);
  let number = 0;
  for (const contour of closed)
    for (let i = 0; i < contours.size(contour); i++, number++) {
      places.set([contour, i], 2 * number);
      boxes.set(boxOf(contours, contour, i), 4 * number);
    }
  return { index: indexOf(boxes), places, sides: new Array(count) };
}

/** Least x and y, greatest x and y of all sides of a curve, each with its sagitta around it. */
function boxOf(contours: Contours, contour: number, i: number): number[] {
  const around = boundsAt(beginningOf(contours, contour, i));
  const curve = contours.table.look(contours.curveId(contour, i));
  growByCurve(around, curve);
  const { min_x, min_y, max_x, max_y } = widened(around, curve.kind === "arc" ? sagittaOf(curve) : 0);
  return [min_x, min_y, max_x, max_y];
}

/** Where the curve before it ends, whatever they leave open: no ray passes between them. */
function beginningOf(contours: Contours, contour: number, i: number): Point {
  return curveAt(contours.table.look(contours.curveId(contour, (i || contours.size(contour)) - 1)), 1);
}

function sagittaOf({ radius, sweep }: Arc): number {
  return radius * (1 - cos(sweep / CHORDS / 2));
}

function sidesOf(contours: Contours, contour: number, i: number): Side[] {
  const id = contours.curveId(contour, i);
  const curve = contours.table.get(id);
  const arc = curve.kind === "arc" ? curve : null;
  let [x0, y0] = beginningOf(contours, contour, i);
  return chordsOf(contours.table, id).map(({ x1, y1, length }) => {
    const box = widened(boundsAround([boundsAt([x0, y0]), boundsAt([x1, y1])]), arc ? sagittaOf(arc) : 0);
    const side = { x0, y0, x1, y1, length, box, contour, arc };
    [x0, y0] = [x1, y1];
    return side;
  });
}

function awayFromSide(side: Side, x: number, y: number): number {
  const { arc } = side;
  return arc ? Math.abs(hypot(x - arc.cx, y - arc.cy) - arc.radius) : distanceTo(side, x, y);
}

/** Whether a way to the right goes over a chord. */
function isLeftOf({ x0, y0, x1, y1 }: Ends, x: number, y: number): boolean {
  return rayCrossing(x, y, x0, y0, x1, y1) !== 0;
}

/** Whether a place lies between a chord and its arc. */
function isBeyondChord({ x0, y0, x1, y1, arc }: Side, x: number, y: number): boolean {
  if (!arc || hypot(x - arc.cx, y - arc.cy) >= arc.radius) return false;
  return ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) * Math.sign(arc.sweep) < 0;
}
