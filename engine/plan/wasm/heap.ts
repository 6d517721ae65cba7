/**
 * Blocks in and out of the core's memory. A view dies whenever the memory grows, so none is kept: writing and
 * reading each make their own.
 */
import { EngineError } from "../../base/errors.ts";
import type { CoreExports } from "./load.ts";

/** Copies `slots` into a new block of the core and returns its address. */
export function writeBlock(core: CoreExports, slots: ArrayLike<number>): number {
  const at = core.reserve(slots.length * 8);
  new Float64Array(core.memory.buffer, at, slots.length).set(slots);
  return at;
}

/** Copies the block at `at` out of the core; its first slot holds its length in slots. */
export function readBlock(core: CoreExports, at: number): Float64Array {
  const length = new Float64Array(core.memory.buffer, at, 1)[0]!;
  return new Float64Array(core.memory.buffer, at, length).slice();
}

/** Runs `call` and turns a trap of the core into an error that says whether memory ran out. */
export function guarded<Result>(core: CoreExports, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError) && !(cause instanceof RangeError)) throw cause;
    const message = core.memoryExhausted()
      ? "The job needs more memory than the solver may use"
      : "The solver stopped on an internal error";
    throw new EngineError("INTERNAL", message, { cause });
  }
}
