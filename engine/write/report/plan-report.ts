/**
 * A nesting plan on paper and as a list. The document needs nothing else: totals, parts, and every layout on a page of
 * its own with its picture, its counts, its remnant and the cost of cutting it. Equal sheets stand once, with their count.
 *
 * It holds no script and no date; callers who want one pass it in the note.
 */
import type { NestPlan, NestPlanRequest } from "../../base/contract/nest-plan.ts";
import {
  amount,
  checkOptions,
  flag,
  type OptionCheck,
  record,
  text,
  wrongAmong,
} from "../../base/contract/options.ts";
import { by, PROGRAM_OPTIONS } from "../../base/contract/program-options.ts";
import { type GcodeConfig, gcodeConfigSchema } from "../../base/contract/v1/export.ts";
import { pointBounds } from "../../base/geometry/ring.ts";
import { escapeXml } from "../../base/text.ts";
import { largestRemnant } from "../picture/remnant.ts";
import { sheetToSvg } from "../picture/sheet-svg.ts";
import { toolpathToSvg } from "../picture/toolpath-svg.ts";
import { type SheetJob, sheetJob } from "../sheets/job.ts";
import type { GcodeOptions } from "../toolpath/machine/options.ts";
import type { Toolpath } from "../toolpath/plan/model.ts";
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

/** Options of the report of a nesting plan. */
export interface PlanReportOptions {
  /** Heading; "Cutting report" by default. */
  title?: string;
  /** A line below it: customer, material, date. */
  note?: string;
  /** Rates and kerf for lengths and times; by default those of programs, with the kerf of the nesting. */
  config?: Partial<GcodeConfig>;
  /** The options that the programs will be written with. */
  gcode?: Omit<GcodeOptions, "curves" | "marks">;
  /** Cost of one sheet, in any currency; used only for sheets that have no costs of their own. */
  sheetCost?: number;
  /** Show the toolpath of every sheet below its layout; false by default. */
  toolpaths?: boolean;
}

const OPTIONS = {
  title: text,
  note: text,
  config: by(gcodeConfigSchema),
  gcode: (value) => record(value) || wrongAmong(PROGRAM_OPTIONS, value),
  sheetCost: amount,
  toolpaths: flag,
} satisfies Record<keyof PlanReportOptions, OptionCheck>;

/** One layout of the plan, and the figures of its program. */
interface LayoutPage {
  job: SheetJob;
  path: Toolpath;
  totals: ToolpathTotals;
  /** Cost of the sheet, where it is known. */
  material: number | undefined;
}

/** The document as text. @throws EngineError INVALID_INPUT for wrong options and for what cannot be cut */
export function planToHtml(
  request: NestPlanRequest,
  plan: NestPlan,
  options: PlanReportOptions = {},
): string {
  checkOptions(OPTIONS, options);
  const { title = "Cutting report", note = "" } = options;
  const pages = plan.sheets.map((_, at) => pageOf(request, plan, at, options));
  return htmlPage(title, note, [
    summary(request, plan, pages),
    partTable(request, plan),
    ...missing(plan.unplaced.map(({ part_id, count }) => ({ id: part_id, count }))),
    ...pages.map((page, at) => drawPage(request, plan, { page, at, options })),
  ]);
}

function pageOf(
  request: NestPlanRequest,
  plan: NestPlan,
  at: number,
  { config, gcode, sheetCost }: PlanReportOptions,
): LayoutPage {
  const sheet = plan.sheets[at]!;
  const job = sheetJob(request, sheet, at, config);
  const path = planToolpath(job.request, { ...gcode, ...job.drawn });
  const own = request.sheets?.find(({ id }) => id === sheet.sheet_id)?.cost;
  return { job, path, totals: measureToolpath(path), material: own || sheetCost };
}

