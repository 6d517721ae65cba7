/**
 * What a worker for files can do: read drawings, draw them, write sheets. No core is needed, but readers that are larger
 * than everything that solving takes.
 */
import { type SvgData, type SvgOptionsInput, svgOptionsSchema } from "../contract/drawing.ts";
import { type ExportRequestInput, exportRequestSchema } from "../contract/export.ts";
import type { ReadOptions } from "../dxf/drawing.ts";
import type { PackedDrawing } from "../dxf/packed.ts";
import { readDrawing, readPacked } from "../dxf/read.ts";
import { exportDxf } from "../dxf/write.ts";
import { drawingToSvg } from "../svg/drawing.ts";
import { readPackedSvg } from "../svg/read.ts";
import { exportGcode } from "../toolpath/gcode.ts";
import type { GcodeOptions } from "../toolpath/options.ts";
import type { PathOptions } from "../toolpath/shape.ts";
import { validate } from "./validate.ts";

export interface DrawingFile {
  bytes: Uint8Array;
  options: ReadOptions;
}

export const fileTasks = {
  async readDrawing(_context: object, file: DrawingFile): Promise<PackedDrawing> {
    return readPacked(file.bytes, file.options);
  },

  async readSvg(_context: object, file: DrawingFile): Promise<PackedDrawing> {
    return readPackedSvg(file.bytes, file.options);
  },

  async dxfToSvg(_context: object, input: { file: DrawingFile; svg: SvgOptionsInput }): Promise<SvgData> {
    const options = validate(svgOptionsSchema, input.svg);
    return drawingToSvg(readDrawing(input.file.bytes, input.file.options), options);
  },

  async exportGcode(
    _context: object,
    input: { request: ExportRequestInput; options: GcodeOptions },
  ): Promise<string> {
    return exportGcode(validate(exportRequestSchema, input.request), input.options);
  },

  async exportDxf(
    _context: object,
    input: { request: ExportRequestInput; options: PathOptions },
  ): Promise<string> {
    return exportDxf(validate(exportRequestSchema, input.request), input.options);
  },
};
