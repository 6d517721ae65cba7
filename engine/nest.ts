/**
 * Nesting as the interface has it: a validated request in, its answer out. The work is done by nestplan.ts; here
 * equal sheets are written out one by one, copies get their instance numbers, and the sums are taken.
 */
import type { NestData, NestRequest, SheetOutput } from "./contract/nest.ts";
import type { NestPlan } from "./contract/nestplan.ts";
import type { Job } from "./job.ts";
import { searchPlans, utilizationOf } from "./nestplan.ts";
import type { NestProgress } from "./options.ts";
import type { CoreExports } from "./wasm/load.ts";

/** Solves a request that has passed the schema and `checkNestRequest`. */
export async function solveNest(
  core: CoreExports,
  request: NestRequest,
  job: Job<NestProgress>,
): Promise<NestData> {
  const parts = request.parts.map((part) => ({ ...part, mirror: false }));
  const plan = await searchPlans(core, { ...request, parts, strip: false }, job, (better) =>
    dataFromPlan(request, better),
  );
  return dataFromPlan(request, plan);
}

/** Placed copies take the lowest instances, in the order in which they stand. */
function dataFromPlan(request: NestRequest, plan: NestPlan): NestData {
  const instances = request.parts.map(() => 0);
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
  const unplaced = request.parts.flatMap(({ id, quantity }, i) => Array(quantity - instances[i]!).fill(id));
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
