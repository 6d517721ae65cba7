/** A plan of panels for people at a terminal: every pattern with its strips, pieces and rests. */
import type { PanelPlan, PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import { counted } from "../../base/text.ts";
import { panelLeaves } from "../../plan/panel/sawing.ts";
import { quality } from "../../write/report/report-page.ts";
import { lengthText, sizeText } from "../base/lengths.ts";
import type { TableOptions } from "./nest-table.ts";
import { whyNoPanel } from "./reasons.ts";
import { oneLine, tableOf, wrapped } from "./text-table.ts";

export function panelTable(request: PanelPlanRequest, plan: PanelPlan, options: TableOptions): string[] {
  const { unit, columns } = options;
  const patterns = plan.patterns.flatMap((pattern) => {
    const size = sizeText(pattern.length, pattern.width, unit);
    const leaves = panelLeaves(pattern, plan.kerf);
    const rests = leaves
      .filter(({ offcut }) => offcut)
      .map((leaf) => sizeText(leaf.length, leaf.width, unit));
    const kept = rests.length > 0 ? `, left ${rests.join(", ")}` : "";
    const head = `${counted(pattern.count, "panel")} of ${size} "${pattern.stock_id}", ${pattern.utilization.toFixed(1)} % used, ${counted(pattern.cuts, "cut")} each${kept}`;
    const runs = new Map<string, { cells: string[]; copies: number }>();
    for (const { piece_id, rotated, length, width, x, y } of leaves) {
      if (piece_id === undefined) continue;
      const key = JSON.stringify([piece_id, rotated]);
      const same = runs.get(key);
      if (same) same.copies++;
      else {
        const place = `${lengthText(x, unit)}, ${lengthText(y, unit)}`;
        runs.set(key, {
          cells: [piece_id, sizeText(length, width, unit), rotated ? "turned" : "", place],
          copies: 1,
        });
      }
    }
    const rows = [...runs.values()].map(({ cells, copies }) => [String(copies), ...cells]);
    const heads = ["Pieces", "Name", "Size", "", "First at"].map((title) => ({
      title,
      right: title === "Pieces",
    }));
    return ["", ...wrapped(oneLine(head), columns, "  "), ...tableOf(heads, rows, columns)];
  });
  return [...wrapped(panelOutcome(plan), columns), ...patterns, ...missing(request, plan, options)];
}

/** Sums up a plan of panels in one line. */
export function panelOutcome({ summary, status, gap_percent }: PanelPlan): string {
  const { stocks_used, waste_percent, total_cuts, total_cut_length } = summary;
  const cuts = `${counted(total_cuts, "cut")} of ${(total_cut_length / 1000).toFixed(1)} m`;
  return `${counted(stocks_used, "panel")}, ${waste_percent.toFixed(2)} % waste, ${cuts}, ${quality(status, gap_percent)}`;
}

/** One sentence for each piece without a place. */
export function panelSentences(
  request: PanelPlanRequest,
  plan: PanelPlan,
  options: Pick<TableOptions, "unit" | "interrupted">,
): string[] {
  return plan.unplaced.map(({ piece_id, count }) => {
    return `${count} x ${piece_id}: ${whyNoPanel(request, piece_id, options)}`;
  });
}

function missing(request: PanelPlanRequest, plan: PanelPlan, options: TableOptions): string[] {
  if (plan.unplaced.length === 0) return [];
  const sentences = panelSentences(request, plan, options);
  return [
    "",
    "Not placed",
    ...sentences.flatMap((line) => wrapped(`  ${oneLine(line)}`, options.columns, "    ")),
  ];
}
