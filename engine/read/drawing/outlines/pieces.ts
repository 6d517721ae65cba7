/**
 * Which lines are pieces of one? Those of one look that go on from each other straight ahead, where nothing else is drawn: in
 * however many pieces a line was drawn must make no difference to what is read. Where something passes between them, as an
 * extension line between the dimensions of a chain, each has a meaning of its own.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { indexBoxes } from "../basis/finder.ts";
import { between } from "../basis/plane.ts";
import { LIES, type SeparateContours } from "../contacts/apart.ts";
import { locate } from "../contacts/curve-boxes.ts";
import { curveChords, nearestOn } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { areParallel } from "../curves/curves.ts";

/** Lines go on straight ahead that turn by no more than this, in radians. */
const STRAIGHT = 1e-5;
/** And that meet to within this share of the weld tolerance: what more they lie over each other, or apart, would be lost. */
const MEET = 1e-3;

/** How contours meet, in columns. */
export interface Joints {
  /** For the start (2i) and the end (2i + 1) of each the only other end of its look at that place, or -1. */
  mates: Int32Array;
  /** Way along x and y from start to end of each that is one line; NaN for others. */
  ways: Float64Array;
}

export class OutlinePieces {
  /** Whole line of lines that are pieces of one. */
  readonly wholes = new Map<CurveId, CurveId>();
  private readonly contours: Contours;
  private readonly ways: Float64Array;
  /** For each end the one by which the next piece is entered, or -1. */
  private readonly nexts: Int32Array;

  constructor({ contours, lies }: SeparateContours, { mates, ways }: Joints, weld: number) {
    this.contours = contours;
    this.ways = ways;
    this.nexts = new Int32Array(mates.length).fill(-1);
    const joints: number[] = [];
    for (let end = 0; end < mates.length; end++) {
      const mate = mates[end]!;
      if (mate <= (end | 1) || mates[mate] !== end || !this.goesOn(end, mate, MEET * weld)) continue;
      this.nexts[end] = mate;
      this.nexts[mate] = end;
      joints.push(end);
    }
    if (joints.length > 0) this.partWhereMet(joints, lies, weld);
  }

  /** The ends by which the pieces are entered of the line that one is a piece of. */
  from(first: number): number[] {
    const { nexts } = this;
    const before: number[] = [];
    for (let end = nexts[2 * first]!; end >= 0; end = nexts[end ^ 1]!) before.push(end ^ 1);
    const entered = [...before.reverse(), 2 * first];
    for (let end = nexts[2 * first + 1]!; end >= 0; end = nexts[end ^ 1]!) entered.push(end);
    return entered;
  }

  /** The curves of contours that are entered one after another, whole lines in place of their pieces. */
  curvesAlong(entered: readonly number[]): CurveId[] {
    const { contours } = this;
    const curves: CurveId[] = [];
    let first = 0;
    for (let i = 0; i < entered.length; i++) {
      const end = entered[i]!;
      if (i + 1 < entered.length && this.isNext(end, entered[i + 1]!)) continue;
      const [contour, back] = [end >> 1, (end & 1) === 1];
      const size = contours.size(contour);
      if (first < i) curves.push(this.whole(entered.slice(first, i + 1)));
      else
        for (let k = 0; k < size; k++)
          curves.push(back ? ~contours.curveId(contour, size - 1 - k) : contours.curveId(contour, k));
      first = i + 1;
    }
    return curves;
  }

  /** The same around a contour, from where no line goes on. */
  curvesAround(entered: readonly number[]): CurveId[] {
    const corner = entered.findIndex((end, i) => !this.isNext(entered.at(i - 1)!, end));
    return this.curvesAlong(corner > 0 ? [...entered.slice(corner), ...entered.slice(0, corner)] : entered);
  }

  private isNext(before: number, end: number): boolean {
    return this.nexts[before ^ 1] === end;
  }

  /** Whether a line goes on straight ahead where an end of it meets one of another line, within reach. */
  private goesOn(end: number, mate: number, reach: number): boolean {
    const { ways, contours } = this;
    const [x, y, u, v] = [ways[end & ~1]!, ways[end | 1]!, ways[mate & ~1]!, ways[mate | 1]!];
    // Two ends or two starts meet where lines run against each other.
    const sense = (end & 1) === (mate & 1) ? -1 : 1;
    if (!areParallel(x, y, u, v, STRAIGHT) || sense * (x * u + y * v) <= 0) return false;
    return between(placeOf(contours, end), placeOf(contours, mate)) <= reach;
  }

  /** The line that pieces make which are entered one after another. */
  private whole(entered: readonly number[]): CurveId {
    const { contours } = this;
    const [x0, y0] = placeOf(contours, entered[0]!);
    const [x1, y1] = placeOf(contours, entered.at(-1)! ^ 1);
    const whole = contours.table.add({ kind: "line", x0, y0, x1, y1 });
    for (const end of entered) this.wholes.set(contours.curveId(end >> 1, 0), whole);
    return whole;
  }

  /** Lines do not go on where others come to the joint, which is given by the end of one of them. */
  private partWhereMet(joints: readonly number[], lies: Uint8Array, weld: number): void {
    const { contours, ways, nexts } = this;
    const { table } = contours;
    const places = joints.map((end) => placeOf(contours, end));
    const index = indexBoxes(Float64Array.from(places.flatMap(([x, y]) => [x, y, x, y])))!;
    const [box, line] = [new Float64Array(4), new Float64Array(4)];
    contours.forCurves((id, contour) => {
      if (lies[contour] !== LIES.near) return;
      locate(table, id, weld, [box, line], 0);
      for (const joint of index.search(box[0]!, box[1]!, box[2]!, box[3]!)) {
        table.work.spend(1);
        const end = joints[joint]!;
        const mate = nexts[end]!;
        if (mate < 0 || end >> 1 === contour || mate >> 1 === contour) continue;
        const curve = table.get(id);
        const { x0, y0, x1, y1 } = curve;
        // A line along both is a copy, and means nothing else.
        const isAlong = areParallel(x1 - x0, y1 - y0, ways[end & ~1]!, ways[end | 1]!, STRAIGHT);
        if (curve.kind === "line" && isAlong) continue;
        if (nearestOn(curve, curveChords(curve, weld / 8), ...places[joint]!).distance > weld) continue;
        nexts[end] = -1;
        nexts[mate] = -1;
      }
    });
  }
}

function placeOf(contours: Contours, end: number): Point {
  const { x0, y0, x1, y1 } = contours.endsOf(end >> 1);
  return (end & 1) === 0 ? [x0, y0] : [x1, y1];
}
