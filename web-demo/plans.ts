/**
 * Between the two shapes of a layout. The page keeps the interface's, sheet by sheet with instances; a job whose parts
 * have angles of their own is solved and checked in the package's, which knows such angles.
 */
import type { NestData, NestPlan, NestPlanRequest, SheetOutput } from "../engine/index.ts";
import type { LayoutRequest } from "./project.ts";

/** True when only a plan can answer: some part has angles of its own. */
export function needsPlan({ parts }: LayoutRequest): boolean {
  return parts.some(({ angles }) => angles !== undefined);
}

export function planRequestOf({ parts, sheet, config }: LayoutRequest): NestPlanRequest {
  return { parts: parts.map((part) => ({ ...part, mirror: false })), sheet, config, strip: false };
}

/** Equal sheets one by one, copies numbered in the order in which they stand. */
export function dataFromPlan({ parts }: LayoutRequest, plan: NestPlan): NestData {
  const instances = parts.map(() => 0);
  const sheets: SheetOutput[] = [];
  for (const { count, utilization, placements } of plan.sheets) {
    for (let copy = 0; copy < count; copy++) {
      const placed = placements.map(({ part, part_id, x, y, rotation, bounds }) => {
        return { part_id, instance: instances[part]!++, x, y, rotation, bounds };
      });
      sheets.push({ index: sheets.length, utilization, placements: placed });
    }
  }
  const unplaced = plan.unplaced.flatMap(({ part_id, count }) => Array<string>(count).fill(part_id));
  const used = sheets.reduce((sum, { utilization }) => sum + utilization, 0) / Math.max(1, sheets.length);
  return {
    summary: {
      sheets_used: sheets.length,
      total_parts: plan.placed_parts + unplaced.length,
      placed_parts: plan.placed_parts,
      unplaced_parts: unplaced.length,
      total_utilization: used,
      total_waste_percent: sheets.length === 0 ? 0 : 100 - used,
    },
    sheets,
    unplaced,
  };
}

/** The same layout as a plan, each sheet by itself, for the verifier of plans. */
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
