/**
 * Which contours may be no parts? Views of a part from its side: thin and empty, and exactly from one of its ends to the
 * other, or a sheet seen from its edge; what nobody has measured beside a part that somebody has; and what is no larger than
 * signs are and has a text, beside a part that has none. Strips of a cut list are more, and have their like.
 */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import {
  areaOf,
  awayFromBox,
  boundsAround,
  lengthsOf,
  lies,
  overlap,
  widened,
} from "../../../base/geometry/box.ts";
import { saysNumber } from "../aids/shown/numbers.ts";
import { isBeside, tallestOf } from "../aids/shown/texts.ts";
import { Meetings } from "../aids/walls.ts";
import { type Aside, doubtOf, type Written } from "../aids/written.ts";
import { type Finder, finderOf } from "../basis/finder.ts";
import { byKey } from "../basis/groups.ts";
import { between } from "../basis/plane.ts";
import type { Contours } from "../curves/contours.ts";
import { curveLength } from "../curves/curves.ts";
import { pathArea } from "../curves/outline.ts";
import type { DrawnText } from "../model/text.ts";
import type { Outlines } from "../outlines/outlines.ts";
import { isEdge } from "../roles/bends.ts";

/** How wide they are at most, as a share of their length, and how many a part has; more outlines than that are a nest. */
const VIEW = { thin: 0.35, most: 2, outlines: 200 };
/** Ends of sheets seen from their edge are as long as those are thick, give or take this share. */
const SAME = 0.02;
/** Sides of what is not bent. */
const STRIP = 4;
/**
 * How near to a part its dimensions begin (mm); how wide signs are at most, in letters; more than so many are parts, and so are
 * more pieces.
 */
const BESIDE = { near: 4, letters: 5, most: 4, pieces: 8 };

export function findViews({ contours }: Outlines, written: Written, weld: number): Aside[] {
  const closed = contours.numbers(true);
  if (closed.length < 2 || closed.length > VIEW.outlines) return [];
  const isSized = written.dimensions.length > 0 || written.texts.some(saysNumber);
  const isOn = (number: number) => (sheet: Bounds) => lies(contours.boundsOf(number), sheet);
  // What lies on a sheet is no view of what lies on another one.
  const sheets = byKey(closed, (number) => written.frames.findIndex(isOn(number)));
  const views = new Set<number>();
  const signs = new Set<number>();
  for (const own of sheets.values()) {
    const search = new ViewSearch(contours, own, written, 10 * weld);
    const found = isSized
      ? [...search.beside(), ...search.edges(), ...search.unmeasured()]
      : [...search.edges(true), ...search.alone()];
    for (const number of found) views.add(number);
    for (const number of [...search.labelled(), ...search.pieces(isSized)]) signs.add(number);
  }
  for (const number of views) signs.delete(number);
  return [...doubtOf("view", [...views]), ...doubtOf("sign", [...signs])];
}

class ViewSearch {
  private readonly closedIn: Finder<number>;
  /** The largest contour of those that lie in no other, and the others that are not asked about already. */
  private readonly main: number;
  private readonly others: readonly number[];

  constructor(
    private readonly contours: Contours,
    private readonly closed: readonly number[],
    private readonly written: Written,
    /** What differs by less is one. */
    private readonly near: number,
  ) {
    this.closedIn = finderOf(closed, (number) => this.boxOf(number));
    const isWithin = (number: number) => (other: number) =>
      other !== number && lies(this.boxOf(number), this.boxOf(other));
    const outer = closed.filter((number) => !this.closedIn(this.boxOf(number)).some(isWithin(number)));
    const [main, ...others] = outer.sort((p, q) => areaOf(this.boxOf(q)) - areaOf(this.boxOf(p)));
    this.main = main!;
    this.others = others.filter((number) => !this.isDoubted(number));
  }

  /** Thin rectangles in line with a part, as long as it. */
  beside(): number[] {
    const isView = (number: number) => this.isThin(number) && this.isEmpty(number) && !this.isDoubted(number);
    const views = this.closed.filter(isView);
    return [...byKey(views, (view) => this.partOf(view))].flatMap(([part, own]) =>
      part < 0 || own.length > VIEW.most ? [] : own,
    );
  }

  /** Those beside one part and no other, where nothing is measured: strips of a cut list are more. */
  alone(): number[] {
    return this.others.length > VIEW.most ? [] : this.beside();
  }

