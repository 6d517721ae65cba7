/**
 * Which contours does a drawing consist of? Runs of curves, kept by number in columns: a drawing has up to half a
 * million of them, and every object more is one that the collector of garbage has to visit.
 */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { boxAt, emptyBounds, grow, putBox } from "../../../base/geometry/box.ts";
import { lengthened } from "../basis/columns.ts";
import { type Ends, startOf } from "../basis/plane.ts";
import { type CurveId, CurveTable } from "./curve-table.ts";
import { areParallel, type Curve, growByCurve, isInRange, lineBetween } from "./curves.ts";
import { type CurveRun, gapLength } from "./outline.ts";

/** Curves end to end, as one entity draws them. */
export interface Contour {
  closed: boolean;
  curves: Curve[];
  /** Millimetres that ran back on the line that it came on, or around a circle again; they are left out. */
  retraced?: number;
  /** An arc that goes on beyond a full turn: read as a whole circle or ellipse. */
  overturned?: boolean;
}

/** The same by their numbers in a table. */
export interface ContourChain {
  closed: boolean;
  layer: string;
  /** As 0xrrggbb. */
  colour: number;
  curves: CurveId[];
}

/** Room that a list begins with, for contours and for curves. */
const ROOM = 256;

export class Contours {
  count = 0;
  /** Numbers of names. */
  private layers: Int32Array;
  private readonly names: string[] = [];
  private readonly layerNumbers = new Map<string, number>();
  private colours: Int32Array;
  private closed: Uint8Array;
  private curves = new Int32Array(ROOM);
  /** Where the curves of each contour begin, and where those of the last one end. */
  private firsts: Int32Array;
  /** Boxes of the first contours, as far as anybody has asked. */
  private knownBoxes = new Float64Array(0);
  private boxCount = 0;

  /** For about so many; memory that is not used is not paid for. */
  constructor(
    readonly table: CurveTable,
    expected = ROOM,
  ) {
    const room = expected + 1;
    this.layers = new Int32Array(room);
    this.colours = new Int32Array(room);
    this.closed = new Uint8Array(room);
    this.firsts = new Int32Array(room + 1);
  }

  /** Returns its number. */
  add({ closed, layer, colour, curves }: ContourChain): number {
    for (const curve of curves) this.put(curve);
    this.end(closed, layer, colour);
    return this.count - 1;
  }

  /** The same contour as another list has, closed or not. Returns its number. */
  copy(from: Contours, contour: number, closed = from.isClosed(contour)): number {
    const end = from.firsts[contour + 1]!;
    for (let i = from.firsts[contour]!; i < end; i++) this.put(from.curves[i]!);
    this.end(closed, from.layer(contour), from.colour(contour));
    if (from.boxCount > contour && this.boxCount === this.count - 1) {
      this.makeRoomForBoxes();
      for (let i = 0; i < 4; i++) this.knownBoxes[4 * this.boxCount + i] = from.knownBoxes[4 * contour + i]!;
      this.boxCount++;
    }
    return this.count - 1;
  }

  /** A contour, put together for the moment. */
  get(contour: number): ContourChain {
    const curves: CurveId[] = [];
    for (let i = this.firsts[contour]!; i < this.firsts[contour + 1]!; i++) curves.push(this.curves[i]!);
    const [closed, layer, colour] = [this.isClosed(contour), this.layer(contour), this.colour(contour)];
    return { closed, layer, colour, curves };
  }

  /** Least x and y, greatest x and y of each in turn, exactly. */
  boxes(): Float64Array {
    this.measureBoxes();
    return this.knownBoxes.subarray(0, 4 * this.count);
  }

  boundsOf(contour: number): Bounds {
    this.measureBoxes();
    return boxAt(this.knownBoxes, contour);
  }

  /** Around all of them. */
  bounds(): Bounds {
    const bounds = emptyBounds();
    const boxes = this.boxes();
    for (let at = 0; at < boxes.length; at += 2) grow(bounds, boxes[at]!, boxes[at + 1]!);
    return bounds;
  }

  /** How many curves a contour has. */
  size(contour: number): number {
    return this.firsts[contour + 1]! - this.firsts[contour]!;
  }

  curvesOf(contour: number): Curve[] {
    return this.get(contour).curves.map((id) => this.table.get(id));
  }

  /** One of its curves. */
  curveId(contour: number, i: number): CurveId {
    return this.curves[this.firsts[contour]! + i]!;
  }

  layer(contour: number): string {
    return this.names[this.layers[contour]!]!;
  }

  /** As 0xrrggbb. */
  colour(contour: number): number {
    return this.colours[contour]!;
  }

