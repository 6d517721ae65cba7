/** Which texts belong to what is drawn near them? */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, widened } from "../../../../base/geometry/box.ts";
import type { DrawnText } from "../../model/text.ts";

/** A text belongs to a line within so many heights of its letters. */
const NEAR = 2;

/** Whether any text is within reach. */
export function isBeside(texts: readonly DrawnText[], distance: (at: Point) => number): boolean {
  return texts.some((text) => isTextNear(text, distance));
}

/** How high the letters of the tallest text are. */
export function tallestOf(texts: readonly DrawnText[]): number {
  return texts.reduce((most, { height }) => Math.max(most, height), 0);
}

/** What a text is near to comes into this room. */
export function roomAround({ height, spots }: DrawnText): Bounds {
  return widened(boundsAround(spots.map(boundsAt)), NEAR * height);
}

/** Whether a text belongs to what lies so far from its places. */
export function isTextNear({ height, spots }: DrawnText, distance: (at: Point) => number): boolean {
  return spots.some((spot) => distance(spot) <= NEAR * height);
}
