/**
 * Which curves on a layer that is cut are dimensions, leaders, section marks, centre marks and signs? They would close
 * false cells beside a part and cut crosses into its holes.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import type { DrawnText } from "../roles/order.ts";
import { dimensions } from "./dimensions.ts";
import type { Outlines } from "./outlines.ts";
import {
  circlesOf,
  cosine,
  distanceTo,
  endsOf,
  linesOf,
  MOST_PAIRS,
  polygonsOf,
  type Round,
  type Shown,
  type Straight,
} from "./shapes.ts";
import { findSigns } from "./signs.ts";

/**
 * Of centre marks: how far off the centre, and how long, as shares of the diameter; how far from square; and for those in
 * pieces, how much of the radius they leave free at most.
 */
const CENTRE = { off: 0.02, least: 1.02, most: 2, skew: 0.05, free: 0.75 };

/** Outlines that are not cut, by number, and what is told of them. */
export interface Aside {
  outlines: Set<number>;
  tell: (findings: Findings) => void;
}

/** What stands in a drawing beside its curves: texts, and filled triangles by their corners. */
export interface Written {
  texts: readonly DrawnText[];
  heads: readonly (readonly Point[])[];
}

/** Dimensions and centre marks. */
export function findAids({ contours }: Outlines, { texts, heads }: Written, weld: number): Aside {
  const aids = new Set<number>();
  // All of them have a text, or a line and something closed.
  const lines = texts.length + contours.numbers(true).length > 0 ? linesOf(contours) : [];
  if (lines.length + texts.length > 0) {
    // Boxes and triangles tell something with a text, and arrow heads on a line.
    const sides = texts.length > 0 ? 4 : 3;
    const shown: Shown = {
      contours,
      texts,
      lines,
      circles: circlesOf(contours),
      polygons: polygonsOf(contours, sides),
      heads,
      near: 10 * weld,
    };
    centreMarks(shown.circles, shown.lines, aids);
    dimensions(shown, weld, aids);
    findSigns(shown, aids);
  }
  const tell = (findings: Findings) => {
    for (const number of aids) {
      const { layer } = contours.get(number);
      findings.note("dimension-graphics", { layer, at: contours.startOf(number) });
    }
  };
  return { outlines: aids, tell };
}

/** Four lines over the rim of a circle, square about its centre, and what lies on their axes within: a mark in pieces. */
function piecesOfMark([cx, cy]: Point, radius: number, lines: readonly Straight[]): number[] {
  const most = CENTRE.most * radius;
  const radial = lines.flatMap((line) => {
    const [near, far] = endsOf(line)
      .map(([x, y]): Point => [x - cx, y - cy])
      .sort((p, q) => Math.hypot(...p) - Math.hypot(...q)) as [Point, Point];
    const long = Math.hypot(...far);
    if (!line.alone || long > most || long === 0) return [];
    const away: Point = [far[0] / long, far[1] / long];
    const isOnAxis = Math.abs(near[0] * away[1] - near[1] * away[0]) <= 2 * CENTRE.off * radius;
    return isOnAxis ? [{ line, away, near: Math.hypot(...near), long }] : [];
  });
  const arms = radial.filter(({ near, long }) => long > CENTRE.least * radius && near < CENTRE.free * radius);
  const isAt = ([x, y]: Point, [u, v]: Point) => x * u + y * v > 1 - CENTRE.skew ** 2;
  const [first] = arms;
  if (arms.length < 4 || !first) return [];
  const [x, y] = first.away;
  const ways: Point[] = [
    [x, y],
    [-y, x],
    [-x, -y],
    [y, -x],
  ];
  if (!ways.every((way) => arms.some(({ away }) => isAt(away, way)))) return [];
  return radial.flatMap(({ line, away }) => (ways.some((way) => isAt(away, way)) ? [line.number] : []));
}

/** Two lines that cross square in the centre of a circle, each a little longer than it is wide; one line across several. */
function centreMarks(circles: readonly Round[], lines: readonly Straight[], aids: Set<number>): void {
  if (lines.length === 0 || circles.length * lines.length > MOST_PAIRS) return;
  const across = new Map<Straight, number>();
  for (const { cx, cy, radius } of circles) {
    const width = 2 * radius;
    for (const line of lines) {
      if (!line.alone || distanceTo(line, cx, cy) > CENTRE.off * width) continue;
      if (endsOf(line).every(([x, y]) => Math.hypot(x - cx, y - cy) > CENTRE.least * radius))
        across.set(line, (across.get(line) ?? 0) + 1);
    }
    const through = lines.filter(
      ({ x0, y0, x1, y1, length }) =>
        length > CENTRE.least * width &&
        length < CENTRE.most * width &&
        Math.hypot((x0 + x1) / 2 - cx, (y0 + y1) / 2 - cy) < CENTRE.off * width,
    );
    for (const line of through)
      if (through.some((other) => Math.abs(cosine(line, other)) < CENTRE.skew)) aids.add(line.number);
    for (const number of piecesOfMark([cx, cy], radius, lines)) aids.add(number);
  }
  for (const [line, circles] of across) if (circles > 1) aids.add(line.number);
}
