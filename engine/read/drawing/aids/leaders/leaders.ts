/**
 * Leaders: what hangs on a text, or on a bubble around one, by lines that meet end to end. They are told by where they go: out of
 * the material, or to a head, a dot or a tick at their tip. What stays in the material with nothing at its tip is a slit beside a
 * text, and a net of many lines is an outline.
 */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { holds, lengthsOf, roomAt, sidesOf, widened } from "../../../../base/geometry/box.ts";
import { finderOf } from "../../basis/finder.ts";
import { between, distanceTo, endsOf } from "../../basis/plane.ts";
import type { DrawnText } from "../../model/text.ts";
import { withoutBranches } from "../shown/ends.ts";
import { headsAt, openHeads } from "../shown/heads.ts";
import { addWithin, boundsOfLine, strokeOfLine, strokesOf } from "../shown/lines.ts";
import { saysNumber, saysRadius } from "../shown/numbers.ts";
import { boundsOfCircle } from "../shown/rounds.ts";
import {
  type ArrowHead,
  MOST_PAIRS,
  type Round,
  type Shown,
  type Straight,
  type Stroke,
} from "../shown/shown.ts";
import { signsOn } from "../signs/symbols.ts";
import { BUBBLE, type Bubble, bubblesOf, loopAround } from "./bubbles.ts";
import { BESIDE, isAlong, isBeside, isShelf, placeOn, rowOf } from "./rows.ts";

/** Lengths in heights of letters, but for shares and counts. */
const LEADER = {
  /** What lies no farther from a text than this is drawn for it, whatever its form. */
  home: 5,
  /** Most of a tick or an arrow head at a tip, of a foot, and of a dot; of one that no other circle is like. */
  head: 3,
  foot: 2,
  dot: 1.1,
  point: 0.7,
  /** Least length of the longest line. */
  least: 1.5,
  /** How many times as long as its text a line under it is, at most. */
  rule: 3,
  /** Most lines that are looked at, and most long ones for each loose end. */
  lines: 24,
  bends: 3,
  /** Which share of the length of its long lines the tip lies away, at least: spirals are none. */
  straight: 0.5,
};
/** Most lines of a head. */
const LOOP = 4;
/** Places of a line at which it is asked whether material is there. */
const PLACES = [0.03, 0.25, 0.5, 0.75, 0.97];

/**
 * Adds the numbers of all leaders, and of the bubbles that they lead to, to those of aids. Tells which bubbles are left that may
 * be signs, and which dots may be holes.
 */
export function findLeaders(
  shown: Shown,
  symbols: ReadonlySet<number>,
  aids: Set<number>,
): [signs: number[], dots: number[]] {
  const texts = shown.texts.filter(({ tag }) => tag === null);
  const { lines, circles, polygons } = shown;
  if (texts.length * (lines.length + circles.length + polygons.length) > MOST_PAIRS) return [[], []];
  const search = new LeaderSearch(shown, symbols, aids);
  const tight = search.bubbles(texts);
  for (const text of texts) search.hanging(text);
  const left = tight.filter(({ number }) => !aids.has(number)).map(({ number }) => number);
  return [left, [...search.lone].filter((number) => aids.has(number))];
}

class LeaderSearch {
  /** Texts in bubbles. */
  private readonly items = new Set<DrawnText>();
  /** Dots that no other circle is like, in the material. */
  readonly lone = new Set<number>();
  /** Circles without a line that ends there. */
  private bare: Round[] | null = null;
  private readonly arrowsAt: (stroke: Stroke) => ArrowHead[];

  constructor(
    private readonly shown: Shown,
    /** Arrows that no text tells anything of. */
    private readonly symbols: ReadonlySet<number>,
    private readonly aids: Set<number>,
  ) {
    this.arrowsAt = headsAt(shown.arrows, shown.near);
  }

