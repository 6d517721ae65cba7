/**
 * Which lines are dimensions? A line or arc is one when two of three tell it: arrow heads or ticks on its ends, a number
 * beside it, witness lines across its ends that go a little beyond it. A number may stand in the line, and part it. One with
 * an arrow head leads to any text at its end, or at the end of what it meets there; one with a radius or a diameter goes
 * through the centre of a circle.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Contours } from "../curves/contours.ts";
import type { DrawnText } from "../roles/order.ts";
import {
  type ArrowHead,
  arrowHeads,
  between,
  cosine,
  distanceTo,
  endsInHead,
  endsOf,
  isBeside,
  isTextNear,
  MOST_PAIRS,
  type Round,
  type Shown,
  type Straight,
} from "./shapes.ts";
import { signsOnShelf } from "./symbols.ts";
import { boundsOfContour } from "./walls.ts";

const NUMBER =
  /^(?:\d+\s?[x×]\s?)?(?:[Ø⌀ØRM]|%%C|\\[A-Za-z][^;]*;)?\s*\d+(?:[.,]\d+)?\s*(?:mm|"|°|%%D)?(?:\s*[±(].*)?$/i;
const ROUND = /^(?:\d+\s?[x×]\s?)?(?:[Ø⌀ØR]|%%C)\s*\d/i;
/** Of witness lines: how far they go beyond the line that they end (mm), and how far from square. */
const WITNESS = { least: 0.3, most: 10, skew: 0.1 };
/**
 * In letters of its number: how far beyond its ends filled arrow heads reach, and witness lines beyond those; what is drawn
 * within a head's reach of an end, and how far off the line its middle lies, when it is a head of whatever kind.
 */
const LETTERS = { head: 1.6, witness: 2, any: 2.5, off: 0.1 };
/** By how much heads of one size differ. */
const SAME = 0.05;
/** Pieces of one line: how far from straight, and how many letters wider than a text the gap for it is. */
const PIECES = { skew: 1e-3, letters: 3 };
/** Where more lines point at a number, it parts none. */
const CROWD = 60;
/** Of ticks: cosines with the line that they end, and how much of its length they are. */
const TICK = { cosines: [0.3, 0.95], share: 0.5 } as const;
/** How far off the centre and the rim of a circle its dimension may be, as a share of the radius. */
const OFF = 0.02;

/** A line, and what it consists of. */
interface Candidate {
  line: Straight;
  pieces: readonly Straight[];
}

/** Adds the numbers of all dimensions to those of aids. */
export function dimensions(shown: Shown, weld: number, aids: Set<number>): void {
  const { lines, texts, polygons } = shown;
  if (lines.length === 0) return;
  const numbers = texts.filter(({ text, tag }) => tag === null && NUMBER.test(text.trim()));
  const tallest = numbers.reduce((most, { height }) => Math.max(most, height), 0);
  const arrows = arrowHeads(polygons, tallest);
  // Without numbers and arrow heads two of three cannot tell.
  if (numbers.length + arrows.length === 0 || lines.length * lines.length > MOST_PAIRS) return;
  if (lines.length * (texts.length + arrows.length) > MOST_PAIRS) return;
  const small = smallThings(shown.contours, 2 * LETTERS.any * tallest);
  const search = new DimensionSearch(shown, { numbers, arrows, small }, weld);
  const whole = lines.map((line): Candidate => ({ line, pieces: [line] }));
  for (const candidate of [...whole, ...partedLines(lines, numbers)]) search.look(candidate, aids);
}

class DimensionSearch {
  constructor(
    private readonly shown: Shown,
    private readonly signs: {
      numbers: readonly DrawnText[];
      arrows: readonly ArrowHead[];
      small: readonly Small[];
    },
    private readonly weld: number,
  ) {}

