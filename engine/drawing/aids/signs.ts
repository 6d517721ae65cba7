/**
 * Signs of drawings: balloons and boxes with a text that a line leads to, circles round a detail, signs of surfaces and
 * of north. They stand beside or across a part, are closed as parts are, and nobody cuts them. All are known by how
 * standards draw them and by their text; what merely is small is a part.
 */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import { holds, lies, widened } from "../basis/bounds.ts";
import type { Contours } from "../curves/contours.ts";
import { curveAt, type Ends } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import type { DrawnText } from "../roles/order.ts";
import { foldName } from "../roles/words.ts";
import {
  angleAt,
  between,
  distanceTo,
  endsOf,
  isBeside,
  MOST_PAIRS,
  type Round,
  type Shown,
  type Straight,
  type Straights,
  sharpest,
} from "./shapes.ts";
import { projectionSigns } from "./symbols.ts";
import { boundsOfContour } from "./walls.ts";

/** Of balloons: how many letters high they are at most in radius, and boxes on their shorter side. */
const BALLOON = { radius: 4, side: 3.5, leaders: 2 };
/** How far off a line may meet a circle, as a share of its radius. */
const OFF = 0.02;
/** What stands beside a circle that marks a detail, or at the end of a line that leads there. */
const DETAIL = /^(?:DETAIL|EINZELHEIT|DÉTAIL|DETALLE|DETTAGLIO)?\s*[A-Z](?:\s*\(?\d+\s*:\s*\d+\)?)?$/i;
/** Signs of surfaces (ISO 1302, ASME Y14.36): two legs at 60 degrees, one about twice as long as the other. */
const SURFACE = { least: 50, most: 70, legs: [1.4, 2.6], letters: 8 } as const;
/** Of needles, with the letter of their quarter: degrees of the sharpest corner, and letters that the sign is high. */
const NORTH = { sharp: 40, letters: 10, word: /^(?:N|NORTH|NORD|NORTE|NOORD|С|СЕВЕР|北)$/ };
/** Where more lines are as close to a text, none is a sign's. */
const CROWD = 60;
/** Chords that stand for an arc where nothing is measured. */
const CHORDS = 8;

/** Adds the numbers of all signs to those of aids. */
export function findSigns(shown: Shown, aids: Set<number>): void {
  const { contours, texts, lines, circles, polygons } = shown;
  if (texts.length === 0 || (circles.length + polygons.length) * (lines.length + texts.length) > MOST_PAIRS)
    return;
  if (circles.length > 1) projectionSigns(shown, aids);
  const labels = texts.filter(({ text }) => DETAIL.test(text.trim()));
  for (const circle of circles) balloon(shown, circle, aids);
  if (circles.length * contours.count <= MOST_PAIRS)
    for (const circle of labels.length > 0 ? circles : []) detail(shown, labels, circle, aids);
  for (const polygon of polygons) flag(shown, polygon, aids);
  if (texts.length * lines.length > MOST_PAIRS) return;
  for (const text of texts) {
    surface(shown, text, aids);
    north(shown, text, aids);
  }
}

/** Lines that end on a sign and lead away from it, each with its other end. */
function leadersTo(
  lines: readonly Straight[],
  place: (end: Point) => "on" | "off" | "in",
): { line: Straight; far: Point }[] {
  return lines.flatMap((line) => {
    const [p, q] = endsOf(line) as [Point, Point];
    const [from, to] = [place(p), place(q)];
    if (from === "on" && to === "off") return [{ line, far: q }];
    return from === "off" && to === "on" ? [{ line, far: p }] : [];
  });
}

/** To a circle. */
function leadersOf({ lines }: Shown, { cx, cy, radius }: Round): { line: Straight; far: Point }[] {
  return leadersTo(lines, (end) => {
    const off = between(end, [cx, cy]) - radius;
    return Math.abs(off) <= OFF * radius ? "on" : off > 0 ? "off" : "in";
  }).filter(({ line }) => line.length > radius / 2);
}

