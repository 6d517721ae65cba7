/**
 * First layouts, and those around given ones: constructions in several orders and directions, boxes, sheets without waste,
 * and circles, which show the edges of outlines that need not be looked at.
 */
import { workSpent } from "../work";
import { beginFillAround, fill } from "./construct/fill-sheet";
import { someFinished } from "./construct/finished";
import { findLattices, wantsLattices } from "./construct/lattice";
import {
  beginRounds,
  bestRoundAxis,
  endRound,
  noteProgress,
  roundAxis,
  startRound,
} from "./construct/rounds";
import { findFault } from "./layout/check";
import { bestPlaced, bestRevision, endPlan } from "./layout/nest-incumbent";
import { sheetInReach } from "./layout/sheet-bound";
import { clearLeave, goOn, isLeft, Leave, leave, leaveReason, Phase, phase, turnTo } from "./model/go-on";
import { copyCount, obstacleCount, partCount, rectangular, strip } from "./model/nest-problem";
import { CIRCLE_WORK } from "./model/nest-tuning";
import { openedAt } from "./opening";
import { fillToTheBrim, puzzleFirst } from "./puzzle/puzzle";
import { fillsSheets, holesTake } from "./rectangles/box-parts";
import { boxesPay, boxesSuffice, searchBoxes } from "./rectangles/rectangles";
import { prepareCircles } from "./separate/poles";

/** The open sheet is being filled. */
export let filling: bool = false;
/** It began as a sheet of the layout in the inbox. */
export let completing: bool = false;
/** The last layout that was completed was better than the best. */
export let completedBetter: bool = false;
/** Parts and obstacles whose circles are known. */
let prepared: i32 = 0;

/** Constructions in lattices, one along each axis, before all others. */
const LATTICE_ROUNDS = 2;

/** First layouts, one way after the other; false when nothing is left to gain. */
export function constructFirst(given: bool): bool {
  const boxes = boxesPay();
  const boxesFirst = boxes && !holesTake();
  if (given) {
    if (!boxesFirst) beginRounds(0);
    beginFillAround(roundAxis);
    if (!boxes) return complete();
    fillGiven();
  } else if (!boxesFirst) constructAll();
  else if (fillsSheets() && puzzleFirst()) solvePuzzle();
  if (boxes) {
    turnTo(Phase.OTHER);
    searchBoxes();
    // The general search may bring parts at other angles, or that are no rectangles, closer still.
    if (boxesSuffice()) return false;
    constructAll();
  }
  return pushesOn();
}

/** In lattices first, where they may help, then in changed orders for as long as they gain something. */
function constructAll(): void {
  beginRounds(0);
  if (wantsLattices()) {
    turnTo(Phase.LATTICE);
    if (!findLattices()) return;
    beginRounds(-LATTICE_ROUNDS);
  }
  runRounds();
}

function constructRounds(first: i32): void {
  beginRounds(first);
  runRounds();
}

/** One round after another, the first of which is begun, until there have been enough. */
function runRounds(): void {
  while (true) {
    turnTo(Phase.ROUNDS);
    if (endFill()) endRound();
    else if (leaveReason > Leave.RESTART) return;
    else {
      const enough = leaveReason === Leave.ENOUGH;
      clearLeave();
      if (enough) return;
      startRound();
    }
  }
}

/** Ends the construction that is begun; false when it was left. */
function endFill(): bool {
  filling = true;
  const done = fill();
  filling = false;
  return done;
}

/** Ends the construction that is begun round about a given layout. */
function fillGiven(): void {
  turnTo(Phase.COMPLETE);
  completing = true;
  completedBetter = endFill() && endPlan();
  completing = false;
  if (completedBetter) noteProgress();
}

export function forgetCompleted(): void {
  completedBetter = false;
}

/** As `fillGiven`, followed by rounds; false when nothing is left to gain. */
export function complete(): bool {
  fillGiven();
  if (leaveReason === Leave.RESTART) clearLeave();
  if (isLeft()) return false;
  startRound();
  runRounds();
  return pushesOn();
}

/** Places what the layout in the inbox leaves out around what it holds; `coarse`: as in `beginFill`. */
export function completeInbox(coarse: bool): bool {
  const fault = findFault();
  assert(fault < 0);
  beginFillAround(bestRoundAxis, coarse);
  return complete();
}

/** When all is constructed: sheets without waste, where they are promising; false when pushing parts about is of no use. */
export function pushesOn(): bool {
  if (sheetInReach() && puzzleFirst() && !solvePuzzle()) return true;
  // Rectangles are a matter of order, not of pushing, unless a sheet might be saved.
  return !rectangular || strip || sheetInReach() || bestPlaced() < copyCount;
}

/** A pass of sheets without waste; what the full sheets leave is constructed. False when there are none. */
export function solvePuzzle(): bool {
  turnTo(Phase.OTHER);
  if (!fillToTheBrim(false) || !someFinished()) return false;
  constructRounds(0);
  return true;
}

/**
 * Have constructions taken as much work as it takes to find circles, which show where the edges of outlines need not be
 * looked at?
 */
export function circlesDue(): bool {
  if (phase < Phase.LATTICE || phase > Phase.COMPLETE) return false;
  if (rectangular || prepared === partCount + obstacleCount) return false;
  return workSpent() - openedAt > CIRCLE_WORK * <f64>(partCount + obstacleCount);
}

export function prepareAll(): void {
  const before = phase;
  turnTo(Phase.OTHER);
  while (goOn() && prepared < partCount + obstacleCount) prepareCircles(prepared++);
  turnTo(before);
}

/** In turns with the group under pressure: sheets without waste, and what they leave constructed like a job of its own. */
export function takePuzzleTurn(): void {
  turnTo(Phase.OTHER);
  const revision = bestRevision();
  const ended = fillToTheBrim(true);
  if (isLeft()) return;
  let goesOn = true;
  if (ended && someFinished()) {
    constructRounds(0);
    goesOn = pushesOn();
  }
  turnTo(Phase.COMPRESS);
  if (!goesOn) leave(Leave.OVER);
  else if (bestRevision() !== revision) leave(Leave.STALE);
}
