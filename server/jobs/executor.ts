/**
 * The port between the service and whatever does the work: threads of this process, or other processes behind a queue. A long
 * request travels as it came, so that parsing a body of 16 MB is work too; the answer is ready to be sent, errors included.
 */

import { z } from "zod";
import type { Post } from "../../engine/entries/machines.ts";
import { TIME_LIMITS_MS } from "../../engine/entries/schemas.ts";
import type { CutPlanData } from "../../engine/index.node.ts";
import type { Reason } from "../answers/errors.ts";

export type JobKind = "nest" | "cut" | "parse" | "svg" | "gcode" | "dxf";

/** Searches go on for as long as there is time, and have a best so far; other work just ends. */
export function isSearch(kind: JobKind): kind is "nest" | "cut" {
  return kind === "nest" || kind === "cut";
}

/** Time limit of a search that asks for no more. */
export function usualMs(kind: JobKind, { usualMs }: { usualMs?: number | undefined } = {}): number {
  return usualMs ?? (isSearch(kind) ? TIME_LIMITS_MS[kind] : 0);
}

export interface ExecutorJob {
  kind: JobKind;
  /** The body of the request as it came. */
  body: Uint8Array;
  /** The checked request, once `readRequest` has read the body. */
  request?: unknown;
  /** Content-Type of the form that a drawing lies in. */
  form?: string;
  /** Look of a picture, in the words of the query. */
  query?: Record<string, string>;
  timeLimitMs: number;
  /** Post of the operator, for programs. */
  post?: Post;
  /** Whether somebody listens to what it finds on its way. */
  progress?: boolean;
  /** `false`: a plain answer at once, without a search. */
  search?: boolean;
}

export function about<Schema extends z.core.$ZodType>(schema: Schema, description: string): Schema {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, { description });
  return copy;
}

/** How far a solver has come: its best so far, as figures. */
export const progressSchema = z
  .object({
    seq: about(z.number().int(), "0, 1, 2 … within the job"),
    elapsed_ms: about(z.number().int(), "Milliseconds of work so far"),
    sheets_used: about(z.number().int(), "Nesting: sheets of the best layout").optional(),
    placed_parts: about(z.number().int(), "Nesting: copies placed in the best layout").optional(),
    utilization: about(z.number(), "Nesting: utilisation of its sheets, 0 to 100").optional(),
    stocks_used: about(z.number().int(), "Cutting: bars of the best plan").optional(),
    total_stock_length: about(z.number(), "Cutting: length of its bars, mm").optional(),
    lower_bound: about(z.number(), "Cutting: no plan has a smaller objective").optional(),
    gap_percent: about(z.number(), "Cutting: how far the best plan is from that at most").optional(),
  })
  .meta({ id: "JobProgress" });

export type JobProgress = z.output<typeof progressSchema>;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The body; that of a successful cutting job is in `plan`. */
  body: string;
  /** A cutting answer, short however many bars it has: the service writes the bars out while it sends. */
  plan?: CutPlanData;
  elapsedMs: number;
  /** For the log: what went wrong inside, and why there is no better answer now. */
  fault?: string;
  reason?: Reason;
}

export interface JobContext {
  /** Whose turn it is: jobs of different owners take turns. */
  owner: string;
  /** Aborted when the client has gone: the worker is then free for others. */
  signal: AbortSignal;
  /** Aborted when the best so far is wanted now; what still waits for a thread is then refused with 503. */
  finish?: AbortSignal;
  /** `traceparent` of the span that the job is part of, for a worker elsewhere. */
  trace?: string;
  /** Called in order, not too often, while a solver works. */
  onProgress?: (progress: JobProgress) => void;
}

export interface ExecutorStats {
  workers: number;
  running: number;
  waiting: number;
}

export interface SolveExecutor {
  /** @throws HTTPException 503, EngineError RATE_LIMIT_EXCEEDED where too much waits; the signal's reason once it is aborted */
  run(job: ExecutorJob, context: JobContext): Promise<Answer>;
  /** Statistics of all processes that share the work. */
  stats(): Promise<ExecutorStats>;
  /** Rejects when jobs cannot be taken. */
  ping(): Promise<void>;
  /** Takes nothing new; after `graceMs` what runs hands in its best and what waits is refused with 503. */
  close(graceMs: number): Promise<void>;
}
