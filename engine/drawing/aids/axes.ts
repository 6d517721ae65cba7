/**
 * Lines that tell where middles are: centre marks of circles, axes of parts that are alike on both sides of them, pitch circles
 * through the centres of holes; and what is drawn round a hole: arcs of threads and mouths of countersinks.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { hypot } from "../../geometry/trig/hypot.ts";
import { boundsAt, diagonalOf, lies, roomAt, widened } from "../basis/bounds.ts";
import { PointGrid } from "../basis/grid.ts";
import { between, distanceTo, doCross, endsOf, halfway, middleOf } from "../basis/plane.ts";
import type { Contours } from "../curves/contours.ts";
import { type Arc, curveAt } from "../curves/curves.ts";
import { foldName } from "../roles/words.ts";
import {
  awayFrom,
  boundsOfLine,
  cosine,
  isBeside,
  MOST_PAIRS,
  offAxis,
  type Round,
  type Shown,
  type Straight,
  strokeOfArc,
} from "./shapes.ts";

/**
 * Of centre marks: how far off the centre, and how long, as shares of the diameter; how far from square; and for those in
 * pieces, how much of the radius they leave free at most.
 */
const CENTRE = { off: 0.02, least: 1.02, most: 2, skew: 0.05, free: 0.75 };

/** What stands beside the sign of a centre of gravity, or of the origin. */
const PLACE_NAME =
  /^(?:0[,;]\s?0|ORIGIN|NULLPUNKT|C\.?O?\.?G\.?|CDG|SP|CENT(?:RE|ER) (?:OF GRAVITY|DE GRAVITE)|CENTROID|SCHWERPUNKT|BARICENTRO)$/;
/** Curves of a slot. */
const SLOT = 4;

/**
 * Of threads: how far their arc turns, give or take, and how many times as wide the wider of the two circles is; and how far
 * off its ends nothing else ends, as a share of what lies between the circles.
 */
const THREAD = { sweep: 1.5 * Math.PI, slack: Math.PI / 6, least: 1.02, most: 1.5, apart: 0.25 };

/** Of countersinks: how many times as wide as its hole a mouth is at most, and what says that there are any. */
const MOUTH = {
  most: 2.5,
  word: /\b(?:CSK|C['’.\s-]?SINK|COUNTER[\s-]?S[IU]NK|C['’.\s-]?BORE|COUNTER[\s-]?BORE|SENK|FRAISUR|SVASA|AVELLAN)|[⌵⌴]/,
};

/** Lengths are shares of the line, but for counts and millimetres. */
const AXIS = {
  /** How far either end goes on beyond the part, and by which share of that the other end goes on less. */
  least: 0.005,
  most: 0.4,
  alike: 0.25,
  /** How far off the rim a mirrored place is at most, and the most curves that are mirrored. */
  off: 1e-3,
  curves: 200,
  /** How far a line goes on out of a part that is no cut, as a share and in millimetres: nobody draws cuts too long by that. */
  far: 0.1,
  slip: 5,
  /** How much of a line that begins in the material lies outside: of a slit less does. */
  half: 0.5,
};

/**
 * Of pitch circles: how many holes have their centres on it, or on one about the centre of a larger circle; how wide
 * those are at most, as a share of its radius; and how far from their centres there is still material, in their radii.
 */
const PITCH = { holes: 3, about: 2, width: 0.75, beyond: 1.05 };

/** Sides of a polygon that nobody fits a hole or a disc into, or round, exactly. */
const POLYGON = 5;

/**
 * Of gears: how many teeth they have at least, and how far off the middle of all of it their centre is, as a share of
 * their radius.
 */
const TEETH = { least: 8, off: 0.05 };

/** Adds the numbers of all such lines to those of aids. */
export function findAxes(shown: Shown, aids: Set<number>): void {
  centreMarks(shown, aids);
  threads(shown, aids);
  mouths(shown, aids);
  axes(shown, aids);
  pitchCircles(shown, aids);
}

/**
 * Lines through closed contours that are alike on both sides of them, as far beyond those at one end as at the other.
 * Where any goes through one of them at another place, they are cuts drawn too long, but for those that go on far. In a
 * hole two that cross square are marks; a single one may be a slit.
 */
