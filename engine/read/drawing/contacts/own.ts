/** Where does a contour meet itself? Curves that follow each other meet in their joint, and most of them nowhere else. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { DRAWING_LIMITS } from "../basis/limits.ts";
import type { Contours } from "../curves/contours.ts";
import { type Curve, curveAt, curveLength } from "../curves/curves.ts";
import { pairsAlong, roomFor } from "./along.ts";
import { isBeside } from "./corners.ts";
import { locate } from "./curve-boxes.ts";
import { chordShape, costOf, meet } from "./meet.ts";
import { type CurveChords, curveChords, nearestOn } from "./pieces.ts";

/** A contour among curves, from `first` up to `end`: `lines` has x and y of both ends of each straight one, NaN for others. */
export interface OwnContour {
  first: number;
  end: number;
  isClosed: boolean;
  lines: Float64Array;
  isBezier: (curve: number) => boolean;
}

/** Curves that follow each other, p before q or, around the end of a closed contour, q before p. */
function follows({ first, end, isClosed }: OwnContour, p: number, q: number): 1 | -1 | 0 {
  if (q === p + 1) return 1;
  return isClosed && p === first && q === end - 1 ? -1 : 0;
}

/** Whether two curves meet at these fractions because one follows the other. */
export function isJoint(own: OwnContour, p: number, q: number, t: number, u: number): boolean {
  const order = follows(own, p, q);
  return (order === 1 && t === 1 && u === 0) || (order === -1 && t === 0 && u === 1);
}

/**
 * Whether nothing is to be found between two curves but a joint. Spans of one spline go on from each other: that neighbours
 * among them cross is no drawing; and where an open one crosses itself it is written, and bounds nothing.
 */
