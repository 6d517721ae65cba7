/** Remnant of a sheet that a shop would keep. */

import type { PlanSheet } from "../../base/contract/nest-plan.ts";
import type { Bounds } from "../../base/contract/values/geometry.ts";

/** The biggest full-height or full-width strip beside everything that was cut, or null when nothing is left. */
export function largestRemnant(
  { width, height, placements }: Pick<PlanSheet, "width" | "height" | "placements">,
  kerf: number,
): Bounds | null {
  const boxes = placements.map(({ bounds }) => bounds);
  const low = (side: "min_x" | "min_y") => Math.min(...boxes.map((box) => box[side])) - kerf;
  const high = (side: "max_x" | "max_y") => Math.max(...boxes.map((box) => box[side])) + kerf;
  const strips: Bounds[] = [
    { min_x: high("max_x"), min_y: 0, max_x: width, max_y: height },
    { min_x: 0, min_y: high("max_y"), max_x: width, max_y: height },
    { min_x: 0, min_y: 0, max_x: low("min_x"), max_y: height },
    { min_x: 0, min_y: 0, max_x: width, max_y: low("min_y") },
  ];
  const area = (box: Bounds) => Math.max(0, box.max_x - box.min_x) * Math.max(0, box.max_y - box.min_y);
  const best = strips.reduce((a, b) => (area(b) > area(a) ? b : a));
  return boxes.length > 0 && area(best) > 0 ? best : null;
}
