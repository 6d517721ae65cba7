/**
 * Which loose lines on a layer that is cut are dimensions and centre marks? They would close false cells beside a part and
 * cut crosses into its holes. A line is one of a dimension when two of three tell it: arrow heads on its ends, a number
 * beside it, witness lines across its ends that go a little beyond it.
 */
import type { Findings } from "./basis/findings.ts";
import type { Contours } from "./curves/contours.ts";
import type { Ends } from "./curves/curves.ts";
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

interface Straight extends Ends {
  number: number;
  length: number;
}

/** Outlines that are not cut, by number, and what is told of them. */
export interface Aside {
  outlines: Set<number>;
  tell: (findings: Findings) => void;
}

/** Dimensions and centre marks. */
export function findAids({ contours }: Outlines, texts: readonly DrawnText[], weld: number): Aside {
  const lines = linesOf(contours);
  const aids = new Set<number>();
  centreMarks(contours, lines, aids);
  dimensions(contours, lines, texts, weld, aids);
  const tell = (findings: Findings) => {
    for (const number of aids) {
      const { layer } = contours.get(number);
      findings.note("dimension-graphics", { layer, at: contours.startOf(number) });
    }
  };
  return { outlines: aids, tell };
}

/** Open contours of a single line. */
function linesOf(contours: Contours): Straight[] {
  const lines: Straight[] = [];
  for (let number = 0; number < contours.count; number++) {
    if (contours.isClosed(number)) continue;
    const { curves } = contours.get(number);
    if (curves.length !== 1 || !contours.table.isLine(curves[0]!)) continue;
    const ends = contours.endsOf(number);
    lines.push({ number, ...ends, length: Math.hypot(ends.x1 - ends.x0, ends.y1 - ends.y0) });
  }
  return lines;
}

/** Two lines that cross square in the centre of a circle, each a little longer than it is wide. */
function centreMarks(contours: Contours, lines: readonly Straight[], aids: Set<number>): void {
  const circles = contours.numbers(true).flatMap((number) => {
    const { curves } = contours.get(number);
    const curve = curves.length === 1 ? contours.table.get(curves[0]!) : null;
    return curve?.kind === "arc" ? [curve] : [];
  });
  if (circles.length * lines.length > MOST_PAIRS) return;
  for (const { cx, cy, radius } of circles) {
    const width = 2 * radius;
    const through = lines.filter(
      ({ x0, y0, x1, y1, length }) =>
        length > CENTRE.least * width &&
        length < CENTRE.most * width &&
        Math.hypot((x0 + x1) / 2 - cx, (y0 + y1) / 2 - cy) < CENTRE.off * width,
    );
    for (const line of through)
      if (through.some((other) => Math.abs(cosine(line, other)) < CENTRE.skew)) aids.add(line.number);
  }
}

function dimensions(
  contours: Contours,
  lines: readonly Straight[],
  texts: readonly DrawnText[],
  weld: number,
  aids: Set<number>,
): void {
  const numbers = texts.filter(({ text, tag }) => tag === null && NUMBER.test(text.trim()));
  const arrows = arrowHeads(contours);
  // Without numbers and arrow heads two of three cannot tell.
  if (numbers.length + arrows.length === 0 || lines.length * lines.length > MOST_PAIRS) return;
  if (lines.length * (numbers.length + arrows.length) > MOST_PAIRS) return;
  for (const line of lines) {
    const ends = [
      [line.x0, line.y0],
      [line.x1, line.y1],
    ] as const;
    const heads = arrows.filter(({ tips }) =>
      tips.some(([x, y]) => ends.some(([u, v]) => Math.hypot(x - u, y - v) <= 10 * weld)),
    );
    const isNumbered = numbers.some(({ at, height }) => distanceTo(line, at[0], at[1]) <= NEAR * height);
    if (heads.length === 0 && !isNumbered) continue;
    const witnesses = ends.map(([x, y]) => lines.filter((other) => isWitness(other, line, x, y, weld)));
    const isWitnessed = witnesses.filter((found) => found.length > 0).length >= (heads.length > 0 ? 1 : 2);
    if (Number(heads.length > 0) + Number(isNumbered) + Number(isWitnessed) < 2) continue;
    for (const { number } of [line, ...heads, ...witnesses.flat()]) aids.add(number);
  }
}

/** Slender triangles with their corners. */
function arrowHeads(contours: Contours): { number: number; tips: [number, number][] }[] {
  return contours.numbers(true).flatMap((number) => {
    const { curves } = contours.get(number);
    if (curves.length !== 3 || !curves.every((id) => contours.table.isLine(id))) return [];
    const sides = curves.map((id) => contours.table.ends(id));
    const lengths = sides.map(({ x0, y0, x1, y1 }) => Math.hypot(x1 - x0, y1 - y0)).sort((p, q) => p - q);
    if (lengths[2]! > ARROW.length || lengths[1]! < ARROW.ratio * lengths[0]!) return [];
    return [{ number, tips: sides.map(({ x0, y0 }): [number, number] => [x0, y0]) }];
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
