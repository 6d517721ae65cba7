/**
 * Which part does a text belong to? To the one that it stands on or close beside. Those farther off stand all on the same side of
 * their parts, so that each part has its own: that tells a row of labels amid a row of parts.
 */
import type Flatbush from "flatbush";
import type { DrawnText } from "./order-words.ts";

/** Letters this many times their height away from a part still belong to it. */
const REACH = 3;

/** The part that a text stands on or, as near as that, beside; -1 without one. */
export function partAt(bounds: Float64Array, index: Flatbush | null, { spots, height }: DrawnText): number {
  let best = -1;
  let least = REACH * height;
  const near = spots.flatMap(([x, y]) => index?.search(x - least, y - least, x + least, y + least) ?? []);
  for (const part of [...new Set(near)].sort((p, q) => p - q)) {
    const away = Math.min(...spots.map(([x, y]) => awayFrom(bounds, part, x, y)));
    if (away < least || (best < 0 && away === 0)) {
      best = part;
      least = away;
    }
  }
  return best;
}

/** How far a place lies from the box of a part. */
function awayFrom(bounds: Float64Array, part: number, x: number, y: number): number {
  const dx = Math.max(bounds[4 * part]! - x, 0, x - bounds[4 * part + 2]!);
  const dy = Math.max(bounds[4 * part + 1]! - y, 0, y - bounds[4 * part + 3]!);
  return Math.hypot(dx, dy);
}

/** Sides of a label on which its part may lie: the axis, and which way. */
const SIDES: [axis: 0 | 1, way: 1 | -1][] = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
];
/** Of two sides the one with gaps no longer than this share of the other's tells. */
const CLEARLY = 0.5;
/** More pairs of labels and parts are not looked at. */
const MOST_PAIRS = 1_000_000;

/** The part of each text, all of them on one side of theirs; null where parts are left without one, or two sides tell as much. */
export function partsBeside(bounds: Float64Array, texts: readonly DrawnText[]): number[] | null {
  const count = bounds.length / 4;
  if (texts.length !== count || count < 2 || count ** 2 > MOST_PAIRS) return null;
  const sides = SIDES.flatMap(([axis, way]) => {
    const found = texts.map((text) => nextPart(bounds, text, axis, way));
    const parts = found.map(({ part }) => part);
    const isWhole = new Set(parts).size === count && parts.every((part) => part >= 0);
    return isWhole ? [{ parts, gap: found.reduce((sum, { gap }) => sum + gap, 0) }] : [];
  }).sort((p, q) => p.gap - q.gap);
  const [first, second] = sides;
  return first && (!second || first.gap <= CLEARLY * second.gap) ? first.parts : null;
}

/** The nearest part straight on from a text, and how far it is. */
function nextPart(
  bounds: Float64Array,
  { spots }: DrawnText,
  axis: 0 | 1,
  way: 1 | -1,
): { part: number; gap: number } {
  let [part, gap] = [-1, Infinity];
  for (let other = 0; other < bounds.length / 4; other++) {
    const [low, high] = [4 * other, 4 * other + 2].map((at) => bounds.subarray(at, at + 2));
    const aside = 1 - axis;
    const away = Math.min(
      ...spots.map((spot) => (way > 0 ? low![axis]! - spot[axis] : spot[axis] - high![axis]!)),
    );
    const isInLine = spots.some((spot) => spot[aside]! >= low![aside]! && spot[aside]! <= high![aside]!);
    if (isInLine && away >= 0 && away < gap) [part, gap] = [other, away];
  }
  return { part, gap };
}
