/** Services of the place where the engine runs: threads, the core's binary, the number of processors. */
import type { CoreCode, CoreKind } from "../../plan/wasm/load.ts";
import type { OwnTasks } from "../tasks/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";

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

/** How the core travels to workers. It turns to bytes where a worker could not read a compiled module. */
export interface Sending {
  bytes: boolean;
}

export interface Platform {
  /** Where it is missing, compiled modules always travel. */
  readonly sending?: Sending;
  /** Loads one of the core's binaries; called once per engine for each, and again when `sending` has changed. */
  loadCore(kind: CoreKind): Promise<CoreCode>;
  /** Called before threads of a kind are started; may be called again. */
  prepare?(kind: WorkerKind): Promise<void>;
  spawn(kind: WorkerKind): WorkerThread;
  /** One program does all tasks, and it alone can read the requests. */
  readonly ownProgram?: boolean;
  /** For calls on the engine's own thread. */
  readonly tasks: OwnTasks;
  /** Number of processors, at least 1. */
  readonly cores: number;
}
