/**
 * Tasks of a worker for files: read drawings, draw them, write sheets. No core is needed, but readers that are larger
 * than everything that solving takes.
 */

import { sheetGroundSchema } from "../../base/contract/nest-sheets.ts";
import { checkOptions, type OptionCheck, oneOf } from "../../base/contract/options.ts";
import { by, layerNamesSchema, PATH_OPTIONS, PROGRAM_OPTIONS } from "../../base/contract/program-options.ts";
import { type SvgOptionsInput, svgOptionsSchema } from "../../base/contract/v1/drawing.ts";
import {
  type ExportRequest,
  type ExportRequestInput,
  exportRequestSchema,
} from "../../base/contract/v1/export.ts";
import { type Checked, requestFrom, validate } from "../../base/contract/validate.ts";
import { foldFindings } from "../../read/drawing/basis/fold.ts";
import type { PackedDrawing } from "../../read/drawing/model/packed.ts";
import { readDrawing, readPacked } from "../../read/dxf/read.ts";
import { type DrawnDxf, drawingToSvg } from "../../write/picture/drawing-svg.ts";
import { planLightBurn } from "../../write/sheets/lightburn.ts";
import { type Program, planExport } from "../../write/toolpath/export.ts";
import type { GcodeOptions } from "../../write/toolpath/machine/options.ts";
import { type PlannedDrawing, planDxf } from "../../write/toolpath/write/dxf.ts";
import type { DrawingOptions, SheetDrawingOptions } from "../../write/toolpath/write/lines.ts";
import { planSvg } from "../../write/toolpath/write/svg.ts";

import { type DrawingFile, planTasks } from "../files/plans.ts";
import { reportTasks } from "../files/reports.ts";

/** Options of drawings of a sheet. */
const DRAWING_OPTIONS = {
  ...PATH_OPTIONS,
  marks: PROGRAM_OPTIONS.marks,
  ground: by(sheetGroundSchema),
  layer_names: by(layerNamesSchema),
  common_lines: PROGRAM_OPTIONS.common_lines,
} satisfies Record<keyof DrawingOptions, OptionCheck>;
const SHEET_OPTIONS = { ...DRAWING_OPTIONS, format: oneOf("dxf", "svg") };

/** The drawing with its findings as people read them. */
function folded(packed: PackedDrawing): PackedDrawing {
  return { ...packed, findings: foldFindings(packed.findings) };
}

export const fileTasks = {
  ...planTasks,
  ...reportTasks,

  async parse(_context: object, file: DrawingFile): Promise<PackedDrawing> {
    return folded(readPacked(file.bytes, file.options));
  },

  async svg(_context: object, input: { file: DrawingFile; svg: SvgOptionsInput }): Promise<DrawnDxf> {
    const options = validate(svgOptionsSchema, input.svg);
    const drawing = readDrawing(input.file.bytes, input.file.options);
    return { data: drawingToSvg(drawing, options), findings: foldFindings(drawing.findings) };
  },

  async write(
    _context: object,
    input: { request: ExportRequestInput | Checked<ExportRequest>; options: GcodeOptions },
  ): Promise<Program> {
    return planExport(requestFrom(exportRequestSchema, input.request), input.options);
  },

  async lightburn(
    _context: object,
    input: { request: ExportRequestInput | Checked<ExportRequest>; options: GcodeOptions },
  ): Promise<PlannedDrawing> {
    return planLightBurn(requestFrom(exportRequestSchema, input.request), input.options);
  },

  async draw(
    _context: object,
    input: { request: ExportRequestInput | Checked<ExportRequest>; options: SheetDrawingOptions },
  ): Promise<PlannedDrawing> {
    checkOptions(SHEET_OPTIONS, input.options, ["options"]);
    const { format = "dxf", ...options } = input.options;
    const plan = { dxf: planDxf, svg: planSvg }[format];
    return plan(requestFrom(exportRequestSchema, input.request), options);
  },
};
