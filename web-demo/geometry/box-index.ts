/** Which boxes are near? One index for the pointer, for snapping and for repairs of the picture. */
import Flatbush from "flatbush";
import type { Bounds } from "../../engine/index.ts";

interface WithBounds {
  bounds: Bounds;
}

/** Lists that are asked about never change in place. */
const known = new WeakMap<readonly WithBounds[], Flatbush>();

/** The numbers of the boxes that meet this one, in order. */
export function boxesNear(boxes: readonly WithBounds[], { min_x, min_y, max_x, max_y }: Bounds): number[] {
  if (boxes.length === 0) return [];
  const index = known.get(boxes) ?? indexOf(boxes);
  known.set(boxes, index);
  return index.search(min_x, min_y, max_x, max_y).sort((a, b) => a - b);
}

function indexOf(boxes: readonly WithBounds[]): Flatbush {
  const index = new Flatbush(boxes.length);
  for (const { bounds } of boxes) index.add(bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y);
  index.finish();
  return index;
}
