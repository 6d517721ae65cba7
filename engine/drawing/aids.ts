/**
 * Which curves on a layer that is cut are dimensions, leaders, section marks, balloons, circles round a detail and centre
 * marks? They would close false cells beside a part and cut crosses into its holes. A line or arc is one of a dimension
 * when two of three tell it: arrow heads on its ends, a number beside it, witness lines across its ends that go a little
 * beyond it. One with an arrow head leads to any text at its end, or at the end of what it meets there.
 */
import type { Point } from "../contract/values/geometry.ts";
import type { Findings } from "./basis/findings.ts";
import type { Contours } from "./curves/contours.ts";
import { curveAt, type Ends } from "./curves/curves.ts";
import type { Outlines } from "./outlines.ts";
import type { DrawnText } from "./roles/order.ts";

/** Pairs that are looked at; in larger drawings dimensions lie on layers of their own. */
const MOST_PAIRS = 4_000_000;
/** Of centre marks: how far off the centre, and how long, as shares of the diameter; how far from square. */
const CENTRE = { off: 0.02, least: 1.02, most: 2, skew: 0.05 };
/** A number belongs to a line within so many heights of its letters. */
const NEAR = 3;
const NUMBER =
  /^(?:\d+\s?[x×]\s?)?(?:[Ø⌀ØRM]|%%C|\\[A-Za-z][^;]*;)?\s*\d+(?:[.,]\d+)?\s*(?:mm|"|°|%%D)?(?:\s*[±(].*)?$/i;
/** Of witness lines: how far they go beyond the line that they end (mm), and how far from square. */
const WITNESS = { least: 0.3, most: 10, skew: 0.1 };
/** Arrow heads are no longer than this (mm), and so many times as long as wide. */
const ARROW = { length: 5, ratio: 2.5 };

/** Of balloons: how many letters high they are at most in radius. */
const BALLOON = 4;
/** What stands beside a circle that marks a detail. */
const DETAIL = /^(?:DETAIL|EINZELHEIT|DÉTAIL|DETALLE|DETTAGLIO)?\s*[A-Z](?:\s*\(?\d+\s*:\s*\d+\)?)?$/i;
/** Contours of more sides are no leaders. */
const SIDES = 3;

interface Straight extends Ends {
  number: number;
  /** The whole of its contour. */
  alone: boolean;
  length: number;
}

/** Outlines that are not cut, by number, and what is told of them. */
export interface Aside {
  outlines: Set<number>;
  tell: (findings: Findings) => void;
}

/** Dimensions and centre marks. */
export function findAids({ contours }: Outlines, texts: readonly DrawnText[], weld: number): Aside {
  const aids = new Set<number>();
  // All of them have a text, a circle or an arrow head.
  if (contours.numbers(true).length + texts.length > 0) {
    const lines = linesOf(contours);
    const circles = circlesOf(contours);
    centreMarks(circles, lines, aids);
    dimensions(contours, lines, texts, weld, aids);
    balloons(contours, circles, lines, texts, aids);
  }
  const tell = (findings: Findings) => {
    for (const number of aids) {
      const { layer } = contours.get(number);
      findings.note("dimension-graphics", { layer, at: contours.startOf(number) });
    }
  };
  return { outlines: aids, tell };
}

/** Sides of open contours of few curves; of arcs two chords. */
function linesOf(contours: Contours): Straight[] {
  return contours.numbers(false).flatMap((number) => {
    const { curves } = contours.get(number);
    if (curves.length > SIDES) return [];
    return curves.flatMap((id): Straight[] => {
      const curve = contours.table.get(id);
      const { kind, x0, y0, x1, y1 } = curve;
      const alone = curves.length === 1 && kind === "line";
      const places: Point[] =
        kind === "arc"
          ? [[x0, y0], curveAt(curve, 0.5), [x1, y1]]
          : [
              [x0, y0],
              [x1, y1],
            ];
      return places.slice(1).map(([u, v], i) => {
        const [x, y] = places[i]!;
        return { number, alone, x0: x, y0: y, x1: u, y1: v, length: Math.hypot(u - x, v - y) };
      });
    });
  });
}

interface Round {
  number: number;
  cx: number;
  cy: number;
  radius: number;
}

function circlesOf(contours: Contours): Round[] {
  const found: Round[] = [];
  for (const number of contours.numbers(true)) {
    if (contours.size(number) > 1) continue;
    const curve = contours.table.get(contours.curveId(number, 0));
    if (curve.kind === "arc") found.push({ number, cx: curve.cx, cy: curve.cy, radius: curve.radius });
  }
  return found;
}

/**
 * Circles with a number in them that a line leads to, and the dot that it ends in; and circles with a letter beside them
 * that cross an outline, or lie in material around another contour.
 */
function balloons(
  contours: Contours,
  circles: readonly Round[],
  lines: readonly Straight[],
  texts: readonly DrawnText[],
  aids: Set<number>,
): void {
  if (circles.length * (lines.length + texts.length + contours.count) > MOST_PAIRS) return;
  const labels = texts.filter(({ text }) => DETAIL.test(text.trim()));
  for (const { number, cx, cy, radius } of circles) {
    const away = (x: number, y: number) => Math.hypot(x - cx, y - cy);
    const item = texts.find(
      ({ at, height, tag }) => tag === null && away(...at) < radius && BALLOON * height > radius,
    );
    const leaders = lines.filter(
      (line) =>
        line.length > radius &&
        endsOf(line).some(
          ([x, y], i, ends) =>
            Math.abs(away(x, y) - radius) <= CENTRE.off * radius && away(...ends[1 - i]!) > radius,
        ),
    );
    if (item && leaders.length > 0) {
      const dots = circles.filter(
        (dot) => 2 * dot.radius <= item.height && leaders.some((line) => endsIn(line, dot)),
      );
      for (const aid of [number, ...[...leaders, ...dots].map((aid) => aid.number)]) aids.add(aid);
    }
    if (!isBeside(labels, (at) => Math.max(0, away(...at) - radius))) continue;
    const isAround = (other: number) =>
      other !== number &&
      contours.get(other).curves.every((id) => {
        const { x0, y0, x1, y1 } = contours.table.ends(id);
        return Math.max(away(x0, y0), away(x1, y1)) < radius;
      });
    const outside = labels.filter(({ at }) => away(...at) > radius);
    const isDetail = isBeside(outside, (at) => away(...at) - radius) && contours.numbers(true).some(isAround);
    if (isDetail && isInMaterial(contours, [cx + radius, cy], number)) aids.add(number);
    const isCut = (other: number) =>
      other !== number &&
      contours.get(other).curves.some((id) => {
        const { x0, y0, x1, y1 } = contours.table.ends(id);
        const ends = [away(x0, y0), away(x1, y1)].sort((p, q) => p - q);
        return ends[0]! < (1 - CENTRE.off) * radius && ends[1]! > (1 + CENTRE.off) * radius;
      });
    if (contours.numbers(true).some(isCut)) aids.add(number);
  }
}

/** Whether a line ends in the middle of a circle. */
function endsIn(line: Straight, { cx, cy, radius }: Round): boolean {
  return endsOf(line).some(([x, y]) => Math.hypot(x - cx, y - cy) < radius / 2);
}

/** Chords that stand for an arc where nothing is measured. */
const CHORDS = 8;

/** Whether a point lies within an odd number of closed contours, but for one. */
function isInMaterial(contours: Contours, [x, y]: Point, but: number): boolean {
  let isIn = false;
  const { table } = contours;
  const cross = ([x0, y0]: Point, [x1, y1]: Point) => {
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isIn = !isIn;
  };
  contours.forCurves((id, contour) => {
    if (contour === but || !contours.isClosed(contour)) return;
    const chords = table.isLine(id) ? 1 : CHORDS;
    const curve = table.get(id);
    for (let i = 0; i < chords; i++) cross(curveAt(curve, i / chords), curveAt(curve, (i + 1) / chords));
  });
  return isIn;
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
  }
  for (const [line, circles] of across) if (circles > 1) aids.add(line.number);
}

