/**
 * A nesting answer on paper: one HTML document that needs nothing else, with the totals, the parts, and every sheet on
 * a page of its own with its picture, its counts, its remnant and what cutting it takes.
 *
 * It holds no script and no date; who wants one passes it in the note.
 */

import type { Finding } from "../../base/contract/finding.ts";
import type { SheetGround } from "../../base/contract/nest-sheets.ts";
import {
  amount,
  checkAnswer,
  checkOptions,
  flag,
  type OptionCheck,
  record,
  text,
  wrongAmong,
} from "../../base/contract/options.ts";
import { by, PROGRAM_OPTIONS } from "../../base/contract/program-options.ts";
import { type GcodeConfig, gcodeConfigSchema } from "../../base/contract/v1/export.ts";
import {
  type NestData,
  type NestRequest,
  type NestRequestInput,
  nestDataSchema,
  nestRequestSchema,
} from "../../base/contract/v1/nest.ts";
import { completed, explained } from "../../base/contract/validate.ts";
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { pointBounds } from "../../base/geometry/ring.ts";
import { escapeXml } from "../../base/text.ts";
import { largestRemnant } from "../picture/remnant.ts";
import { sheetToSvg } from "../picture/sheet-svg.ts";
import { toolpathToSvg } from "../picture/toolpath-svg.ts";
import type { GcodeOptions } from "../toolpath/machine/options.ts";
import { exportOfSheet, type PlacedPart, placed_parts } from "../toolpath/plan/placed.ts";
import { planToolpath } from "../toolpath/plan/toolpath.ts";
import { measureToolpath, type ToolpathTotals } from "../toolpath/write/measure.ts";
import { duration, facts, htmlPage, metres, mm, percent, size, table } from "./report-page.ts";

/** Options of the reports in HTML. */
export interface ReportOptions {
  /** Heading; "Cutting report" by default. */
  title?: string;
  /** A line below it: customer, material, date. */
  note?: string;
  /** Rates and kerf for lengths and times; by default those of the export, with the kerf of the nesting. */
  config?: Partial<GcodeConfig>;
  /** The options that the program will be written with. */
  gcode?: GcodeOptions;
  /** Cost of one sheet, in any currency; for a plan only where its sheets have no costs of their own. */
  sheetCost?: number;
  /** Show the toolpath of every sheet below its layout; false by default. */
  toolpaths?: boolean;
}

export const REPORT_OPTIONS = {
  title: text,
  note: text,
  config: by(gcodeConfigSchema),
  gcode: (value) => record(value) || wrongAmong(PROGRAM_OPTIONS, value),
  sheetCost: amount,
  toolpaths: flag,
} satisfies Record<keyof ReportOptions, OptionCheck>;

/** The document as text. Throws INVALID_INPUT for what cannot be cut. */
export function sheetsToHtml(request: NestRequestInput, data: NestData, options: ReportOptions = {}): string {
  checkOptions(REPORT_OPTIONS, options);
  checkAnswer("data", data, "nest", ["sheets"]);
  return explained({ request: [nestRequestSchema, request], data: [nestDataSchema, data] }, () => {
    const asked = completed(nestRequestSchema, request);
    const { title = "Cutting report", note = "" } = options;
    const placed = placed_parts(asked, data);
    const plans = data.sheets.map((_, at) =>
      planToolpath(exportOfSheet(asked, data, at, options.config), options.gcode),
    );
    const totals = plans.map(measureToolpath);
    return htmlPage(title, note, [
      summary(asked, data, totals, options.sheetCost),
      partList(asked, placed.flat()),
      ...data.sheets.map((_, at) =>
        sheetPage(
          {
            request: asked,
            data,
            at,
            placed: placed[at]!,
            totals: totals[at]!,
            findings: plans[at]!.findings,
            material: options.sheetCost,
          },
          `Sheet ${data.sheets[at]!.index + 1} of ${data.sheets.length}`,
          options,
        ),
      ),
    ]);
  });
}

