/**
 * The feed moves of a program. There are millions of them in large ones, so their numbers lie in rows of a few large
 * tables, and a leg is little more than a row's place: objects of a dozen numbers each would keep the memory's keeper
 * busier than the judge.
 */

/** A feed move. Arcs turn counter-clockwise (1) or clockwise (-1) about (cx, cy); 0 is a line. */
export interface Leg {
  line: number;
  x0: number;
  y0: number;
  z0: number;
  x1: number;
  y1: number;
  z1: number;
  turn: -1 | 0 | 1;
  cx: number;
  cy: number;
  feed: number;
  power: number;
  /** The feed was set by a rapid move, which is not the feed of a cut. */
  borrowed: boolean;
  on: boolean;
  /** Legs of one stroke follow each other with the tool in the material. */
  stroke: number;
}

const FIELDS = 15;
const ROWS = 4096;

class Row implements Leg {
  constructor(
    private readonly table: Float64Array,
    private readonly at: number,
  ) {}

  get line(): number {
    return this.table[this.at]!;
  }
  set line(value: number) {
    this.table[this.at] = value;
  }
  get x0(): number {
    return this.table[this.at + 1]!;
  }
  set x0(value: number) {
    this.table[this.at + 1] = value;
  }
  get y0(): number {
    return this.table[this.at + 2]!;
  }
  set y0(value: number) {
    this.table[this.at + 2] = value;
  }
  get z0(): number {
    return this.table[this.at + 3]!;
  }
  set z0(value: number) {
    this.table[this.at + 3] = value;
  }
  get x1(): number {
    return this.table[this.at + 4]!;
  }
  set x1(value: number) {
    this.table[this.at + 4] = value;
  }
  get y1(): number {
    return this.table[this.at + 5]!;
  }
  set y1(value: number) {
    this.table[this.at + 5] = value;
  }
  get z1(): number {
    return this.table[this.at + 6]!;
  }
  set z1(value: number) {
    this.table[this.at + 6] = value;
  }
  get turn(): Leg["turn"] {
    return this.table[this.at + 7] as Leg["turn"];
  }
  set turn(value: Leg["turn"]) {
    this.table[this.at + 7] = value;
  }
  get cx(): number {
    return this.table[this.at + 8]!;
  }
  set cx(value: number) {
    this.table[this.at + 8] = value;
  }
  get cy(): number {
    return this.table[this.at + 9]!;
  }
  set cy(value: number) {
    this.table[this.at + 9] = value;
  }
  get feed(): number {
    return this.table[this.at + 10]!;
  }
  set feed(value: number) {
    this.table[this.at + 10] = value;
  }
  get power(): number {
    return this.table[this.at + 11]!;
  }
  set power(value: number) {
    this.table[this.at + 11] = value;
  }
  get borrowed(): boolean {
    return this.table[this.at + 12] === 1;
  }
  set borrowed(value: boolean) {
    this.table[this.at + 12] = value ? 1 : 0;
  }
  get on(): boolean {
    return this.table[this.at + 13] === 1;
  }
  set on(value: boolean) {
    this.table[this.at + 13] = value ? 1 : 0;
  }
  get stroke(): number {
    return this.table[this.at + 14]!;
  }
  set stroke(value: number) {
    this.table[this.at + 14] = value;
  }
}

/** Makes legs, all zero at first. */
export class LegTable {
  private table = new Float64Array(0);
  private filled = 0;

  next(): Leg {
    if (this.filled === this.table.length) {
      this.table = new Float64Array(FIELDS * ROWS);
      this.filled = 0;
    }
    const leg = new Row(this.table, this.filled);
    this.filled += FIELDS;
    return leg;
  }
}