function dimensions(
  contours: Contours,
  lines: readonly Straight[],
  texts: readonly DrawnText[],
  weld: number,
  aids: Set<number>,
): void {
  if (lines.length === 0) return;
  const numbers = texts.filter(({ text, tag }) => tag === null && NUMBER.test(text.trim()));
  const arrows = arrowHeads(contours);
  const meet = (p: Point, q: Point) => Math.hypot(p[0] - q[0], p[1] - q[1]) <= 10 * weld;
  // Without numbers and arrow heads two of three cannot tell.
  if (numbers.length + arrows.length === 0 || lines.length * lines.length > MOST_PAIRS) return;
  if (lines.length * (texts.length + arrows.length) > MOST_PAIRS) return;
  for (const line of lines) {
    const ends = endsOf(line);
    const heads = arrows.filter(({ tips }) => tips.some((tip) => ends.some((end) => meet(tip, end))));
    const isNumbered = isBeside(numbers, (at) => distanceTo(line, ...at));
    if (heads.length === 0 && !(isNumbered && line.alone)) continue;
    const witnesses = ends.map(([x, y]) =>
      lines.filter((other) => other.alone && isWitness(other, line, x, y, weld)),
    );
    const isWitnessed = witnesses.filter((found) => found.length > 0).length >= (heads.length > 0 ? 1 : 2);
    const tails = ends.filter((end) => !heads.some(({ tips }) => tips.some((tip) => meet(tip, end))));
    const shelves = lines.filter((other) =>
      tails.some((tail) => endsOf(other).some((end) => meet(end, tail))),
    );
    const isLabelled = isBeside(texts, (at) =>
      Math.min(...shelves.flatMap(endsOf).map(([x, y]) => Math.hypot(x - at[0], y - at[1]))),
    );
    const told = heads.length > 0 && isLabelled;
    if (!told && Number(heads.length > 0) + Number(isNumbered) + Number(isWitnessed) < 2) continue;
    for (const { number } of [line, ...heads, ...witnesses.flat(), ...(told ? shelves : [])])
      aids.add(number);
  }
}

