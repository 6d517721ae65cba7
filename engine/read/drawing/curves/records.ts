/**
 * How is a curve written as numbers? What kind it is, how many control points it has where that varies, then its own
 * values, ends first: 40 bytes for a line, 80 for an arc, where objects take three times as much.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Ends } from "../basis/plane.ts";
import type { Arc, Bezier, Curve, EllipseArc, Line } from "./curves.ts";

const LINE = 0;
const ARC = 1;
const ELLIPSE = 2;
const BEZIER = 3;
const RATIONAL = 4;

/** Numbers of each kind; of Béziers before their points. */
const SIZES = [5, 10, 13, 2, 2];

/** How many numbers a curve takes. */
export function recordSize(curve: Curve): number {
  switch (curve.kind) {
    case "line":
      return SIZES[LINE]!;
    case "arc":
      return SIZES[ARC]!;
    case "ellipse":
      return SIZES[ELLIPSE]!;
    case "bezier":
      return SIZES[BEZIER]! + (curve.weights ? 3 : 2) * curve.points.length;
  }
}

/** How many numbers the curve written at a place takes. */
export function sizeOfRecord(numbers: Float64Array, at: number): number {
  const kind = numbers[at]!;
  if (kind < BEZIER) return SIZES[kind]!;
  return SIZES[kind]! + (kind === RATIONAL ? 3 : 2) * numbers[at + 1]!;
}

export function writeRecord(numbers: Float64Array, at: number, curve: Curve): void {
  if (curve.kind === "bezier") {
    const { points, weights } = curve;
    numbers[at] = weights ? RATIONAL : BEZIER;
    numbers[at + 1] = points.length;
    let end = at + 2;
    for (const point of points) {
      numbers[end++] = point[0];
      numbers[end++] = point[1];
    }
    for (const weight of weights ?? []) numbers[end++] = weight;
    return;
  }
  numbers[at + 1] = curve.x0;
  numbers[at + 2] = curve.y0;
  numbers[at + 3] = curve.x1;
  numbers[at + 4] = curve.y1;
  switch (curve.kind) {
    case "line":
      numbers[at] = LINE;
      break;
    case "arc":
      numbers[at] = ARC;
      numbers[at + 5] = curve.cx;
      numbers[at + 6] = curve.cy;
      numbers[at + 7] = curve.radius;
      numbers[at + 8] = curve.start;
      numbers[at + 9] = curve.sweep;
      break;
    case "ellipse":
      numbers[at] = ELLIPSE;
      numbers[at + 5] = curve.cx;
      numbers[at + 6] = curve.cy;
      numbers[at + 7] = curve.ux;
      numbers[at + 8] = curve.uy;
      numbers[at + 9] = curve.vx;
      numbers[at + 10] = curve.vy;
      numbers[at + 11] = curve.start;
      numbers[at + 12] = curve.sweep;
  }
}

export function readRecord(numbers: Float64Array, at: number): Curve {
  const kind = numbers[at]!;
  if (kind >= BEZIER) return readBezier(numbers, at + 2, numbers[at + 1]!, kind === RATIONAL);
  const [x0, y0, x1, y1] = [numbers[at + 1]!, numbers[at + 2]!, numbers[at + 3]!, numbers[at + 4]!];
  if (kind === LINE) return { kind: "line", x0, y0, x1, y1 };
  const [cx, cy] = [numbers[at + 5]!, numbers[at + 6]!];
  if (kind === ARC) {
    const [radius, start, sweep] = [numbers[at + 7]!, numbers[at + 8]!, numbers[at + 9]!];
    return { kind: "arc", cx, cy, radius, start, sweep, x0, y0, x1, y1 };
  }
  const [ux, uy, vx, vy] = [numbers[at + 7]!, numbers[at + 8]!, numbers[at + 9]!, numbers[at + 10]!];
  const [start, sweep] = [numbers[at + 11]!, numbers[at + 12]!];
  return { kind: "ellipse", cx, cy, ux, uy, vx, vy, start, sweep, x0, y0, x1, y1 };
}

export function isLineRecord(numbers: Float64Array, at: number): boolean {
  return numbers[at] === LINE;
}

export function isBezierRecord(numbers: Float64Array, at: number): boolean {
  return numbers[at]! >= BEZIER;
}

/** Length of a line, mm. */
export function lineRecordLength(numbers: Float64Array, at: number): number {
  return hypot(numbers[at + 3]! - numbers[at + 1]!, numbers[at + 4]! - numbers[at + 2]!);
}

/** Where the weights in the record of a curve begin, or its end where it has none. */
export function firstWeight(numbers: Float64Array, at: number): number {
  return numbers[at] === RATIONAL ? SIZES[RATIONAL]! + 2 * numbers[at + 1]! : sizeOfRecord(numbers, at);
}

