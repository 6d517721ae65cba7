/** Boxes along the axes. */
import type { Bounds, Point } from "../../contract/values/geometry.ts";

/** The box of a place. */
export function boundsAt([x, y]: Point): Bounds {
  return { min_x: x, min_y: y, max_x: x, max_y: y };
}

export function lies(box: Bounds, within: Bounds): boolean {
  return holds(within, box.min_x, box.min_y) && holds(within, box.max_x, box.max_y);
}

export function holds({ min_x, min_y, max_x, max_y }: Bounds, x: number, y: number): boolean {
  return x >= min_x && x <= max_x && y >= min_y && y <= max_y;
}

export function widened({ min_x, min_y, max_x, max_y }: Bounds, by: number): Bounds {
  return { min_x: min_x - by, min_y: min_y - by, max_x: max_x + by, max_y: max_y + by };
}

export function areaOf({ min_x, min_y, max_x, max_y }: Bounds): number {
  return (max_x - min_x) * (max_y - min_y);
}

export function diagonalOf({ min_x, min_y, max_x, max_y }: Bounds): number {
  return Math.hypot(max_x - min_x, max_y - min_y);
}

/** Whether two boxes have room in common: more than a border. */
export function overlap(p: Bounds, q: Bounds): boolean {
  return p.min_x < q.max_x && q.min_x < p.max_x && p.min_y < q.max_y && q.min_y < p.max_y;
}

/** Whether two boxes have a place in common, if only on their borders. */
export function meet(p: Bounds, q: Bounds): boolean {
  return p.min_x <= q.max_x && q.min_x <= p.max_x && p.min_y <= q.max_y && q.min_y <= p.max_y;
}
