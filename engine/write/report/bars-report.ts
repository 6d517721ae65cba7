/** Plans of bars and of panels on paper: totals, pictures, and every pattern with its cuts in their order. */
import type { CutPlan, CutPlanRequest } from "../../base/contract/cut-plan.ts";
import { checkOptions, type OptionCheck, text } from "../../base/contract/options.ts";
import type { PanelPlan } from "../../base/contract/panel-plan.ts";
import { escapeXml } from "../../base/text.ts";
import { panelCuts } from "../../plan/panel/sawing.ts";
import { barsToSvg } from "../picture/bars-svg.ts";
import { panelsToSvg } from "../picture/panels-svg.ts";
import {
  cost,
  facts,
  htmlPage,
  metres,
  missing,
  mm,
  often,
  percent,
  quality,
  size,
  table,
} from "./report-page.ts";

/** Options of the report of a plan of bars or panels. */
export interface CutReportOptions {
  /** Heading; "Cutting plan" by default. */
  title?: string;
  /** A line below it: customer, material, date. */
  note?: string;
}

const OPTIONS = { title: text, note: text } satisfies Record<keyof CutReportOptions, OptionCheck>;

/** A plan of bars as one HTML document that needs nothing else. */
export function barsToHtml(request: CutPlanRequest, plan: CutPlan, options: CutReportOptions = {}): string {
  checkOptions(OPTIONS, options);
  const { title = "Cutting plan", note = "" } = options;
  const { summary, status, gap_percent, kerf, total_offcut, patterns } = plan;
  const rows = patterns.map(({ count, stock_id, length, cuts, offcut, waste }) => [
    String(count),
    escapeXml(stock_id),
    mm(length),
    cuts.map(({ count, piece_id, length }) => `${count} × ${escapeXml(piece_id)} ${mm(length)}`).join(", "),
    mm(offcut > 0 ? offcut : waste),
  ]);
  return htmlPage(title, note, [
    facts([
      ["Bars", `${summary.stocks_used}, ${metres(summary.total_stock_length)}`],
      ["Waste", `${percent(summary.waste_percent)}, ${metres(total_offcut)} of it worth keeping`],
      ...cost(summary.total_cost),
      ["Kerf", `${mm(kerf)} mm`],
      ["Plan", quality(status, gap_percent)],
    ]),
    `<figure>${barsToSvg(request, plan)}</figure>`,
    table("Patterns", ["Bars", "Stock", "Length in mm", "Pieces in their order", "Rest in mm"], rows),
    ...missing(plan.unplaced.map(({ piece_id, count }) => ({ id: piece_id, count }))),
  ]);
}

/** A plan of panels as one HTML document that needs nothing else. */
export function panelsToHtml(plan: PanelPlan, options: CutReportOptions = {}): string {
  checkOptions(OPTIONS, options);
  const { title = "Cutting plan", note = "" } = options;
  const { summary, status, gap_percent, kerf, patterns } = plan;
  return htmlPage(title, note, [
    facts([
      ["Panels", String(summary.stocks_used)],
      ["Waste", percent(summary.waste_percent)],
      ...cost(summary.total_cost),
      ["Kerf", `${mm(kerf)} mm`],
      ["Cuts", `${summary.total_cuts}, ${metres(summary.total_cut_length)}`],
      ["Plan", quality(status, gap_percent)],
    ]),
    `<figure>${panelsToSvg(plan)}</figure>`,
    ...patterns.map((pattern, at) => {
      const rows = panelCuts(pattern, kerf).map((cut) => [
        String(cut.number),
        cut.direction,
        mm(cut.position),
        mm(cut.length),
        mm(cut.size),
        cut.piece_id === undefined ? cut.falls : escapeXml(cut.piece_id),
      ]);
      const caption = `Pattern ${at + 1}, ${escapeXml(pattern.stock_id)}, ${size(pattern.length, pattern.width)} mm${often(pattern.count)}`;
      return table(caption, ["Cut", "Direction", "At", "Length", "Falls off", "What"], rows);
    }),
    ...missing(plan.unplaced.map(({ piece_id, count }) => ({ id: piece_id, count }))),
  ]);
}
