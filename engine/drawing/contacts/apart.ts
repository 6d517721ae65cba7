/**
 * Which contours lie apart from all others? Most of most drawings: no other's box comes near theirs, so that nothing need be
 * asked about where they meet others. A sweep over the boxes by their lower ends, along the side that is longer.
 */
import { Groups } from "../basis/groups.ts";
import type { Contours } from "../curves/contours.ts";
import { growByCurve } from "../curves/curves.ts";
import { emptyBounds } from "../curves/outline.ts";
import { sortedBy } from "./sorted.ts";

/** Looks at other boxes, for each box; beyond it those that were not passed yet count as near others. */
const MOST_LOOKS = 100;

/**
 * Where so many of the first boxes are near others, as the loose lines of outlines are, so are most: nothing is gained by
 * more looks.
 */
const SAMPLE = { boxes: 1000, near: 900 };

/** Curves of a contour that are compared with what lies amid them. */
const MOST_AROUND = 8;

/** How contours lie to others: near one; near none, but amid some that are near each other; or outside of all such. */
export const LIES = { near: 0, apart: 1, alone: 2 } as const;

/** Contours, and one of `LIES` for each. */
export interface Laid {
  contours: Contours;
  lies: Uint8Array;
}

/** What of two contours may be one or joined, in millimetres: places, ends, sides that run beside each other. */
export interface Reaches {
  weld: number;
  join: number;
  kerf: number;
}

/**
 * One of `LIES` for each contour. Near are those that any reach may matter to, so open ones too of which the curves or the
 * ends may meet; none that is no larger than a point is alone.
 */
export function liesOf(contours: Contours, { weld, join, kerf }: Reaches): Uint8Array {
  const boxes = new Float64Array(contours.boxes());
  const reach = Math.max(join, kerf, 2 * weld) + 2 * weld;
  const known = new Array<number[] | undefined>(contours.count);
  // A contour of few curves may go around another without coming near it.
  const passes = (contour: number, box: number) => {
    const size = contours.size(contour);
    if (size === 1 || size > MOST_AROUND) return false;
    known[contour] ??= boxesOfCurves(contours, contour);
    const curves = known[contour];
    for (let curve = 0; curve < size; curve++) if (areNear(curves, curve, boxes, box, reach)) return false;
    return true;
  };
  const lies = findApart(boxes, reach, (p, q) => passes(p, q) || passes(q, p));
  for (let contour = 0; contour < lies.length; contour++) {
    const at = 4 * contour;
    if (!contours.isClosed(contour)) {
      const { x0, y0, x1, y1 } = contours.endsOf(contour);
      const isFree = contours.size(contour) === 1 && Math.abs(x1 - x0) + Math.abs(y1 - y0) > 3 * reach;
      if (!isFree) lies[contour] = LIES.near;
    } else if (Math.max(boxes[at + 2]! - boxes[at]!, boxes[at + 3]! - boxes[at + 1]!) <= 2 * weld)
      lies[contour] = Math.min(lies[contour]!, LIES.apart);
  }
  return lies;
}

/** Least x and y, greatest x and y of each curve of a contour in turn. */
function boxesOfCurves(contours: Contours, contour: number): number[] {
  const boxes: number[] = [];
  for (let i = 0; i < contours.size(contour); i++) {
    const bounds = emptyBounds();
    growByCurve(bounds, contours.table.look(contours.curveId(contour, i)));
    boxes.push(bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y);
  }
  return boxes;
}

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
  let found = 0;
  const tell = (p: number, q: number) => {
    const lie = p !== q && areApart(p, q) ? LIES.apart : LIES.near;
    for (const box of [p, q]) {
      if (lie === LIES.near && lies[box] !== LIES.near) found++;
      lies[box] = Math.min(lies[box]!, lie);
    }
    groups.unite(q, p);
  };
  const demote = () => lies.map((lie) => Math.min(lie, LIES.apart));
  if (!sweep(boxes, reach, tell, () => found > SAMPLE.near)) return demote();
  if (lies.every((lie) => lie === LIES.alone) || !lies.includes(LIES.alone)) return lies;
  // Around each group, in rows without gaps.
  const seats = new Int32Array(lies.length).fill(-1);
  const roots: number[] = [];
  const around = new Float64Array(boxes.length).map((_, at) => ((at & 2) === 0 ? Infinity : -Infinity));
  for (let box = 0; box < lies.length; box++) {
    const root = groups.rootOf(box);
    if (seats[root]! < 0) seats[root] = roots.push(root) - 1;
    growBox(around, seats[root]!, boxes, box);
  }
  const isWhole = sweep(around.subarray(0, 4 * roots.length), reach, (p, q) => {
    for (const box of [roots[p]!, roots[q]!]) lies[box] = Math.min(lies[box]!, LIES.apart);
  });
  return isWhole ? lies : demote();
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
  boxes: ArrayLike<number>,
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
function sweep(
  boxes: Float64Array,
  reach: number,
  near: (p: number, q: number) => void,
  isVain = () => false,
): boolean {
  const count = boxes.length / 4;
  const axis = longerAxis(boxes);
  const order = sortedBy(count, (box) => boxes[4 * box + axis]!);
  // Neighbours lie behind each other then.
  const sorted = new Float64Array(boxes.length);
  for (let i = 0; i < count; i++)
    for (let side = 0; side < 4; side++) sorted[4 * i + side] = boxes[4 * order[i]! + side]!;
  let looks = 0;
  for (let i = 0; i < count; i++) {
    const end = sorted[4 * i + axis + 2]! + reach;
    const from = sorted[4 * i + 1 - axis]! - reach;
    const to = sorted[4 * i + 3 - axis]! + reach;
    for (let j = i + 1; j < count && sorted[4 * j + axis]! <= end && looks <= MOST_LOOKS * count; j++) {
      looks++;
      if (sorted[4 * j + 1 - axis]! <= to && sorted[4 * j + 3 - axis]! >= from) near(order[i]!, order[j]!);
    }
    if (i === SAMPLE.boxes && isVain()) looks = Infinity;
    if (looks > MOST_LOOKS * count) near(order[i]!, order[i]!);
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
