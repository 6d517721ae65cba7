/**
 * What a worker can do, as one table: the worker and the caller's own thread (`workers: 0`) run the same entries,
 * so where a call runs never shows in its answer.
 */
import type { z } from "zod";
import { type CutRequestInput, cutRequestSchema } from "./contract/cut.ts";
import type { CutPlan } from "./contract/cutplan.ts";
import { type SvgData, type SvgOptionsInput, svgOptionsSchema } from "./contract/drawing.ts";
import { type ExportRequestInput, exportRequestSchema } from "./contract/export.ts";
import { type NestData, type NestRequestInput, nestRequestSchema } from "./contract/nest.ts";
import { type NestPlan, type NestPlanRequestInput, nestPlanRequestSchema } from "./contract/nestplan.ts";
import { solveCut } from "./cut.ts";
import type { Drawing, ReadOptions } from "./dxf/drawing.ts";
import { readDrawing } from "./dxf/read.ts";
import { exportDxf } from "./dxf/write.ts";
import { EngineError } from "./errors.ts";
import { checkNestRequest } from "./geometry/part.ts";
import { Job } from "./job.ts";
import { solveNest } from "./nest.ts";
import { planNest } from "./nestplan.ts";
import type { CutOptions, NestOptions, NestPlanOptions } from "./options.ts";
import { drawingToSvg } from "./svg/drawing.ts";
import { readSvg } from "./svg/read.ts";
import { exportGcode } from "./toolpath/gcode.ts";
import type { GcodeOptions } from "./toolpath/options.ts";
import type { PathOptions } from "./toolpath/shape.ts";
import { instantiateCore } from "./wasm/load.ts";

/** What a task may use beside its input. */
export interface TaskContext {
  core: WebAssembly.Module;
  signal: AbortSignal;
}

export interface DrawingFile {
  bytes: Uint8Array;
  options: ReadOptions;
}

type Settings<Options> = Omit<Options, "signal" | "onAbort">;

export const tasks = {
  async nest(
    context: TaskContext,
    request: NestRequestInput,
    options: Settings<NestOptions>,
  ): Promise<NestData> {
    const valid = validate(nestRequestSchema, request);
    checkNestRequest(valid);
    return solveNest(
      await instantiateCore(context.core),
      valid,
      new Job({ ...options, signal: context.signal }),
    );
  },

  async planNest(
    context: TaskContext,
    request: NestPlanRequestInput,
    options: Settings<NestPlanOptions>,
  ): Promise<NestPlan> {
    const valid = validate(nestPlanRequestSchema, request);
    checkNestRequest(valid);
    return planNest(
      await instantiateCore(context.core),
      valid,
      new Job({ ...options, signal: context.signal }),
    );
  },

  async planCut(
    context: TaskContext,
    request: CutRequestInput,
    options: Settings<CutOptions>,
  ): Promise<CutPlan> {
    const valid = validate(cutRequestSchema, request);
    return solveCut(
      await instantiateCore(context.core),
      valid,
      new Job({ ...options, signal: context.signal }),
    );
  },

  async readDrawing(_context: TaskContext, file: DrawingFile): Promise<Drawing> {
    return readDrawing(file.bytes, file.options);
  },

  async readSvg(_context: TaskContext, file: DrawingFile): Promise<Drawing> {
    return readSvg(file.bytes, file.options);
  },

  async dxfToSvg(
    _context: TaskContext,
    input: { file: DrawingFile; svg: SvgOptionsInput },
  ): Promise<SvgData> {
    const options = validate(svgOptionsSchema, input.svg);
    return drawingToSvg(readDrawing(input.file.bytes, input.file.options), options);
  },

  async exportGcode(
    _context: TaskContext,
    input: { request: ExportRequestInput; options: GcodeOptions },
  ): Promise<string> {
    return exportGcode(validate(exportRequestSchema, input.request), input.options);
  },

  async exportDxf(
    _context: TaskContext,
    input: { request: ExportRequestInput; options: PathOptions },
  ): Promise<string> {
    return exportDxf(validate(exportRequestSchema, input.request), input.options);
  },
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
/** The settings of a solver task; nothing for the others. */
export type TaskSettings = Settings<NestOptions> & Settings<NestPlanOptions> & Settings<CutOptions>;

/** Runs one entry of the table; the one place where its type is erased. */
export function runTask<Name extends TaskName>(
  name: Name,
  context: TaskContext,
  input: TaskInput<Name>,
  settings: TaskSettings,
): Promise<TaskOutput<Name>> {
  const task = tasks[name] as (...all: unknown[]) => Promise<TaskOutput<Name>>;
  return task(context, input, settings);
}

/** Parses `value` by `schema`; what does not fit becomes one INVALID_INPUT with a detail per field. */
function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map((issue) => ({
    path: issue.path.map((step) => (typeof step === "symbol" ? String(step) : step)),
    message: issue.message,
  }));
  const first = details[0]!;
  throw new EngineError("INVALID_INPUT", `${first.path.join(".")}: ${first.message}`, { details });
}
