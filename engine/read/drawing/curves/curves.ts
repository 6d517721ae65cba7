/**
 * Shapes that a drawing consists of, exactly.
 *
 * Lines, circular arcs, elliptical arcs and Bézier curves in the plane, in millimetres, y up. Every curve carries its
 * two ends, so that neighbours meet exactly and not only up to the rounding of a sine. Plain data: it crosses threads.
 */
import type { Arc, Bezier, Curve, EllipseArc, Line } from "../../../base/contract/values/curves.ts";
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { emptyBounds, grow } from "../../../base/geometry/box.ts";
import { atan, atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { sin, sincos } from "../../../base/geometry/trig/sines.ts";
import { DRAWING_LIMITS } from "../basis/limits.ts";
import { bezierAt, bezierLength, bezierPaces, bezierSegmentArea, growByBezier } from "./bezier.ts";
import { integrate } from "./integrate.ts";

export type { Arc, Bezier, Curve, EllipseArc, Line };

const FULL_TURN = 2 * Math.PI;
/** A bulge that rises less (mm) is a straight line. */
const FLAT_SAGITTA = 1e-6;
/** Beyond this radius (mm) doubles place the points of an arc worse than its chord does. */
const FLAT_RADIUS = 1e10;
/** Below this sweep the area of a segment is taken by its series: the difference of sector and triangle loses all digits. */
const SMALL_SWEEP = 1e-2;

/** Whether two ways are parallel, whichever way they go, but for an angle in radians. */
export function areParallel(x: number, y: number, u: number, v: number, most: number): boolean {
  return Math.abs(x * v - y * u) <= most * Math.abs(x * u + y * v);
}

export function lineBetween(x0: number, y0: number, x1: number, y1: number): Line {
  return { kind: "line", x0, y0, x1, y1 };
}

/** A negative radius lies on the other side of the centre. */
export function arcAround(cx: number, cy: number, radius: number, angle: number, sweep: number): Arc {
  if (radius < 0) return arcAround(cx, cy, -radius, angle + Math.PI, sweep);
  // Whole turns beyond counting: adding to such an angle would not change it.
  const start = angle % FULL_TURN;
  const from = sincos(start);
  const x0 = cx + radius * from.cos;
  const y0 = cy + radius * from.sin;
  const to = isFullTurn(sweep) ? from : sincos(start + sweep);
  const x1 = cx + radius * to.cos;
  const y1 = cy + radius * to.sin;
  return { kind: "arc", cx, cy, radius, start, sweep, x0, y0, x1, y1 };
}

/** An elliptical arc, or the circular one that it is when u and v are of one length and perpendicular. */
export function ellipseAround(
  center: { x: number; y: number },
  u: { x: number; y: number },
  v: { x: number; y: number },
  angle: number,
  sweep: number,
): Arc | EllipseArc | Line {
  const start = angle % FULL_TURN;
  const uu = hypot(u.x, u.y);
  const vv = hypot(v.x, v.y);
  const size = Math.max(uu, vv);
  const turned = u.x * v.y - u.y * v.x;
  if (Math.abs(uu - vv) <= 1e-9 * size && Math.abs(u.x * v.x + u.y * v.y) <= 1e-9 * size * size) {
    const sense = turned < 0 ? -1 : 1;
    return arcAround(center.x, center.y, uu, atan2(u.y, u.x) + sense * start, sense * sweep);
  }
  const from = sincos(start);
  const x0 = center.x + u.x * from.cos + v.x * from.sin;
  const y0 = center.y + u.y * from.cos + v.y * from.sin;
  const to = isFullTurn(sweep) ? from : sincos(start + sweep);
  const x1 = center.x + u.x * to.cos + v.x * to.sin;
  const y1 = center.y + u.y * to.cos + v.y * to.sin;
  // Seen edge-on, as a circle that stands upright.
  if (Math.abs(turned) <= 1e-12 * size * size) return lineBetween(x0, y0, x1, y1);
  const axes = { ux: u.x, uy: u.y, vx: v.x, vy: v.y };
  return { kind: "ellipse", cx: center.x, cy: center.y, ...axes, start, sweep, x0, y0, x1, y1 };
}

/** A polyline segment with a bulge, the tangent of a quarter of its angle, positive counter-clockwise. */
export function bulgeBetween(x0: number, y0: number, x1: number, y1: number, bulge: number): Line | Arc {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const chord = hypot(dx, dy);
  const steep = Math.abs(bulge);
  const radius = (chord / 4) * (1 / steep + steep);
  // The sagitta is half of bulge times chord. Nearly a whole turn is no line, however large.
  if (steep * chord < 2 * FLAT_SAGITTA || (steep < 1 && radius > FLAT_RADIUS))
    return lineBetween(x0, y0, x1, y1);
  const sweep = 4 * atan(bulge);
  const rise = (1 / bulge - bulge) / 4;
  const cx = (x0 + x1) / 2 - dy * rise;
  const cy = (y0 + y1) / 2 + dx * rise;
  return { kind: "arc", cx, cy, radius, start: atan2(y0 - cy, x0 - cx), sweep, x0, y0, x1, y1 };
}

export function bezierThrough(points: Point[], weights: number[] | null): Bezier {
  const [x0, y0] = points[0]!;
  const [x1, y1] = points.at(-1)!;
  return { kind: "bezier", points, weights, x0, y0, x1, y1 };
}

export function reverseCurve(curve: Curve): Curve {
  const { x0, y0, x1, y1 } = curve;
  switch (curve.kind) {
    case "line":
      return lineBetween(x1, y1, x0, y0);
    case "bezier":
      return bezierThrough(curve.points.toReversed(), curve.weights?.toReversed() ?? null);
    case "arc": {
      const { kind, cx, cy, radius, start, sweep } = curve;
      return { kind, cx, cy, radius, start: start + sweep, sweep: -sweep, x0: x1, y0: y1, x1: x0, y1: y0 };
    }
    case "ellipse":
      return {
        ...curve,
        start: curve.start + curve.sweep,
        sweep: -curve.sweep,
        x0: x1,
        y0: y1,
        x1: x0,
        y1: y0,
      };
  }
}

/** The same curve turned over: x becomes -x, and what went counter-clockwise goes clockwise. */
export function mirrorCurve(curve: Curve): Curve {
  const ends = { x0: -curve.x0, y0: curve.y0, x1: -curve.x1, y1: curve.y1 };
  switch (curve.kind) {
    case "line":
      return { ...curve, ...ends };
    case "arc":
      return { ...curve, ...ends, cx: -curve.cx, start: Math.PI - curve.start, sweep: -curve.sweep };
    case "ellipse":
      return { ...curve, ...ends, cx: -curve.cx, ux: -curve.ux, vx: -curve.vx };
    case "bezier":
      return { ...curve, ...ends, points: curve.points.map(([x, y]): Point => [-x, y]) };
  }
}

/** Whether the curve closes on itself by its definition, as a circle does. */
export function isFullTurn(sweep: number): boolean {
  return Math.abs(sweep) > FULL_TURN - 1e-9;
}

/** The point at a fraction (0 to 1) of the curve's parameter. */
export function curveAt(curve: Curve, fraction: number): Point {
  switch (curve.kind) {
    case "line":
      return [curve.x0 + fraction * (curve.x1 - curve.x0), curve.y0 + fraction * (curve.y1 - curve.y0)];
    case "arc": {
      const { cos, sin } = sincos(curve.start + fraction * curve.sweep);
      return [curve.cx + curve.radius * cos, curve.cy + curve.radius * sin];
    }
    case "ellipse": {
      const { ux, uy, vx, vy } = curve;
      const { cos, sin } = sincos(curve.start + fraction * curve.sweep);
      return [curve.cx + ux * cos + vx * sin, curve.cy + uy * cos + vy * sin];
    }
    case "bezier":
      return bezierAt(curve.points, curve.weights)(fraction);
  }
}

export function curveLength(curve: Curve): number {
  switch (curve.kind) {
    case "line":
      return hypot(curve.x1 - curve.x0, curve.y1 - curve.y0);
    case "arc":
      return curve.radius * Math.abs(curve.sweep);
    case "ellipse":
      return ellipseLength(curve);
    case "bezier":
      return bezierLength(curve.points, curve.weights);
  }
}

function ellipseLength(curve: EllipseArc): number {
  if (isFullTurn(curve.sweep)) return ellipsePerimeter(...semiAxes(curve));
  const { ux, uy, vx, vy, start, sweep } = curve;
  const speed = (t: number) => {
    const { cos, sin } = sincos(t);
    const [dx, dy] = [vx * cos - ux * sin, vy * cos - uy * sin];
    return Math.sqrt(dx * dx + dy * dy);
  };
  return Math.abs(integrate(speed, start, start + sweep));
}

/** Gauss: by the arithmetic-geometric mean of the semi-axes, whose digits double with every step. */
function ellipsePerimeter(major: number, minor: number): number {
  let [a, b] = [major, minor];
  let sum = (a * a + b * b) / 2;
  for (let weight = 1; a - b > 1e-9 * a; weight *= 2) {
    const half = (a - b) / 2;
    [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    sum -= weight * half * half;
  }
  return (4 * Math.PI * sum) / (a + b);
}

/** The longer and the shorter one, of conjugate half-diameters that need not be perpendicular. */
function semiAxes({ ux, uy, vx, vy }: EllipseArc): [major: number, minor: number] {
  const sum = ux * ux + uy * uy + vx * vx + vy * vy;
  const product = Math.abs(ux * vy - uy * vx);
  const major = Math.sqrt((sum + Math.sqrt(Math.max(0, sum - 2 * product) * (sum + 2 * product))) / 2);
  return [major, product / major];
}

/** Share of the curve in the area of a loop, seen from (ox, oy): the sum over a closed loop is its signed area. */
export function curveArea(curve: Curve, ox: number, oy: number): number {
  const { x0, y0, x1, y1 } = curve;
  return ((x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)) / 2 + segmentArea(curve);
}

/** Area between curve and chord. */
function segmentArea(curve: Curve): number {
  switch (curve.kind) {
    case "line":
      return 0;
    case "arc":
      return (curve.radius ** 2 * beyondSine(curve.sweep)) / 2;
    case "ellipse":
      return ((curve.ux * curve.vy - curve.uy * curve.vx) * beyondSine(curve.sweep)) / 2;
    case "bezier":
      return bezierSegmentArea(curve.points, curve.weights);
  }
}

/** An angle less its sine. */
function beyondSine(angle: number): number {
  if (Math.abs(angle) > SMALL_SWEEP) return angle - sin(angle);
  const square = angle * angle;
  return ((angle * square) / 6) * (1 - (square / 20) * (1 - square / 42));
}

/** Widens the bounds to hold the whole curve, exactly. */
export function growByCurve(bounds: Bounds, curve: Curve): void {
  grow(bounds, curve.x0, curve.y0);
  grow(bounds, curve.x1, curve.y1);
  if (curve.kind === "bezier") growByBezier(bounds, curve.points, curve.weights);
  if (curve.kind === "arc") growByArc(bounds, curve);
  if (curve.kind === "ellipse") growByEllipse(bounds, curve);
}

/** Cosines of quarter turns. */
const COSINES = [1, 0, -1, 0];

/** Widens by the points at quarter turns that the arc reaches. */
function growByArc(bounds: Bounds, { cx, cy, radius, start, sweep }: Arc): void {
  const low = Math.min(start, start + sweep) / (Math.PI / 2);
  const high = Math.max(start, start + sweep) / (Math.PI / 2);
  for (let quarter = Math.ceil(low); quarter <= high; quarter++)
    grow(bounds, cx + radius * COSINES[quarter & 3]!, cy + radius * COSINES[(quarter + 3) & 3]!);
}

/** Widens as far as the ellipse goes right, left, up and down, where the curve does. */
function growByEllipse(bounds: Bounds, curve: EllipseArc): void {
  const { cx, cy, ux, uy, vx, vy, x0, y0 } = curve;
  const [across, up] = [hypot(ux, vx), hypot(uy, vy)];
  const isWhole = isFullTurn(curve.sweep);
  if (isWhole || doesPass(curve, atan2(vx, ux))) grow(bounds, cx + across, y0);
  if (isWhole || doesPass(curve, atan2(-vx, -ux))) grow(bounds, cx - across, y0);
  if (isWhole || doesPass(curve, atan2(vy, uy))) grow(bounds, x0, cy + up);
  if (isWhole || doesPass(curve, atan2(-vy, -uy))) grow(bounds, x0, cy - up);
}

function doesPass({ start, sweep }: EllipseArc, angle: number): boolean {
  const low = Math.min(start, start + sweep);
  return angle + FULL_TURN * Math.ceil((low - angle) / FULL_TURN) <= Math.max(start, start + sweep);
}

/** How many chords keep within the tolerance of the curve. */
export function curveSteps(curve: Curve, tolerance: number): number {
  switch (curve.kind) {
    case "line":
      return 1;
    case "arc":
      return turnSteps(curve.radius, curve.sweep, tolerance);
    case "ellipse":
      // An ellipse is a squeezed circle of its major radius, and squeezing shortens the distance to the chord.
      return turnSteps(semiAxes(curve)[0], curve.sweep, tolerance);
    case "bezier":
      return bezierPaces(curve.points, curve.weights, tolerance).reduce((sum, { steps }) => sum + steps, 0);
  }
}

/**
 * Appends x and y of the points after the curve's first one; the last is exactly its end. Curves take `least` steps at
 * least, lines one.
 */
export function flattenCurve(curve: Curve, tolerance: number, points: number[], least = 1): void {
  if (curve.kind === "bezier") {
    const at = bezierAt(curve.points, curve.weights);
    for (const { from, to, steps } of bezierPaces(curve.points, curve.weights, tolerance)) {
      const count = Math.max(least, steps);
      for (let i = 1; i <= count; i++) points.push(...at(from + ((to - from) * i) / count));
    }
    points.length -= 2;
  } else if (curve.kind !== "line") {
    const { cx, cy, start, sweep } = curve;
    const steps = Math.max(least, curveSteps(curve, tolerance));
    for (let i = 1; i < steps; i++) {
      const { cos, sin } = sincos(start + (i / steps) * sweep);
      if (curve.kind === "arc") points.push(cx + curve.radius * cos, cy + curve.radius * sin);
      else points.push(cx + curve.ux * cos + curve.vx * sin, cy + curve.uy * cos + curve.vy * sin);
    }
  }
  points.push(curve.x1, curve.y1);
}

/** Square of the sine of an eighth of half a turn. */
const SQUARE_OF_EIGHTH = (1 - Math.SQRT1_2) / 2;

/** By what the arc sine is more than the sine, of the sine's square up to that of an eighth of half a turn; never too much. */
function arcSineSeries(q: number): number {
  const far =
    0.022372159090909092 + q * (0.017352764423076924 + q * (0.01396484375 + q * 0.011551800896139705));
  return 1 + q * (1 / 6 + q * (0.075 + q * (0.044642857142857144 + q * (0.030381944444444444 + q * far))));
}

function turnSteps(radius: number, sweep: number, tolerance: number): number {
  // The sine of a quarter of a chord's angle, squared.
  const square = tolerance / (2 * radius);
  const step = square < SQUARE_OF_EIGHTH ? 4 * Math.sqrt(square) * arcSineSeries(square) : Math.PI / 2;
  const steps = Math.min(DRAWING_LIMITS.steps, Math.ceil(Math.abs(sweep) / step - 1e-9));
  // Whole turns in multiples of four reach the outermost points when they start at one.
  return isFullTurn(sweep) ? 4 * Math.ceil(steps / 4) : Math.max(1, steps);
}

/** Whether all numbers of a curve are within what a drawing may have. */
export function isInRange(curve: Curve): boolean {
  if (!within(curve.x0, curve.y0) || !within(curve.x1, curve.y1)) return false;
  if (curve.kind === "bezier") return curve.points.every(([x, y]) => within(x, y));
  if (curve.kind === "line") return true;
  // A value that is no number widens no bounds.
  if (!within(...curveAt(curve, 0.5))) return false;
  const bounds = emptyBounds();
  growByCurve(bounds, curve);
  return within(bounds.min_x, bounds.min_y) && within(bounds.max_x, bounds.max_y);
}

function within(x: number, y: number): boolean {
  const { coordinate } = DRAWING_LIMITS;
  return Math.abs(x) <= coordinate && Math.abs(y) <= coordinate;
}
