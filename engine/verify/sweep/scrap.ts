/**
 * Tells where a bridge leads: across the kerf there is another part, or scrap. Scrap holds when it hangs together with
 * the edge of the sheet: when neither kerfs nor parts shut it in.
 */

import { pointSegmentDistance } from "../../base/geometry/segment.ts";
import type { Legs } from "../controller/legs.ts";
import { legChords, legSegmentDistance } from "./distance.ts";
import { Enclosure, Tangled } from "./enclosure.ts";
import type { RunIndex } from "./run-index.ts";

/** A way over scrap may come this much nearer to a cut than its kerf, in mm. */
const HAIR = 1e-3;
/** Narrower strips hold nothing, in mm. */
const LEAST = 0.04;
/** A tool without width cuts this wide. */
const THIN = 0.01;
/** Legs that follow each other become one where that moves none by more, in mm; and so many at the most. */
const STRAIGHT = 5e-3;
const MOST = 64;
/** How often the edge of the swept area is looked at anew where it can't be followed. */
const TRIES = 8;

export interface Cleared {
  legs: Legs;
  index: RunIndex;
  radius: number;
  width: number;
  height: number;
  /** Whether a leg divides the sheet. */
  divides: (leg: number) => boolean;
  /** Straight pieces of outlines beside which no kerf lies, four numbers each. */
  uncut: number[];
}

/** All scrap that ways of some width lead over. */
export class JudgedScrap {
  private enclosure: Enclosure | null = null;
  private tries = 0;

  /** Ways over scrap are to be `strip` wide, in mm. */
  constructor(
    private readonly sheet: Cleared,
    private readonly cuts: number[],
    private readonly strip = 0,
  ) {}

  /** Whether scrap at this place hangs together with the sheet's edge: not where the swept area's edge cannot be followed. */
  reachesEdge(x: number, y: number): boolean {
    const { width, height } = this.sheet;
    if (x < 0 || y < 0 || x > width || y > height) return false;
    for (; this.tries < TRIES; this.tries++) {
      this.enclosure ??= this.enclosureOf(this.tries);
      try {
        return !this.enclosure.shutsIn(x, y);
      } catch (error) {
        if (!(error instanceof Tangled)) throw error;
        this.enclosure = null;
      }
    }
    return false;
  }

  private enclosureOf(seed: number): Enclosure {
    const { radius, uncut, width, height } = this.sheet;
    const reach = Math.max(radius + Math.max(this.strip, LEAST) / 2 - HAIR, THIN);
    // Where a part is not cut free, its outline is as much of a wall as the kerf beside it.
    const radiusOf = (i: number) => (4 * i < this.cuts.length ? reach : PLUG);
    const ends = new Float64Array(this.cuts.length + uncut.length);
    ends.set(this.cuts);
    ends.set(uncut, this.cuts.length);
    return new Enclosure({ ends, radiusOf }, width, height, seed);
  }

  /** Whether no cut lies across the way between two places, or nearer to it than half of its width. */
  isOpen(ax: number, ay: number, bx: number, by: number): boolean {
    const { index, legs, radius, divides } = this.sheet;
    const reach = Math.max(radius + this.strip / 2 - HAIR, HAIR);
    const isNear = (i: number) => legSegmentDistance(legs.look(i), ax, ay, bx, by) < reach;
    return !index.near([ax, ay, bx, by], reach).some((i) => divides(i) && isNear(i));
  }
}

/** Reach of an uncut outline to either side, in mm: enough to meet the kerfs beside it. */
const PLUG = 0.025;

/** The dividing legs as straight pieces, each once, four numbers each. */
export function scrapCuts({ legs, divides }: Cleared): number[] {
  const pieces = new StraightPieces(legs.length);
  const chain: number[] = [];
  const flush = () => {
    addStraightened(pieces, chain);
    chain.length = 0;
  };
  for (let i = 0; i < legs.length; i++) {
    if (!divides(i)) continue;
    const points = legChords(legs.look(i), STRAIGHT);
    const follows = chain.at(-2) === points[0] && chain.at(-1) === points[1];
    if (!follows) flush();
    for (let k = follows ? 2 : 0; k < points.length; k++) chain.push(points[k]!);
  }
  flush();
  return pieces.all;
}

/** Straight pieces, each once, either way round; places nearer to each other than a hair are the same, mostly. */
export class StraightPieces {
  readonly all: number[] = [];
  /** Numbers of pieces plus one, each at the first free place behind the one that its ends lead to. */
  private table: Int32Array;

  /** Room for so many is made at once. */
  constructor(capacity = 0) {
    this.table = new Int32Array(2 ** (33 - Math.clz32(Math.max(capacity, 512) - 1)));
  }

  add(ax: number, ay: number, bx: number, by: number): void {
    const { all } = this;
    if (isSame(ax, bx) && isSame(ay, by)) return;
    if (all.length > 2 * this.table.length) this.grow();
    all.push(ax, ay, bx, by);
    const place = this.placeFor(all.length - 4);
    if (this.table[place] !== 0) all.length -= 4;
    else this.table[place] = all.length / 4;
  }

  private grow(): void {
    this.table = new Int32Array(4 * this.table.length);
    for (let k = 0; k < this.all.length; k += 4) this.table[this.placeFor(k)] = k / 4 + 1;
  }

  /** Where the piece that begins at `k` stands in the table, or is to stand. */
  private placeFor(k: number): number {
    const { table, all } = this;
    const last = table.length - 1;
    // The sum does not change when the ends do.
    const bits = bitsOf(all[k]!, all[k + 1]!) + bitsOf(all[k + 2]!, all[k + 3]!);
    let place = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d) & last;
    while (table[place] !== 0 && !this.areSame(4 * (table[place]! - 1), k)) place = (place + 1) & last;
    return place;
  }

  private areSame(i: number, k: number): boolean {
    const { all } = this;
    const meets = (a: number, b: number) => isSame(all[a]!, all[b]!) && isSame(all[a + 1]!, all[b + 1]!);
    return (meets(i, k) && meets(i + 2, k + 2)) || (meets(i, k + 2) && meets(i + 2, k));
  }
}

function bitsOf(x: number, y: number): number {
  return Math.imul(Math.imul(Math.round(x / HAIR), 0x9e3779b1) ^ Math.round(y / HAIR), 0x85ebca6b);
}

function isSame(one: number, other: number): boolean {
  return Math.round(one / HAIR) === Math.round(other / HAIR);
}

/** Adds points end to end as few straight pieces. */
function addStraightened(pieces: StraightPieces, points: number[]): void {
  for (let from = 0; from + 3 < points.length; ) {
    let to = from + 2;
    while (to + 3 < points.length && to - from < 2 * MOST && isStraight(points, from, to + 2)) to += 2;
    pieces.add(points[from]!, points[from + 1]!, points[to]!, points[to + 1]!);
    from = to;
  }
}

/** Whether all points between two lie on the straight piece from one to the other. */
function isStraight(points: number[], from: number, to: number): boolean {
  const [ax, ay, bx, by] = [points[from]!, points[from + 1]!, points[to]!, points[to + 1]!];
  for (let k = from + 2; k < to; k += 2)
    if (pointSegmentDistance(points[k]!, points[k + 1]!, ax, ay, bx, by) > STRAIGHT) return false;
  return true;
}
