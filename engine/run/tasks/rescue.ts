/** The answer of a call whose search has ended without one: made of what had been kept, on the side that asked. */
import type { Ended } from "../../base/contract/values/plan.ts";
import type { Incumbent } from "../../plan/search/incumbent.ts";
import { type JudgedPlan, judged } from "./judge.ts";
import { cutProblems } from "./problems/cut-problems.ts";
import { nestProblems } from "./problems/nest-problems.ts";
import { panelProblems } from "./problems/panel-problems.ts";
import type { Problem } from "./problems/solve-problem.ts";
import type { TaskInput, TaskOutput } from "./tasks.ts";

const problems = { ...nestProblems, ...cutProblems, ...panelProblems };

export type SolveName = keyof typeof problems;

export interface Rescued<Name extends SolveName> {
  answer: TaskOutput<Name>;
  /** The last progress event, but for its number and time. */
  event: object;
  faults: string[];
}

/** The same as the input of a task, for a worker. */
export interface RescueInput {
  name: SolveName;
  input: TaskInput<SolveName>;
  incumbents: readonly Incumbent[];
  ending: { ended: Ended; seed: number };
}

/** `incumbents`: the best first. @throws EngineError INVALID_INPUT when the request itself is at fault */
export async function rescue<Name extends SolveName>(
  name: Name,
  input: TaskInput<Name>,
  incumbents: readonly Incumbent[],
  { ended, seed }: { ended: Ended; seed: number },
): Promise<Rescued<Name>> {
  // The table's entries fit their names; only one by one could the compiler see it.
  const problem = problems[name](input as never) as unknown as Problem<object, TaskOutput<Name>, object>;
  const { plan, faults }: JudgedPlan<object> = await judged(problem, incumbents, ended, seed);
  const answer = problem.answerFrom(plan);
  return { answer, event: { ...problem.eventFrom(plan, answer), ended }, faults };
}
