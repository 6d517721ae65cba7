/** A nesting plan on paper and as a list: its sheets may differ in size, and equal ones stand once, with their count. */
import type { NestPlan, NestPlanRequest, PlanSheet } from "../contract/nest-plan.ts";
import type { SheetGround } from "../contract/nest-sheets.ts";
import type { NestData, NestRequest } from "../contract/v1/nest.ts";
import type { Ring } from "../contract/values/geometry.ts";
import { boundsOf } from "../geometry/ring.ts";
import { escapeXml } from "../text.ts";
import { exportOfSheet, placedParts } from "../toolpath/plan/placed.ts";
import { planToolpath } from "../toolpath/plan/toolpath.ts";
import { measureToolpath } from "../toolpath/write/measure.ts";
import { csvTable, safeText } from "./csv.ts";
import { facts, htmlPage, missing, mm, size, table } from "./page.ts";
import { type ReportOptions, sheetPage } from "./sheets.ts";

/** What is known of the material of a sheet of a plan, where it is no whole rectangle. */
export function groundOf({ sheets = [] }: NestPlanRequest, { sheet_id }: PlanSheet): SheetGround | undefined {
  const type = sheets.find(({ id }) => id === sheet_id) ?? (sheets.length === 1 ? sheets[0] : undefined);
  if (!type?.outline && !type?.holes.length && !type?.defects.length) return undefined;
  const { outline, holes, defects } = type;
  return { ...(outline ? { outline } : {}), holes, defects };
}

/** A sheet of a plan as a request and answer of its own, one part for each placement. */
export function layoutOfSheet(
  request: NestPlanRequest,
  sheet: PlanSheet,
  index: number,
): { request: NestRequest; data: NestData } {
  const { width, height, utilization, placements } = sheet;
  const parts = placements.map(({ part, mirrored }) => {
    const { id, exterior, holes } = request.parts[part]!;
    const side = (ring: Ring): Ring => (mirrored ? ring.map(([x, y]) => [-x, y]) : ring);
    return { id, exterior: side(exterior), holes: holes.map(side), quantity: 1 };
  });
  const count = placements.length;
  return {
    request: { parts, sheet: { width, height }, config: request.config },
    data: {
      summary: {
        sheets_used: 1,
        total_parts: count,
        placed_parts: count,
        unplaced_parts: 0,
        total_utilization: utilization,
        total_waste_percent: 100 - utilization,
      },
      sheets: [
        {
          index,
          utilization,
          placements: placements.map(({ part_id, x, y, rotation, bounds }) => {
            return { part_id, instance: 0, x, y, rotation, bounds };
          }),
        },
      ],
      unplaced: [],
    },
  };
}

/** The document as text. Throws INVALID_INPUT for what cannot be cut. */
export function planToHtml(request: NestPlanRequest, plan: NestPlan, options: ReportOptions = {}): string {
  const { title = "Cutting report", note = "" } = options;
  const pages = plan.sheets.map((sheet, at) => {
    const layout = layoutOfSheet(request, sheet, at);
    const path = planToolpath(exportOfSheet(layout.request, layout.data, 0, options.config), options.gcode);
    const placed = placedParts(layout.request, layout.data)[0]!;
    const own = request.sheets?.find(({ id }) => id === sheet.sheet_id)?.cost;
    const material = own || options.sheetCost;
    const page = {
      ...layout,
      at: 0,
      placed,
      totals: measureToolpath(path),
      findings: path.findings,
      material,
      ground: groundOf(request, sheet),
    };
    const kind = sheet.sheet_id === undefined ? "" : `, ${escapeXml(sheet.sheet_id)}`;
    const often = sheet.count === 1 ? "" : `, ${sheet.count} times`;
    const heading = `Layout ${at + 1} of ${plan.sheets.length}${kind}, ${size(sheet.width, sheet.height)} mm${often}`;
    return sheetPage(page, heading, options);
  });
  const { spacing, edge_margin, kerf } = request.config;
  const wanted = plan.unplaced.reduce((sum, { count }) => sum + count, plan.placed_parts);
  return htmlPage(title, note, [
    facts([
      ["Sheets", String(plan.sheets_used)],
      ["Parts", `${plan.placed_parts} of ${wanted}`],
      ...(plan.cost === undefined ? [] : ([["Cost", mm(plan.cost)]] as [string, string][])),
      ["Spacing, margin, kerf", `${mm(spacing)}, ${mm(edge_margin)}, ${mm(kerf)} mm`],
    ]),
    partTable(request, plan),
    ...missing(plan.unplaced.map(({ part_id, count }) => ({ id: part_id, count }))),
    ...pages,
  ]);
}

function partTable({ parts }: NestPlanRequest, plan: NestPlan): string {
  const rows = parts.map(({ id, exterior, holes }, entry) => {
    const { min_x, min_y, max_x, max_y } = boundsOf(exterior);
    return [
      escapeXml(id),
      size(max_x - min_x, max_y - min_y),
      String(holes.length),
      String(copiesPlaced(plan, entry)),
    ];
  });
  return table("Parts", ["Part", "Size in mm", "Holes", "Placed"], rows);
}

/** Copies of an entry of `parts` that have a place, on all sheets. */
export function copiesPlaced({ sheets }: NestPlan, entry: number): number {
  return sheets.reduce(
    (sum, { count, placements }) => sum + count * placements.filter(({ part }) => part === entry).length,
    0,
  );
}

/** One line per placement of each layout, with how many sheets are cut like it. */
export function planToCsv(plan: NestPlan): string {
  const head = ["layout", "sheets", "sheet", "part", "x", "y", "rotation", "mirrored", "width", "height"];
  const rows = plan.sheets.flatMap(({ count, sheet_id = "", placements }, at) =>
    placements.map(({ part_id, x, y, rotation, mirrored, bounds }) => {
      const extent = [bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y];
      const place = [safeText(part_id), x, y, rotation, mirrored ? "yes" : "no"];
      return [at + 1, count, safeText(sheet_id), ...place, ...extent];
    }),
  );
  return csvTable(head, rows);
}
