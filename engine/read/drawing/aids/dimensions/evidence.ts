/**
 * What tells that a line or arc is a dimension: heads, ticks, dots, witness lines, the rim of a circle; and what goes with one
 * that is.
 */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { roomAt, widened } from "../../../../base/geometry/box.ts";
import { type Finder, finderOf } from "../../basis/finder.ts";
import { between, distanceTo, endsOf, middleOf } from "../../basis/plane.ts";
import type { DrawnText } from "../../model/text.ts";
import type { OpenHead } from "../shown/heads.ts";
import { awayFrom, boundsOfStroke, cosine, offAxis } from "../shown/lines.ts";
import { ROUND, saysRadius } from "../shown/numbers.ts";
import { boundsOfCircle } from "../shown/rounds.ts";
import type { ArrowHead, Round, Shown, Straight, Stroke, Tip } from "../shown/shown.ts";
import { isBeside, isTextNear, tallestOf } from "../shown/texts.ts";
import { type Candidate, PIECES } from "./pieces.ts";

/** Of witness lines: how far they go beyond the line that they end (mm), and how far from square. */
const WITNESS = { least: 0.3, most: 10, skew: 0.1 };

/** In heights of the letters of its number. */
export const LETTERS = {
  /** How far beyond its ends filled arrow heads reach. */
  head: 1.6,
  /** How far witness lines go on beyond those, at least and at most. */
  least: 0.2,
  witness: 2,
  /** How far from an end all of a head of any kind lies; how large a dot is there; how far off the line its middle lies. */
  any: 2.5,
  dot: 0.75,
  off: 0.1,
};
/** Of ticks: cosines with the line that they end, and how much of its length they are. */
const TICK = { cosines: [0.3, 0.95], share: 0.5 } as const;
/** How far off the centre and the rim of a circle its dimension may be, as a share of the radius. */
const OFF = 0.02;

/** What was found at a dimension or leader. */
interface Evidence {
  /** Of its letters. */
  height: number;
  open: readonly OpenHead[];
  /** Where its heads of any kind have their tips. */
  points: readonly Point[];
  numbers: readonly DrawnText[];
  /** Heads, ticks, dots and witness lines; heads that are filled areas have no number. */
  across: readonly { number: number | null }[];
  /** Witness lines, where there are any at both ends. */
  passing: readonly Straight[];
  /** Where it meets the rim of its circle. */
  rims: readonly Tip[];
}

export class DimensionSearch {
  private readonly smallIn: Finder<Small>;
  private readonly circlesIn: Finder<Round>;

  constructor(
    private readonly shown: Shown,
    private readonly signs: {
      numbers: ReadonlySet<DrawnText>;
      headsAt: (stroke: Stroke) => ArrowHead[];
      open: ReadonlyMap<Stroke, readonly OpenHead[]>;
      small: readonly Small[];
      symbols: ReadonlySet<number>;
      ticked: ReadonlySet<Stroke>;
      dotted: ReadonlyMap<Stroke, readonly Round[]>;
    },
    private readonly weld: number,
  ) {
    this.smallIn = finderOf(signs.small, ({ middle }) => roomAt(middle, shown.near));
    this.circlesIn = finderOf(shown.circles, (circle) =>
      widened(boundsOfCircle(circle), 2 * this.slackOf(circle)),
    );
  }

  look(candidate: Candidate, aids: Set<number>): void {
    const found = this.evidence(candidate);
    if (found) this.take(candidate, found, aids);
  }

  /** What tells that a line or arc is a dimension or a leader; null where too little does. */
  private evidence({ stroke, pieces }: Candidate): Evidence | null {
    const { linesIn, near } = this.shown;
    const heads = pieces.flatMap((piece) => this.signs.headsAt(piece));
    const open = pieces.flatMap((piece) => this.signs.open.get(piece) ?? []);
    const isHeaded = heads.length + open.length > 0;
    const texts = textsBeside(this.shown, stroke);
    const numbers = texts.filter((text) => this.signs.numbers.has(text));
    const height = tallestOf(numbers);
    const isNumbered = height > 0;
    const dots = this.signs.dotted.get(stroke) ?? [];
    const mayBeTicked = dots.length > 0 || this.signs.ticked.has(stroke);
    if (!isHeaded && !((isNumbered || mayBeTicked) && stroke.alone)) return null;
    const ends = stroke.tips.map(({ at }) => roomAt(at, near));
    const ticks = linesIn(...ends).filter((other) => other.alone && isTick(other, stroke, near));
    // Nothing else parts an arc for a number.
    const isParted = pieces.length > 1 && stroke.arc !== null;
    const isEnded = isHeaded || isParted || ticks.length + dots.length > 0;
    const reach = this.reachOf(stroke, height);
    const witnesses = this.witnesses(stroke, reach);
    // Without a number one tick and one line across its end may be anything.
    const least = isHeaded || (isNumbered && isEnded) ? 1 : 2;
    const isWitnessed = witnesses.filter((found) => found.length > 0).length >= least;
    const mayBeNamed = isHeaded && !this.signs.symbols.has(stroke.number);
    const isTold =
      (mayBeNamed && texts.length > 0) || Number(isEnded) + Number(isNumbered) + Number(isWitnessed) >= 2;
    const rims = isNumbered ? this.rims(stroke, reach.gap, numbers) : null;
    if (!isTold && !rims) return null;
    const points = [...heads.flatMap(({ tips }) => tips), ...open.map(({ tip }) => tip)];
    const across = [...heads, ...ticks, ...dots, ...witnesses.flat()];
    const passing = witnesses.every((found) => found.length > 0) ? witnesses.flat() : [];
    return { height, open, points, numbers, across, passing, rims: rims ?? [] };
  }

