/** The boxes of contours, and where they lie. */
import Flatbush from "flatbush";
import type { Walk } from "../path/walk.ts";

export function boxesOf(contours: { walk: Walk }[]): Flatbush {
  const index = new Flatbush(contours.length);
  for (const { walk } of contours) index.add(...boxOf(walk));
  index.finish();
  return index;
}

/** Arcs stay within half their circumference of both ends. */
export function boxOf({ moves, ends, start }: Walk): [x0: number, y0: number, x1: number, y1: number] {
  let [x0, y0, x1, y1] = [start[0], start[1], start[0], start[1]];
  for (const [i, { to, center }] of moves.entries()) {
    const around = center ? (ends[i]! - (ends[i - 1] ?? 0)) / 2 : 0;
    x0 = Math.min(x0, to[0] - around);
    y0 = Math.min(y0, to[1] - around);
    x1 = Math.max(x1, to[0] + around);
    y1 = Math.max(y1, to[1] + around);
  }
  return [x0, y0, x1, y1];
}
