/**
 * Between the two shapes of a layout. The page keeps the interface's, sheet by sheet with instances, and adds what only
 * plans know: mirrored copies, sheets of several types, a bound. It is solved and checked as a plan.
 */

import type { NestPlanRequest } from "../../engine/entries/schemas.ts";
import type { NestPlanData } from "../../engine/index.ts";
import type { NestData } from "../../engine/v1.ts";
import { countsOf } from "../collect.ts";
import type { LaidData, LayoutRequest, SolvedLayout, SolvedSheet } from "./project.ts";
import { stockCost } from "./sheet.ts";

/** Start of a search: copies that stay where they are, and places to begin with. */
export type NestFrom = Pick<NestPlanRequest, "fixed" | "start">;
/** Finishes a plan that went on from something: marks what was locked, say. */
export type Finish = (layout: SolvedLayout) => SolvedLayout;

/** True when only a plan can answer: angles or priorities of parts, many copies, several sheets, a wish for the rest. */
export function needsPlan({ parts, sheets, remnant }: LayoutRequest, mostCopies: number): boolean {
  return (
    sheets !== undefined ||
    remnant !== undefined ||
    parts.some(({ angles, priority, quantity }) => angles || priority || quantity > mostCopies)
  );
}

export function makePlanRequest({ parts, sheet, sheets, config, remnant }: LayoutRequest): NestPlanRequest {
  return {
    parts: parts.map((part) => ({ ...part, mirror: part.mirror ?? false })),
    ...(sheets ? { sheets } : { sheet }),
    config,
    strip: false,
    ...(remnant ? { remnant } : {}),
  };
}

/** A plan as a layout: equal sheets one by one, copies with their instance numbers. */
export function dataFromPlan({ parts }: LayoutRequest, plan: NestPlanData): LaidData {
  const instances = parts.map(() => 0);
  const sheets: SolvedSheet[] = [];
  for (const { count, utilization, placements, sheet_id } of plan.sheets) {
    for (let copy = 0; copy < count; copy++) {
      sheets.push({
        index: sheets.length,
        utilization,
        ...(sheet_id === undefined ? {} : { sheet_id }),
        placements: placements.map(({ part, part_id, x, y, rotation, mirrored, bounds }) => {
          const place = { part_id, instance: instances[part]!++, x, y, rotation, bounds };
          return mirrored ? { ...place, mirrored } : place;
        }),
      });
    }
  }
  const unplaced = parts.flatMap(({ id, quantity }, i) => Array<string>(quantity - instances[i]!).fill(id));
  const whole = plan.sheets.reduce((sum, { width, height, count }) => sum + width * height * count, 0);
  const used = plan.sheets.reduce((sum, s) => sum + s.utilization * s.width * s.height * s.count, 0);
  const utilization = whole === 0 ? 0 : Math.min(100, used / whole);
  return {
    summary: {
      sheets_used: plan.sheets_used,
      total_parts: plan.placed_parts + unplaced.length,
      placed_parts: plan.placed_parts,
      unplaced_parts: unplaced.length,
      total_utilization: utilization,
      total_waste_percent: whole === 0 ? 0 : 100 - utilization,
    },
    sheets,
    unplaced,
    ...(plan.lower_bound === undefined ? {} : { lower_bound: plan.lower_bound }),
  };
}

/** A layout as a plan, each sheet by itself, for the verifier of plans. */
export function planFromData(
  { parts, sheet, sheets }: LayoutRequest,
  data: LaidData | NestData,
): NestPlanData {
  const numbers = new Map(parts.map(({ id }, i) => [id, i]));
  const counts = countsOf(data.unplaced);
  const laid: readonly SolvedSheet[] = data.sheets;
  return {
    sheets: laid.map(({ utilization, placements, sheet_id }) => {
      const { width, height } = sheets?.find(({ id }) => id === sheet_id) ?? sheet;
      return {
        count: 1,
        width,
        height,
        utilization,
        ...(sheets && sheet_id !== undefined ? { sheet_id } : {}),
        placements: placements.map(({ part_id, x, y, rotation, mirrored = false, bounds }) => {
          return { part: numbers.get(part_id) ?? -1, part_id, x, y, rotation, bounds, mirrored };
        }),
      };
    }),
    sheets_used: data.sheets.length,
    placed_parts: data.summary.placed_parts,
    ...(sheets ? { cost: stockCost(laid, sheets) } : {}),
    unplaced: [...counts].map(([part_id, count]) => ({ part_id, count })),
  };
}