function axes(shown: Shown, aids: Set<number>): void {
  const { met, lines, linesIn, material } = shown;
  const through = { parts: new Map<number, Through[]>(), holes: new Map<number, Through[]>() };
  for (const line of lines) {
    if (!line.alone || line.length === 0 || !met.has(line.number) || aids.has(line.number)) continue;
    if (goesFar(shown, line)) {
      aids.add(line.number);
      continue;
    }
    const found = throughOf(shown, line);
    if (!found) continue;
    const groups = material.isAt([line.x0, line.y0]) ? through.holes : through.parts;
    for (const contour of found.contours) {
      const others = groups.get(contour);
      if (others) others.push(found);
      else groups.set(contour, [found]);
    }
  }
  for (const found of through.parts.values())
    for (const axis of found.every(({ isAxis }) => isAxis) ? found : []) {
      aids.add(axis.line.number);
      // Strokes across its ends say that both halves are alike (ISO 128).
      const ends = endsOf(axis.line).map((end) => roomAt(end, axis.stub));
      for (const line of linesIn(...ends)) if (line.alone && isAcrossEnd(line, axis)) aids.add(line.number);
    }
  for (const found of through.holes.values())
    for (const { line } of found.filter(({ isAxis }) => isAxis)) {
      const across = found.filter(({ line: other, isAlike }) => isAlike && isHalvedBy(other, line));
      for (const { line: other } of across) aids.add(line.number).add(other.number);
    }
}

/** A line through closed contours of which none holds the other, and how far it goes on beyond the first and the last of them. */
interface Through {
  line: Straight;
  contours: ReadonlySet<number>;
  /** It goes on as far at either end. */
  isAlike: boolean;
  /** And all contours are the same beyond it. */
  isAxis: boolean;
  stub: number;
}

function throughOf(shown: Shown, line: Straight): Through | null {
  const rims = shown.material.crossings(line, shown.near);
  const [first, last] = [rims[0], rims.at(-1)];
  if (!first || !last) return null;
  const within = new Set<number>();
  const contours = new Set<number>();
  for (const { contour } of rims) {
    if (within.size === 0) contours.add(contour);
    if (!within.delete(contour)) within.add(contour);
  }
  const [least, most] = [first.share, 1 - last.share].sort((p, q) => p - q) as [number, number];
  if (within.size > 0 || least * line.length <= shown.near) return null;
  const isAlike = least >= AXIS.least && most <= AXIS.most && most - least <= AXIS.alike * most;
  const isAxis = isAlike && [...contours].every((contour) => isMirrored(shown, contour, line));
  return { line, contours, isAlike, isAxis, stub: most * line.length };
}

/**
 * Whether a line goes out of the material and far on, with nothing there; from within it that is the greater part of
 * the line, far beside what it comes out of, and crosses no other.
 */
function goesFar(shown: Shown, line: Straight): boolean {
  const { contours, material, endingAt, linesIn, near } = shown;
  const { number, x0, y0, x1, y1, length } = line;
  const rims = material.crossings(line, near);
  const placeAt = (share: number): Point => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
  const boxAt = (rim: number) => contours.boundsOf(rims.at(rim)!.contour);
  const isOut = (end: number, rim: number) =>
    !lies(boundsAt(placeAt(end)), widened(boxAt(rim), AXIS.slip)) && !material.isAt(placeAt(end));
  return [0, 1].some((end) => {
    const [last, first] = [-end, end - 1];
    if (rims.length === 0 || !isOut(end, last) || endingAt(placeAt(end)).length > 1) return false;
    const { share } = rims.at(last)!;
    const before = rims.length > 1 ? rims.at(end === 0 ? 1 : -2)!.share : 1 - end;
    // The side of a neighbour may pass a corner a hair within it.
    if (Math.abs(share - before) * length <= near || !material.isAt(placeAt((share + before) / 2)))
      return false;
    const tail = Math.abs(end - share) * length;
    if (rims.length > 1 && isOut(1 - end, first)) return tail > AXIS.far * length;
    if (tail <= Math.max(AXIS.half * length, AXIS.far * diagonalOf(boxAt(last)))) return false;
    const [x, y] = placeAt(share);
    const beyond = end === 0 ? { x0, y0, x1: x, y1: y } : { x0: x, y0: y, x1, y1 };
    return !linesIn(boundsOfLine(line)).some((other) => other.number !== number && doCross(beyond, other));
  });
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
  return contours
    .curvesOf(number)
    .every((curve) => isOnRim(curveAt(curve, 0)) && isOnRim(curveAt(curve, 0.5)));
}