export function isMere(own: OwnContour, p: number, q: number): boolean {
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

/** A way from a place on a contour to the end of the curve there: how long it is, and what lies so far along it. */
interface ContourWay {
  curve: Curve;
  length: number;
  at: (reach: number) => Point;
}

/** Curves of a contour, by their numbers in it, and the fractions of both at which they meet. */
export interface OwnMeeting {
  curves: [number, number];
  fractions: [number, number];
}

/** In weld tolerances: what comes back to nothing, and a way around the beam. */
const [SLIVER, LOOP] = [30, 150 * Math.PI];
/** A loop of more curves was made to take time. */
const MOST_IN_LOOP = 100;

/**
 * Finds places in which closed contours come back to themselves and go off on the same side: no material is left there. Those
 * that run back on themselves, as to a hole and back, are no rings as they stand: what they go around twice is cut once.
 */
export class Pinches {
  readonly found: { contour: number; at: Point }[] = [];
  /** Contours with loops that go around nothing. */
  readonly loops = new Set<number>();

  /** `touched` gets a 1 for contours that run back on themselves. */
  constructor(
    private readonly contours: Contours,
    private readonly touched: Uint8Array,
    private readonly weld: number,
  ) {}

  /**
   * Whether the contour crosses itself there, where its curves do or a corner lies just where it comes back. One that is back
   * no farther on than around the beam has a loop there: nothing lies within.
   */
  look(contour: number, { curves, fractions }: OwnMeeting, at: Point, crosses: boolean): boolean {
    const { found, weld, touched } = this;
    if (!this.contours.isClosed(contour)) return crosses;
    const [[p, q], [t, u]] = [curves, fractions];
    if (this.isLoop(contour, [p, q], [t, u]) || this.isLoop(contour, [q, p], [u, t])) {
      this.loops.add(contour);
      return false;
    }
    if (crosses) return true;
    const [first, second] = curves.map((curve, i) => this.waysFrom(contour, curve, fractions[i]!)) as [
      [ContourWay, ContourWay],
      [ContourWay, ContourWay],
    ];
    // A piece shorter than a sliver comes back to nothing.
    const reachOf = (...ways: ContourWay[]) => {
      const reach = Math.min(...ways.map(({ length }) => length)) / 2;
      return reach < SLIVER * weld ? 0 : reach;
    };
    const runsBack = (way: ContourWay, other: ContourWay) => {
      const reach = reachOf(way, other);
      return reach > 0 && this.isOn(way.at(reach), other);
    };
    if (first.some((way) => second.some((other) => runsBack(way, other)))) {
      touched[contour] = 1;
      return false;
    }
    const reach = reachOf(...first, ...second);
    if (reach === 0) return false;
    if (areAcross(at, first, second, reach)) return true;
    const isKnown = (other: (typeof found)[number]) =>
      other.contour === contour && hypot(other.at[0] - at[0], other.at[1] - at[1]) <= 2 * weld;
    if (found.length < DRAWING_LIMITS.places && !found.some(isKnown)) found.push({ contour, at });
    return false;
  }

  /** Whether it is no farther from one place along the contour to another, on these curves, than around the beam. */
  private isLoop(contour: number, [from, to]: [number, number], [t, u]: [number, number]): boolean {
    const { contours, weld } = this;
    const size = contours.size(contour);
    const lengthOf = (curve: number) => contours.table.length(contours.curveId(contour, curve));
    let length = u * lengthOf(to) - t * lengthOf(from);
    for (let curve = from, i = 0; curve !== to && length <= LOOP * weld; curve = (curve + 1) % size) {
      if (++i > MOST_IN_LOOP) return false;
      length += lengthOf(curve);
    }
    return length <= LOOP * weld && length >= SLIVER * weld;
  }

  private isOn([x, y]: Point, { curve }: ContourWay): boolean {
    return nearestOn(curve, curveChords(curve, this.weld), x, y).distance <= 2 * this.weld;
  }

  /** Back and forth. */
  private waysFrom(contour: number, curve: number, fraction: number): [ContourWay, ContourWay] {
    const size = this.contours.size(contour);
    const way = (number: number, from: number, to: 0 | 1): ContourWay => {
      const curve = this.contours.table.get(this.contours.curveId(contour, (number + size) % size));
      const whole = curveLength(curve);
      const at = (reach: number) => curveAt(curve, from + ((to === 1 ? 1 : -1) * reach) / whole);
      return { curve, length: Math.abs(to - from) * whole, at };
    };
    return [
      fraction === 0 ? way(curve - 1, 1, 0) : way(curve, fraction, 0),
      fraction === 1 ? way(curve + 1, 0, 1) : way(curve, fraction, 1),
    ];
  }
}

/** Whether of two ways from a place one leaves on either side of two others. */
function areAcross(
  [x, y]: Point,
  ways: [ContourWay, ContourWay],
  others: [ContourWay, ContourWay],
  reach: number,
): boolean {
  const angle = (way: ContourWay) => {
    const [u, v] = way.at(reach);
    return atan2(v - y, u - x);
  };
  const [low, high] = ways.map(angle).sort((p, q) => p - q) as [number, number];
  const [first, second] = others.map((way) => angle(way) > low && angle(way) < high);
  return first !== second;
}

/** Finds closed contours that cross themselves, one after another, in room that is used again. */
export class OwnCrossings {
  private columns: [bounds: Float64Array, lines: Float64Array] = [new Float64Array(0), new Float64Array(0)];
  private room = new Float64Array(0);

  constructor(
    private readonly contours: Contours,
    private readonly weld: number,
    private readonly pinches: Pinches,
  ) {}

  isCrossed(contour: number): boolean {
    const { weld } = this;
    const own = this.open(contour);
    const { lines } = own;
    const { table } = this.contours;
    const known: (CurveChords | undefined)[] = [];
    const shape = (curve: number) => {
      known[curve] ??= chordShape(table.get(this.contours.curveId(contour, curve)), weld, table.work);
      return known[curve];
    };
    let found = false;
    const look = (p: number, q: number) => {
      table.work.spend(1);
      if (isBeside(lines, p, q, weld) || isBeside(lines, q, p, weld) || isMere(own, p, q)) return true;
      const [first, second] = [shape(p), shape(q)];
      table.work.spend(costOf(first, second));
      meet(first, second, weld, (t, u, x, y, crosses) => {
        if (isJoint(own, p, q, t, u)) return;
        found ||= this.pinches.look(contour, { curves: [p, q], fractions: [t, u] }, [x, y], crosses);
      });
      return !found;
    };
    pairsAlong(this.columns[0], [0, own.end], look, this.room);
    return found;
  }

  private open(contour: number): OwnContour {
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
