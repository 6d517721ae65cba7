/** Nesting as the interface has it: a validated request in, its answer out. The work is done by nestplan.ts. */
import type { NestData, NestRequest } from "./contract/nest.ts";
import type { Job } from "./job.ts";
import { nestDataFromPlan } from "./nestdata.ts";
import { searchPlans } from "./nestplan.ts";
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
    nestDataFromPlan(request, better),
  );
  return nestDataFromPlan(request, plan);
}
