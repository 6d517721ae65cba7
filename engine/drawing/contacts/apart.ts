/**
 * Which contours lie apart from all others? Most of most drawings: no other's box comes near theirs, so that nothing need be
 * asked about where they meet others. A sweep over the boxes by their lower ends, along the side that is longer.
 */
import { Groups } from "../basis/groups.ts";
import { sortedBy } from "./sorted.ts";

/** Looks at other boxes, for each box; beyond it those that were not passed yet count as near others. */
const MOST_LOOKS = 100;

/** How contours lie to others: near one; near none, but amid some that are near each other; or outside of all such. */
export const LIES = { near: 0, apart: 1, alone: 2 } as const;

/**
 * One of `LIES` for each box, given by its least x and y, greatest x and y; near is what is no farther than `reach` along both axes,
 * unless the contours of two such boxes are told `apart` after all, as a hole from the edges of its plate.
 */
export function findApart(
  boxes: Float64Array,
  reach: number,
  areApart: (p: number, q: number) => boolean,
): Uint8Array {
  const lies = new Uint8Array(boxes.length / 4).fill(LIES.alone);
  const groups = new Groups(lies.length);
  let isWhole = sweep(boxes, reach, (p, q) => {
    const lie = p !== q && areApart(p, q) ? LIES.apart : LIES.near;
    for (const box of [p, q]) lies[box] = Math.min(lies[box]!, lie);
    groups.unite(q, p);
  });
  if (lies.every((lie) => lie === LIES.alone)) return lies;
  const around = boxes.slice();
  for (let box = 0; box < lies.length; box++) growBox(around, groups.rootOf(box), boxes, box);
  const roots = Int32Array.from(lies.keys()).filter((box) => groups.rootOf(box) === box);
  isWhole &&= sweep(
    around.filter((_, i) => groups.rootOf(i >> 2) === i >> 2),
    reach,
    (p, q) => {
      for (const box of [roots[p]!, roots[q]!]) lies[box] = Math.min(lies[box]!, LIES.apart);
    },
  );
  return isWhole ? lies : lies.map((lie) => Math.min(lie, LIES.apart));
}

/** Widens one of some boxes by one of others. */
export function growBox(boxes: Float64Array, box: number, others: Float64Array, other: number): void {
  const [at, from] = [4 * box, 4 * other];
  boxes[at] = Math.min(boxes[at]!, others[from]!);
  boxes[at + 1] = Math.min(boxes[at + 1]!, others[from + 1]!);
  boxes[at + 2] = Math.max(boxes[at + 2]!, others[from + 2]!);
  boxes[at + 3] = Math.max(boxes[at + 3]!, others[from + 3]!);
}

/** Whether one of some boxes is no farther than `reach` from one of others, along both axes. */
export function areNear(
  boxes: Float64Array,
  box: number,
  others: Float64Array,
  other: number,
  reach: number,
): boolean {
  const [at, from] = [4 * box, 4 * other];
  return (
    boxes[at]! <= others[from + 2]! + reach &&
    boxes[at + 2]! >= others[from]! - reach &&
    boxes[at + 1]! <= others[from + 3]! + reach &&
    boxes[at + 3]! >= others[from + 1]! - reach
  );
}

/** Calls back with pairs that are near each other; false when it was given up, after a call for each box that was not passed. */
function sweep(boxes: Float64Array, reach: number, near: (p: number, q: number) => void): boolean {
  const count = boxes.length / 4;
  const axis = longerAxis(boxes);
  const order = sortedBy(
    new Int32Array(count).map((_, box) => box),
    (box) => boxes[4 * box + axis]!,
  );
  const lows = new Float64Array(count);
  for (let i = 0; i < count; i++) lows[i] = boxes[4 * order[i]! + axis]!;
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
      near(own, other);
    }
    if (looks > MOST_LOOKS * count) near(own, own);
  }
  return looks <= MOST_LOOKS * count;
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
