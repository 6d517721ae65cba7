/** Plans bars profile after profile, or panels material after material; each has an equal share of the time. */
import type { CutCallOptions, PanelCallOptions } from "../../engine/index.ts";
import { type AnyPlan, PLANS, type PlanKind } from "../model/plans.ts";
import type { Project } from "../model/project.ts";
import { count } from "../model/units.ts";
import type { PlanQuestion } from "./checker.ts";
import type { Workshop } from "./workshop.ts";

interface RunControl {
  signal: AbortSignal;
  pause: NonNullable<CutCallOptions["pause"]>;
  elapsedMs(): number;
  found(words: string): void;
}

type SearchOptions = CutCallOptions & PanelCallOptions;

/**
 * The plans of the job, to be put into its project.
 * @throws Error with a sentence for what cannot be planned
 */
export async function planCuts(
  project: Project,
  workshop: Workshop,
  control: RunControl,
): Promise<Partial<Project>> {
  const engine = await workshop.engine();
  return project.mode === "bars"
    ? planEach(PLANS.bars, project, workshop, control, (request, options) => engine.cut(request, options))
    : planEach(PLANS.panels, project, workshop, control, (request, options) =>
        engine.panels(request, options),
      );
}

async function planEach<Plan extends AnyPlan>(
  kind: PlanKind<Plan>,
  project: Project,
  { checker }: Workshop,
  { signal, pause, elapsedMs, found }: RunControl,
  solve: (request: Plan["request"], options: SearchOptions) => Promise<Plan["plan"]>,
): Promise<Partial<Project>> {
  const groups = kind.groups(project);
  const plans: Plan[] = [];
  for (const group of groups) {
    const request = kind.request(project, group);
    if (request.stocks.length === 0)
      throw new Error(`there is no ${kind.noun} of ${group || "the material of these pieces"}`);
    const before = elapsedMs();
    const label = group === "" ? "" : `${group}: `;
    const options = {
      pause,
      timeLimitMs: Math.max(200, project.budgetMs / groups.length),
      seed: project.seed,
      onProgress: ({ stocks_used }: { stocks_used: number }) => found(label + count(stocks_used, kind.noun)),
    };
    const plan = await untilStopped(signal, options, (given) => solve(request, given));
    const check = await checker.checkPlan({ kind: kind.mode, request, plan } as PlanQuestion);
    plans.push(kind.made(group, { request, plan, check, elapsedMs: elapsedMs() - before }));
  }
  return kind.fields(plans);
}

/** The best until the search is stopped; what it has not come to by then is planned at once, without a search. */
async function untilStopped<Plan>(
  signal: AbortSignal,
  options: SearchOptions,
  plan: (options: SearchOptions) => Promise<Plan>,
): Promise<Plan> {
  try {
    signal.throwIfAborted();
    return await plan({ ...options, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return plan({ ...options, search: false });
  }
}
