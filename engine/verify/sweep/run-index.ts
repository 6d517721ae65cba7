/**
 * Which of many things come near a box? Those that follow each other lie beside each other, so boxes around a few of them
 * are indexed, and only what is within a box that was found is looked at one by one.
 */
import Flatbush from "flatbush";

export type LegBox = [minX: number, minY: number, maxX: number, maxY: number];

/** Two opposite corners of a box, or the ends of a segment. */
export type Corners = readonly [ax: number, ay: number, bx: number, by: number];

/** Things in one box. */
const RUN = 8;

export class RunIndex {
  private readonly runs: Flatbush | null = null;

  /** `boxes` are four numbers each, as in `LegBox`. */
  constructor(private readonly boxes: Float64Array) {
    const count = boxes.length / 4;
    if (count <= RUN) return;
    this.runs = new Flatbush(Math.ceil(count / RUN));
    for (let first = 0; first < boxes.length; first += 4 * RUN) {
      let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let k = first; k < Math.min(first + 4 * RUN, boxes.length); k += 4) {
        minX = Math.min(minX, boxes[k]!);
        minY = Math.min(minY, boxes[k + 1]!);
        maxX = Math.max(maxX, boxes[k + 2]!);
        maxY = Math.max(maxY, boxes[k + 3]!);
      }
      this.runs.add(minX, minY, maxX, maxY);
    }
    this.runs.finish();
  }

  /** Numbers of those whose boxes meet the one between two corners, widened by `reach`, in ascending order. */
  near([ax, ay, bx, by]: Corners, reach = 0): number[] {
    const [x0, y0] = [Math.min(ax, bx) - reach, Math.min(ay, by) - reach];
    const [x1, y1] = [Math.max(ax, bx) + reach, Math.max(ay, by) + reach];
    const { boxes, runs } = this;
    const found: number[] = [];
    const near = runs?.search(x0, y0, x1, y1) ?? [0];
    if (near.length > 1) near.sort((a, b) => a - b);
    for (const run of near) {
      const end = Math.min(4 * RUN * (run + 1), boxes.length);
      for (let k = 4 * RUN * run; k < end; k += 4)
        if (boxes[k]! <= x1 && boxes[k + 2]! >= x0 && boxes[k + 1]! <= y1 && boxes[k + 3]! >= y0)
          found.push(k / 4);
    }
    return found;
  }
}

/** Whether a box meets the one between two corners, widened by `reach`. */
export function boxesMeet(box: LegBox, ends: Corners, reach = 0): boolean {
  return (
    box[0] <= Math.max(ends[0], ends[2]) + reach &&
    box[2] >= Math.min(ends[0], ends[2]) - reach &&
    box[1] <= Math.max(ends[1], ends[3]) + reach &&
    box[3] >= Math.min(ends[1], ends[3]) - reach
  );
}

/** An index of boxes and segments. */
export function indexOfCorners(corners: readonly Corners[]): RunIndex {
  const boxes = new Float64Array(4 * corners.length);
  for (const [i, [ax, ay, bx, by]] of corners.entries())
    boxes.set([Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)], 4 * i);
  return new RunIndex(boxes);
}
