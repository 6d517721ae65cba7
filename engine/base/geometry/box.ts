/** Boxes along the axes. */
import type { Bounds, Point, Ring } from "../contract/values/geometry.ts";
import { hypot } from "./trig/hypot.ts";

/** An empty box, which any point widens. */
export function emptyBounds(): Bounds {
  return { min_x: Infinity, min_y: Infinity, max_x: -Infinity, max_y: -Infinity };
}

/** The box that holds one point alone. */
export function boundsAt([x, y]: Point): Bounds {
  return { min_x: x, min_y: y, max_x: x, max_y: y };
}

/** Box around all points within a distance of a point. */
export function roomAt(at: Point, reach: number): Bounds {
  return widened(boundsAt(at), reach);
}

/** Box around all points within a distance of any of the given points. */
export function roomAround(places: readonly Point[], reach: number): Bounds {
  const bounds = emptyBounds();
  for (const place of places) grow(bounds, place[0], place[1]);
  return widened(bounds, reach);
}

/** Reads box number `box` from a list of four numbers each: least x, least y, greatest x, greatest y. */
export function boxAt(boxes: Float64Array, box: number): Bounds {
  const at = 4 * box;
  return { min_x: boxes[at]!, min_y: boxes[at + 1]!, max_x: boxes[at + 2]!, max_y: boxes[at + 3]! };
}

/** Writes a box, widened by `by` on all sides, into such a list. */
export function putBox(boxes: Float64Array, box: number, around: Bounds, by = 0): void {
  const at = 4 * box;
  boxes[at] = around.min_x - by;
  boxes[at + 1] = around.min_y - by;
  boxes[at + 2] = around.max_x + by;
  boxes[at + 3] = around.max_y + by;
}

/** The box around several boxes. */
export function boundsAround(boxes: readonly Bounds[]): Bounds {
  const bounds = emptyBounds();
  for (const box of boxes) growAround(bounds, box);
  return bounds;
}

/** Widens a box until it holds the point (x, y). */
export function grow(bounds: Bounds, x: number, y: number): void {
  if (x < bounds.min_x) bounds.min_x = x;
  if (x > bounds.max_x) bounds.max_x = x;
  if (y < bounds.min_y) bounds.min_y = y;
  if (y > bounds.max_y) bounds.max_y = y;
}

/** Widens a box until it holds another box. */
export function growAround(bounds: Bounds, { min_x, min_y, max_x, max_y }: Bounds): void {
  grow(bounds, min_x, min_y);
  grow(bounds, max_x, max_y);
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

/** Extents of a box along x and y. */
export function boxEdges({ min_x, min_y, max_x, max_y }: Bounds): [width: number, height: number] {
  return [max_x - min_x, max_y - min_y];
}

/** Extents of a box, the shorter first. */
export function boxSides(box: Bounds): [short: number, long: number] {
  const [width, height] = boxEdges(box);
  return width < height ? [width, height] : [height, width];
}

export function boxArea(box: Bounds): number {
  const [width, height] = boxEdges(box);
  return width * height;
}

export function boxDiagonal(box: Bounds): number {
  return hypot(...boxEdges(box));
}

/** Distance of a point from a box; 0 inside. */
export function awayFromBox({ min_x, min_y, max_x, max_y }: Bounds, [x, y]: Point): number {
  return hypot(Math.max(min_x - x, 0, x - max_x), Math.max(min_y - y, 0, y - max_y));
}

/** Distances between the sides of a box and the sides of the box around it: left, bottom, right, top. */
export function boxMargins(box: Bounds, around: Bounds): number[] {
  return [
    box.min_x - around.min_x,
    box.min_y - around.min_y,
    around.max_x - box.max_x,
    around.max_y - box.max_y,
  ];
}

/** Tells whether the insides of two boxes overlap; boxes that only touch do not. */
export function overlap(p: Bounds, q: Bounds): boolean {
  return p.min_x < q.max_x && q.min_x < p.max_x && p.min_y < q.max_y && q.min_y < p.max_y;
}

/** Tells whether two boxes overlap or touch. */
export function meet(p: Bounds, q: Bounds): boolean {
  return p.min_x <= q.max_x && q.min_x <= p.max_x && p.min_y <= q.max_y && q.min_y <= p.max_y;
}

/** The corners of a box as a ring, counter-clockwise. */
export function boxRing(x0: number, y0: number, x1: number, y1: number): Ring {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}
