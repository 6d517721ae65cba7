/** Entry of nesting: a request block in, slices of work, the best layout as a block out. */
import { grantWork } from "./geometry/work";
import { Layout } from "./layout";
import { bestPlan } from "./nest/plan";
import { evaluationCount } from "./nest/search";
import { advanceSolve, openSolve } from "./nest/solve";

export { memoryExhausted, memoryUsed, reserve } from "./memory";

export function layoutVersion(): i32 {
  return Layout.VERSION;
}

/** Reads the request block and makes the first complete layout. Reserves all memory that the job will need. */
export function nestOpen(request: usize): void {
  openSolve(request);
}

/** Spends about `work` units and returns a `Status`. */
export function nestStep(work: f64): i32 {
  grantWork(work);
  return advanceSolve();
}

/** Address of the best layout so far, as a result block; it stays whole until the next step. */
export function nestBest(): usize {
  return bestPlan();
}

/** The memory of a job goes with its instance; nothing else is held. */
export function nestClose(): void {}

/** Candidate places evaluated so far: the solver's own measure of speed. */
export function nestEvaluations(): f64 {
  return evaluationCount();
}
