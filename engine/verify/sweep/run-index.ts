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
  private readonly box: LegBox = [0, 0, 0, 0];

  /** `spread` makes a box that of a thing. */
  constructor(
    private readonly count: number,
    private readonly spread: (i: number, box: LegBox) => void,
  ) {
    if (count === 0) return;
    this.runs = new Flatbush(Math.ceil(count / RUN));
    const { box } = this;
    for (let first = 0; first < count; first += RUN) {
      let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = first; i < Math.min(first + RUN, count); i++) {
        spread(i, box);
        minX = Math.min(minX, box[0]);
        minY = Math.min(minY, box[1]);
        maxX = Math.max(maxX, box[2]);
        maxY = Math.max(maxY, box[3]);
      }
      this.runs.add(minX, minY, maxX, maxY);
    }
    this.runs.finish();
  }

  /** Numbers of those whose boxes meet the one between two corners, widened by `reach`, in ascending order. */
  near([ax, ay, bx, by]: Corners, reach = 0): number[] {
    const [x0, y0] = [Math.min(ax, bx) - reach, Math.min(ay, by) - reach];
    const [x1, y1] = [Math.max(ax, bx) + reach, Math.max(ay, by) + reach];
    const found: number[] = [];
    const { box, count, runs } = this;
    for (const run of runs?.search(x0, y0, x1, y1).sort((a, b) => a - b) ?? []) {
      const end = Math.min(RUN * (run + 1), count);
      for (let i = RUN * run; i < end; i++) {
        this.spread(i, box);
        if (box[0] <= x1 && box[2] >= x0 && box[1] <= y1 && box[3] >= y0) found.push(i);
      }
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
  return new RunIndex(corners.length, (i, box) => {
    for (let k = 0; k < 4; k++) box[k] = boxes[4 * i + k]!;
  });
}
