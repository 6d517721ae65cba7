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
 *     opening   what comes before all of them: tables and the first complete layout
 */

import { defineTask, stepTask, taskAtHand, turnTo } from "../course";
import { Opening, Status } from "../layout";
import { pause } from "../pause";
import { spend, workSpent } from "../work";
import { beginCompress, compressStep } from "./compress/compress";
import { beginInsert, insertPatience, insertStep } from "./compress/insert";
import { beginLarge, largeStep, sendLarge } from "./compress/large";
import { beginOverfill, overfilled, overfillStep } from "./compress/overfill";
import { sendRepeated } from "./compress/repeat";
import { beginFillAround, fillStep } from "./construct/fill";
import { someFinished } from "./construct/finished";
import { latticeStep, wantsLattices } from "./construct/lattice";
import {
  beginRounds,
  bestRoundAxis,
  changeRound,
  constructedEnough,
  endRound,
  lastProgress,
  noteProgress,
  roundAxis,
  startRound,
} from "./construct/rounds";
import { scoreBound, sheetInReach, updateBound } from "./layout/bound";
import { findFault, givenCount } from "./layout/check";
import { compactBest } from "./layout/compact";
import {
  adoptPlan,
  bestPlaced,
  bestRevision,
  bestScore,
  endPlan,
  leapCount,
  recordCount,
  sendBest,
} from "./layout/incumbent";
import {
  copyCount,
  leastSheets,
  obstacleCount,
  partCount,
  raiseLeastSheets,
  rectangular,
  strip,
  tenacious,
} from "./model/problem";
import {
  BOLD_STALLS,
  CIRCLE_WORK,
  DRY_GROUPS,
  DRY_SHARE,
  DRY_WORK,
  GROUP_ITEMS,
  LEAST_GAIN,
  OVERFILL_SHARE,
  SHORT_EFFORTS,
} from "./model/tuning";
import { beginOpening, openingStep } from "./opening";
import { exactDue, exactStep } from "./puzzle/exact";
import { beginPuzzle, puzzleDue, puzzleFirst, puzzleStep } from "./puzzle/puzzle";
import { allUpright, fillsSheets, holesTake } from "./rectangles/boxes";
import { boxesPay, rectangleStep } from "./rectangles/rectangles";
import { prepareCircles } from "./separate/poles";

