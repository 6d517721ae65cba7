/** The numbers of the cutting plan, and its files. */
import { barActions, exportActions } from "../../actions/export.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { planQuality } from "../../model/cut-plan.ts";
import type { BarPlan } from "../../model/project.ts";
import { lengthText, trim, type Unit } from "../../model/units.ts";
import { actionButton } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { sawForm } from "./saw-form.ts";

export function planResult(app: App): HTMLElement {
  const used = h("p", { class: "big-number" });
  const caption = h("p", { class: "big-caption" });
  const badge = h("div", { class: "badge" });
  const facts = h("dl", { class: "facts" });
  const unplaced = h("div", { class: "unplaced", role: "status" });
  const numbers = h(
    "section",
    { class: "panel", "aria-labelledby": "plan-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "plan-title" }, "Result")),
    h("div", { class: "panel-body" }, used, caption, badge, facts, unplaced),
  );
  const files = h(
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
        { class: "export-more" },
        actionButton(app, exportActions.print, "text"),
        actionButton(app, exportActions.code, "text"),
      ),
    ),
  );
  app.store.watch(
    ({ project }) => [project.plan, project.unit] as const,
    (plan, unit) => {
      show(numbers, plan !== null);
      show(files, plan !== null);
      if (!plan) return;
      const { summary } = plan.plan;
      setText(used, `${trim(100 - summary.waste_percent, 2)} %`);
      setText(caption, `of ${summary.stocks_used} ${summary.stocks_used === 1 ? "bar" : "bars"} used`);
      drawBadge(badge, plan);
      facts.replaceChildren(
        ...factRows(plan, unit).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      );
      const missing = plan.plan.unplaced;
      show(unplaced, missing.length > 0);
      const items = missing.map(({ piece_id, count }) =>
        h("li", {}, h("strong", {}, `${count} × ${piece_id}`), " has no bar"),
      );
      unplaced.replaceChildren(h("h3", {}, icon("warning"), "Not placed"), h("ul", {}, ...items));
    },
  );
  return h("div", { class: "side right" }, sawForm(app), numbers, files);
}

function drawBadge(badge: HTMLElement, { plan, check }: BarPlan): void {
  const good = check.ok && plan.status !== "stock_exhausted";
  setAttributes(badge, { "data-state": good ? "good" : "bad" });
  const text = check.ok ? planQuality(plan) : `Not valid: ${check.problems.slice(0, 2).join("; ")}`;
  badge.replaceChildren(
    icon(good ? "check" : "warning"),
    h("strong", {}, check.ok ? "Verified" : "Not verified"),
    h("p", {}, text),
  );
}

function factRows({ plan, request, elapsedMs }: BarPlan, unit: Unit): [string, string][] {
  const { summary, patterns } = plan;
  const rows: [string, string][] = [
    ["Stock used", lengthText(summary.total_stock_length, unit)],
    ["Pieces", lengthText(summary.total_cut_length, unit)],
    ["Left over", `${lengthText(summary.total_waste, unit)} · ${trim(summary.waste_percent, 2)} %`],
    ...(request.options?.min_offcut
      ? [["Worth keeping", lengthText(plan.total_offcut, unit)] satisfies [string, string]]
      : []),
    ["Patterns", String(patterns.length)],
  ];
  if (summary.total_cost > 0) rows.push(["Cost", trim(summary.total_cost, 2)]);
  rows.push(["Search", `${(elapsedMs / 1000).toFixed(1)} s`]);
  return rows;
}
