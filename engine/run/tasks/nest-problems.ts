/** Nests as problems: by the interface's request, and by the package's own. */

import { checkNestRequest } from "../../base/check/part.ts";
import { checkPlanRequest } from "../../base/check/plan-request.ts";
import {
  type NestPlan,
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../base/contract/nest-plan.ts";
import type { NestEvent, NestPlanProgress, NestProgress } from "../../base/contract/search-options.ts";
import { type NestData, type NestRequestInput, nestRequestSchema } from "../../base/contract/v1/nest.ts";
import { validate } from "../../base/contract/validate.ts";
import { nestDataOf } from "../../plan/nest/answer.ts";
import { NestSolver, nestEvent } from "../../plan/nest/solve.ts";
import { planRequestFrom } from "../../plan/nest/v1.ts";
import { judgeNestPlan } from "../../verify/nest/plan.ts";
import type { Problem } from "./problem.ts";

/** Each takes a request as it comes. @throws EngineError INVALID_INPUT */
export const nestProblems = {
  nest(input: NestRequestInput): Problem<NestPlan, NestData, NestProgress> {
    const request = validate(nestRequestSchema, input);
    checkNestRequest(request);
    return nesting(planRequestFrom(request), (plan) => nestDataOf(request, plan));
  },

  planNest(input: NestPlanRequestInput): Problem<NestPlan, NestPlan, NestPlanProgress> {
    const request = validate(nestPlanRequestSchema, input);
    checkPlanRequest(request);
    return nesting(request, (plan) => plan);
  },
};

function nesting<Answer>(
  request: NestPlanRequest,
  answerFrom: (plan: NestPlan) => Answer,
): Problem<NestPlan, Answer, NestEvent<Answer>> {
  const solver = new NestSolver(request);
  return {
    solver,
    search: (core, job) => solver.search(core, job, answerFrom),
    // A search that was cut short may leave out what would have fitted: that is no fault.
    judge: (plan) => judgeNestPlan(request, plan, { complete: false }).violations[0]?.message,
    answerFrom,
    eventFrom: (plan, best) => ({ ...nestEvent(plan), best }),
  };
}
