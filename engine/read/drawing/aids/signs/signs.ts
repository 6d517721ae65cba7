/**
 * Signs of drawings: balloons and boxes with a text that a line leads to, arrows around a word, circles round a detail,
 * signs of surfaces and of north. They stand beside or across a part, are closed as parts are, and nobody cuts them.
 * All are known by how standards draw them and by their text; what merely is small is a part.
 */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import {
  areaOf,
  awayFromBox,
  boundsAround,
  boundsAt,
  holds,
  lengthsOf,
  lies,
  roomAt,
  widened,
} from "../../../../base/geometry/box.ts";
import { angleAt, awayFromSides, between, distanceTo, endsOf } from "../../basis/plane.ts";
import type { DrawnText } from "../../model/text.ts";
import { foldName } from "../../roles/words.ts";
import { addWithin, boundsOfLine } from "../shown/lines.ts";
import { chordsOf } from "../shown/material.ts";
import { boundsOfCircle, sharpest } from "../shown/rounds.ts";
import { MOST_PAIRS, type Round, type Shown, type Straight, type Straights } from "../shown/shown.ts";
import { isBeside } from "../shown/texts.ts";
import { projectionSigns } from "./symbols.ts";

/** How far off a line may meet a circle, as a share of its radius. */
const OFF = 0.02;
/** What stands beside a circle that marks a detail, or at the end of a line that leads there. */
const DETAIL = /^(?:DETAIL|EINZELHEIT|DÉTAIL|DETALLE|DETTAGLIO)?\s*[A-Z](?:\s*\(?\d+\s*:\s*\d+\)?)?$/i;
/** Signs of surfaces (ISO 1302, ASME Y14.36): two legs at 60 degrees, one about twice as long as the other. */
const SURFACE = { least: 50, most: 70, legs: [1.4, 2.6], letters: 8 } as const;
/** Of needles, with the letter of their quarter: degrees of the sharpest corner, and letters that the sign is high. */
const NORTH = { sharp: 40, letters: 10, word: /^(?:N|NORTH|NORD|NORTE|NOORD|С|СЕВЕР|北)$/ };
/** Tags of bends: a number or letter in a circle of no more than so many of its heights, on the line of the bend. */
const TAG = { text: /^(?:[A-Z]{0,2}\d{1,3}|[A-Z])$/i, round: 4 };
/** Of triangles: degrees of the sharpest corner, and letters that they are high at most. */
const REVISION = { sharp: 40, letters: 5 };
/**
 * Of arrows with a word in them: how wide their shaft is at most, in letters, and what differs by this share of that is
 * the same.
 */
const ARROW = { shaft: 4, same: 0.02 };
/** Where more lines are as close to a text, none is a sign's. */
const CROWD = 60;

/** Adds the numbers of all signs to those of aids. */
export function findSigns(shown: Shown, aids: Set<number>): void {
  const { contours, texts, lines, circles, polygons } = shown;
  if ((circles.length + polygons.length) * (lines.length + texts.length) > MOST_PAIRS) return;
  if (circles.length > 1) projectionSigns(shown, aids);
  if (texts.length === 0) return;
  if (circles.length * shown.bends.length <= MOST_PAIRS) bendTags(shown, aids);
  if (circles.length * (texts.length + contours.count) <= MOST_PAIRS) itemNumbers(shown, aids);
  revisionMarks(shown, aids);
  if (circles.length * contours.count <= MOST_PAIRS) details(shown, aids);
  if (texts.length * lines.length > MOST_PAIRS) return;
  const arrows = polygons.filter(({ corners }) => corners.length === 7);
  for (const text of texts) {
    surface(shown, text, aids);
    north(shown, text, aids);
    for (const { number, corners, box } of arrows)
      if (holds(box, ...text.spots[1]!) && isArrowAround(text, corners)) aids.add(number);
  }
}

/** Circles around a number or letter on the line of a bend: no hole is made there. */
function bendTags({ bends, circles, textsBy }: Shown, aids: Set<number>): void {
  for (const circle of bends.length === 0 ? [] : circles) {
    const { number, cx, cy, radius } = circle;
    if (!bends.some((line) => distanceTo(line, cx, cy) < radius)) continue;
    if (textsBy(roomAt([cx, cy], radius)).some((text) => isTag(text, circle))) aids.add(number);
  }
}

/** Whether a text in a circle is all that it is drawn for. */
function isTag({ text, height, spots }: DrawnText, { cx, cy, radius }: Round): boolean {
  return (
    TAG.text.test(text.trim()) && 2 * radius <= TAG.round * height && between(spots[1]!, [cx, cy]) < radius
  );
}

/**
 * Circles of one size with a number or letter in each of them that stand each by another part: holes and tokens are more than
 * parts, a washer has a hole, and a single disc may be a part.
 */
