/** A layout as files for the machine: one sheet at a time, in the formats that shops ask for. */
import type { ExportRequest, PartCurves } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { sizeOf } from "../../model/bounds.ts";
import { remnantOf } from "../../model/layout.ts";
import type { Layout } from "../../model/project.ts";
import { trim } from "../../model/units.ts";

export type Format = "dxf" | "gcode" | "svg" | "csv";

export interface NamedFile {
  name: string;
  type: string;
  text: string;
}

const TYPES: Record<Format, string> = {
  dxf: "image/vnd.dxf",
  gcode: "text/x-gcode",
  svg: "image/svg+xml",
  csv: "text/csv",
};

/** One sheet as a file. */
export async function sheetFile(app: App, layout: Layout, sheet: number, format: Format): Promise<NamedFile> {
  const { name } = app.store.get().project;
  const file = `${fileStem(name)}-sheet-${sheet + 1}.${format}`;
  return { name: file, type: TYPES[format], text: await sheetText(app, layout, sheet, format) };
}

/** The strip that stays free of a sheet, as a sheet of its own for the next job. */
export async function remnantFile(app: App, layout: Layout, sheet: number): Promise<NamedFile> {
  const { width, height } = sizeOf(remnantOf(layout, layout.data.sheets[sheet]!));
  const engine = await app.workshop.engine();
  const { name } = app.store.get().project;
  const size = `${trim(width, 2)}x${trim(height, 2)}`;
  return {
    name: `${fileStem(name)}-sheet-${sheet + 1}-remnant-${size}.dxf`,
    type: TYPES.dxf,
    text: await engine.exportDxf({ sheet_width: width, sheet_height: height, placements: [] }),
  };
}

/** The program of one sheet. */
export async function sheetProgram(app: App, layout: Layout, sheet: number): Promise<string> {
  const { request, curves } = await exportOf(app, layout, sheet);
  const engine = await app.workshop.engine();
  return engine.exportGcode(request, app.store.get().project.machine.arcs ? { curves } : {});
}

async function sheetDxf(app: App, layout: Layout, sheet: number): Promise<string> {
  const { request, curves } = await exportOf(app, layout, sheet);
  const engine = await app.workshop.engine();
  return engine.exportDxf(request, { curves });
}

/** What both exporters take, from one sheet of a layout. */
async function exportOf(
  app: App,
  { request, data, curves = [] }: Layout,
  sheet: number,
): Promise<{ request: ExportRequest; curves: (PartCurves | null)[] }> {
  const { curvesOfSheet, exportOfSheet } = await app.workshop.toolbox();
  const { arcs: _words, ...config } = app.store.get().project.machine;
  return {
    request: exportOfSheet(request, data, sheet, config),
    curves: curvesOfSheet(request, data, sheet, curves),
  };
}

/** A name that every file system takes. */
export function fileStem(name: string): string {
  return (
    name
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "offcut"
  );
}

async function sheetText(app: App, layout: Layout, sheet: number, format: Format): Promise<string> {
  if (format === "csv") return placementsCsv(layout, sheet);
  if (format === "svg") return (await app.workshop.toolbox()).sheetToSvg(layout.request, layout.data, sheet);
  return format === "dxf" ? sheetDxf(app, layout, sheet) : sheetProgram(app, layout, sheet);
}

function placementsCsv({ data }: Layout, sheet: number): string {
  const rows = (data.sheets[sheet]?.placements ?? []).map(({ part_id, instance, x, y, rotation, bounds }) => [
    part_id,
    instance,
    x,
    y,
    rotation,
    bounds.min_x,
    bounds.min_y,
    bounds.max_x,
    bounds.max_y,
  ]);
  return csvText([["part", "instance", "x", "y", "rotation", "min_x", "min_y", "max_x", "max_y"], ...rows]);
}

export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell : csvCell(cell))).join(","),
  );
  return [...lines, ""].join("\r\n");
}

/** Quoted where it must be; a leading sign is defused, or a spreadsheet would take the cell for a formula. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