/** Whether a line is halved by what an axis has beyond its part, at a right angle. */
function isAcrossEnd(stroke: Straight, { line, stub }: Through): boolean {
  if (stroke.length >= 2 * stub || !isHalvedBy(stroke, line)) return false;
  return endsOf(line).some((end) => between(end, middleOf(stroke)) < stub);
}

/** Whether a line crosses the middle of another one at a right angle. */
function isHalvedBy(line: Straight, by: Straight): boolean {
  const isSquare = Math.abs(cosine(line, by)) < CENTRE.skew;
  return isSquare && distanceTo(by, ...middleOf(line)) <= CENTRE.off * line.length;
}

/** Circles, and arcs of such, through the centres of holes that have material around them on either side. */
function pitchCircles(shown: Shown, aids: Set<number>): void {
  const { contours, circles, centresIn, met, material, near } = shown;
  const meeting = circles.filter(({ number }) => met.has(number));
  const arcs = arcsOf(contours).filter(({ number }) => met.has(number));
  if (meeting.length * (meeting.length + arcs.length) > MOST_PAIRS) return;
  const pitch = ({ number, cx, cy, radius }: Round): Round[] => {
    const off = Math.max(near, CENTRE.off * radius);
    const away = (hole: Round) => between([hole.cx, hole.cy], [cx, cy]);
    const around = centresIn(roomAt([cx, cy], radius + off));
    const on = around.filter(
      (hole) =>
        met.has(hole.number) && hole.radius <= PITCH.width * radius && Math.abs(away(hole) - radius) <= off,
    );
    const isInMaterial = (hole: Round) =>
      [1, -1].every((way) => {
        const share = 1 + (way * PITCH.beyond * hole.radius) / radius;
        return material.isAt([cx + share * (hole.cx - cx), cy + share * (hole.cy - cy)], number);
      });
    const isAbout = on.length > 0 && around.some((other) => other.radius > radius && away(other) <= off);
    const least = isAbout ? PITCH.about : PITCH.holes;
    return on.length >= least && on.every(isInMaterial) ? on : [];
  };
  for (const circle of meeting)
    if (pitch(circle).length > 0 || isOfTeeth(shown, circle) || isOfPolygon(shown, circle))
      aids.add(circle.number);
  for (const arc of arcs) {
    const stroke = strokeOfArc(arc.number, arc, true);
    const isOver = (hole: Round) =>
      awayFrom(stroke, [hole.cx, hole.cy]) <= near &&
      endsOf(arc).every((end) => between(end, [hole.cx, hole.cy]) > CENTRE.least * hole.radius);
    if (pitch(arc).some(isOver)) aids.add(arc.number);
  }
}

/** Whether a circle goes in and out of a contour about its centre, as the pitch circles of gears do. */
function isOfTeeth({ contours, closedIn, met, near }: Shown, { number, cx, cy, radius }: Round): boolean {
  return closedIn(roomAt([cx, cy], near)).some((other) => {
    const { min_x, min_y, max_x, max_y } = contours.boundsOf(other);
    const off = between([(min_x + max_x) / 2, (min_y + max_y) / 2], [cx, cy]);
    if (other === number || !met.has(other) || off > TEETH.off * radius) return false;
    const beyond = contours.cornersOf(other).flatMap((corner) => {
      const away = between(corner, [cx, cy]) - radius;
      return Math.abs(away) <= near ? [] : [away > 0];
    });
    return beyond.filter((is, i) => is !== beyond.at(i - 1)).length >= 2 * TEETH.least;
  });
}

