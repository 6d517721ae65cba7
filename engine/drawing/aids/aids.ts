/**
 * Which curves on a layer that is cut are dimensions, leaders, section marks, centre marks and signs? They would close
 * false cells beside a part and cut crosses into its holes.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import { PointGrid } from "../basis/grid.ts";
import type { Outlines } from "../outlines/outlines.ts";
import type { DrawnText } from "../roles/order.ts";
import { findClouds } from "./clouds.ts";
import { dimensions } from "./dimensions.ts";
import { findHatchings } from "./hatching.ts";
import { findLeaders } from "./leaders.ts";
import { Material } from "./material.ts";
import { between, distanceTo, endsOf } from "./plane.ts";
import {
  arrowHeads,
  circlesOf,
  cosine,
  linesOf,
  MOST_PAIRS,
  polygonsOf,
  type Round,
  type Shown,
  type Straight,
  tallestOf,
} from "./shapes.ts";
import { findSigns } from "./signs.ts";

/**
 * Of centre marks: how far off the centre, and how long, as shares of the diameter; how far from square; and for those in
 * pieces, how much of the radius they leave free at most.
 */
const CENTRE = { off: 0.02, least: 1.02, most: 2, skew: 0.05, free: 0.75 };

/**
 * Of threads: how far their arc turns, give or take, and how many times as wide the wider of the two circles is; and how far
 * off its ends nothing else ends, as a share of what lies between the circles.
 */
const THREAD = { sweep: 1.5 * Math.PI, slack: Math.PI / 6, least: 1.02, most: 1.5, apart: 0.25 };

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

/** Dimensions, centre marks, signs and callouts. */
export function findAids({ contours }: Outlines, { texts, heads }: Written, weld: number): Aside {
  const aids = new Set<number>();
  // All of them have a text, or a line and something closed.
  const lines = texts.length + contours.numbers(true).length > 0 ? linesOf(contours) : [];
  if (lines.length + texts.length > 0) {
    // Boxes and triangles tell something with a text, and arrow heads on a line.
    const sides = texts.length > 0 ? 8 : 3;
    const polygons = polygonsOf(contours, sides);
    const shown: Shown = {
      contours,
      texts,
      lines,
      circles: circlesOf(contours, 10 * weld),
      polygons,
      heads,
      arrows: arrowHeads({ polygons, heads }, tallestOf(texts)),
      material: new Material(contours),
      near: 10 * weld,
    };
    centreMarks(shown, aids);
    threads(shown, aids);
    findHatchings(shown, aids);
    dimensions(shown, weld, aids);
    findSigns(shown, aids);
    findLeaders(shown, aids);
    findClouds(shown, aids);
  }
  const tell = (findings: Findings) => {
    for (const number of aids) {
      const { layer } = contours.get(number);
      findings.note("dimension-graphics", { layer, at: contours.startOf(number) });
    }
  };
  return { outlines: aids, tell };
}

/** Arcs of about three quarters of a turn round a hole, or within the rim of a bolt: the ends of a thread (ISO 6410). */
function threads({ contours, circles, near }: Shown, aids: Set<number>): void {
  if (circles.length === 0) return;
  const open = contours.numbers(false);
  const arcs = open.flatMap((number) => {
    const id = contours.curveId(number, 0);
    if (contours.size(number) > 1 || contours.table.isLine(id)) return [];
    const curve = contours.table.get(id);
    const isThread = curve.kind === "arc" && Math.abs(Math.abs(curve.sweep) - THREAD.sweep) <= THREAD.slack;
    return isThread ? [{ ...curve, number }] : [];
  });
  if (arcs.length === 0 || arcs.length * circles.length > MOST_PAIRS) return;
  const ends = new PointGrid(near, 2 * open.length);
  for (const number of open) for (const [x, y] of endsOf(contours.endsOf(number))) ends.add(x, y);
  for (const arc of arcs) {
    const around = circles.find((circle) => {
      const ratio = Math.max(circle.radius, arc.radius) / Math.min(circle.radius, arc.radius);
      const off = between([circle.cx, circle.cy], [arc.cx, arc.cy]);
      return off <= CENTRE.off * arc.radius && ratio >= THREAD.least && ratio <= THREAD.most;
    });
    if (!around) continue;
    // What goes on at an end is the outline of an eye.
    const apart = THREAD.apart * Math.abs(around.radius - arc.radius);
    let met = 0;
    for (const [x, y] of endsOf(arc)) ends.near(x, y, apart, () => ++met > 2);
    if (met === 2) aids.add(arc.number);
  }
}

