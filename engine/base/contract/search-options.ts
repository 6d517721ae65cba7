/** JavaScript options beside the data, and the progress events they deliver. */

import type { PauseSwitch } from "../pause.ts";
import type { CutPlan } from "./cut-plan.ts";
import type { NestPlan } from "./nest-plan.ts";
import type { PanelPlan } from "./panel-plan.ts";
import type { CutData } from "./v1/cut.ts";
import type { NestData } from "./v1/nest.ts";
import type { Ended } from "./values/plan.ts";

/** Options of a solve. All are optional; the same request, seed and work budget give the same answer everywhere. */
export interface SolveOptions<Event> {
  /** Stops the solve: see `onAbort` for what the promise does then. */
  signal?: AbortSignal;
  /**
   * Called at most 20 times a second and once at the end, in order, never after the promise has settled. What it throws
   * rejects the promise, and so does what an asynchronous one rejects with until then.
   */
  onProgress?: (event: Event) => void;
  /** Wall-clock limit in milliseconds; the best answer so far is returned when it is reached. */
  timeLimitMs?: number;
  /** Seed of the random numbers, an unsigned 32-bit integer; 1 when absent. */
  seed?: number;
  /** Limit in the solver's own deterministic work units; unlimited when absent. */
  workBudget?: number;
  /** After an abort: resolve with the best answer found (`"best"`, the default) or reject with the signal's reason. */
  onAbort?: "best" | "reject";
  /** `false`: no search, but a plain complete answer at once, made without the core. */
  search?: boolean;
  /** Holds the search, and lets the same search go on: its time stands still meanwhile. */
  pause?: PauseSwitch;
}

interface ProgressEvent {
  /** 0, 1, 2 … within one call. */
  seq: number;
  /** Stage of the solver in one word: `construct`, `improve` … */
  phase: string;
  /** Since the call, in milliseconds. */
  elapsed_ms: number;
  /** Why the search is over: in the last event alone, which every call sends. */
  ended?: Ended;
}

/** Progress of a nest whose answers are of the type `Best`. */
export interface NestEvent<Best> extends ProgressEvent {
  /** Sheets of the best layout so far. */
  sheets_used: number;
  /** Copies that it has placed. */
  placed_parts: number;
  /** Total utilisation of the best layout so far, 0 to 100. */
  utilization: number;
  /** No plan with all parts that fit a sheet has fewer sheets; it grows as more becomes known. */
  lower_bound?: number;
  /** The best layout so far, present only in events that improve on the one before. */
  best?: Best;
}

/** Progress of `nest`. */
export interface NestProgress extends NestEvent<NestPlan> {}
/** Progress of `nest` in the interface `/v1`. */
export interface NestAnswerProgress extends NestEvent<NestData> {}

/** Progress of a cut whose answers are of the type `Best`. */
export interface CutEvent<Best> extends ProgressEvent {
  /** Bars of the best plan so far. */
  stocks_used: number;
  /** Their length in all, mm. */
  total_stock_length: number;
  /** No plan does better than this (in the objective). */
  lower_bound: number;
  /** How far the best plan is from that at most, in percent. */
  gap_percent: number;
  /** The best plan so far, present only in events that improve on the one before. */
  best?: Best;
}

/** Progress of `cut`. */
export interface CutProgress extends CutEvent<CutPlan> {}
/** Progress of `cut` in the interface `/v1`. */
export interface CutAnswerProgress extends CutEvent<CutData> {}

/** Progress of `panels`. */
export interface PanelProgress extends ProgressEvent {
  /** Panels of the best plan so far. */
  stocks_used: number;
  /** Square millimetres. */
  total_stock_area: number;
  /** No plan does better than this (in the objective). */
  lower_bound: number;
  /** How far the best plan is from that at most, in percent. */
  gap_percent: number;
  /** The best plan so far, present only in events that improve on the one before. */
  best?: PanelPlan;
}

/** Wall-clock limits that hold where the caller names none, in milliseconds. Most problems stop earlier by themselves. */
export const TIME_LIMITS_MS = {
  nest: 5_000,
  cut: 2_000,
  panels: 2_000,
  /** A guard: the reader counts its work, and ends a drawing that asks for more than some 10 s in the same place everywhere. */
  parse: 30_000,
  /** A guard: ten thousand parts with tabs take half a minute of processor time. */
  export: 60_000,
} as const;

/** Options of a call that is no search: it ends with its answer or not at all. */
export interface CallOptions {
  /** Rejects with the signal's reason when aborted; the worker is free again at once. */
  signal?: AbortSignal;
  /** Wall-clock limit in milliseconds; the call fails when it is reached. */
  timeLimitMs?: number;
}

/** Options of a search by several workers. */
export interface TeamOptions {
  /**
   * Workers that search at the same time, each with a seed of its own and the whole work budget; after every round
   * of work all go on from the best layout. 1 when absent; at most as many as the engine has. The answer depends on
   * this number, but not on whether the engine has workers at all.
   */
  workers?: number;
}

/** Options of a call of `nest`. */
export interface NestCallOptions extends SolveOptions<NestProgress>, TeamOptions {}
/** Options of a call of `nest` in the interface `/v1`. */
export interface NestAnswerOptions extends SolveOptions<NestAnswerProgress>, TeamOptions {}
/** Options of a call of `cut`. */
export interface CutCallOptions extends SolveOptions<CutProgress> {}
/** Options of a call of `panels`. */
export interface PanelCallOptions extends SolveOptions<PanelProgress> {}
