/**
 * The course of a job: the instant answer, constructions in several orders and directions, then constructions in
 * changed orders for as long as they gain something; where a sheet might be saved, sheets without waste and
 * constructions of the rest; then pressure on what there is, in turns with further tries at sheets without waste.
 *
 * The folders, as a job passes them:
 *
 *     model ─► rectangles  ─┐
 *              construct   ─┼─► layout   the best so far, which the host reads
 *              puzzle      ─┤
 *     separate ─► compress ─┘            bound: how good can it be?
 */

import { Opening, Status } from "../layout";
import { randomIndex, seedRandom } from "../random";
import { workLeft, workSpent } from "../work";
import { scoreBound } from "./bound";
import { beginCompress, compressStep, openCompress } from "./compress/compress";
import { beginInsert, insertStep } from "./compress/insert";
import { beginFill, beginFillAround, fillStep, openFill } from "./construct/fill";
import { someFinished } from "./construct/finished";
import { openHoles } from "./construct/holes";
import { latticeStep, openLattices, wantsLattices } from "./construct/lattice";
import { changeOrder, keepOrder, openOrders, preferShape, sortOrder } from "./construct/order";
import { Pricing } from "./construct/sheet-types";
import { planShelves } from "./construct/shelf";
import { findFault, givenCount, openAdoption } from "./layout/check";
import { compactBest, openCompaction } from "./layout/compact";
import {
  adoptPlan,
  bestPlaced,
  bestScore,
  endPlan,
  firstRecord,
  leapCount,
  openPlans,
  recordCopies,
  recordCount,
  recordType,
  sendBest,
} from "./layout/incumbent";
import { openSheets } from "./layout/sheet";
import {
  copyCount,
  leastSheets,
  mostSheets,
  obstacleCount,
  openProblem,
  partAt,
  partCount,
  raiseLeastSheets,
  readProblem,
  rectangular,
  searchIndex,
  seed,
  strip,
  typeAt,
  typeCount,
} from "./model/problem";
import {
  CIRCLE_WORK,
  COARSE_ROUNDS,
  CONSTRUCT_WORK,
  DRY_GROUPS,
  DRY_INSERTS,
  DRY_SHARE,
  DRY_WORK,
  FIRST_ROUNDS,
  GROUP_ITEMS,
  LEAST_GAIN,
  LEAST_WORK,
  ORDER_ROUNDS,
  PATIENCE,
  RECTANGLE_WORK,
  SEARCH_ROUNDS,
} from "./model/tuning";
import { exactDue, exactStep, openExact } from "./puzzle/exact";
import { beginPuzzle, openPuzzle, puzzleDue, puzzleFirst, puzzleStep } from "./puzzle/puzzle";
import { allUpright, fillsSheets, holesTake } from "./rectangles/boxes";
import { boxesPay, openRectangles, openRectanglesStep, rectangleStep } from "./rectangles/rectangles";
import { openCircles, prepareCircles } from "./separate/poles";
import { openSeparation } from "./separate/separate";
import { openItems } from "./separate/state";