/** Where the curve written at a place begins and ends. */
export function readEnds(numbers: Float64Array, at: number): Ends {
  const bezier = numbers[at]! >= BEZIER;
  const first = bezier ? at + 2 : at + 1;
  const last = bezier ? at + 2 * numbers[at + 1]! : at + 3;
  return { x0: numbers[first]!, y0: numbers[first + 1]!, x1: numbers[last]!, y1: numbers[last + 1]! };
}

function readBezier(numbers: Float64Array, at: number, count: number, rational: boolean): Bezier {
  const points = new Array<Point>(count);
  for (let i = 0; i < count; i++) points[i] = [numbers[at + 2 * i]!, numbers[at + 2 * i + 1]!];
  const end = at + 2 * count;
  const weights = rational ? new Array<number>(count) : null;
  if (weights) for (let i = 0; i < count; i++) weights[i] = numbers[end + i]!;
  const [[x0, y0], [x1, y1]] = [points[0]!, points[count - 1]!];
  return { kind: "bezier", points, weights, x0, y0, x1, y1 };
}

/**
 * Reads curves that are looked at one at a time: what it hands out is written over by the next, so that a look makes no
 * garbage.
 */
export class RecordReader {
  private readonly line: Line = { kind: "line", x0: NaN, y0: NaN, x1: NaN, y1: NaN };
  private readonly arc: Arc = {
    ...this.line,
    kind: "arc",
    cx: NaN,
    cy: NaN,
    radius: NaN,
    start: NaN,
    sweep: NaN,
  };
  private readonly ellipse: EllipseArc = {
    ...this.line,
    kind: "ellipse",
    cx: NaN,
    cy: NaN,
    ux: NaN,
    uy: NaN,
    vx: NaN,
    vy: NaN,
    start: NaN,
    sweep: NaN,
  };
  /** By the size of their records. */
  private readonly beziers = new Map<number, Bezier>();

  /** The curve written at a place or, `back`, the same run backwards. */
  read(numbers: Float64Array, at: number, back: boolean): Curve {
    const kind = numbers[at]!;
    if (kind >= BEZIER) return this.readBezier(numbers, at, back);
    if (kind === LINE) return putEnds(this.line, numbers, at, back);
    if (kind === ARC) {
      const { arc } = this;
      arc.cx = numbers[at + 5]!;
      arc.cy = numbers[at + 6]!;
      arc.radius = numbers[at + 7]!;
      putTurn(arc, numbers[at + 8]!, numbers[at + 9]!, back);
      return putEnds(arc, numbers, at, back);
    }
    const { ellipse } = this;
    ellipse.cx = numbers[at + 5]!;
    ellipse.cy = numbers[at + 6]!;
    ellipse.ux = numbers[at + 7]!;
    ellipse.uy = numbers[at + 8]!;
    ellipse.vx = numbers[at + 9]!;
    ellipse.vy = numbers[at + 10]!;
    putTurn(ellipse, numbers[at + 11]!, numbers[at + 12]!, back);
    return putEnds(ellipse, numbers, at, back);
  }

  private readBezier(numbers: Float64Array, at: number, back: boolean): Bezier {
    const [size, count] = [sizeOfRecord(numbers, at), numbers[at + 1]!];
    const key = numbers[at] === RATIONAL ? -size : size;
    let curve = this.beziers.get(key);
    if (!curve) {
      curve = readBezier(numbers, at + 2, count, key < 0);
      this.beziers.set(key, curve);
    }
    const { points, weights } = curve;
    for (let i = 0; i < count; i++) {
      const from = back ? count - 1 - i : i;
      const point = points[i]!;
      point[0] = numbers[at + 2 + 2 * from]!;
      point[1] = numbers[at + 3 + 2 * from]!;
      if (weights) weights[i] = numbers[at + 2 + 2 * count + from]!;
    }
    const [first, last] = [points[0]!, points[count - 1]!];
    curve.x0 = first[0];
    curve.y0 = first[1];
    curve.x1 = last[0];
    curve.y1 = last[1];
    return curve;
  }
}

function putEnds<Kind extends Line | Arc | EllipseArc>(
  curve: Kind,
  numbers: Float64Array,
  at: number,
  back: boolean,
): Kind {
  const [first, last] = back ? [at + 3, at + 1] : [at + 1, at + 3];
  curve.x0 = numbers[first]!;
  curve.y0 = numbers[first + 1]!;
  curve.x1 = numbers[last]!;
  curve.y1 = numbers[last + 1]!;
  return curve;
}

function putTurn(curve: Arc | EllipseArc, start: number, sweep: number, back: boolean): void {
  curve.start = back ? start + sweep : start;
  curve.sweep = back ? -sweep : sweep;
}
