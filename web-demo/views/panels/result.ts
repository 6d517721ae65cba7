/** The numbers of the plan, and its files. */

import { exportActions } from "../../actions/export.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import type { PanelResult } from "../../model/project.ts";
import { areaText, count, trim, type Unit } from "../../model/units.ts";
import { metresText, panelsAreCurrent } from "../../panels/job.ts";
import { actionButton } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { staleNote } from "../shell/stale.ts";
import { panelActions, panelsExportable } from "./actions.ts";
import { panelRules } from "./rules.ts";

export function panelSide(app: App): HTMLElement {
  const used = h("p", { class: "big-number" });
  const caption = h("p", { class: "big-caption" });
  const badge = h("div", { class: "badge" });
  const facts = h("dl", { class: "facts" });
  const unplaced = h("div", { class: "unplaced", role: "status" });
  const note = staleNote(app);
  const numbers = h(
    "section",
    { class: "panel", id: "panel-result", "aria-labelledby": "panel-result-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "panel-result-title" }, "Result")),
    h("div", { class: "panel-body" }, used, caption, badge, note, facts, unplaced),
  );
  const files = panelFiles(app);
  app.store.watch(
    (state) => [state.project, panelsExportable(state)] as const,
    (project, exportable) => {
      const { panelPlans: plans, unit } = project;
      show(numbers, plans.length > 0);
      show(files, plans.length > 0);
      if (plans.length === 0) return;
      const stale = !panelsAreCurrent(project);
      const sum = sumOf(plans);
      setText(used, count(sum.stocks_used, "panel"));
      setText(
        caption,
        `${trim(100 - (100 * sum.total_waste) / Math.max(sum.total_stock_area, 1e-9), 2)} % of them used`,
      );
      numbers.toggleAttribute("data-stale", stale || !exportable);
      files.toggleAttribute("data-stale", !exportable);
      show(note, stale);
      drawBadge(badge, plans, stale);
      facts.replaceChildren(
        ...factRows(plans, unit).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      );
      drawUnplaced(unplaced, plans);
    },
  );
  return h("div", { class: "side right" }, numbers, files, panelRules(app));
}

function panelFiles(app: App): HTMLElement {
  const { pieces, cuts, labels, svg, dxf, saw, printLabels, keep } = panelActions;
  const row = (...actions: Parameters<typeof actionButton>[1][]) =>
    h("div", { class: "panel-files" }, ...actions.map((action) => actionButton(app, action, "text")));
  return h(
    "section",
    { class: "panel", "aria-labelledby": "panel-export-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "panel-export-title" }, "Export")),
    h(
      "div",
      { class: "panel-body" },
      row(saw, printLabels, keep),
      row(pieces, cuts, labels),
      row(dxf, svg, exportActions.code),
      row(exportActions.print),
    ),
  );
}

const SUMMED = [
  "stocks_used",
  "total_stock_area",
  "total_piece_area",
  "total_waste",
  "total_cost",
  "total_cuts",
  "total_cut_length",
] as const;

function sumOf(plans: readonly PanelResult[]): Record<(typeof SUMMED)[number], number> {
  const sums = SUMMED.map(
    (key) => [key, plans.reduce((sum, { plan }) => sum + plan.summary[key], 0)] as const,
  );
  return Object.fromEntries(sums) as Record<(typeof SUMMED)[number], number>;
}

function drawBadge(badge: HTMLElement, plans: readonly PanelResult[], stale: boolean): void {
  const checked = plans.every(({ check }) => check.ok);
  const good = checked && plans.every(({ plan }) => plan.status !== "stock_exhausted");
  setAttributes(badge, { "data-state": stale ? "stale" : good ? "good" : "bad" });
  const problems = plans.flatMap(({ check }) => check.problems);
  const texts = checked
    ? plans.map(({ material, plan }) => (material ? `${material}: ${qualityOf(plan)}` : qualityOf(plan)))
    : [`Not valid: ${problems.slice(0, 2).join("; ")}`];
  const title = stale ? "Of the job before" : checked ? "Verified" : "Not verified";
  badge.replaceChildren(
    icon(good && !stale ? "check" : "warning"),
    h("strong", {}, title),
    ...texts.map((text) => h("p", {}, text)),
  );
}

function qualityOf({ status, gap_percent }: PanelResult["plan"]): string {
  if (status === "optimal") return "Proven optimal: no plan does better";
  if (status === "stock_exhausted") return "The panels ran out";
  return `At most ${trim(gap_percent, 2)} % above the best possible`;
}

function drawUnplaced(element: HTMLElement, plans: readonly PanelResult[]): void {
  const missing = plans.flatMap(({ plan }) => plan.unplaced);
  show(element, missing.length > 0);
  const items = missing.map(({ piece_id, count: copies }) =>
    h("li", {}, h("strong", {}, `${copies} × ${piece_id}`), " has no panel"),
  );
  element.replaceChildren(h("h3", {}, icon("warning"), "Not placed"), h("ul", {}, ...items));
}

function factRows(plans: readonly PanelResult[], unit: Unit): [string, string][] {
  const sum = sumOf(plans);
  const kept = plans.reduce((total, { plan }) => total + plan.total_offcut, 0);
  const rows: [string, string][] = [
    ["Panels", areaText(sum.total_stock_area, unit)],
    ["Pieces", areaText(sum.total_piece_area, unit)],
    [
      "Left over",
      `${areaText(sum.total_waste, unit)} · ${trim((100 * sum.total_waste) / Math.max(sum.total_stock_area, 1e-9), 2)} %`,
    ],
  ];
  if (kept > 0) rows.push(["Worth keeping", areaText(kept, unit)]);
  rows.push(["Cuts", `${sum.total_cuts}, ${metresText(sum.total_cut_length, unit)}`]);
  if (sum.total_cost > 0) rows.push(["Cost", trim(sum.total_cost, 2)]);
  rows.push([
    "Search",
    `${(plans.reduce((total, { elapsedMs }) => total + elapsedMs, 0) / 1000).toFixed(1)} s`,
  ]);
  return rows;
}
