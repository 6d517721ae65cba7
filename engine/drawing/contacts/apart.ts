/**
 * Which contours lie apart from all others? Most of most drawings: no other's box comes near theirs, so that nothing need be
 * asked about where they meet others. A sweep over the boxes by their lower ends, along the side that is longer.
 */
import { sortedBy } from "./sorted.ts";

/** Looks at other boxes, for each box; beyond it those that were not passed yet count as near others. */
const MOST_LOOKS = 100;

/** 1 for boxes, each least x and y, greatest x and y, that are farther than `reach` from all others along either axis. */
export function findApart(boxes: Float64Array, reach: number): Uint8Array {
  const count = boxes.length / 4;
  const axis = longerAxis(boxes);
  const order = sortedBy(
    new Int32Array(count).map((_, box) => box),
    (box) => boxes[4 * box + axis]!,
  );
  const lows = new Float64Array(count);
  for (let i = 0; i < count; i++) lows[i] = boxes[4 * order[i]! + axis]!;
  const apart = new Uint8Array(count).fill(1);
  let looks = 0;
  for (let i = 0; i < count; i++) {
    const own = order[i]!;
    const end = boxes[4 * own + axis + 2]! + reach;
    const from = boxes[4 * own + 1 - axis]! - reach;
    const to = boxes[4 * own + 3 - axis]! + reach;
    for (let j = i + 1; j < count && lows[j]! <= end && looks <= MOST_LOOKS * count; j++) {
      looks++;
      const other = order[j]!;
      if (boxes[4 * other + 1 - axis]! > to || boxes[4 * other + 3 - axis]! < from) continue;
      apart[own] = 0;
      apart[other] = 0;
    }
    if (looks > MOST_LOOKS * count) apart[own] = 0;
  }
  return apart;
}

function longerAxis(boxes: Float64Array): 0 | 1 {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < boxes.length; at += 4) {
    left = Math.min(left, boxes[at]!);
    low = Math.min(low, boxes[at + 1]!);
    right = Math.max(right, boxes[at + 2]!);
    high = Math.max(high, boxes[at + 3]!);
  }
  return right - left >= high - low ? 0 : 1;
}
