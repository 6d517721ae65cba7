/** Where do curves meet? In columns: there may be a million such places. */
import { lengthened } from "../basis/columns.ts";

/** So many are no drawing. */
const MOST = 1_000_000;
/** Numbers of each: fractions on the two curves, x and y. */
const ROW = 4;

export class Contacts {
  count = 0;
  /** Numbers of the two curves in turn. */
  private curves = new Int32Array(64);
  private rows = new Float64Array(32 * ROW);

  /** `share` is of what a large file may have: blocks cross themselves often at no cost. */
  areTooMany(share: number): boolean {
    return this.count > share * MOST;
  }

  add(p: number, q: number, t: number, u: number, x: number, y: number): void {
    const contact = this.count++;
    if (2 * contact === this.curves.length) {
      this.curves = lengthened(this.curves, new Int32Array(4 * contact));
      this.rows = lengthened(this.rows, new Float64Array(2 * ROW * contact));
    }
    this.curves[2 * contact] = p;
    this.curves[2 * contact + 1] = q;
    const at = ROW * contact;
    this.rows[at] = t;
    this.rows[at + 1] = u;
    this.rows[at + 2] = x;
    this.rows[at + 3] = y;
  }

  /** Number of its first (0) or second (1) curve. */
  curve(contact: number, side: 0 | 1): number {
    return this.curves[2 * contact + side]!;
  }

  /** Fraction on that curve. */
  fraction(contact: number, side: 0 | 1): number {
    return this.rows[ROW * contact + side]!;
  }

  place(contact: number): [x: number, y: number] {
    return [this.rows[ROW * contact + 2]!, this.rows[ROW * contact + 3]!];
  }
}
