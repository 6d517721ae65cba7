/**
 * From one job to its answer, on whatever thread this runs: parse, validate, do, write. Failures become answers
 * too.
 */
import {
  type CutProgress,
  cutRequestSchema,
  type Engine,
  EngineError,
  type ExportRequest,
  exportRequestSchema,
  type NestProgress,
  nestRequestSchema,
} from "../../engine/index.node.ts";
import { envelope, JSON_TYPE } from "../answers/envelope.ts";
import { answerFromError } from "../answers/errors.ts";
import { FINDINGS_HEADER, findingsHeader } from "../answers/findings.ts";
import { parseBody } from "../answers/validation.ts";
import { drawingFrom, pictureFrom } from "./drawing.ts";
import type { Answer, Job, JobKind, JobProgress } from "./executor.ts";
import type { FormFile } from "./form.ts";

/** The part of an engine that work needs. */
export type WorkEngine = Pick<
  Engine,
  "nest" | "planCut" | "readDrawing" | "drawDxf" | "planExport" | "planDrawing"
>;

type Result = Pick<Answer, "headers" | "plan"> & { data: unknown };

export async function work(
  engine: WorkEngine,
  job: Job,
  signal: AbortSignal,
  listeners: Partial<Listeners> = {},
): Promise<Answer> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const { progress, best } = listeners;
  const report = (data: unknown, figures: JobProgress) => {
    if (job.progress) progress?.(figures);
    const elapsedMs = elapsed();
    best?.({ status: 200, headers: JSON_HEADERS, body: envelope(data, elapsedMs), elapsedMs });
  };
  try {
    const { data, ...rest } = await WORK[job.kind](engine, job, signal, report);
    const elapsedMs = elapsed();
    const body = typeof data === "string" ? data : rest.plan ? "" : envelope(data, elapsedMs);
    return { status: 200, ...rest, body, elapsedMs };
  } catch (error) {
    return { ...answerFromError(error), elapsedMs: elapsed() };
  }
}

/** The text of a body. @throws EngineError INVALID_INPUT when the bytes are no UTF-8 */
export function textFrom(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new EngineError("INVALID_INPUT", "The body is not valid UTF-8");
  }
}

const JSON_HEADERS = { "Content-Type": JSON_TYPE };

/** Listeners on the way: how far a solver has come, and the whole answer of its best so far. */
export interface Listeners {
  progress(progress: JobProgress): void;
  best(answer: Answer): void;
}

type Report = (best: unknown, progress: JobProgress) => void;
type Work = (engine: WorkEngine, job: Job, signal: AbortSignal, report: Report) => Promise<Result>;

const WORK: Record<JobKind, Work> = {
  async nest(engine, { body, timeLimitMs, search = true }, signal, report) {
    const request = parseBody(nestRequestSchema, textFrom(body));
    return json(
      await engine.nest(request, {
        signal,
        timeLimitMs,
        onAbort: "best",
        search,
        ...reporting(report, nestProgress),
      }),
    );
  },
  async cut(engine, { body, timeLimitMs, search = true }, signal, report) {
    const request = parseBody(cutRequestSchema, textFrom(body));
    const plan = await engine.planCut(request, {
      signal,
      timeLimitMs,
      onAbort: "best",
      search,
      ...reporting(report, cutProgress),
    });
    return { ...json(undefined), plan };
  },
  async parse(engine, job, signal) {
    const file = drawingFrom(job);
    const { data, findings } = await engine.readDrawing(file.bytes, drawingOptions(job, file, signal));
    return { data, headers: { ...JSON_HEADERS, [FINDINGS_HEADER]: findingsHeader(findings) } };
  },
  async svg(engine, job, signal) {
    const { svg, file } = pictureFrom(job);
    const { data, findings } = await engine.drawDxf(file.bytes, svg, drawingOptions(job, file, signal));
    return { data, headers: { ...JSON_HEADERS, [FINDINGS_HEADER]: findingsHeader(findings) } };
  },
  async gcode(engine, { body, timeLimitMs, post }, signal) {
    const request = parseBody(exportRequestSchema, textFrom(body));
    const { gcode, findings } = await engine.planExport(request, {
      signal,
      timeLimitMs,
      ...(post ? { post } : {}),
    });
    const { data, headers } = file(gcode, request, "text/x-gcode; charset=utf-8", "gcode");
    return { data, headers: { ...headers, [FINDINGS_HEADER]: findingsHeader(findings) } };
  },
  async dxf(engine, { body, timeLimitMs }, signal) {
    const request = parseBody(exportRequestSchema, textFrom(body));
    const { text, findings } = await engine.planDrawing(request, { signal, timeLimitMs });
    const { data, headers } = file(text, request, "image/vnd.dxf", "dxf");
    return { data, headers: { ...headers, [FINDINGS_HEADER]: findingsHeader(findings) } };
  },
};

/** Tells of what is better than before, and of nothing else. */
function reporting<Event extends { best?: unknown }>(report: Report, figures: (event: Event) => JobProgress) {
  let seq = 0;
  return {
    onProgress: (event: Event) => {
      if (event.best !== undefined) report(event.best, { ...figures(event), seq: seq++ });
    },
  };
}

function nestProgress({ seq, elapsedMs, sheetsUsed, placedParts, utilization }: NestProgress): JobProgress {
  return {
    seq,
    elapsed_ms: Math.round(elapsedMs),
    sheets_used: sheetsUsed,
    placed_parts: placedParts,
    utilization,
  };
}

function cutProgress(event: CutProgress): JobProgress {
  return {
    seq: event.seq,
    elapsed_ms: Math.round(event.elapsedMs),
    stocks_used: event.stocksUsed,
    total_stock_length: event.totalStockLength,
    lower_bound: event.lowerBound,
    gap_percent: event.gapPercent,
  };
}

function json(data: unknown): Result {
  return { data, headers: JSON_HEADERS };
}

/** The name is made of a number alone: nothing that a client wrote gets into the header. */
function file(data: string, { sheet_index }: ExportRequest, type: string, ending: string): Result {
  const disposition = `attachment; filename="nest_sheet_${sheet_index}.${ending}"`;
  return { data, headers: { "Content-Type": type, "Content-Disposition": disposition } };
}

function drawingOptions({ timeLimitMs }: Job, { name }: FormFile, signal: AbortSignal) {
  return { signal, timeLimitMs, name };
}
