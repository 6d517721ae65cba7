/** The numbers of a plan of bars or of panels, whether it was verified and how good it is, and its files. */
import type { PageAction } from "../../actions/action.ts";
import { type Standing, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { planQuality } from "../../model/cut-plan.ts";
import { type AnyPlan, PLANS, type PlanKind, type PlanMode } from "../../model/plans.ts";
import { count, type DisplayUnit, sum, trim } from "../../model/units.ts";
import { actionButton, type Facts, factRows, panel } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { staleNote } from "../shell/stale.ts";

interface ResultSpec<Plan extends AnyPlan> {
  /** How much stock the plans use, and how much of it is left over: lengths of bars, areas of panels. */
  stock(plan: Plan): number;
  waste(plan: Plan): number;
  amount(value: number, unit: DisplayUnit): string;
  /** Facts in the order of reading; those without a value are left out. */
  facts(
    plans: readonly Plan[],
    own: { stock: string; waste: string; cost: string },
    unit: DisplayUnit,
  ): Facts;
  files: readonly (readonly PageAction[])[];
}

export function planSide<Plan extends AnyPlan>(
  app: App,
  mode: PlanMode,
  spec: ResultSpec<Plan>,
  saw: HTMLElement,
): HTMLElement {
  const kind = PLANS[mode] as PlanKind<AnyPlan> as PlanKind<Plan>;
  const used = h("p.big-number");
  const caption = h("p.big-caption.soft");
  const badge = h("div.badge.box");
  const facts = h("dl.facts");
  const unplaced = h("div.unplaced.box.warn", { role: "status" });
  const parts = [used, caption, badge, staleNote(app), facts, unplaced];
  const numbers = panel({ id: `${mode}-result`, name: "plan-result", title: "Result" }, [], ...parts);
  const rows = spec.files.map((row) =>
    h("div.file-row.trio", ...row.map((action) => actionButton(app, action, "text"))),
  );
  const files = panel({ id: `${mode}-export`, name: "plan-files", title: "Export" }, [], ...rows);
  app.store.watch(
    (state) => [kind.results(state.project), state.project.unit, standingOf(state)],
    (plans, unit, standing) => {
      show(numbers, plans.length > 0);
      show(files, plans.length > 0);
      if (plans.length === 0) return;
      const bars = sum(plans, ({ plan }) => plan.summary.stocks_used);
      setText(used, count(bars, kind.noun));
      const [stock, waste] = [sum(plans, spec.stock), sum(plans, spec.waste)];
      const share = (100 * waste) / Math.max(stock, 1e-9);
      setText(caption, `${trim(100 - share, 2)} % of them used`);
      for (const one of [numbers, files]) one.toggleAttribute("data-stale", standing !== "answers");
      drawBadge(badge, plans, standing, kind);
      const cost = sum(plans, ({ plan }) => plan.summary.total_cost);
      const own = {
        stock: spec.amount(stock, unit),
        waste: `${spec.amount(waste, unit)} · ${trim(share, 2)} %`,
        cost: cost > 0 ? trim(cost, 2) : "",
      };
      const seconds = sum(plans, ({ elapsedMs }) => elapsedMs) / 1000;
      const told: Facts = [...spec.facts(plans, own, unit), ["Search", `${seconds.toFixed(1)} s`]];
      facts.replaceChildren(...factRows(told));
      drawUnplaced(unplaced, plans, kind.noun);
    },
  );
  return h("div.side.right", numbers, files, saw);
}

/** A bound further off than this says little. */
const LOOSE_PERCENT = 5;

const TITLES = { changed: "Of the job before", faulty: "Not of what is typed" };

function drawBadge<Plan extends AnyPlan>(
  badge: HTMLElement,
  results: readonly Plan[],
  standing: Standing,
  { group, noun }: PlanKind<Plan>,
): void {
  const checked = results.every(({ check }) => check.ok);
  const good = checked && results.every(({ plan }) => plan.status !== "stock_exhausted");
  const answers = standing === "answers";
  // Far from the bound nothing is known of how good the plan is: then no colour praises it.
  const isLoose = results.some(({ plan }) => plan.status !== "optimal" && plan.gap_percent > LOOSE_PERCENT);
  setAttributes(badge, { "data-state": !answers ? "stale" : !good ? "bad" : isLoose ? "plain" : "good" });
  const problems = results.flatMap(({ check }) => check.problems);
  const qualities = results.map(({ plan }) => planQuality(plan, noun));
  // The same of every profile is said once.
  const alike = new Set(qualities).size === 1;
  const texts = checked
    ? alike
      ? qualities.slice(0, 1)
      : results.map((result, i) =>
          group(result) === "" ? qualities[i]! : `${group(result)}: ${qualities[i]}`,
        )
    : [`Not valid: ${problems.slice(0, 2).join("; ")}`];
  const title = standing !== "answers" ? TITLES[standing] : checked ? "Verified" : "Not verified";
  badge.replaceChildren(
    icon(good && answers ? "check" : "warning"),
    h("strong", title),
    ...texts.map((text) => h("p", text)),
  );
}

function drawUnplaced(element: HTMLElement, results: readonly AnyPlan[], noun: string): void {
  const missing = results.flatMap(({ plan }) => plan.unplaced);
  show(element, missing.length > 0);
  const items = missing.map(({ piece_id, count: copies }) =>
    h("li", h("strong", `${copies} × ${piece_id}`), ` has no ${noun}`),
  );
  element.replaceChildren(h("h3.row", icon("warning"), "Not placed"), h("ul", ...items));
}
