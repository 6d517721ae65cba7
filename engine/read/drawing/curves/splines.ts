/**
 * Which Bézier curves make up a spline?
 *
 * A span of a B-spline between two knots u and w is the Bézier curve whose control points are its blossom at
 * (u … u, w … w): no clamping of the knots is needed, so periodic splines need no care of their own. Rational splines
 * are the same with a third coordinate. Splines given by fit points only are interpolated the way AutoCAD does:
 * cubic, twice differentiable, parametrised by chord length.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { invalidDxf } from "../../../base/errors.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { DRAWING_LIMITS } from "../basis/limits.ts";
import { weightSpread } from "./bezier.ts";
import { type Bezier, bezierThrough } from "./curves.ts";
import { type EntityFrame, type FrameVector, mapPoint } from "./frame.ts";

/** Weights farther apart let a curve pass through most of its length in a step that doubles cannot divide any more. */
const WEIGHT_SPREAD = 1e10;

/** A spline in the plane. */
export interface PlaneSpline {
  degree: number;
  knots: Float64Array;
  /** One per control point, or none at all. */
  weights: Float64Array;
  /** Control points. */
  xs: Float64Array;
  ys: Float64Array;
}

/** A spline in space given by points that it goes through, with its directions at both ends where they are told. */
export interface FitSpline {
  closed: boolean;
  points: FrameVector[];
  startTangent: FrameVector | null;
  endTangent: FrameVector | null;
}

/** The Bézier curves of a spline in order, or null when its data does not define one. */
export function splineCurves(spline: PlaneSpline): Bezier[] | null {
  const { degree } = spline;
  const count = spline.xs.length;
  if (!(Number.isInteger(degree) && degree >= 1)) return null;
  checkWork(count, degree);
  if (count <= degree) return null;
  const weights = spline.weights.length > 0 ? spline.weights : null;
  if (weights && !(weights.length === count && weightSpread(weights) <= WEIGHT_SPREAD)) return null;
  const knots = spline.knots.length > 0 ? spline.knots : uniformKnots(count, degree);
  if (knots.length !== count + degree + 1) return null;
  if (knots.some((knot, i) => i > 0 && knot < knots[i - 1]!)) return null;
  const curves: Bezier[] = [];
  const plain = weights?.every((weight) => weight === weights[0]) ? null : weights;
  const reader = new SpanReader(spline, plain, knots);
  for (let span = degree; span < count; span++) {
    if (knots[span]! === knots[span + 1]!) continue;
    // A knot as often as the degree and once more lets the spline jump.
    const before = knots[span - degree]! < knots[span]! ? curves.at(-1) : undefined;
    curves.push(reader.curve(span, before ? [before.x1, before.y1] : null));
  }
  return curves.length > 0 ? curves : null;
}

/** Some kilobytes can ask for hours of splitting. */
function checkWork(count: number, degree: number): void {
  const { splineDegree, splineWork } = DRAWING_LIMITS;
  if (degree > splineDegree) throw invalidDxf(`a SPLINE has degree ${degree}; the limit is ${splineDegree}`);
  const most = Math.floor(splineWork / (degree * degree * degree));
  if (count > most) {
    throw invalidDxf(`a SPLINE of degree ${degree} has ${count} control points; the limit is ${most}`);
  }
}

/** Clamped at both ends, evenly spaced between. */
function uniformKnots(count: number, degree: number): Float64Array {
  return Float64Array.from({ length: count + degree + 1 }, (_, i) =>
    Math.min(Math.max(i - degree, 0), count - degree),
  );
}

/** Takes the spans of a spline apart, with room for the blossoms of one that all of them share. */
class SpanReader {
  private readonly degree: number;
  private readonly xs: Float64Array;
  private readonly ys: Float64Array;
  private readonly ws: Float64Array;

  constructor(
    private readonly spline: PlaneSpline,
    private readonly weights: Float64Array | null,
    private readonly knots: Float64Array,
  ) {
    this.degree = spline.degree;
    this.xs = new Float64Array(spline.degree + 1);
    this.ys = new Float64Array(spline.degree + 1);
    this.ws = new Float64Array(spline.degree + 1);
  }

  /** Starts at a point that is known already where the curve before it ends there. */
  curve(span: number, start: Point | null): Bezier {
    const { degree, xs, ys, ws } = this;
    this.load(span - degree);
    this.repeatStart(span);
    this.repeatEnd(span);
    // Arrays that are made in their size: those that grow keep room for more, and a drawing has a million points.
    const points = new Array<Point>(degree + 1);
    const heavy = this.weights && new Array<number>(degree + 1);
    for (let i = 0; i <= degree; i++) {
      const w = ws[i]!;
      points[i] = heavy ? [xs[i]! / w, ys[i]! / w] : [xs[i]!, ys[i]!];
      if (heavy) heavy[i] = w;
    }
    if (start) points[0] = [start[0], start[1]];
    return bezierThrough(points, heavy);
  }

  /** The control points of a span: the blossom at as many of its knots in a row each. */
  private load(first: number): void {
    const { degree, spline, weights, xs, ys, ws } = this;
    for (let i = 0; i <= degree; i++) {
      const w = weights ? weights[first + i]! : 1;
      xs[i] = spline.xs[first + i]! * w;
      ys[i] = spline.ys[first + i]! * w;
      ws[i] = w;
    }
  }

