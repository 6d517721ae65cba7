/**
 * The plans of a saved project. A file can claim anything: only what has the shape of a plan is taken, and every one
 * is judged again. How far the sawing has come counts only with the plans that it is about.
 */
import { type AnyPlan, PLANS, type PlanKind } from "../model/plans.ts";
import type { Project } from "../model/project.ts";
import type { PlanQuestion } from "./checker.ts";
import type { Workshop } from "./workshop.ts";

type Plans = Pick<Project, "plans" | "panelPlans" | "sawn" | "sawingAt">;

/** Plans in `saved` for `project`, which is the rest of it; none where one of a kind is damaged. */
export async function plansFrom(workshop: Workshop, saved: unknown, project: Project): Promise<Plans> {
  const tools = await workshop.toolbox();
  const given = Object(saved) as Project;
  const [bars, panels] = [PLANS.bars.results(given), PLANS.panels.results(given)];
  const plans = await plansIn(bars, PLANS.bars, project, workshop, {
    request: tools.cutPlanRequestSchema,
    plan: tools.cutPlanSchema,
  });
  const panelPlans = await plansIn(panels, PLANS.panels, project, workshop, {
    request: tools.panelPlanRequestSchema,
    plan: tools.panelPlanSchema,
  });
  const sawn: unknown[] = plans.length > 0 && Array.isArray(given.sawn) ? given.sawn : [];
  const { panel, cut } = Object(given.sawingAt) as Partial<Project["sawingAt"]>;
  const steps = (value: unknown) => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);
  return {
    plans,
    panelPlans,
    sawn: sawn.filter((key): key is string => typeof key === "string"),
    sawingAt: panelPlans.length > 0 ? { panel: steps(panel), cut: steps(cut) } : { panel: 0, cut: 0 },
  };
}

type Parsed<Value> = { safeParse(value: unknown): { data?: Value | undefined } };

/** All plans of a list with their judgements, or none. */
async function plansIn<Plan extends AnyPlan>(
  saved: unknown,
  kind: PlanKind<Plan>,
  project: Project,
  { checker }: Workshop,
  schemas: { request: Parsed<Plan["request"]>; plan: Parsed<Plan["plan"]> },
): Promise<Plan[]> {
  const list: Plan[] = (Array.isArray(saved) ? saved : []).map(Object);
  const found = list.map((one) => {
    const group: unknown = kind.group(one);
    const asked = schemas.request.safeParse(one.request).data;
    const plan = schemas.plan.safeParse(one.plan).data;
    if (typeof group !== "string" || asked === undefined || plan === undefined) return null;
    // Schemas put fields in one order, so equal requests are equal texts; the project's own is then the plan's.
    const own = kind.request(project, group);
    const isMine = JSON.stringify(schemas.request.safeParse(own).data) === JSON.stringify(asked);
    return { group, request: isMine ? own : asked, plan, elapsedMs: duration(one.elapsedMs) };
  });
  const whole = found.filter((one) => one !== null);
  if (whole.length < found.length) return [];
  return Promise.all(
    whole.map(async ({ group, ...one }) => {
      const check = await checker.checkPlan({ kind: kind.mode, ...one } as PlanQuestion);
      return kind.made(group, { ...one, check });
    }),
  );
}

function duration(ms: unknown): number {
  return typeof ms === "number" && ms >= 0 && ms < 1e9 ? ms : 0;
}
