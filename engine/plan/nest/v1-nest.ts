/** Nesting as the interface has it: a validated request in, its answer out. The work is done by solve.ts. */
import type { NestPlanRequest } from "../../base/contract/nest-plan.ts";
import type { NestProgress } from "../../base/contract/search-options.ts";
import type { NestData, NestRequest } from "../../base/contract/v1/nest.ts";
import type { SearchJob } from "../search/job.ts";
import type { CoreExports } from "../wasm/load.ts";
import { nestDataFromPlan } from "./nest-answer.ts";
import { NestSolver } from "./nest-solver.ts";

/** Solves a request that has passed the schema and `checkNestRequest`. */
export async function solveNest(
  core: CoreExports,
  request: NestRequest,
  job: SearchJob<NestProgress>,
): Promise<NestData> {
  const solver = new NestSolver(planRequestFrom(request));
  const found = await solver.search(core, job, (better) => nestDataFromPlan(request, better));
  return nestDataFromPlan(request, solver.unpack(found));
}

/** The same request in the package's words. */
export function planRequestFrom(request: NestRequest): NestPlanRequest {
  return { ...request, parts: request.parts.map((part) => ({ ...part, mirror: false })), strip: false };
}
