/**
 * Which lines are dimensions? A line or arc is one when two of three tell it: arrow heads or ticks on its ends, a number
 * beside it, witness lines across its ends that go a little beyond it. A number may stand in the line, and part it. One with
 * an arrow head leads to any text beside it, at its end, or at the end of what it meets there; one with a radius or a
 * diameter goes through the centre of a circle.
 */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { diagonalOf, roomAt } from "../../../../base/geometry/box.ts";
import { PointGrid } from "../../basis/grid.ts";
import { between, endsOf, middleOf } from "../../basis/plane.ts";
import type { Contours } from "../../curves/contours.ts";
import { headsAt, type OpenHead, openHeads } from "../shown/heads.ts";
import { straight, strokeOfLine, strokesOf } from "../shown/lines.ts";
import { saysNumber } from "../shown/numbers.ts";
import { MOST_PAIRS, type Round, type Shown, type Straight, type Stroke, type Tip } from "../shown/shown.ts";
import { tallestOf } from "../shown/texts.ts";
import { DimensionSearch, LETTERS, type Small, textsBeside } from "./evidence.ts";
import { type Candidate, facing, partedStrokes } from "./pieces.ts";

/** So many times the radius of its dots a dimension is long at least. */
const DOTS = 8;

/**
 * Adds the numbers of all dimensions to those of aids. Tells those of arrows that stand alike with a text
 * and without: symbols that no text tells anything of.
 */
export function dimensions(shown: Shown, weld: number, aids: Set<number>): ReadonlySet<number> {
  const { lines, texts, arrows, endingAt, near } = shown;
  const none = new Set<number>();
  if (lines.length === 0) return none;
  const numbers = texts.filter(saysNumber);
  const tallest = tallestOf(numbers);
  if (lines.length * Math.max(lines.length, texts.length + arrows.length) > MOST_PAIRS) return none;
  const small = smallThings(shown.contours, 2 * LETTERS.any * tallest);
  const strokes = strokesOf(shown.contours, lines);
  const open: ReadonlyMap<Stroke, readonly OpenHead[]> = openHeads(strokes, near, shown.letters);
  const ticked = endsInMiddles(strokes, lines, near);
  const dotted = endsInDots(strokes, shown);
  if (numbers.length + arrows.length + open.size + ticked.size + dotted.size === 0) return none;
  const atEnds = headsAt(arrows, near);
  // Nothing but barbs goes on at their ends.
  const isFree = (stroke: Stroke, { at }: Tip) =>
    endingAt(at).length === 1 || open.get(stroke)?.some(({ tip }) => between(tip, at) <= near) === true;
  const isHeaded = (stroke: Stroke) => open.has(stroke) || atEnds(stroke).length > 0;
  const pointed = strokes.filter((stroke) => stroke.alone && isHeaded(stroke));
  const headed = pointed.filter((stroke) => stroke.tips.every((tip) => isFree(stroke, tip)));
  const mute = headed.filter((stroke) => textsBeside(shown, stroke).length === 0);
  const isSymbol = ({ length }: Stroke) => mute.some((other) => Math.abs(other.length - length) <= near);
  const symbols = new Set(headed.filter(isSymbol).map(({ number }) => number));
  const signs = { numbers: new Set(numbers), headsAt: atEnds, open, small, symbols, ticked, dotted };
  const search = new DimensionSearch(shown, signs, weld);
  const whole = [...strokes, ...dotted.keys()].map((stroke): Candidate => ({ stroke, pieces: [stroke] }));
  const parted = [...partedStrokes(strokes, numbers, near), ...facing(pointed, near)];
  for (const candidate of [...whole, ...parted]) search.look(candidate, aids);
  return symbols;
}

/** Lines that end, at both ends, in the middle of others, as in ticks. */
function endsInMiddles(strokes: readonly Stroke[], lines: readonly Straight[], near: number): Set<Stroke> {
  const middles = new PointGrid(near, lines.length);
  for (const line of lines) middles.add(...middleOf(line));
  const isTick = ({ at }: Tip) => middles.first(...at, near) >= 0;
  return new Set(strokes.filter(({ alone, tips }) => alone && tips.every(isTick)));
}

/** Lines from dot to dot outside the material, whether they end in their middles or before them; and the dots of each. */
function endsInDots(strokes: readonly Stroke[], { circlesIn, material, near }: Shown): Map<Stroke, Round[]> {
  const found = new Map<Stroke, Round[]>();
  for (const { number, alone, line, length, tips } of strokes) {
    if (!alone || !line) continue;
    const dots = tips.flatMap(({ at, out }) =>
      circlesIn(roomAt(at, near))
        .filter(({ cx, cy, radius, number }) => {
          const [x, y] = [cx - at[0], cy - at[1]];
          const isAhead = Math.abs(x * out[1] - y * out[0]) <= near && x * out[0] + y * out[1] >= -near;
          return isAhead && DOTS * radius <= length && !material.isAt(at, number);
        })
        .slice(0, 1),
    );
    const [p, q] = dots;
    if (!p || !q || Math.abs(p.radius - q.radius) > near) continue;
    found.set(strokeOfLine(straight(number, [p.cx, p.cy], [q.cx, q.cy])), dots);
  }
  return found;
}

/** Contours no wider than a size, each with the middle of the ends of its curves. */
function smallThings(contours: Contours, most: number): Small[] {
  const found: Small[] = [];
  for (let number = 0; number < contours.count; number++) {
    const { min_x, min_y, max_x, max_y } = contours.boundsOf(number);
    const radius = diagonalOf(contours.boundsOf(number)) / 2;
    if (radius > most) continue;
    const ends = contours.get(number).curves.flatMap((id) => endsOf(contours.table.ends(id)));
    const isRound = contours.isClosed(number) && contours.size(number) === 1;
    const mean = (i: 0 | 1) => ends.reduce((sum, end) => sum + end[i], 0) / ends.length;
    const middle: Point = isRound ? [(min_x + max_x) / 2, (min_y + max_y) / 2] : [mean(0), mean(1)];
    found.push({ number, middle, radius: isRound ? radius / Math.SQRT2 : radius, isRound });
  }
  return found;
}