  /** Adds a line or arc with all that belongs to it. */
  private take({ stroke, pieces }: Candidate, found: Evidence, aids: Set<number>): void {
    const { open, across } = found;
    const own = pieces.map(({ number }) => number);
    for (const number of [...own, ...this.headsOf(stroke, found)]) aids.add(number);
    for (const { barbs } of open) for (const number of this.betweenBarbs(barbs)) aids.add(number);
    for (const { number } of across) if (number !== null) aids.add(number);
  }

  /** The barbs of an open head, and what closes it. */
  private betweenBarbs(barbs: readonly Stroke[]): number[] {
    const tips = barbs.flatMap((barb) => barb.tips);
    const isTip = (end: Point) => tips.some(({ at }) => between(at, end) <= this.shown.near);
    const lines = tips.flatMap(({ at }) => this.shown.endingAt(at));
    return lines.filter((line) => endsOf(line).every(isTip)).map(({ number }) => number);
  }

  private reachOf({ arc }: Stroke, height: number): Reach {
    const gap = Math.max(10 * this.weld, LETTERS.head * height);
    return {
      gap,
      bent: arc ? gap / arc.radius : 0,
      least: height > 0 ? Math.min(WITNESS.least, LETTERS.least * height) : WITNESS.least,
      most: Math.max(WITNESS.most, LETTERS.witness * height),
    };
  }

  /** Lines across each tip. */
  private witnesses(stroke: Stroke, reach: Reach): Straight[][] {
    const { linesIn, endingAt, near } = this.shown;
    return stroke.tips.map((tip) => {
      const found = linesIn(roomAt(tip.at, reach.gap)).filter(
        (other) =>
          other.alone &&
          other.number !== stroke.number &&
          isWitness(other, tip, reach) &&
          this.isFreeBeyond(other, tip),
      );
      const isAt = (other: Straight) => distanceTo(other, ...tip.at) <= near;
      // Where another line goes off there is no head.
      const goesOff = (other: Straight) => !other.chord && !isInLine(other, tip, reach.bent);
      return found.every(isAt) || !endingAt(tip.at).some(goesOff) ? found : found.filter(isAt);
    });
  }

  /** Whether nothing but its like ends where a witness line does: sides of parts go on there. */
  private isFreeBeyond(line: Straight, { at }: Tip): boolean {
    const [end] = endsOf(line).sort((p, q) => between(p, at) - between(q, at));
    return this.shown.endingAt(end!).every((other) => 1 - Math.abs(cosine(line, other)) <= PIECES.skew);
  }

  /** Whatever is drawn small about the ends of a line or arc and where it meets a rim, alike on both sides of it. */
  private headsOf({ tips }: Stroke, { rims, height, numbers, points, passing }: Evidence): number[] {
    const places = [...tips, ...rims].map(({ at }) => roomAt(at, LETTERS.any * height));
    const small = this.smallIn(...places);
    return small.flatMap(({ number, middle, radius, isRound }) => {
      // A larger circle is the hole that is measured, and so is one whose size is said, or to which a head points; and in the
      // material all are but dots, over which a witness line goes, and of which there are two.
      const isAt = (at: Point) => between(at, middle) <= radius + this.shown.near;
      const isMeasured = numbers.some(({ text }) => saysRadius(text, radius)) || points.some(isAt);
      const isPaired = small.some(
        (other) => other.number !== number && Math.abs(other.radius - radius) <= this.shown.near,
      );
      const isDot = isPaired && passing.some((line) => distanceTo(line, ...middle) <= this.shown.near);
      const isHole = !isDot && this.shown.material.isAt(middle, number);
      if (isRound && (radius > LETTERS.dot * height || isMeasured || isHole)) return [];
      const isHead = [...tips, ...rims].some(({ at, out }) => {
        const away = between(at, middle);
        const across = Math.abs((middle[0] - at[0]) * out[1] - (middle[1] - at[1]) * out[0]);
        return away + radius <= LETTERS.any * height && across <= LETTERS.off * height;
      });
      return isHead ? [number] : [];
    });
  }

