/** Boxes round about points, and how large they are. */
import type { Bounds } from "../../engine/index.ts";

export { boxArea } from "../../engine/base/geometry/box.ts";
export { pointBounds } from "../../engine/base/geometry/ring.ts";

/** In mm: outlines that are kept may be a little larger than those that are read. */
const SAME_PLACE = 0.05;

/** True for the boxes of one part. */
export function isSameBox(one: Bounds, other: Bounds): boolean {
  const keys = ["min_x", "min_y", "max_x", "max_y"] as const;
  return keys.every((key) => Math.abs(one[key] - other[key]) < SAME_PLACE);
}

export function boundsSize({ min_x, min_y, max_x, max_y }: Bounds): { width: number; height: number } {
  return { width: max_x - min_x, height: max_y - min_y };
}
