/** From one job to its answer: read it unless that is done, do it, write the answer. Failures become answers too. */
import { type Engine, EngineError } from "../../engine/index.node.ts";
import { type ExportRequest, type SvgOptions, type V1, v1 } from "../../engine/v1.ts";
import { envelope, JSON_TYPE } from "../answers/envelope.ts";
import { answerFromError, Unavailable } from "../answers/errors.ts";
import { FINDINGS_HEADER, findingsHeader } from "../answers/findings-header.ts";
import { type Answer, type ExecutorJob, isSearch, type JobKind, type JobProgress } from "./executor.ts";
import type { FormFile } from "./multipart-form.ts";
import { errorOfThread, given, readRequest } from "./request.ts";

/** The parts of an engine, and of the interface on it, that work needs. */
export type WorkEngine = Pick<V1, "nest" | "cutPlan" | "parse" | "svg"> & Pick<Engine, "write" | "draw">;

export function workEngine(engine: Engine): WorkEngine & Pick<Engine, "close"> {
  const { nest, cutPlan, parse, svg } = v1(engine);
  return {
    ...{ nest, cutPlan, parse, svg },
    write: (...call) => engine.write(...call),
    draw: (...call) => engine.draw(...call),
    close: () => engine.close(),
  };
}

/** Ways in which the caller takes part. */
export interface WorkContext {
  /** Aborted when the answer is wanted now: a search gives its best, other work ends without one. */
  signal: AbortSignal;
  onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Reads a long request on this thread: no other one will. */
  here?: boolean;
}

type Result = Pick<Answer, "headers" | "plan"> & { data: unknown };

/** @throws HTTPException 503 for work that ran out of time and may be asked for again */
export async function work(engine: WorkEngine, job: ExecutorJob, context: WorkContext): Promise<Answer> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  try {
    const isRead = job.request !== undefined || !(context.here || isDrawing(job));
    const read = isRead ? job : { ...job, request: readRequest(job) };
    const { data, ...rest } = await WORK[job.kind](engine, read, context);
    const body = typeof data === "string" ? data : rest.plan ? "" : await envelope(data, elapsed());
    return { status: 200, ...rest, body, elapsedMs: elapsed() };
  } catch (error) {
    const late =
      error instanceof EngineError && error.code === "WORKER_FAILED" && elapsed() >= job.timeLimitMs;
    return { ...answerFromError(late ? overrun(job, error) : errorOfThread(error)), elapsedMs: elapsed() };
  }
}

function isDrawing({ kind }: ExecutorJob): boolean {
  return kind === "parse" || kind === "svg";
}

/** A drawing that takes so long is no good; other work may be quicker on a machine that has less to do. */
function overrun(job: ExecutorJob, error: Error): Error {
  if (!isDrawing(job)) return new Unavailable(isSearch(job.kind) ? "worker lost" : "overran", error);
  const message = `The drawing could not be read within ${job.timeLimitMs / 1000} s`;
  return new EngineError("INVALID_DXF", message);
}

const JSON_HEADERS = { "Content-Type": JSON_TYPE };

type JobWork = (engine: WorkEngine, job: ExecutorJob, context: WorkContext) => Promise<Result>;

const WORK: Record<JobKind, JobWork> = {
  async nest(engine, job, context) {
    return json(await engine.nest(given(job), searching(job, context, "nest")));
  },
  async cut(engine, job, context) {
    const plan = await engine.cutPlan(given(job), searching(job, context, "cut"));
    return { ...json(undefined), plan };
  },
  async parse(engine, { request, timeLimitMs }, { signal }) {
    const { name, bytes } = (request as { file: FormFile }).file;
    const { data, findings } = await engine.parse(bytes, { signal, timeLimitMs, name });
    return withFindings({ data, headers: JSON_HEADERS }, findings);
  },
  async svg(engine, { request, timeLimitMs }, { signal }) {
    const { svg, file } = request as { svg: SvgOptions; file: FormFile };
    const { data, findings } = await engine.svg(file.bytes, svg, { signal, timeLimitMs, name: file.name });
    return withFindings({ data, headers: JSON_HEADERS }, findings);
  },
  async gcode(engine, job, { signal }) {
    const { timeLimitMs, post } = job;
    const plan = await engine.write(given(job), { signal, timeLimitMs, ...(post ? { post } : {}) });
    const made = file(plan.gcode, sheetOf(job, plan), "text/x-gcode; charset=utf-8", "gcode");
    return withFindings(made, plan.findings);
  },
  async dxf(engine, job, { signal }) {
    const plan = await engine.draw(given(job), { signal, timeLimitMs: job.timeLimitMs });
    return withFindings(file(plan.text, sheetOf(job, plan), "image/vnd.dxf", "dxf"), plan.findings);
  },
};

/** Figures of the best so far that are told on the way. */
const FIGURES = {
  nest: ["sheets_used", "placed_parts", "utilization"],
  cut: ["stocks_used", "total_stock_length", "lower_bound", "gap_percent"],
} as const satisfies Partial<Record<JobKind, (keyof JobProgress)[]>>;

function searching(
  { timeLimitMs, search = true }: ExecutorJob,
  { signal, onProgress }: WorkContext,
  kind: keyof typeof FIGURES,
) {
  const options = { signal, timeLimitMs, search, onAbort: "best" as const };
  return onProgress ? { ...options, onProgress: improvements(onProgress, FIGURES[kind]) } : options;
}

/** Tells of what is better than before, and of nothing else. */
function improvements(report: (progress: JobProgress) => void, figures: readonly (keyof JobProgress)[]) {
  let seq = 0;
  return ({ best, ...event }: Omit<JobProgress, "seq"> & { best?: unknown }) => {
    if (best === undefined) return;
    const told = figures.map((name) => [name, event[name as keyof typeof event]]);
    report({ seq: seq++, elapsed_ms: Math.round(event.elapsed_ms), ...Object.fromEntries(told) });
  };
}

function json(data: unknown): Result {
  return { data, headers: JSON_HEADERS };
}

function withFindings({ data, headers }: Result, findings: Parameters<typeof findingsHeader>[0]): Result {
  return { data, headers: { ...headers, [FINDINGS_HEADER]: findingsHeader(findings) } };
}

/** From whoever has read the request. */
function sheetOf({ request }: ExecutorJob, plan: object): number {
  return Number(((request ?? plan) as Pick<ExportRequest, "sheet_index">).sheet_index);
}

/** The name is made of a number alone: nothing that a client wrote gets into the header. */
function file(data: string, sheet: number, type: string, ending: string): Result {
  const disposition = `attachment; filename="nest_sheet_${sheet}.${ending}"`;
  return { data, headers: { "Content-Type": type, "Content-Disposition": disposition } };
}
