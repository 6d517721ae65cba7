/**
 * How is a curve written as numbers? What kind it is, how many control points it has where that varies, then its own
 * values, ends first: 40 bytes for a line, 80 for an arc, where objects take three times as much.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Curve, Ends } from "./curves.ts";

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

/** Of a line. */
export function lineLength(numbers: Float64Array, at: number): number {
  return Math.hypot(numbers[at + 3]! - numbers[at + 1]!, numbers[at + 4]! - numbers[at + 2]!);
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

function readBezier(numbers: Float64Array, at: number, count: number, rational: boolean): Curve {
  const points = new Array<Point>(count);
  for (let i = 0; i < count; i++) points[i] = [numbers[at + 2 * i]!, numbers[at + 2 * i + 1]!];
  const end = at + 2 * count;
  const weights = rational ? new Array<number>(count) : null;
  if (weights) for (let i = 0; i < count; i++) weights[i] = numbers[end + i]!;
  const [[x0, y0], [x1, y1]] = [points[0]!, points[count - 1]!];
  return { kind: "bezier", points, weights, x0, y0, x1, y1 };
}
