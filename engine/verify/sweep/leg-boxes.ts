/**
 * Boxes that can be asked which of them are near. Every leg asks, a million times in a large program, so nothing is
 * made on the way: cells of a grid list the boxes over them, and what is found lies in a list that is used again.
 */

export type LegBox = [minX: number, minY: number, maxX: number, maxY: number];

/** Fewer boxes are looked at one by one. */
const FEW = 16;
const NONE: readonly number[] = [];
/** Most cells along a side. */
const SIDE = 64;

export class Boxes {
  private readonly table: Float64Array;
  private readonly found: number[] = [];
  private readonly all: LegBox = [Infinity, Infinity, -Infinity, -Infinity];
  /** Cells along either side, 0 without a grid, and cells to a millimetre along x and y. */
  private side = 0;
  private readonly scale: [x: number, y: number] = [0, 0];
  /** By cell: where its boxes begin in the list, and one more. */
  private first = new Int32Array(0);
  private list = new Int32Array(0);
  /** By box: the question that found it last. */
  private readonly seen: Int32Array;
  private question = 0;

  constructor(
    private readonly count: number,
    boxAt: (i: number) => LegBox,
  ) {
    this.table = new Float64Array(4 * count);
    this.seen = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const box = boxAt(i);
      this.table.set(box, 4 * i);
      this.all[0] = Math.min(this.all[0], box[0]);
      this.all[1] = Math.min(this.all[1], box[1]);
      this.all[2] = Math.max(this.all[2], box[2]);
      this.all[3] = Math.max(this.all[3], box[3]);
    }
    if (count >= FEW) this.lay(Math.min(SIDE, Math.ceil(Math.sqrt(4 * count))));
  }

  /** Numbers of the boxes that come this near to one, valid until the next question. */
  near(box: LegBox, reach: number): readonly number[] {
    const { found, side, list, first, seen } = this;
    const minX = box[0] - reach;
    const minY = box[1] - reach;
    const maxX = box[2] + reach;
    const maxY = box[3] + reach;
    const { all } = this;
    if (minX > all[2] || maxX < all[0] || minY > all[3] || maxY < all[1]) return NONE;
    let n = 0;
    if (side === 0) {
      for (let i = 0; i < this.count; i++) if (this.meets(i, minX, minY, maxX, maxY)) found[n++] = i;
      return this.leading(n);
    }
    const right = this.cellAt(maxX, 0);
    const top = this.cellAt(maxY, 1);
    this.question++;
    for (let row = this.cellAt(minY, 1); row <= top; row++)
      for (let column = this.cellAt(minX, 0); column <= right; column++) {
        const cell = row * side + column;
        for (let k = first[cell]!; k < first[cell + 1]!; k++) {
          const i = list[k]!;
          if (seen[i] === this.question) continue;
          seen[i] = this.question;
          if (this.meets(i, minX, minY, maxX, maxY)) found[n++] = i;
        }
      }
    return this.leading(n);
  }

  /** The first few of what was found; a list that is emptied would lose its room. */
  private leading(n: number): readonly number[] {
    if (n === 0) return NONE;
    this.found.length = n;
    return this.found;
  }

  private meets(i: number, minX: number, minY: number, maxX: number, maxY: number): boolean {
    const { table } = this;
    const k = 4 * i;
    return table[k]! <= maxX && table[k + 2]! >= minX && table[k + 1]! <= maxY && table[k + 3]! >= minY;
  }

  /** Column (axis 0) or row of a coordinate; what lies beyond the grid belongs to its rim. */
  private cellAt(at: number, axis: 0 | 1): number {
    const cell = Math.floor((at - this.all[axis]) * this.scale[axis]);
    return cell > 0 ? Math.min(this.side - 1, cell) : 0;
  }

  /** Fills the grid: counts first, then lists. */
  private lay(side: number): void {
    this.side = side;
    for (const axis of [0, 1] as const) {
      const size = this.all[axis + 2]! - this.all[axis];
      this.scale[axis] = size > 0 ? side / size : 0;
    }
    this.first = new Int32Array(side * side + 1);
    this.overCells((cell) => this.first[cell + 1]!++);
    for (let cell = 0; cell < side * side; cell++) this.first[cell + 1]! += this.first[cell]!;
    this.list = new Int32Array(this.first[side * side]!);
    const filled = this.first.slice();
    this.overCells((cell, i) => {
      this.list[filled[cell]!++] = i;
    });
  }

  private overCells(visit: (cell: number, i: number) => void): void {
    const { table } = this;
    for (let i = 0; i < this.count; i++) {
      const [right, top] = [this.cellAt(table[4 * i + 2]!, 0), this.cellAt(table[4 * i + 3]!, 1)];
      for (let row = this.cellAt(table[4 * i + 1]!, 1); row <= top; row++)
        for (let column = this.cellAt(table[4 * i]!, 0); column <= right; column++)
          visit(row * this.side + column, i);
    }
  }
}