  look({ line, pieces }: Candidate, aids: Set<number>): void {
    const { texts, lines, near } = this.shown;
    const meet = (p: Point, q: Point) => between(p, q) <= near;
    const ends = endsOf(line);
    const heads = this.signs.arrows.filter((head) => endsInHead(line, head, near));
    const height = this.lettersBeside(line);
    const isNumbered = height > 0;
    if (heads.length === 0 && !(isNumbered && line.alone)) return;
    const ticks = lines.filter((other) => other.alone && isTick(other, line, near));
    const reach = { gap: Math.max(10 * this.weld, LETTERS.head * height), beyond: LETTERS.witness * height };
    const beyond = ends.map((end) => {
      const found = lines.filter((other) => other.alone && isWitness(other, line, end, reach));
      const isAt = (other: Straight) => distanceTo(other, ...end) <= near;
      // Where another line goes off there is no head.
      if (found.every(isAt) || !lines.some((other) => goesOff(other, line, end, near))) return found;
      return found.filter(isAt);
    });
    const isEnded = heads.length + ticks.length > 0;
    const witnesses = isEnded ? beyond : asFar(beyond, ends, near);
    const isWitnessed = witnesses.filter((found) => found.length > 0).length >= (isEnded ? 1 : 2);
    const tails = ends.filter((end) => !heads.some(({ tips }) => tips.some((tip) => meet(tip, end))));
    const leads = (other: Straight) => tails.some((tail) => endsOf(other).some((end) => meet(end, tail)));
    const shelves = heads.length === 0 ? [] : lines.filter(leads);
    const corners = shelves.flatMap(endsOf);
    const told =
      corners.length > 0 && isBeside(texts, (at) => Math.min(...corners.map((end) => between(end, at))));
    const isTold = told || Number(isEnded) + Number(isNumbered) + Number(isWitnessed) >= 2;
    if (!isTold && !this.isOfCircle(line, reach.gap)) return;
    for (const number of this.headsOf(line, height)) aids.add(number);
    for (const { number } of [...pieces, ...heads, ...ticks, ...witnesses.flat(), ...(told ? shelves : [])])
      aids.add(number);
    for (const shelf of told ? shelves : []) {
      const near = (text: DrawnText) => distanceTo(shelf, ...text.at);
      const label = texts.reduce((best, text) => (near(text) < near(best) ? text : best));
      signsOnShelf(this.shown, shelf, label.height, aids);
    }
  }

  /** How high the numbers beside a line are, or 0. */
  private lettersBeside(line: Straight): number {
    let most = 0;
    for (const number of this.signs.numbers)
      if (number.height > most && isTextNear(number, distanceTo(line, ...number.at))) most = number.height;
    return most;
  }

  /** Whatever is drawn small about the ends of a line, alike on both sides of it. */
  private headsOf(line: Straight, height: number): number[] {
    const ends = endsOf(line);
    return this.signs.small.flatMap(({ number, middle, radius }) => {
      const isNear = ends.some((end) => between(end, middle) + radius <= LETTERS.any * height);
      return isNear && offAxis(line, middle) <= LETTERS.off * height ? [number] : [];
    });
  }

  /** Whether a line with a radius or diameter beside it goes through the centre of a circle and ends on it, or an arrow head off. */
  private isOfCircle(line: Straight, gap: number): boolean {
    const isRound = (number: DrawnText) =>
      isTextNear(number, distanceTo(line, ...number.at)) && ROUND.test(number.text.trim());
    if (!this.signs.numbers.some(isRound)) return false;
    return this.shown.circles.some((circle) => this.isRadial(line, circle, gap));
  }

  private isRadial(line: Straight, { cx, cy, radius }: Round, gap: number): boolean {
    const off = Math.max(OFF * radius, this.shown.near);
    const across = (cx - line.x0) * (line.y1 - line.y0) - (cy - line.y0) * (line.x1 - line.x0);
    if (Math.abs(across) > off * line.length) return false;
    return endsOf(line).some((end) => Math.abs(between(end, [cx, cy]) - radius) <= off + gap);
  }
}

/** Of lines beyond either end of another one those that have their like beyond the other end: heads are of one size. */
function asFar(beyond: readonly Straight[][], ends: readonly Point[], near: number): Straight[][] {
  const gaps = beyond.map((lines, i) => lines.map((line) => distanceTo(line, ...ends[i]!)));
  return beyond.map((lines, i) =>
    lines.filter((_, j) => {
      const gap = gaps[i]![j]!;
      return gaps[1 - i]!.some((other) => Math.abs(other - gap) <= Math.max(near, SAME * gap));
    }),
  );
}

/** Whether a line ends where another one does, and is not in line with it. */
function goesOff(line: Straight, other: Straight, end: Point, near: number): boolean {
  return (
    endsOf(line).some((own) => between(own, end) <= near) &&
    1 - Math.abs(cosine(line, other)) > PIECES.skew ** 2
  );
}

