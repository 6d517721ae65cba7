/**
 * The compiled core: pick the SIMD or the scalar binary, instantiate one instance per job, refuse a binary whose
 * blocks have another shape than this package expects.
 */
import { Layout } from "../../assembly/layout.ts";
import { EngineError } from "../errors.ts";

/** What a step returns; the rest of the engine knows the core through this folder alone. */
export { Opening, Status } from "../../assembly/layout.ts";

/** Exports of the core. Pointers are byte addresses in `memory`; blocks are arrays of f64 slots (assembly/layout.ts). */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  layoutVersion(): number;
  memoryExhausted(): number;
  memoryUsed(): number;
  reserve(bytes: number): number;
  nestOpen(requestPtr: number): void;
  /** One small step of the opening; returns an `Opening`. */
  nestOpenStep(): number;
  nestStep(work: number): number;
  nestCompact(work: number): void;
  nestBest(): number;
  /** No layout of all parts that fit a sheet has fewer sheets; it may grow with every step. 0 where nothing is known. */
  nestLeastSheets(): number;
  /** Tells of a better proof of how many sheets are needed; before the first step or between two. */
  nestRaise(sheets: number): void;
  /** Where a layout is written before one of the next two. */
  nestInbox(): number;
  nestAdopt(): number;
  nestStart(): number;
  nestClose(): void;
  /** Candidate positions priced so far, the meter of the benchmarks. */
  nestEvaluations(): number;
  cutOpen(requestPtr: number): void;
  cutStep(work: number): number;
  cutBest(): number;
  cutClose(): void;
  panelOpen(requestPtr: number): void;
  panelStep(work: number): number;
  panelBest(): number;
  panelClose(): void;
}

/** The two builds of one source, as bytes. */
export interface CoreBinaries {
  simd: BufferSource;
  scalar: BufferSource;
}

/** Compiles the SIMD binary where the engine validates it, the scalar one elsewhere: the binary is its own feature test. */
export async function compileCore(binaries: {
  simd: () => Promise<BufferSource>;
  scalar: () => Promise<BufferSource>;
}): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new EngineError("WASM_UNAVAILABLE", "This environment has no WebAssembly");
  }
  const simd = await binaries.simd();
  const chosen = WebAssembly.validate(simd) ? simd : await binaries.scalar();
  return WebAssembly.compile(chosen);
}

/** A fresh instance: its memory belongs to one job and goes with it. */
export async function instantiateCore(module: WebAssembly.Module): Promise<CoreExports> {
  const instance = await WebAssembly.instantiate(module, {});
  const core = instance.exports as unknown as CoreExports;
  if (core.layoutVersion() !== Layout.VERSION) {
    throw new EngineError(
      "WASM_UNAVAILABLE",
      `The core binary has block layout ${core.layoutVersion()}, this package needs ${Layout.VERSION}`,
    );
  }
  return core;
}