  /** How many numbers the records of its curves take. */
  recordSize(contour: number): number {
    let size = 0;
    for (let i = this.firsts[contour]!; i < this.firsts[contour + 1]!; i++)
      size += this.table.size(this.curves[i]!);
    return size;
  }

  /**
   * Writes the records of its curves behind each other, in turn or, turned, from the last one backwards; tells where
   * they end.
   */
  copyRecords(contour: number, turned: boolean, target: Float64Array, from: number): number {
    const { curves, table } = this;
    const [first, end] = [this.firsts[contour]!, this.firsts[contour + 1]!];
    let at = from;
    for (let i = first; i < end; i++)
      at = table.copy(turned ? ~curves[first + end - 1 - i]! : curves[i]!, target, at);
    return at;
  }

  /** Its curves in turn, each until another one is looked at. */
  run(contour: number): CurveRun {
    return this.table.run(this.curves, this.firsts[contour], this.size(contour));
  }

  /** Length of its curves, without gaps between them. */
  length(contour: number): number {
    let length = 0;
    for (let i = this.firsts[contour]!; i < this.firsts[contour + 1]!; i++)
      length += this.table.length(this.curves[i]!);
    return length;
  }

  /** Length of its curves and of the gaps between them, which are cut as well. */
  pathLength(contour: number): number {
    return gapLength(this.run(contour), this.isClosed(contour)) + this.length(contour);
  }

  /** Where a contour begins and ends. */
  endsOf(contour: number): Ends {
    const { x0, y0 } = this.table.ends(this.curves[this.firsts[contour]!]!);
    const { x1, y1 } = this.table.ends(this.curves[this.firsts[contour + 1]! - 1]!);
    return { x0, y0, x1, y1 };
  }

  isClosed(contour: number): boolean {
    return this.closed[contour] === 1;
  }

  areAllClosed(): boolean {
    return !this.closed.subarray(0, this.count).includes(0);
  }

  startOf(contour: number): Point {
    return startOf(this.table.ends(this.curves[this.firsts[contour]!]!));
  }

  /** Where findings tell it to be. */
  placeOf(contour: number): { layer: string; at: Point } {
    return { layer: this.layer(contour), at: this.startOf(contour) };
  }

  /** The same number for most contours that are the same to within a length. */
  hash(contour: number, within: number): number {
    let hash = this.closed[contour]!;
    for (let i = this.firsts[contour]!; i < this.firsts[contour + 1]!; i++)
      hash = this.table.hash(this.curves[i]!, hash, within);
    return hash;
  }

  /** Whether two contours consist of the same curves, to within a length. */
  isSame(p: number, q: number, within: number): boolean {
    const [first, second] = [this.firsts[p]!, this.firsts[q]!];
    const count = this.firsts[p + 1]! - first;
    if (this.closed[p] !== this.closed[q] || this.firsts[q + 1]! - second !== count) return false;
    for (let i = 0; i < count; i++)
      if (!this.table.isSame(this.curves[first + i]!, this.curves[second + i]!, within)) return false;
    return true;
  }

  /** Numbers of all contours, or of those that are closed, or open. */
  numbers(closed?: boolean): number[] {
    const numbers: number[] = [];
    for (let contour = 0; contour < this.count; contour++)
      if (closed === undefined || this.isClosed(contour) === closed) numbers.push(contour);
    return numbers;
  }

  private boundsAround(contour: number): Bounds {
    const { curves, table } = this;
    const [first, end] = [this.firsts[contour]!, this.firsts[contour + 1]!];
    const bounds = emptyBounds();
    // The ends first: most curves then lie amid what is known, which is soon seen.
    for (let i = first; i < end; i++) {
      const { x0, y0, x1, y1 } = table.ends(curves[i]!);
      grow(bounds, x0, y0);
      grow(bounds, x1, y1);
    }
    for (let i = first; i < end; i++)
      if (!table.isLine(curves[i]!)) growByCurve(bounds, table.look(curves[i]!));
    return bounds;
  }

  /** The next curve of the next contour. */
  protected put(curve: CurveId): void {
    const at = this.firsts[this.count + 1]!++;
    if (at === this.curves.length) this.curves = lengthened(this.curves, new Int32Array(2 * at));
    this.curves[at] = curve;
  }

  /** A contour of the curves put down since the last one. */
  protected end(closed: boolean, layer: string, colour: number): void {
    const { count } = this;
    this.closed[count] = Number(closed);
    this.layers[count] = this.layerNumber(layer);
    this.colours[count] = colour;
    this.count++;
    if (this.count === this.layers.length) this.widen(2 * this.count);
    this.firsts[this.count + 1] = this.firsts[this.count]!;
  }

