/** What the engine needs from where it runs: threads, the core's binary, the number of cores. */
import type { OwnTasks } from "../tasks/load.ts";

/** One running worker thread, not yet spoken to. */
export interface WorkerThread {
  /** The engine's end of the channel that the worker serves. */
  readonly port: MessagePort;
  /** Resolves, never rejects, with the reason once the thread has ended for any cause but `terminate`. */
  readonly died: Promise<string>;
  /** A busy worker keeps a Node process alive, an idle one does not. No effect in browsers. */
  keepAlive(busy: boolean): void;
  /** Resolves once the thread and its memory are gone, as far as the platform tells. */
  terminate(): Promise<void>;
}

export interface Platform {
  /** Compiles the core; called once per engine. */
  compileCore(): Promise<WebAssembly.Module>;
  /** Called before threads of a kind are started; may be called again. */
  prepare?(kind: WorkerKind): Promise<void>;
  /** Starts a worker thread: one that solves when it is handed the core, else one that reads and writes files. */
  spawn(core?: WebAssembly.Module): WorkerThread;
  /** For calls on the engine's own thread. */
  readonly tasks: OwnTasks;
  /** Number of processors, at least 1. */
  readonly cores: number;
}

/** A program for each kind of worker, so that a page that nests need not load the readers of drawings. */
export type WorkerKind = "solve" | "files";

/** The core's two builds in base64. */
export interface EmbeddedCore {
  simd: string;
  scalar: string;
}
