/**
 * Which curves of a drawing meet, and where? An index of boxes finds the pairs that may, closed forms the places.
 *
 * Most contours of most drawings are closed and meet nothing: these are rings as they stand, and only the others become
 * a graph. Long slanting curves have several boxes each, since one would hold half of the drawing.
 */
import Flatbush from "flatbush";
import type { Bounds } from "../../contract/values/geometry.ts";
import type { Contours } from "../curves/contours.ts";
import { type Curve, curveAt, growByCurve } from "../curves/curves.ts";
import { emptyBounds } from "../curves/outline.ts";
import type { CurveId } from "../curves/table.ts";
import { meet, type Shape } from "./meet.ts";
import { chordsOf, nearestOn } from "./pieces.ts";

/** Pairs of curves that are looked at; beyond it only those told apart so far are. */
const MOST_PAIRS = 40_000_000;
/** Places where curves meet; a million of them are no drawing. */
const MOST_CONTACTS = 1_000_000;
/** Boxes of one line. */
const MOST_BOXES = 32;
/** Chords lie this close to their curves, in millimetres, or in weld tolerances where those are finer. */
const CHORD = 0.0005;

/** Chords of large curves need lie no closer than this share of their size. */
const COARSEST = 1e-6;

/** Weld tolerances that an outline may lie off its curve. */
const ROUGH = 5;

/** A place where two curves meet, in columns. */
export interface Contacts {
  count: number;
  /** Numbers of the two curves. */
  curves: number[];
  /** Fraction on each. */
  fractions: number[];
  /** x and y. */
  places: number[];
}

export class CurveIndex {
  readonly ids: CurveId[] = [];
  /** Number of the contour of each curve. */
  readonly owners: number[] = [];
  /** Where the curves of each contour begin, and where the last one's end. */
  readonly firsts = [0];
  readonly contacts: Contacts = { count: 0, curves: [], fractions: [], places: [] };
  /** 1 for contours that meet others. */
  readonly touched: Uint8Array;
  /** 1 for contours that cross themselves. */
  readonly selfCrossing: Uint8Array;
  /** Not all pairs were looked at. */
  crowded = false;
  private readonly contours: Contours;
  private readonly weld: number;
  private index: Flatbush | null;
  private readonly boxes: number[] = [];
  /** The curve of each box. */
  private readonly boxed: number[] = [];
  private readonly shapes = new Map<number, Shape>();
  private readonly outlines = new Map<number, Shape>();
  /** Ends of straight curves, x and y in turn; NaN for others. */
  private readonly lines: Float64Array;

