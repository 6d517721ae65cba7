/** The numbers of the plan, and its files. */
import { exportActions } from "../../actions/export-actions.ts";
import type { App } from "../../app.ts";
import type { PanelResult } from "../../model/project.ts";
import { areaText, type DisplayUnit, trim } from "../../model/units.ts";
import { metresText } from "../../panels/job.ts";
import { type Facts, planSide, sumResults } from "../plans/plans-result.ts";
import { panelActions } from "./actions.ts";
import { panelRules } from "./saw-rules.ts";

export function panelSide(app: App): HTMLElement {
  const { pieces, cuts, labels, svg, dxf, saw, printLabels, keep } = panelActions;
  const { print, code } = exportActions;
  return planSide<PanelResult>(
    app,
    {
      mode: "panels",
      noun: "panel",
      results: ({ panelPlans }) => panelPlans,
      group: ({ material }) => material,
      waste: (plans) => wasted(plans) / Math.max(stockOf(plans), 1e-9),
      facts: factRows,
      files: [
        [saw, printLabels, keep],
        [pieces, cuts, labels],
        [dxf, svg],
        [print, code],
      ],
    },
    panelRules(app),
  );
}

function stockOf(plans: readonly PanelResult[]): number {
  return sumResults(plans, ({ plan }) => plan.summary.total_stock_area);
}

function wasted(plans: readonly PanelResult[]): number {
  return sumResults(plans, ({ plan }) => plan.summary.total_waste);
}

function factRows(plans: readonly PanelResult[], unit: DisplayUnit): Facts {
  const [stock, waste] = [stockOf(plans), wasted(plans)];
  const share = `${trim((100 * waste) / Math.max(stock, 1e-9), 2)} %`;
  const kept = sumResults(plans, ({ plan }) => plan.total_offcut);
  const cuts = sumResults(plans, ({ plan }) => plan.summary.total_cuts);
  const cutLength = sumResults(plans, ({ plan }) => plan.summary.total_cut_length);
  const cost = sumResults(plans, ({ plan }) => plan.summary.total_cost);
  const rows: Facts = [
    ["Panels", areaText(stock, unit)],
    [
      "Pieces",
      areaText(
        sumResults(plans, ({ plan }) => plan.summary.total_piece_area),
        unit,
      ),
    ],
    ["Left over", `${areaText(waste, unit)} · ${share}`],
  ];
  if (kept > 0) rows.push(["Worth keeping", areaText(kept, unit)]);
  rows.push(["Cuts", `${cuts}, ${metresText(cutLength, unit)}`]);
  if (cost > 0) rows.push(["Cost", trim(cost, 2)]);
  return rows;
}
