/** Where does a contour meet itself? Curves that follow each other meet in their joint, and most of them nowhere else. */
import type { Contours } from "../curves/contours.ts";
import { pairsAlong, roomFor } from "./along.ts";
import { locate } from "./boxes.ts";
import { isBeside } from "./corners.ts";
import { costOf, meet, type Shape, shapeOf } from "./meet.ts";

/** A contour among curves, from `first` up to `end`: `lines` has x and y of both ends of each straight one, NaN for others. */
export interface Own {
  first: number;
  end: number;
  isClosed: boolean;
  lines: Float64Array;
  isBezier: (curve: number) => boolean;
}

/** Curves that follow each other, p before q or, around the end of a closed contour, q before p. */
function follows({ first, end, isClosed }: Own, p: number, q: number): 1 | -1 | 0 {
  if (q === p + 1) return 1;
  return isClosed && p === first && q === end - 1 ? -1 : 0;
}

/** Whether two curves meet at these fractions because one follows the other. */
export function isJoint(own: Own, p: number, q: number, t: number, u: number): boolean {
  const order = follows(own, p, q);
  return (order === 1 && t === 1 && u === 0) || (order === -1 && t === 0 && u === 1);
}

/**
 * Whether nothing is to be found between two curves but a joint. Spans of one spline go on from each other: that neighbours
 * among them cross is no drawing; and where an open one crosses itself it is written, and bounds nothing.
 */
export function isMere(own: Own, p: number, q: number): boolean {
  const { lines, isBezier } = own;
  if (!own.isClosed && isBezier(p) && isBezier(q)) return true;
  if (follows(own, p, q) === 0) return false;
  if (Number.isNaN(lines[4 * p]! + lines[4 * q]!)) return isBezier(p) && isBezier(q);
  const ax = lines[4 * p + 2]! - lines[4 * p]!;
  const ay = lines[4 * p + 3]! - lines[4 * p + 1]!;
  const bx = lines[4 * q + 2]! - lines[4 * q]!;
  const by = lines[4 * q + 3]! - lines[4 * q + 1]!;
  // Lines that turn by less than straight back meet nowhere but in their joint.
  return ax * bx + ay * by > 0 || (ax * by - ay * bx) ** 2 > 1e-6 * (ax * ax + ay * ay) * (bx * bx + by * by);
}

/** Finds closed contours that cross themselves, one after another, in room that is used again. */
export class OwnCrossings {
  private columns: [bounds: Float64Array, lines: Float64Array] = [new Float64Array(0), new Float64Array(0)];
  private room = new Float64Array(0);

  /** `spend` tells whether there is time for so many looks more. */
  constructor(
    private readonly contours: Contours,
    private readonly weld: number,
    private readonly spend: (looks: number) => boolean,
  ) {}

  isCrossed(contour: number): boolean {
    const { weld, spend } = this;
    const own = this.open(contour);
    const { lines } = own;
    const { table } = this.contours;
    const known: (Shape | undefined)[] = [];
    const shape = (curve: number) => {
      known[curve] ??= shapeOf(table.get(this.contours.curveId(contour, curve)), weld);
      return known[curve];
    };
    let found = false;
    const look = (p: number, q: number) => {
      if (!spend(1)) return false;
      if (isBeside(lines, p, q, weld) || isBeside(lines, q, p, weld) || isMere(own, p, q)) return true;
      const [first, second] = [shape(p), shape(q)];
      const isTime = spend(costOf(first, second));
      meet(first, second, weld, (t, u, _x, _y, crosses) => {
        found ||= crosses && !isJoint(own, p, q, t, u);
      });
      return isTime && !found;
    };
    pairsAlong(this.columns[0], [0, own.end], look, this.room);
    return found;
  }

  private open(contour: number): Own {
    const { table } = this.contours;
    const end = this.contours.size(contour);
    if (this.columns[0].length < 4 * end)
      this.columns = [new Float64Array(8 * end), new Float64Array(8 * end)];
    if (this.room.length < roomFor(end)) this.room = new Float64Array(roomFor(end));
    const idOf = (curve: number) => this.contours.curveId(contour, curve);
    for (let curve = 0; curve < end; curve++) locate(table, idOf(curve), this.weld, this.columns, 4 * curve);
    const isBezier = (curve: number) => table.isBezier(idOf(curve));
    return { first: 0, end, isClosed: true, lines: this.columns[1], isBezier };
  }
}
