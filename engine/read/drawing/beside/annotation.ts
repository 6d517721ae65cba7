/**
 * Which curves on a layer that is cut are annotation: dimensions, leaders, centre marks, lettering drawn as lines?
 *
 * One principle for all of them. Annotation begins at a sign that only annotation has: an arrow head, a number beside a loose
 * line, a cross in the middle of a circle, a row of letters. From there it spreads to open curves that meet it and hang: one
 * of their ends meets nothing else. Outlines close, and so never hang. What of it may be a cut all the same is asked.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, boxDiagonal, lies, roomAt, widened } from "../../../base/geometry/box.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { type Finder, limited, makeFinder } from "../basis/finder.ts";
import { between, curveMiddle, endsOf, halfway } from "../basis/plane.ts";
import { curveChords, nearestOn } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import type { Outlines } from "../outlines/outlines.ts";
import type { Aside, TextsBeside } from "./aside.ts";
import { findLettering } from "./lettering.ts";

/** Open contours of more curves are no dimension lines or leaders. */
const CURVES = 6;
/** Arrow heads: millimetres or heights of letters, and how many times as long as wide. */
const HEAD = { length: 5, letters: 2.5, ratio: 2 };
/** How far from a line the middle of its number is, in heights of the letters. */
const BESIDE = 1.6;
/** So short a line, in heights of the letters, is a step in an outline and measures nothing. */
const STEP = 0.1;
/** A dimension says a length, a diameter, a radius or an angle. */
const NUMBER = /^\s*(?:\d+ ?[x×] ?)?[Ø⌀RM±]?\s*\d+(?:[.,]\d+)?\s*(?:mm|cm|m|in|"|'|°)?(?:\s*[±+-].*)?\s*$/i;
/** How much longer than the radius each line of a centre mark is on either side at most, and the cosine that is square. */
const CENTRE = { most: 8, square: 0.02 };
/** More contours or curves of the circle kind than this are no drawing with annotation among its outlines. */
const MANY = 50_000;

/** Neighbours looked at: where outlines crowd so that there are more, all of them are read as drawn. */
const MOST_LOOKED_AT = 250_000;

/** Annotation among the outlines; nothing where there is none. */
export function findAnnotation({ contours }: Outlines, written: TextsBeside, weld: number): Aside[] {
  if (contours.count > MANY || contours.count < 2) return [];
  const search = new AnnotationSearch(contours, written, weld);
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
  private readonly allowance = { left: MOST_LOOKED_AT };

  constructor(
    private readonly contours: Contours,
    private readonly written: TextsBeside,
    weld: number,
  ) {
    this.near = 10 * weld;
    const boxOf = (number: number) => contours.boundsOf(number);
    // Lines of no length meet every line on which they lie.
    const drawn = contours.numbers().filter((number) => contours.length(number) > weld);
    this.lines = drawn.filter((number) => !contours.isClosed(number) && contours.size(number) <= CURVES);
    this.linesIn = limited(makeFinder(this.lines, boxOf), this.allowance);
    this.allIn = limited(makeFinder(drawn, boxOf), this.allowance);
  }

  run(): Set<number> {
    for (const number of findLettering(this.contours, this.allowance)) this.found.add(number);
    if (this.lines.length > 0) {
      this.takeCentreMarks();
      this.takeHeaded();
      this.takeNumbered();
      this.spread();
    }
    return this.allowance.left < 0 ? new Set() : this.found;
  }

  /** Takes lines that end in an arrow head, filled or drawn as a triangle, with the head. */
  private takeHeaded(): void {
    const { contours, written } = this;
    const letters = written.texts.reduce((most, { height }) => Math.max(most, height), 0);
    const longest = Math.max(HEAD.length, HEAD.letters * letters);
    const drawn = contours
      .numbers(true)
      .filter(
        (number) => contours.size(number) === 3 && boxDiagonal(contours.boundsOf(number)) <= 2 * longest,
      )
      .filter((number) => contours.get(number).curves.every((id) => contours.table.isLine(id)))
      .map((number) => ({ number, corners: contours.cornersOf(number) }));
    const filled = written.heads.map((corners) => ({ number: -1, corners }));
    for (const { number, corners } of [...drawn, ...filled]) {
      const sides = corners.map((corner, i) => between(corner, corners[(i + 1) % corners.length]!));
      const [least, most] = [Math.min(...sides), Math.max(...sides)];
      if (corners.length !== 3 || most > longest || most < HEAD.ratio * least) continue;
      const spots = corners.flatMap((corner, i) => [corner, halfway(corner, corners[(i + 1) % 3]!)]);
      const reach = Math.max(this.near, 0.05 * most);
      const ended = this.linesIn(widened(boundsAround(corners.map(boundsAt)), reach)).filter((line) =>
        endsOf(contours.endsOf(line)).some((end) => spots.some((spot) => between(spot, end) <= reach)),
      );
      for (const line of ended) if (contours.length(line) > most) this.found.add(line);
      if (number >= 0 && ended.length > 0) this.found.add(number);
    }
  }

  /** Takes loose lines beside a number, where no closed contour holds the whole line: slits stand within parts. */
  private takeNumbered(): void {
    const { contours } = this;
    const closed = makeFinder(contours.numbers(true), (number) => contours.boundsOf(number));
    const closedIn = limited(closed, this.allowance);
    const beside = new Set<number>();
    for (const text of this.written.texts) {
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

  /** Takes pairs of straight lines that cross squarely in the middle of a circle and of each other. */
  private takeCentreMarks(): void {
    const { contours, near } = this;
    const { table } = contours;
    const isStraight = (line: number) => contours.size(line) === 1 && table.isLine(contours.curveId(line, 0));
    const straight = this.lines.filter(isStraight);
    const middles = limited(
      makeFinder(straight, (line) => boundsAt(curveMiddle(contours.endsOf(line)))),
      this.allowance,
    );
    for (const number of contours.numbers(true)) {
      const id = contours.curveId(number, 0);
      if (table.isLine(id)) continue;
      const arc = table.look(id);
      if (arc.kind !== "arc") continue;
      const { cx, cy, radius } = arc;
      const own = middles(roomAt([cx, cy], near)).filter(
        (line) => contours.length(line) <= 2 * CENTRE.most * radius,
      );
      // A cross that ends on the circle divides it.
      const isCrossed = own.some((p) =>
        own.some((q) => p < q && this.isSquare(p, q) && this.hangs(p) && this.hangs(q)),
      );
      if (isCrossed) for (const line of own) this.found.add(line);
    }
  }

  private isSquare(p: number, q: number): boolean {
    const [a, b] = [this.contours.endsOf(p), this.contours.endsOf(q)];
    const [ux, uy, vx, vy] = [a.x1 - a.x0, a.y1 - a.y0, b.x1 - b.x0, b.y1 - b.y0];
    return Math.abs(ux * vx + uy * vy) <= CENTRE.square * hypot(ux, uy) * hypot(vx, vy);
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

  /** Whether an end of one contour lies on the other, or both are lines that cross. */
  private meets(p: number, q: number): boolean {
    const ends = (number: number) =>
      this.contours.isClosed(number) ? [] : endsOf(this.contours.endsOf(number));
    if (ends(p).some((end) => this.away(q, end) <= this.near)) return true;
    if (ends(q).some((end) => this.away(p, end) <= this.near)) return true;
    return (
      this.away(p, this.middle(q)) <= this.near ||
      this.away(q, this.middle(p)) <= this.near ||
      this.cross(p, q)
    );
  }

  private cross(p: number, q: number): boolean {
    if (this.contours.isClosed(p) || this.contours.isClosed(q)) return false;
    const [a, b] = [this.contours.endsOf(p), this.contours.endsOf(q)];
    const side = (x: number, y: number) => (a.x1 - a.x0) * (y - a.y0) - (a.y1 - a.y0) * (x - a.x0);
    const other = (x: number, y: number) => (b.x1 - b.x0) * (y - b.y0) - (b.y1 - b.y0) * (x - b.x0);
    return side(b.x0, b.y0) * side(b.x1, b.y1) < 0 && other(a.x0, a.y0) * other(a.x1, a.y1) < 0;
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
