/** A nesting plan on paper and as a list: its sheets may differ in size, and equal ones stand once, with their count. */
import {
  type NestPlan,
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
  nestPlanSchema,
  type PlanSheet,
} from "../../base/contract/nest-plan.ts";
import type { SheetGround } from "../../base/contract/nest-sheets.ts";
import { checkAnswer, checkArguments, checkOptions, record } from "../../base/contract/options.ts";
import type { NestData, NestRequest } from "../../base/contract/v1/nest.ts";
import { completed, explained } from "../../base/contract/validate.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { pointBounds } from "../../base/geometry/ring.ts";
import { escapeXml } from "../../base/text.ts";
import { groundUnder } from "../sheets/job.ts";
import { exportOfSheet, placed_parts } from "../toolpath/plan/placed.ts";
import { planToolpath } from "../toolpath/plan/toolpath.ts";
import { measureToolpath, type ToolpathTotals } from "../toolpath/write/measure.ts";
import { csvTable, safeText } from "./csv.ts";
import {
  duration,
  facts,
  htmlPage,
  metres,
  missing,
  mm,
  often,
  percent,
  size,
  table,
} from "./report-page.ts";
import { costs, REPORT_OPTIONS, type ReportOptions, type SheetPage, sheetPage } from "./sheets-report.ts";

/** Material of a sheet of a plan that is no whole rectangle; undefined for whole ones. */
export function groundOf(request: NestPlanRequestInput, sheet: PlanSheet): SheetGround | undefined {
  checkArguments({ sheet: record }, { sheet });
  return groundUnder(completed(nestPlanRequestSchema, request), sheet);
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
export function planToHtml(
  request: NestPlanRequestInput,
  plan: NestPlan,
  options: ReportOptions = {},
): string {
  checkOptions(REPORT_OPTIONS, options);
  checkAnswer("plan", plan, "nest", ["sheets", "unplaced"]);
  return explained({ request: [nestPlanRequestSchema, request], plan: [nestPlanSchema, plan] }, () => {
    const asked = completed(nestPlanRequestSchema, request);
    const { title = "Cutting report", note = "" } = options;
    const pages = plan.sheets.map((_, at) => pageOf(asked, plan, at, options));
    return htmlPage(title, note, [
      summary(asked, plan, pages),
      partTable(asked, plan),
      ...missing(plan.unplaced.map(({ part_id, count }) => ({ id: part_id, count }))),
      ...pages.map((page, at) => sheetPage(page, headingOf(plan, at), options)),
    ]);
  });
}

/** Page of the report for one layout of the plan. */
function pageOf(request: NestPlanRequest, plan: NestPlan, at: number, options: ReportOptions): SheetPage {
  const sheet = plan.sheets[at]!;
  const layout = layoutOfSheet(request, sheet, at);
  const path = planToolpath(exportOfSheet(layout.request, layout.data, 0, options.config), options.gcode);
  const own = request.sheets?.find(({ id }) => id === sheet.sheet_id)?.cost;
  return {
    ...layout,
    at: 0,
    placed: placed_parts(layout.request, layout.data)[0]!,
    totals: measureToolpath(path),
    findings: path.findings,
    material: own || options.sheetCost,
    colors: sheet.placements.map(({ part }) => part),
    ground: groundUnder(request, sheet),
  };
}

function headingOf({ sheets }: NestPlan, at: number): string {
  const { sheet_id, count, width, height } = sheets[at]!;
  const kind = sheet_id === undefined ? "" : `, ${escapeXml(sheet_id)}`;
  return `Layout ${at + 1} of ${sheets.length}${kind}, ${size(width, height)} mm${often(count)}`;
}

/** All sheets together, each layout as often as it is cut. */
function summary({ config }: NestPlanRequest, plan: NestPlan, pages: readonly SheetPage[]): string {
  const { spacing, edge_margin, kerf } = config;
  const wanted = plan.unplaced.reduce((sum, { count }) => sum + count, plan.placed_parts);
  const whole = plan.sheets.reduce((sum, { count, width, height }) => sum + count * width * height, 0);
  const used = plan.sheets.reduce((sum, s) => sum + s.count * s.width * s.height * s.utilization, 0);
  const total = (of: (page: SheetPage) => number) =>
    pages.reduce((sum, page, at) => sum + plan.sheets[at]!.count * of(page), 0);
  const sum = (key: keyof ToolpathTotals) => total(({ totals }) => totals[key] ?? 0);
  const priced = pages.length > 0 && pages.every(({ material }) => material !== undefined);
  const hours = pages.some(({ totals }) => totals.machine_cost !== undefined);
  return facts([
    ["Sheets", String(plan.sheets_used)],
    ["Parts", `${plan.placed_parts} of ${wanted}`],
    ["Utilisation", percent(whole === 0 ? 0 : used / whole)],
    ["Spacing, margin, kerf", `${mm(spacing)}, ${mm(edge_margin)}, ${mm(kerf)} mm`],
    ["Cuts", `${sum("contours")} contours, ${metres(sum("cut_length"))}, ${sum("starts")} starts`],
    ["Travel", metres(sum("travel_length"))],
    ["Estimated time", duration(sum("seconds"))],
    ...costs(
      priced ? total(({ material }) => material ?? 0) : undefined,
      hours ? sum("machine_cost") : undefined,
    ),
    ...(priced || plan.cost === undefined ? [] : ([["Cost", mm(plan.cost)]] as [string, string][])),
  ]);
}

function partTable({ parts }: NestPlanRequest, plan: NestPlan): string {
  const rows = parts.map(({ id, exterior, holes }, entry) => {
    const { min_x, min_y, max_x, max_y } = pointBounds(exterior);
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
