/** Where do curves meet, in columns? Most contacts are ends of both curves, of which no more need be kept than which ends. */
import { lengthened } from "../basis/columns.ts";

/** So many are no drawing. */
const MOST = { atEnds: 4_000_000, inside: 1_000_000 };
/** Numbers of a place that is no end of both: fractions on the two curves, x and y. */
const ROW = 4;

export class Contacts {
  count = 0;
  /** How many of them are no ends of both curves. */
  private insideCount = 0;
  /** Numbers of the two curves in turn. */
  private curves = new Int32Array(64);
  /** Row of each, or -1 - t - 2u where it is at ends of both. */
  private seats = new Int32Array(32);
  private rows = new Float64Array(64);

  /** `share` is of what a large file may have: blocks cross themselves often at no cost. */
  areTooMany(share: number): boolean {
    return this.insideCount > share * MOST.inside || this.count - this.insideCount > MOST.atEnds;
  }

  add(p: number, q: number, t: number, u: number, x: number, y: number): void {
    const isEnds = (t === 0 || t === 1) && (u === 0 || u === 1);
    this.put(p, q, isEnds ? -1 - t - 2 * u : this.insideCount);
    if (isEnds) return;
    const at = ROW * this.insideCount++;
    if (at === this.rows.length) this.rows = lengthened(this.rows, new Float64Array(2 * at));
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
    const seat = this.seats[contact]!;
    return seat < 0 ? ((-1 - seat) >> side) & 1 : this.rows[ROW * seat + side]!;
  }

  /** Its place, or null where that is an end of its first curve. */
  place(contact: number): [x: number, y: number] | null {
    const at = ROW * this.seats[contact]!;
    return at < 0 ? null : [this.rows[at + 2]!, this.rows[at + 3]!];
  }

  private put(p: number, q: number, seat: number): void {
    const contact = this.count++;
    if (contact === this.seats.length) {
      this.seats = lengthened(this.seats, new Int32Array(2 * contact));
      this.curves = lengthened(this.curves, new Int32Array(4 * contact));
    }
    this.curves[2 * contact] = p;
    this.curves[2 * contact + 1] = q;
    this.seats[contact] = seat;
  }
}
