/**
 * Which boxes are near? Cells of equal size hold the numbers of the boxes that reach into them. Made in one pass over
 * the boxes, so that a sheet of ten thousand parts may have a new one after every change.
 */
import type { Bounds } from "../../engine/index.ts";

interface Boxed {
  bounds: Bounds;
}

export interface Grid {
  /** The numbers of the boxes that meet this one, in order. */
  search(box: Bounds): number[];
}

const MOST_CELLS = 64;
/** Of so many entries for each box, the cells are too small for boxes as large as these. */
const MOST_ENTRIES = 8;

/** Arrays that are asked about never change in place. */
const known = new WeakMap<readonly Boxed[], Grid>();

/** Lists of the same boxes in the same order. */
const twins = new WeakMap<readonly Boxed[], readonly Boxed[]>();

export function gridOf(boxes: readonly Boxed[]): Grid {
  const first = twins.get(boxes) ?? boxes;
  const grid = known.get(first) ?? createGrid(first);
  known.set(first, grid);
  return grid;
}

/** Tells that two lists have the same boxes, so that one grid does for both. */
export function shareGrid(boxes: readonly Boxed[], twin: readonly Boxed[]): void {
  if (boxes.length === twin.length) twins.set(twin, boxes);
}

/** Cells from the least corner, `side` by `side` of them; the factors are cells per millimetre. */
interface Cells {
  left: number;
  bottom: number;
  across: number;
  up: number;
  side: number;
}

function createGrid(boxes: readonly Boxed[]): Grid {
  const cells = cellsFor(boxes);
  const { side } = cells;
  const count = boxes.length;
  // The first and the last cell that each box reaches into, in both directions.
  const spans = new Int32Array(4 * count);
  const ends = new Int32Array(side * side + 1);
  for (let i = 0; i < count; i++) {
    spanOf(boxes[i]!.bounds, cells, spans, 4 * i);
    for (let row = spans[4 * i + 2]!; row <= spans[4 * i + 3]!; row++)
      for (let column = spans[4 * i]!; column <= spans[4 * i + 1]!; column++)
        ends[row * side + column + 1]!++;
  }
  // Where the entries of a cell begin, and after all are written, where they end.
  for (let cell = 0; cell < side * side; cell++) ends[cell + 1]! += ends[cell]!;
  const entries = new Int32Array(ends[side * side]!);
  for (let i = 0; i < count; i++)
    for (let row = spans[4 * i + 2]!; row <= spans[4 * i + 3]!; row++)
      for (let column = spans[4 * i]!; column <= spans[4 * i + 1]!; column++)
        entries[ends[row * side + column]!++] = i;
  return searchIn(boxes, cells, ends, entries);
}

function searchIn(boxes: readonly Boxed[], cells: Cells, ends: Int32Array, entries: Int32Array): Grid {
  /** The last question that found this box: one that lies in several cells is told once. */
  const asked = new Int32Array(boxes.length);
  const span = new Int32Array(4);
  let question = 0;
  return {
    search(box) {
      question++;
      const found: number[] = [];
      const [from, to, first, last] = spanOf(box, cells, span, 0) as unknown as [
        number,
        number,
        number,
        number,
      ];
      for (let row = first; row <= last; row++)
        for (let cell = row * cells.side + from; cell <= row * cells.side + to; cell++)
          for (let at = cell === 0 ? 0 : ends[cell - 1]!; at < ends[cell]!; at++) {
            const i = entries[at]!;
            if (asked[i] === question || !meets(boxes[i]!.bounds, box)) continue;
            asked[i] = question;
            found.push(i);
          }
      return found.sort((a, b) => a - b);
    },
  };
}

function cellsFor(boxes: readonly Boxed[]): Cells {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  let [wide, high, area] = [0, 0, 0];
  for (const { bounds: b } of boxes) {
    if (b.min_x < left) left = b.min_x;
    if (b.min_y < bottom) bottom = b.min_y;
    if (b.max_x > right) right = b.max_x;
    if (b.max_y > top) top = b.max_y;
    const [width, height] = [b.max_x - b.min_x, b.max_y - b.min_y];
    wide += width;
    high += height;
    area += width * height;
  }
  const [width, height] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  const count = boxes.length;
  let side = Math.max(1, Math.min(MOST_CELLS, Math.ceil(Math.sqrt(count))));
  const entries = () =>
    count + (wide * side) / width + (high * side) / height + (area * side * side) / (width * height);
  while (side > 1 && entries() > MOST_ENTRIES * count) side = Math.ceil(side / 2);
  return { left, bottom, across: side / width, up: side / height, side };
}

/** Writes which cells a box reaches into; what lies beyond all of them belongs to the outermost. */
function spanOf(
  b: Bounds,
  { left, bottom, across, up, side }: Cells,
  to: Int32Array,
  at: number,
): Int32Array {
  const most = side - 1;
  to[at] = Math.min(most, Math.max(0, Math.floor((b.min_x - left) * across)));
  to[at + 1] = Math.min(most, Math.max(0, Math.floor((b.max_x - left) * across)));
  to[at + 2] = Math.min(most, Math.max(0, Math.floor((b.min_y - bottom) * up)));
  to[at + 3] = Math.min(most, Math.max(0, Math.floor((b.max_y - bottom) * up)));
  return to;
}

function meets(a: Bounds, b: Bounds): boolean {
  return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}
