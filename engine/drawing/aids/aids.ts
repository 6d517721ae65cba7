/**
 * Which curves on a layer that is cut are dimensions, leaders, section marks, centre marks and signs? They would close
 * false cells beside a part and cut crosses into its holes. A line or arc is one of a dimension when two of three tell it:
 * arrow heads on its ends, a number beside it, witness lines across its ends that go a little beyond it. One with an arrow
 * head leads to any text at its end, or at the end of what it meets there.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import type { DrawnText } from "../roles/order.ts";
import type { Outlines } from "./outlines.ts";
import {
  arrowHeads,
  between,
  circlesOf,
  cosine,
  distanceTo,
  endsInHead,
  endsOf,
  isBeside,
  linesOf,
  MOST_PAIRS,
  polygonsOf,
  type Round,
  type Shown,
  type Straight,
} from "./shapes.ts";
import { findSigns } from "./signs.ts";
import { signsOnShelf } from "./symbols.ts";

/** Of centre marks: how far off the centre, and how long, as shares of the diameter; how far from square. */
const CENTRE = { off: 0.02, least: 1.02, most: 2, skew: 0.05 };
const NUMBER =
  /^(?:\d+\s?[x×]\s?)?(?:[Ø⌀ØRM]|%%C|\\[A-Za-z][^;]*;)?\s*\d+(?:[.,]\d+)?\s*(?:mm|"|°|%%D)?(?:\s*[±(].*)?$/i;
/** Of witness lines: how far they go beyond the line that they end (mm), and how far from square. */
const WITNESS = { least: 0.3, most: 10, skew: 0.1 };
/** Outlines that are not cut, by number, and what is told of them. */
export interface Aside {
  outlines: Set<number>;
  tell: (findings: Findings) => void;
}

/** Dimensions and centre marks. */
export function findAids({ contours }: Outlines, texts: readonly DrawnText[], weld: number): Aside {
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

function dimensions(shown: Shown, weld: number, aids: Set<number>): void {
  const { lines, texts, polygons, near } = shown;
  if (lines.length === 0) return;
  const numbers = texts.filter(({ text, tag }) => tag === null && NUMBER.test(text.trim()));
  const arrows = arrowHeads(polygons);
  const meet = (p: Point, q: Point) => between(p, q) <= near;
  // Without numbers and arrow heads two of three cannot tell.
  if (numbers.length + arrows.length === 0 || lines.length * lines.length > MOST_PAIRS) return;
  if (lines.length * (texts.length + arrows.length) > MOST_PAIRS) return;
  for (const line of lines) {
    const ends = endsOf(line);
    const heads = arrows.filter((head) => endsInHead(line, head, near));
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
      Math.min(...shelves.flatMap(endsOf).map((end) => between(end, at))),
    );
    const told = heads.length > 0 && isLabelled;
    if (!told && Number(heads.length > 0) + Number(isNumbered) + Number(isWitnessed) < 2) continue;
    for (const { number } of [line, ...heads, ...witnesses.flat(), ...(told ? shelves : [])])
      aids.add(number);
    for (const shelf of told ? shelves : []) {
      const near = (text: DrawnText) => distanceTo(shelf, ...text.at);
      const label = texts.reduce((best, text) => (near(text) < near(best) ? text : best));
      signsOnShelf(shown, shelf, label.height, aids);
    }
  }
}

/** Whether a line passes the end of another at a right angle and ends a little beyond it. */
function isWitness(line: Straight, other: Straight, x: number, y: number, weld: number): boolean {
  if (line === other || Math.abs(cosine(line, other)) > WITNESS.skew) return false;
  if (distanceTo(line, x, y) > 10 * weld) return false;
  const beyond = Math.min(Math.hypot(line.x0 - x, line.y0 - y), Math.hypot(line.x1 - x, line.y1 - y));
  return beyond >= WITNESS.least && beyond <= WITNESS.most && beyond < line.length / 2;
}
