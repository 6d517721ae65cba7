/**
 * Runs a search of the core until it ends or has used up its grant. The core then calls `suspend` in the midst of its
 * loops: Binaryen's Asyncify unwinds them into a stack in the core's memory, and the next run rewinds them and goes on
 * behind that call (assembly/pause.ts). In between the core is at rest, and everything else of it may be called.
 */
import { Status } from "../../../assembly/layout.ts";
import { EngineError } from "../../base/errors.ts";

/** Exports of the core that only this file calls. */
export interface SearchExports {
  grantWork(units: number): void;
  openStack(): number;
  closeStack(): number;
  dropStack(): void;
  /** The search has been left for good. */
  isStopped(): number;
  asyncify_get_state(): number;
  asyncify_start_unwind(stack: number): void;
  asyncify_stop_unwind(): void;
  asyncify_start_rewind(stack: number): void;
  asyncify_stop_rewind(): void;
}

/** States of Asyncify. */
const UNWINDING = 1;
const REWINDING = 2;

export class CoreSearch {
  private core!: SearchExports;
  /** Address of the frames of a suspended search. */
  private stack = 0;

  /** `exports` of the instance that imports `suspend`. */
  start(exports: SearchExports): void {
    this.core = exports;
  }

  /** Imported by the core: begins to unwind, or ends rewinding, which is when the search goes on. */
  readonly suspend = (): void => {
    const { core } = this;
    if (core.asyncify_get_state() === REWINDING) {
      core.asyncify_stop_rewind();
      core.dropStack();
      this.stack = 0;
    } else {
      this.stack = core.openStack();
      core.asyncify_start_unwind(this.stack);
    }
  };

  /** Grants `work` units and runs `search`, or goes on with it where it was suspended; returns its `Status`. */
  run(search: () => number, work: number): number {
    const { core } = this;
    if (core.isStopped()) return Status.DONE;
    core.grantWork(work);
    if (this.stack !== 0) core.asyncify_start_rewind(this.stack);
    const status = search();
    if (core.asyncify_get_state() !== UNWINDING) return status;
    if (!core.closeStack())
      throw new EngineError("INTERNAL", "The solver's calls are nested too deeply to be suspended");
    core.asyncify_stop_unwind();
    if (!core.isStopped()) return Status.RUNNING;
    core.dropStack();
    return Status.DONE;
  }
}