  /** Leaves in place i the blossom at the start knot (degree − i times) and the i knots behind it. */
  private repeatStart(span: number): void {
    const { degree, knots } = this;
    const start = knots[span]!;
    const first = span - degree;
    for (let level = 1; level <= degree; level++) {
      for (let i = 0; i <= degree - level; i++) {
        const low = knots[first + i + level]!;
        const high = knots[first + i + degree + 1]!;
        this.blend(i, i, (start - low) / (high - low));
      }
    }
  }

  /** From there, leaves in place i the blossom at the start knot (degree − i times) and the end knot (i times). */
  private repeatEnd(span: number): void {
    const { degree, knots } = this;
    const start = knots[span]!;
    const length = knots[span + 1]! - start;
    for (let level = 1; level < degree; level++) {
      for (let i = degree; i > level; i--) {
        const reach = knots[span + i - level + 1]! - start;
        if (reach > length) this.blend(i, i - 1, length / reach);
      }
    }
  }

  /** Puts into a place what lies between the blossoms of two places that follow each other. */
  private blend(place: number, from: number, share: number): void {
    const { xs, ys, ws } = this;
    const to = from + 1;
    xs[place] = xs[from]! + share * (xs[to]! - xs[from]!);
    ys[place] = ys[from]! + share * (ys[to]! - ys[from]!);
    if (this.weights) ws[place] = ws[from]! + share * (ws[to]! - ws[from]!);
  }
}

/** What happens at an end of a cubic through points fades by three quarters per point: here, below all digits. */
const FADED = 32;

/**
 * The curves seen from above, or null when the points define none: what a frame squeezes goes through the points as it did
 * before. A closed spline has no ends: it is the middle of one that runs around a few times more.
 */
export function fitCurves(spline: FitSpline, frame: EntityFrame): Bezier[] | null {
  const points = spline.points.filter((point, i, all) => i === 0 || !samePoint(point, all[i - 1]!));
  if (!spline.closed || points.length < 3) return openFitCurves({ ...spline, points }, frame);
  if (samePoint(points[0]!, points.at(-1)!)) points.pop();
  const count = points.length;
  const around = Array.from({ length: count + 1 + 2 * FADED }, (_, i) => {
    return points[(((i - FADED) % count) + count) % count]!;
  });
  const endless = { ...spline, points: around, startTangent: null, endTangent: null };
  return openFitCurves(endless, frame)?.slice(FADED, FADED + count) ?? null;
}

function samePoint(p: FrameVector, q: FrameVector): boolean {
  return p.x === q.x && p.y === q.y && p.z === q.z;
}

/** Cubic through points, no two alike in a row: tangents at the ends as given, else without curvature there. */
function openFitCurves({ points, startTangent, endTangent }: FitSpline, frame: EntityFrame): Bezier[] | null {
  const last = points.length - 1;
  if (last < 1) return null;
  const chords = points.slice(1).map(({ x, y, z }, i) => {
    const from = points[i]!;
    return hypot(x - from.x, y - from.y, z - from.z);
  });
  const slopesOf = (axis: keyof FrameVector) => {
    const tangent = (direction: FrameVector | null) => {
      const length = direction ? hypot(direction.x, direction.y, direction.z) : 0;
      return direction && length > 0 ? direction[axis] / length : null;
    };
    const values = points.map((point) => point[axis]);
    return fitSlopes(values, chords, tangent(startTangent), tangent(endTangent));
  };
  const [xs, ys, zs] = [slopesOf("x"), slopesOf("y"), slopesOf("z")];
  const beside = (i: number, reach: number): Point => {
    const { x, y, z } = points[i]!;
    const at = mapPoint(frame, x + reach * xs[i]!, y + reach * ys[i]!, z + reach * zs[i]!);
    return [at.x, at.y];
  };
  return chords.map((chord, i) => {
    const [out, back] = [beside(i, chord / 3), beside(i + 1, -chord / 3)];
    return bezierThrough([beside(i, 0), out, back, beside(i + 1, 0)], null);
  });
}

/**
 * First derivatives of the cubic spline through values, by the tridiagonal system of its continuity: inner rows
 * h(i)·s(i-1) + 2(h(i-1)+h(i))·s(i) + h(i-1)·s(i+1) = 3(h(i)·d(i-1) + h(i-1)·d(i)), d the chord slopes.
 */
function fitSlopes(values: number[], chords: number[], start: number | null, end: number | null): number[] {
  const last = values.length - 1;
  const rise = chords.map((chord, i) => (values[i + 1]! - values[i]!) / chord);
  const upper = new Array<number>(last + 1).fill(0);
  const right = new Array<number>(last + 1).fill(0);
  upper[0] = start === null ? 0.5 : 0;
  right[0] = start ?? 1.5 * rise[0]!;
  for (let i = 1; i < last; i++) {
    const before = chords[i - 1]!;
    const after = chords[i]!;
    const pivot = 2 * (before + after) - after * upper[i - 1]!;
    upper[i] = before / pivot;
    right[i] = (3 * (after * rise[i - 1]! + before * rise[i]!) - after * right[i - 1]!) / pivot;
  }
  const slopes = right;
  const pull = end === null ? 0.5 : 0;
  slopes[last] = ((end ?? 1.5 * rise[last - 1]!) - pull * right[last - 1]!) / (1 - pull * upper[last - 1]!);
  for (let i = last - 1; i >= 0; i--) slopes[i] = right[i]! - upper[i]! * slopes[i + 1]!;
  return slopes;
}
