/**
 * Between the two shapes of a layout. The page keeps the interface's, sheet by sheet with instances, and adds what only
 * plans know: mirrored copies, sheets of several types, a bound. It is solved and checked as a plan.
 */
import { nestDataOf } from "../../engine/entries/app.ts";
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
  const data = nestDataOf({ parts }, plan);
  const planned = plan.sheets.flatMap((sheet) => Array.from({ length: sheet.count }, () => sheet));
  const sheets = data.sheets.map((sheet, s): SolvedSheet => {
    const { sheet_id, placements } = planned[s]!;
    const laid = sheet.placements.map((place, p) =>
      placements[p]!.mirrored ? { ...place, mirrored: true } : place,
    );
    return { ...sheet, ...(sheet_id === undefined ? {} : { sheet_id }), placements: laid };
  });
  return {
    ...{ ...data, sheets },
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
