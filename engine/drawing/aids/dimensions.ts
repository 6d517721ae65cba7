/**
 * Which lines are dimensions? A line or arc is one when two of three tell it: arrow heads or ticks on its ends, a number
 * beside it, witness lines across its ends that go a little beyond it. A number may stand in the line, and part it. One with
 * an arrow head leads to any text beside it, at its end, or at the end of what it meets there; one with a radius or a
 * diameter goes through the centre of a circle.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { diagonalOf, roomAt, widened } from "../basis/bounds.ts";
import { type Finder, finderOf } from "../basis/finder.ts";
import { PointGrid } from "../basis/grid.ts";
import { between, distanceTo, endsOf, middleOf } from "../basis/plane.ts";
import type { Contours } from "../curves/contours.ts";
import { type Arc, arcAround } from "../curves/curves.ts";
import type { DrawnText } from "../roles/order.ts";
import {
  type ArrowHead,
  awayFrom,
  boundsOfCircle,
  boundsOfStroke,
  cosine,
  headsAt,
  isBeside,
  isTextNear,
  MOST_PAIRS,
  type OpenHead,
  offAxis,
  openHeads,
  type Round,
  type Shown,
  type Straight,
  type Stroke,
  straight,
  strokeOfArc,
  strokeOfLine,
  strokesOf,
  type Tip,
  tallestOf,
} from "./shapes.ts";

const VALUE = String.raw`(?:\d+(?:[.,]\d+)?(?:[\s-]+\d+\/\d+)?|\d+\/\d+|[.,]\d+)`;
/** Of lengths, also in feet and inches, and of angles. */
const SIZE = String.raw`(?:\d+\s*['’′][\s-]*)?${VALUE}\s*(?:mm|cm|in|["'”″’′]|°|%%D)?`;
const BEFORE = String.raw`(?:\[.*\]\s*)?[(\[<~=]?\s*(?:\d+\s?[x×]\s?)?(?:L\s?=|CA\.?|SR|[Ø⌀ØRM]|%%C|\\[A-Za-z][^;]*;)?\s*`;
const BEHIND = String.raw`[)\]>=]?(?:\s*(?:(?:[±+(\[*]|%%P).*|[A-Za-z]{1,2}\d{1,2}|TYP\.?|REF\.?|BSC|MAX\.?|MIN\.?))?\s*[)\]>=]?`;
const NUMBER = new RegExp(`^${BEFORE}${SIZE}${BEHIND}$`, "i");
/** A radius or a diameter: the sign of it, and the number. */
const ROUND = /^(?:\d+\s?[x×]\s?)?([Ø⌀ØR]|%%C)\s*(\d+(?:[.,]\d*)?|[.,]\d+)/i;
/** A thread, and radii of what is drilled for it and of what its screw goes through, as shares of its size. */
const THREAD = { text: /^(?:\d+\s?[x×]\s?)?M\s?(\d+(?:[.,]\d+)?)/i, radii: [0.38, 0.6] } as const;
/** What rounding leaves of a number, in its unit. */
const EXACT = 1e-6;
/** Of the units that drawings say their numbers in. */
const MILLIMETRES = [1, 25.4];
/** Of witness lines: how far they go beyond the line that they end (mm), and how far from square. */
const WITNESS = { least: 0.3, most: 10, skew: 0.1 };
/** In heights of the letters of its number. */
const LETTERS = {
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
/** Pieces of one line: how far from straight, and how many letters wider than a text the gap for it is. */
const PIECES = { skew: 1e-3, letters: 3 };
/** Where more lines point at a number, it parts none. */
const CROWD = 60;
/** Of ticks: cosines with the line that they end, and how much of its length they are. */
const TICK = { cosines: [0.3, 0.95], share: 0.5 } as const;
/** So many times the radius of its dots a dimension is long at least. */
const DOTS = 8;
/** How far off the centre and the rim of a circle its dimension may be, as a share of the radius. */
const OFF = 0.02;

/** A line or arc, and what it consists of. */
interface Candidate {
  stroke: Stroke;
  pieces: readonly Stroke[];
}

/**
 * Adds the numbers of all dimensions to those of aids. Tells those of arrows that stand alike with a text
 * and without: symbols that no text tells anything of.
 */
export function dimensions(shown: Shown, weld: number, aids: Set<number>): ReadonlySet<number> {
  const { lines, texts, arrows, endingAt, near } = shown;
  const none = new Set<number>();
  if (lines.length === 0) return none;
  const numbers = texts.filter(saysNumber);
  const tallest = tallestOf(numbers);
  if (lines.length * Math.max(lines.length, texts.length + arrows.length) > MOST_PAIRS) return none;
  const small = smallThings(shown.contours, 2 * LETTERS.any * tallest);
  const strokes = strokesOf(shown.contours, lines);
  const open: ReadonlyMap<Stroke, readonly OpenHead[]> = openHeads(strokes, near, shown.letters);
  const ticked = endsInMiddles(strokes, lines, near);
  const dotted = endsInDots(strokes, shown);
  if (numbers.length + arrows.length + open.size + ticked.size + dotted.size === 0) return none;
  const atEnds = headsAt(arrows, near);
  // Nothing but barbs goes on at their ends.
  const isFree = (stroke: Stroke, { at }: Tip) =>
    endingAt(at).length === 1 || open.get(stroke)?.some(({ tip }) => between(tip, at) <= near) === true;
  const isHeaded = (stroke: Stroke) => open.has(stroke) || atEnds(stroke).length > 0;
  const pointed = strokes.filter((stroke) => stroke.alone && isHeaded(stroke));
  const headed = pointed.filter((stroke) => stroke.tips.every((tip) => isFree(stroke, tip)));
  const mute = headed.filter((stroke) => textsBeside(shown, stroke).length === 0);
  const isSymbol = ({ length }: Stroke) => mute.some((other) => Math.abs(other.length - length) <= near);
  const symbols = new Set(headed.filter(isSymbol).map(({ number }) => number));
  const signs = { numbers: new Set(numbers), headsAt: atEnds, open, small, symbols, ticked, dotted };
  const search = new DimensionSearch(shown, signs, weld);
  const whole = [...strokes, ...dotted.keys()].map((stroke): Candidate => ({ stroke, pieces: [stroke] }));
  const parted = [...partedStrokes(strokes, numbers, near), ...facing(pointed, near)];
  for (const candidate of [...whole, ...parted]) search.look(candidate, aids);
  return symbols;
}

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

class DimensionSearch {
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

/** Whether a text says this radius, or twice it as a diameter, as exactly as its decimals can; or a thread that fits. */
export function saysRadius(text: string, radius: number): boolean {
  const size = Number(THREAD.text.exec(text.trim())?.[1]?.replace(",", "."));
  if (radius >= THREAD.radii[0] * size && radius <= THREAD.radii[1] * size) return true;
  const [, sign, number] = ROUND.exec(text.trim()) ?? [];
  if (!sign || !number) return false;
  const share = sign.toUpperCase() === "R" ? 1 : 0.5;
  const said = share * Number(number.replace(",", "."));
  const decimals = number.split(/[.,]/)[1] ?? "";
  const exact = share / 2 / 10 ** decimals.length + EXACT;
  return MILLIMETRES.some((unit) => Math.abs(said * unit - radius) <= exact * unit);
}

/** Whether a text says a size and nothing else. */
export function saysNumber({ text, tag }: DrawnText): boolean {
  return tag === null && NUMBER.test(text.trim());
}

/** Texts beside a line or arc. */
function textsBeside({ textsBy }: Shown, stroke: Stroke): DrawnText[] {
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

/** Lines that end, at both ends, in the middle of others, as in ticks. */
function endsInMiddles(strokes: readonly Stroke[], lines: readonly Straight[], near: number): Set<Stroke> {
  const middles = new PointGrid(near, lines.length);
  for (const line of lines) middles.add(...middleOf(line));
  const isTick = ({ at }: Tip) => middles.first(...at, near) >= 0;
  return new Set(strokes.filter(({ alone, tips }) => alone && tips.every(isTick)));
}

/** Lines from dot to dot outside the material, whether they end in their middles or before them; and the dots of each. */
function endsInDots(strokes: readonly Stroke[], { circlesIn, material, near }: Shown): Map<Stroke, Round[]> {
  const found = new Map<Stroke, Round[]>();
  for (const { number, alone, line, length, tips } of strokes) {
    if (!alone || !line) continue;
    const dots = tips.flatMap(({ at, out }) =>
      circlesIn(roomAt(at, near))
        .filter(({ cx, cy, radius, number }) => {
          const [x, y] = [cx - at[0], cy - at[1]];
          const isAhead = Math.abs(x * out[1] - y * out[0]) <= near && x * out[0] + y * out[1] >= -near;
          return isAhead && DOTS * radius <= length && !material.isAt(at, number);
        })
        .slice(0, 1),
    );
    const [p, q] = dots;
    if (!p || !q || Math.abs(p.radius - q.radius) > near) continue;
    found.set(strokeOfLine(straight(number, [p.cx, p.cy], [q.cx, q.cy])), dots);
  }
  return found;
}

/** Whether a line is in line with a tip, as far as an arc lets it. */
function isInLine(line: Straight, { out }: Tip, bent: number): boolean {
  return 1 - Math.abs(cosineWith(line, out)) <= Math.max(PIECES.skew, bent) ** 2;
}

interface Small {
  number: number;
  middle: Point;
  /** How far all of it lies from its middle, at most. */
  radius: number;
  isRound: boolean;
}

/** Contours no wider than a size, each with the middle of the ends of its curves. */
function smallThings(contours: Contours, most: number): Small[] {
  const found: Small[] = [];
  for (let number = 0; number < contours.count; number++) {
    const { min_x, min_y, max_x, max_y } = contours.boundsOf(number);
    const radius = diagonalOf(contours.boundsOf(number)) / 2;
    if (radius > most) continue;
    const ends = contours.get(number).curves.flatMap((id) => endsOf(contours.table.ends(id)));
    const isRound = contours.isClosed(number) && contours.size(number) === 1;
    const mean = (i: 0 | 1) => ends.reduce((sum, end) => sum + end[i], 0) / ends.length;
    const middle: Point = isRound ? [(min_x + max_x) / 2, (min_y + max_y) / 2] : [mean(0), mean(1)];
    found.push({ number, middle, radius: isRound ? radius / Math.SQRT2 : radius, isRound });
  }
  return found;
}

/** Lines and arcs of two pieces, with a number between them. */
function partedStrokes(strokes: readonly Stroke[], numbers: readonly DrawnText[], near: number): Candidate[] {
  const tips = strokes.flatMap((stroke) =>
    stroke.alone ? stroke.tips.map(({ at }) => ({ stroke, at })) : [],
  );
  const tipsIn = finderOf(tips, ({ at }) => roomAt(at, near));
  return numbers.flatMap(({ at, height, text }): Candidate[] => {
    const reach = (text.trim().length + PIECES.letters) * height;
    const close = [...new Set(tipsIn(roomAt(at, reach)).map(({ stroke }) => stroke))].filter((stroke) => {
      const { line, arc, tips } = stroke;
      if (!tips.some((tip) => between(tip.at, at) <= reach)) return false;
      return (line ? offAxis(line, at) : Math.abs(between(at, [arc!.cx, arc!.cy]) - arc!.radius)) <= height;
    });
    if (close.length > CROWD) return [];
    return close.flatMap((p, i) => close.slice(i + 1).flatMap((q) => joined(p, q, reach, near)));
  });
}

/** Lines and arcs of two arrows that stand across from each other, outside of what they measure. */
function facing(pointed: readonly Stroke[], near: number): Candidate[] {
  if (pointed.length ** 2 > MOST_PAIRS) return [];
  return pointed.flatMap((p, i) => pointed.slice(i + 1).flatMap((q) => joined(p, q, Infinity, near)));
}

/** Lines or arcs of two that go on from each other with a gap between them; it may be on either side of arcs. */
function joined(p: Stroke, q: Stroke, most: number, near: number): Candidate[] {
  const pieces = [p, q];
  if (p.line && q.line) {
    const line = joinedLine(p.line, q.line, most);
    return line ? [{ stroke: strokeOfLine(line), pieces }] : [];
  }
  if (!p.arc || !q.arc || Math.abs(p.arc.radius - q.arc.radius) > near) return [];
  if (between([p.arc.cx, p.arc.cy], [q.arc.cx, q.arc.cy]) > near) return [];
  const [first, second] = [forwards(p.arc), forwards(q.arc)];
  return [joinedArc(first, second), joinedArc(second, first)].flatMap((arc) => {
    const gap = (arc.sweep - first.sweep - second.sweep) * arc.radius;
    return gap < 0 || gap > most ? [] : [{ stroke: strokeOfArc(p.number, arc, true), pieces }];
  });
}

/** Counter-clockwise. */
function forwards(arc: Arc): Arc {
  const { cx, cy, radius, start, sweep } = arc;
  return sweep > 0 ? arc : arcAround(cx, cy, radius, start + sweep, -sweep);
}

/** From where one arc begins to where another one ends. */
function joinedArc({ cx, cy, radius, start }: Arc, { start: next, sweep }: Arc): Arc {
  const turn = 2 * Math.PI;
  const way = next - start;
  return arcAround(cx, cy, radius, start, way - turn * Math.floor(way / turn) + sweep);
}

/** One line of two that lie in line with a gap between them, or null. */
function joinedLine(p: Straight, q: Straight, most: number): Straight | null {
  if (1 - Math.abs(cosine(p, q)) > PIECES.skew ** 2 || p.length + q.length === 0) return null;
  const pairs = endsOf(p).flatMap((near, i) =>
    endsOf(q).map((other, j) => ({
      gap: between(near, other),
      ends: [endsOf(p)[1 - i]!, endsOf(q)[1 - j]!],
    })),
  );
  const { gap, ends } = pairs.reduce((best, pair) => (pair.gap < best.gap ? pair : best));
  const whole = straight(p.number, ...(ends as [Point, Point]));
  const length = p.length + gap + q.length;
  return gap > most || Math.abs(length - whole.length) > PIECES.skew * whole.length ? null : whole;
}

/** Whether a line lies aslant across the end of another, as far beyond it on either side. */
function isTick(line: Straight, stroke: Stroke, near: number): boolean {
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
