/**
 * The plans of a saved project. A file can claim anything: only what has the shape of a plan is taken, and every one
 * is judged again. How far the sawing has come counts only with the plans that it is about.
 */

import { makeCutRequest, makePanelRequest } from "../model/plans.ts";
import type { Project } from "../model/project.ts";
import type { Workshop } from "./workshop.ts";

type Plans = Pick<Project, "plans" | "panelPlans" | "sawn" | "sawingAt">;

/** Plans in `saved` for `project`, which is the rest of it; none where one of a kind is damaged. */
export async function plansFrom(workshop: Workshop, saved: unknown, project: Project): Promise<Plans> {
  const { cutPlanRequestSchema, cutPlanSchema, panelPlanRequestSchema, panelPlanSchema } =
    await workshop.toolbox();
  const given = Object(saved) as Partial<Project>;
  const { checker } = workshop;
  const bars = read(given.plans, {
    name: "profile",
    request: cutPlanRequestSchema,
    plan: cutPlanSchema,
    own: (profile) => makeCutRequest(project, profile),
  });
  const panels = read(given.panelPlans, {
    name: "material",
    request: panelPlanRequestSchema,
    plan: panelPlanSchema,
    own: (material) => makePanelRequest(project, material),
  });
  const plans = bars.map(async ({ name: profile, ...one }) => ({
    ...one,
    profile,
    check: await checker.checkPlan(one.request, one.plan),
  }));
  const panelPlans = panels.map(async ({ name: material, ...one }) => ({
    ...one,
    material,
    check: await checker.checkPanels(one.request, one.plan),
  }));
  const sawn = plans.length > 0 && Array.isArray(given.sawn) ? given.sawn : [];
  const { panel, cut } = Object(given.sawingAt) as Partial<Project["sawingAt"]>;
  const steps = (value: unknown) => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);
  return {
    plans: await Promise.all(plans),
    panelPlans: await Promise.all(panelPlans),
    sawn: sawn.filter((key): key is string => typeof key === "string"),
    sawingAt: panelPlans.length > 0 ? { panel: steps(panel), cut: steps(cut) } : { panel: 0, cut: 0 },
  };
}

type Parsed<Value> = { safeParse(value: unknown): { success: boolean; data?: Value | undefined } };

/** One kind of plans: which field says what a plan is for, its schemas, and what the project asks for that now. */
interface SavedPlanKind<Request, Plan> {
  name: string;
  request: Parsed<Request>;
  plan: Parsed<Plan>;
  own(name: string): Request;
}

/** All of a list, or nothing. */
function read<Request, Plan>(saved: unknown, kind: SavedPlanKind<Request, Plan>) {
  const list: Record<string, unknown>[] = (Array.isArray(saved) ? saved : []).map(Object);
  const found = list.map(({ [kind.name]: name, request, plan, elapsedMs }) => {
    const asked = kind.request.safeParse(request).data;
    const planned = kind.plan.safeParse(plan).data;
    if (typeof name !== "string" || asked === undefined || planned === undefined) return null;
    const own = kind.own(name);
    const mine = alike(kind.request.safeParse(own).data, asked);
    return { name, request: mine ? own : asked, plan: planned, elapsedMs: seconds(elapsedMs) };
  });
  const whole = found.filter((one) => one !== null);
  return whole.length === found.length ? whole : [];
}

/** Schemas put fields in one order, so equal requests are equal texts; the project's own is then the plan's. */
function alike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function seconds(ms: unknown): number {
  return typeof ms === "number" && ms >= 0 && ms < 1e9 ? ms : 0;
}