/** Whether a circle goes through all corners of a polygon, or touches all of its sides: it is drawn by it. */
function isOfPolygon({ polygonsIn, near }: Shown, { cx, cy, radius }: Round): boolean {
  return polygonsIn(roomAt([cx, cy], near)).some(({ corners }) => {
    const isAtAll = (places: readonly Point[]) =>
      places.every((place) => Math.abs(between(place, [cx, cy]) - radius) <= near);
    const middles = corners.map((corner, i) => halfway(corner, corners.at(i - 1)!));
    return corners.length >= POLYGON && (isAtAll(corners) || isAtAll(middles));
  });
}

/** Open contours that are a single arc. */
function arcsOf(contours: Contours): (Arc & { number: number })[] {
  return contours.numbers(false).flatMap((number) => {
    const id = contours.curveId(number, 0);
    if (contours.size(number) > 1 || contours.table.isLine(id)) return [];
    const curve = contours.table.get(id);
    return curve.kind === "arc" ? [{ ...curve, number }] : [];
  });
}

/** Arcs of about three quarters of a turn round a hole, or within the rim of a bolt: the ends of a thread (ISO 6410). */
function threads({ contours, circles, centresIn, near }: Shown, aids: Set<number>): void {
  if (circles.length === 0) return;
  const arcs = arcsOf(contours).filter(
    ({ sweep }) => Math.abs(Math.abs(sweep) - THREAD.sweep) <= THREAD.slack,
  );
  const open = contours.numbers(false);
  if (arcs.length === 0 || arcs.length * circles.length > MOST_PAIRS) return;
  const ends = new PointGrid(near, 2 * open.length);
  for (const number of open) for (const [x, y] of endsOf(contours.endsOf(number))) ends.add(x, y);
  for (const arc of arcs) {
    const around = centresIn(roomAt([arc.cx, arc.cy], CENTRE.off * arc.radius)).find((circle) => {
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

/** The wider of two circles about one centre in material, where a text says that holes are countersunk. */
function mouths({ circles, centresIn, texts, material }: Shown, aids: Set<number>): void {
  if (circles.length ** 2 > MOST_PAIRS || !texts.some(({ text }) => MOUTH.word.test(foldName(text)))) return;
  for (const { number, cx, cy, radius } of circles) {
    const isMouth = centresIn(roomAt([cx, cy], CENTRE.off * radius)).some(
      (hole) =>
        hole.radius < radius &&
        radius <= MOUTH.most * hole.radius &&
        between([hole.cx, hole.cy], [cx, cy]) <= CENTRE.off * radius,
    );
    if (isMouth && material.isAt([cx + PITCH.beyond * radius, cy])) aids.add(number);
  }
}

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

/** Whether a place is the centre of an arc of a slot. */
function isOfSlot({ contours, closedIn, near }: Shown, place: Point): boolean {
  return closedIn(roomAt(place, near)).some((number) => {
    if (contours.size(number) !== SLOT) return false;
    return contours
      .curvesOf(number)
      .some((curve) => curve.kind === "arc" && between([curve.cx, curve.cy], place) <= near);
  });
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
    if (contours.size(number) > AXIS.curves) return false;
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
function centreMarks(shown: Shown, aids: Set<number>): void {
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

/**
 * Lines from the centres of circles to those of others, as of the ends of slots. What goes on from there to another place is a
 * slit with holes at its bends.
 */
export function linesBetween(shown: Shown, aids: Set<number>): void {
  const { circles, lines, centresIn, endingAt, near } = shown;
  if (circles.length * lines.length > MOST_PAIRS) return;
  const isCentre = (end: Point) => centresIn(roomAt(end, near)).length > 0 || isOfSlot(shown, end);
  const off = new Set<number>();
  for (const line of lines) if (line.chord || !endsOf(line).every(isCentre)) off.add(line.number);
  const left = lines.filter(({ number }) => !off.has(number));
  const meetsOther = (end: Point) => endingAt(end).some(({ number }) => off.has(number) && !aids.has(number));
  const going = new Set(left.filter((line) => endsOf(line).some(meetsOther)));
  for (const line of going)
    for (const next of endsOf(line).flatMap((end) => endingAt(end)))
      if (!off.has(next.number)) going.add(next);
  for (const { number } of going) off.add(number);
  for (const { number } of left) if (!off.has(number)) aids.add(number);
}
