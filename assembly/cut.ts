/** Entry of the cutting core: one job per instance of the module. Blocks are described in layout.ts. */

import { writeResult } from "./cut/result";
import { advance, isFinished, openSolve } from "./cut/solve";
import { Status } from "./layout";
import { mark, release } from "./memory";
import { forgiveWork, grantWork, workLeft } from "./work";

let base: usize = 0;

/** Reads the request block at `request` and makes a first plan. */
export function cutOpen(request: usize): void {
  base = mark();
  openSolve(request);
  forgiveWork();
}

/** Works on for `work` units; what is overdrawn in one call is missing in the next, so that slices do not matter. */
export function cutStep(work: f64): i32 {
  grantWork(work);
  while (!isFinished() && workLeft()) advance();
  return isFinished() ? Status.DONE : Status.RUNNING;
}

/** Address of the best plan's block (`PlanResultHead`), valid until the next call. */
export function cutBest(): usize {
  return writeResult();
}

/** Gives the memory of the job back. */
export function cutClose(): void {
  release(base);
}
