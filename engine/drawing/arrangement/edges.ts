/**
 * How do the edges of rings lie to each other, for a line that sweeps over them from left to right?
 *
 * Drawings are full of upright edges, which a sweep cannot order; turned by an angle that no drawing uses they are like
 * all others. Those that are upright all the same are left out.
 */

import { TOLERANCE } from "../basis/limits.ts";
import { type FlatRing, flatArea } from "../curves/flat-ring.ts";

const COS = Math.cos(0.6180339887);
const SIN = Math.sin(0.6180339887);

/** Numbered along the rings, one ring after another. */
export class RingEdges {
  count = 0;
  /** Ring of each edge. */
  readonly owner: Int32Array;
  /** First edge of each ring, and one more at the end. */
  readonly firsts: Int32Array;
  /** x and y of the left end and of the right end of each edge: all that is looked at stands together. */
  private readonly ends: Float64Array;
  /** Whether the ring runs along the edge from left to right. */
  private readonly rightward: Uint8Array;
  /** Signed areas of the rings: positive ones are counter-clockwise, zero has no inside. */
  private readonly areas: Float64Array;
  /** Edges closer together (mm) lie on each other but for rounding. */
  private readonly apart: number;

  /** Rings marked in `leftOut` have no edges here. */
  constructor(rings: readonly FlatRing[], leftOut: Uint8Array, touch: number) {
    this.apart = Math.min(touch, 2 * TOLERANCE.weld);
    let most = 0;
    for (let ring = 0; ring < rings.length; ring++)
      if (leftOut[ring] === 0) most += Math.max(0, rings[ring]!.length / 2 - 1);
    this.owner = new Int32Array(most);
    this.ends = new Float64Array(4 * most);
    this.rightward = new Uint8Array(most);
    this.firsts = new Int32Array(rings.length + 1);
    this.areas = new Float64Array(rings.length);
    for (let ring = 0; ring < rings.length; ring++) {
      if (leftOut[ring] === 0) this.collect(rings[ring]!, ring);
      this.firsts[ring + 1] = this.count;
    }
  }

  private collect(points: FlatRing, ring: number): void {
    this.areas[ring] = flatArea(points);
    let ax = turnedX(points[0]!, points[1]!);
    let ay = turnedY(points[0]!, points[1]!);
    for (let at = 2; at < points.length; at += 2) {
      const bx = turnedX(points[at]!, points[at + 1]!);
      const by = turnedY(points[at]!, points[at + 1]!);
      if (ax < bx) this.add(ring, 1, ax, ay, bx, by);
      else if (bx < ax) this.add(ring, 0, bx, by, ax, ay);
      ax = bx;
      ay = by;
    }
  }

  private add(ring: number, rightward: number, x0: number, y0: number, x1: number, y1: number): void {
    const edge = this.count++;
    this.owner[edge] = ring;
    this.rightward[edge] = rightward;
    this.ends[4 * edge] = x0;
    this.ends[4 * edge + 1] = y0;
    this.ends[4 * edge + 2] = x1;
    this.ends[4 * edge + 3] = y1;
  }

  leftX(edge: number): number {
    return this.ends[4 * edge]!;
  }

  rightX(edge: number): number {
    return this.ends[4 * edge + 2]!;
  }

  /** The edge of the same ring that ends where this one starts, or -1. */
  predecessor(edge: number): number {
    const other = this.neighbour(edge, this.rightward[edge] === 0);
    return this.follows(edge, other) ? other : -1;
  }

  /** Whether an edge of the same ring starts where this one ends. */
  goesOn(edge: number): boolean {
    return this.follows(this.neighbour(edge, this.rightward[edge] === 1), edge);
  }

  /** The next edge along the ring, or against it. */
  private neighbour(edge: number, along: boolean): number {
    const first = this.firsts[this.owner[edge]!]!;
    const last = this.firsts[this.owner[edge]! + 1]! - 1;
    if (along) return edge === last ? first : edge + 1;
    return edge === first ? last : edge - 1;
  }

