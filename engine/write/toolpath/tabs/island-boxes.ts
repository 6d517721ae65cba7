/** An index of where paths lie. */
import Flatbush from "flatbush";
import type { PathWalk } from "../path/walk.ts";

/** Their boxes, in their order. */
export function boxesOf(contours: { walk: PathWalk }[]): Flatbush {
  const index = new Flatbush(contours.length);
  for (const { walk } of contours) {
    const { min_x, min_y, max_x, max_y } = walk.bounds;
    index.add(min_x, min_y, max_x, max_y);
  }
  index.finish();
  return index;
}
