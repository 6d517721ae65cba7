/** Lines that cross in the centres of circles, whole or in pieces; signs of an origin and of a centre of gravity. */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { roomAt } from "../../../../base/geometry/box.ts";
import { hypot } from "../../../../base/geometry/trig/hypot.ts";
import { between, distanceTo, endsOf, middleOf } from "../../basis/plane.ts";
import { foldName } from "../../roles/words.ts";
import { cosine, offAxis } from "../shown/lines.ts";
import { MOST_PAIRS, type Round, type Shown, type Straight } from "../shown/shown.ts";
import { isBeside } from "../shown/texts.ts";
import { arcsOf } from "./circles.ts";

/**
 * Of centre marks: how far off the centre, and how long, as shares of the diameter; how far from square; and for those in
 * pieces, how much of the radius they leave free at most.
 */
export const CENTRE = { off: 0.02, least: 1.02, most: 2, skew: 0.05, free: 0.75 };
/** Contours of more curves are not looked at one by one. */
export const MOST_CURVES = 200;

/** What stands beside the sign of a centre of gravity, or of the origin. */
const PLACE_NAME =
  /^(?:0[,;]\s?0|ORIGIN|NULLPUNKT|C\.?O?\.?G\.?|CDG|SP|CENT(?:RE|ER) (?:OF GRAVITY|DE GRAVITE)|CENTROID|SCHWERPUNKT|BARICENTRO)$/;

/**
 * Four lines over the rim of a circle, square about its centre and free within, and what lies on their axes: a mark in
 * pieces.
 */
function piecesOfMark({ cx, cy, radius }: Round, { linesIn, endingAt }: Shown): number[] {
  const most = CENTRE.most * radius;
  const radial = linesIn(roomAt([cx, cy], most)).flatMap((line): Radial[] => {
    if (!line.alone || offAxis(line, [cx, cy]) > 2 * CENTRE.off * radius) return [];
    const [from, to] = endsOf(line).sort((p, q) => between(p, [cx, cy]) - between(q, [cx, cy])) as [
      Point,
      Point,
    ];
    const [near, far] = [between(from, [cx, cy]), between(to, [cx, cy])];
    if (far > most || far === 0) return [];
    const away: Point = [(to[0] - cx) / far, (to[1] - cy) / far];
    return [{ line, away, from, near, far }];
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
  const isFree = (from: Point) => endingAt(from).every((line) => own.has(line));
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

/**
 * Whether a line goes from the centre of a circle to a border that is not round about it, or out of the material; or
 * from corner to corner over it.
 */
function isArm(shown: Shown, { cx, cy, radius }: Round, line: Straight): boolean {
  const { centresIn, material, near } = shown;
  const off = 2 * CENTRE.off * radius;
  const away = (end: Point) => between(end, [cx, cy]);
  const [from, to] = endsOf(line).sort((p, q) => away(p) - away(q)) as [Point, Point];
  if (!line.alone || away(to) <= CENTRE.least * radius) return false;
  if (away(from) > off)
    return distanceTo(line, cx, cy) <= off && [from, to].every((end) => isCorner(shown, end));
  const isRound = centresIn(roomAt([cx, cy], off)).some((other) => Math.abs(other.radius - away(to)) <= near);
  const isCentre = centresIn(roomAt(to, near)).length > 0;
  return !isRound && !isCentre && (material.rimAt(to, near, 0) >= 0 || !material.isAt(to));
}

/** Whether two sides of a closed contour meet at a place. */
function isCorner({ contours, closedIn, near }: Shown, place: Point): boolean {
  return closedIn(roomAt(place, near)).some((number) => {
    if (contours.size(number) > MOST_CURVES) return false;
    const { curves } = contours.get(number);
    return curves.some((id, i) => {
      if (!contours.table.isLine(id) || !contours.table.isLine(curves.at(i - 1)!)) return false;
      const { x0, y0 } = contours.table.ends(id);
      return between([x0, y0], place) <= near;
    });
  });
}

/**
 * Two lines that cross square in the centre of a circle, each a little longer than it is wide or out of the part at
 * both ends, or a line and an arc of a pitch circle; those that say from its centre where it lies; one line across
 * several.
 */
export function centreMarks(shown: Shown, aids: Set<number>): void {
  const { contours, circles, lines, linesIn, material } = shown;
  if (lines.length === 0 || circles.length * lines.length > MOST_PAIRS) return;
  const arcs = arcsOf(contours);
  const across = new Map<Straight, number>();
  for (const circle of circles) {
    const { number, cx, cy, radius } = circle;
    const width = 2 * radius;
    const isBeyond = ([x, y]: Point) => hypot(x - cx, y - cy) > CENTRE.least * radius;
    const close = linesIn(roomAt([cx, cy], CENTRE.off * width));
    const over = close.filter(
      (line) => line.alone && distanceTo(line, cx, cy) <= CENTRE.off * width && endsOf(line).every(isBeyond),
    );
    for (const line of over) across.set(line, (across.get(line) ?? 0) + 1);
    const centred = close.filter(
      (line) => line.length < CENTRE.most * width && between(middleOf(line), [cx, cy]) < CENTRE.off * width,
    );
    // In a disc a short cross may be cut; in a hole nothing is.
    const isHole = centred.length > 1 && material.isAt([cx, cy], number);
    const through = centred.filter(({ length }) => isHole || length > CENTRE.least * width);
    if (over.length > 1)
      for (const line of over) if (!endsOf(line).some((end) => material.isAt(end))) through.push(line);
    const crossed = through.filter((line) =>
      through.some((other) => Math.abs(cosine(line, other)) < CENTRE.skew),
    );
    for (const line of crossed) aids.add(line.number);
    if (crossed.length > 0 && isPlaceSign(shown, circle)) aids.add(number);
    for (const arc of through.length === 0 ? [] : arcs) {
      const [dx, dy] = [cx - arc.cx, cy - arc.cy];
      if (Math.abs(hypot(dx, dy) - arc.radius) > CENTRE.off * width || !endsOf(arc).every(isBeyond)) continue;
      if (Math.abs(arc.sweep) * arc.radius > CENTRE.most * width) continue;
      const isAlong = ({ x0, y0, x1, y1, length }: Straight) =>
        Math.abs((x1 - x0) * dy - (y1 - y0) * dx) < CENTRE.skew * length * arc.radius;
      const radial = through.find(isAlong);
      if (radial) aids.add(radial.number).add(arc.number);
    }
    for (const piece of piecesOfMark(circle, shown)) aids.add(piece);
    const arms = close.length > 1 ? close.filter((line) => isArm(shown, circle, line)) : [];
    const isPlace = arms.some((line) => Math.abs(cosine(arms[0]!, line)) < 1 - CENTRE.skew ** 2);
    for (const line of isPlace && material.isAt([cx, cy], number) ? arms : []) aids.add(line.number);
  }
  for (const [line, circles] of across) if (circles > 1) aids.add(line.number);
}

/** Whether a circle that is crossed in its centre marks the origin, at a corner of a part, or the centre of gravity. */
function isPlaceSign(shown: Shown, { cx, cy, radius }: Round): boolean {
  const room = roomAt([cx, cy], radius);
  const labels = shown.textsBy(room).filter(({ text }) => PLACE_NAME.test(foldName(text.trim())));
  return isBeside(labels, (at) => between(at, [cx, cy]) - radius) || isCorner(shown, [cx, cy]);
}
