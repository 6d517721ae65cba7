/**
 * Lines that tell where middles are: centre marks of circles, axes of parts that are alike on both sides of them, pitch circles
 * through the centres of holes, and arcs that stand for threads.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { PointGrid } from "../basis/grid.ts";
import { curveAt, type Ends } from "../curves/curves.ts";
import { between, distanceTo, endsOf } from "./plane.ts";
import { cosine, MOST_PAIRS, type Round, type Shown, type Straight } from "./shapes.ts";

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

/**
 * Of axes: by which share of the line either end goes on beyond the part, at least and at most, and by how much these differ; how
 * far off the rim a mirrored place is, as a share of the line; and the most curves that are mirrored.
 */
const AXIS = { least: 0.005, most: 0.4, alike: 0.25, off: 1e-3, curves: 200 };

/**
 * Of pitch circles: how many holes of one size have their centres on it, how wide those are at most, as a share of its radius, and
 * how far from their centres there is still material, in their radii.
 */
const PITCH = { holes: 3, width: 0.75, beyond: 1.05 };

/** Adds the numbers of all such lines to those of aids. */
export function findAxes(shown: Shown, aids: Set<number>): void {
  centreMarks(shown, aids);
  threads(shown, aids);
  axes(shown, aids);
  pitchCircles(shown, aids);
}

/**
 * Lines through a closed contour that is alike on both sides of them, as far beyond it at one end as at the other. Where any goes
 * through at another place, they are cuts drawn too long.
 */
function axes(shown: Shown, aids: Set<number>): void {
  const { met, lines, material, near } = shown;
  const through = new Map<number, Through[]>();
  for (const line of lines) {
    if (!line.alone || line.length === 0 || !met.has(line.number) || aids.has(line.number)) continue;
    const beside = movedAside(line, near / 3);
    const rims = material.crossings(beside);
    const [first, last] = [rims[0], rims.at(-1)];
    if (!first || !last || first.contour !== last.contour || rims.length % 2 === 1) continue;
    if (material.isAt([beside.x0, beside.y0])) continue;
    const [least, most] = [first.share, 1 - last.share].sort((p, q) => p - q) as [number, number];
    if (least * line.length <= near) continue;
    const isAlike = least >= AXIS.least && most <= AXIS.most && most - least <= AXIS.alike * most;
    const isAxis = isAlike && isMirrored(shown, first.contour, line);
    const found = { line, isAxis, stub: most * line.length };
    const others = through.get(first.contour);
    if (others) others.push(found);
    else through.set(first.contour, [found]);
  }
  for (const found of through.values())
    for (const axis of found.every(({ isAxis }) => isAxis) ? found : []) {
      aids.add(axis.line.number);
      // Strokes across its ends say that both halves are alike (ISO 128).
      for (const line of lines) if (line.alone && isAcrossEnd(line, axis)) aids.add(line.number);
    }
}

/** Whether a closed contour is the same beyond a line. */
function isMirrored(
  { contours, material }: Shown,
  number: number,
  { x0, y0, x1, y1, length }: Straight,
): boolean {
  if (contours.size(number) > AXIS.curves) return false;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const isOnRim = ([x, y]: Point) => {
    const away = (x - x0) * dy - (y - y0) * dx;
    return material.isOnRim([x - 2 * away * dy, y + 2 * away * dx], number, AXIS.off * length);
  };
  return contours.get(number).curves.every((id) => {
    const curve = contours.table.get(id);
    return isOnRim(curveAt(curve, 0)) && isOnRim(curveAt(curve, 0.5));
  });
}

/** A line through a contour, and how far it goes on beyond that. */
interface Through {
  line: Straight;
  isAxis: boolean;
  stub: number;
}

/** Whether a line is halved by what an axis has beyond its part, at a right angle. */
function isAcrossEnd(stroke: Straight, { line, stub }: Through): boolean {
  if (stroke.length >= 2 * stub) return false;
  const [x, y] = [(stroke.x0 + stroke.x1) / 2, (stroke.y0 + stroke.y1) / 2];
  const away = Math.min(...endsOf(line).map((end) => between(end, [x, y])));
  const isHalved = away < stub && distanceTo(line, x, y) <= CENTRE.off * stroke.length;
  return isHalved && Math.abs(cosine(stroke, line)) < CENTRE.skew;
}

/** Where no joints of what it goes over lie on it. */
function movedAside({ x0, y0, x1, y1, length }: Straight, by: number): Ends {
  const [dx, dy] = [(-by * (y1 - y0)) / length, (by * (x1 - x0)) / length];
  return { x0: x0 + dx, y0: y0 + dy, x1: x1 + dx, y1: y1 + dy };
}

/** Circles through the centres of holes that have material around them on either side. */
function pitchCircles({ circles, met, material, near }: Shown, aids: Set<number>): void {
  const meeting = circles.filter(({ number }) => met.has(number));
  if (meeting.length ** 2 > MOST_PAIRS) return;
  for (const { number, cx, cy, radius } of meeting) {
    const off = Math.max(near, CENTRE.off * radius);
    const on = meeting.filter(
      (hole) =>
        hole.radius <= PITCH.width * radius &&
        Math.abs(between([hole.cx, hole.cy], [cx, cy]) - radius) <= off,
    );
    const isInMaterial = (hole: Round) =>
      [1, -1].every((way) => {
        const share = 1 + (way * PITCH.beyond * hole.radius) / radius;
        return material.isAt([cx + share * (hole.cx - cx), cy + share * (hole.cy - cy)], number);
      });
    const isOneOfMany = (hole: Round) =>
      on.filter((other) => Math.abs(other.radius - hole.radius) <= near).length >= PITCH.holes;
    if (on.length >= PITCH.holes && on.every((hole) => isOneOfMany(hole) && isInMaterial(hole)))
      aids.add(number);
  }
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
