/**
 * Which part does a text belong to? To the one that it stands on or close beside. Those farther off stand all on the same side of
 * their parts, so that each part has its own: that tells a row of labels amid a row of parts.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { awayFromBox, roomAround } from "../../../base/geometry/box.ts";
import type { Finder } from "../basis/finder.ts";
import type { DrawnText } from "../model/text.ts";

/** Letters this many times their height away from a part still belong to it. */
const REACH = 3;

/** The part that a text stands on or, as near as that, beside; -1 without one. */
export function partAt(
  boxes: readonly Bounds[],
  partsIn: Finder<number>,
  { spots, height }: DrawnText,
): number {
  let best = -1;
  let least = REACH * height;
  for (const part of partsIn(roomAround(spots, REACH * height))) {
    const away = Math.min(...spots.map((spot) => awayFromBox(boxes[part]!, spot)));
    if (away < least || (best < 0 && away === 0)) {
      best = part;
      least = away;
    }
  }
  return best;
}

/** Sides of a label on which its part may lie: the axis, and which way. */
const SIDES: [axis: 0 | 1, way: 1 | -1][] = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
];
/** The side whose gaps are no longer than this share of the other's tells. */
const CLEARLY = 0.5;
/** More pairs of labels and parts are not looked at. */
const MOST_PAIRS = 1_000_000;

/** The part of each text, all of them on one side of theirs; null where parts are left without one, or two sides tell as much. */
export function partsBeside(boxes: readonly Bounds[], texts: readonly DrawnText[]): number[] | null {
  const count = boxes.length;
  if (texts.length !== count || count < 2 || count ** 2 > MOST_PAIRS) return null;
  const sides = SIDES.flatMap(([axis, way]) => {
    const found = texts.map((text) => nextPart(boxes, text, axis, way));
    const parts = found.map(({ part }) => part);
    const isWhole = new Set(parts).size === count && parts.every((part) => part >= 0);
    return isWhole ? [{ parts, gap: found.reduce((sum, { gap }) => sum + gap, 0) }] : [];
  }).sort((p, q) => p.gap - q.gap);
  const [first, second] = sides;
  return first && (!second || first.gap <= CLEARLY * second.gap) ? first.parts : null;
}

/** The nearest part straight on from a text, and how far it is. */
function nextPart(
  boxes: readonly Bounds[],
  { spots }: DrawnText,
  axis: 0 | 1,
  way: 1 | -1,
): { part: number; gap: number } {
  let [part, gap] = [-1, Infinity];
  const aside = 1 - axis;
  boxes.forEach(({ min_x, min_y, max_x, max_y }, other) => {
    const [low, high] = [[min_x, min_y] as const, [max_x, max_y] as const];
    const away = Math.min(
      ...spots.map((spot) => (way > 0 ? low[axis] - spot[axis] : spot[axis] - high[axis])),
    );
    const isInLine = spots.some((spot) => spot[aside]! >= low[aside]! && spot[aside]! <= high[aside]!);
    if (isInLine && away >= 0 && away < gap) [part, gap] = [other, away];
  });
  return { part, gap };
}
