/**
 * Between the two shapes of a layout. The page keeps the interface's, sheet by sheet with instances; a job whose parts
 * have angles of their own is solved and checked in the package's, which knows such angles.
 */
import type { NestData, NestPlan, NestPlanRequest } from "../../engine/index.ts";
import type { LayoutRequest } from "./project.ts";

/** True when only a plan can answer: some part has angles of its own. */
export function needsPlan({ parts }: LayoutRequest): boolean {
  return parts.some(({ angles }) => angles !== undefined);
}

export function planRequestOf({ parts, sheet, config }: LayoutRequest): NestPlanRequest {
  return { parts: parts.map((part) => ({ ...part, mirror: false })), sheet, config, strip: false };
}

/** A layout as a plan, each sheet by itself, for the verifier of plans. */
export function planFromData({ parts, sheet }: LayoutRequest, data: NestData): NestPlan {
  const numbers = new Map(parts.map(({ id }, i) => [id, i]));
  const counts = new Map<string, number>();
  for (const id of data.unplaced) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    sheets: data.sheets.map(({ utilization, placements }) => ({
      count: 1,
      width: sheet.width,
      height: sheet.height,
      utilization,
      placements: placements.map(({ part_id, x, y, rotation, bounds }) => {
        return { part: numbers.get(part_id) ?? -1, part_id, x, y, rotation, bounds, mirrored: false };
      }),
    })),
    sheets_used: data.sheets.length,
    placed_parts: data.summary.placed_parts,
    unplaced: [...counts].map(([part_id, count]) => ({ part_id, count })),
  };
}