/** A circle with a number in it that a line leads to, and the dot that it ends in. */
function balloon(shown: Shown, circle: Round, aids: Set<number>): void {
  const { number, cx, cy, radius } = circle;
  const item = shown.texts.find(
    ({ at, height, tag }) =>
      tag === null && between(at, [cx, cy]) < radius && BALLOON.radius * height > radius,
  );
  const leaders = item ? leadersOf(shown, circle).filter(({ line }) => line.length > radius) : [];
  if (!item || leaders.length === 0) return;
  aids.add(number);
  for (const { line } of leaders) aids.add(line.number);
  for (const dot of shown.circles)
    if (2 * dot.radius <= item.height && leaders.some(({ line }) => endsIn(line, dot))) aids.add(dot.number);
}

/** Whether a line ends in the middle of a circle. */
function endsIn(line: Straight, { cx, cy, radius }: Round): boolean {
  return endsOf(line).some((end) => between(end, [cx, cy]) < radius / 2);
}

/**
 * A circle with a letter beside it, or at the end of a line that leads there, that crosses an outline or lies in material
 * around another contour.
 */
function detail(shown: Shown, labels: readonly DrawnText[], circle: Round, aids: Set<number>): void {
  const { contours, lines, near } = shown;
  const { number, cx, cy, radius } = circle;
  const away = (at: Point) => between(at, [cx, cy]);
  const leaders = leadersOf(shown, circle);
  const shelves = lines.filter((line) =>
    leaders.some(
      ({ line: leader, far }) => line !== leader && endsOf(line).some((end) => between(end, far) <= near),
    ),
  );
  const tips = [...leaders.map(({ far }) => far), ...shelves.flatMap(endsOf)];
  const isLed = isBeside(labels, (at) => Math.min(...tips.map((tip) => between(tip, at))));
  if (!isLed && !isBeside(labels, (at) => Math.max(0, away(at) - radius))) return;
  const isOwn = (other: number) => other === number || leaders.some(({ line }) => line.number === other);
  // From the centre, of each curve: its nearest place and its farthest end.
  const spans = (other: number) =>
    contours.get(other).curves.map((id): [number, number] => {
      const chords = chordsOf(contours.table, id);
      const least = Math.min(...chords.map((chord) => distanceTo(chord, cx, cy)));
      return [least, Math.max(...chords.flatMap(endsOf).map(away))];
    });
  const closed = contours.numbers(true).filter((other) => !isOwn(other));
  const isAround = (other: number) => spans(other).every(([, far]) => far < radius);
  const isCut = (other: number) =>
    spans(other).some(([least, most]) => least < (1 - OFF) * radius && most > (1 + OFF) * radius);
  const outside = labels.filter(({ at }) => away(at) > radius);
  const isNamed = isLed || isBeside(outside, (at) => away(at) - radius);
  const isRound = isNamed && closed.some(isAround) && isInMaterial(contours, [cx + radius, cy], number);
  if (!isRound && !closed.some(isCut)) return;
  aids.add(number);
  for (const { number } of isLed ? [...leaders.map(({ line }) => line), ...shelves] : []) aids.add(number);
}

function chordsOf(table: CurveTable, id: CurveId): (Ends & { length: number })[] {
  const count = table.isLine(id) ? 1 : CHORDS;
  const curve = table.get(id);
  return Array.from({ length: count }, (_, i) => {
    const [[x0, y0], [x1, y1]] = [curveAt(curve, i / count), curveAt(curve, (i + 1) / count)];
    return { x0, y0, x1, y1, length: Math.hypot(x1 - x0, y1 - y0) };
  });
}

/** Whether a point lies within an odd number of closed contours, but for one. */
function isInMaterial(contours: Contours, [x, y]: Point, but: number): boolean {
  let isIn = false;
  const { table } = contours;
  contours.forCurves((id, contour) => {
    if (contour === but || !contours.isClosed(contour)) return;
    for (const { x0, y0, x1, y1 } of chordsOf(table, id))
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isIn = !isIn;
  });
  return isIn;
}