  /**
   * Where a line that goes through the centre of a circle meets its rim: with a radius or diameter beside it, and it ends on
   * the rim or an arrow head off; or it comes from within and ends at a number outside, as ordinates do. Null for any other.
   */
  private rims({ line, tips }: Stroke, gap: number, numbers: readonly DrawnText[]): Tip[] | null {
    if (!line) return null;
    const round = numbers.some(({ text }) => ROUND.test(text.trim()));
    const ends = endsOf(line).map((end) => roomAt(end, gap));
    const found = this.circlesIn(...ends).find((circle) => {
      const { number, cx, cy, radius } = circle;
      const off = this.slackOf(circle);
      if (offAxis(line, [cx, cy]) > off) return false;
      const ends = endsOf(line).map((end) => ({ end, out: between(end, [cx, cy]) - radius }));
      // A slit goes on to the rim of something else.
      const isSlit = ends.some(({ end, out }) => out > off && this.isOnOther(end, number));
      if (round && !isSlit && ends.some(({ out }) => Math.abs(out) <= off + gap)) return true;
      const [inner, outer] = ends.sort((p, q) => p.out - q.out) as [
        { out: number },
        { end: Point; out: number },
      ];
      return inner.out < -off && outer.out > off && isBeside(numbers, (at) => between(outer.end, at));
    });
    if (!found) return null;
    const { cx, cy, radius } = found;
    return tips.flatMap(({ out }): Tip[] => {
      const at: Point = [cx + radius * out[0], cy + radius * out[1]];
      return distanceTo(line, ...at) <= this.shown.near ? [{ at, out }] : [];
    });
  }

  private isOnOther(end: Point, circle: number): boolean {
    const rim = this.shown.material.rimAt(end, this.shown.near, 0);
    return rim >= 0 && rim !== circle;
  }

  /** How far off the centre and the rim of a circle its dimension may be. */
  private slackOf({ radius }: Round): number {
    return Math.max(OFF * radius, this.shown.near);
  }
}

/** Texts beside a line or arc. */
export function textsBeside({ textsBy }: Shown, stroke: Stroke): DrawnText[] {
  const isNear = (text: DrawnText) => isTextNear(text, (at) => awayFrom(stroke, at));
  return textsBy(boundsOfStroke(stroke)).filter(isNear);
}

/** Of witness lines: how far off a tip, by how much an arc turns within that, and how far they go on beyond it (mm). */
interface Reach {
  gap: number;
  bent: number;
  least: number;
  most: number;
}

/** Whether a line is in line with a tip, as far as an arc lets it. */
function isInLine(line: Straight, { out }: Tip, bent: number): boolean {
  return 1 - Math.abs(cosineWith(line, out)) <= Math.max(PIECES.skew, bent) ** 2;
}

export interface Small {
  number: number;
  middle: Point;
  /** How far all of it lies from its middle, at most. */
  radius: number;
  isRound: boolean;
}

/** Whether a line lies aslant across the end of another, as far beyond it on either side. */
export function isTick(line: Straight, stroke: Stroke, near: number): boolean {
  if (line.number === stroke.number || line.length > TICK.share * stroke.length) return false;
  const middle = middleOf(line);
  const tip = stroke.tips.find(({ at }) => between(at, middle) <= near);
  const slant = tip ? Math.abs(cosineWith(line, tip.out)) : 0;
  return slant >= TICK.cosines[0] && slant <= TICK.cosines[1];
}

/** Whether a line passes a tip, or an arrow head beyond it, at a right angle and ends a little farther on. */
function isWitness(line: Straight, { at: [x, y], out }: Tip, { gap, bent, least, most }: Reach): boolean {
  if (Math.abs(cosineWith(line, out)) > WITNESS.skew + bent) return false;
  if (distanceTo(line, x, y) > gap) return false;
  // Along the line: a head may keep the tip away from it. Sides of a part end before it.
  const ends = endsOf(line).map(([u, v]) => (u - x) * (line.x1 - line.x0) + (v - y) * (line.y1 - line.y0));
  const beyond = Math.min(...ends.map(Math.abs)) / (line.length || 1);
  return ends[0]! < 0 && ends[1]! > 0 && beyond >= least && beyond <= most && beyond < line.length / 2;
}

function cosineWith(line: Straight, [x, y]: Point): number {
  return ((line.x1 - line.x0) * x + (line.y1 - line.y0) * y) / (line.length || 1);
}
