/** Shared by the tasks of all solvers. */
import type { SolveOptions } from "../../base/contract/search-options.ts";
import type { PauseSwitch } from "../../base/pause.ts";
import type { Incumbent } from "../../plan/search/incumbent.ts";
import { SearchJob } from "../../plan/search/job.ts";
import type { Meet } from "../../plan/search/portfolio.ts";
import { type CoreCode, compiled, instantiateCore, withCore } from "../../plan/wasm/load.ts";
import { judged } from "./judge.ts";
import type { Problem } from "./problems/solve-problem.ts";

/** Surroundings of a solve beside its input. */
export interface SolveContext {
  core: WebAssembly.Module;
  /** Loads the core for panels, which nests of series want too. */
  panelCore?: (() => Promise<CoreCode>) | undefined;
  signal: AbortSignal;
  /** When the clock of the call began, by `performance.now()`; at once when absent. */
  begun?: number | undefined;
  pause?: PauseSwitch | undefined;
  /** Where a nest meets the others for the same answer. */
  meet?: Meet | undefined;
  /** Is handed every better answer as it is found. */
  keep?: ((incumbent: Incumbent) => void) | undefined;
  /** Is told what the judge has refused. */
  reject?: ((fault: string) => void) | undefined;
}

/** Settings of a solver beside its request; who called and what an abort means is the engine's business. */
export type SolveSettings<Options> = Omit<Options, "signal" | "onAbort" | "pause" | "workers"> & {
  /** Place among those that search for the same answer. */
  seat?: number;
};

/** Searches, and hands out the best answer that the judge passes. The clock runs from before the request is read. */
export async function solve<Plan extends object, Answer, Event extends object>(
  read: () => Problem<Plan, Answer, Event>,
  { core, panelCore, signal, begun, pause, meet, keep, reject }: SolveContext,
  options: SolveSettings<SolveOptions<Event>>,
): Promise<Answer> {
  const job = new SearchJob<Event>({ ...options, signal, begun, ...(pause ? { pause } : {}), meet, keep });
  const problem = read();
  const panels = panelCore && (async () => instantiateCore(await compiled(await panelCore())));
  const found = await withCore(core, (exports) => problem.search(exports, job, panels));
  job.keepLast(() => found);
  const { ended } = job;
  const { plan, faults } = await judged(problem, job.kept.bestFirst(), ended, job.seed);
  for (const fault of faults) reject?.(fault);
  const answer = problem.answerFrom(plan);
  job.report({ ...problem.eventFrom(plan, answer), ended } as Omit<Event, "seq" | "elapsed_ms">);
  return answer;
}
