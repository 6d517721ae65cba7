/**
 * The course of a job: the instant answer, constructions in several orders and directions, then constructions in
 * changed orders for as long as they gain something; where a sheet might be saved, sheets without waste and
 * constructions of the rest; then pressure on what there is, in turns with further tries at sheets without waste.
 *
 * The folders, as a job passes them:
 *
 *     model ─► rectangles  ─┐
 *              construct   ─┼─► layout   the best so far, which the host reads, and how good it can be
 *              puzzle      ─┤
 *     separate ─► compress ─┘
 *
 *     opening         what comes before all of them: tables and the first complete layout
 *     constructions   first layouts, and those around given ones
 *     search          attempts at denser layouts, one after another
 *     nest-search     the two, one after the other, and what happens between two moves
 */

import { Status } from "../layout";
import { pause } from "../pause";
import { spend } from "../work";
import { largeHadEnough } from "./compress/large";
import { changeRound, constructedEnough } from "./construct/rounds";
import {
  circlesDue,
  complete,
  completing,
  constructFirst,
  filling,
  prepareAll,
  takePuzzleTurn,
} from "./constructions";
import { findFault, givenCopies } from "./layout/check";
import { compactBest } from "./layout/compact";
import { adoptPlan, bestPlaced, bestScore } from "./layout/nest-incumbent";
import { scoreBound, sheetInReach, updateBound } from "./layout/sheet-bound";
import {
  clearLeave,
  isLeft,
  Leave,
  leave,
  leaveReason,
  Phase,
  phase,
  setBetweenMoves,
  turnTo,
} from "./model/go-on";
import { copyCount, leastSheets, partCount, raiseLeastSheets, tenacious } from "./model/nest-problem";
import { openJob } from "./opening";
import { searchExactly } from "./puzzle/exact";
import { puzzleDue } from "./puzzle/puzzle";
import {
  driedUp,
  forgetDryGroups,
  forgetDryInserts,
  hadEnoughOverfilling,
  noteGain,
  noteMove,
  search,
} from "./search";

/** The search has begun; there is a layout to begin with that leaves parts out. */
let begun: bool = false;
let given: bool = false;

/** Reads a job, with turns for the host in between, up to its first complete layout and the room for all that follows. */
export function openSolve(request: usize): void {
  setBetweenMoves(betweenMoves);
  openJob(request);
}

/**
 * Takes the layout in the inbox as the one to go on from if it is better than the best: 1 when it is, 0 when it is
 * not, -1 - n when its placement n is wrong. At any time before or between two runs.
 */
export function adoptLayout(): i32 {
  // The layout that was being completed has been in the inbox.
  given = false;
  if (completing) leave(Leave.RESTART);
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  if (!adoptPlan()) return 0;
  forgetDryGroups();
  forgetDryInserts();
  noteGain();
  // The group that was being compressed belongs to a layout of the past.
  if (phase >= Phase.LARGE) leave(Leave.ADOPTED);
  return 1;
}

/** Compacts the best layout; what was being built on the open sheet begins anew, what was compressed is of the past. */
export function compactLayout(work: f64): void {
  compactBest(work);
  if (filling) leave(Leave.RESTART);
  else if (phase >= Phase.INSERT && phase <= Phase.COMPRESS) leave(Leave.ADOPTED);
}

/** As `adoptLayout`, before the first run: what the layout leaves out is placed round about what it holds. */
export function startLayout(): i32 {
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  let copies = 0;
  for (let i = 0; i < partCount; i++) copies += givenCopies[i];
  given = copies < copyCount;
  return given || adoptPlan() ? 1 : 0;
}

/** All parts are known to need so many sheets. */
export function raiseBound(sheets: i32): void {
  if (sheets <= leastSheets) return;
  raiseLeastSheets(sheets);
  updateBound();
}

/** Works until nothing is left to gain. */
export function solve(): Status {
  if (!begun) {
    begun = true;
    if (constructFirst(given)) search(true);
  } else if (leaveReason === Leave.ADOPTED) {
    clearLeave();
    search(false);
  }
  // There is always something left to try: a construction in another order, then other groups, drawn anew.
  while (tenacious && !isOptimal()) {
    clearLeave();
    spend(1);
    forgetDryInserts();
    changeRound();
    if (complete()) search(true);
  }
  clearLeave();
  turnTo(Phase.END);
  return Status.DONE;
}

function isOptimal(): bool {
  return bestPlaced() === copyCount && bestScore() <= scoreBound;
}

/** Between two moves of a search the host may suspend it, and other searches have their turns. */
function betweenMoves(): void {
  if (hadEnough()) leave(Leave.ENOUGH);
  else takeTurns();
  if (!isLeft() && circlesDue()) prepareAll();
  noteMove();
}

/** Pauses, and gives exact searches their share of the work. */
function takeTurns(): void {
  if (mayGoOn() && searchExactly(mayGoOn)) leave(Leave.OVER);
}

/** Pauses; false when the search at hand is to be left. */
function mayGoOn(): bool {
  if (isLeft()) return false;
  pause();
  if (isOptimal()) leave(Leave.OVER);
  return !isLeft();
}

/** Has the search at hand done as much as it is to do at a time? */
function hadEnough(): bool {
  if (phase === Phase.ROUNDS) return constructedEnough();
  if (phase === Phase.LARGE) return largeHadEnough();
  if (phase === Phase.OVERFILL) return hadEnoughOverfilling();
  if (phase === Phase.COMPRESS) {
    noteGain();
    if (driedUp()) leave(Leave.OVER);
    else if (sheetInReach() && puzzleDue(true)) takePuzzleTurn();
  }
  return false;
}
