/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The engine: one object over the workers, one method per thing it does. Requests and answers are the interface's
 * JSON; options beside them are in options.ts.
 */

import type { CutPlan, CutPlanRequestInput } from "./base/contract/cut-plan.ts";
import type { NestPlan, NestPlanRequestInput } from "./base/contract/nest-plan.ts";
import { checkOptions, ENGINE_OPTIONS, optionsOf, SOLVE_OPTIONS } from "./base/contract/options.ts";
import type { PanelPlan, PanelPlanRequestInput } from "./base/contract/panel-plan.ts";
import {
  type CallOptions,
  type CutOptions,
  type CutProgress,
  type NestOptions,
  type NestPlanOptions,
  type NestPlanProgress,
  type NestProgress,
  type PanelPlanOptions,
  type PanelProgress,
  type SolveOptions,
  TIME_LIMITS_MS,
} from "./base/contract/search-options.ts";
import type { CutData, CutRequestInput } from "./base/contract/v1/cut.ts";
import type { ParseDxfData, SvgData, SvgOptionsInput } from "./base/contract/v1/drawing.ts";
import type { ExportRequestInput } from "./base/contract/v1/export.ts";
import type { NestData, NestRequestInput } from "./base/contract/v1/nest.ts";
import { EngineError } from "./base/errors.ts";
import { cutDataFromPlan } from "./plan/cut/answer.ts";
import type { CoreKind } from "./plan/wasm/load.ts";
import type { Drawing } from "./read/drawing/model/drawing.ts";
import { openDrawing } from "./read/drawing/model/packed.ts";
import { Dispatcher } from "./run/dispatcher.ts";
import type { Fault } from "./run/fault.ts";
import type { PlatformOptions } from "./run/platform/options.ts";
import type { Platform } from "./run/platform/platform.ts";
import { solveAtAnyRate } from "./run/solving.ts";
import { type DrawingSource, drawingFile, type ReadCallOptions } from "./run/source.ts";
import type { DrawingFile } from "./run/tasks/files.ts";
import type { SolveName } from "./run/tasks/rescue.ts";
import type { TaskInput, TaskName, TaskOutput } from "./run/tasks/tasks.ts";
import type { DrawnDxf } from "./write/picture/drawing.ts";
import type { PlannedExport } from "./write/toolpath/export.ts";
import type { GcodeOptions } from "./write/toolpath/machine/options.ts";
import type { PlannedDrawing } from "./write/toolpath/write/dxf.ts";
import type { DrawingOptions, SheetDrawingOptions } from "./write/toolpath/write/lines.ts";

/** Options of `createEngine`. */
export interface EngineOptions extends PlatformOptions {
  /**
   * Number of worker threads of each kind, for solving and for files; one less than the processors, at most 4, when
   * absent. 0 runs in the caller's thread.
   */
  workers?: number;
  /**
   * Is told of what went wrong inside although the call was answered; the first such fault is a warning on the console
   * when absent.
   */
  onFault?: (fault: Fault) => void;
}

type ExportName = "exportGcode" | "planExport" | "exportDxf" | "planDrawing";

/** Bytes; a worker that reads more than this is ended with its call. */
const LARGE_FILE = 1_000_000;

export class Engine {
  /** Most calls that run at the same time, each on a worker thread of its own; 0 in the caller's thread. */
  readonly workers: number;
  private readonly calls: Dispatcher;
  private readonly onFault: (fault: Fault) => void;

  /** @internal Programs call `createEngine`, which knows the platform. */
  constructor(platform: Platform, options: EngineOptions) {
    checkOptions(ENGINE_OPTIONS, options);
    this.workers = options.workers ?? Math.max(1, Math.min(platform.cores - 1, 4));
    if (!Number.isInteger(this.workers) || this.workers < 0) {
      refuseWorkers("of at least 0", options.workers);
    }
    this.onFault = options.onFault ?? warnOnce();
    this.calls = new Dispatcher(platform, this.workers);
  }

