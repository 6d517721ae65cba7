/**
 * Which contours lie apart from all others? Most of most drawings: no other's box comes near theirs, so that nothing need be
 * asked about where they meet others. A sweep over the boxes by their lower ends, along the side that is longer.
 */

import { areaOf, boxAt, emptyBounds, lengthsOf, putBox } from "../basis/bounds.ts";
import { Groups } from "../basis/groups.ts";
import type { Contours } from "../curves/contours.ts";
import { growByCurve } from "../curves/curves.ts";
import { goAround, type Shape } from "./pieces.ts";
import { sortedBy } from "./sorted.ts";

/** Looks at other boxes, for each box; beyond it those that were not passed yet count as near others. */
const MOST_LOOKS = 100;

/**
 * Where such a share of about so many boxes side by side is near others, as the loose lines of outlines are, so are most:
 * nothing is gained by more looks.
 */
const SAMPLE = { boxes: 1000, near: 0.9 };

/** Curves of a contour that are compared with what lies amid them. */
const MOST_AROUND = 8;

/**
 * How contours lie to others: near one; near none, but amid some that are near each other; or outside of all such: alone, or
 * in others of which no more need be known than which they are.
 */
export const LIES = { near: 0, apart: 1, alone: 2 } as const;

/** Contours, one of `LIES` for each, and which one goes around each of those that lie alone as the next, or -1. */
export interface Laid {
  contours: Contours;
  lies: Uint8Array;
  around: Int32Array;
}

/** What of two contours may be one or joined, in millimetres: places, ends, sides that run beside each other. */
export interface Reaches {
  weld: number;
  join: number;
  kerf: number;
}

/**
 * Near are those that any reach may matter to, so open ones too of which the curves or the ends may meet; none that is no
 * larger than a point is alone.
 */
export function layOut(contours: Contours, { weld, join, kerf }: Reaches): Laid {
  const boxes = contours.boxes();
  const reach = Math.max(join, kerf, 2 * weld) + 2 * weld;
  const around = new Int32Array(contours.count).fill(-1);
  const known = new Array<Float64Array | undefined>(contours.count);
  // A contour of few curves may go around another without coming near it.
  const passes = (contour: number, box: number) => {
    const size = contours.size(contour);
    if (size === 1 || size > MOST_AROUND) return false;
    known[contour] ??= boxesOfCurves(contours, contour);
    const curves = known[contour];
    for (let curve = 0; curve < size; curve++) if (areNear(curves, curve, boxes, box, reach)) return false;
    return true;
  };
  const isLarge = (contour: number) => lengthsOf(boxAt(boxes, contour))[1] > 2 * weld;
  const isPlain = (contour: number) => contours.isClosed(contour) && isLarge(contour);
  const lieOf = (p: number, q: number) => {
    const outer = passes(p, q) ? p : passes(q, p) ? q : -1;
    if (outer < 0) return LIES.near;
    if (!isPlain(p) || !isPlain(q) || !hasPlainCurves(contours, outer)) return LIES.apart;
    const inner = p + q - outer;
    const next = around[inner]!;
    // Of several that go around it the next one lies in the others.
    if (
      holdsStart(contours, outer, inner) &&
      (next < 0 || areaOf(boxAt(boxes, outer)) < areaOf(boxAt(boxes, next)))
    )
      around[inner] = outer;
    return LIES.alone;
  };
  const lies = findApart(boxes, reach, lieOf);
  for (let contour = 0; contour < lies.length; contour++) {
    if (lies[contour] === LIES.near) continue;
    if (!contours.isClosed(contour)) {
      const { x0, y0, x1, y1 } = contours.endsOf(contour);
      const isFree = contours.size(contour) === 1 && Math.abs(x1 - x0) + Math.abs(y1 - y0) > 3 * reach;
      if (!isFree) lies[contour] = LIES.near;
    } else if (!isLarge(contour)) lies[contour] = Math.min(lies[contour]!, LIES.apart);
  }
  return { contours, lies, around };
}

/** Whether a contour consists of lines and arcs alone. */
function hasPlainCurves(contours: Contours, contour: number): boolean {
  for (let i = 0; i < contours.size(contour); i++) {
    const { kind } = contours.table.look(contours.curveId(contour, i));
    if (kind !== "line" && kind !== "arc") return false;
  }
  return true;
}

