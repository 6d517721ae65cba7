/**
 * Lines that tell where middles are: axes of parts that are alike on both sides of them, and with those centre marks, pitch
 * circles, and what is drawn round a hole.
 */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAt, diagonalOf, lies, roomAt, widened } from "../../../../base/geometry/box.ts";
import { between, distanceTo, doCross, endsOf, middleOf } from "../../basis/plane.ts";
import { curveAt } from "../../curves/curves.ts";
import { boundsOfLine, cosine } from "../shown/lines.ts";
import type { Shown, Straight } from "../shown/shown.ts";
import { CENTRE, centreMarks, MOST_CURVES } from "./centre-marks.ts";
import { mouths, pitchCircles, threads } from "./circles.ts";

/** Lengths are shares of the line, but for counts and millimetres. */
const AXIS = {
  /** How far either end goes on beyond the part, and by which share of that the other end goes on less. */
  least: 0.005,
  most: 0.4,
  alike: 0.25,
  /** How far off the rim a mirrored place is at most. */
  off: 1e-3,
  /** How far a line goes on out of a part that is no cut, as a share and in millimetres: nobody draws cuts too long by that. */
  far: 0.1,
  slip: 5,
  /** How much of a line that begins in the material lies outside: of a slit less does. */
  half: 0.5,
};

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
  if (contours.size(number) > MOST_CURVES) return false;
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