  /**
   * Places copies of parts on as few sheets as possible.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema or whose rings are no polygons
   */
  nest(request: NestRequestInput, options: NestOptions = {}): Promise<NestData> {
    return this.solve<"nest", NestProgress>("nest", request, options, TIME_LIMITS_MS.nest);
  }

  /**
   * As `nest`, with what the interface does not have: angle lists, mirroring and priorities by part; a strip made as
   * short as possible; sheets of several types, irregular, limited, with parts on them already; a layout to begin with.
   * Equal sheets are named once, with their count.
   */
  planNest(request: NestPlanRequestInput, options: NestPlanOptions = {}): Promise<NestPlan> {
    return this.solve<"planNest", NestPlanProgress>("planNest", request, options, TIME_LIMITS_MS.nest);
  }

  /**
   * Cuts pieces from stock lengths. The answer names every bar; `planCut` gives the same as patterns with counts.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema
   */
  async cut(request: CutRequestInput, options: CutOptions = {}): Promise<CutData> {
    return cutDataFromPlan(await this.solve<"cut", CutProgress>("cut", request, options, TIME_LIMITS_MS.cut));
  }

  /**
   * As `cut`, with patterns × counts, the lower bound, the gap and the status, and with what the interface does not
   * have: trims, useful remnants, offcuts first, limits of a bar.
   */
  planCut(request: CutPlanRequestInput, options: CutOptions = {}): Promise<CutPlan> {
    return this.solve<"planCut", CutProgress>("planCut", request, options, TIME_LIMITS_MS.cut);
  }

  /**
   * Cuts pieces from panels on a saw, edge to edge: patterns with their counts, each a tree of cuts in the order of
   * sawing, with the lower bound, the gap and the status.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema
   */
  planPanels(request: PanelPlanRequestInput, options: PanelPlanOptions = {}): Promise<PanelPlan> {
    return this.solve<"planPanels", PanelProgress>("planPanels", request, options, TIME_LIMITS_MS.panels);
  }

  /**
   * Reads a DXF drawing (ASCII or binary) into the interface's answer.
   * @throws EngineError INVALID_DXF, FILE_TOO_LARGE
   */
  async parseDxf(source: DrawingSource, options: ReadCallOptions = {}): Promise<ParseDxfData> {
    return (await this.readDrawing(source, options)).data;
  }

  /** As `parseDxf`, with every part of the drawing, its curves and what the reader noticed. */
  async readDrawing(source: DrawingSource, options: ReadCallOptions = {}): Promise<Drawing> {
    const file = await drawingFile(source, options);
    return openDrawing(await this.read("readDrawing", file, file, options));
  }

  /**
   * Reads the shapes of an SVG document as `readDrawing` reads those of a DXF drawing.
   * @throws EngineError INVALID_INPUT, FILE_TOO_LARGE
   */
  async readSvg(source: DrawingSource, options: ReadCallOptions = {}): Promise<Drawing> {
    const file = await drawingFile(source, options);
    return openDrawing(await this.read("readSvg", file, file, options));
  }

  /** Draws a DXF drawing as an SVG document. @throws EngineError INVALID_DXF, FILE_TOO_LARGE */
  async dxfToSvg(
    source: DrawingSource,
    svg: SvgOptionsInput = {},
    options: ReadCallOptions = {},
  ): Promise<SvgData> {
    return (await this.drawDxf(source, svg, options)).data;
  }

  /** As `dxfToSvg`, with what the reader noticed. */
  async drawDxf(
    source: DrawingSource,
    svg: SvgOptionsInput = {},
    options: ReadCallOptions = {},
  ): Promise<DrawnDxf> {
    const file = await drawingFile(source, options);
    return this.read("drawDxf", file, { file, svg }, options);
  }

  /**
   * The program that cuts one sheet.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema or cannot be cut, a hole that vanishes under
   * the kerf included
   */
  exportGcode(request: ExportRequestInput, options: GcodeOptions & CallOptions = {}): Promise<string> {
    return this.export("exportGcode", request, options);
  }

