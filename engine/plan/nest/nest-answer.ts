/**
 * /v1 as a view of plans: its request becomes that of a plan, and the plan its answer. Equal sheets are written out one
 * by one, copies get their instance numbers, and the sums are taken.
 */

import type { NestPlan, NestPlanRequest } from "../../base/contract/nest-plan.ts";
import { checkAnswer, checkArguments, having, takenAs } from "../../base/contract/options.ts";
import type { NestData, NestRequest, NestRequestInput, SheetOutput } from "../../base/contract/v1/nest.ts";
import { DEFAULTS } from "../../base/contract/values/limits.ts";

/** The request of the plan behind an answer of /v1. */
export function planRequestFrom(request: NestRequest): NestPlanRequest {
  return { ...request, parts: request.parts.map((part) => ({ ...part, mirror: false })), strip: false };
}

/** The answer of /v1 for a plan of these parts on one size of sheets; placed copies take the lowest instances in turn. */
export function nestDataFromPlan(request: Pick<NestRequestInput, "parts">, plan: NestPlan): NestData {
  checkAnswer("plan", plan, "nest", ["sheets"]);
  checkArguments({ request: having("parts", "a request with its parts") }, { request });
  return takenAs("plan", "a plan of nest for this request", () => nestDataOf(request, plan));
}

/** As `nestDataFromPlan`, for a plan as the solver has made it. */
export function nestDataOf({ parts }: Pick<NestRequestInput, "parts">, plan: NestPlan): NestData {
  const instances = parts.map(() => 0);
  const sheets: SheetOutput[] = [];
  for (const { count, utilization, placements } of plan.sheets) {
    for (let copy = 0; copy < count; copy++) {
      sheets.push({
        index: sheets.length,
        utilization,
        placements: placements.map(({ part, part_id, x, y, rotation, bounds }) => {
          return { part_id, instance: instances[part]!++, x, y, rotation, bounds };
        }),
      });
    }
  }
  const unplaced = parts.flatMap(({ id, quantity = DEFAULTS.nest.quantity }, i) =>
    Array<string>(quantity - instances[i]!).fill(id),
  );
  const utilization = utilizationOf(plan);
  return {
    summary: {
      sheets_used: plan.sheets_used,
      total_parts: plan.placed_parts + unplaced.length,
      placed_parts: plan.placed_parts,
      unplaced_parts: unplaced.length,
      total_utilization: utilization,
      total_waste_percent: plan.sheets_used === 0 ? 0 : 100 - utilization,
    },
    sheets,
    unplaced,
  };
}

/** Net area of all placed parts in percent of all sheets used; 0 when there are none. */
export function utilizationOf({ sheets }: NestPlan): number {
  const whole = sheets.reduce((sum, { width, height, count }) => sum + width * height * count, 0);
  const used = sheets.reduce((sum, s) => sum + s.utilization * s.width * s.height * s.count, 0);
  return whole === 0 ? 0 : Math.min(100, used / whole);
}