/**
 * Four lines over the rim of a circle, square about its centre and free within, and what lies on their axes: a mark in
 * pieces.
 */
function piecesOfMark({ cx, cy, radius }: Round, lines: readonly Straight[], meet: number): number[] {
  const most = CENTRE.most * radius;
  const radial = lines.flatMap((line): Radial[] => {
    const { alone, x0, y0, x1, y1 } = line;
    // Nearly all lie elsewhere.
    if (!alone || Math.abs(x0 - cx) > most || Math.abs(y0 - cy) > most) return [];
    if (Math.abs((x0 - cx) * (y1 - cy) - (y0 - cy) * (x1 - cx)) > 2 * CENTRE.off * radius * most) return [];
    const [from, to] = endsOf(line).sort((p, q) => between(p, [cx, cy]) - between(q, [cx, cy])) as [
      Point,
      Point,
    ];
    const [near, far] = [between(from, [cx, cy]), between(to, [cx, cy])];
    if (far > most || far === 0) return [];
    const away: Point = [(to[0] - cx) / far, (to[1] - cy) / far];
    const off = Math.abs((from[0] - cx) * away[1] - (from[1] - cy) * away[0]);
    return off <= 2 * CENTRE.off * radius ? [{ line, away, from, near, far }] : [];
  });
  const arms = radial.filter(({ near, far }) => far > CENTRE.least * radius && near < CENTRE.free * radius);
  const [first] = arms;
  if (arms.length < 4 || !first) return [];
  const [x, y] = first.away;
  const ways: Point[] = [
    [x, y],
    [-y, x],
    [-x, -y],
    [y, -x],
  ];
  const isAt = ([x, y]: Point, [u, v]: Point) => x * u + y * v > 1 - CENTRE.skew ** 2;
  const own = new Set(radial.map(({ line }) => line));
  const isFree = (from: Point) =>
    !lines.some((line) => !own.has(line) && endsOf(line).some((end) => between(end, from) <= meet));
  if (!ways.every((way) => arms.some(({ away, from }) => isAt(away, way) && isFree(from)))) return [];
  return radial.flatMap(({ line, away }) => (ways.some((way) => isAt(away, way)) ? [line.number] : []));
}

/** A line on an axis of a circle: the way it goes out, its inner end, and how far both ends lie from the centre. */
interface Radial {
  line: Straight;
  away: Point;
  from: Point;
  near: number;
  far: number;
}

/** Two lines that cross square in the centre of a circle, each a little longer than it is wide; one line across several. */
function centreMarks({ circles, lines, material, near }: Shown, aids: Set<number>): void {
  if (lines.length === 0 || circles.length * lines.length > MOST_PAIRS) return;
  const across = new Map<Straight, number>();
  for (const circle of circles) {
    const { number, cx, cy, radius } = circle;
    const width = 2 * radius;
    for (const line of lines) {
      if (!line.alone || distanceTo(line, cx, cy) > CENTRE.off * width) continue;
      if (endsOf(line).every(([x, y]) => Math.hypot(x - cx, y - cy) > CENTRE.least * radius))
        across.set(line, (across.get(line) ?? 0) + 1);
    }
    const centred = lines.filter(
      ({ x0, y0, x1, y1, length }) =>
        length < CENTRE.most * width &&
        Math.hypot((x0 + x1) / 2 - cx, (y0 + y1) / 2 - cy) < CENTRE.off * width,
    );
    // In a disc a short cross may be cut; in a hole nothing is.
    const isHole = centred.length > 1 && material.isAt([cx, cy], number);
    const through = centred.filter(({ length }) => isHole || length > CENTRE.least * width);
    for (const line of through)
      if (through.some((other) => Math.abs(cosine(line, other)) < CENTRE.skew)) aids.add(line.number);
    for (const number of piecesOfMark(circle, lines, near)) aids.add(number);
  }
  for (const [line, circles] of across) if (circles > 1) aids.add(line.number);
}
