/** Cutting as problems: bars by the interface's request and by the package's own, and panels. */
import {
  type CutPlan,
  type CutPlanRequest,
  type CutPlanRequestInput,
  cutPlanRequestSchema,
} from "../../base/contract/cut-plan.ts";
import {
  type PanelPlan,
  type PanelPlanRequest,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../../base/contract/panel-plan.ts";
import type { CutProgress, PanelProgress } from "../../base/contract/search-options.ts";
import { type CutRequest, type CutRequestInput, cutRequestSchema } from "../../base/contract/v1/cut.ts";
import { type Checked, requestFrom, validate } from "../../base/contract/validate.ts";
import { cutDataFromPlan } from "../../plan/cut/cut-answer.ts";
import { CutSolver, cutEvent } from "../../plan/cut/cut-solver.ts";
import { PanelSolver, panelEvent } from "../../plan/panel/panel-solver.ts";
import { judgeCutPlan } from "../../verify/cut/cut-judge.ts";
import { judgePanelPlan } from "../../verify/panel/panel-judge.ts";
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

  panels(input: PanelPlanRequestInput): Problem<PanelPlan, PanelPlan, PanelProgress> {
    return sawing(validate(panelPlanRequestSchema, input));
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
      ...(solver.fitsProgress ? { best: cutDataFromPlan(plan) } : {}),
    }),
  };
}

function sawing(request: PanelPlanRequest): Problem<PanelPlan, PanelPlan, PanelProgress> {
  const solver = new PanelSolver(request);
  return {
    solver,
    search: (core, job) => solver.search(core, job),
    judge: (plan) => judgePanelPlan(request, plan).violations[0]?.message,
    answerFrom: (plan) => plan,
    eventFrom: (plan) => ({ ...panelEvent(plan, "done"), best: plan }),
  };
}