  /** Sheets have two ends as wide as they are thick, whatever way they are bent; strips have that as well. */
  edges(isBent = false): number[] {
    return this.few((number) => {
      if (isBent && this.contours.size(number) <= STRIP) return false;
      const half = this.contours.length(number) / 2;
      const area = Math.abs(pathArea(this.contours.run(number)));
      const thick = half / 2 - Math.sqrt(Math.max(0, half ** 2 / 4 - area));
      const isEnd = (length: number) => Math.abs(length - thick) <= SAME * thick;
      const curves = this.contours.curvesOf(number);
      const ends = curves.filter((curve) => curve.kind === "line" && isEnd(curveLength(curve)));
      return isEdge({ width: thick, length: half - thick }) && ends.length >= 2 && this.isEmpty(number);
    });
  }

  /** What has no dimension where the largest contour has some; but no name stands in it, as in parts. */
  unmeasured(): number[] {
    const isMeasured = (number: number) => {
      const room = widened(this.boxOf(number), BESIDE.near);
      return this.written.dimensions.some((box) => overlap(box, room));
    };
    const isNamed = (number: number) =>
      this.written.textsAmid(this.boxOf(number)).length > 0 && !this.isSmall(number);
    if (!isMeasured(this.main)) return [];
    return this.few((number) => this.isSingle(number) && !isMeasured(number) && !isNamed(number));
  }

  /** Small ones where the largest one has no text. */
  labelled(): number[] {
    if (this.labels(this.main).length > 0) return [];
    return this.few((number) => this.isSingle(number) && this.isSmall(number));
  }

  /** Small, empty ones side by side, closer than parts are laid, as blocks of a logo are; where sizes or a text tell of paper. */
  pieces(isSized: boolean): number[] {
    const letters = this.written.texts.length === 0 ? 0 : tallestOf(this.written.texts);
    const small = this.others
      .map((number) => ({ number, box: this.boxOf(number) }))
      .filter(({ number, box }) => lengthsOf(box)[1] <= BESIDE.letters * letters && this.isEmpty(number))
      .map(({ number, box }) => ({ number, box: widened(box, Math.min(lengthsOf(box)[0], letters) / 4) }));
    const groups = [...new Meetings(small, this.near).groups(this.contours.bounds())];
    const signs = groups
      .map(({ group }) => group.map(({ number }) => number))
      .filter((own) => own.length > 1 && (isSized || own.some((number) => this.labels(number).length > 0)));
    const found = signs.flat();
    return found.length > BESIDE.pieces ? [] : found;
  }

  /** Whether a text in a contour or beside it is about as high as that is wide. */
  private isSmall(number: number): boolean {
    const [width] = lengthsOf(this.boxOf(number));
    return this.labels(number).some(({ height }) => width <= BESIDE.letters * height);
  }

  private few(is: (number: number) => boolean): number[] {
    const found = this.others.filter(is);
    return found.length > BESIDE.most ? [] : found;
  }

  private labels(number: number): DrawnText[] {
    const away = (at: Point) => awayFromBox(this.boxOf(number), at);
    return this.written.texts.filter((text) => !saysNumber(text) && isBeside([text], away));
  }

  private boxOf(number: number): Bounds {
    return this.contours.boundsOf(number);
  }

  private isDoubted(number: number): boolean {
    const start = this.contours.startOf(number);
    return this.written.doubted.some((at) => between(at, start) <= this.near);
  }

  private isEmpty(number: number): boolean {
    return this.closedIn(this.boxOf(number)).length === 1;
  }

  /** What is cut several times is a part. */
  private isSingle(number: number): boolean {
    const sides = lengthsOf(this.boxOf(number));
    const isAlike = (other: number) =>
      lengthsOf(this.boxOf(other)).every((side, i) => Math.abs(side - sides[i]!) <= this.near);
    return ![this.main, ...this.others].some((other) => other !== number && isAlike(other));
  }

  private isThin(number: number): boolean {
    const [width, length] = lengthsOf(this.boxOf(number));
    return this.contours.size(number) === 4 && width <= VIEW.thin * length;
  }

  /** The part that may be seen from its side, or -1. */
  private partOf(view: number): number {
    const own = this.boxOf(view);
    const [, side] = lengthsOf(own);
    const isSide = (length: number) => Math.abs(length - side) <= this.near;
    const part = this.closed.find((part) => {
      const box = this.boxOf(part);
      // In line with it, all that is beside each other is no longer across than it.
      const isInLine = lengthsOf(boundsAround([own, box])).some(isSide);
      return (
        isInLine &&
        lengthsOf(box).some(isSide) &&
        areaOf(box) > areaOf(own) &&
        !lies(own, widened(box, this.near))
      );
    });
    return part ?? -1;
  }
}
