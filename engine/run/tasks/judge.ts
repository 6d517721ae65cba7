/**
 * No placement leaves unjudged. Of what a search has kept the best that passes is taken; behind all of it stand a plain
 * construction, and the answer that places nothing, which nobody refuses. The judge shares no code with the solvers
 * (engine/verify).
 */
import type { Ended } from "../../base/contract/values/plan.ts";
import type { Incumbent } from "../../plan/search/incumbent.ts";
import { turn } from "../../plan/search/turn.ts";
import type { Problem } from "./problems/solve-problem.ts";

/** `faults`: what the judge said of what it refused. */
export interface JudgedPlan<Plan> {
  plan: Plan;
  faults: string[];
}

/** The plan of the first incumbent that passes, as an answer: why it has ended, and what went wrong. */
export async function judged<Plan extends object>(
  { solver, judge }: Pick<Problem<Plan, unknown, object>, "solver" | "judge">,
  incumbents: readonly Incumbent[],
  ended: Ended,
  seed: number,
): Promise<JudgedPlan<Plan>> {
  const faults: string[] = [];
  const answer = (plan: Plan) => ({ plan: { ...plan, ended, ...findingsOf(faults, seed) }, faults });
  for (const candidate of [...incumbents, () => solver.construct()]) {
    const plan = attempt(faults, () => {
      const found = solver.unpack(typeof candidate === "function" ? candidate() : candidate);
      const fault = judge(found);
      if (fault !== undefined) throw new Error(fault);
      return found;
    });
    if (plan) return answer(plan);
    await turn();
  }
  return answer(solver.unpack(solver.nothing()));
}

/** Takes a plan that cannot be unpacked for as wrong as one that the judge refuses. */
function attempt<Plan>(faults: string[], make: () => Plan): Plan | undefined {
  try {
    return make();
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function findingsOf(faults: string[], seed: number) {
  if (faults.length === 0) return {};
  const message = `A better answer was refused by the judge (seed ${seed}): ${faults[0]}`;
  return { findings: [{ code: "answer-rejected", message, count: faults.length }] };
}
