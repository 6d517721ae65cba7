/** Entry of nesting: a request block in, slices of work, the best layout as a block out. */

import { bestPlan, inbox } from "./nest/layout/nest-incumbent";
import { leastSheets } from "./nest/model/nest-problem";
import { adoptLayout, compactLayout, openSolve, raiseBound, solve, startLayout } from "./nest/nest-search";
import { opened } from "./nest/opening";
import { evaluationCount } from "./nest/separate/sample";

/**
 * Reads the request block, suspended after each small part of that; at the end there is a first complete layout, and all
 * memory that the job will need is reserved.
 */
export function nestOpen(request: usize): void {
  openSolve(request);
}

/** How far that has come, an `Opening`. */
export function nestOpened(): i32 {
  return opened;
}

/** Searches until nothing is left to gain, with a pause wherever the granted work is used up; returns a `Status`. */
export function nestRun(): i32 {
  return solve();
}

/** Makes what is on the sheets of the best layout lie flush, as far as `work` goes, at the end or between two steps. */
export function nestCompact(work: f64): void {
  compactLayout(work);
}

/** Address of the best layout so far, as a result block; it stays whole until the next step. */
export function nestBest(): usize {
  return bestPlan();
}

/** Address where the host writes a layout (a result block without a score) for the next two. */
export function nestInbox(): usize {
  return changetype<usize>(inbox);
}

/** No layout of all parts that fit a sheet has fewer sheets, as far as is known so far; 0: nothing is known. */
export function nestLeastSheets(): i32 {
  return leastSheets;
}

/** Takes a better proof of how many sheets are needed; before the first step or between two. */
export function nestRaise(sheets: i32): void {
  raiseBound(sheets);
}

/**
 * Goes on from the layout in the inbox if it is better than the best; before the first step or between two. 1: taken,
 * 0: no better, -1 - n: its placement n, counted through the block, is off the sheet, too near to an earlier one or
 * one copy too many.
 */
export function nestAdopt(): i32 {
  return adoptLayout();
}

/** Begins with the layout in the inbox, which may leave parts out; before the first step. Answers as `nestAdopt`. */
export function nestStart(): i32 {
  return startLayout();
}

/** The memory of a job goes with its instance; nothing else is held. */
export function nestClose(): void {}

/** Candidate places evaluated so far: the solver's own measure of speed. */
export function nestEvaluations(): f64 {
  return evaluationCount();
}