function itemNumbers(shown: Shown, aids: Set<number>): void {
  const { contours, circles, centresIn, texts, near } = shown;
  const isRing = ({ cx, cy }: Round) => centresIn(roomAt([cx, cy], near)).length > 1;
  const tags = circles.filter((circle) => texts.some((text) => isTag(text, circle)) && !isRing(circle));
  if (tags.length === 0) return;
  const isTagged = new Set(tags.map(({ number }) => number));
  const others = contours.numbers(true).filter((number) => !isTagged.has(number));
  const boxes = others.map((number) => contours.boundsOf(number));
  for (const tag of tags) {
    const { radius } = tag;
    const same = circles.filter((other) => Math.abs(other.radius - radius) <= near);
    if (same.length < 2 || !same.every(({ number }) => isTagged.has(number))) continue;
    const owners = new Set(same.map(({ cx, cy }) => nearestBox(boxes, [cx, cy])));
    if (owners.size === same.length) for (const { number } of same) aids.add(number);
  }
}

/** Triangles around a letter or number, each with that. */
export function deltasOf({ polygons, textsBy }: Shown): { polygon: Straights; text: DrawnText }[] {
  return polygons.flatMap((polygon) => {
    const { corners, box } = polygon;
    if (corners.length !== 3) return [];
    const text = textsBy(box).find(({ spots }) => awayFromSides(corners, spots[1]!) < 0);
    if (!text || !TAG.text.test(text.text.trim())) return [];
    return lengthsOf(box)[1] <= REVISION.letters * text.height ? [{ polygon, text }] : [];
  });
}

/** Those around what is said elsewhere too, as in the table of what it tells of: marks of revisions. */
function revisionMarks(shown: Shown, aids: Set<number>): void {
  for (const { polygon, text } of deltasOf(shown)) {
    const isSaid = shown.texts.some((other) => other !== text && other.text.trim() === text.text.trim());
    if (isSaid && sharpest(polygon.corners) >= REVISION.sharp) aids.add(polygon.number);
  }
}

/** Which box is nearest to a place; the largest of those around it. */
function nearestBox(boxes: readonly Bounds[], place: Point): number {
  let [best, least] = [-1, Infinity];
  boxes.forEach((box, i) => {
    const away = awayFromBox(box, place);
    if (away < least || (away === least && areaOf(box) > areaOf(boxes[best]!))) [best, least] = [i, away];
  });
  return best;
}

/** Lines that end on a circle and lead away from it, each with its other end. */
function leadersOf({ linesIn }: Shown, circle: Round): { line: Straight; far: Point }[] {
  const { cx, cy, radius } = circle;
  const off = (end: Point) => between(end, [cx, cy]) - radius;
  return linesIn(widened(boundsOfCircle(circle), OFF * radius)).flatMap((line) => {
    const [near, far] = endsOf(line).sort((p, q) => off(p) - off(q)) as [Point, Point];
    const leads = Math.abs(off(near)) <= OFF * radius && off(far) > OFF * radius;
    return leads && line.length > radius / 2 ? [{ line, far }] : [];
  });
}

/** Circles round details; of two that cross each other the one that its letter is nearer to. */
function details(shown: Shown, aids: Set<number>): void {
  const { texts, circles, polygonsIn } = shown;
  // What stands in a triangle or box is said of that.
  const isFramed = ({ spots, height }: DrawnText) =>
    polygonsIn(boundsAt(spots[1]!)).some(
      ({ corners, box }) =>
        lengthsOf(box)[1] <= REVISION.letters * height && awayFromSides(corners, spots[1]!) < 0,
    );
  const labels = texts.filter((text) => DETAIL.test(text.text.trim()) && !isFramed(text));
  const found = labels.length === 0 ? [] : circles.flatMap((circle) => detailOf(shown, labels, circle) ?? []);
  for (const { circle, away, lines } of found) {
    const { number, cx, cy, radius } = circle;
    const isOther = (other: Detail) => {
      const apart = between([cx, cy], [other.circle.cx, other.circle.cy]);
      return other.away < away && Math.abs(apart - radius) < other.circle.radius;
    };
    if (!found.some(isOther)) for (const one of [number, ...lines]) aids.add(one);
  }
}

/** A circle round a detail, how far its letter is from it or its leader, and the lines of that. */
interface Detail {
  circle: Round;
  away: number;
  lines: number[];
}

/**
 * A circle with a letter beside it, or at the end of a line that leads there, that crosses an outline or lies in material
 * around another contour.
 */
