/** Cutting bars as problems: by the interface's request, and by the package's own. */
import {
  type CutPlan,
  type CutPlanRequest,
  type CutPlanRequestInput,
  cutPlanRequestSchema,
} from "../../../base/contract/cut-plan.ts";
import type { CutProgress } from "../../../base/contract/search-options.ts";
import { type CutRequest, type CutRequestInput, cutRequestSchema } from "../../../base/contract/v1/cut.ts";
import { type Checked, requestFrom, validate } from "../../../base/contract/validate.ts";
import { CutSolver, cutEvent } from "../../../plan/cut/cut-solver.ts";
import { judgeCutPlan } from "../../../verify/cut/cut-judge.ts";
import type { Problem } from "./solve-problem.ts";

/** Each takes a request as it comes. @throws EngineError INVALID_INPUT */
export const cutProblems = {
  /** The plan behind an answer of /v1: options are none of its requests. */
  cutV1(input: CutRequestInput | Checked<CutRequest>): Problem<CutPlan, CutPlan, CutProgress> {
    return cutting(requestFrom(cutRequestSchema, input));
  },

  cut(input: CutPlanRequestInput): Problem<CutPlan, CutPlan, CutProgress> {
    return cutting(validate(cutPlanRequestSchema, input));
  },
};

function cutting(request: CutPlanRequest): Problem<CutPlan, CutPlan, CutProgress> {
  const solver = new CutSolver(request);
  return {
    solver,
    search: (core, job) => solver.search(core, job),
    judge: (plan) => judgeCutPlan(request, plan).violations[0]?.message,
    answerFrom: (plan) => plan,
    eventFrom: (plan) => ({
      ...cutEvent(plan, "done"),
      ...(solver.fitsProgress ? { best: plan } : {}),
    }),
  };
}
