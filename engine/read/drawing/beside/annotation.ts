/**
 * Which curves on a layer that is cut are annotation: dimensions, leaders, lettering drawn as lines?
 *
 * One principle for all of them. Annotation begins at a sign that only annotation has: a number beside a loose line, or a row
 * of letters. From there it spreads to open curves that meet it and hang: one
 * of their ends meets nothing else. Outlines close, and so never hang. What of it may be a cut all the same is asked.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { lies, roomAt, widened } from "../../../base/geometry/box.ts";
import { type Finder, makeFinder } from "../basis/finder.ts";
import { curveMiddle, endsOf } from "../basis/plane.ts";
import type { Reaches } from "../contacts/apart.ts";
import { curveChords, nearestOn } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import type { DrawnText } from "../model/text.ts";
import type { Outlines } from "../outlines/outlines.ts";
import type { Aside } from "./aside.ts";
import { findLettering } from "./lettering.ts";

/** Open contours of more curves are no dimension lines or leaders. */
const CURVES = 6;
/** How far from a line the middle of its number is, in heights of the letters. */
const BESIDE = 1.6;
/** So short a line, in heights of the letters, is a step in an outline and measures nothing. */
const STEP = 0.1;
/** A dimension says a length, a diameter, a radius or an angle. */
const NUMBER = /^\s*(?:\d+ ?[x×] ?)?[Ø⌀RM±]?\s*\d+(?:[.,]\d+)?\s*(?:mm|cm|m|in|"|'|°)?(?:\s*[±+-].*)?\s*$/i;
/** More contours or curves of the circle kind than this are no drawing with annotation among its outlines. */
const MANY = 50_000;

/** Annotation among the outlines; nothing where there is none. */
export function findAnnotation(
  { contours }: Outlines,
  texts: readonly DrawnText[],
  tolerances: Reaches,
): Aside[] {
  if (contours.count > MANY || contours.count < 2) return [];
  const search = new AnnotationSearch(contours, texts, tolerances);
  const found = search.run();
  if (found.size === 0) return [];
  const outlines = [...found].sort((p, q) => p - q);
  const place = { count: outlines.length, layer: contours.layer(outlines[0]!) };
  return [{ outlines, told: outlines, code: "dimension-graphics", place }];
}

class AnnotationSearch {
  /** Ends this close meet. */
  private readonly near: number;
  /** Open contours of few curves. */
  private readonly lines: number[];
  private readonly linesIn: Finder<number>;
  private readonly allIn: Finder<number>;
  private readonly found = new Set<number>();

  constructor(
    private readonly contours: Contours,
    private readonly texts: readonly DrawnText[],
    { weld, join }: Reaches,
  ) {
    this.near = Math.max(10 * weld, join);
    const boxOf = (number: number) => contours.boundsOf(number);
    // Lines of no length meet every line on which they lie.
    const drawn = contours.numbers().filter((number) => contours.length(number) > weld);
    this.lines = drawn.filter((number) => !contours.isClosed(number) && contours.size(number) <= CURVES);
    this.linesIn = makeFinder(this.lines, boxOf, contours.table.work);
    this.allIn = makeFinder(drawn, boxOf, contours.table.work);
  }

  run(): Set<number> {
    for (const number of findLettering(this.contours)) this.found.add(number);
    if (this.lines.length > 0) {
      this.takeNumbered();
      this.spread();
    }
    return this.found;
  }

  /** Takes loose lines beside a number, where no closed contour holds the whole line: slits stand within parts. */
  private takeNumbered(): void {
    const { contours } = this;
    const boxOf = (number: number) => contours.boundsOf(number);
    const closedIn = makeFinder(contours.numbers(true), boxOf, contours.table.work);
    const beside = new Set<number>();
    for (const text of this.texts) {
      if (text.tag !== null || !NUMBER.test(text.text)) continue;
      const reach = BESIDE * text.height;
      for (const line of this.linesIn(roomAt(text.spots[1]!, reach))) {
        const box = contours.boundsOf(line);
        if (contours.length(line) < STEP * text.height || this.away(line, text.spots[1]!) > reach) continue;
        if (!closedIn(box).some((other) => lies(box, contours.boundsOf(other)))) beside.add(line);
      }
    }
    for (const line of beside) if (this.isLoose(line, beside)) this.found.add(line);
  }

  /** Takes what meets what is taken already, and hangs. */
  private spread(): void {
    const { contours } = this;
    // A set also visits what is added on the way.
    for (const number of this.found) {
      const box = widened(contours.boundsOf(number), this.near);
      for (const line of this.linesIn(box))
        if (!this.found.has(line) && this.meets(line, number) && this.hangs(line)) this.found.add(line);
    }
  }

  /** Whether an end or the middle of one contour lies on the other. */
  private meets(p: number, q: number): boolean {
    const ends = (number: number) =>
      this.contours.isClosed(number) ? [] : endsOf(this.contours.endsOf(number));
    if (ends(p).some((end) => this.away(q, end) <= this.near)) return true;
    if (ends(q).some((end) => this.away(p, end) <= this.near)) return true;
    return this.away(p, this.middle(q)) <= this.near || this.away(q, this.middle(p)) <= this.near;
  }

  private middle(number: number): Point {
    return curveMiddle(this.contours.endsOf(number));
  }

  /** Whether an end of an open contour meets nothing but annotation. */
  private hangs(line: number): boolean {
    return endsOf(this.contours.endsOf(line)).some(
      (end) =>
        !this.allIn(roomAt(end, this.near)).some(
          (other) => other !== line && !this.found.has(other) && this.away(other, end) <= this.near,
        ),
    );
  }

  /** Whether both ends of an open contour meet only others like it, and open ones that hang: witness lines. */
  private isLoose(line: number, alike: ReadonlySet<number>): boolean {
    const { contours } = this;
    return endsOf(contours.endsOf(line)).every((end) =>
      this.allIn(roomAt(end, this.near)).every(
        (other) =>
          other === line ||
          alike.has(other) ||
          this.away(other, end) > this.near ||
          (!contours.isClosed(other) && this.hangs(other)),
      ),
    );
  }

  /** How far a place lies from a contour. */
  private away(number: number, [x, y]: Point): number {
    let least = Infinity;
    for (const curve of this.contours.curvesOf(number)) {
      const chords = curveChords(curve, this.near / 8);
      least = Math.min(least, nearestOn(curve, chords, x, y).distance);
    }
    return least;
  }
}
