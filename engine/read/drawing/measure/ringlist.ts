/** How large are the closed contours of a drawing, and where do they lie? In columns, as there are many thousands. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { cornersOf } from "../../../base/geometry/box-index.ts";
import type { ContourChain, Contours } from "../curves/contours.ts";
import { FlatRings } from "../curves/flat-ring.ts";
import { pathArea, pathPoints } from "../curves/outline.ts";
import type { Touches } from "./touches.ts";

/** A triangle, closed. */
const LEAST_NUMBERS = 8;

export class RingList {
  readonly count: number;
  /** Number of each ring among the contours. */
  readonly numbers: readonly number[];
  readonly lengths: Float64Array;
  /** Enclosed areas, positive; even-odd where a ring crosses itself. */
  readonly areas: Float64Array;
  /** 1 for rings that run counter-clockwise. */
  readonly ccw: Uint8Array;
  /** In the sense of the curves, within the tolerance of them. */
  readonly points: FlatRings;
  /** 1 for rings that run against their contour. */
  readonly turned: Uint8Array;

  /** Rings of the closed contours. */
  constructor(
    readonly contours: Contours,
    weld: number,
    tolerance: number,
    touches: Touches,
  ) {
    this.numbers = contours.numbers(true);
    const count = this.numbers.length;
    this.count = count;
    this.lengths = new Float64Array(count);
    this.areas = new Float64Array(count);
    this.ccw = new Uint8Array(count);
    this.turned = new Uint8Array(count);
    this.points = new FlatRings(count, LEAST_NUMBERS * count);
    for (let ring = 0; ring < count; ring++) {
      const curves = contours.run(this.numbers[ring]!);
      const area = pathArea(curves);
      this.lengths[ring] = contours.pathLength(this.numbers[ring]!);
      this.areas[ring] = Math.abs(area);
      this.ccw[ring] = Number(area > 0);
      const box = cornersOf(contours.boundsOf(this.numbers[ring]!));
      this.points.add(touches.through(pathPoints(curves, true, tolerance, weld), box, tolerance));
    }
  }

  chain(ring: number): ContourChain {
    const chain = this.contours.get(this.numbers[ring]!);
    return this.turned[ring] === 1 ? { ...chain, curves: chain.curves.map((id) => ~id).reverse() } : chain;
  }

  /** How many numbers the records of its curves take. */
  recordSize(ring: number): number {
    return this.contours.recordSize(this.numbers[ring]!);
  }

  /** Lets a ring run the other way round. */
  turn(ring: number): void {
    this.turned[ring] = 1 - this.turned[ring]!;
    this.points.turn(ring);
    this.ccw[ring] = 1 - this.ccw[ring]!;
  }

  /** Where findings tell a ring to be. */
  placeOf(ring: number): { layer: string; at: Point } {
    return { layer: this.contours.layer(this.numbers[ring]!), at: this.startOf(ring) };
  }

  startOf(ring: number): Point {
    return this.points.startOf(ring);
  }
}
