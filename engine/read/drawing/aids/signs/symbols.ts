/**
 * Signs made of several shapes: what stands on the shelf of a leader (signs of welds and finishes), and the cone of the
 * method of projection (ISO 5456) beside its own view from the front.
 */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, holds, lengthsOf, roomAt, widened } from "../../../../base/geometry/box.ts";
import { hypot } from "../../../../base/geometry/trig/hypot.ts";
import { between, distanceTo, endsOf, halfway } from "../../basis/plane.ts";
import type { DrawnText } from "../../model/text.ts";
import { addWithin, boundsOfLine } from "../shown/lines.ts";
import { saysRadius } from "../shown/numbers.ts";
import { boundsOfCircle } from "../shown/rounds.ts";
import { MOST_PAIRS, type Round, type Shown, type Straight, type Straights } from "../shown/shown.ts";

/** A sign on a shelf is no larger than this, in letters. */
const SIGN = 4;
/** Of projection signs: what differs by this share of the cone's wide end is the same; how far apart, in those. */
const CONE = { same: 0.1, lengths: 4 };

/** A line of a leader: its text, whether that stands on it, and where its leader ends. */
interface Stand {
  line: Straight;
  text: DrawnText;
  isShelf: boolean;
  tips: readonly Point[];
}

/**
 * Adds what stands on a line of a leader or hangs from it: of the size of its letters, and it touches the line. What the leader
 * ends in is what it tells of.
 */
export function signsOn(
  { linesIn, circlesIn, polygonsIn, material, near }: Shown,
  { line, text, isShelf, tips }: Stand,
  aids: Set<number>,
): void {
  const most = SIGN * text.height;
  const isTip = (end: Point) => tips.some((tip) => between(tip, end) <= near);
  const isOn = (points: readonly Point[]) => points.some(([x, y]) => distanceTo(line, x, y) <= near);
  if (!isShelf && line.length > most) return;
  const around = widened(boundsOfLine(line), near);
  for (const { number, corners, box } of polygonsIn(around))
    if (lengthsOf(box)[1] <= most && isOn(corners) && !tips.some((tip) => holds(widened(box, near), ...tip)))
      aids.add(number);
  for (const other of linesIn(around))
    if (other.length <= most && isOn(endsOf(other)) && !endsOf(other).some(isTip)) aids.add(other.number);
  for (const { number, cx, cy, radius } of isShelf ? circlesIn(around) : []) {
    const places: Point[] = [
      [cx, cy],
      [cx, cy - radius],
      [cx, cy + radius],
    ];
    const isEnd = tips.some((tip) => between(tip, [cx, cy]) <= radius + near);
    const isHole = isEnd || material.isAt([cx, cy], number) || saysRadius(text.text, radius);
    if (2 * radius <= most && isOn(places) && !isHole) aids.add(number);
  }
}

/** Adds cones seen from the side, beside two circles about one centre on their axis that are as wide as their two ends. */
export function projectionSigns(shown: Shown, aids: Set<number>): void {
  const { circles, polygons, centresIn, near } = shown;
  const cones = polygons.flatMap((polygon) => coneOf(polygon) ?? []);
  if (cones.length === 0 || cones.length * circles.length > MOST_PAIRS) return;
  for (const { polygon, middle, along, ends, length } of cones) {
    const [narrow, wide] = ends;
    const same = CONE.same * wide;
    const reach = CONE.lengths * Math.max(length, wide);
    const onAxis = centresIn(roomAt(middle, reach)).filter(({ cx, cy }) => {
      const [x, y] = [cx - middle[0], cy - middle[1]];
      return Math.abs(x * along[1] - y * along[0]) <= same && hypot(x, y) <= reach;
    });
    const about = (diameter: number, other?: Round) =>
      onAxis.find(
        (circle) =>
          Math.abs(2 * circle.radius - diameter) <= same &&
          (!other || between([circle.cx, circle.cy], [other.cx, other.cy]) <= near),
      );
    const outer = about(wide);
    if (!outer || !about(narrow, outer)) continue;
    const box = widened(boundsAround([polygon.box, boundsOfCircle(outer)]), wide / 2);
    addWithin(shown, box, aids);
  }
}

interface Cone {
  polygon: Straights;
  middle: Point;
  /** The way of its axis. */
  along: Point;
  /** How wide it is at its narrow and its wide end. */
  ends: [number, number];
  length: number;
}

/** A trapezium that is alike on both sides of an axis, and no rectangle. */
function coneOf(polygon: Straights): Cone | null {
  const { corners } = polygon;
  if (corners.length !== 4) return null;
  for (const first of [0, 1]) {
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => corners[(first + i) % 4]!) as [Point, Point, Point, Point];
    const [p, q] = [halfway(a, b), halfway(c, d)];
    const [one, other, length] = [between(a, b), between(c, d), between(p, q)];
    const wide = Math.max(one, other);
    const narrow = Math.min(one, other);
    if (length === 0 || narrow === 0 || narrow > 0.9 * wide) continue;
    const along: Point = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
    const isSquare = ([x, y]: Point, [u, v]: Point) =>
      Math.abs((u - x) * along[0] + (v - y) * along[1]) <= CONE.same * CONE.same * wide;
    if (isSquare(a, b) && isSquare(c, d))
      return { polygon, middle: halfway(p, q), along, ends: [narrow, wide], length };
  }
  return null;
}
