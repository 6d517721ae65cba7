/**
 * Which contours are cool enough to be cut next?
 *
 * What was cut last is hot, and so is the sheet round it: a neighbour that follows at once warps or burns. A contour is
 * cool when it lies as far from each of the last few as a share of the larger of the two is wide.
 */
import type { Bounds } from "../../contract/values/geometry.ts";
import { boundsOf } from "../../geometry/ring.ts";
import type { Contour } from "../path/kerf.ts";

/** So many contours stay hot. */
const HOT = 3;

export class Heat {
  /** How often nothing cool was left. */
  crowded = 0;
  private readonly boxes: Bounds[];
  private readonly sizes: Float64Array;
  private hot: number[] = [];

  constructor(
    contours: Contour[],
    private readonly spread: number,
  ) {
    this.boxes = contours.map(({ ring }) => boundsOf(ring));
    this.sizes = Float64Array.from(this.boxes, ({ min_x, min_y, max_x, max_y }) =>
      Math.max(max_x - min_x, max_y - min_y),
    );
  }

  /** The nearest that are free and cool; where nothing is, those that are far from the fewest of the last. */
  coolest(search: (isWanted: (i: number) => boolean) => number[], isFree: (i: number) => boolean): number[] {
    for (let count = this.hot.length; count >= 0; count--) {
      const last = this.hot.slice(this.hot.length - count);
      const found = search((i) => isFree(i) && last.every((j) => this.areApart(i, j)));
      if (found.length === 0) continue;
      if (count === 0 && this.hot.length > 0) this.crowded++;
      return found;
    }
    return [];
  }

  warm(contour: number): void {
    this.hot = [...this.hot, contour].slice(-HOT);
  }

  private areApart(i: number, j: number): boolean {
    const [a, b] = [this.boxes[i]!, this.boxes[j]!];
    const dx = Math.max(a.min_x - b.max_x, b.min_x - a.max_x, 0);
    const dy = Math.max(a.min_y - b.max_y, b.min_y - a.max_y, 0);
    return Math.hypot(dx, dy) >= this.spread * Math.max(this.sizes[i]!, this.sizes[j]!);
  }
}
