/**
 * The feed moves of a program. There are millions of them in large ones, so their ends and lines lie in a few large
 * tables, what a run of them has in common is kept once, and a leg is only made to be looked at: as objects they would
 * keep the memory's keeper busier than the judge.
 */
import { type Modes, UNKNOWN_MODES } from "./modes.ts";

/** A feed move. Arcs turn counter-clockwise (1) or clockwise (-1) about (cx, cy); 0 is a line. */
export interface Leg extends Manner {
  line: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Fields that legs in a row mostly share. */
interface Manner {
  z0: number;
  z1: number;
  turn: -1 | 0 | 1;
  /** Centre of an arc; undefined for lines. */
  cx: number;
  cy: number;
  feed: number;
  power: number;
  /** The feed was set by a rapid move, which is not the feed of a cut. */
  borrowed: boolean;
  on: boolean;
  modes: Modes;
  /** Legs of one stroke follow each other with the tool in the material. */
  stroke: number;
}

/** Numbers of a leg in the table of ends. */
const ENDS = 4;
const FEWEST = 64;

/** Legs in the order of their program. What `at` gives is a copy: to change a leg changes nothing here. */
export class Legs {
  private count = 0;
  private ends: Float64Array;
  private lines: Int32Array;
  private mannerOf: Int32Array;
  private readonly manners: Manner[] = [];
  /** By manner, its first leg. */
  private readonly firstOf: number[] = [];
  private readonly looked = blankLeg();

  /** Room for so many is made at once. */
  constructor(capacity = 0) {
    const room = Math.max(capacity, FEWEST);
    this.ends = new Float64Array(ENDS * room);
    this.lines = new Int32Array(room);
    this.mannerOf = new Int32Array(room);
  }

  get length(): number {
    return this.count;
  }

  at(i: number): Leg {
    const leg = blankLeg();
    this.read(i, leg);
    return leg;
  }

  /** The same without a copy, valid until it is called again. */
  look(i: number): Leg {
    this.read(i, this.looked);
    return this.looked;
  }

  strokeOf(i: number): number {
    return this.manners[this.mannerOf[i]!]!.stroke;
  }

  /** Makes `leg` this one, as seen from (x, y). */
  read(i: number, leg: Leg, x = 0, y = 0): void {
    const { ends } = this;
    const manner = this.manners[this.mannerOf[i]!]!;
    leg.line = this.lines[i]!;
    leg.x0 = ends[ENDS * i]! - x;
    leg.y0 = ends[ENDS * i + 1]! - y;
    leg.x1 = ends[ENDS * i + 2]! - x;
    leg.y1 = ends[ENDS * i + 3]! - y;
    leg.z0 = manner.z0;
    leg.z1 = manner.z1;
    leg.turn = manner.turn;
    leg.cx = manner.cx - x;
    leg.cy = manner.cy - y;
    leg.feed = manner.feed;
    leg.power = manner.power;
    leg.borrowed = manner.borrowed;
    leg.on = manner.on;
    leg.modes = manner.modes;
    leg.stroke = manner.stroke;
  }

  add(leg: Leg): void {
    if (this.count === this.lines.length) this.grow();
    const i = this.count++;
    this.lines[i] = leg.line;
    this.ends[ENDS * i] = leg.x0;
    this.ends[ENDS * i + 1] = leg.y0;
    this.ends[ENDS * i + 2] = leg.x1;
    this.ends[ENDS * i + 3] = leg.y1;
    const last = this.manners[this.manners.length - 1];
    if (last === undefined || !isAlike(last, leg)) {
      this.manners.push(mannerOf(leg));
      this.firstOf.push(i);
    }
    this.mannerOf[i] = this.manners.length - 1;
  }

  /** Moves all of them. */
  moveBy(x: number, y: number): void {
    for (let k = 0; k < ENDS * this.count; k += 2) {
      this.ends[k]! += x;
      this.ends[k + 1]! += y;
    }
    for (const manner of this.manners) {
      manner.cx += x;
      manner.cy += y;
    }
  }

  /** Those that are wanted, these themselves where all are. */
  filter(isWanted: (leg: Leg) => boolean): Legs {
    const leg = blankLeg();
    const wanted = new Legs(this.count);
    for (let i = 0; i < this.count; i++) {
      this.read(i, leg);
      if (isWanted(leg)) wanted.add(leg);
    }
    return wanted.count === this.count ? this : wanted;
  }

  /** The first leg of a manner. */
  find(isWanted: (manner: Readonly<Manner>) => boolean): Leg | undefined {
    const found = this.manners.findIndex(isWanted);
    return found < 0 ? undefined : this.at(this.firstOf[found]!);
  }

  /** The legs from one number up to another. */
  slice(from: number, to = this.count): Leg[] {
    return Array.from({ length: Math.max(0, Math.min(to, this.count) - from) }, (_, k) => this.at(from + k));
  }

  private grow(): void {
    const { ends, lines, mannerOf } = this;
    this.ends = new Float64Array(2 * ends.length);
    this.lines = new Int32Array(2 * lines.length);
    this.mannerOf = new Int32Array(2 * mannerOf.length);
    this.ends.set(ends);
    this.lines.set(lines);
    this.mannerOf.set(mannerOf);
  }
}

/** A leg to read others into. */
export function blankLeg(): Leg {
  return {
    line: 0,
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
    z0: 0,
    z1: 0,
    turn: 0,
    cx: 0,
    cy: 0,
    feed: 0,
    power: 0,
    borrowed: false,
    on: false,
    modes: UNKNOWN_MODES,
    stroke: 0,
  };
}

/** Power is no number until the program says one. */
function isAlike(a: Manner, b: Manner): boolean {
  return (
    a.stroke === b.stroke &&
    a.turn === 0 &&
    b.turn === 0 &&
    a.z0 === b.z0 &&
    a.z1 === b.z1 &&
    a.feed === b.feed &&
    Object.is(a.power, b.power) &&
    a.borrowed === b.borrowed &&
    a.on === b.on &&
    a.modes === b.modes
  );
}

function mannerOf({ z0, z1, turn, cx, cy, feed, power, borrowed, on, modes, stroke }: Manner): Manner {
  return { z0, z1, turn, cx, cy, feed, power, borrowed, on, modes, stroke };
}
