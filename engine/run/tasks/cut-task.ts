/** Tasks of a worker that cuts bars. */
import type { CutPlan, CutPlanRequestInput } from "../../base/contract/cut-plan.ts";
import type { CutCallOptions } from "../../base/contract/search-options.ts";
import type { CutRequest, CutRequestInput } from "../../base/contract/v1/cut.ts";
import type { Checked } from "../../base/contract/validate.ts";
import { cutProblems } from "./problems/cut-problems.ts";
import { type SolveContext, type SolveSettings, solve } from "./solve-settings.ts";

export const cutTasks = {
  async cutV1(
    context: SolveContext,
    request: CutRequestInput | Checked<CutRequest>,
    options: SolveSettings<CutCallOptions>,
  ): Promise<CutPlan> {
    return solve(() => cutProblems.cutV1(request), context, options);
  },

  async cut(
    context: SolveContext,
    request: CutPlanRequestInput,
    options: SolveSettings<CutCallOptions>,
  ): Promise<CutPlan> {
    return solve(() => cutProblems.cut(request), context, options);
  },
};
