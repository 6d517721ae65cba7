/** A layout as files for the machine: one sheet at a time, in the formats that shops ask for. */
import { csvTable, safeText } from "../../../engine/entries/app.ts";
import type { App } from "../../app.ts";
import { boundsSize } from "../../model/bounds.ts";
import type { SolvedLayout } from "../../model/project.ts";
import { sheetRemnant } from "../../model/sheet.ts";
import { trim } from "../../model/units.ts";
import { findRackSheet, type RackSheet } from "../../shop/rack.ts";
import type { NamedFile } from "../browser.ts";
import { carriedTo, machineOptions, planOf, writeProgram } from "./program-file.ts";

/** `outlines` is a DXF without the kerf. */
export type Format = "dxf" | "outlines" | "gcode" | "lightburn" | "laser" | "svg" | "csv";

export const FILE_TYPES: Record<Format, string> = {
  dxf: "image/vnd.dxf",
  outlines: "image/vnd.dxf",
  gcode: "text/x-gcode",
  lightburn: "application/xml",
  laser: "image/svg+xml",
  svg: "image/svg+xml",
  csv: "text/csv",
};

export async function sheetFile(
  app: App,
  layout: SolvedLayout,
  sheet: number,
  format: Format,
): Promise<NamedFile> {
  const { name, machine } = app.store.get().project;
  const program = machine?.output?.file_extension ?? "gcode";
  const ending = {
    dxf: "dxf",
    outlines: "outlines.dxf",
    gcode: program,
    lightburn: "lbrn2",
    laser: "laser.svg",
    svg: "svg",
    csv: "csv",
  }[format];
  const file = `${fileStem(name)}-sheet-${sheet + 1}.${ending}`;
  return { name: file, type: FILE_TYPES[format], text: await sheetText(app, layout, sheet, format) };
}

/** The strip that stays free of a sheet, as a sheet of its own for the next job. */
export async function remnantFile(app: App, layout: SolvedLayout, sheet: number): Promise<NamedFile> {
  const { width, height } = boundsSize(sheetRemnant(layout, layout.data.sheets[sheet]!));
  const engine = await app.workshop.engine();
  const { name } = app.store.get().project;
  const size = `${trim(width, 2)}x${trim(height, 2)}`;
  return {
    name: `${fileStem(name)}-sheet-${sheet + 1}-remnant-${size}.dxf`,
    type: FILE_TYPES.dxf,
    text: (await engine.draw({ sheet_width: width, sheet_height: height, placements: [] })).text,
  };
}

/** Sheets, parts, lengths of cuts and times on one page that needs nothing else, to read, print or send. */
export async function reportFile(app: App, layout: SolvedLayout): Promise<NamedFile> {
  const { name, machine, rack } = app.store.get().project;
  const plan = await planOf(app, withPrices(layout, rack), carriedTo(machine));
  const gcode = machineOptions(machine, layout.request.config.kerf);
  const text = await plan.toHtml({ title: name, gcode, toolpaths: true });
  return { name: `${fileStem(name)}-report.html`, type: "text/html", text };
}

/** The layout with the prices that people pay for its sheets in place of the costs that the search weighs them by. */
function withPrices(layout: SolvedLayout, rack: readonly RackSheet[]): SolvedLayout {
  const { sheets, ...request } = layout.request;
  if (!sheets) return layout;
  const priced = sheets.map((sheet) => {
    const known = findRackSheet(rack, sheet.id);
    return { ...sheet, cost: known ? (rack[known.at]!.price ?? 0) : 0 };
  });
  return { ...layout, request: { ...request, sheets: priced } };
}

/** The outlines as cuts, half a kerf outside of the parts, or as they were drawn; what is no cut has layers of its own. */
export async function sheetLines(
  app: App,
  layout: SolvedLayout,
  sheet: number,
  format: "dxf" | "outlines" | "laser",
): Promise<string> {
  const plan = await planOf(app, layout);
  const kerf = format === "outlines" ? { kerf: 0 } : {};
  const { text } = await plan.sheets[sheet]!.toDrawing(format === "laser" ? "svg" : "dxf", kerf);
  return format === "laser" ? withoutSheet(text) : text;
}

/** A laser is to burn neither the edge of the sheet nor its defects. */
function withoutSheet(svg: string): string {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const id of ["SHEET", "STOCK", "DEFECT"]) drawn.getElementById(id)?.remove();
  return new XMLSerializer().serializeToString(drawn);
}

export function fileStem(name: string): string {
  return (
    name
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "offcut"
  );
}

async function sheetText(app: App, layout: SolvedLayout, sheet: number, format: Format): Promise<string> {
  if (format === "csv") return placementsCsv(layout, sheet);
  if (format === "svg") return (await planOf(app, layout)).sheets[sheet]!.toPicture();
  if (format === "lightburn") return lightBurnText(app, layout, sheet);
  return format === "gcode"
    ? (await writeProgram(app, layout, sheet)).gcode
    : sheetLines(app, layout, sheet, format);
}

async function lightBurnText(app: App, layout: SolvedLayout, sheet: number): Promise<string> {
  const plan = await planOf(app, layout);
  const options = machineOptions(app.store.get().project.machine, layout.request.config.kerf);
  return (await plan.sheets[sheet]!.toLightBurn(options)).text;
}

function placementsCsv({ data }: SolvedLayout, sheet: number): string {
  const rows = (data.sheets[sheet]?.placements ?? []).map(({ part_id, instance, mirrored, ...place }) => {
    const { x, y, rotation, bounds } = place;
    const sides = [bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y];
    const name = mirrored ? `${part_id} (mirrored)` : part_id;
    return [safeText(name), instance + 1, x, y, rotation, ...sides];
  });
  return csvTable(["part", "copy", "x", "y", "rotation", "min_x", "min_y", "max_x", "max_y"], rows);
}