  /** Bubbles that a line leads to, with what is drawn in them and other bubbles that they touch; gives back all tight ones. */
  bubbles(texts: readonly DrawnText[]): Bubble[] {
    const { contours, near, polygons } = this.shown;
    const loose = texts.flatMap((text) => loopAround(this.shown, text));
    const all = bubblesOf({ ...this.shown, polygons: [...polygons, ...loose] });
    for (const { text } of all) this.items.add(text);
    const led = new Set(all.filter((bubble) => this.isLed(bubble) || this.isOnDimension(bubble)));
    const bubblesIn = finderOf(all, ({ box }) => box);
    // A set also visits what is added on the way.
    for (const { box } of led) for (const other of bubblesIn(widened(box, near))) led.add(other);
    for (const { box } of led) addWithin(this.shown, widened(box, near), this.aids);
    return all.filter(({ isTight, number }) => isTight && contours.isClosed(number));
  }

  /** Whether a box is drawn around the number of a dimension. */
  private isOnDimension({ box, text, isRound }: Bubble): boolean {
    const row = rowOf(text);
    const reach = BUBBLE.on * text.height;
    const isUnder = (line: Straight) => isAlong(line, row) && distanceTo(line, ...text.spots[1]!) <= reach;
    const lines = isRound || !saysNumber(text) ? [] : this.shown.linesIn(widened(box, reach));
    return lines.some((line) => this.aids.has(line.number) && isUnder(line));
  }

  private isLed(bubble: Bubble): boolean {
    const { number, off, text, box, isRound } = bubble;
    const near = Math.max(this.shown.near, BUBBLE.off * sidesOf(box)[0]);
    const isOn = (end: Point) => Math.abs(off(end)) <= near;
    // What points at it is no leader of its own; but a box that lies on a part shows a place of it.
    const isPlace = !isRound && this.shown.material.isAt(text.spots[1]!, number);
    const leadsOff = (line: Straight, [end, far]: Point[]) =>
      isOn(end!) && off(far!) > near && (isPlace || !this.isHeaded(line, end!, bubble));
    const leaders = this.shown
      .linesIn(widened(box, near))
      .filter((line) => leadsOff(line, endsOf(line)) || leadsOff(line, endsOf(line).reverse()));
    // Cells of forms are met by many lines.
    if (leaders.length === 0 || leaders.length > BUBBLE.leaders) return false;
    const trees = leaders.flatMap((line) => {
      const tree = line.length > text.height / 2 ? this.treeFrom(line, text) : null;
      return tree ? [tree] : [];
    });
    for (const tree of trees) this.take(tree, text);
    return trees.length > 0;
  }

  /** Whether a line has a head where it meets a bubble. */
  private isHeaded(line: Straight, at: Point, { number }: Bubble): boolean {
    const { near } = this.shown;
    const isTip = ({ number: head, tips, off }: ArrowHead) =>
      head !== number && tips.some((tip) => between(tip, at) <= Math.max(near, off));
    return this.arrowsAt(strokeOfLine(line)).some(isTip);
  }

  /** What hangs on a text by an end beside it, or stands under or over it. */
  hanging(text: DrawnText): void {
    const row = rowOf(text);
    const seen = new Set<Straight>();
    for (const first of this.shown.linesIn(widened(boundsOfLine(row), BESIDE.before * text.height))) {
      if (seen.has(first) || this.symbols.has(first.number)) continue;
      // What is told already hangs on its text whatever it meets.
      const isTold = this.aids.has(first.number);
      const most = LEADER.head * text.height;
      const isAlong = isShelf(first, row, text.height);
      const by = endsOf(first).filter((end) => isAlong || isBeside(end, row, text.height));
      if (!by.some((end) => isTold || this.isFree(end, first, most))) continue;
      const tree = this.treeFrom(first, text) ?? [];
      for (const line of tree) seen.add(line);
      if (tree.length > 0 && this.isLeader(tree, text)) this.take(tree, text);
    }
  }

