/** Which of many boxes come near another one? */
import Flatbush from "flatbush";
import type { Bounds } from "../contract/values/geometry.ts";

/** Two opposite corners of a box, or the ends of a segment. */
export type Corners = readonly [ax: number, ay: number, bx: number, by: number];

export class BoxIndex {
  private readonly tree: Flatbush | null;

  constructor(boxes: readonly Corners[]) {
    this.tree = boxes.length > 0 ? new Flatbush(boxes.length) : null;
    for (const [ax, ay, bx, by] of boxes)
      this.tree?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    this.tree?.finish();
  }

  /** Numbers of the boxes that meet this one widened by `reach`, in no order that means anything. */
  near([ax, ay, bx, by]: Corners, reach = 0): number[] {
    const [x0, y0] = [Math.min(ax, bx) - reach, Math.min(ay, by) - reach];
    const [x1, y1] = [Math.max(ax, bx) + reach, Math.max(ay, by) + reach];
    return this.tree?.search(x0, y0, x1, y1) ?? [];
  }
}

export function cornersOf({ min_x, min_y, max_x, max_y }: Bounds): Corners {
  return [min_x, min_y, max_x, max_y];
}