  constructor(contours: Contours, weld: number) {
    this.contours = contours;
    this.weld = weld;
    this.touched = new Uint8Array(contours.count);
    this.selfCrossing = new Uint8Array(contours.count);
    const { boxes } = this;
    for (let contour = 0; contour < contours.count; contour++) {
      for (const id of contours.get(contour).curves) {
        this.ids.push(id);
        this.owners.push(contour);
      }
      this.firsts.push(this.ids.length);
    }
    const fine = this.fineness();
    this.lines = new Float64Array(4 * this.ids.length).fill(Number.NaN);
    for (let curve = 0; curve < this.ids.length; curve++) this.addBoxes(curve, fine, boxes);
    this.index = this.boxed.length > 0 ? new Flatbush(this.boxed.length) : null;
    for (let at = 0; at < boxes.length; at += 4)
      this.index!.add(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
    this.index?.finish();
    this.findContacts(boxes);
  }

  curve(number: number): Curve {
    return this.contours.table.get(this.ids[number]!);
  }

  /** With chords where it needs them, which are kept. */
  shape(number: number): Shape {
    const known = this.shapes.get(number);
    if (known) return known;
    const curve = this.curve(number);
    const size =
      Math.hypot(curve.x1 - curve.x0, curve.y1 - curve.y0) +
      ("ux" in curve ? Math.hypot(curve.ux, curve.uy) : 0);
    const tolerance = Math.max(Math.min(CHORD, this.weld / 2), COARSEST * size);
    const shape = { curve, chords: chordsOf(curve, tolerance) };
    if (shape.chords) this.shapes.set(number, shape);
    return shape;
  }

  /** With coarser chords, to tell what is near: there are many curves, and few of them meet. */
  outline(number: number): Shape {
    const known = this.shapes.get(number) ?? this.outlines.get(number);
    if (known) return known;
    const curve = this.curve(number);
    const shape = { curve, chords: chordsOf(curve, ROUGH * this.weld) };
    if (shape.chords) this.outlines.set(number, shape);
    return shape;
  }

  /** Curves that may come within a box. */
  near(
    min_x: number,
    min_y: number,
    max_x: number,
    max_y: number,
    found: (curve: number, box: number) => void,
  ): void {
    this.index?.search(min_x, min_y, max_x, max_y, (box) => {
      found(this.boxed[box]!, box);
      return false;
    });
  }

  /** How far a place is from a box. */
  distanceTo(box: number, x: number, y: number): number {
    const { boxes } = this;
    const dx = Math.max(boxes[4 * box]! - x, 0, x - boxes[4 * box + 2]!);
    const dy = Math.max(boxes[4 * box + 1]! - y, 0, y - boxes[4 * box + 3]!);
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** From now on only the curves that are asked for are found. */
  keep(wanted: (curve: number) => boolean): void {
    const { boxes, boxed } = this;
    const kept = boxed.flatMap((curve, box) => (wanted(curve) ? [box] : []));
    if (2 * kept.length > boxed.length) return;
    const curves = kept.map((box) => boxed[box]!);
    this.index = kept.length > 0 ? new Flatbush(kept.length) : null;
    for (const box of kept)
      this.index!.add(boxes[4 * box]!, boxes[4 * box + 1]!, boxes[4 * box + 2]!, boxes[4 * box + 3]!);
    this.index?.finish();
    const left = kept.flatMap((box) => boxes.slice(4 * box, 4 * box + 4));
    boxed.length = 0;
    boxes.length = 0;
    for (const curve of curves) boxed.push(curve);
    for (const side of left) boxes.push(side);
  }

  /** The nearest place within reach on a curve that is asked for, or null. */
  nearest(
    x: number,
    y: number,
    reach: number,
    wanted: (curve: number) => boolean,
  ): { curve: number; t: number; distance: number } | null {
    let best: { curve: number; t: number; distance: number } | null = null;
    this.near(x - reach, y - reach, x + reach, y + reach, (curve) => {
      if (!wanted(curve)) return;
      const { curve: own, chords } = this.shape(curve);
      const { t, distance } = nearestOn(own, chords, x, y);
      if (distance <= (best?.distance ?? reach)) best = { curve, t, distance };
    });
    return best;
  }

  /** Size that a box of a slanting line should not exceed by much. */
  private fineness(): number {
    let sum = 0;
    const sample = Math.max(1, Math.floor(this.ids.length / 1000));
    let count = 0;
    for (let i = 0; i < this.ids.length; i += sample, count++) {
      const { x0, y0, x1, y1 } = this.contours.table.ends(this.ids[i]!);
      sum += Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0));
    }
    return (4 * sum) / Math.max(1, count) / Math.sqrt(Math.max(1, this.ids.length / 1000));
  }

  private addBoxes(number: number, fine: number, boxes: number[]): void {
    const curve = this.curve(number);
    if (curve.kind === "line") this.lines.set([curve.x0, curve.y0, curve.x1, curve.y1], 4 * number);
    const add = ({ min_x, min_y, max_x, max_y }: Bounds) => {
      boxes.push(min_x - this.weld, min_y - this.weld, max_x + this.weld, max_y + this.weld);
      this.boxed.push(number);
    };
    const least = Math.min(Math.abs(curve.x1 - curve.x0), Math.abs(curve.y1 - curve.y0));
    const count = curve.kind === "line" && fine > 0 ? Math.min(MOST_BOXES, Math.ceil(least / fine)) : 1;
    if (count <= 1) {
      const bounds = emptyBounds();
      growByCurve(bounds, curve);
      add(bounds);
      return;
    }
    for (let i = 0; i < count; i++) {
      const [x0, y0] = curveAt(curve, i / count);
      const [x1, y1] = curveAt(curve, (i + 1) / count);
      add({
        min_x: Math.min(x0, x1),
        min_y: Math.min(y0, y1),
        max_x: Math.max(x0, x1),
        max_y: Math.max(y0, y1),
      });
    }
  }

