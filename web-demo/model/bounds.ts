/** Boxes round about points, and how large they are. */
import type { Bounds, Point } from "../../engine/index.ts";

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
