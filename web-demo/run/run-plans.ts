/** Plans bars profile after profile, or panels material after material; each has an equal share of the time. */
import type { CutOptions, PanelPlanOptions } from "../../engine/index.ts";
import { PLANS, type PlanKind } from "../model/plans.ts";
import type { BarPlan, PanelResult, Project } from "../model/project.ts";
import { count } from "../model/units.ts";
import type { Workshop } from "./workshop.ts";

interface RunControl {
  signal: AbortSignal;
  pause: NonNullable<CutOptions["pause"]>;
  /** Milliseconds that the search has taken so far. */
  elapsedMs(): number;
  found(words: string): void;
}

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
  const { checker } = workshop;
  if (project.mode === "bars") {
    const plans = await planEach(PLANS.bars, project, control, async (profile, request, options) => {
      const plan = await untilStopped(control.signal, options, (given) => engine.cut(request, given));
      return { profile, request, plan, check: await checker.checkPlan(request, plan), elapsedMs: 0 };
    });
    return { plans, sawn: [] };
  }
  const panelPlans = await planEach(PLANS.panels, project, control, async (material, request, options) => {
    if (request.stocks.length === 0)
      throw new Error(`there is no panel of ${material || "the material of these pieces"}`);
    const plan = await untilStopped(control.signal, options, (given) => engine.panels(request, given));
    return { material, request, plan, check: await checker.checkPanels(request, plan), elapsedMs: 0 };
  });
  return { panelPlans, sawingAt: { panel: 0, cut: 0 } };
}

type SearchOptions = CutOptions & PanelPlanOptions;

async function planEach<Plan extends BarPlan | PanelResult>(
  kind: PlanKind<Plan>,
  project: Project,
  { pause, elapsedMs, found }: RunControl,
  plan: (group: string, request: Plan["request"], options: SearchOptions) => Promise<Plan>,
): Promise<Plan[]> {
  const groups = kind.groups(project);
  const plans: Plan[] = [];
  for (const group of groups) {
    const before = elapsedMs();
    const label = group === "" ? "" : `${group}: `;
    const planned = await plan(group, kind.request(project, group), {
      pause,
      timeLimitMs: Math.max(200, project.budgetMs / groups.length),
      seed: project.seed,
      onProgress: ({ stocks_used }: { stocks_used: number }) => found(label + count(stocks_used, kind.noun)),
    });
    plans.push({ ...planned, elapsedMs: elapsedMs() - before });
  }
  return plans;
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
