/** Tasks of a worker that nests. They are kept apart from the others, so that a page that nests loads little. */
import type { NestPlan, NestPlanRequestInput } from "../../base/contract/nest-plan.ts";
import type { NestAnswerOptions, NestCallOptions } from "../../base/contract/search-options.ts";
import type { NestData, NestRequest, NestRequestInput } from "../../base/contract/v1/nest.ts";
import type { Checked } from "../../base/contract/validate.ts";
import { nestProblems } from "./problems/nest-problems.ts";
import { type SolveContext, type SolveSettings, solve } from "./solve-settings.ts";

export const nestTasks = {
  async nestV1(
    context: SolveContext,
    request: NestRequestInput | Checked<NestRequest>,
    options: SolveSettings<NestAnswerOptions>,
  ): Promise<NestData> {
    return solve(() => nestProblems.nestV1(request), context, options);
  },

  async nest(
    context: SolveContext,
    request: NestPlanRequestInput,
    options: SolveSettings<NestCallOptions>,
  ): Promise<NestPlan> {
    return solve(() => nestProblems.nest(request), context, options);
  },
};