/** A box around a text, hardly higher than that, to which a line leads: with its cells, and the triangle at the line's end. */
function flag(shown: Shown, { number, corners, box }: Straights, aids: Set<number>): void {
  const { texts, lines, polygons, near } = shown;
  if (corners.length !== 4) return;
  const side = Math.min(box.max_x - box.min_x, box.max_y - box.min_y);
  const item = texts.find(
    ({ at, height, tag }) => tag === null && holds(box, ...at) && side <= BALLOON.side * height,
  );
  if (!item) return;
  const [around, within] = [widened(box, near), widened(box, -near)];
  const leaders = leadersTo(lines, (end) =>
    !holds(around, ...end) ? "off" : holds(within, ...end) ? "in" : "on",
  );
  // Cells of forms are met by many lines.
  if (leaders.length === 0 || leaders.length > BALLOON.leaders) return;
  aids.add(number);
  for (const line of lines) if (endsOf(line).every((end) => holds(around, ...end))) aids.add(line.number);
  for (const cell of polygons) if (lies(cell.box, around)) aids.add(cell.number);
  for (const { line, far } of leaders) {
    aids.add(line.number);
    for (const foot of polygons)
      if (foot.corners.length === 3 && heightOf(foot.box) <= 2 * item.height && touches(foot.box, far, near))
        aids.add(foot.number);
  }
}

function heightOf({ min_x, min_y, max_x, max_y }: Bounds): number {
  return Math.max(max_x - min_x, max_y - min_y);
}

function touches(box: Bounds, at: Point, near: number): boolean {
  return holds(widened(box, near), ...at);
}

/** Two legs and what closes them to a triangle, or the circle between them, with a text beside. */
function surface(
  { contours, lines, circles, polygons, near }: Shown,
  text: DrawnText,
  aids: Set<number>,
): void {
  const { at, height } = text;
  const reach = SURFACE.letters * height;
  const close = lines.filter((line) => line.length <= reach && distanceTo(line, ...at) <= height * 4);
  for (const short of close.length > CROWD ? [] : close)
    for (const long of close) {
      if (short === long || !isBesideText(text, [short, long])) continue;
      if (!areLegs(short, long, near)) continue;
      const box = widened(boundsOfLines([short, long]), near);
      for (const line of close) if (endsOf(line).every((end) => holds(box, ...end))) aids.add(line.number);
      for (const { number } of [...circles, ...polygons])
        if (lies(boundsOfContour(contours, number), box)) aids.add(number);
    }
}

/** A text of a sign stands over the shorter leg, beside the longer one. */
function isBesideText({ at: [x, y], height }: DrawnText, legs: readonly Straight[]): boolean {
  return holds(widened(boundsOfLines(legs), 1.5 * height), x, y);
}

function boundsOfLines(lines: readonly Straight[]): Bounds {
  const ends = lines.flatMap(endsOf);
  return {
    min_x: Math.min(...ends.map(([x]) => x)),
    min_y: Math.min(...ends.map(([, y]) => y)),
    max_x: Math.max(...ends.map(([x]) => x)),
    max_y: Math.max(...ends.map(([, y]) => y)),
  };
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
function north(
  { lines, circles, polygons, near }: Shown,
  { text, at, height, tag }: DrawnText,
  aids: Set<number>,
): void {
  if (tag !== null || !NORTH.word.test(foldName(text.trim()))) return;
  for (const { corners, box } of polygons) {
    const size = heightOf(box);
    if (size < height || size > NORTH.letters * height || sharpest(corners) > NORTH.sharp) continue;
    if (!holds(widened(box, 2 * height), ...at) || holds(box, ...at)) continue;
    const round = circles.filter(
      (circle) => circle.radius <= size && lies(box, widened(boxOf(circle), near)),
    );
    const zones = [box, ...round.map(boxOf)].map((zone) => widened(zone, near));
    const isIn = (own: Bounds) => zones.some((zone) => lies(own, zone));
    for (const { number } of round) aids.add(number);
    for (const polygon of polygons) if (isIn(polygon.box)) aids.add(polygon.number);
    for (const line of lines) if (isIn(boundsOfLines([line]))) aids.add(line.number);
  }
}

function boxOf({ cx, cy, radius }: Round): Bounds {
  return { min_x: cx - radius, min_y: cy - radius, max_x: cx + radius, max_y: cy + radius };
}
