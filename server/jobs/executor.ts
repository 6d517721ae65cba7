/**
 * The port between the service and whatever does the work: threads of this process, or other processes behind a
 * queue. A job carries the request as it came, so that parsing a body of 16 MB is work too; the answer is ready
 * to be sent, errors included.
 */
import type { CutPlan } from "../../engine/index.node.ts";

export type JobKind = "nest" | "cut" | "parse" | "svg" | "gcode" | "dxf";

export interface Job {
  kind: JobKind;
  /** The body of the request as it came. The executor may take the buffer over. */
  body: Uint8Array;
  /** Of a drawing: the Content-Type of the form that it lies in. */
  form?: string;
  /** Of a picture: how it is to look, in the words of the query. */
  query?: Record<string, string>;
  timeLimitMs: number;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The body; that of a successful cutting job is in `plan`. */
  body: string;
  /** A cutting answer, short however many bars it has: the service writes the bars out while it sends. */
  plan?: CutPlan;
  /** Milliseconds of work. */
  elapsedMs: number;
  /** For the log: what went wrong inside. */
  fault?: string;
}

export interface JobContext {
  /** Whose turn it is: jobs of different owners take turns. */
  owner: string;
  /** Aborted when the client has gone: the worker is then free for others. */
  signal: AbortSignal;
}

export interface ExecutorStats {
  workers: number;
  running: number;
  waiting: number;
}

export interface SolveExecutor {
  /**
   * @throws HTTPException 503 when nothing more can wait
   * @throws EngineError RATE_LIMIT_EXCEEDED when this owner has too much waiting
   * @throws the signal's reason once it is aborted
   */
  run(job: Job, context: JobContext): Promise<Answer>;
  stats(): ExecutorStats;
  /** Rejects when jobs cannot be taken. */
  ping(): Promise<void>;
  /** Takes nothing new, waits for what runs, asks for its best after `graceMs`. */
  close(graceMs: number): Promise<void>;
}
