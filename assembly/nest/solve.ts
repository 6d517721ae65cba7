/**
 * The course of a job: the instant answer, constructions in several orders and directions, then constructions in
 * changed orders for as long as they gain something; where a sheet might be saved, sheets without waste and
 * constructions of the rest; then pressure on what there is, in turns with further tries at sheets without waste.
 */

import { Status } from "../layout";
import { randomIndex, seedRandom } from "../random";
import { workLeft, workSpent } from "../work";
import { scoreBound } from "./bound";
import { beginSqueeze, openSqueeze, squeezeStep } from "./compress/compress";
import { beginInsert, insertStep } from "./compress/insert";
import { beginFill, beginFillAround, fillStep, openFill } from "./construct/fill";
import { someKept } from "./construct/finished";
import { latticeStep, openLattices, wantsLattices } from "./construct/lattice";
import { changeOrder, keepOrder, openOrders, preferShape, sortOrder } from "./construct/order";
import { Pricing } from "./construct/sheet-types";
import { planShelves } from "./construct/shelf";
import { findFault, givenCount, openAdoption } from "./layout/check";
import { openSettling, settleBest } from "./layout/compact";
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
  mostSheets,
  obstacleCount,
  openProblem,
  partAt,
  partCount,
  rectangular,
  seat,
  seed,
  strip,
  typeAt,
  typeCount,
} from "./model/problem";
import {
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
  SEAT_ROUNDS,
} from "./model/tuning";
import { beginJigsaw, jigsawDue, jigsawFirst, jigsawStep, openJigsaw } from "./puzzle/puzzle";
import { openCircles, prepareCircles } from "./separate/poles";
import { openSeparation } from "./separate/separate";
import { openCrowd } from "./separate/state";

enum Phase {
  LATTICE = 0,
  CONSTRUCT = 1,
  JIGSAW = 2,
  PREPARE = 3,
  SQUEEZE = 4,
  INSERT = 5,
  DONE = 6,
}

let phase: Phase = Phase.DONE;
let prepared: i32 = 0;
let bound: f64 = 0;
/** Constructions in lattices, one along each axis, before all others. */
const LATTICE_ROUNDS = 2;
/** Constructions begun so far, those in lattices from below 0, and since the last gain. */
let round: i32 = 0;
let idle: i32 = 0;
/** Work done when the running series of constructions began, and at the last gain. */
let begunAt: f64 = 0;
let gainedAt: f64 = 0;
/** Groups squeezed in a row without a gain, and attempts in a row that placed no more. */
let dry: i32 = 0;
let dryInserts: i32 = 0;
/** Work done when the current one began, and what the last gain led to. */
let searchedAt: f64 = 0;
let scoreBefore: f64 = 0;
let leapsBefore: i32 = 0;
/** Score of the layout whose group waits for the end of a try at sheets without waste; infinite when none waits. */
let pausedScore: f64 = Infinity;
let bestAxis: i32 = 0;
let currentAxis: i32 = 0;
/** A construction round about a given layout is under way and is to be finished. */
let completing: bool = false;

export function openSolve(request: usize): void {
  openProblem(request);
  seedRandom(seed);
  openCircles();
  openSheets();
  openPlans();
  openAdoption();
  openOrders();
  openFill();
  openCrowd();
  openSeparation();
  openSqueeze();
  openSettling();
  planShelves();
  bound = scoreBound();
  openJigsaw(bound - LEAST_GAIN);
  openLattices();
  beginRounds();
  phase = wantsLattices() ? Phase.LATTICE : Phase.CONSTRUCT;
}

/**
 * Takes the layout in the inbox as the one to go on from if it is better than the best: 1 when it is, 0 when it is
 * not, -1 - n when its placement n is wrong. At any time before or between steps.
 */
export function adoptLayout(): i32 {
  // What was being completed has been in the inbox.
  if (completing) {
    completing = false;
    startRound();
  }
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  if (!adoptPlan()) return 0;
  dry = 0;
  dryInserts = 0;
  noteGain();
  // What was being squeezed is a piece of another layout now.
  if (phase >= Phase.SQUEEZE) phase = nextPhase();
  return 1;
}

