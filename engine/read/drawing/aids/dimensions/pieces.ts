/** Lines and arcs of dimensions that are drawn in two pieces: with a number between them, or as arrows that face each other. */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { roomAt } from "../../../../base/geometry/box.ts";
import { finderOf } from "../../basis/finder.ts";
import { between, endsOf } from "../../basis/plane.ts";
import { type Arc, arcAround } from "../../curves/curves.ts";
import type { DrawnText } from "../../model/text.ts";
import { cosine, offAxis, straight, strokeOfArc, strokeOfLine } from "../shown/lines.ts";
import { MOST_PAIRS, type Straight, type Stroke } from "../shown/shown.ts";

/** Pieces of one line: how far from straight, and how many letters wider than a text the gap for it is. */
export const PIECES = { skew: 1e-3, letters: 3 };
/** Where more lines point at a number, it parts none. */
const CROWD = 60;

/** A line or arc, and what it consists of. */
export interface Candidate {
  stroke: Stroke;
  pieces: readonly Stroke[];
}

/** Lines and arcs of two pieces, with a number between them. */
export function partedStrokes(
  strokes: readonly Stroke[],
  numbers: readonly DrawnText[],
  near: number,
): Candidate[] {
  const tips = strokes.flatMap((stroke) =>
    stroke.alone ? stroke.tips.map(({ at }) => ({ stroke, at })) : [],
  );
  const tipsIn = finderOf(tips, ({ at }) => roomAt(at, near));
  return numbers.flatMap(({ at, height, text }): Candidate[] => {
    const reach = (text.trim().length + PIECES.letters) * height;
    const close = [...new Set(tipsIn(roomAt(at, reach)).map(({ stroke }) => stroke))].filter((stroke) => {
      const { line, arc, tips } = stroke;
      if (!tips.some((tip) => between(tip.at, at) <= reach)) return false;
      return (line ? offAxis(line, at) : Math.abs(between(at, [arc!.cx, arc!.cy]) - arc!.radius)) <= height;
    });
    if (close.length > CROWD) return [];
    return close.flatMap((p, i) => close.slice(i + 1).flatMap((q) => joined(p, q, reach, near)));
  });
}

/** Lines and arcs of two arrows that stand across from each other, outside of what they measure. */
export function facing(pointed: readonly Stroke[], near: number): Candidate[] {
  if (pointed.length ** 2 > MOST_PAIRS) return [];
  return pointed.flatMap((p, i) => pointed.slice(i + 1).flatMap((q) => joined(p, q, Infinity, near)));
}

/** Lines or arcs of two that go on from each other with a gap between them; it may be on either side of arcs. */
function joined(p: Stroke, q: Stroke, most: number, near: number): Candidate[] {
  const pieces = [p, q];
  if (p.line && q.line) {
    const line = joinedLine(p.line, q.line, most);
    return line ? [{ stroke: strokeOfLine(line), pieces }] : [];
  }
  if (!p.arc || !q.arc || Math.abs(p.arc.radius - q.arc.radius) > near) return [];
  if (between([p.arc.cx, p.arc.cy], [q.arc.cx, q.arc.cy]) > near) return [];
  const [first, second] = [forwards(p.arc), forwards(q.arc)];
  return [joinedArc(first, second), joinedArc(second, first)].flatMap((arc) => {
    const gap = (arc.sweep - first.sweep - second.sweep) * arc.radius;
    return gap < 0 || gap > most ? [] : [{ stroke: strokeOfArc(p.number, arc, true), pieces }];
  });
}

/** Counter-clockwise. */
function forwards(arc: Arc): Arc {
  const { cx, cy, radius, start, sweep } = arc;
  return sweep > 0 ? arc : arcAround(cx, cy, radius, start + sweep, -sweep);
}

/** From where one arc begins to where another one ends. */
function joinedArc({ cx, cy, radius, start }: Arc, { start: next, sweep }: Arc): Arc {
  const turn = 2 * Math.PI;
  const way = next - start;
  return arcAround(cx, cy, radius, start, way - turn * Math.floor(way / turn) + sweep);
}

/** One line of two that lie in line with a gap between them, or null. */
function joinedLine(p: Straight, q: Straight, most: number): Straight | null {
  if (1 - Math.abs(cosine(p, q)) > PIECES.skew ** 2 || p.length + q.length === 0) return null;
  const pairs = endsOf(p).flatMap((near, i) =>
    endsOf(q).map((other, j) => ({
      gap: between(near, other),
      ends: [endsOf(p)[1 - i]!, endsOf(q)[1 - j]!],
    })),
  );
  const { gap, ends } = pairs.reduce((best, pair) => (pair.gap < best.gap ? pair : best));
  const whole = straight(p.number, ...(ends as [Point, Point]));
  const length = p.length + gap + q.length;
  return gap > most || Math.abs(length - whole.length) > PIECES.skew * whole.length ? null : whole;
}
