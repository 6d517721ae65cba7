/** Which contours may well follow each other? */
import type Flatbush from "flatbush";
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Heat } from "./heat.ts";

/** How many contours near each one are tried as its neighbour in the tour. */
const NEAR = 8;

/** So many within reach are ranked; where there are more, the search by distance is faster. */
const MANY = 8 * NEAR;
/** How often the reach is doubled. */
const WIDER = 5;

/** For every contour the ones whose boxes lie nearest to its own, and that may follow it. */
export function neighbours(boxes: Bounds[], tree: Flatbush, heat: Heat | null): Int32Array[] {
  const gaps = new Float64Array(boxes.length);
  return boxes.map((box, i) => {
    const near = heat ? nearestTo(box, tree, (j) => heat.areApart(i, j)) : within(box, tree);
    const others = near.filter((j) => j !== i);
    for (const j of others) gaps[j] = gapBetween(box, boxes[j]!);
    others.sort((a, b) => gaps[a]! - gaps[b]! || a - b);
    return Int32Array.from(others.slice(0, NEAR));
  });
}

/** Finds boxes in reach of a box, which is half as long as its longer side, and as many times twice that as it takes. */
function within(box: Bounds, tree: Flatbush): number[] {
  const { min_x, min_y, max_x, max_y } = box;
  let reach = Math.max(max_x - min_x, max_y - min_y) / 2;
  for (let k = 0; k < WIDER; k++) {
    const found = tree.search(min_x - reach, min_y - reach, max_x + reach, max_y + reach);
    if (found.length > MANY) break;
    if (found.length > NEAR) return found;
    reach *= 2;
  }
  return nearestTo(box, tree);
}

function nearestTo(
  { min_x, min_y, max_x, max_y }: Bounds,
  tree: Flatbush,
  isWanted?: (j: number) => boolean,
): number[] {
  const [x, y] = [(min_x + max_x) / 2, (min_y + max_y) / 2];
  return tree.neighbors(x, y, 4 * NEAR, Number.POSITIVE_INFINITY, isWanted);
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
