/** What a worker for solving can do. It is kept apart from the readers of files, so that a page that nests loads little. */

import { type CutPlan, type CutPlanRequestInput, cutPlanRequestSchema } from "../../contract/cut-plan.ts";
import { type NestPlan, type NestPlanRequestInput, nestPlanRequestSchema } from "../../contract/nest-plan.ts";
import { type CutRequestInput, cutRequestSchema } from "../../contract/v1/cut.ts";
import { type NestData, type NestRequestInput, nestRequestSchema } from "../../contract/v1/nest.ts";
import { validate } from "../../contract/validate.ts";
import { solveCut } from "../../cut/solve.ts";
import { checkNestRequest } from "../../geometry/part.ts";
import { checkPlanRequest } from "../../geometry/plan-request.ts";
import { planNest } from "../../nest/solve.ts";
import { solveNest } from "../../nest/v1.ts";
import type { CutOptions, NestOptions, NestPlanOptions } from "../../options.ts";
import type { PauseSwitch } from "../../pause.ts";
import { Job } from "../../search/job.ts";
import type { Meet } from "../../search/portfolio.ts";
import { instantiateCore } from "../../wasm/load.ts";

/** What a solve may use beside its input. */
export interface SolveContext {
  core: WebAssembly.Module;
  signal: AbortSignal;
  pause?: PauseSwitch | undefined;
  /** Where a nest meets the others for the same answer. */
  meet?: Meet | undefined;
}

/** What a solver is told beside its request; who called and what an abort means is the engine's business. */
export type Settings<Options> = Omit<Options, "signal" | "onAbort" | "pause" | "workers"> & {
  /** Place among those that search for the same answer. */
  seat?: number;
};

export const solveTasks = {
  async nest(
    context: SolveContext,
    request: NestRequestInput,
    options: Settings<NestOptions>,
  ): Promise<NestData> {
    const valid = validate(nestRequestSchema, request);
    checkNestRequest(valid);
    return solveNest(
      await instantiateCore(context.core),
      valid,
      new Job({ ...options, ...holds(context), meet: context.meet }),
    );
  },

  async planNest(
    context: SolveContext,
    request: NestPlanRequestInput,
    options: Settings<NestPlanOptions>,
  ): Promise<NestPlan> {
    const valid = validate(nestPlanRequestSchema, request);
    checkPlanRequest(valid);
    return planNest(
      await instantiateCore(context.core),
      valid,
      new Job({ ...options, ...holds(context), meet: context.meet }),
    );
  },

  /** The plan behind an answer of /v1: options are none of its requests. */
  async cut(
    context: SolveContext,
    request: CutRequestInput,
    options: Settings<CutOptions>,
  ): Promise<CutPlan> {
    return solveTasks.planCut(context, validate(cutRequestSchema, request), options);
  },

  async planCut(
    context: SolveContext,
    request: CutPlanRequestInput,
    options: Settings<CutOptions>,
  ): Promise<CutPlan> {
    const valid = validate(cutPlanRequestSchema, request);
    return solveCut(await instantiateCore(context.core), valid, new Job({ ...options, ...holds(context) }));
  },
};

/** What can stop and hold a search. */
function holds({ signal, pause }: SolveContext) {
  return { signal, ...(pause ? { pause } : {}) };
}
