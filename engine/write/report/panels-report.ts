/** Lists of a plan of panels as CSV: what lies where, what is sawn in which order, and a label for every piece. */
import type { PanelPiece, PanelPlan, PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import { panelCuts, panelLeaves } from "../../plan/panel/sawing.ts";
import { csvTable, safeText } from "./csv.ts";

/** One line per run of equal pieces of a pattern; sizes as they lie on the panel. */
export function panelsToCsv(plan: PanelPlan): string {
  const head = [
    "pattern",
    "panels",
    "stock",
    "piece",
    "length",
    "width",
    "turned",
    "pieces_per_panel",
    "x",
    "y",
  ];
  const rows = plan.patterns.flatMap((pattern, at) => {
    const runs = new Map<string, { row: (string | number)[]; count: number; place: number[] }>();
    for (const { piece, piece_id, rotated, length, width, x, y } of panelLeaves(pattern, plan.kerf)) {
      if (piece === undefined) continue;
      const key = `${piece} ${rotated}`;
      const same = runs.get(key);
      if (same) same.count++;
      else
        runs.set(key, {
          row: [safeText(piece_id!), length, width, rotated ? "yes" : "no"],
          count: 1,
          place: [x, y],
        });
    }
    return [...runs.values()].map(({ row, count, place }) => {
      return [at + 1, pattern.count, safeText(pattern.stock_id), ...row, count, ...place];
    });
  });
  return csvTable(head, rows);
}

/** One line per cut of every pattern, in the order of sawing. */
export function panelSawList(plan: PanelPlan): string {
  const head = [
    "pattern",
    "panels",
    "stock",
    "cut",
    "stage",
    "direction",
    "position",
    "from",
    "length",
    "size",
    "falls",
    "piece",
  ];
  const rows = plan.patterns.flatMap((pattern, at) =>
    panelCuts(pattern, plan.kerf).map((cut) => {
      const { number, stage, direction, position, from, length, size, falls, piece_id = "" } = cut;
      const where = [number, stage, direction, position, from, length, size, falls, safeText(piece_id)];
      return [at + 1, pattern.count, safeText(pattern.stock_id), ...where];
    }),
  );
  return csvTable(head, rows);
}

/** One line per piece that is cut, in the order in which it comes off the saw, panel by panel. */
export function panelLabels({ pieces }: PanelPlanRequest, plan: PanelPlan): string {
  const head = [
    "panel",
    "pattern",
    "sequence",
    "piece",
    "label",
    "length",
    "width",
    "grain",
    "edge_left",
    "edge_right",
    "edge_bottom",
    "edge_top",
  ];
  let panel = 0;
  const rows = plan.patterns.flatMap((pattern, at) => {
    const leaves = panelLeaves(pattern, plan.kerf).filter(({ piece }) => piece !== undefined);
    return Array.from({ length: pattern.count }, () => {
      panel++;
      return leaves.map(({ piece }, sequence) => {
        return [panel, at + 1, sequence + 1, ...labelOf(pieces[piece!]!)];
      });
    }).flat();
  });
  return csvTable(head, rows);
}

function labelOf({
  id,
  label = "",
  length,
  width,
  grain = "any",
  edges = {},
}: PanelPiece): (string | number)[] {
  const { left = "", right = "", bottom = "", top = "" } = edges;
  const bands = [left, right, bottom, top].map(safeText);
  return [safeText(id), safeText(label), length, width, grain, ...bands];
}
