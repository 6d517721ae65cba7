/** Plans of bars, one for each profile, and of panels, one for each material: what the job asks, and whether they answer it. */
import { type CutPlanRequest, LIMITS, type PanelPlanRequest } from "../../engine/entries/schemas.ts";
import type { CutPlanOptions, PanelOptions } from "../../engine/index.ts";
import { filled } from "../collect.ts";
import type {
  BarPlan,
  BarsProject,
  LayoutCheck,
  Mode,
  PanelResult,
  PanelSaw,
  Project,
  SawSettings,
} from "./project.ts";

export type PlanMode = Exclude<Mode, "sheets">;
export type AnyPlan = BarPlan | PanelResult;

/** One of the two kinds of plans. Its pieces are planned group by group: by profile, or by material. */
export interface PlanKind<Plan extends AnyPlan> {
  mode: PlanMode;
  limits: { stocks: number; pieces: number; kerf: number };
  /** Stock that pieces are cut from. */
  noun: "bar" | "panel";
  results(project: Project): readonly Plan[];
  group(plan: Plan): string;
  /** The groups of the job, in the order of their first piece. */
  groups(project: Project): string[];
  request(project: Project, group: string): Plan["request"];
  made(group: string, plan: Pick<Plan, "request" | "plan" | "check" | "elapsedMs">): Plan;
  /** Fields of a project that has these plans and of which nothing is sawn yet. */
  fields(plans: Plan[]): Partial<Project>;
}

export const PLANS: { bars: PlanKind<BarPlan>; panels: PlanKind<PanelResult> } = {
  bars: {
    ...{ mode: "bars", noun: "bar", limits: LIMITS.cut },
    results: ({ plans }) => plans,
    group: ({ profile }) => profile,
    groups: ({ bars }) => listProfiles(bars),
    request: makeCutRequest,
    made: (profile, plan) => ({ profile, ...plan }),
    fields: (plans) => ({ plans, sawn: [] }),
  },
  panels: {
    ...{ mode: "panels", noun: "panel", limits: LIMITS.panel },
    results: ({ panelPlans }) => panelPlans,
    group: ({ material }) => material,
    groups: ({ panels }) => [...new Set(panels.pieces.map(({ material = "" }) => material))],
    request: makePanelRequest,
    made: (material, plan) => ({ material, ...plan }),
    fields: (panelPlans) => ({ panelPlans, sawingAt: { panel: 0, cut: 0 } }),
  },
};

function listProfiles({ pieces }: BarsProject): string[] {
  return [...new Set(pieces.map(({ profile = "" }) => profile))];
}

/** True while the plans answer what the tables ask now. */
export function plansAreCurrent(project: Project, mode: PlanMode): boolean {
  const kind: PlanKind<AnyPlan> = PLANS[mode];
  const plans = kind.results(project);
  const groups = kind.groups(project);
  const answers = (plan: AnyPlan, group: string | undefined) =>
    kind.group(plan) === group &&
    JSON.stringify(plan.request) === JSON.stringify(kind.request(project, group));
  return plans.length === groups.length && plans.every((plan, i) => answers(plan, groups[i]));
}

export function plansAreChecked(project: Project, mode: PlanMode): boolean {
  const plans: readonly AnyPlan[] = PLANS[mode].results(project);
  return plans.length > 0 && plans.every(({ check }) => check.ok);
}

/** The check of what has no gaps: fine where there is no problem. */
export function planCheck(problems: string[]): LayoutCheck {
  return { ok: problems.length === 0, gap: null, margin: null, problems, faults: [] };
}

/** The request for the pieces of one profile; without options it is the interface's own. */
export function makeCutRequest({ bars }: Pick<Project, "bars">, profile: string): CutPlanRequest {
  const { saw, kerf, optimize } = bars;
  const mine = <Line extends { profile?: string }>(lines: readonly Line[]) =>
    lines.filter((line) => (line.profile ?? "") === profile).map(({ profile: _name, ...line }) => line);
  const pieces = mine(bars.pieces);
  const mitred = pieces.some(({ angle_start, angle_end }) => angle_start || angle_end);
  const { profile_width: _width, measured, ...others } = sawOptions(saw);
  const profile_width = widthOf(bars, profile);
  const ends = { profile_width, ...(measured === "short" && profile_width > 0 ? { measured } : {}) };
  const options = mitred ? { ...others, ...ends } : others;
  const stocks = mine(bars.stocks).map(({ width: _own, ...stock }) => stock);
  const request = { stocks, pieces, kerf, optimize };
  return Object.keys(options).length === 0 ? request : { ...request, options };
}

/** How wide bars of a profile are where the blade crosses them: as their stock says, or as the saw says for all. */
function widthOf({ stocks, saw }: BarsProject, profile: string): number {
  const widths = stocks.filter((stock) => (stock.profile ?? "") === profile).map(({ width = 0 }) => width);
  return Math.max(0, ...widths) || saw.profile_width;
}

export function profilesWithoutStock(bars: BarsProject): string[] {
  const there = new Set(bars.stocks.map(({ profile = "" }) => profile));
  return listProfiles(bars).filter((profile) => !there.has(profile));
}

export function sawOptions(saw: SawSettings): CutPlanOptions {
  const { measured, ...others } = filled(saw);
  return { ...others, ...(measured === "short" ? { measured } : {}) };
}

export function makePanelRequest({ panels }: Pick<Project, "panels">, material: string): PanelPlanRequest {
  const { stocks, pieces, kerf, optimize, saw } = panels;
  const mine = <Line extends { material?: string }>(lines: readonly Line[]) =>
    lines
      .filter((line) => plainName(line.material) === plainName(material))
      .map(({ material: _name, ...line }) => line);
  // Offcuts of earlier jobs have been trimmed before.
  const untrimmed = { trim_left: 0, trim_right: 0, trim_bottom: 0, trim_top: 0 };
  return {
    stocks: mine(stocks).map((stock) => (stock.offcut ? { ...stock, ...untrimmed } : stock)),
    pieces: mine(pieces),
    kerf,
    optimize,
    options: panelOptionsOf(saw),
  };
}

/** The rules that are on, in the engine's words. */
function panelOptionsOf({ trim, exact, stages, first_cut, ...rules }: PanelSaw): PanelOptions {
  const trims = { trim_left: trim, trim_right: trim, trim_bottom: trim, trim_top: trim };
  return {
    stages,
    first_cut,
    cut_type: exact ? "exact" : "non_exact",
    ...(trim > 0 ? trims : {}),
    ...filled(rules),
  };
}

function plainName(name = ""): string {
  return name.trim().toLowerCase();
}
