/**
 * Where may curves come near each other? Boxes around them, with an index of those that are asked for. Long slanting lines
 * have several boxes each, since one would hold half of the drawing.
 */
import Flatbush from "flatbush";
import { grow } from "../curves/bezier.ts";
import { growByCurve } from "../curves/curves.ts";
import { emptyBounds } from "../curves/outline.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";

/** Boxes of one line. */
const MOST_BOXES = 32;

/** Calls back with every curve that may come within a box, given by its least x and y, greatest x and y. */
export type Search = (
  left: number,
  low: number,
  right: number,
  high: number,
  found: (curve: number) => void,
) => void;

/** Of some curves: those of one follow each other. */
export interface BoxIndex {
  index: Flatbush | null;
  /** Least x and y, greatest x and y of each box in turn. */
  boxes: Float64Array;
  /** The curve of each box. */
  boxed: Int32Array;
}

/**
 * Puts down where a curve lies: what no place of it is beyond (least x and y, greatest x and y), and the ends of a straight one,
 * NaN for others.
 */
export function locate(
  table: CurveTable,
  id: CurveId,
  weld: number,
  [bounds, lines]: [Float64Array, Float64Array],
  at: number,
): void {
  if (table.isLine(id)) {
    const { x0, y0, x1, y1 } = table.ends(id);
    lines[at] = x0;
    lines[at + 1] = y0;
    lines[at + 2] = x1;
    lines[at + 3] = y1;
    bounds[at] = x0 + Math.min(0, x1 - x0) - weld;
    bounds[at + 1] = y0 + Math.min(0, y1 - y0) - weld;
    bounds[at + 2] = x0 + Math.max(0, x1 - x0) + weld;
    bounds[at + 3] = y0 + Math.max(0, y1 - y0) + weld;
    return;
  }
  lines[at] = lines[at + 1] = lines[at + 2] = lines[at + 3] = Number.NaN;
  const around = emptyBounds();
  growByCurve(around, table.look(id));
  bounds[at] = around.min_x - weld;
  bounds[at + 1] = around.min_y - weld;
  bounds[at + 2] = around.max_x + weld;
  bounds[at + 3] = around.max_y + weld;
}

export class CurveBoxes {
  /** No place of a curve is beyond these: least x and y, greatest x and y of each in turn. */
  readonly bounds: Float64Array;
  /** Ends of straight curves, x and y in turn; NaN for others. */
  readonly lines: Float64Array;
  /** Of all boxes. */
  readonly count: number;
  private readonly counts: Uint8Array;
  private readonly weld: number;

  constructor(ids: Int32Array, table: CurveTable, weld: number) {
    this.weld = weld;
    this.bounds = new Float64Array(4 * ids.length);
    this.lines = new Float64Array(4 * ids.length);
    this.counts = this.measure(ids, table);
    this.count = this.counts.reduce((sum, boxes) => sum + boxes, 0);
  }

  /** Of all curves, or of those that are asked for. */
  index(wanted: (curve: number) => boolean = () => true): BoxIndex {
    const { counts } = this;
    let total = 0;
    for (let curve = 0; curve < counts.length; curve++) if (wanted(curve)) total += counts[curve]!;
    const boxes = new Float64Array(4 * total);
    const boxed = new Int32Array(total);
    let box = 0;
    for (let curve = 0; curve < counts.length; curve++) {
      if (!wanted(curve)) continue;
      for (let i = 0; i < counts[curve]!; i++, box++) {
        boxed[box] = curve;
        this.write(curve, i, boxes, 4 * box);
      }
    }
    return { index: indexOf(boxes), boxes, boxed };
  }

  /** Finds bounds and lines; how many boxes each curve has: slanting lines as many as make them about as large as what there is room for. */
  private measure(ids: Int32Array, table: CurveTable): Uint8Array {
    const { lines, bounds, weld } = this;
    const all = emptyBounds();
    for (let curve = 0; curve < ids.length; curve++) {
      const { x0, y0, x1, y1 } = table.ends(ids[curve]!);
      grow(all, x0, y0);
      grow(all, x1, y1);
      locate(table, ids[curve]!, weld, [bounds, lines], 4 * curve);
    }
    const room = 2 * Math.sqrt(((all.max_x - all.min_x) * (all.max_y - all.min_y)) / (ids.length || 1));
    const counts = new Uint8Array(ids.length).fill(1);
    for (let curve = 0; curve < ids.length && room > 0; curve++) {
      const at = 4 * curve;
      const least = Math.min(
        Math.abs(lines[at + 2]! - lines[at]!),
        Math.abs(lines[at + 3]! - lines[at + 1]!),
      );
      if (least > room) counts[curve] = Math.min(MOST_BOXES, Math.ceil(least / room));
    }
    return counts;
  }

  /** One of the boxes of a curve. */
  private write(curve: number, i: number, boxes: Float64Array, at: number): void {
    const { bounds, lines, counts, weld } = this;
    const count = counts[curve]!;
    if (count === 1) {
      for (let side = 0; side < 4; side++) boxes[at + side] = bounds[4 * curve + side]!;
      return;
    }
    const [x0, y0] = [lines[4 * curve]!, lines[4 * curve + 1]!];
    const [dx, dy] = [lines[4 * curve + 2]! - x0, lines[4 * curve + 3]! - y0];
    const [from, to] = [i / count, (i + 1) / count];
    boxes[at] = x0 + Math.min(from * dx, to * dx) - weld;
    boxes[at + 1] = y0 + Math.min(from * dy, to * dy) - weld;
    boxes[at + 2] = x0 + Math.max(from * dx, to * dx) + weld;
    boxes[at + 3] = y0 + Math.max(from * dy, to * dy) + weld;
  }
}

export function searchOf({ index, boxed }: Pick<BoxIndex, "index" | "boxed">): Search {
  return (left, low, right, high, found) => {
    index?.search(left, low, right, high, (box) => {
      found(boxed[box]!);
      return false;
    });
  };
}

/** Of boxes in turn; null where there are none. */
export function indexOf(boxes: Float64Array): Flatbush | null {
  if (boxes.length === 0) return null;
  const index = new Flatbush(boxes.length / 4);
  for (let at = 0; at < boxes.length; at += 4)
    index.add(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  index.finish();
  return index;
}