function headingOf({ sheets }: NestPlan, at: number): string {
  const { sheet_id, count, width, height } = sheets[at]!;
  const kind = sheet_id === undefined ? "" : `, ${escapeXml(sheet_id)}`;
  return `Layout ${at + 1} of ${sheets.length}${kind}, ${size(width, height)} mm${often(count)}`;
}

/** All sheets together, each layout as often as it is cut. */
function summary({ config }: NestPlanRequest, plan: NestPlan, pages: readonly LayoutPage[]): string {
  const { spacing, edge_margin, kerf } = config;
  const wanted = plan.unplaced.reduce((sum, { count }) => sum + count, plan.placed_parts);
  const whole = plan.sheets.reduce((sum, { count, width, height }) => sum + count * width * height, 0);
  const used = plan.sheets.reduce((sum, s) => sum + s.count * s.width * s.height * s.utilization, 0);
  const total = (of: (page: LayoutPage) => number) =>
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

/** Rows for the cost of material, of machine hours, and of both, as far as they are known. */
function costs(material: number | undefined, hours: number | undefined): [string, string][] {
  // A machine whose hour costs nothing is one of which nobody has said what it costs.
  const machine = hours === 0 ? undefined : hours;
  const money = (value: number) => value.toFixed(2);
  return [
    ...(material === undefined ? [] : ([["Material", money(material)]] satisfies [string, string][])),
    ...(machine === undefined ? [] : ([["Machine hours", money(machine)]] satisfies [string, string][])),
    ...(material === undefined || machine === undefined
      ? []
      : ([["Cost", money(material + machine)]] satisfies [string, string][])),
  ];
}

function partTable({ parts }: NestPlanRequest, plan: NestPlan): string {
  const rows = parts.map(({ id, exterior, holes, quantity }, entry) => {
    const { min_x, min_y, max_x, max_y } = pointBounds(exterior);
    const wanted = quantity === "fill" ? "" : ` of ${quantity}`;
    return [
      escapeXml(id),
      size(max_x - min_x, max_y - min_y),
      String(holes.length),
      `${copiesPlaced(plan, entry)}${wanted}`,
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

/** A layout of the plan with its picture and figures. */
function drawPage(
  request: NestPlanRequest,
  plan: NestPlan,
  { page, at, options }: { page: LayoutPage; at: number; options: PlanReportOptions },
): string {
  const sheet = plan.sheets[at]!;
  const { job, path, totals, material } = page;
  const counts = new Map<string, number>();
  for (const { part_id } of sheet.placements) counts.set(part_id, (counts.get(part_id) ?? 0) + 1);
  const rows = [...counts].map(([id, count]) => [escapeXml(id), String(count)]);
  return [
    `<section><h2>${headingOf(plan, at)}</h2>`,
    `<figure>${sheetToSvg(request, sheet, at)}</figure>`,
    facts([
      ["Utilisation", percent(sheet.utilization)],
      // No strip of a sheet that is no whole rectangle is shown as a remnant.
      ...(job.ground ? [] : [["Remnant", remnantText(request, plan, at)] satisfies [string, string]]),
      ["Cuts", `${totals.contours} contours, ${metres(totals.cut_length)}, ${totals.starts} starts`],
      ["Travel", metres(totals.travel_length)],
      ["Estimated time", duration(totals.seconds)],
      ...costs(material, totals.machine_cost),
      ...path.findings.map(({ count, message }): [string, string] => ["Note", `${count} ${message}`]),
    ]),
    table("On this sheet", ["Part", "Count"], rows),
    options.toolpaths
      ? `<figure>${toolpathToSvg(job.request, { ...options.gcode, ...job.drawn })}<figcaption>Toolpath: cuts in their order, travel dashed</figcaption></figure>`
      : "",
    "</section>",
  ].join("\n");
}

function remnantText({ config }: NestPlanRequest, { sheets }: NestPlan, at: number): string {
  const box = largestRemnant(sheets[at]!, config.kerf);
  return box ? `${size(box.max_x - box.min_x, box.max_y - box.min_y)} mm` : "none";
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
