/** Boxes round about points, and how large they are. */
import type { Bounds, Ring } from "../../engine/index.ts";

export { boxArea, widened } from "../../engine/base/geometry/box.ts";
export { pointBounds } from "../../engine/base/geometry/ring.ts";

/** In mm: outlines that are kept may be a little larger than those that are read. */
const SAME_PLACE = 0.05;

/** True for the boxes of one part. */
export function isSameBox(one: Bounds, other: Bounds): boolean {
  const keys = ["min_x", "min_y", "max_x", "max_y"] as const;
  return keys.every((key) => Math.abs(one[key] - other[key]) < SAME_PLACE);
}

/** The corners of a box, from the lower left one round to it again. */
export function boxRing({ min_x, min_y, max_x, max_y }: Bounds): Ring {
  return [
    [min_x, min_y],
    [max_x, min_y],
    [max_x, max_y],
    [min_x, max_y],
    [min_x, min_y],
  ];
}

export function boundsSize({ min_x, min_y, max_x, max_y }: Bounds): { width: number; height: number } {
  return { width: max_x - min_x, height: max_y - min_y };
}
