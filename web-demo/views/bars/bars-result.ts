/** The numbers of the cutting plan, and its files. */
import { barActions, exportActions } from "../../actions/export-actions.ts";
import { keepOffcutsAction } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import type { BarPlan } from "../../model/project.ts";
import { type DisplayUnit, roundedText, trim } from "../../model/units.ts";
import { type Facts, planSide, sumResults } from "../plans/plans-result.ts";
import { sawForm } from "./saw-form.ts";

export function planResult(app: App): HTMLElement {
  const { csv, svg, saw, labels } = barActions;
  const { print, code } = exportActions;
  return planSide<BarPlan>(
    app,
    {
      mode: "bars",
      noun: "bar",
      results: ({ plans }) => plans,
      group: ({ profile }) => profile,
      waste: (plans) => wasted(plans) / Math.max(stockOf(plans), 1e-9),
      facts: factRows,
      files: [
        [saw, labels, keepOffcutsAction],
        [csv, svg],
        [print, code],
      ],
    },
    sawForm(app),
  );
}

function stockOf(plans: readonly BarPlan[]): number {
  return sumResults(plans, ({ plan }) => plan.summary.total_stock_length);
}

function wasted(plans: readonly BarPlan[]): number {
  return sumResults(plans, ({ plan }) => plan.summary.total_waste);
}

function factRows(plans: readonly BarPlan[], unit: DisplayUnit): Facts {
  const long = (value: (plan: BarPlan) => number) => roundedText(sumResults(plans, value), unit);
  const [stock, waste] = [stockOf(plans), wasted(plans)];
  const share = `${trim((100 * waste) / Math.max(stock, 1e-9), 2)} %`;
  const rows: Facts = [
    ["Stock used", roundedText(stock, unit)],
    ["Pieces", long(({ plan }) => plan.summary.total_cut_length)],
    ["Left over", `${roundedText(waste, unit)} · ${share}`],
  ];
  if (plans.some(({ request }) => request.options?.min_offcut))
    rows.push(["Worth keeping", long(({ plan }) => plan.total_offcut)]);
  rows.push(["Patterns", String(sumResults(plans, ({ plan }) => plan.patterns.length))]);
  const cost = sumResults(plans, ({ plan }) => plan.summary.total_cost);
  if (cost > 0) rows.push(["Cost", trim(cost, 2)]);
  return rows;
}
