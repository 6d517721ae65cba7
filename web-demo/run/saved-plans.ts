/**
 * The plans of a saved project. A file can claim anything: only what has the shape of a plan is taken, and every one
 * is judged again. How far the sawing has come counts only with the plans that it is about.
 */
import type { CutPlanRequest, PanelPlanRequest } from "../../engine/index.ts";
import type { BarPlan, PanelResult, Project } from "../model/project.ts";
import { cutRequestOf } from "../model/request.ts";
import { panelRequestOf } from "../panels/job.ts";
import type { Toolbox, Workshop } from "./workshop.ts";

type Plans = Pick<Project, "plans" | "panelPlans" | "sawn" | "sawingAt">;

/** What `saved` holds of plans for `project`, which is the rest of it; none where one of a kind is damaged. */
export async function plansFrom(workshop: Workshop, saved: unknown, project: Project): Promise<Plans> {
  const tools = await workshop.toolbox();
  const given = Object(saved) as Partial<Project>;
  const { checker } = workshop;
  const plans = await Promise.all(
    barPlans(tools, given.plans, project).map(async (one) => ({
      ...one,
      check: await checker.checkPlan(one.request, one.plan),
    })),
  );
  const panelPlans = await Promise.all(
    panelResults(tools, given.panelPlans, project).map(async (one) => ({
      ...one,
      check: await checker.checkPanels(one.request, one.plan),
    })),
  );
  const sawn = plans.length > 0 && Array.isArray(given.sawn) ? given.sawn : [];
  const { panel, cut } = Object(given.sawingAt) as Partial<Project["sawingAt"]>;
  const steps = (value: unknown) => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);
  return {
    plans,
    panelPlans,
    sawn: sawn.filter((key): key is string => typeof key === "string"),
    sawingAt: panelPlans.length > 0 ? { panel: steps(panel), cut: steps(cut) } : { panel: 0, cut: 0 },
  };
}

function barPlans(
  { cutPlanRequestSchema, cutPlanSchema }: Toolbox,
  saved: unknown,
  project: Project,
): Omit<BarPlan, "check">[] {
  return whole<BarPlan, Omit<BarPlan, "check">>(saved, ({ profile, request, plan, elapsedMs }) => {
    const asked = cutPlanRequestSchema.safeParse(request);
    const found = cutPlanSchema.safeParse(plan);
    if (typeof profile !== "string" || !asked.success || !found.success) return null;
    const own = cutRequestOf(project, profile);
    const mine = alike(cutPlanRequestSchema.safeParse(own).data, asked.data);
    const known: CutPlanRequest = mine ? own : asked.data;
    return { profile, request: known, plan: found.data, elapsedMs: seconds(elapsedMs) };
  });
}

function panelResults(
  { panelPlanRequestSchema, panelPlanSchema }: Toolbox,
  saved: unknown,
  project: Project,
): Omit<PanelResult, "check">[] {
  return whole<PanelResult, Omit<PanelResult, "check">>(saved, ({ material, request, plan, elapsedMs }) => {
    const asked = panelPlanRequestSchema.safeParse(request);
    const found = panelPlanSchema.safeParse(plan);
    if (typeof material !== "string" || !asked.success || !found.success) return null;
    const own = panelRequestOf(project, material);
    const mine = alike(panelPlanRequestSchema.safeParse(own).data, asked.data);
    const known: PanelPlanRequest = mine ? own : asked.data;
    return { material, request: known, plan: found.data, elapsedMs: seconds(elapsedMs) };
  });
}

/** All of a list, or nothing. */
function whole<Saved, Read>(saved: unknown, read: (one: Partial<Saved>) => Read | null): Read[] {
  const list = Array.isArray(saved) ? saved : [];
  const found = list.map((one) => read(Object(one) as Partial<Saved>));
  return found.some((one) => one === null) ? [] : (found as Read[]);
}

/** Schemas put fields in one order, so equal requests are equal texts; the project's own is then the plan's. */
function alike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function seconds(ms: unknown): number {
  return typeof ms === "number" && ms >= 0 && ms < 1e9 ? ms : 0;
}
