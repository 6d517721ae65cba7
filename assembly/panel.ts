/** Entry of the panel core: one job per instance of the module. Blocks are described in layout.ts. */

import { Status } from "./layout";
import { mark, release } from "./memory";
import { writeResult } from "./panel/result";
import { advance, isFinished, openSolve } from "./panel/solve";
import { forgiveWork, grantWork, workLeft } from "./work";

let base: usize = 0;

/** Reads the request block at `request` and makes a first plan. */
export function panelOpen(request: usize): void {
  base = mark();
  openSolve(request);
  forgiveWork();
}

/** Works on for `work` units; what is overdrawn in one call is missing in the next, so that slices do not matter. */
export function panelStep(work: f64): i32 {
  grantWork(work);
  while (!isFinished() && workLeft()) advance();
  return isFinished() ? Status.DONE : Status.RUNNING;
}

/** Address of the best plan's block (`PlanResultHead`), valid until the next call. */
export function panelBest(): usize {
  return writeResult();
}

/** Gives the memory of the job back. */
export function panelClose(): void {
  release(base);
}
