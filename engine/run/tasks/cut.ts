/** Tasks of a worker that cuts bars and panels. */
import type { CutPlan, CutPlanRequest, CutPlanRequestInput } from "../../base/contract/cut-plan.ts";
import type { PanelPlan, PanelPlanRequestInput } from "../../base/contract/panel-plan.ts";
import type { CutOptions, PanelPlanOptions } from "../../base/contract/search-options.ts";
import type { CutRequestInput } from "../../base/contract/v1/cut.ts";
import type { Checked } from "../../base/contract/validate.ts";
import { cutProblems } from "./cut-problems.ts";
import { type Settings, type SolveContext, solve } from "./solve.ts";

export const cutTasks = {
  async cut(
    context: SolveContext,
    request: CutRequestInput,
    options: Settings<CutOptions>,
  ): Promise<CutPlan> {
    return solve(() => cutProblems.cut(request), context, options);
  },

  async planCut(
    context: SolveContext,
    request: CutPlanRequestInput | Checked<CutPlanRequest>,
    options: Settings<CutOptions>,
  ): Promise<CutPlan> {
    return solve(() => cutProblems.planCut(request), context, options);
  },

  async planPanels(
    context: SolveContext,
    request: PanelPlanRequestInput,
    options: Settings<PanelPlanOptions>,
  ): Promise<PanelPlan> {
    return solve(() => cutProblems.planPanels(request), context, options);
  },
};