function summary(
  { sheet, config }: NestRequest,
  { summary }: NestData,
  totals: ToolpathTotals[],
  sheetCost: number | undefined,
): string {
  const sum = (key: keyof ToolpathTotals) => totals.reduce((total, one) => total + (one[key] ?? 0), 0);
  const missing = summary.unplaced_parts > 0 ? `, ${summary.unplaced_parts} not placed` : "";
  return facts([
    ["Sheets", `${summary.sheets_used}, each ${size(sheet.width, sheet.height)} mm`],
    ["Parts", `${summary.placed_parts} of ${summary.total_parts}${missing}`],
    ["Utilisation", `${percent(summary.total_utilization)}, waste ${percent(summary.total_waste_percent)}`],
    ["Spacing, margin, kerf", `${mm(config.spacing)}, ${mm(config.edge_margin)}, ${mm(config.kerf)} mm`],
    ["Cuts", `${sum("contours")} contours, ${metres(sum("cut_length"))}, ${sum("starts")} starts`],
    ["Travel", metres(sum("travel_length"))],
    ["Estimated time", duration(sum("seconds"))],
    ...costs(
      sheetCost === undefined ? undefined : sheetCost * totals.length,
      totals.some(({ machine_cost }) => machine_cost !== undefined) ? sum("machine_cost") : undefined,
    ),
  ]);
}

/** Rows for the cost of material, of machine hours, and of both, as far as they are known. */
export function costs(material: number | undefined, hours: number | undefined): [string, string][] {
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

function partList({ parts }: NestRequest, placed: PlacedPart[]): string {
  const rows = parts.map(({ id, exterior, holes, quantity }, entry) => {
    const { min_x, min_y, max_x, max_y } = pointBounds(exterior);
    const done = placed.filter((one) => one.entry === entry).length;
    return [escapeXml(id), size(max_x - min_x, max_y - min_y), `${holes.length}`, `${done} of ${quantity}`];
  });
  return table("Parts", ["Part", "Size in mm", "Holes", "Placed"], rows);
}

/** One sheet of an answer with what was found out about it. */
export interface SheetPage {
  request: NestRequest;
  data: NestData;
  at: number;
  placed: PlacedPart[];
  totals: ToolpathTotals;
  findings: Finding[];
  /** Cost of the sheet, where it is known. */
  material?: number | undefined;
  /** Colour of each entry of the request's parts, where several entries show the same part. */
  colors?: readonly number[];
  /** Material of a sheet that is no whole rectangle; no strip of it is shown as a remnant then. */
  ground?: SheetGround | undefined;
}

export function sheetPage(
  { request, data, at, placed, totals, findings, material, colors = [], ground }: SheetPage,
  heading: string,
  { config, gcode, toolpaths = false }: ReportOptions,
): string {
  const { utilization } = data.sheets[at]!;
  const remnant = largestRemnant(
    request,
    placed.map(({ placement }) => placement.bounds),
  );
  const counts = new Map<string, number>();
  for (const { part } of placed) counts.set(part.id, (counts.get(part.id) ?? 0) + 1);
  const rows = [...counts].map(([id, count]) => [escapeXml(id), String(count)]);
  return [
    `<section><h2>${heading}</h2>`,
    `<figure>${sheetToSvg(request, data, at, { colors, ...(ground ? { ground } : {}) })}</figure>`,
    facts([
      ["Utilisation", percent(utilization)],
      ...(ground ? [] : ([["Remnant", remnant ? sizeOf(remnant) : "none"]] satisfies [string, string][])),
      ["Cuts", `${totals.contours} contours, ${metres(totals.cut_length)}, ${totals.starts} starts`],
      ["Travel", metres(totals.travel_length)],
      ["Estimated time", duration(totals.seconds)],
      ...costs(material, totals.machine_cost),
      ...findings.map(({ count, message }): [string, string] => ["Note", `${count} ${message}`]),
    ]),
    table("On this sheet", ["Part", "Count"], rows),
    toolpaths
      ? `<figure>${toolpathToSvg(exportOfSheet(request, data, at, config), gcode)}<figcaption>Toolpath: cuts in their order, travel dashed</figcaption></figure>`
      : "",
    "</section>",
  ].join("\n");
}

const sizeOf = ({ min_x, min_y, max_x, max_y }: Bounds) => `${size(max_x - min_x, max_y - min_y)} mm`;
