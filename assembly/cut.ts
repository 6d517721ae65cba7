/** Entry of the core that cuts bars: one job per instance of the module. Blocks are described in layout.ts. */

import { writeResult } from "./cut/cut-result";
import { openSolve, solve } from "./cut/cut-search";
import { Status } from "./layout";
import { mark, release } from "./memory";
import { forgiveWork } from "./work";

let base: usize = 0;

/** Reads the request block at `request` and makes a first plan. */
export function cutOpen(request: usize): void {
  base = mark();
  openSolve(request);
  forgiveWork();
}

/** Searches until the plan is done, with a pause wherever the granted work is used up; returns a `Status`. */
export function cutRun(): i32 {
  solve();
  return Status.DONE;
}

/** Address of the best plan's block (`PlanResultHead`), valid until the next call. */
export function cutBest(): usize {
  return writeResult();
}

/** Gives the memory of the job back. */
export function cutClose(): void {
  release(base);
}
