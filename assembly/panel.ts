/** Entry of the core that cuts panels: one job per instance of the module. Blocks are described in layout.ts. */

import { Status } from "./layout";
import { mark, release } from "./memory";
import { writeResult } from "./panel/panel-result";
import { openSolve, solve } from "./panel/panel-search";
import { forgiveWork } from "./work";

let base: usize = 0;

/** Reads the request block at `request` and makes a first plan. */
export function panelOpen(request: usize): void {
  base = mark();
  openSolve(request);
  forgiveWork();
}

/** Searches until the plan is done, with a pause wherever the granted work is used up; returns a `Status`. */
export function panelRun(): i32 {
  solve();
  return Status.DONE;
}

/** Address of the best plan's block (`PlanResultHead`), valid until the next call. */
export function panelBest(): usize {
  return writeResult();
}

/** Gives the memory of the job back. */
export function panelClose(): void {
  release(base);
}