/** Lets the best layout settle; what was being built on the open sheet begins anew, what was squeezed is of the past. */
export function settleLayout(): void {
  settleBest();
  completing = false;
  if (phase === Phase.CONSTRUCT) startRound();
  else if (phase === Phase.SQUEEZE || phase === Phase.INSERT) phase = nextPhase();
}

/** As `adoptLayout`, before the first step: what the layout leaves out is placed round about what it holds. */
export function startLayout(): i32 {
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  let given = 0;
  for (let i = 0; i < partCount; i++) given += givenCount(i);
  if (given === copyCount) return adoptPlan() ? 1 : 0;
  beginFillAround(currentAxis);
  phase = Phase.CONSTRUCT;
  completing = true;
  return 1;
}

/** Works until the grant is used up or nothing is left to gain. */
export function advanceSolve(): Status {
  while (workLeft()) {
    if (phase === Phase.DONE || (bestPlaced() === copyCount && bestScore() <= bound)) return Status.DONE;
    if (phase === Phase.LATTICE) {
      if (latticeStep()) {
        phase = Phase.CONSTRUCT;
        beginRounds();
        round = -LATTICE_ROUNDS;
        startRound();
      }
    } else if (phase === Phase.CONSTRUCT) {
      if (fillStep()) finishRound();
      if (!completing && constructedEnough()) endRounds();
    } else if (phase === Phase.JIGSAW) {
      if (jigsawStep()) endJigsaw();
      else if (pausedScore === bestScore() && !jigsawDue(true)) phase = Phase.SQUEEZE;
    } else if (phase === Phase.PREPARE) {
      if (prepared < partCount + obstacleCount) prepareCircles(prepared++);
      else {
        gainedAt = workSpent();
        startSearch();
      }
    } else if (phase === Phase.INSERT) {
      if (insertStep()) {
        dryInserts = leapCount() > leapsBefore ? 0 : dryInserts + 1;
        startSearch();
      }
    } else if (squeezeStep()) {
      endGroup();
    } else {
      noteGain();
      if (driedUp()) phase = Phase.DONE;
      else if (sheetInReach() && jigsawDue(true)) startJigsaw(false);
    }
  }
  return Status.RUNNING;
}

/** A strip is worked on until it is stopped; sheets are done when a few groups in a row have gained nothing. */
function endGroup(): void {
  noteGain();
  dry = gainedAt >= searchedAt ? 0 : dry + 1;
  if (dry === 0 && bestPlaced() < copyCount) completeBest();
  else if (strip || dry < DRY_GROUPS) startSearch();
  else if (sheetInReach() && jigsawDue(false)) startJigsaw(true);
  else phase = Phase.DONE;
}

/** What has no place is offered the room that has been gained, as if the layout had come from outside. */
function completeBest(): void {
  dryInserts = 0;
  sendBest();
  findFault();
  beginFillAround(bestAxis);
  phase = Phase.CONSTRUCT;
  completing = true;
}

/** Has there been no gain for long where nothing but a larger remnant is to be had? */
function driedUp(): bool {
  if (strip || sheetInReach()) return false;
  const patience = DRY_WORK * <f64>min(copyCount, GROUP_ITEMS) + DRY_SHARE * workSpent();
  return workSpent() - gainedAt > patience;
}

