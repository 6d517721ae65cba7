/** The page of bars, loaded when it is first asked for: tables, plan, numbers, files. */
import { exportActions } from "../../actions/export-actions.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import type { BarPlan } from "../../model/project.ts";
import { roundedText, sum } from "../../model/units.ts";
import { barActions } from "../plans/actions.ts";
import { planSide } from "../plans/plans-result.ts";
import { barsForm } from "./bars-form.ts";
import { barsView } from "./bars-plan.ts";
import { barPaper } from "./print.ts";
import { sawForm } from "./saw-form.ts";

export function barsPage(app: App): HTMLElement {
  app.later.paper.bars = barPaper;
  return h("div.contents", barsForm(app), barsView(app), planResult(app));
}

function planResult(app: App): HTMLElement {
  const { csv, svg, saw, labels, keep } = barActions;
  const { print, code } = exportActions;
  return planSide<BarPlan>(
    app,
    "bars",
    {
      stock: ({ plan }) => plan.summary.total_stock_length,
      waste: ({ plan }) => plan.summary.total_waste,
      amount: roundedText,
      facts(plans, { stock, waste, cost }, unit) {
        const long = (length: (plan: BarPlan) => number) => roundedText(sum(plans, length), unit);
        const keeps = plans.some(({ request }) => request.options?.min_offcut);
        return [
          ["Stock used", stock],
          ["Pieces", long(({ plan }) => plan.summary.total_cut_length)],
          ["Left over", waste],
          ["Worth keeping", keeps ? long(({ plan }) => plan.total_offcut) : ""],
          ["Patterns", String(sum(plans, ({ plan }) => plan.patterns.length))],
          ["Cost", cost],
        ];
      },
      files: [
        [saw, labels, keep],
        [csv, svg],
        [print, code],
      ],
    },
    sawForm(app),
  );
}