  /**
   * The same program with its findings, its lengths, time and cost, what its judge counted, and every move with its time.
   * @throws EngineError as `exportGcode`
   */
  planExport(request: ExportRequestInput, options: GcodeOptions & CallOptions = {}): Promise<PlannedExport> {
    return this.export("planExport", request, options);
  }

  /** One sheet as a DXF drawing. @throws EngineError as `exportGcode` */
  exportDxf(request: ExportRequestInput, options: DrawingOptions & CallOptions = {}): Promise<string> {
    return this.export("exportDxf", request, options);
  }

  /**
   * The same drawing, or one in SVG with true arcs (`format: "svg"`), with its findings.
   * @throws EngineError as `exportGcode`
   */
  planDrawing(
    request: ExportRequestInput,
    options: SheetDrawingOptions & CallOptions = {},
  ): Promise<PlannedDrawing> {
    return this.export("planDrawing", request, options);
  }

  /** Ends the workers. Calls under way fail with ENGINE_CLOSED, and so do later ones. */
  async close(): Promise<void> {
    this.calls.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async solve<Name extends SolveName, Event extends object>(
    name: Name,
    input: TaskInput<Name>,
    options: SolveOptions<Event> & { workers?: number },
    defaultLimitMs: number,
  ): Promise<TaskOutput<Name>> {
    checkOptions(SOLVE_OPTIONS, options);
    const searches = this.searchesFor(options.workers);
    this.calls.throwIfClosed();
    return solveAtAnyRate({
      name,
      input,
      options: options as SolveOptions<never>,
      timeLimitMs: options.timeLimitMs ?? defaultLimitMs,
      searches,
      start: (calls) => this.calls.start(calls, KIND_OF[name]),
      rescue: this.calls.rescue,
      onFault: this.onFault,
    });
  }

  private searchesFor(workers = 1): number {
    const most = this.workers > 0 ? this.workers : Number.POSITIVE_INFINITY;
    if (Number.isInteger(workers) && workers >= 1 && workers <= most) return workers;
    const range =
      most === Number.POSITIVE_INFINITY ? "of at least 1" : `from 1 to ${most}, as many as the engine has`;
    return refuseWorkers(range, workers);
  }

  private async export<Name extends ExportName>(
    name: Name,
    request: ExportRequestInput,
    given: TaskInput<Name>["options"] & CallOptions,
  ): Promise<TaskOutput<Name>> {
    const { signal, timeLimitMs, ...options } = optionsOf(given);
    const input = { request, options } as TaskInput<Name>;
    return this.calls.run(name, input, { signal, timeLimitMs }, TIME_LIMITS_MS.export);
  }

  /** A task that reads a file: the memory that a large one takes is given back before the answer is looked at. */
  private read<Name extends TaskName>(
    name: Name,
    { bytes }: DrawingFile,
    input: TaskInput<Name>,
    { signal, timeLimitMs }: CallOptions,
  ): Promise<TaskOutput<Name>> {
    return this.calls.run(
      name,
      input,
      { signal, timeLimitMs },
      TIME_LIMITS_MS.parse,
      bytes.length > LARGE_FILE,
    );
  }
}

/** Which worker, and which binary of the core, a search runs on. */
const KIND_OF: Record<SolveName, CoreKind> = {
  nest: "nest",
  planNest: "nest",
  cut: "cut",
  planCut: "cut",
  planPanels: "cut",
};

/** One line is enough to know that something is wrong; a thousand of them are a fault of their own. */
function warnOnce(): (fault: Fault) => void {
  let warned = false;
  return ({ kind, method, seed, message }) => {
    // biome-ignore lint/suspicious/noConsole: where nobody listens this is the one place left to tell of a fault.
    if (!warned) console.warn(`offcut: ${method}, seed ${seed}: ${kind}: ${message}`);
    warned = true;
  };
}

function refuseWorkers(range: string, given: unknown): never {
  const message = `must be a whole number ${range}, not ${String(given)}`;
  throw new EngineError("INVALID_INPUT", `workers: ${message}`, {
    details: [{ path: ["workers"], message }],
  });
}
