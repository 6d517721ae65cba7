/** A validated request with the search for its answer, the judge of that answer, and the words that it is told in. */
import type { Incumbent, PlanMaker } from "../../../plan/search/incumbent.ts";
import type { SearchJob } from "../../../plan/search/job.ts";
import type { CoreExports } from "../../../plan/wasm/load.ts";

export interface Problem<Plan, Answer, Event> {
  solver: PlanMaker<Plan>;
  /** `panelCore`: loads a core for panels, for nests that want one. */
  search(
    core: CoreExports,
    job: SearchJob<Event>,
    panelCore?: () => Promise<CoreExports>,
  ): Promise<Incumbent>;
  /** Fault of a plan in a sentence; undefined when there is none. */
  judge(plan: Plan): string | undefined;
  answerFrom(plan: Plan): Answer;
  /** The last progress event. */
  eventFrom(plan: Plan, answer: Answer): Omit<Event, "seq" | "elapsed_ms">;
}
