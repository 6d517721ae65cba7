/** Texts of a drawing, and their places. */
import type { Point } from "../../../base/contract/values/geometry.ts";

/** A text of the drawing; attributes of blocks have a tag. */
export interface DrawnText {
  text: string;
  tag: string | null;
  /** Where it is held: its beginning, its middle or its end. */
  at: Point;
  height: number;
  /** Where it begins, its middle and where it ends, about, in the middle of its letters. */
  spots: readonly Point[];
}
