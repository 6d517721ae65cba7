/** Tasks of a worker that cuts panels. */
import type { PanelPlan, PanelPlanRequestInput } from "../../base/contract/panel-plan.ts";
import type { PanelCallOptions } from "../../base/contract/search-options.ts";
import { panelProblems } from "./problems/panel-problems.ts";
import { type SolveContext, type SolveSettings, solve } from "./solve-settings.ts";

export const panelTasks = {
  async panels(
    context: SolveContext,
    request: PanelPlanRequestInput,
    options: SolveSettings<PanelCallOptions>,
  ): Promise<PanelPlan> {
    return solve(() => panelProblems.panels(request), context, options);
  },
};
