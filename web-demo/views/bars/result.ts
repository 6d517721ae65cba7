/** The numbers of the cutting plan, and its files. */
import { barActions, exportActions, planExportable } from "../../actions/export.ts";
import { keepOffcutsAction } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { planQuality } from "../../model/cut-plan.ts";
import type { BarPlan } from "../../model/project.ts";
import { plansAreCurrent } from "../../model/request.ts";
import { count, lengthText, trim, type Unit } from "../../model/units.ts";
import { actionButton } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { staleNote } from "../shell/stale.ts";
import { sawForm } from "./saw-form.ts";

export function planResult(app: App): HTMLElement {
  const used = h("p", { class: "big-number" });
  const caption = h("p", { class: "big-caption" });
  const badge = h("div", { class: "badge" });
  const facts = h("dl", { class: "facts" });
  const unplaced = h("div", { class: "unplaced", role: "status" });
  const note = staleNote(app);
  const numbers = h(
    "section",
    { class: "panel", id: "plan-result", "aria-labelledby": "plan-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "plan-title" }, "Result")),
    h("div", { class: "panel-body" }, used, caption, badge, note, facts, unplaced),
  );
  const files = planFiles(app);
  app.store.watch(
    (state) => [state.project, planExportable(state)] as const,
    ({ plans, unit, ...project }, current) => {
      show(numbers, plans.length > 0);
      show(files, plans.length > 0);
      if (plans.length === 0) return;
      const bars = plans.reduce((sum, { plan }) => sum + plan.summary.stocks_used, 0);
      const [length, waste] = (["total_stock_length", "total_waste"] as const).map((key) =>
        plans.reduce((sum, { plan }) => sum + plan.summary[key], 0),
      ) as [number, number];
      setText(used, count(bars, "bar"));
      setText(caption, `${trim(length === 0 ? 0 : 100 - (100 * waste) / length, 2)} % of them used`);
      const stale = !plansAreCurrent({ ...project, plans, unit });
      numbers.toggleAttribute("data-stale", stale || !current);
      files.toggleAttribute("data-stale", !current);
      show(note, stale);
      drawBadge(badge, plans, stale);
      facts.replaceChildren(
        ...factRows(plans, unit).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      );
      const missing = plans.flatMap(({ plan }) => plan.unplaced);
      show(unplaced, missing.length > 0);
      const items = missing.map(({ piece_id, count: copies }) =>
        h("li", {}, h("strong", {}, `${copies} × ${piece_id}`), " has no bar"),
      );
      unplaced.replaceChildren(h("h3", {}, icon("warning"), "Not placed"), h("ul", {}, ...items));
    },
  );
  return h("div", { class: "side right" }, numbers, files, sawForm(app));
}

/** What leaves the page: tables, pictures, paper, and what goes back to the rack. */
function planFiles(app: App): HTMLElement {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "plan-export-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "plan-export-title" }, "Export")),
    h(
      "div",
      { class: "panel-body" },
      h(
        "div",
        { class: "export-formats" },
        actionButton(app, barActions.csv, "text"),
        actionButton(app, barActions.svg, "text"),
      ),
      h(
        "div",
        { class: "export-formats two" },
        ...[barActions.saw, barActions.labels, keepOffcutsAction].map((action) =>
          actionButton(app, action, "text"),
        ),
      ),
      h(
        "div",
        { class: "export-more" },
        actionButton(app, exportActions.print, "text"),
        actionButton(app, exportActions.code, "text"),
      ),
    ),
  );
}

function drawBadge(badge: HTMLElement, plans: readonly BarPlan[], stale: boolean): void {
  const checked = plans.every(({ check }) => check.ok);
  const good = checked && plans.every(({ plan }) => plan.status !== "stock_exhausted");
  setAttributes(badge, { "data-state": stale ? "stale" : good ? "good" : "bad" });
  const problems = plans.flatMap(({ check }) => check.problems);
  const texts = checked
    ? plans.map(({ profile, plan }) => (profile ? `${profile}: ${planQuality(plan)}` : planQuality(plan)))
    : [`Not valid: ${problems.slice(0, 2).join("; ")}`];
  const title = stale ? "Of the job before" : checked ? "Verified" : "Not verified";
  badge.replaceChildren(
    icon(good && !stale ? "check" : "warning"),
    h("strong", {}, title),
    ...texts.map((text) => h("p", {}, text)),
  );
}

function factRows(plans: readonly BarPlan[], unit: Unit): [string, string][] {
  const sum = (value: (plan: BarPlan) => number) => plans.reduce((total, plan) => total + value(plan), 0);
  const length = sum(({ plan }) => plan.summary.total_stock_length);
  const waste = sum(({ plan }) => plan.summary.total_waste);
  const cost = sum(({ plan }) => plan.summary.total_cost);
  const rows: [string, string][] = [
    ["Stock used", lengthText(length, unit)],
    [
      "Pieces",
      lengthText(
        sum(({ plan }) => plan.summary.total_cut_length),
        unit,
      ),
    ],
    ["Left over", `${lengthText(waste, unit)} · ${trim(length === 0 ? 0 : (100 * waste) / length, 2)} %`],
    ...(plans.some(({ request }) => request.options?.min_offcut)
      ? [
          [
            "Worth keeping",
            lengthText(
              sum(({ plan }) => plan.total_offcut),
              unit,
            ),
          ] satisfies [string, string],
        ]
      : []),
    ["Patterns", String(sum(({ plan }) => plan.patterns.length))],
  ];
  if (cost > 0) rows.push(["Cost", trim(cost, 2)]);
  rows.push(["Search", `${(sum(({ elapsedMs }) => elapsedMs) / 1000).toFixed(1)} s`]);
  return rows;
}
