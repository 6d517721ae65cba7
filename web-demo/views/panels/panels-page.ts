/** The page of panels, loaded when it is first asked for: tables, plan, numbers, files; and what it puts on paper. */
import "../../style/saw-panels.css";
import { exportActions } from "../../actions/export-actions.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import type { PanelResult } from "../../model/project.ts";
import { areaText, sum } from "../../model/units.ts";
import { panelActions } from "../plans/actions.ts";
import { metresText } from "../plans/job.ts";
import { planSide } from "../plans/plans-result.ts";
import { panelPlanView } from "./panel-plan.ts";
import { panelForm } from "./panels-form.ts";
import { panelPaper } from "./print.ts";
import { panelRules } from "./saw-rules.ts";

export function panelsPage(app: App): HTMLElement {
  app.later.paper.panels = panelPaper;
  return h("div.contents", panelForm(app), panelPlanView(app), panelSide(app));
}

function panelSide(app: App): HTMLElement {
  const { pieces, cuts, labelRows, svg, dxf, ptx, saw, labels, keep } = panelActions;
  const { print, code } = exportActions;
  return planSide<PanelResult>(
    app,
    "panels",
    {
      stock: ({ plan }) => plan.summary.total_stock_area,
      waste: ({ plan }) => plan.summary.total_waste,
      amount: areaText,
      facts(plans, { stock, waste, cost }, unit) {
        const sums = (number: (summary: PanelResult["plan"]["summary"]) => number) =>
          sum(plans, ({ plan }) => number(plan.summary));
        const kept = sum(plans, ({ plan }) => plan.total_offcut);
        const length = sums(({ total_cut_length }) => total_cut_length);
        return [
          ["Panels", stock],
          [
            "Pieces",
            areaText(
              sums(({ total_piece_area }) => total_piece_area),
              unit,
            ),
          ],
          ["Left over", waste],
          ["Worth keeping", kept > 0 ? areaText(kept, unit) : ""],
          ["Cuts", `${sums(({ total_cuts }) => total_cuts)}, ${metresText(length, unit)}`],
          ["Cost", cost],
        ];
      },
      files: [
        [saw, labels, keep],
        [pieces, cuts, labelRows],
        [dxf, svg, ptx],
        [print, code],
      ],
    },
    panelRules(app),
  );
}