function detailOf(shown: Shown, labels: readonly DrawnText[], circle: Round): Detail | null {
  const { contours, linesIn, closedIn, near } = shown;
  const { number, cx, cy, radius } = circle;
  const away = (at: Point) => between(at, [cx, cy]);
  const leaders = leadersOf(shown, circle);
  const shelves = linesIn(...leaders.map(({ far }) => roomAt(far, near))).filter((line) =>
    leaders.some(
      ({ line: leader, far }) => line !== leader && endsOf(line).some((end) => between(end, far) <= near),
    ),
  );
  const tips = [...leaders.map(({ far }) => far), ...shelves.flatMap(endsOf)];
  const toTip = (at: Point) => Math.min(...tips.map((tip) => between(tip, at)));
  const toRim = (at: Point) => Math.max(0, away(at) - radius);
  const isLed = isBeside(labels, toTip);
  if (!isLed && !isBeside(labels, toRim)) return null;
  const isOwn = (other: number) => other === number || leaders.some(({ line }) => line.number === other);
  // From the centre, of each curve: its nearest place and its farthest end.
  const spans = (other: number) =>
    contours.get(other).curves.map((id): [number, number] => {
      const chords = chordsOf(contours.table, id);
      const least = Math.min(...chords.map((chord) => distanceTo(chord, cx, cy)));
      return [least, Math.max(...chords.flatMap(endsOf).map(away))];
    });
  const closed = closedIn(boundsOfCircle(circle)).filter((other) => !isOwn(other));
  const isAround = (other: number) => spans(other).every(([, far]) => far < radius);
  // What is smaller than the circle shows no detail.
  const isCut = (other: number) =>
    lengthsOf(contours.boundsOf(other))[1] > radius &&
    spans(other).some(([least, most]) => least < (1 - OFF) * radius && most > (1 + OFF) * radius);
  const outside = labels.filter(({ at }) => away(at) > radius);
  const isNamed = isLed || isBeside(outside, toRim);
  const isRound = isNamed && closed.some(isAround) && shown.material.isAt([cx + radius, cy], number);
  if (!isRound && !closed.some(isCut)) return null;
  const to = isLed ? toTip : toRim;
  return {
    circle,
    away: Math.min(...labels.flatMap(({ spots }) => spots.map(to))),
    lines: isLed ? [...leaders.map(({ line }) => line), ...shelves].map((line) => line.number) : [],
  };
}

/** Two legs and what closes them to a triangle, or the circle between them, with a text beside. */
function surface(shown: Shown, text: DrawnText, aids: Set<number>): void {
  const { linesIn, near } = shown;
  const { spots, height } = text;
  const reach = SURFACE.letters * height;
  const close = linesIn(...spots.map((spot) => roomAt(spot, height * 4))).filter(
    (line) => line.length <= reach && spots.some((spot) => distanceTo(line, ...spot) <= height * 4),
  );
  for (const short of close.length > CROWD ? [] : close)
    for (const long of close) {
      if (short === long || !isBesideText(text, [short, long])) continue;
      if (!areLegs(short, long, near)) continue;
      addWithin(shown, widened(boundsOfLines([short, long]), near), aids);
    }
}

/** A text of a sign stands over the shorter leg, beside the longer one. */
function isBesideText({ spots, height }: DrawnText, legs: readonly Straight[]): boolean {
  const room = widened(boundsOfLines(legs), 1.5 * height);
  return spots.some((spot) => holds(room, ...spot));
}

function boundsOfLines(lines: readonly Straight[]): Bounds {
  return boundsAround(lines.map(boundsOfLine));
}

/** Whether two lines are the legs of a surface sign: from one foot, at its angle. */
function areLegs(short: Straight, long: Straight, near: number): boolean {
  const ratio = long.length / short.length;
  if (ratio < SURFACE.legs[0] || ratio > SURFACE.legs[1]) return false;
  return endsOf(short).some((foot, i) =>
    endsOf(long).some((other, j) => {
      if (between(foot, other) > near) return false;
      const angle = angleAt(foot, endsOf(short)[1 - i]!, endsOf(long)[1 - j]!);
      return angle >= SURFACE.least && angle <= SURFACE.most;
    }),
  );
}

/** A needle with the letter of its quarter, and the circle around it. */
function north(shown: Shown, { text, at, height, tag }: DrawnText, aids: Set<number>): void {
  const { circles, polygons, near } = shown;
  if (tag !== null || !NORTH.word.test(foldName(text.trim()))) return;
  for (const { corners, box } of polygons) {
    const size = lengthsOf(box)[1];
    if (size < height || size > NORTH.letters * height || sharpest(corners) > NORTH.sharp) continue;
    if (!holds(widened(box, 2 * height), ...at) || holds(box, ...at)) continue;
    const round = circles.filter(({ radius }) => radius <= size).map(boundsOfCircle);
    for (const zone of [...round.filter((own) => lies(box, widened(own, near))), box])
      addWithin(shown, widened(zone, near), aids);
  }
}

/** Whether corners are those of an arrow with a shaft that is alike on both sides, about as wide as a text in it. */
function isArrowAround({ spots, height }: DrawnText, corners: readonly Point[]): boolean {
  return corners.some((tip, i) => {
    const [[p1, q1], [p2, q2], [p3, q3]] = [1, 2, 3].map((step) => [
      corners[(i + step) % 7]!,
      corners[(i + 7 - step) % 7]!,
    ]) as [[Point, Point], [Point, Point], [Point, Point]];
    const shaft = between(p3, q3);
    const isSame = (p: number, q: number) => Math.abs(p - q) <= ARROW.same * shaft;
    return (
      shaft <= ARROW.shaft * height &&
      isSame(between(tip, p1), between(tip, q1)) &&
      isSame(between(p2, p3), between(q2, q3)) &&
      isSame(between(p2, q3), between(q2, p3)) &&
      isSame(between(p2, q2), shaft) &&
      between(p1, q1) > (1 + ARROW.same) * shaft &&
      awayFromSides(corners, spots[1]!) < 0
    );
  });
}
