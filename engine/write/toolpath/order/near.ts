/** Which contours may well follow each other? */
import type Flatbush from "flatbush";
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Heat } from "./heat.ts";

/** How many contours near each one are tried as its neighbour in the tour. */
const NEAR = 8;

/** For every contour the ones whose boxes lie nearest to its own, and that may follow it. */
export function neighbours(boxes: Bounds[], tree: Flatbush, heat: Heat | null): Int32Array[] {
  const gaps = new Float64Array(boxes.length);
  return boxes.map((box, i) => {
    const { min_x, min_y, max_x, max_y } = box;
    const mayFollow = (j: number) => j !== i && (heat?.areApart(i, j) ?? true);
    const others = tree.neighbors((min_x + max_x) / 2, (min_y + max_y) / 2, 4 * NEAR, Infinity, mayFollow);
    for (const j of others) gaps[j] = gapBetween(box, boxes[j]!);
    others.sort((a, b) => gaps[a]! - gaps[b]! || a - b);
    return Int32Array.from(others.slice(0, NEAR));
  });
}

/** How far apart the outlines of two boxes are, also of one within the other. */
function gapBetween(a: Bounds, b: Bounds): number {
  const dx = Math.max(a.min_x - b.max_x, b.min_x - a.max_x);
  const dy = Math.max(a.min_y - b.max_y, b.min_y - a.max_y);
  if (dx > 0 || dy > 0) return hypot(Math.max(dx, 0), Math.max(dy, 0));
  return Math.max(0, roomWithin(a, b), roomWithin(b, a));
}

function roomWithin(box: Bounds, outer: Bounds): number {
  return Math.min(
    box.min_x - outer.min_x,
    box.min_y - outer.min_y,
    outer.max_x - box.max_x,
    outer.max_y - box.max_y,
  );
}
