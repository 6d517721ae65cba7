/**
 * Which contours lie apart from all others? Most of most drawings: no other's box comes near theirs, so that nothing else
 * need be asked about where they lie. A sweep over the boxes by their lower ends, along the side that is longer.
 */
import { sortedBy } from "./sorted.ts";

/** Looks at other boxes, for each box; beyond it those that were not passed yet count as near others. */
const MOST_LOOKS = 100;

/** 1 for boxes, each least x and y, greatest x and y, that are farther than `reach` from all others along either axis. */
export function findApart(boxes: Float64Array, reach: number): Uint8Array {
  const count = boxes.length / 4;
  const axis = longerAxis(boxes);
  const order = sortedBy(
    Int32Array.from({ length: count }, (_, box) => box),
    (box) => boxes[4 * box + axis]!,
  );
  const low = Float64Array.from(order, (box) => boxes[4 * box + axis]!);
  const apart = new Uint8Array(count).fill(1);
  let looks = 0;
  for (let i = 0; i < count; i++) {
    const own = 4 * order[i]!;
    if (looks > MOST_LOOKS * count) apart[own / 4] = 0;
    const end = boxes[own + axis + 2]! + reach;
    const [from, to] = [boxes[own + 1 - axis]! - reach, boxes[own + 3 - axis]! + reach];
    for (let j = i + 1; j < count && low[j]! <= end && looks <= MOST_LOOKS * count; j++) {
      looks++;
      const other = 4 * order[j]!;
      if (boxes[other + 1 - axis]! > to || boxes[other + 3 - axis]! < from) continue;
      apart[own / 4] = 0;
      apart[other / 4] = 0;
    }
  }
  return apart;
}

function longerAxis(boxes: Float64Array): 0 | 1 {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (let at = 0; at < boxes.length; at++) {
    const axis = at & 1;
    if (boxes[at]! < low![axis]!) low![axis] = boxes[at]!;
    if (boxes[at]! > high![axis]!) high![axis] = boxes[at]!;
  }
  return high![0]! - low![0]! >= high![1]! - low![1]! ? 0 : 1;
}