const endsOf = ({ x0, y0, x1, y1 }: Straight): Point[] => [
  [x0, y0],
  [x1, y1],
];

/** Whether any text is within reach. */
function isBeside(texts: readonly DrawnText[], distance: (at: Point) => number): boolean {
  return texts.some(({ at, height }) => distance(at) <= NEAR * height);
}

/** Slender triangles with their corners and the middles of their sides. */
function arrowHeads(contours: Contours): { number: number; tips: Point[] }[] {
  return contours.numbers(true).flatMap((number) => {
    if (contours.size(number) !== 3) return [];
    const { curves } = contours.get(number);
    if (!curves.every((id) => contours.table.isLine(id))) return [];
    const sides = curves.map((id) => contours.table.ends(id));
    const lengths = sides.map(({ x0, y0, x1, y1 }) => Math.hypot(x1 - x0, y1 - y0)).sort((p, q) => p - q);
    if (lengths[2]! > ARROW.length || lengths[1]! < ARROW.ratio * lengths[0]!) return [];
    const middles = sides.map(({ x0, y0, x1, y1 }): Point => [(x0 + x1) / 2, (y0 + y1) / 2]);
    return [{ number, tips: [...sides.map(({ x0, y0 }): Point => [x0, y0]), ...middles] }];
  });
}

/** Whether a line passes the end of another at a right angle and ends a little beyond it. */
function isWitness(line: Straight, other: Straight, x: number, y: number, weld: number): boolean {
  if (line === other || Math.abs(cosine(line, other)) > WITNESS.skew) return false;
  if (distanceTo(line, x, y) > 10 * weld) return false;
  const beyond = Math.min(Math.hypot(line.x0 - x, line.y0 - y), Math.hypot(line.x1 - x, line.y1 - y));
  return beyond >= WITNESS.least && beyond <= WITNESS.most && beyond < line.length / 2;
}

function cosine(p: Straight, q: Straight): number {
  const dot = (p.x1 - p.x0) * (q.x1 - q.x0) + (p.y1 - p.y0) * (q.y1 - q.y0);
  return dot / (p.length * q.length || 1);
}

function distanceTo({ x0, y0, x1, y1, length }: Straight, x: number, y: number): number {
  const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length * length || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y);
}
