/** How lines lie to the row of letters of a text. */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { distanceTo } from "../../basis/plane.ts";
import type { DrawnText } from "../../model/text.ts";
import { cosine, offAxis, straight } from "../shown/lines.ts";
import type { Straight } from "../shown/shown.ts";

/** How far before or behind its text a leader ends, and how far under or over it a shelf runs at most, in heights of letters. */
export const BESIDE = { before: 2.5, under: 1.5 };

/** A text as the line through the middle of its letters. */
export function rowOf({ spots }: DrawnText): Straight {
  return straight(-1, spots[0]!, spots[2]!);
}

/** Whether a place is before or behind a text, at its height. */
export function isBeside([x, y]: Point, row: Straight, height: number): boolean {
  return offAxis(row, [x, y]) <= BESIDE.under * height && distanceTo(row, x, y) <= BESIDE.before * height;
}

export function isAlong(line: Straight, row: Straight): boolean {
  return Math.abs(cosine(line, row)) > 0.99;
}

/** Whether a line runs along a text, under or over it. */
export function isShelf(line: Straight, row: Straight, height: number): boolean {
  return isAlong(line, row) && distanceTo(line, ...placeOn(row, 0.5)) <= BESIDE.under * height;
}

export function placeOn({ x0, y0, x1, y1 }: Straight, share: number): Point {
  return [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
}
