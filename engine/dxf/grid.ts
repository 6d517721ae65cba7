/** Which points lie near a place? A hash of square cells over points that are added one by one. */

export class PointGrid {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  private readonly cell: number;
  private readonly heads: Int32Array;
  private readonly nexts: number[] = [];

  /** `reach` is the greatest distance that will be asked for. */
  constructor(reach: number, expected: number) {
    this.cell = Math.max(reach, Number.MIN_VALUE);
    this.heads = new Int32Array(2 ** Math.max(4, Math.ceil(Math.log2(expected + 1)))).fill(-1);
  }

  add(x: number, y: number): number {
    const slot = this.slot(Math.floor(x / this.cell), Math.floor(y / this.cell));
    const index = this.xs.push(x) - 1;
    this.ys.push(y);
    this.nexts.push(this.heads[slot]!);
    this.heads[slot] = index;
    return index;
  }

  /** Calls back with every point within `reach` and its distance. */
  near(x: number, y: number, reach: number, found: (index: number, distance: number) => void): void {
    const column = Math.floor(x / this.cell);
    const row = Math.floor(y / this.cell);
    const seen: number[] = [];
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        const slot = this.slot(i, j);
        // Different cells may share a slot of the hash.
        if (seen.includes(slot)) continue;
        seen.push(slot);
        for (let index = this.heads[slot]!; index >= 0; index = this.nexts[index]!) {
          const distance = Math.hypot(this.xs[index]! - x, this.ys[index]! - y);
          if (distance <= reach) found(index, distance);
        }
      }
    }
  }

  /** The nearest point within `reach`, or -1; of equally near ones the first added. */
  nearest(x: number, y: number, reach: number): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    this.near(x, y, reach, (index, distance) => {
      if (distance < least || (distance === least && index < best)) {
        best = index;
        least = distance;
      }
    });
    return best;
  }

  private slot(column: number, row: number): number {
    // Cells of far drawings do not fit 32 bits; the remainder keeps them apart well enough for a hash.
    const mixed = Math.imul(column % 0x7fffffff, 73856093) ^ Math.imul(row % 0x7fffffff, 19349663);
    return (mixed ^ (mixed >>> 15)) & (this.heads.length - 1);
  }
}