  private layerNumber(name: string): number {
    // Most have that of the one before.
    const last = this.layers[this.count - 1]!;
    if (this.names[last] === name) return last;
    const known = this.layerNumbers.get(name) ?? this.names.push(name) - 1;
    this.layerNumbers.set(name, known);
    return known;
  }

  private widen(room: number): void {
    this.layers = lengthened(this.layers, new Int32Array(room));
    this.colours = lengthened(this.colours, new Int32Array(room));
    this.closed = lengthened(this.closed, new Uint8Array(room));
    this.firsts = lengthened(this.firsts, new Int32Array(room + 1));
  }

  private makeRoomForBoxes(): void {
    if (this.knownBoxes.length < 4 * this.count)
      this.knownBoxes = lengthened(this.knownBoxes, new Float64Array(4 * this.layers.length));
  }

  private measureBoxes(): void {
    this.makeRoomForBoxes();
    const { knownBoxes } = this;
    for (; this.boxCount < this.count; this.boxCount++)
      putBox(knownBoxes, this.boxCount, this.boundsAround(this.boxCount));
  }
}

/** A line goes on straight ahead that turns by no more than this, in radians: by what numbers are rounded. */
const STRAIGHT = 1e-8;

/** The same way with as few lines: in how many pieces a program writes a straight side says nothing. */
function inWholeLines(curves: Curve[], closed: boolean): Curve[] {
  if (!curves.some((curve, i) => goesOn(curves.at(i - 1)!, curve))) return curves;
  const wholes: Curve[] = [];
  for (const curve of curves) {
    const last = wholes.at(-1);
    if (last && goesOn(last, curve))
      wholes[wholes.length - 1] = lineBetween(last.x0, last.y0, curve.x1, curve.y1);
    else wholes.push(curve);
  }
  const [first, last] = [wholes[0], wholes.at(-1)];
  if (closed && wholes.length > 2 && goesOn(last!, first!)) {
    wholes[0] = lineBetween(last!.x0, last!.y0, first!.x1, first!.y1);
    wholes.pop();
  }
  return wholes;
}

function goesOn(before: Curve, { kind, x0, y0, x1, y1 }: Curve): boolean {
  if (kind !== "line" || before.kind !== "line" || before.x1 !== x0 || before.y1 !== y0) return false;
  const [x, y, u, v] = [x0 - before.x0, y0 - before.y0, x1 - x0, y1 - y0];
  return x * u + y * v > 0 && areParallel(x, y, u, v, STRAIGHT);
}

/** Marks that tell the role of an entity's curves. */
export interface EntityMarks {
  layer: string;
  /** In capitals; empty for a continuous line. */
  lineType: string;
  /** As 0xrrggbb. */
  colour: number;
}

/** Contours of a drawing's entities, before any of them are joined. */
export class DrawnContours extends Contours {
  /** Length of ways back on the line that a contour came on, which are not drawn again. */
  retraced = 0;
  /** Marks in use of each contour. */
  private looks = new Int32Array(ROOM);
  private readonly inUse: EntityMarks[] = [];
  private readonly numbersOf = new Map<string, number>();

  constructor() {
    super(new CurveTable());
  }

  draw({ closed, curves }: Contour, { layer, lineType, colour }: EntityMarks): void {
    for (const curve of inWholeLines(curves, closed)) this.put(this.table.add(curve));
    const number = this.count;
    this.end(closed, layer, colour);
    const look = this.looks[number - 1] ?? -1;
    const last = this.inUse[look];
    const same = last?.layer === layer && last.lineType === lineType && last.colour === colour;
    if (number === this.looks.length) this.looks = lengthened(this.looks, new Int32Array(2 * number));
    this.looks[number] = same ? look : this.number({ layer, lineType, colour });
  }

  /** Marks of all curves together. */
  get allMarks(): readonly EntityMarks[] {
    return this.inUse;
  }

  marks(contour: number): EntityMarks {
    return this.inUse[this.looks[contour]!]!;
  }

  override isSame(p: number, q: number, within: number): boolean {
    return this.looks[p] === this.looks[q] && super.isSame(p, q, within);
  }

  /** A number for layer, line type and colour together. */
  look(contour: number): number {
    return this.looks[contour]!;
  }

  private number(marks: EntityMarks): number {
    const key = `${marks.layer}\n${marks.lineType}\n${marks.colour}`;
    const known = this.numbersOf.get(key);
    if (known !== undefined) return known;
    this.numbersOf.set(key, this.inUse.length);
    return this.inUse.push(marks) - 1;
  }
}

/** Are all numbers of a contour within what a drawing may have? Also false for anything that is not a number. */
export function inRange({ curves }: Contour): boolean {
  return curves.every(isInRange);
}
