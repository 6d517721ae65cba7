/**
 * Which contours are cool enough to be cut next?
 *
 * The last cut is hot, and so is the sheet round it: a neighbour that follows at once warps or burns. A contour is
 * cool when it lies as far from each of the last few as a share of the larger of the two is wide.
 */
import type { PlacedContour } from "../path/contour.ts";

/** So many contours stay hot. */
const HOT = 3;

export class Heat {
  /** By contour: its box, four numbers each, and the longer side of that. */
  private readonly boxes: Float64Array;
  private readonly sizes: Float64Array;
  /** Charge on an order for a contour that follows too soon: more than any way across the sheet. */
  private readonly charge: number;
  private hot: number[] = [];

  constructor(
    contours: PlacedContour[],
    private readonly spread: number,
  ) {
    const boxes = contours.map(({ bounds }) => bounds);
    this.boxes = Float64Array.from(
      boxes.flatMap(({ min_x, min_y, max_x, max_y }) => [min_x, min_y, max_x, max_y]),
    );
    this.sizes = Float64Array.from(boxes, ({ min_x, min_y, max_x, max_y }) =>
      Math.max(max_x - min_x, max_y - min_y),
    );
    const most = (side: "max_x" | "max_y") =>
      boxes.reduce((sum, box) => Math.max(sum, Math.abs(box[side])), 0);
    this.charge = 2 * (most("max_x") + most("max_y"));
  }

  /** The nearest that are cool; where nothing is, those that are far from the fewest of the last. */
  coolest(search: (isWanted: (i: number) => boolean) => number[]): number[] {
    for (let count = this.hot.length; count >= 0; count--) {
      const last = this.hot.slice(this.hot.length - count);
      const found = search((i) => last.every((j) => this.areApart(i, j)));
      if (found.length > 0) return found;
    }
    return [];
  }

  warm(contour: number): void {
    this.hot = [...this.hot, contour].slice(-HOT);
  }

  /**
   * Charge on the positions `from` to `to` of an order, and on those behind them that they heat; as it would be
   * with the contours `made` there, if those are given. Positions begin at 1, and end one before the last.
   */
  chargeOf(order: Int32Array, from: number, to: number, made: Int32Array | null): number {
    const end = Math.min(to + HOT, order.length - 2);
    let missing = 0;
    for (let k = from; k <= end; k++) {
      const contour = made && k <= to ? made[k - from]! : order[k]!;
      for (let back = 1; back <= HOT && back < k; back++) {
        const at = k - back;
        const before = made && at >= from && at <= to ? made[at - from]! : order[at]!;
        if (this.areApart(contour, before)) continue;
        missing += HOT + 1 - back;
        break;
      }
    }
    return missing * this.charge;
  }

  /** How many follow one at once that they are too near to. */
  crowdedIn(order: number[]): number {
    return order.filter((contour, k) => k > 0 && !this.areApart(contour, order[k - 1]!)).length;
  }

  areApart(i: number, j: number): boolean {
    const { boxes, sizes } = this;
    const [a, b] = [4 * i, 4 * j];
    const dx = Math.max(boxes[a]! - boxes[b + 2]!, boxes[b]! - boxes[a + 2]!, 0);
    const dy = Math.max(boxes[a + 1]! - boxes[b + 3]!, boxes[b + 1]! - boxes[a + 3]!, 0);
    const least = this.spread * Math.max(sizes[i]!, sizes[j]!);
    return dx * dx + dy * dy >= least * least;
  }
}
