/**
 * How may one part lie against another on a sheet? The shifts between them make a rectangle, kept as a raster: a cell
 * is shut when the two come too near all over it. A sum over each corner's quadrant answers for any range at once.
 */
import { type BoundSheet, DEPTH_DOUBT, depth, depthCost, facing, type Turned } from "./candidate.ts";
import type { Meter } from "./meter.ts";

/** Cells along each side: a power of two. */
const CELLS = 128;

/** Least and greatest shift along both axes. */
export type Range = { minX: number; maxX: number; minY: number; maxY: number };

export class Shifts {
  private readonly a: Turned;
  private readonly b: Turned;
  private readonly reachX: number;
  private readonly reachY: number;
  private readonly sums = new Int32Array((CELLS + 1) * (CELLS + 1));

  constructor(
    one: Turned,
    other: Turned,
    sheet: BoundSheet,
    private readonly gap: number,
  ) {
    const [a, b] = facing(one, other);
    this.a = a;
    this.b = b;
    this.reachX = Math.max(0, sheet.width - (a.width + b.width) / 2) + DEPTH_DOUBT;
    this.reachY = Math.max(0, sheet.height - (a.height + b.height) / 2) + DEPTH_DOUBT;
  }

  /** Works the raster out, coarse cells first. */
  *fill(meter: Meter): Generator<undefined, void> {
    const cost = depthCost(this.a, this.b) + 20;
    const open = new Uint8Array(CELLS * CELLS);
    const blocks = [[0, 0, CELLS]];
    for (let block = blocks.pop(); block; block = blocks.pop()) {
      const [i, k, size] = block as [number, number, number];
      yield* meter.spend(cost);
      const halfX = (size * this.reachX) / CELLS;
      const halfY = (size * this.reachY) / CELLS;
      const x = (2 * i * this.reachX) / CELLS + halfX - this.reachX;
      const y = (2 * k * this.reachY) / CELLS + halfY - this.reachY;
      if (this.isShut(x, y, halfX, halfY)) continue;
      if (size === 1 || this.isApart(x, y, halfX, halfY)) {
        for (let row = k; row < k + size; row++) open.fill(1, row * CELLS + i, row * CELLS + i + size);
        continue;
      }
      const half = size / 2;
      blocks.push([i, k, half], [i + half, k, half], [i, k + half, half], [i + half, k + half, half]);
    }
    this.addUp(open);
  }

  /** The least range that holds all open cells of this one, and their share in it; undefined where there are none. */
  within({ minX, maxX, minY, maxY }: Range): { range: Range; share: number } | undefined {
    const [i0, i1] = [cellAt(minX, this.reachX), cellAt(maxX, this.reachX)];
    const [k0, k1] = [cellAt(minY, this.reachY), cellAt(maxY, this.reachY)];
    const count = this.count(i0, i1, k0, k1);
    if (count === 0) return undefined;
    if (count === (i1 - i0 + 1) * (k1 - k0 + 1)) return { range: { minX, maxX, minY, maxY }, share: 1 };
    const left = first(i0, i1, (i) => this.count(i0, i, k0, k1) > 0);
    const right = i1 - first(0, i1 - left, (n) => this.count(i1 - n, i1, k0, k1) > 0);
    const low = first(k0, k1, (k) => this.count(left, right, k0, k) > 0);
    const high = k1 - first(0, k1 - low, (n) => this.count(left, right, k1 - n, k1) > 0);
    const stepX = (2 * this.reachX) / CELLS;
    const stepY = (2 * this.reachY) / CELLS;
    const range = {
      minX: Math.max(minX, left * stepX - this.reachX),
      maxX: Math.min(maxX, (right + 1) * stepX - this.reachX),
      minY: Math.max(minY, low * stepY - this.reachY),
      maxY: Math.min(maxY, (high + 1) * stepY - this.reachY),
    };
    return { range, share: count / ((right - left + 1) * (high - low + 1)) };
  }

  private isShut(x: number, y: number, halfX: number, halfY: number): boolean {
    const enough = Math.sqrt(halfX * halfX + halfY * halfY) + DEPTH_DOUBT - this.gap;
    return depth(this.a, this.b, x, y, enough + DEPTH_DOUBT) > enough;
  }

  /** The boxes keep the gap, all over the block. */
  private isApart(x: number, y: number, halfX: number, halfY: number): boolean {
    const apartX = (this.a.width + this.b.width) / 2 + this.gap;
    const apartY = (this.a.height + this.b.height) / 2 + this.gap;
    return Math.abs(x) - halfX >= apartX || Math.abs(y) - halfY >= apartY;
  }

  private addUp(open: Uint8Array): void {
    const wide = CELLS + 1;
    for (let k = 0; k < CELLS; k++) {
      let row = 0;
      for (let i = 0; i < CELLS; i++) {
        row += open[k * CELLS + i]!;
        this.sums[(k + 1) * wide + i + 1] = this.sums[k * wide + i + 1]! + row;
      }
    }
  }

  private count(i0: number, i1: number, k0: number, k1: number): number {
    const wide = CELLS + 1;
    const { sums } = this;
    return (
      sums[(k1 + 1) * wide + i1 + 1]! -
      sums[k0 * wide + i1 + 1]! -
      sums[(k1 + 1) * wide + i0]! +
      sums[k0 * wide + i0]!
    );
  }
}

function cellAt(shift: number, reach: number): number {
  return Math.max(0, Math.min(CELLS - 1, Math.floor(((shift + reach) * CELLS) / (2 * reach))));
}

/** The first number for which the test holds, as it does for all after that and for the last. */
function first(from: number, to: number, test: (n: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