enum Phase {
  BOXES = 0,
  LATTICE = 1,
  CONSTRUCT = 2,
  PUZZLE = 3,
  PREPARE = 4,
  COMPRESS = 5,
  INSERT = 6,
  DONE = 7,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  opening: Opening;
  phase: Phase;
  /** The search among boxes is not over. */
  boxes: bool;
  /** Work done when all was opened. */
  openedAt: f64;
  prepared: i32;
  /** What goes on when everything is prepared; `DONE`: the search. */
  interrupted: Phase;
  bound: f64;
  /** Constructions begun so far, those in lattices from below 0, and since the last gain. */
  round: i32;
  idle: i32;
  /** Work done when the running series of constructions began, and at the last gain. */
  begunAt: f64;
  gainedAt: f64;
  /** Groups compressed in a row without a gain, and attempts in a row that placed no more. */
  dry: i32;
  dryInserts: i32;
  /** Work done when the current one began, and what the last gain led to. */
  searchedAt: f64;
  scoreBefore: f64;
  leapsBefore: i32;
  /** Score of the layout whose group waits for the end of a try at sheets without waste; infinite when none waits. */
  pausedScore: f64;
  bestAxis: i32;
  currentAxis: i32;
  /** A construction round about a given layout is under way and is to be finished. */
  completing: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.phase = Phase.DONE;
state.pausedScore = Infinity;
state.interrupted = Phase.DONE;

/** Constructions in lattices, one along each axis, before all others. */
const LATTICE_ROUNDS = 2;

/** Begins what `openStep` goes on with. */
export function openSolve(request: usize): void {
  openProblem(request);
  state.opening = Opening.PROBLEM;
}

/** One step of the opening, a small one; says how far it has come. */
export function openStep(): Opening {
  if (state.opening === Opening.PROBLEM) {
    if (readProblem()) {
      openTables();
      state.opening = Opening.TABLES;
    }
  } else if (state.opening === Opening.TABLES) {
    planShelves();
    openRectangles();
    state.opening = Opening.LAYOUT;
  } else if (openRectanglesStep()) {
    state.boxes = boxesPay();
    openSearches();
    state.opening = Opening.DONE;
  }
  return state.opening;
}

function openTables(): void {
  seedRandom(seed);
  openCircles();
  openSheets();
  openPlans();
  openAdoption();
  openOrders();
  openFill();
  openHoles();
  openCompaction();
}

function openSearches(): void {
  state.bound = scoreBound();
  state.openedAt = workSpent();
  openPuzzle(state.bound - LEAST_GAIN);
  openLattices();
  openExact();
  // What is never pushed about needs none of the tables for it.
  if (!state.boxes || !allUpright) {
    openItems();
    openSeparation();
    openCompress();
  }
  if (!state.boxes || holesTake()) state.phase = beginConstruction();
  else if (fillsSheets() && puzzleFirst()) startPuzzle(true);
  else state.phase = Phase.BOXES;
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
  if (state.phase >= Phase.COMPRESS) state.phase = nextPhase();
  return 1;
}

/** Compacts the best layout; what was being built on the open sheet begins anew, what was compressed is of the past. */
export function compactLayout(work: f64): void {
  compactBest(work);
  state.completing = false;
  if (state.phase === Phase.CONSTRUCT) startRound();
  else if (state.phase === Phase.COMPRESS || state.phase === Phase.INSERT) state.phase = nextPhase();
}

/** As `adoptLayout`, before the first step: what the layout leaves out is placed round about what it holds. */
export function startLayout(): i32 {
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  let given = 0;
  for (let i = 0; i < partCount; i++) given += givenCount(i);
  if (given === copyCount) return adoptPlan() ? 1 : 0;
  beginFillAround(state.currentAxis);
  state.phase = Phase.CONSTRUCT;
  state.completing = true;
  return 1;
}

/** All parts are known to need so many sheets. */
export function raiseBound(sheets: i32): void {
  if (sheets <= leastSheets) return;
  raiseLeastSheets(sheets);
  state.bound = scoreBound();
}

/** Works until the grant is used up or nothing is left to gain. */
export function advanceSolve(): Status {
  while (workLeft()) {
    if (state.phase === Phase.DONE || (bestPlaced() === copyCount && bestScore() <= state.bound))
      return Status.DONE;
    if (exactDue()) {
      if (exactStep()) state.phase = Phase.DONE;
    } else if (circlesDue()) {
      state.interrupted = state.phase;
      state.phase = Phase.PREPARE;
    } else if (state.phase === Phase.BOXES) {
      if (rectangleStep()) endBoxes();
      else state.bound = scoreBound();
    } else if (state.phase === Phase.LATTICE) {
      if (latticeStep()) {
        state.phase = Phase.CONSTRUCT;
        beginRounds();
        state.round = -LATTICE_ROUNDS;
        startRound();
      }
    } else if (state.phase === Phase.CONSTRUCT) {
      if (fillStep()) finishRound();
      if (!state.completing && constructedEnough()) endRounds();
    } else if (state.phase === Phase.PUZZLE) {
      if (puzzleStep()) endPuzzle();
      else if (state.pausedScore === bestScore() && !puzzleDue(true)) state.phase = Phase.COMPRESS;
    } else if (state.phase === Phase.PREPARE) {
      if (state.prepared < partCount + obstacleCount) prepareCircles(state.prepared++);
      else if (state.interrupted !== Phase.DONE) {
        state.phase = state.interrupted;
        state.interrupted = Phase.DONE;
      } else {
        state.gainedAt = workSpent();
        startSearch();
      }
    } else if (state.phase === Phase.INSERT) {
      if (insertStep()) {
        state.dryInserts = leapCount() > state.leapsBefore ? 0 : state.dryInserts + 1;
        startSearch();
      }
    } else if (compressStep()) {
      endGroup();
    } else {
      noteGain();
      if (driedUp()) state.phase = Phase.DONE;
      else if (sheetInReach() && puzzleDue(true)) startPuzzle(false);
    }
  }
  return Status.RUNNING;
}

/**
 * Have constructions taken as much work as it takes to find circles, which show where the edges of outlines need not be
 * looked at?
 */
function circlesDue(): bool {
  if (state.phase !== Phase.LATTICE && state.phase !== Phase.CONSTRUCT) return false;
  if (rectangular || state.prepared === partCount + obstacleCount) return false;
  return workSpent() - state.openedAt > CIRCLE_WORK * <f64>(partCount + obstacleCount);
}

/** A strip is worked on until it is stopped; sheets are done when a few groups in a row have gained nothing. */
function endGroup(): void {
  noteGain();
  state.dry = state.gainedAt >= state.searchedAt ? 0 : state.dry + 1;
  if (state.dry === 0 && bestPlaced() < copyCount) completeBest();
  else if (strip || state.dry < DRY_GROUPS) startSearch();
  else if (sheetInReach() && puzzleDue(false)) startPuzzle(true);
  // Other groups, drawn anew: there is always something left to try while a sheet might be saved.
  else if (sheetInReach()) startSearch();
  else state.phase = Phase.DONE;
}

/** What has no place is offered the room that has been gained, as if the layout had come from outside. */
function completeBest(): void {
  state.dryInserts = 0;
  sendBest();
  findFault();
  beginFillAround(state.bestAxis);
  state.phase = Phase.CONSTRUCT;
  state.completing = true;
}

/** Has there been no gain for long where nothing but a larger remnant is to be had? */
function driedUp(): bool {
  if (strip || sheetInReach()) return false;
  const patience = DRY_WORK * <f64>min(copyCount, GROUP_ITEMS) + DRY_SHARE * workSpent();
  return workSpent() - state.gainedAt > patience;
}

/** Might there be a layout of all parts that takes a sheet less or a cheaper one? */
function sheetInReach(): bool {
  if (strip || bestPlaced() < copyCount || isLeast()) return false;
  return Math.ceil(bestScore()) > Math.ceil(state.bound - LEAST_GAIN);
}

/** Is it one sheet, and no other cheaper? */
function isLeast(): bool {
  if (recordCount() !== 1 || recordCopies(firstRecord()) > 1) return false;
  for (let i = 0; i < typeCount; i++) if (priceOf(i) < priceOf(recordType(firstRecord()))) return false;
  return true;
}

function priceOf(type: i32): f64 {
  return typeAt(type).free ? 0 : typeAt(type).cost;
}

/** What is pushed about in other angles, or is no rectangle, the general search may bring closer still. */
function endBoxes(): void {
  state.boxes = false;
  state.phase = allUpright ? Phase.DONE : beginConstruction();
}

function endRounds(): void {
  if (state.boxes) {
    state.phase = Phase.BOXES;
    return;
  }
  if (sheetInReach() && puzzleFirst()) startPuzzle(true);
  // Rectangles are a matter of order, not of pushing, unless a sheet might be saved.
  else if (rectangular && !strip && !sheetInReach() && bestPlaced() === copyCount) state.phase = Phase.DONE;
  else resumeCompress();
}

/** `anew`: there is no group under pressure to come back to. */
function startPuzzle(anew: bool): void {
  state.pausedScore = anew ? Infinity : bestScore();
  beginPuzzle();
  state.phase = Phase.PUZZLE;
}

/** What the full sheets leave is constructed like a job of its own. */
function endPuzzle(): void {
  if (!someFinished()) {
    if (state.boxes) state.phase = Phase.BOXES;
    else resumeCompress();
    return;
  }
  state.phase = Phase.CONSTRUCT;
  beginRounds();
}

/** Back to the group that was under pressure, unless it belongs to a layout of the past. */
function resumeCompress(): void {
  state.phase = bestScore() === state.pausedScore ? Phase.COMPRESS : Phase.PREPARE;
}

function startSearch(): void {
  state.searchedAt = workSpent();
  markScore();
  state.phase = nextPhase();
}

/** What comes next when everything is constructed or an attempt is over. */
function nextPhase(): Phase {
  // Limited sheets are to take more before what they hold is compressed.
  const missing = bestPlaced() < copyCount && bestPlaced() > 0;
  if (missing && state.dryInserts < DRY_INSERTS && beginInsert()) return Phase.INSERT;
  return beginCompress() ? Phase.COMPRESS : Phase.DONE;
}

function noteGain(): void {
  if (bestScore() >= state.scoreBefore - LEAST_GAIN && leapCount() === state.leapsBefore) return;
  markScore();
  state.gainedAt = workSpent();
}

function markScore(): void {
  state.scoreBefore = bestScore();
  state.leapsBefore = leapCount();
}

function constructedEnough(): bool {
  const patient =
    workSpent() - state.gainedAt < LEAST_WORK + (rectangular ? state.gainedAt - state.begunAt : 0);
  if (rectangular && state.round >= FIRST_ROUNDS && isPolished()) return true;
  if (state.round >= FIRST_ROUNDS && (strip || state.idle >= PATIENCE)) return !patient;
  return state.round >= 2 && workSpent() - state.begunAt > CONSTRUCT_WORK;
}

/** Are rectangles as far as a few moments bring them, and nothing but a larger remnant to be had? */
function isPolished(): bool {
  if (strip || bestPlaced() < copyCount || sheetInReach()) return false;
  return workSpent() - state.begunAt > RECTANGLE_WORK * <f64>copyCount;
}

function beginConstruction(): Phase {
  beginRounds();
  return wantsLattices() ? Phase.LATTICE : Phase.CONSTRUCT;
}

function beginRounds(): void {
  state.round = 0;
  state.idle = 0;
  state.begunAt = workSpent();
  state.gainedAt = state.begunAt;
  startRound();
}

/**
 * The first rounds try three orders along both axes, then one orientation for all parts; in a strip, which has one
 * axis only, orders and orientations take turns. Several searches each begin elsewhere among them. Later rounds change
 * the best order a little.
 */
function startRound(): void {
  const index =
    state.round < 0 || state.round >= FIRST_ROUNDS
      ? state.round
      : (state.round + SEARCH_ROUNDS * searchIndex) % FIRST_ROUNDS;
  state.currentAxis = strip ? 0 : (index < 0 ? index + searchIndex : index) & 1;
  if (index < 0) {
    sortOrder(0);
    beginFill(state.currentAxis, Pricing.COST, true, true);
    return;
  }
  if (index < ORDER_ROUNDS) {
    sortOrder(index >> 1);
    if (strip && index & 1) preferEverywhere(index >> 1);
  } else if (index < FIRST_ROUNDS) {
    sortOrder(0);
    preferEverywhere((index - ORDER_ROUNDS) >> 1);
  } else {
    changeOrder();
    state.currentAxis = strip || randomIndex(8) > 0 ? state.bestAxis : state.bestAxis ^ 1;
  }
  beginFill(state.currentAxis, pricingOf(index), false, state.round < COARSE_ROUNDS);
}

/** The first rounds by cost and, where sheets are limited, by material in turns; later ones at random. */
function pricingOf(index: i32): Pricing {
  if (typeCount === 1) return Pricing.COST;
  const limited = mostSheets < copyCount;
  if (index < FIRST_ROUNDS) return limited && (index >> 1) & 1 ? Pricing.MATERIAL : Pricing.COST;
  return limited && randomIndex(2) === 0 ? Pricing.MATERIAL : Pricing.RANDOMISED;
}

function preferEverywhere(shape: i32): void {
  for (let i = 0; i < partCount; i++) {
    if (partAt(i).shapeCount > 0) preferShape(i, shape % partAt(i).shapeCount);
  }
}

function finishRound(): void {
  if (state.completing) {
    state.completing = false;
    if (endPlan()) state.gainedAt = workSpent();
    if (state.boxes) state.phase = Phase.BOXES;
    else startRound();
    return;
  }
  state.round++;
  state.idle++;
  if (endPlan()) {
    state.idle = 0;
    state.gainedAt = workSpent();
    state.bestAxis = state.currentAxis;
    keepOrder();
  }
  if (state.round === 1) keepOrder();
  startRound();
}
