/**
 * The compiled core: pick the SIMD or the scalar binary, instantiate one instance per job, refuse a binary whose
 * blocks have another shape than this package expects.
 */
import { Layout, Opening, Status } from "../../../assembly/layout.ts";
import { EngineError } from "../../base/errors.ts";
import { CoreSearch, type SearchExports } from "./search.ts";

/** Results of a step; the rest of the engine knows the core through this folder alone. */
export { Opening, Status };

/** Exports of the core. Pointers are byte addresses in `memory`; blocks are arrays of f64 slots (assembly/layout.ts). */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  /** A fresh instance in the same memory, for another job: this one is not to be used any more. */
  renew(): Promise<CoreExports>;
  layoutVersion(): number;
  memoryExhausted(): number;
  memoryUsed(): number;
  /** Not while a search is suspended. */
  reserve(bytes: number): number;
  /** Debug builds: every pause of a search suspends it from now on, with or without work left. */
  pauseEverywhere(): void;
  workLeft(): number;
  /** Begins to open a job of nesting. */
  nestOpen(requestPtr: number): void;
  /** Opens it a small part further; returns an `Opening`. */
  nestOpenStep(): number;
  /** Searches on for about `work` units; returns a `Status`. */
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

type OwnExports = Omit<CoreExports, "renew" | "nestOpenStep" | "nestStep" | "cutStep" | "panelStep"> &
  Record<"nestOpened" | "nestRun" | "cutRun" | "panelRun", () => number>;

/** A binary for each: a page loads those of what it plans. */
export type CoreKind = "nest" | "cut" | "panels";

/** A binary of the core, compiled or, where compiled modules cannot be sent to workers, as bytes. */
export type CoreCode = WebAssembly.Module | BufferSource;

/** Chooses the SIMD binary where the engine validates it, the scalar one elsewhere: the binary is its own feature test. */
export async function chooseCore(binaries: {
  simd: () => Promise<BufferSource>;
  scalar: () => Promise<BufferSource>;
}): Promise<BufferSource> {
  if (typeof WebAssembly === "undefined") throw unavailable();
  const simd = await binaries.simd();
  return WebAssembly.validate(simd) ? simd : binaries.scalar();
}

/** Compiles a binary that is not compiled yet. */
export async function compiled(core: CoreCode): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw unavailable();
  if (core instanceof WebAssembly.Module) return core;
  try {
    return await WebAssembly.compile(core);
  } catch (cause) {
    throw unavailable(cause as Error);
  }
}

function unavailable(cause?: Error): EngineError {
  const message = cause
    ? `This environment does not compile WebAssembly: ${cause.message}`
    : "This environment has no WebAssembly";
  return new EngineError("WASM_UNAVAILABLE", message, { cause });
}

const PAGE_BYTES = 65_536;
/** As in asconfig.json. What the core keeps outside its arena lies in the first pages, which it takes to be zero. */
const FIRST_PAGES = 16;
const MOST_PAGES = 16_384;

/** The memory of the last job of this thread, as long as nothing else needs the room. */
let spare: WeakRef<WebAssembly.Memory> | undefined;

/**
 * Runs a job on a fresh instance. Its memory may be one that another job has used: to let go of one costs the garbage
 * collector tens of milliseconds of several processors, so what a job has left serves the next one; after a fault
 * it is not used again.
 */
export async function withCore<Result>(
  module: WebAssembly.Module,
  run: (core: CoreExports) => Promise<Result>,
): Promise<Result> {
  const memory = spare?.deref() ?? freshMemory();
  spare = undefined;
  const result = await run(await instantiateCore(module, memory));
  spare = new WeakRef(memory);
  return result;
}

/** As the core imports it. */
export function freshMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
}

/**
 * A fresh instance, whose arena may be another one's of before; what that has left there means nothing. `more`: what a
 * build with checks imports beside what all builds do.
 */
export async function instantiateCore(
  module: WebAssembly.Module,
  memory = freshMemory(),
  more: WebAssembly.Imports = {},
): Promise<CoreExports> {
  new Uint8Array(memory.buffer, 0, FIRST_PAGES * PAGE_BYTES).fill(0);
  const search = new CoreSearch();
  const instance = await WebAssembly.instantiate(module, {
    env: { memory },
    pause: { suspend: search.suspend },
    ...more,
  });
  const exports = instance.exports as unknown as OwnExports & SearchExports;
  search.start(exports);
  const nestOpen = (request: number): void => {
    search.run(() => {
      exports.nestOpen(request);
      return Status.DONE;
    }, 0);
  };
  const core: CoreExports = {
    ...exports,
    renew: () => instantiateCore(module, memory),
    nestOpen,
    nestOpenStep() {
      if (exports.nestOpened() !== Opening.DONE) nestOpen(0);
      return exports.nestOpened();
    },
    nestStep: (work) => search.run(exports.nestRun, work),
    cutStep: (work) => search.run(exports.cutRun, work),
    panelStep: (work) => search.run(exports.panelRun, work),
  };
  if (core.layoutVersion() !== Layout.VERSION) {
    throw new EngineError(
      "WASM_UNAVAILABLE",
      `The core has layout ${core.layoutVersion()}, the package needs ${Layout.VERSION}`,
    );
  }
  return core;
}
