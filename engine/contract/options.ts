/** The options beside a request, as a program without a type checker may get them wrong. */
import { z } from "zod";

const signal = z.custom<AbortSignal>(
  (value) => typeof value === "object" && value !== null && "aborted" in value,
  "must be an AbortSignal",
);
const callback = z.custom<unknown>((value) => typeof value === "function", "must be a function");
/** Infinity is no limit. */
const amount = () =>
  z.custom<number>((value) => typeof value === "number" && value >= 0, "must be a number of at least 0");

/** Options of a call that is no search. */
export const callOptionsSchema = z.object({
  signal: signal.optional(),
  timeLimitMs: amount().optional(),
});

/** Options of a search. */
export const solveOptionsSchema = callOptionsSchema.extend({
  onProgress: callback.optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .optional(),
  workBudget: amount().optional(),
  onAbort: z.enum(["best", "reject"]).optional(),
  pause: z
    .custom<unknown>(
      (value) => typeof value === "object" && value !== null && "paused" in value,
      "must be a PauseSwitch",
    )
    .optional(),
  /** How many there are is the engine's to say. */
  workers: z.unknown().optional(),
});

/** Options of an engine. */
export const engineOptionsSchema = z.object({
  workers: z.unknown().optional(),
  workerUrl: z.union([z.string(), z.instanceof(URL)]).optional(),
  filesWorkerUrl: z.union([z.string(), z.instanceof(URL)]).optional(),
  onFault: callback.optional(),
  wasm: z.unknown().optional(),
});
