/** Nests as problems: by the interface's request, and by the package's own. */

import type { MendedPart } from "../../../base/check/mend.ts";
import { checkNestRequest } from "../../../base/check/part.ts";
import { checkPlanRequest } from "../../../base/check/plan-request.ts";
import {
  type NestPlan,
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../base/contract/nest-plan.ts";
import type { NestAnswerProgress, NestEvent, NestProgress } from "../../../base/contract/search-options.ts";
import {
  type NestData,
  type NestRequest,
  type NestRequestInput,
  nestRequestSchema,
} from "../../../base/contract/v1/nest.ts";
import { type Checked, requestFrom, validate } from "../../../base/contract/validate.ts";
import { nestDataOf, planRequestFrom } from "../../../plan/nest/nest-answer.ts";
import { NestSolver, nestEvent } from "../../../plan/nest/nest-solver.ts";
import { judgeNestPlan } from "../../../verify/nest/nest-judge.ts";
import type { Problem } from "./solve-problem.ts";

/** Each takes a request as it comes. @throws EngineError INVALID_INPUT */
export const nestProblems = {
  nestV1(input: NestRequestInput | Checked<NestRequest>): Problem<NestPlan, NestData, NestAnswerProgress> {
    const given = requestFrom(nestRequestSchema, input);
    const request = withMended(given, checkNestRequest(given));
    return nesting(planRequestFrom(request), (plan) => nestDataOf(request, plan));
  },

  nest(input: NestPlanRequestInput): Problem<NestPlan, NestPlan, NestProgress> {
    const given = validate(nestPlanRequestSchema, input);
    const mended = checkPlanRequest(given);
    const findings = [...mended].map(([p, part]) => mendingOf(given.parts[p]!, part));
    const told = (plan: NestPlan) =>
      findings.length === 0 ? plan : { ...plan, findings: [...(plan.findings ?? []), ...findings] };
    return nesting(withMended(given, mended), told);
  },
};

/** The request with its mended parts in their places. */
function withMended<Part extends object, Request extends { parts: Part[] }>(
  request: Request,
  mended: ReadonlyMap<number, MendedPart>,
): Request {
  if (mended.size === 0) return request;
  const parts = request.parts.map((part, p) => {
    const own = mended.get(p);
    return own ? { ...part, exterior: own.exterior, holes: own.holes } : part;
  });
  return { ...request, parts };
}

function mendingOf({ id }: { id: string }, { places }: MendedPart) {
  const [x, y] = places[0]!.map((value) => Number(value.toFixed(3)));
  const message = `The outline of ${id} crosses itself by a hair near (${x}, ${y}) and is taken by the even-odd rule`;
  return { code: "outline-mended", message, count: places.length };
}

function nesting<Answer>(
  request: NestPlanRequest,
  answerFrom: (plan: NestPlan) => Answer,
): Problem<NestPlan, Answer, NestEvent<Answer>> {
  const solver = new NestSolver(request);
  return {
    solver,
    search: (core, job, panelCore) => solver.search(core, job, answerFrom, panelCore),
    // A search that was cut short may leave out what would have fitted: that is no fault.
    judge: (plan) => judgeNestPlan(request, plan, { complete: false }).violations[0]?.message,
    answerFrom,
    eventFrom: (plan, best) => ({ ...nestEvent(plan), best }),
  };
}