interface Small {
  number: number;
  middle: Point;
  /** How far all of it lies from its middle, at most. */
  radius: number;
}

/** Contours no wider than a size, each with the middle of the ends of its curves. */
function smallThings(contours: Contours, most: number): Small[] {
  const found: Small[] = [];
  for (let number = 0; number < contours.count; number++) {
    const { min_x, min_y, max_x, max_y } = boundsOfContour(contours, number);
    const radius = Math.hypot(max_x - min_x, max_y - min_y) / 2;
    if (radius > most) continue;
    const ends = contours.get(number).curves.flatMap((id) => endsOf(contours.table.ends(id)));
    const isRound = contours.isClosed(number) && contours.size(number) === 1;
    const mean = (i: 0 | 1) => ends.reduce((sum, end) => sum + end[i], 0) / ends.length;
    const middle: Point = isRound ? [(min_x + max_x) / 2, (min_y + max_y) / 2] : [mean(0), mean(1)];
    found.push({ number, middle, radius });
  }
  return found;
}

/** Lines of two pieces, with a number between them. */
function partedLines(lines: readonly Straight[], numbers: readonly DrawnText[]): Candidate[] {
  const alone = lines.filter((line) => line.alone);
  return numbers.flatMap(({ at, height, text }): Candidate[] => {
    const reach = (text.trim().length + PIECES.letters) * height;
    const [x, y] = at;
    const near = alone.filter((line) => {
      const far = reach + line.length;
      if (Math.abs(line.x0 - x) > far || Math.abs(line.y0 - y) > far) return false;
      return endsOf(line).some((end) => between(end, at) <= reach) && offAxis(line, at) <= height;
    });
    if (near.length > CROWD) return [];
    return near.flatMap((p, i) => near.slice(i + 1).flatMap((q) => joined(p, q, reach) ?? []));
  });
}

/** One line of two that lie in line with a gap between them, or null. */
function joined(p: Straight, q: Straight, most: number): Candidate | null {
  if (1 - Math.abs(cosine(p, q)) > PIECES.skew ** 2 || p.length + q.length === 0) return null;
  const pairs = endsOf(p).flatMap((near, i) =>
    endsOf(q).map((other, j) => ({
      gap: between(near, other),
      ends: [endsOf(p)[1 - i]!, endsOf(q)[1 - j]!],
    })),
  );
  const { gap, ends } = pairs.reduce((best, pair) => (pair.gap < best.gap ? pair : best));
  const [[x0, y0], [x1, y1]] = ends as [Point, Point];
  const length = between([x0, y0], [x1, y1]);
  const whole = p.length + gap + q.length;
  if (gap > most || Math.abs(whole - length) > PIECES.skew * length) return null;
  return { line: { number: p.number, alone: true, x0, y0, x1, y1, length }, pieces: [p, q] };
}

function offAxis({ x0, y0, x1, y1, length }: Straight, [x, y]: Point): number {
  return Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / (length || 1);
}

/** Whether a line lies aslant across the end of another, as far beyond it on either side. */
function isTick(line: Straight, other: Straight, near: number): boolean {
  if (line === other || line.length > TICK.share * other.length) return false;
  const reach = line.length + other.length + near;
  if (Math.abs(line.x0 - other.x0) > reach || Math.abs(line.y0 - other.y0) > reach) return false;
  const middle: Point = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2];
  if (!endsOf(other).some((end) => between(end, middle) <= near)) return false;
  const slant = Math.abs(cosine(line, other));
  return slant >= TICK.cosines[0] && slant <= TICK.cosines[1];
}

/** Whether a line passes the end of another, or an arrow head beyond it, at a right angle and ends a little farther on. */
function isWitness(
  line: Straight,
  other: Straight,
  [x, y]: Point,
  reach: { gap: number; beyond: number },
): boolean {
  if (line === other || Math.abs(cosine(line, other)) > WITNESS.skew) return false;
  if (distanceTo(line, x, y) > reach.gap) return false;
  const beyond = Math.min(Math.hypot(line.x0 - x, line.y0 - y), Math.hypot(line.x1 - x, line.y1 - y));
  return (
    beyond >= WITNESS.least && beyond <= Math.max(WITNESS.most, reach.beyond) && beyond < line.length / 2
  );
}
