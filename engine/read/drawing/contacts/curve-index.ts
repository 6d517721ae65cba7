/**
 * Where do the curves of contours lie? By their numbers, with boxes that tell which may come near a place. Contours that lie
 * alone, as most of most drawings do, are not among them.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Contours } from "../curves/contours.ts";
import type { Curve } from "../curves/curves.ts";
import { LIES, type SeparateContours } from "./apart.ts";
import { type BoxIndex, type BoxQuery, CurveBoxes } from "./curve-boxes.ts";
import { chordShape } from "./meet.ts";
import type { OwnContour } from "./own.ts";
import { type CurveChords, goAround, nearestOn } from "./pieces.ts";

/** Curves whose chords are kept at one time. */
const MOST_KEPT = 4096;

/** A place on a curve, and how far it is. */
export interface Near {
  curve: number;
  t: number;
  distance: number;
}

export class CurveIndex {
  /** Id of each curve in the table. */
  readonly ids: Int32Array;
  /** Number of the contour of each curve. */
  readonly owners: Int32Array;
  /** Where the curves of each contour begin, and where the last one's end. */
  readonly firsts: Int32Array;
  /** No place of a curve is beyond these: least x and y, greatest x and y of each in turn. */
  readonly bounds: Float64Array;
  /** Ends of straight curves, x and y in turn; NaN for others. */
  readonly lines: Float64Array;
  private readonly contours: Contours;
  private readonly boxes: CurveBoxes;
  private all: BoxQuery | null = null;
  /** The contour that was asked about last. */
  private own: OwnContour | null = null;
  private readonly shapes = new Map<number, CurveChords>();

  constructor(
    { contours, lies }: SeparateContours,
    private readonly weld: number,
  ) {
    this.contours = contours;
    this.firsts = new Int32Array(contours.count + 1);
    for (let contour = 0; contour < contours.count; contour++)
      this.firsts[contour + 1] =
        this.firsts[contour]! + (lies[contour] === LIES.alone ? 0 : contours.size(contour));
    const count = this.firsts[contours.count]!;
    this.ids = new Int32Array(count);
    this.owners = new Int32Array(count);
    for (let contour = 0, curve = 0; contour < contours.count; contour++) {
      for (let i = 0; curve < this.firsts[contour + 1]!; i++, curve++) {
        this.ids[curve] = contours.curveId(contour, i);
        this.owners[curve] = contour;
      }
    }
    this.boxes = new CurveBoxes(this.ids, contours.table, weld);
    this.bounds = this.boxes.bounds;
    this.lines = this.boxes.lines;
  }

  /** Boxes of some curves, for finding pairs of them. */
  boxesOf(wanted: (curve: number) => boolean): BoxIndex {
    const found = this.boxes.index(wanted, true);
    if (!this.boxes.areArcsSplit && found.isWhole) this.all ??= this.boxes.searchIn(found);
    return found;
  }

  /** Finds curves that may come within a box. */
  get near(): BoxQuery {
    this.all ??= this.boxes.searchIn(this.boxes.index());
    return this.all;
  }

  /** The same for those of some contours, which have a 1: of them alone where they are few. */
  nearOf(contours: Uint8Array): BoxQuery {
    const isWanted = (curve: number) => contours[this.owners[curve]!] === 1;
    let count = 0;
    for (let curve = 0; curve < this.ids.length; curve++) count += Number(isWanted(curve));
    return 2 * count < this.ids.length ? this.boxes.searchIn(this.boxes.index(isWanted)) : this.near;
  }

  curve(number: number): Curve {
    return this.contours.table.get(this.ids[number]!);
  }

  /** With chords where it needs them, which are kept. */
  shape(number: number): CurveChords {
    const known = this.shapes.get(number);
    if (known) return known;
    const curve = this.curve(number);
    const shape = chordShape(curve, this.weld, this.contours.table.work);
    if (!shape.chords) return shape;
    // They are asked for again by what lies nearby, and there are too many to keep them all.
    if (this.shapes.size >= MOST_KEPT) this.shapes.clear();
    this.shapes.set(number, shape);
    return shape;
  }

  /** A line or an arc, which need no chords, until another curve is looked at; null for all others. */
  private plainShape(number: number): CurveChords | null {
    const { table } = this.contours;
    if (this.shapes.has(number) || table.isBezier(this.ids[number]!)) return null;
    const curve = table.look(this.ids[number]!);
    return curve.kind === "ellipse" ? null : { curve, chords: null };
  }

  /** The same until another one is looked at, without the chords of ellipses: there are many curves, and few of them meet. */
  outline(number: number): CurveChords {
    const look = this.contours.table.look(this.ids[number]!);
    return look.kind === "bezier" ? this.shape(number) : { curve: look, chords: null };
  }

  /** The nearest place within reach, of those on each curve, that is asked for, or null. */
  nearest(x: number, y: number, reach: number, wanted: (curve: number, t: number) => boolean): Near | null {
    let best: Near | null = null;
    this.near(x - reach, y - reach, x + reach, y + reach, (curve) => {
      if (this.isFarther(curve, x, y, best?.distance ?? reach)) return;
      const { curve: own, chords } = this.plainShape(curve) ?? this.shape(curve);
      this.contours.table.work.spend(1);
      const { t, distance } = nearestOn(own, chords, x, y);
      if (distance <= (best?.distance ?? reach) && wanted(curve, t)) best = { curve, t, distance };
    });
    return best;
  }

  /** Whether two curves are straight between the same ends. */
  isSameLine(p: number, q: number): boolean {
    const { lines } = this;
    const [a, b] = [4 * p, 4 * q];
    const meets = (from: number, to: number) =>
      lines[a + from] === lines[b + to] && lines[a + from + 1] === lines[b + to + 1];
    return (meets(0, 0) && meets(2, 2)) || (meets(0, 2) && meets(2, 0));
  }

  /** Whether a closed contour goes around a place, by even-odd. */
  holds(contour: number, at: Point): boolean {
    const first = this.firsts[contour]!;
    return goAround(this.firsts[contour + 1]! - first, (curve) => this.outline(first + curve), at);
  }

  /** Whether a straight curve passes a place at more than a distance. */
  private isFarther(curve: number, x: number, y: number, distance: number): boolean {
    const { lines } = this;
    const dx = lines[4 * curve + 2]! - lines[4 * curve]!;
    const dy = lines[4 * curve + 3]! - lines[4 * curve + 1]!;
    const off = Math.abs(dx * (y - lines[4 * curve + 1]!) - dy * (x - lines[4 * curve]!));
    return off > (distance + this.weld) * Math.sqrt(dx * dx + dy * dy);
  }

  /** A contour among them. */
  ownOf(contour: number): OwnContour {
    const { table } = this.contours;
    const [first, end] = [this.firsts[contour]!, this.firsts[contour + 1]!];
    if (this.own?.first === first) return this.own;
    const isBezier = (curve: number) => table.isBezier(this.ids[curve]!);
    this.own = { first, end, isClosed: this.contours.isClosed(contour), lines: this.lines, isBezier };
    return this.own;
  }
}
