/** Which boxes meet another one? An index over all of them, and things that are found by their boxes. */
import Flatbush from "flatbush";
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import type { WorkMeter } from "./limits.ts";

/** How much larger than all boxes the room is that their index shares out. */
const SKEW = 0.6180339887;

/** Index of boxes in turn (least x and y, greatest x and y), so many to a node; null where there are none. */
export function indexBoxes(boxes: Float64Array, perNode = 16): Flatbush | null {
  if (boxes.length === 0) return null;
  const index = new Flatbush(boxes.length / 4, perNode);
  for (let at = 0; at < boxes.length; at += 4)
    index.add(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  // Boxes in one row, halfway up the whole, come in an order that the index takes the square of their count to sort.
  index.maxX += SKEW * (index.maxX - index.minX);
  index.maxY += SKEW * (index.maxY - index.minY);
  index.finish();
  return index;
}

/** Index of things by their boxes. */
export function indexBy<Thing>(things: readonly Thing[], boxOf: (thing: Thing) => Bounds): Flatbush | null {
  const boxes = new Float64Array(4 * things.length);
  for (let i = 0; i < things.length; i++) {
    const { min_x, min_y, max_x, max_y } = boxOf(things[i]!);
    boxes[4 * i] = min_x;
    boxes[4 * i + 1] = min_y;
    boxes[4 * i + 2] = max_x;
    boxes[4 * i + 3] = max_y;
  }
  return indexBoxes(boxes);
}

/** Finds what comes into any of some boxes. */
export type Finder<Thing> = (...boxes: Bounds[]) => Thing[];

/** Finder of things whose boxes meet others, in their order; no index is made before somebody asks. */
export function makeFinder<Thing>(
  things: readonly Thing[],
  boxOf: (thing: Thing) => Bounds,
  work: WorkMeter,
): Finder<Thing> {
  let index: Flatbush | null = null;
  return (...boxes) => {
    index ??= indexBy(things, boxOf);
    const found = boxes.flatMap(
      ({ min_x, min_y, max_x, max_y }) => index?.search(min_x, min_y, max_x, max_y) ?? [],
    );
    work.spend(1 + found.length);
    const numbers = boxes.length > 1 ? [...new Set(found)] : found;
    return numbers.sort((p, q) => p - q).map((number) => things[number]!);
  };
}