  /** Whether no line or outline, longer than a sign, is at an end of a line. */
  private isFree(end: Point, line: Straight, most: number): boolean {
    const { endingAt, linesIn, material, near } = this.shown;
    const isOpen = (other: Straight) =>
      other === line || other.length <= most || distanceTo(other, ...end) > near;
    // Most that are not free end where others do, and some where very many do.
    return (
      endingAt(end, LEADER.lines).every(isOpen) &&
      material.rimAt(end, near, most) < 0 &&
      linesIn(roomAt(end, near)).every(isOpen)
    );
  }

  /**
   * Lines that hang on a text by one of theirs, up to where they meet an outline; null where there are none, or a net
   * of them.
   */
  private treeFrom(first: Straight, text: DrawnText): Straight[] | null {
    const { near } = this.shown;
    const row = rowOf(text);
    const whole = new Set([first]);
    // A set also visits what is added on the way.
    for (const line of whole)
      for (const end of whole.size <= LEADER.lines ? endsOf(line) : []) {
        const others = this.shown.endingAt(end, LEADER.lines);
        if (others.length > LEADER.lines) return null;
        for (const other of others) whole.add(other);
      }
    const rest = withoutBranches(whole, this.shown.endingAt);
    // Loops are signs where all of them is close.
    const isAtHome = (line: Straight) => {
      const loop = new Set([line]);
      for (const side of loop)
        for (const other of endsOf(side).flatMap((end) => this.shown.endingAt(end)))
          if (rest.has(other)) loop.add(other);
      const ends = [...loop].flatMap(endsOf);
      return ends.every((end) => distanceTo(row, ...end) <= LEADER.home * text.height);
    };
    const own = new Set([first]);
    for (const line of own)
      for (const other of endsOf(line).flatMap((end) => this.shown.endingAt(end)))
        if (whole.has(other) && (!rest.has(other) || isAtHome(other))) own.add(other);
    const tree = [...own];
    const long = tree.filter(({ length }) => length > LEADER.head * text.height);
    const isNet = long.some((line) =>
      this.shown
        .linesIn(widened(boundsOfLine(line), near))
        .some((other) => !own.has(other) && endsWithin(other, line, near)),
    );
    return isNet || (rest.has(first) && !isAtHome(first)) ? null : tree;
  }

  private isLeader(lines: readonly Straight[], text: DrawnText): boolean {
    const { material } = this.shown;
    const row = rowOf(text);
    const away = (line: Straight) => Math.max(...endsOf(line).map((end) => distanceTo(row, ...end)));
    const long = lines.filter((line) => away(line) > LEADER.home * text.height);
    const whole = long.reduce((sum, { length }) => sum + length, 0);
    const far = Math.max(0, ...long.map(away));
    if (far < LEADER.straight * whole) return false;
    if (long.length > LEADER.bends * (1 + this.looseEnds(lines).length)) return false;
    if (lines.every(({ length }) => length < LEADER.least * text.height)) return false;
    // A line under a text is no longer than that by much.
    const [first] = lines as [Straight];
    const isRule = lines.length === 1 && isShelf(first, row, text.height);
    if (isRule && first.length > LEADER.rule * (row.length + text.height)) return false;
    return (
      lines.some(({ number }) => this.aids.has(number)) ||
      lines.some((line) => PLACES.some((share) => !material.isAt(placeOn(line, share)))) ||
      this.headsOf(lines, text).length > 0
    );
  }