/** Might there be a layout of all parts that takes a sheet less or a cheaper one? */
function sheetInReach(): bool {
  if (strip || bestPlaced() < copyCount || isLeast()) return false;
  return Math.ceil(bestScore()) > Math.ceil(bound - LEAST_GAIN);
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

function endRounds(): void {
  if (sheetInReach() && jigsawFirst()) startJigsaw(true);
  // Rectangles are a matter of order, not of pushing, unless a sheet might be saved.
  else if (rectangular && !strip && !sheetInReach() && bestPlaced() === copyCount) phase = Phase.DONE;
  else resumeSqueeze();
}

/** `anew`: there is no group under pressure to come back to. */
function startJigsaw(anew: bool): void {
  pausedScore = anew ? Infinity : bestScore();
  beginJigsaw();
  phase = Phase.JIGSAW;
}

/** What the full sheets leave is constructed like a job of its own. */
function endJigsaw(): void {
  if (!someKept()) {
    resumeSqueeze();
    return;
  }
  phase = Phase.CONSTRUCT;
  beginRounds();
}

/** Back to the group that was under pressure, unless it belongs to a layout of the past. */
function resumeSqueeze(): void {
  phase = bestScore() === pausedScore ? Phase.SQUEEZE : Phase.PREPARE;
}

function startSearch(): void {
  searchedAt = workSpent();
  markScore();
  phase = nextPhase();
}

/** What comes next when everything is constructed or an attempt is over. */
function nextPhase(): Phase {
  // Limited sheets are to take more before what they hold is squeezed together.
  const missing = bestPlaced() < copyCount && bestPlaced() > 0;
  if (missing && dryInserts < DRY_INSERTS && beginInsert()) return Phase.INSERT;
  return beginSqueeze() ? Phase.SQUEEZE : Phase.DONE;
}

function noteGain(): void {
  if (bestScore() >= scoreBefore - LEAST_GAIN && leapCount() === leapsBefore) return;
  markScore();
  gainedAt = workSpent();
}

function markScore(): void {
  scoreBefore = bestScore();
  leapsBefore = leapCount();
}

function constructedEnough(): bool {
  const patient = workSpent() - gainedAt < LEAST_WORK + (rectangular ? gainedAt - begunAt : 0);
  if (rectangular && round >= FIRST_ROUNDS && isPolished()) return true;
  if (round >= FIRST_ROUNDS && (strip || idle >= PATIENCE)) return !patient;
  return round >= 2 && workSpent() - begunAt > CONSTRUCT_WORK;
}

/** Are rectangles as far as a few moments bring them, and nothing but a larger remnant to be had? */
function isPolished(): bool {
  if (strip || bestPlaced() < copyCount || sheetInReach()) return false;
  return workSpent() - begunAt > RECTANGLE_WORK * <f64>copyCount;
}

function beginRounds(): void {
  round = 0;
  idle = 0;
  begunAt = workSpent();
  gainedAt = begunAt;
  startRound();
}

/**
 * The first rounds try three orders along both axes, then one orientation for all parts; in a strip, which has one
 * axis only, orders and orientations take turns. Several searches each begin elsewhere among them. Later rounds change
 * the best order a little.
 */
function startRound(): void {
  const index = round < 0 || round >= FIRST_ROUNDS ? round : (round + SEAT_ROUNDS * seat) % FIRST_ROUNDS;
  currentAxis = strip ? 0 : index & 1;
  if (index < 0) {
    sortOrder(0);
    beginFill(currentAxis, Pricing.COST, true);
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
    currentAxis = strip || randomIndex(8) > 0 ? bestAxis : bestAxis ^ 1;
  }
  beginFill(currentAxis, pricingOf(index));
}

/** The first rounds by cost and, where sheets are limited, by material in turns; later ones with some luck. */
function pricingOf(index: i32): Pricing {
  if (typeCount === 1) return Pricing.COST;
  const limited = mostSheets < copyCount;
  if (index < FIRST_ROUNDS) return limited && (index >> 1) & 1 ? Pricing.MATERIAL : Pricing.COST;
  return limited && randomIndex(2) === 0 ? Pricing.MATERIAL : Pricing.LUCK;
}

function preferEverywhere(shape: i32): void {
  for (let i = 0; i < partCount; i++) {
    if (partAt(i).shapeCount > 0) preferShape(i, shape % partAt(i).shapeCount);
  }
}

function finishRound(): void {
  if (completing) {
    completing = false;
    if (endPlan()) gainedAt = workSpent();
    startRound();
    return;
  }
  round++;
  idle++;
  if (endPlan()) {
    idle = 0;
    gainedAt = workSpent();
    bestAxis = currentAxis;
    keepOrder();
  }
  if (round === 1) keepOrder();
  startRound();
}
