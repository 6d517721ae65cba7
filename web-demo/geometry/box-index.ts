/** Which boxes are near? One index for the pointer, for snapping and for repairs of the picture. */
import Flatbush from "flatbush";
import type { Bounds } from "../../engine/index.ts";

interface WithBounds {
  bounds: Bounds;
}

/** Lists that are asked about never change in place. */
const known = new WeakMap<readonly WithBounds[], Flatbush>();
/** Lists of the same boxes in the same order. */
const twins = new WeakMap<readonly WithBounds[], readonly WithBounds[]>();

/** The numbers of the boxes that meet this one, in order. */
export function boxesNear(boxes: readonly WithBounds[], { min_x, min_y, max_x, max_y }: Bounds): number[] {
  if (boxes.length === 0) return [];
  const first = twins.get(boxes) ?? boxes;
  const index = known.get(first) ?? indexOf(first);
  known.set(first, index);
  return index.search(min_x, min_y, max_x, max_y).sort((a, b) => a - b);
}

/** Tells that two lists have the same boxes, so that one index does for both. */
export function shareIndex(boxes: readonly WithBounds[], twin: readonly WithBounds[]): void {
  if (boxes.length === twin.length) twins.set(twin, boxes);
}

function indexOf(boxes: readonly WithBounds[]): Flatbush {
  const index = new Flatbush(boxes.length);
  for (const { bounds } of boxes) index.add(bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y);
  index.finish();
  return index;
}
