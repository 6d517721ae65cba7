/** Boxes round about points, and how large they are. */
import type { Bounds, Point } from "../../engine/index.ts";

/** In mm: outlines that are kept may be a little larger than those that are read. */
const SAME_PLACE = 0.05;

/** True for the boxes of one part. */
export function isSameBox(one: Bounds, other: Bounds): boolean {
  const keys = ["min_x", "min_y", "max_x", "max_y"] as const;
  return keys.every((key) => Math.abs(one[key] - other[key]) < SAME_PLACE);
}

export function boundsOf(points: readonly Point[]): Bounds {
  const bounds = { min_x: Infinity, min_y: Infinity, max_x: -Infinity, max_y: -Infinity };
  for (const [x, y] of points) {
    if (x < bounds.min_x) bounds.min_x = x;
    if (y < bounds.min_y) bounds.min_y = y;
    if (x > bounds.max_x) bounds.max_x = x;
    if (y > bounds.max_y) bounds.max_y = y;
  }
  return bounds;
}

export function sizeOf({ min_x, min_y, max_x, max_y }: Bounds): { width: number; height: number } {
  return { width: max_x - min_x, height: max_y - min_y };
}

export function areaOf(box: Bounds): number {
  const { width, height } = sizeOf(box);
  return width * height;
}