  private follows(edge: number, before: number): boolean {
    const { ends } = this;
    return ends[4 * edge] === ends[4 * before + 2] && ends[4 * edge + 1] === ends[4 * before + 3];
  }

  /** y of the lower and of the higher end. */
  heightsOf(edge: number): [number, number] {
    const [p, q] = [this.ends[4 * edge + 1]!, this.ends[4 * edge + 3]!];
    return p < q ? [p, q] : [q, p];
  }

  isLarger(ring: number, other: number): boolean {
    return Math.abs(this.areas[ring]!) > Math.abs(this.areas[other]!);
  }

  /** Further left; of the same distance, lower. */
  startsBefore(p: number, q: number): boolean {
    const { ends } = this;
    return (ends[4 * p]! - ends[4 * q]! || ends[4 * p + 1]! - ends[4 * q + 1]!) < 0;
  }

  heightAt(edge: number, x: number): number {
    const { ends } = this;
    const x0 = ends[4 * edge]!;
    const y0 = ends[4 * edge + 1]!;
    const share = (x - x0) / (ends[4 * edge + 2]! - x0);
    return y0 + share * (ends[4 * edge + 3]! - y0);
  }

  /** How much higher others may be that lie on it. */
  rise(edge: number): number {
    const { ends } = this;
    const dx = ends[4 * edge + 2]! - ends[4 * edge]!;
    const dy = ends[4 * edge + 3]! - ends[4 * edge + 1]!;
    return (this.apart * Math.sqrt(dx * dx + dy * dy)) / dx;
  }

  /** Counter-clockwise rings have their inside to the left, which is above edges that run to the right. */
  interiorAbove(edge: number): boolean {
    const area = this.areas[this.owner[edge]!]!;
    return area !== 0 && area > 0 === (this.rightward[edge] === 1);
  }

  /** Whether an edge that starts now lies below one that is under way. */
  below(p: number, q: number): boolean {
    const at = this.heightAt(q, this.ends[4 * p]!);
    const difference = this.ends[4 * p + 1]! - at;
    const least = Math.max(this.apart, 1e-9 * (1 + Math.abs(at)));
    if (Math.abs(difference) > least) return difference < 0;
    // They start together: the one that is lower a little later.
    const x = Math.min(this.rightX(p), this.rightX(q));
    const later = this.heightAt(p, x) - this.heightAt(q, x);
    return Math.abs(later) > least ? later < 0 : this.belowOnTop(p, q);
  }

  /**
   * Of two edges on top of each other, one whose ring lies below it comes before one whose ring lies above (rings side
   * by side); where both lie on the same side, the larger ring holds the smaller one.
   */
  private belowOnTop(p: number, q: number): boolean {
    const above = this.interiorAbove(p);
    if (above !== this.interiorAbove(q)) return !above;
    const larger = Math.abs(this.areas[this.owner[p]!]!) - Math.abs(this.areas[this.owner[q]!]!);
    return larger === 0 ? p < q : larger > 0 === above;
  }

  /** Whether both edges pass through each other by more than a touch. */
  cross(p: number, q: number, touch: number): boolean {
    return this.straddles(p, q, touch) && this.straddles(q, p, touch);
  }

  private straddles(p: number, q: number, touch: number): boolean {
    const { ends } = this;
    const x = ends[4 * p]!;
    const y = ends[4 * p + 1]!;
    const dx = ends[4 * p + 2]! - x;
    const dy = ends[4 * p + 3]! - y;
    const from = dx * (ends[4 * q + 1]! - y) - dy * (ends[4 * q]! - x);
    const to = dx * (ends[4 * q + 3]! - y) - dy * (ends[4 * q + 2]! - x);
    // Most are on one side, which is seen without a root.
    if (from > 0 === to > 0) return false;
    const least = touch * Math.sqrt(dx * dx + dy * dy);
    return Math.abs(from) > least && Math.abs(to) > least;
  }
}

/** Where a point lies for the sweep. */
export function turnedX(x: number, y: number): number {
  return x * COS + y * SIN;
}

export function turnedY(x: number, y: number): number {
  return y * COS - x * SIN;
}
