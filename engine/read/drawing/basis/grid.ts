/** Which points lie near a place? A hash of square cells over points that are added one by one. */

import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { lengthened } from "./columns.ts";

export class PointGrid {
  count = 0;
  xs: Float64Array;
  ys: Float64Array;
  private nexts: Int32Array;
  private readonly cell: number;
  private heads: Int32Array;

  /** `reach` is the greatest distance that will be asked for; there may be more points than expected. */
  constructor(reach: number, expected: number) {
    // Four times the reach: a place then sees two cells or so, which hold few points that are too far.
    this.cell = Math.max(4 * reach, Number.MIN_VALUE);
    const capacity = 2 ** Math.max(4, 32 - Math.clz32(expected));
    this.heads = new Int32Array(capacity).fill(-1);
    this.xs = new Float64Array(capacity);
    this.ys = new Float64Array(capacity);
    this.nexts = new Int32Array(capacity);
  }

  add(x: number, y: number): number {
    if (this.count === this.xs.length) this.grow();
    const index = this.count++;
    this.xs[index] = x;
    this.ys[index] = y;
    this.link(index);
    return index;
  }

  /**
   * Calls back with every point within `reach` and its distance, until it answers true. False when there are more than
   * `most` points in the cells around: drawings made to take time crowd theirs.
   */
  near(
    x: number,
    y: number,
    reach: number,
    found: (index: number, distance: number) => boolean,
    most = Number.POSITIVE_INFINITY,
  ): boolean {
    const { cell, xs, ys } = this;
    let looks = 0;
    const left = Math.floor((x - reach) / cell);
    const low = Math.floor((y - reach) / cell);
    // Counted, since places far beyond the size of a cell are not told apart by adding one.
    const columns = Math.floor((x + reach) / cell) - left;
    const rows = Math.floor((y + reach) / cell) - low;
    for (let i = 0; i <= columns; i++) {
      for (let j = 0; j <= rows; j++) {
        const column = left + i;
        const row = low + j;
        for (let index = this.heads[this.slot(column, row)]!; index >= 0; index = this.nexts[index]!) {
          if (++looks > most) return false;
          const dx = xs[index]! - x;
          const dy = ys[index]! - y;
          const distance = Math.sqrt(dx * dx + dy * dy);
          // Other cells may share the slot, and would be seen twice.
          if (
            distance > reach ||
            Math.floor(xs[index]! / cell) !== column ||
            Math.floor(ys[index]! / cell) !== row
          )
            continue;
          if (found(index, distance)) return true;
        }
      }
    }
    return true;
  }

  /** The point that was added first of those within `reach`, or -1: however many come later, a place has always the same. */
  first(x: number, y: number, reach: number): number {
    const { cell, xs, ys } = this;
    let first = -1;
    const left = Math.floor((x - reach) / cell);
    const low = Math.floor((y - reach) / cell);
    const columns = Math.floor((x + reach) / cell) - left;
    const rows = Math.floor((y + reach) / cell) - low;
    for (let i = 0; i <= columns; i++) {
      for (let j = 0; j <= rows; j++) {
        for (let index = this.heads[this.slot(left + i, low + j)]!; index >= 0; index = this.nexts[index]!) {
          const dx = xs[index]! - x;
          const dy = ys[index]! - y;
          if (dx * dx + dy * dy <= reach * reach && (first < 0 || index < first)) first = index;
        }
      }
    }
    return first;
  }

  /** The same, or else a new one there. */
  snap(x: number, y: number, reach: number): number {
    const known = this.first(x, y, reach);
    return known >= 0 ? known : this.add(x, y);
  }

  /** How far two of the points are from each other. */
  distance(p: number, q: number): number {
    return hypot(this.xs[q]! - this.xs[p]!, this.ys[q]! - this.ys[p]!);
  }

  private link(index: number): void {
    const slot = this.slot(Math.floor(this.xs[index]! / this.cell), Math.floor(this.ys[index]! / this.cell));
    this.nexts[index] = this.heads[slot]!;
    this.heads[slot] = index;
  }

  private grow(): void {
    const capacity = 2 * this.count;
    this.xs = lengthened(this.xs, new Float64Array(capacity));
    this.ys = lengthened(this.ys, new Float64Array(capacity));
    this.nexts = new Int32Array(capacity);
    this.heads = new Int32Array(capacity).fill(-1);
    for (let index = 0; index < this.count; index++) this.link(index);
  }

  private slot(column: number, row: number): number {
    // Cells of far drawings do not fit 32 bits; those that are left keep them apart well enough for a hash.
    const mixed = Math.imul(column, 73856093) ^ Math.imul(row, 19349663);
    return (mixed ^ (mixed >>> 15)) & (this.heads.length - 1);
  }
}

/** Where more ends than this crowd together, nothing can be told apart. */
const CROWD = 16;

/** The nearest point of a grid, or -1, how far it is, and how far the next one is. */
export interface NearestMate {
  mate: number;
  width: number;
  next: number;
}

/**
 * The nearest to a point of the grid itself within reach, of those that are wanted; of several as near the one that
 * lies first.
 */
export function nearestTo(
  grid: PointGrid,
  own: number,
  reach: number,
  wanted: (other: number, width: number) => boolean,
): NearestMate {
  const { xs, ys } = grid;
  let best: NearestMate = { mate: -1, width: Number.POSITIVE_INFINITY, next: Number.POSITIVE_INFINITY };
  let looks = 0;
  grid.near(xs[own]!, ys[own]!, reach, (other, width) => {
    if (other !== own && wanted(other, width)) {
      const placed = (point: number) => rank(xs[point]!, ys[point]!);
      const closer = roughly(width) - roughly(best.width) || placed(other) - placed(best.mate);
      if (best.mate < 0 || closer < 0) best = { mate: other, width, next: best.width };
      else best.next = Math.min(best.next, width);
    }
    return ++looks > CROWD;
  });
  return best;
}

/** Rounds in which points are paired; the next one is for those that are left. */
const ROUNDS = 4;

/** Pairs points of a grid that are each other's nearest within a reach and fit together. Those that found one. */
export function pairNearest(
  grid: PointGrid,
  reach: number,
  isFit: (p: number, q: number) => boolean,
  pair: (p: number, q: number) => void,
): Set<number> {
  const mated = new Set<number>();
  const mates = new Int32Array(grid.count);
  // Who finds nobody now finds nobody later either.
  let left = Array.from(mates, (_, own) => own);
  for (let round = 0; round < ROUNDS; round++) {
    for (const own of left)
      mates[own] = nearestTo(grid, own, reach, (other) => isFit(own, other) && !mated.has(other)).mate;
    for (const own of left) {
      const mate = mates[own]!;
      if (mate < own || mates[mate] !== own) continue;
      mated.add(own).add(mate);
      pair(own, mate);
    }
    left = left.filter((own) => mates[own]! >= 0 && !mated.has(own));
  }
  return mated;
}

/** A place as a number, for ties: along a direction that no drawing uses, so that symmetric parts do not tie again. */
export function rank(x: number, y: number): number {
  return x * 0.8150192047167896 + y * 0.5794339444171457;
}

/** A measure without its last digits, so that equal ones are equal. */
function roughly(measure: number): number {
  return Math.round(measure * 1e6);
}