enum Task {
  BOXES = 0,
  LATTICE = 1,
  CONSTRUCT = 2,
  PUZZLE = 3,
  PREPARE = 4,
  COMPRESS = 5,
  LARGE = 6,
  INSERT = 7,
  OVERFILL = 8,
  END = 9,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  /** The search among boxes is not over. */
  boxes: bool;
  /** Work done when all was opened. */
  openedAt: f64;
  prepared: i32;
  /** What goes on when everything is prepared; `END`: the search. */
  interrupted: i32;
  /** Groups compressed in a row without a gain, and attempts in a row that placed no more. */
  dry: i32;
  dryInserts: i32;
  /** Work done when the current one began, and what the last gain led to. */
  searchedAt: f64;
  scoreBefore: f64;
  leapsBefore: i32;
  /** Revision of the layout whose group waits for the end of a try at sheets without waste; -1 when none waits. */
  pausedRevision: i32;
  /** The last try with the large parts first led to a better layout. */
  largeGained: bool;
  /** Short searches of the emptiest sheet so far. */
  effort: i32;
  /** Work that went into over-full sheets. */
  overfilling: f64;
  /** A construction round about a given layout is under way and is to be finished. */
  completing: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.pausedRevision = -1;
state.interrupted = Task.END;

/** Constructions in lattices, one along each axis, before all others. */
const LATTICE_ROUNDS = 2;

/** Begins what `openStep` goes on with. */
export function openSolve(request: usize): void {
  defineTasks();
  beginOpening(request);
}

/** One step of the opening, a small one; says how far it has come. */
export function openStep(): Opening {
  const opening = openingStep();
  if (opening === Opening.DONE) beginSearch();
  return opening;
}

function beginSearch(): void {
  state.boxes = boxesPay();
  state.openedAt = workSpent();
  if (!state.boxes || holesTake()) turnTo(beginConstruction());
  else if (fillsSheets() && puzzleFirst()) startPuzzle(true);
  else turnTo(Task.BOXES);
}

/**
 * Takes the layout in the inbox as the one to go on from if it is better than the best: 1 when it is, 0 when it is
 * not, -1 - n when its placement n is wrong. At any time before or between steps.
 */
export function adoptLayout(): i32 {
  // What was being completed has been in the inbox.
  if (state.completing) {
    state.completing = false;
    startRound();
  }
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  if (!adoptPlan()) return 0;
  state.dry = 0;
  state.dryInserts = 0;
  noteGain();
  // What was being compressed is a piece of another layout now.
  if (taskAtHand() >= Task.COMPRESS) turnTo(nextTask());
  return 1;
}

/** Compacts the best layout; what was being built on the open sheet begins anew, what was compressed is of the past. */
export function compactLayout(work: f64): void {
  compactBest(work);
  state.completing = false;
  if (taskAtHand() === Task.CONSTRUCT) startRound();
  else if (ofIncumbent()) turnTo(nextTask());
}

/** Is what is being done about the sheets of the incumbent as they were? */
function ofIncumbent(): bool {
  return taskAtHand() === Task.COMPRESS || taskAtHand() === Task.INSERT || taskAtHand() === Task.OVERFILL;
}

/** As `adoptLayout`, before the first step: what the layout leaves out is placed round about what it holds. */
export function startLayout(): i32 {
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  let given = 0;
  for (let i = 0; i < partCount; i++) given += givenCount(i);
  if (given === copyCount) return adoptPlan() ? 1 : 0;
  beginFillAround(roundAxis());
  turnTo(Task.CONSTRUCT);
  state.completing = true;
  return 1;
}

/** All parts are known to need so many sheets. */
export function raiseBound(sheets: i32): void {
  if (sheets <= leastSheets) return;
  raiseLeastSheets(sheets);
  updateBound();
}

/** Works until nothing is left to gain. */
export function advanceSolve(): Status {
  while (true) {
    pause();
    if (bestPlaced() === copyCount && bestScore() <= scoreBound()) return Status.DONE;
    if (taskAtHand() === Task.END) {
      if (!tenacious) return Status.DONE;
      beginAgain();
    }
    if (exactDue()) {
      if (exactStep()) turnTo(Task.END);
    } else if (circlesDue()) {
      state.interrupted = taskAtHand();
      turnTo(Task.PREPARE);
    } else {
      stepTask();
    }
  }
}

/** There is always something left to try: a construction in another order, then other groups, drawn anew. */
function beginAgain(): void {
  spend(1);
  state.dryInserts = 0;
  changeRound();
  state.completing = true;
  turnTo(Task.CONSTRUCT);
}

function defineTasks(): void {
  defineTask(Task.BOXES, boxesStep, endBoxes);
  defineTask(Task.LATTICE, latticesStep, endLattices);
  defineTask(Task.CONSTRUCT, constructStep, endRounds);
  defineTask(Task.PUZZLE, sheetsStep, endPuzzle);
  defineTask(Task.PREPARE, prepareStep, endPreparation);
  defineTask(Task.COMPRESS, groupStep, endGroup);
  defineTask(Task.LARGE, largePartsStep, endLarge);
  defineTask(Task.INSERT, missingStep, endInsertion);
  defineTask(Task.OVERFILL, fullSheetsStep, endOverfill);
}

function boxesStep(): bool {
  if (rectangleStep()) return false;
  updateBound();
  return true;
}

function latticesStep(): bool {
  return !latticeStep();
}

function endLattices(): void {
  turnTo(Task.CONSTRUCT);
  beginRounds(-LATTICE_ROUNDS);
}

/** One round after another, until there have been enough. */
function constructStep(): bool {
  if (fillStep()) finishRound();
  return state.completing || !constructedEnough();
}

/** In turns with the group under pressure, if one waits. */
function sheetsStep(): bool {
  if (puzzleStep()) return false;
  if (state.pausedRevision === bestRevision() && !puzzleDue(true)) turnTo(Task.COMPRESS);
  return true;
}

function prepareStep(): bool {
  if (state.prepared === partCount + obstacleCount) return false;
  prepareCircles(state.prepared++);
  return true;
}

/** Circles are what constructions waited for, or the search. */
function endPreparation(): void {
  if (state.interrupted !== Task.END) {
    turnTo(state.interrupted);
    state.interrupted = Task.END;
  } else {
    noteProgress();
    startSearch();
  }
}

function largePartsStep(): bool {
  return !largeStep();
}

/** Everything else is constructed around the large parts. */
function endLarge(): void {
  state.largeGained = false;
  if (sendLarge()) completeInbox(true);
  else startSearch();
}

function missingStep(): bool {
  return !insertStep();
}

function endInsertion(): void {
  state.dryInserts = leapCount() > state.leapsBefore ? 0 : state.dryInserts + 1;
  startSearch();
}

function fullSheetsStep(): bool {
  const before = workSpent();
  const over = overfillStep();
  state.overfilling += workSpent() - before;
  return !over && mayOverfill();
}

/** Most of the work is for what is left on the emptiest sheet: how the large parts lie there takes longest to find. */
function mayOverfill(): bool {
  return state.overfilling < OVERFILL_SHARE * (workSpent() - state.openedAt);
}

/** The emptiest sheet has the more room now. */
function endOverfill(): void {
  if (overfilled()) noteProgress();
  turnTo(startCompress());
}

function groupStep(): bool {
  if (compressStep()) return false;
  noteGain();
  if (driedUp()) turnTo(Task.END);
  else if (sheetInReach() && puzzleDue(true)) startPuzzle(false);
  return true;
}

/**
 * Have constructions taken as much work as it takes to find circles, which show where the edges of outlines need not be
 * looked at?
 */
function circlesDue(): bool {
  if (taskAtHand() !== Task.LATTICE && taskAtHand() !== Task.CONSTRUCT) return false;
  if (rectangular || state.prepared === partCount + obstacleCount) return false;
  return workSpent() - state.openedAt > CIRCLE_WORK * <f64>(partCount + obstacleCount);
}

/** A strip is worked on until it is stopped; sheets are done when a few groups in a row have gained nothing. */
function endGroup(): void {
  noteGain();
  const gained = lastProgress() >= state.searchedAt;
  if (state.effort < SHORT_EFFORTS && recordCount() > 1 && !sheetInReach()) {
    state.effort++;
    if (!gained) {
      startSearch();
      return;
    }
  }
  state.dry = gained ? 0 : state.dry + 1;
  if (state.dry === 0 && bestPlaced() < copyCount) completeBest();
  else if (state.dry === 0 && sheetInReach() && sendRepeated()) completeInbox(false);
  else if (strip || state.dry < DRY_GROUPS) startSearch();
  else if (sheetInReach() && puzzleDue(false)) startPuzzle(true);
  // Other groups, drawn anew: there is always something left to try while a sheet might be saved.
  else if (sheetInReach()) startSearch();
  else turnTo(Task.END);
}

/** What has no place is offered the room that has been gained, as if the layout had come from outside. */
function completeBest(): void {
  state.dryInserts = 0;
  sendBest();
  completeInbox(false);
}

/** Places what the layout in the inbox leaves out around what it holds; `coarse`: small parts at right angles only. */
function completeInbox(coarse: bool): void {
  const fault = findFault();
  assert(fault < 0);
  beginFillAround(bestRoundAxis(), coarse);
  turnTo(Task.CONSTRUCT);
  state.completing = true;
}

/** Has there been no gain for long where nothing but a larger remnant is to be had? */
function driedUp(): bool {
  if (tenacious || strip || sheetInReach()) return false;
  const patience = DRY_WORK * <f64>min(copyCount, GROUP_ITEMS) + DRY_SHARE * workSpent();
  return workSpent() - lastProgress() > patience;
}

/** What is pushed about in other angles, or is no rectangle, the general search may bring closer still. */
function endBoxes(): void {
  state.boxes = false;
  turnTo(allUpright && !tenacious ? Task.END : beginConstruction());
}

function endRounds(): void {
  if (state.boxes) {
    turnTo(Task.BOXES);
    return;
  }
  if (sheetInReach() && puzzleFirst()) startPuzzle(true);
  // Rectangles are a matter of order, not of pushing, unless a sheet might be saved.
  else if (rectangular && !strip && !sheetInReach() && bestPlaced() === copyCount) turnTo(Task.END);
  else resumeCompress();
}

/** `anew`: there is no group under pressure to come back to. */
function startPuzzle(anew: bool): void {
  state.pausedRevision = anew ? -1 : bestRevision();
  beginPuzzle();
  turnTo(Task.PUZZLE);
}

/** What the full sheets leave is constructed like a job of its own. */
function endPuzzle(): void {
  if (!someFinished()) {
    if (state.boxes) turnTo(Task.BOXES);
    else resumeCompress();
    return;
  }
  turnTo(Task.CONSTRUCT);
  beginRounds(0);
}

/** Back to the group that was under pressure, unless it belongs to a layout of the past. */
function resumeCompress(): void {
  turnTo(bestRevision() === state.pausedRevision ? Task.COMPRESS : Task.PREPARE);
}

function startSearch(): void {
  state.searchedAt = workSpent();
  markScore();
  turnTo(
    sheetInReach() && beginLarge(state.dry > 0 || state.largeGained, bestRoundAxis())
      ? Task.LARGE
      : nextTask(),
  );
}

/** What comes next when everything is constructed or an attempt is over. */
function nextTask(): Task {
  // Limited sheets are to take more before what they hold is compressed.
  const missing = bestPlaced() < copyCount && bestPlaced() > 0;
  if (missing && state.dryInserts < insertPatience() && beginInsert()) return Task.INSERT;
  if (!missing && mayOverfill() && beginOverfill(shortStalls())) return Task.OVERFILL;
  return startCompress();
}

/** Where a sheet might be saved, several are pressed at once; for a larger remnant the emptiest alone, for short at first. */
function startCompress(): Task {
  const alone = recordCount() > 1 && !sheetInReach();
  const short = alone && state.effort < SHORT_EFFORTS;
  return beginCompress(alone, short ? shortStalls() : 0) ? Task.COMPRESS : Task.END;
}

/** Rounds without progress that end an attempt of a short search, twice as many after each. */
function shortStalls(): i32 {
  return BOLD_STALLS << state.effort;
}

function noteGain(): void {
  if (bestScore() >= state.scoreBefore - LEAST_GAIN && leapCount() === state.leapsBefore) return;
  markScore();
  noteProgress();
}

function markScore(): void {
  state.scoreBefore = bestScore();
  state.leapsBefore = leapCount();
}

function beginConstruction(): Task {
  beginRounds(0);
  return wantsLattices() ? Task.LATTICE : Task.CONSTRUCT;
}

function finishRound(): void {
  if (!state.completing) {
    endRound();
    return;
  }
  state.completing = false;
  state.largeGained = endPlan();
  if (state.largeGained) noteProgress();
  if (state.boxes) turnTo(Task.BOXES);
  else startRound();
}
