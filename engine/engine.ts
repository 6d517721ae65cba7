/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The engine: one object over the workers, one method per thing it does. Requests and answers are the interface's
 * JSON; options beside them are in options.ts.
 */

import type { CutPlanRequestInput } from "./base/contract/cut-plan.ts";
import type { NestPlanRequestInput } from "./base/contract/nest-plan.ts";
import { checkedOptions, checkOptions, ENGINE_OPTIONS, SOLVE_OPTIONS } from "./base/contract/options.ts";
import type { PanelPlanRequestInput } from "./base/contract/panel-plan.ts";
import {
  type CallOptions,
  type CutCallOptions,
  type CutProgress,
  type NestCallOptions,
  type NestProgress,
  type PanelCallOptions,
  type PanelProgress,
  type SolveOptions,
  TIME_LIMITS_MS,
} from "./base/contract/search-options.ts";
import type { ExportRequestInput } from "./base/contract/v1/export.ts";
import { EngineError } from "./base/errors.ts";
import { apart, type RunTask } from "./chain/calls.ts";
import { type Drawing, drawingFrom } from "./chain/drawing.ts";
import {
  type CutPlan,
  cutPlan,
  kept,
  NestPlan,
  type PanelPlan,
  panelPlan,
  planFromJson,
  pointsOf,
} from "./chain/plan.ts";
import { type Program, programFrom } from "./chain/program.ts";
import type { CoreKind } from "./plan/wasm/load.ts";
import { Dispatcher } from "./run/dispatcher.ts";
import type { EngineFault } from "./run/fault.ts";
import type { DrawingFile } from "./run/files/plans.ts";
import type { PlatformOptions } from "./run/platform/options.ts";
import type { Platform } from "./run/platform/platform.ts";
import { solveAtAnyRate } from "./run/solving.ts";
import { type DrawingSource, drawingFile, type ReadCallOptions } from "./run/source.ts";
import type { SolveName } from "./run/tasks/rescue.ts";
import type { TaskInput, TaskName, TaskOutput } from "./run/tasks/tasks.ts";
import type { GcodeOptions } from "./write/toolpath/machine/options.ts";
import type { PlannedDrawing } from "./write/toolpath/write/dxf.ts";
import type { SheetDrawingOptions } from "./write/toolpath/write/lines.ts";

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
  onFault?: (fault: EngineFault) => void;
}

type ExportName = "write" | "draw" | "lightburn";

/** Bytes; a worker that reads more than this is ended with its call. */
const LARGE_FILE = 1_000_000;

/** Reads, nests, cuts and writes on worker threads. `createEngine` makes engines. */
export class Engine {
  /** Most calls that run at the same time, each on a worker thread of its own; 0 in the caller's thread. */
  readonly workers: number;
  private readonly calls: Dispatcher;
  private readonly onFault: (fault: EngineFault) => void;

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
   * Places copies of parts on as few sheets as possible: with angles, mirroring and priorities by part; on a strip made as
   * short as possible; on sheets of several types, irregular, limited, with parts on them already; from a layout to begin
   * with. Equal sheets stand once, with their count, and each writes its program and its drawings.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema or whose rings are no polygons
   */
  async nest(request: NestPlanRequestInput, options: NestCallOptions = {}): Promise<NestPlan> {
    const own = pointsOf(request);
    const limit = TIME_LIMITS_MS.nest;
    const plan = await this.solve<"nest", NestProgress>("nest", own, options, limit);
    return new NestPlan(this.runFor, kept(request), plan);
  }

  /**
   * Cuts pieces from stock lengths: patterns with their counts, the lower bound, the gap and the status; with kerf, trims,
   * mitres, useful remnants, offcuts first, limits of a bar.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema
   */
  async cut(request: CutPlanRequestInput, options: CutCallOptions = {}): Promise<CutPlan> {
    const plan = await this.solve<"cut", CutProgress>("cut", request, options, TIME_LIMITS_MS.cut);
    return cutPlan(this.runFor, kept(request), plan);
  }

  /**
   * Cuts pieces from panels on a saw, edge to edge: patterns with their counts, each a tree of cuts in the order of
   * sawing, with the lower bound, the gap and the status.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema
   */
  async panels(request: PanelPlanRequestInput, options: PanelCallOptions = {}): Promise<PanelPlan> {
    const limit = TIME_LIMITS_MS.panels;
    const plan = await this.solve<"panels", PanelProgress>("panels", request, options, limit);
    return panelPlan(this.runFor, kept(request), plan);
  }

  /**
   * Brings a plan back from its JSON, as text or parsed: `engine.plan(JSON.stringify(plan))`.
   * @throws EngineError INVALID_INPUT for what is no plan with its request
   */
  plan(json: string | object): NestPlan | CutPlan | PanelPlan {
    return planFromJson(this.runFor, json);
  }

  /**
   * Reads a drawing, DXF or SVG, told apart by its content. Its parts go into `nest` as they are.
   * @throws EngineError INVALID_DXF, INVALID_INPUT, FILE_TOO_LARGE
   */
  async read(source: DrawingSource, options: ReadCallOptions = {}): Promise<Drawing> {
    const file = await drawingFile(source, options);
    const carried = await this.readWith("read", file, file, options);
    return drawingFrom(this.runFor, carried, await this.calls.openDrawing());
  }

  /**
   * The program of a sheet that no plan of this engine made: the body of `/v1/export/gcode`, with curves, marks and the
   * machine beside it; with its findings, its lengths, time and cost, and every move with its time.
   * @throws EngineError INVALID_INPUT for a request that breaks the schema or cannot be cut, a hole that vanishes under
   * the kerf included
   */
  async write(sheet: ExportRequestInput, options: GcodeOptions & CallOptions = {}): Promise<Program> {
    const program = await this.export("write", sheet, options);
    return programFrom(this.runFor, program, { request: sheet, options: apart(options).settings });
  }

  /**
   * The drawing of such a sheet, in DXF or in SVG with true arcs (`format: "svg"`), with its findings.
   * @throws EngineError as `write`
   */
  draw(sheet: ExportRequestInput, options: SheetDrawingOptions & CallOptions = {}): Promise<PlannedDrawing> {
    return this.export("draw", sheet, options);
  }

  /**
   * Such a sheet as a project of LightBurn (`.lbrn2`), with a cut setting for each way in which its lines are run.
   * @throws EngineError as `write`, and INVALID_INPUT for machines without a laser
   */
  lightburn(sheet: ExportRequestInput, options: GcodeOptions & CallOptions = {}): Promise<PlannedDrawing> {
    return this.export("lightburn", sheet, options);
  }

  /** Ends the workers. Calls under way fail with ENGINE_CLOSED, and so do later ones. */
  async close(): Promise<void> {
    this.calls.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private readonly runFor: RunTask = (name, input, options) =>
    this.calls.run(name, input as never, options, TIME_LIMITS_MS.export) as never;

  /** @internal */
  async solve<Name extends SolveName, Event extends object>(
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
    const { call, settings } = apart(checkedOptions(given));
    const input = { request, options: settings } as TaskInput<Name>;
    return this.calls.run(name, input, call, TIME_LIMITS_MS.export);
  }

  /** @internal A task that reads a file: the memory that a large one takes is given back before the answer is looked at. */
  readWith<Name extends TaskName>(
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
  nestV1: "nest",
  cut: "cut",
  cutV1: "cut",
  panels: "panels",
};

/** One line is enough to know that something is wrong; a thousand of them are a fault of their own. */
function warnOnce(): (fault: EngineFault) => void {
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
