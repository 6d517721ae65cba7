/** The numbers of the cutting plan, and its files. */
import { exportActions } from "../../actions/export-actions.ts";
import type { App } from "../../app.ts";
import type { BarPlan } from "../../model/project.ts";
import { roundedText, sum } from "../../model/units.ts";
import { barActions } from "../plans/actions.ts";
import { planSide } from "../plans/plans-result.ts";
import { sawForm } from "./saw-form.ts";

export function planResult(app: App): HTMLElement {
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
