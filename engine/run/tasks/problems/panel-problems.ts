/** Cutting panels as a problem. */
import {
  type PanelPlan,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../../../base/contract/panel-plan.ts";
import type { PanelProgress } from "../../../base/contract/search-options.ts";
import { validate } from "../../../base/contract/validate.ts";
import { PanelSolver, panelEvent } from "../../../plan/panel/panel-solver.ts";
import { judgePanelPlan } from "../../../verify/panel/panel-judge.ts";
import type { Problem } from "./solve-problem.ts";

export const panelProblems = {
  /** Takes a request as it comes. @throws EngineError INVALID_INPUT */
  panels(input: PanelPlanRequestInput): Problem<PanelPlan, PanelPlan, PanelProgress> {
    const request = validate(panelPlanRequestSchema, input);
    const solver = new PanelSolver(request);
    return {
      solver,
      search: (core, job) => solver.search(core, job),
      judge: (plan) => judgePanelPlan(request, plan).violations[0]?.message,
      answerFrom: (plan) => plan,
      eventFrom: (plan) => ({ ...panelEvent(plan, "done"), best: plan }),
    };
  },
};
