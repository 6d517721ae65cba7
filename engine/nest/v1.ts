/** Nesting as the interface has it: a validated request in, its answer out. The work is done by nestplan.ts. */
import type { NestData, NestRequest } from "../contract/v1/nest.ts";
import type { NestProgress } from "../options.ts";
import type { Job } from "../search/job.ts";
import type { CoreExports } from "../wasm/load.ts";
import { nestDataFromPlan } from "./answer.ts";
import { searchPlans } from "./solve.ts";

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
