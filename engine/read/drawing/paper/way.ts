/**
 * Which way does the paper of a drawing lie? Frames, tables, sheets and views are known by lines along the axes and by boxes;
 * where what is drawn and written runs aslant, all of it is looked at as it lies when that is turned back.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { atan2 } from "../../../base/geometry/trig/angles.ts";
import type { Written } from "../aids/written.ts";
import { type Ends, endsOf } from "../basis/plane.ts";
import { Contours } from "../curves/contours.ts";
import { bezierThrough, type Curve, lineBetween } from "../curves/curves.ts";
import { CurveTable } from "../curves/table.ts";
import type { DrawnText } from "../model/text.ts";

/** Directions that are told apart in a right angle. */
const WAYS = 900;
/** Where no direction has more than this, in shares of all lines and of all texts, none tells anything. */
const LEAST = 0.25;

/**
 * The direction that the most of what is drawn and written runs in, or across it, as a vector of length 1; null for that of
 * the axes. Lines count by the square of their lengths, so that borders count more than hatchings, and texts by their number.
 */
export function wayOf(contours: Contours, texts: readonly DrawnText[]): Point | null {
  const { table } = contours;
  const drawn = new Float64Array(WAYS);
  const written = new Float64Array(WAYS);
  const longest = new Map<number, Ends>();
  contours.forCurves((id) => {
    if (!table.isLine(id)) return;
    const line = table.ends(id);
    const [way, length] = [numberOf(line), squareOf(line)];
    drawn[way]! += length;
    if (way !== 0 && length > squareOf(longest.get(way) ?? NOWHERE)) longest.set(way, line);
  });
  for (const { spots } of texts) {
    const [[x0, y0], [x1, y1]] = [spots[0]!, spots.at(-1)!];
    written[numberOf({ x0, y0, x1, y1 })]! += 1;
  }
  const sumOf = (shares: Float64Array) => shares.reduce((sum, share) => sum + share, 0) || 1;
  const [lines, words] = [sumOf(drawn), sumOf(written)];
  const points = drawn.map((share, way) => share / lines + written[way]! / words);
  const most = Math.max(...points);
  const line = most < LEAST ? undefined : longest.get(points.indexOf(most));
  if (!line) return null;
  const length = Math.sqrt(squareOf(line));
  return [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
}

const NOWHERE: Ends = { x0: 0, y0: 0, x1: 0, y1: 0 };

function squareOf({ x0, y0, x1, y1 }: Ends): number {
  return (x1 - x0) ** 2 + (y1 - y0) ** 2;
}

/** The number of a direction, the same for those across it; that of the axes is 0. */
function numberOf({ x0, y0, x1, y1 }: Ends): number {
  const [wide, high] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  const isRising = x1 > x0 === y1 > y0;
  return Math.round((WAYS * (isRising ? high : wide)) / (wide + high || 1)) % WAYS;
}

/** What stands beside what is cut. */
interface Given extends Pick<Written, "texts" | "heads" | "bends" | "framed"> {
  measured: readonly (readonly Point[])[];
}

/** Turns what runs in a direction to where it runs along x. */
export class TurnBack {
  /** Several look at the same contours. */
  private readonly turned = new WeakMap<Contours, Contours>();

  constructor(private readonly way: Point) {}

  readonly point = ([x, y]: Point): Point => {
    const [cos, sin] = this.way;
    return [x * cos + y * sin, y * cos - x * sin];
  };

  contours(from: Contours): Contours {
    const known = this.turned.get(from);
    if (known) return known;
    const turned = new Contours(new CurveTable(), from.count);
    this.turned.set(from, turned);
    for (const number of from.numbers()) {
      const curves = from.curvesOf(number).map((curve) => turned.table.add(this.curve(curve)));
      turned.add({ ...from.get(number), curves });
    }
    return turned;
  }

  written<Some extends Given>(of: Some): Some {
    const text = (text: DrawnText): DrawnText => {
      return { ...text, at: this.point(text.at), spots: text.spots.map(this.point) };
    };
    const points = (places: readonly Point[]) => places.map(this.point);
    const [texts, heads, measured] = [of.texts.map(text), of.heads.map(points), of.measured.map(points)];
    const [bends, framed] = [of.bends.map((line) => this.ends(line)), this.contours(of.framed)];
    return { ...of, texts, heads, measured, bends, framed };
  }

  private ends(line: Ends): Ends {
    const [[x0, y0], [x1, y1]] = endsOf(line).map(this.point) as [Point, Point];
    return { x0, y0, x1, y1 };
  }

  private curve(curve: Curve): Curve {
    const ends = this.ends(curve);
    if (curve.kind === "line") return lineBetween(ends.x0, ends.y0, ends.x1, ends.y1);
    if (curve.kind === "bezier") return bezierThrough(curve.points.map(this.point), curve.weights);
    const [cx, cy] = this.point([curve.cx, curve.cy]);
    if (curve.kind === "arc") {
      const [cos, sin] = this.way;
      return { ...curve, ...ends, cx, cy, start: curve.start - atan2(sin, cos) };
    }
    const [[ux, uy], [vx, vy]] = [this.point([curve.ux, curve.uy]), this.point([curve.vx, curve.vy])];
    return { ...curve, ...ends, cx, cy, ux, uy, vx, vy };
  }
}
