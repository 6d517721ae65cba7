/** Messages between the engine and a worker. Errors travel as values: a thrown one would lose its code. */
import { EngineError, type ErrorCode, type ErrorDetail } from "../../base/errors.ts";
import type { Incumbent } from "../../plan/search/incumbent.ts";
import type { Meet } from "../../plan/search/portfolio.ts";
import type { CoreCode } from "../../plan/wasm/load.ts";
import type { TaskInput, TaskName, TaskOutput, TaskSettings } from "../tasks/tasks.ts";

export type Outcome<Value> =
  | { ok: true; value: Value; faults: string[] }
  | { ok: false; error: { code: ErrorCode; message: string; details: ErrorDetail[] } };

/** Surroundings that a task begins with beside its request. */
export interface TaskStart {
  /** Core that a solver runs on. */
  core: CoreCode | undefined;
  /** When the caller's clock began, by `sharedNow`. */
  sentAt: number;
}

/** Milliseconds on a scale that all threads share and nobody sets. The system's time may be set between two readings. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Functions that a worker serves on its channel. */
export interface WorkerApi {
  /**
   * Runs a task; the functions are Comlink proxies, and the last call to `onProgress` is answered before the outcome is.
   * The outcome's `faults` are what the judge has refused.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    settings: TaskSettings,
    start: TaskStart,
    onProgress?: (event: object) => void,
    keep?: (incumbent: Incumbent) => void,
    meet?: Meet,
    panelCore?: () => Promise<CoreCode>,
  ): Promise<Outcome<TaskOutput<Name>>>;
  /** Asks the running task to stop at its next pause and give the best it has. */
  stop(): void;
  /** Holds the running task at its next pause, or lets it go on. */
  hold(paused: boolean): void;
}

/** Buffers of a task's answer that can change threads without a copy: typed arrays, at any depth but not in lists. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap(buffersOf);
}

export function failed(error: unknown): Outcome<never> {
  if (error instanceof EngineError) {
    const { code, message, details } = error;
    return { ok: false, error: { code, message, details } };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { code: "INTERNAL", message, details: [] } };
}

/** The value of an outcome and what came with it, or its error as it was thrown. @throws EngineError */
export function unwrap<Value>(outcome: Outcome<Value>): { value: Value; faults: string[] } {
  // A faulty worker may send a value that is no outcome.
  const given: Partial<Record<string, unknown>> = Object(outcome);
  if (given.ok === true && Array.isArray(given.faults))
    return outcome as Extract<Outcome<Value>, { ok: true }>;
  const { code, message, details } = Object(given.error) as Partial<EngineError>;
  if (!code || message === undefined) throw new EngineError("WORKER_FAILED", "A worker has sent no outcome");
  throw new EngineError(code, message, details ? { details } : {});
}
