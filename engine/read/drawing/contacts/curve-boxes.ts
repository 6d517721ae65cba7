/**
 * Where may curves come near each other? Boxes around them, with an index of those that are asked for. Long slanting lines and
 * large arcs have several boxes each, since one would hold half of the drawing.
 */
import type Flatbush from "flatbush";
import { emptyBounds, grow, putBox } from "../../../base/geometry/box.ts";
import { indexBoxes } from "../basis/finder.ts";
import type { CurveId, CurveTable } from "../curves/curve-table.ts";
import { growByCurve } from "../curves/curves.ts";
import { curvePiece } from "./pieces.ts";

/** Boxes of one curve. */
const MOST_BOXES = 32;
/** Boxes of a node of the index: most meet few others. */
const PER_NODE = 8;

/** Calls back with every curve that may come within a box, given by its least x and y, greatest x and y. */
export type BoxQuery = (
  left: number,
  low: number,
  right: number,
  high: number,
  found: (curve: number) => void,
) => void;

/** Boxes of some curves: those of one follow each other. */
export interface BoxIndex {
  index: Flatbush | null;
  /** Least x and y, greatest x and y of each box in turn. */
  boxes: Float64Array;
  /** The curve of each box. */
  boxed: Int32Array;
  /** All curves are among them. */
  isWhole: boolean;
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
  putBox(bounds, at / 4, around, weld);
}

export class CurveBoxes {
  /** No place of a curve is beyond these: least x and y, greatest x and y of each in turn. */
  readonly bounds: Float64Array;
  /** Ends of straight curves, x and y in turn; NaN for others. */
  readonly lines: Float64Array;
  /** Some arcs have several boxes. */
  areArcsSplit = false;
  private readonly counts: Uint8Array;
  /** How large a box may be when all share the drawing alike. */
  private readonly room: number;

  constructor(
    private readonly ids: Int32Array,
    private readonly table: CurveTable,
    private readonly weld: number,
  ) {
    this.bounds = new Float64Array(4 * ids.length);
    this.lines = new Float64Array(4 * ids.length);
    this.room = this.measure();
    this.counts = this.countBoxes();
  }

  /** Finds the curves whose boxes, or parts of them, meet another one. */
  searchIn({ index, boxed }: Pick<BoxIndex, "index" | "boxed">): BoxQuery {
    return (left, low, right, high, found) => {
      index?.search(left, low, right, high, (box) => {
        this.table.work.spend(1);
        found(boxed[box]!);
        return false;
      });
    };
  }

  /**
   * Index of the boxes of all curves, or of those that are asked for. Boxes of pieces of nested circles meet more often
   * than boxes of the whole circles: whoever asks for pairs has each arc whole.
   */
  index(wanted: (curve: number) => boolean = () => true, areArcsWhole = false): BoxIndex {
    const { counts } = this;
    let total = 0;
    let isWhole = true;
    for (let curve = 0; curve < counts.length; curve++) {
      if (wanted(curve)) total += this.countOf(curve, areArcsWhole);
      else isWhole = false;
    }
    const boxes = new Float64Array(4 * total);
    const boxed = new Int32Array(total);
    let box = 0;
    for (let curve = 0; curve < counts.length; curve++) {
      if (!wanted(curve)) continue;
      const count = this.countOf(curve, areArcsWhole);
      for (let i = 0; i < count; i++, box++) {
        boxed[box] = curve;
        this.write(curve, [i, count], boxes, 4 * box);
      }
    }
    const index = indexBoxes(boxes, PER_NODE);
    this.table.work.spend(2 * total);
    return { index, boxes, boxed, isWhole };
  }

  /** Finds bounds and lines, and how much room there is. */
  private measure(): number {
    const { ids, table, lines, bounds, weld } = this;
    const all = emptyBounds();
    for (let curve = 0; curve < ids.length; curve++) {
      const at = 4 * curve;
      locate(table, ids[curve]!, weld, [bounds, lines], at);
      grow(all, bounds[at]!, bounds[at + 1]!);
      grow(all, bounds[at + 2]!, bounds[at + 3]!);
    }
    return 2 * Math.sqrt(((all.max_x - all.min_x) * (all.max_y - all.min_y)) / (ids.length || 1));
  }

  /** Number of boxes of each curve: slanting lines and arcs have as many as fit the size that there is room for. */
  private countBoxes(): Uint8Array {
    const { ids, table, bounds, room } = this;
    const counts = new Uint8Array(ids.length).fill(1);
    for (let curve = 0; curve < counts.length && room > 0; curve++) {
      const at = 4 * curve;
      const least = Math.min(bounds[at + 2]! - bounds[at]!, bounds[at + 3]! - bounds[at + 1]!);
      if (least <= room || table.isBezier(ids[curve]!)) continue;
      counts[curve] = Math.min(MOST_BOXES, Math.ceil(table.length(ids[curve]!) / room));
      if (!table.isLine(ids[curve]!)) this.areArcsSplit = true;
    }
    return counts;
  }

  private countOf(curve: number, areArcsWhole: boolean): number {
    return areArcsWhole && Number.isNaN(this.lines[4 * curve]!) ? 1 : this.counts[curve]!;
  }

  /** One of the boxes of a curve. */
  private write(curve: number, [i, count]: [number, number], boxes: Float64Array, at: number): void {
    const { bounds, weld } = this;
    if (count === 1) {
      for (let side = 0; side < 4; side++) boxes[at + side] = bounds[4 * curve + side]!;
      return;
    }
    const around = emptyBounds();
    growByCurve(around, curvePiece(this.table.look(this.ids[curve]!), i / count, (i + 1) / count));
    putBox(boxes, at / 4, around, weld);
  }
}
