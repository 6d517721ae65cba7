/**
 * What the solver tasks have in common, whoever runs them: a validated request with the search for its answer, the judge
 * of that answer, and the words that it is told in.
 */
import {
  type CutPlan,
  type CutPlanRequest,
  type CutPlanRequestInput,
  cutPlanRequestSchema,
} from "../../contract/cut-plan.ts";
import {
  type NestPlan,
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../contract/nest-plan.ts";
import {
  type PanelPlan,
  type PanelPlanRequest,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../../contract/panel-plan.ts";
import { type CutRequestInput, cutRequestSchema } from "../../contract/v1/cut.ts";
import { type NestData, type NestRequestInput, nestRequestSchema } from "../../contract/v1/nest.ts";
import { validate } from "../../contract/validate.ts";
import { cutDataFromPlan } from "../../cut/answer.ts";
import { CutSolver, cutEvent } from "../../cut/solve.ts";
import { checkNestRequest } from "../../geometry/part.ts";
import { checkPlanRequest } from "../../geometry/plan-request.ts";
import { nestDataFromPlan } from "../../nest/answer.ts";
import { NestSolver, nestEvent } from "../../nest/solve.ts";
import { planRequestFrom } from "../../nest/v1.ts";
import type { CutProgress, NestEvent, NestPlanProgress, NestProgress, PanelProgress } from "../../options.ts";
import { PanelSolver, panelEvent } from "../../panel/solve.ts";
import type { Incumbent, Solver } from "../../search/incumbent.ts";
import type { Job } from "../../search/job.ts";
import { verifyCutPlan } from "../../verify/cut/plan.ts";
import { verifyNestPlan } from "../../verify/nest/plan.ts";
import { verifyPanelPlan } from "../../verify/panel/plan.ts";
import type { CoreExports } from "../../wasm/load.ts";

export interface Problem<Plan, Answer, Event> {
  solver: Solver<Plan>;
  search(core: CoreExports, job: Job<Event>): Promise<Incumbent>;
  /** What is wrong with a plan; undefined when nothing is. */
  judge(plan: Plan): string | undefined;
  answerFrom(plan: Plan): Answer;
  /** The last progress event. */
  eventFrom(plan: Plan, answer: Answer): Omit<Event, "seq" | "elapsedMs">;
}

/** Each takes a request as it comes. @throws EngineError INVALID_INPUT */
export const problems = {
  nest(input: NestRequestInput): Problem<NestPlan, NestData, NestProgress> {
    const request = validate(nestRequestSchema, input);
    checkNestRequest(request);
    return nesting(planRequestFrom(request), (plan) => nestDataFromPlan(request, plan));
  },

  planNest(input: NestPlanRequestInput): Problem<NestPlan, NestPlan, NestPlanProgress> {
    const request = validate(nestPlanRequestSchema, input);
    checkPlanRequest(request);
    return nesting(request, (plan) => plan);
  },

  /** The plan behind an answer of /v1: options are none of its requests. */
  cut(input: CutRequestInput): Problem<CutPlan, CutPlan, CutProgress> {
    return problems.planCut(validate(cutRequestSchema, input));
  },

  planCut(input: CutPlanRequestInput): Problem<CutPlan, CutPlan, CutProgress> {
    return cutting(validate(cutPlanRequestSchema, input));
  },

  planPanels(input: PanelPlanRequestInput): Problem<PanelPlan, PanelPlan, PanelProgress> {
    return sawing(validate(panelPlanRequestSchema, input));
  },
};

export type SolveName = keyof typeof problems;

function nesting<Answer>(
  request: NestPlanRequest,
  answerFrom: (plan: NestPlan) => Answer,
): Problem<NestPlan, Answer, NestEvent<Answer>> {
  const solver = new NestSolver(request);
  return {
    solver,
    search: (core, job) => solver.search(core, job, answerFrom),
    // A search that was cut short may leave out what would have fitted: that is no fault.
    judge: (plan) => verifyNestPlan(request, plan, { complete: false }).violations[0]?.message,
    answerFrom,
    eventFrom: (plan, best) => ({ ...nestEvent(plan), best }),
  };
}

function cutting(request: CutPlanRequest): Problem<CutPlan, CutPlan, CutProgress> {
  const solver = new CutSolver(request);
  return {
    solver,
    search: (core, job) => solver.search(core, job),
    judge: (plan) => verifyCutPlan(request, plan).violations[0]?.message,
    answerFrom: (plan) => plan,
    eventFrom: (plan) => ({
      ...cutEvent(plan, "done"),
      ...(solver.fitsProgress ? { best: cutDataFromPlan(plan) } : {}),
    }),
  };
}

function sawing(request: PanelPlanRequest): Problem<PanelPlan, PanelPlan, PanelProgress> {
  const solver = new PanelSolver(request);
  return {
    solver,
    search: (core, job) => solver.search(core, job),
    judge: (plan) => verifyPanelPlan(request, plan).violations[0]?.message,
    answerFrom: (plan) => plan,
    eventFrom: (plan) => ({ ...panelEvent(plan, "done"), best: plan }),
  };
}