/** Whether a contour of lines and arcs goes around the start of another one, by even-odd. */
function holdsStart(contours: Contours, outer: number, inner: number): boolean {
  const shapeOf = (curve: number): Shape => ({
    curve: contours.table.look(contours.curveId(outer, curve)),
    chords: null,
  });
  return goAround(contours.size(outer), shapeOf, contours.startOf(inner));
}

/** Of each curve of a contour in turn. */
function boxesOfCurves(contours: Contours, contour: number): Float64Array {
  const boxes = new Float64Array(4 * contours.size(contour));
  for (let i = 0; i < contours.size(contour); i++) {
    const bounds = emptyBounds();
    growByCurve(bounds, contours.table.look(contours.curveId(contour, i)));
    putBox(boxes, i, bounds);
  }
  return boxes;
}

/**
 * One of `LIES` for each box, given by its least x and y, greatest x and y; near is what is no farther than `reach` along both
 * axes, unless `lieOf` tells otherwise of the contours of two such boxes, as of a hole and its plate.
 */
export function findApart(
  boxes: Float64Array,
  reach: number,
  lieOf: (p: number, q: number) => number,
): Uint8Array {
  const lies = new Uint8Array(boxes.length / 4).fill(LIES.alone);
  const groups = new Groups(lies.length);
  let found = 0;
  const lower = (box: number, lie: number) => {
    if (lie === LIES.near && lies[box] !== LIES.near) found++;
    lies[box] = Math.min(lies[box]!, lie);
  };
  const tell = (p: number, q: number) => {
    const lie = p === q ? LIES.near : lieOf(p, q);
    lower(p, lie);
    lower(q, lie);
    groups.unite(q, p);
  };
  const demote = () => lies.map((lie) => Math.min(lie, LIES.apart));
  const sample = firstBoxes(boxes);
  const some = new Float64Array(4 * sample.length);
  sample.forEach((box, i) => {
    some.set(boxes.subarray(4 * box, 4 * box + 4), 4 * i);
  });
  sweep(some, reach, (p, q) => tell(sample[p]!, sample[q]!));
  if (found > SAMPLE.near * sample.length) return lies.fill(LIES.near);
  if (!sweep(boxes, reach, tell)) return demote();
  if (lies.every((lie) => lie === LIES.alone) || !lies.includes(LIES.alone)) return lies;
  // Around each group, in rows without gaps.
  const seats = new Int32Array(lies.length).fill(-1);
  let count = 0;
  const around = new Float64Array(boxes.length).map((_, at) => ((at & 2) === 0 ? Infinity : -Infinity));
  // Groups of which not all are alone: together they may go around others.
  const mixed = new Uint8Array(lies.length);
  for (let box = 0; box < lies.length; box++) {
    const root = groups.rootOf(box);
    if (seats[root]! < 0) seats[root] = count++;
    growBox(around, seats[root]!, boxes, box);
    if (lies[box] !== LIES.alone) mixed[seats[root]!] = 1;
  }
  const amid = mixed.slice();
  const isWhole = sweep(around.subarray(0, 4 * count), reach, (p, q) => {
    if (mixed[p] === 1) amid[q] = 1;
    if (mixed[q] === 1) amid[p] = 1;
  });
  if (!isWhole) return demote();
  for (let box = 0; box < lies.length; box++)
    if (amid[seats[groups.rootOf(box)]!] === 1) lower(box, LIES.apart);
  return lies;
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

/** Of many boxes about as many as a sample has that begin first along the sweep; none of few. */
function firstBoxes(boxes: Float64Array): number[] {
  const first: number[] = [];
  const count = boxes.length / 4;
  if (count < 2 * SAMPLE.boxes) return first;
  const axis = longerAxis(boxes);
  const step = Math.ceil(count / SAMPLE.boxes);
  const keys = new Float64Array(Math.ceil(count / step)).map((_, i) => boxes[4 * i * step + axis]!);
  const last = keys.sort()[Math.ceil(SAMPLE.boxes / step)]!;
  for (let box = 0; box < count && first.length < 2 * SAMPLE.boxes; box++)
    if (boxes[4 * box + axis]! <= last) first.push(box);
  return first;
}

/** Calls back with pairs that are near each other; false when it was given up, after a call for each box that was not passed. */
function sweep(boxes: Float64Array, reach: number, near: (p: number, q: number) => void): boolean {
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