  /** What the lines of a tree end in: arrow heads, filled ones without a number; dots and ticks. */
  private headsOf(lines: readonly Straight[], text: DrawnText): { number: number | null }[] {
    const { height } = text;
    const { circlesIn, polygonsIn, near } = this.shown;
    const strokes = strokesOf(this.shown.contours, lines);
    const arrows = strokes.flatMap((stroke) => this.arrowsAt(stroke));
    const open = [...openHeads(strokes, near, height).values()].flatMap((heads) =>
      heads.flatMap(({ barbs }) => barbs),
    );
    const tips = this.looseEnds(lines);
    const places = tips.map((tip) => roomAt(tip, near));
    // What an arrow head points at is no dot.
    const mayBeDots = arrows.length + open.length === 0;
    const dots = (mayBeDots ? circlesIn(...places) : []).filter(
      (dot) => tips.some((tip) => isDotAt(dot, tip, near)) && this.isDot(dot, text),
    );
    const ticks = lines
      .flatMap(endsOf)
      .flatMap((tip) =>
        this.shown
          .linesIn(roomAt(tip, near))
          .filter(
            (line) =>
              line.length <= LEADER.head * height &&
              !lines.includes(line) &&
              between(placeOn(line, 0.5), tip) <= near,
          ),
      );
    const feet = polygonsIn(...places).filter(
      ({ corners, box }) =>
        corners.length === 3 &&
        lengthsOf(box)[1] <= LEADER.foot * height &&
        tips.some((tip) => holds(widened(box, near), ...tip)),
    );
    const drawn = lines.flatMap(endsOf).flatMap((end) => this.loopAt(end, lines, LEADER.head * height));
    return [...arrows, ...open, ...dots, ...ticks, ...feet, ...drawn];
  }

  private looseEnds(lines: readonly Straight[]): Point[] {
    return lines.flatMap(endsOf).filter((end) => this.shown.endingAt(end).length === 1);
  }

  /** Short lines that hang together with an end and with nothing else: a head drawn line by line. */
  private loopAt(end: Point, own: readonly Straight[], most: number): Straight[] {
    const isOwn = new Set(own);
    const loop = new Set(this.shown.endingAt(end).filter((line) => !isOwn.has(line)));
    for (const line of loop) {
      if (line.length > most || loop.size > LOOP) return [];
      for (const other of endsOf(line).flatMap((end) => this.shown.endingAt(end)))
        if (!isOwn.has(other)) loop.add(other);
    }
    return [...loop];
  }

  /** Whether a circle is as small as dots are, and no hole: those have their size said, or stand somewhere without a line. */
  private isDot({ number, cx, cy, radius }: Round, text: DrawnText): boolean {
    const { circles, linesIn, material, near } = this.shown;
    // Lines from numbers, but for those of items, say where holes are.
    if (saysNumber(text) && !this.items.has(text) && material.isAt([cx, cy], number)) return false;
    const isAlike = (other: Round) => Math.abs(other.radius - radius) <= near;
    // A single one may be the hole that the text tells of.
    const isSingle = circles.filter(isAlike).length === 1;
    const most = (isSingle ? LEADER.point : LEADER.dot) * text.height;
    if (2 * radius > most || saysRadius(text.text, radius)) return false;
    this.bare ??= circles.filter(
      (circle) =>
        !linesIn(widened(boundsOfCircle(circle), near)).some((line) =>
          endsOf(line).some((end) => isDotAt(circle, end, near)),
        ),
    );
    if (isSingle && material.isAt([cx, cy], number)) this.lone.add(number);
    return !this.bare.some(isAlike);
  }

  private take(lines: readonly Straight[], text: DrawnText): void {
    const heads = this.headsOf(lines, text);
    for (const { number } of [...lines, ...heads]) if (number !== null) this.aids.add(number);
    const row = rowOf(text);
    const ends = lines.filter(({ number }) => !heads.some((head) => head.number === number)).flatMap(endsOf);
    const isTip = (end: Point) =>
      !isBeside(end, row, text.height) &&
      ends.filter((other) => between(other, end) <= this.shown.near).length === 1;
    const tips = ends.filter(isTip);
    for (const line of lines)
      signsOn(this.shown, { line, text, isShelf: isAlong(line, row), tips }, this.aids);
  }
}

/** Whether a line ends within another one that is no longer than twice itself. */
function endsWithin(line: Straight, other: Straight, near: number): boolean {
  if (line.length < other.length / 2) return false;
  return endsOf(line).some(
    (end) => distanceTo(other, ...end) <= near && endsOf(other).every((own) => between(own, end) > near),
  );
}

/** Whether a line ends in the middle of a circle, or on its rim. */
function isDotAt({ cx, cy, radius }: Round, tip: Point, near: number): boolean {
  const away = between(tip, [cx, cy]);
  return away < radius / 2 || Math.abs(away - radius) <= near;
}