  private findContacts(boxes: number[]): void {
    const { boxed, index } = this;
    let pairs = 0;
    // Curves with several boxes may be found together more than once; the boxes of one follow each other.
    const seen = new Int32Array(this.ids.length).fill(-1);
    for (let box = 0; box < boxed.length && !this.crowded; box++) {
      const curve = boxed[box]!;
      index!.search(
        boxes[4 * box]!,
        boxes[4 * box + 1]!,
        boxes[4 * box + 2]!,
        boxes[4 * box + 3]!,
        (other) => {
          if (other <= box || boxed[other] === curve || ++pairs > MOST_PAIRS) return false;
          const second = boxed[other]!;
          if (seen[second] === curve) return false;
          seen[second] = curve;
          this.pair(curve, second);
          return false;
        },
      );
      this.crowded = pairs > MOST_PAIRS || this.contacts.count > MOST_CONTACTS;
    }
  }

  private pair(p: number, q: number): void {
    const { contacts, owners } = this;
    if (this.isBeside(p, q) || this.isBeside(q, p)) return;
    const [own, other] = [owners[p]!, owners[q]!];
    if (own === other && (this.isSmoothJoint(p, q) || this.isScript(p, q))) return;
    meet(this.shape(p), this.shape(q), this.weld, (t, u, x, y, crosses) => {
      if (own === other) {
        if (this.isJoint(p, q, t, u)) return;
        if (crosses) this.selfCrossing[own] = 1;
      } else {
        this.touched[own] = 1;
        this.touched[other] = 1;
      }
      contacts.curves.push(p, q);
      contacts.fractions.push(t, u);
      contacts.places.push(x, y);
      contacts.count++;
    });
  }

  /** Whether a straight curve lies on one side of another: most pairs whose boxes meet end here. */
  private isBeside(p: number, q: number): boolean {
    const { lines, weld } = this;
    const x = lines[4 * p]!;
    const y = lines[4 * p + 1]!;
    const dx = lines[4 * p + 2]! - x;
    const dy = lines[4 * p + 3]! - y;
    const first = dx * (lines[4 * q + 1]! - y) - dy * (lines[4 * q]! - x);
    const last = dx * (lines[4 * q + 3]! - y) - dy * (lines[4 * q + 2]! - x);
    const reach = 2 * weld * Math.sqrt(dx * dx + dy * dy);
    return (first > reach && last > reach) || (first < -reach && last < -reach);
  }

  /** Curves that follow each other in a contour, p before q or, around the end of a closed one, q before p. */
  private follows(p: number, q: number): 1 | -1 | 0 {
    if (q === p + 1) return 1;
    const contour = this.owners[p]!;
    return p === this.firsts[contour] && q === this.firsts[contour + 1]! - 1 ? -1 : 0;
  }

  private isJoint(p: number, q: number, t: number, u: number): boolean {
    const order = this.follows(p, q);
    const own = this.owners[p]!;
    // Of two that make up all of a contour both ends are joints.
    const two = this.firsts[own + 1]! - this.firsts[own]! === 2;
    const forward = t === 1 && u === 0;
    const back = t === 0 && u === 1;
    return (order === 1 && forward) || (order === -1 && back) || (order === 1 && two && back);
  }

  /** Spans of an open spline: where that crosses itself it is written, and bounds nothing. */
  private isScript(p: number, q: number): boolean {
    if (this.contours.isClosed(this.owners[p]!)) return false;
    return this.curve(p).kind === "bezier" && this.curve(q).kind === "bezier";
  }

  /** Spans of one spline go on from each other: that neighbours among them cross is no drawing. */
  private isSmoothJoint(p: number, q: number): boolean {
    if (this.follows(p, q) === 0) return false;
    const [first, second] = [this.curve(p), this.curve(q)];
    if (first.kind === "bezier" && second.kind === "bezier") return true;
    if (first.kind !== "line" || second.kind !== "line") return false;
    const [ax, ay] = [first.x1 - first.x0, first.y1 - first.y0];
    const [bx, by] = [second.x1 - second.x0, second.y1 - second.y0];
    // Lines that turn by less than straight back meet nowhere but in their joint.
    return (
      ax * bx + ay * by > 0 || (ax * by - ay * bx) ** 2 > 1e-6 * (ax * ax + ay * ay) * (bx * bx + by * by)
    );
  }
}
