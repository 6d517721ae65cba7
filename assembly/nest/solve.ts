/**
 * The course of a job: the instant answer, constructions in several orders and directions, then constructions in
 * changed orders for as long as they gain something; where a sheet might be saved, sheets without waste and
 * constructions of the rest; then pressure on what there is, in turns with further tries at sheets without waste.
 */
import { workLeft, workSpent } from "../geometry/work";
import { Status } from "../layout";
import { randomIndex, seedRandom } from "../random";
import { findFault, givenCount, openAdoption } from "./adopt";
import { openCircles, prepareCircles } from "./cover";
import { openCrowd } from "./crowd";
import { beginFill, beginFillAround, fillStep, openFill } from "./fill";
import { beginInsert, insertStep } from "./insert";
import { beginJigsaw, jigsawDue, jigsawFirst, jigsawStep, openJigsaw } from "./jigsaw";
import { someKept } from "./kept";
import { latticeStep, openLattices, wantsLattices } from "./lattice";
import { changeOrder, keepOrder, openOrders, preferShape, sortOrder } from "./order";
import { adoptPlan, bestPlaced, bestScore, endPlan, leapCount, openPlans } from "./plan";
import {
  clearance,
  copyCount,
  height,
  leastSheets,
  mostSheets,
  obstacleCount,
  openProblem,
  partAt,
  partCount,
  rectangular,
  seed,
  shapeOf,
  strip,
  typeCount,
  width,
} from "./problem";
import { openSeparation } from "./separate";
import { openSheets } from "./sheet";
import { planShelves } from "./shelf";
import { beginSqueeze, openSqueeze, squeezeStep } from "./squeeze";
import { Pricing } from "./trial";
import {
  CONSTRUCT_WORK,
  DRY_GROUPS,
  DRY_INSERTS,
  FIRST_ROUNDS,
  LEAST_GAIN,
  LEAST_WORK,
  ORDER_ROUNDS,
  PATIENCE,
} from "./tuning";

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
/** Groups squeezed in a row without a gain, and the score before the current one. */
let dry: i32 = 0;
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
  const fault = findFault();
  if (fault >= 0) return -1 - fault;
  if (!adoptPlan()) return 0;
  gainedAt = workSpent();
  dry = 0;
  markScore();
  // What was being squeezed is a piece of another layout now.
  if (phase >= Phase.SQUEEZE) phase = nextPhase();
  return 1;
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
      else startSearch();
    } else if (phase === Phase.INSERT) {
      if (insertStep()) {
        dry = leapCount() > leapsBefore ? 0 : dry + 1;
        if (dry >= DRY_INSERTS && !strip) phase = Phase.DONE;
        else startSearch();
      }
    } else if (squeezeStep()) {
      // A strip is worked on until it is stopped; sheets are done when a few groups in a row have gained nothing.
      dry = bestScore() < scoreBefore - LEAST_GAIN || leapCount() > leapsBefore ? 0 : dry + 1;
      if (strip || dry < DRY_GROUPS) startSearch();
      else if (sheetInReach() && jigsawDue(false)) startJigsaw(true);
      else phase = Phase.DONE;
    } else if (sheetInReach() && jigsawDue(true)) startJigsaw(false);
  }
  return Status.RUNNING;
}

/** Might there be a layout with a sheet less? */
function sheetInReach(): bool {
  return !strip && Math.ceil(bestScore()) > Math.ceil(bound - LEAST_GAIN);
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
  markScore();
  phase = nextPhase();
}

/** What comes next when everything is constructed or an attempt is over. */
function nextPhase(): Phase {
  // Only what has a place can be squeezed together; before that, limited sheets are to take more.
  if (bestPlaced() < copyCount && bestPlaced() > 0) return beginInsert() ? Phase.INSERT : Phase.DONE;
  return beginSqueeze() ? Phase.SQUEEZE : Phase.DONE;
}

function markScore(): void {
  scoreBefore = bestScore();
  leapsBefore = leapCount();
}

function constructedEnough(): bool {
  const patient = workSpent() - gainedAt < LEAST_WORK + (rectangular ? gainedAt - begunAt : 0);
  if (round >= FIRST_ROUNDS && (strip || idle >= PATIENCE)) return !patient;
  return round >= 2 && workSpent() - begunAt > CONSTRUCT_WORK;
}

function beginRounds(): void {
  round = 0;
  idle = 0;
  begunAt = workSpent();
  gainedAt = begunAt;
  startRound();
}

/**
 * No layout can score below this. Parts grown by half the gap do not overlap and lie in the sheet grown likewise;
 * a grown part has at least the area of a grown disc of the part's area (Brunn and Minkowski).
 */
function scoreBound(): f64 {
  if (copyCount === 0) return Infinity;
  if (typeCount > 1 || obstacleCount > 0) return -Infinity;
  const r = clearance / 2;
  let grown = 0.0;
  for (let i = 0; i < partCount; i++) {
    const side = Math.sqrt(partAt(i).area) + Math.sqrt(Math.PI) * r;
    grown += <f64>partAt(i).quantity * side * side;
  }
  if (strip) return 1 + max(0.0, grown / (height + 2 * r) - 2 * r) + 1e-9;
  const share = grown / ((width + 2 * r) * (height + 2 * r));
  const full = Math.ceil(share - 1e-9) - 1;
  const rest = share - full;
  const across = (rest * (width + 2 * r) - 2 * r) / width;
  const up = (rest * (height + 2 * r) - 2 * r) / height;
  const byArea = full + max(0.0, min(across, up));
  return max(byArea, <f64>(leastSheets - 1) + leastShare()) + 1e-9;
}

/** Share of a sheet, along one side, that no part comes below. */
function leastShare(): f64 {
  let least = 1.0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      least = min(least, min((shape.maxX - shape.minX) / width, (shape.maxY - shape.minY) / height));
    }
  }
  return least;
}

/**
 * The first rounds try three orders along both axes, then one orientation for all parts; in a strip, which has one
 * axis only, orders and orientations take turns. Later rounds change the best order a little.
 */
function startRound(): void {
  currentAxis = strip ? 0 : round & 1;
  if (round < 0) {
    sortOrder(0);
    beginFill(currentAxis, Pricing.COST, true);
    return;
  }
  if (round < ORDER_ROUNDS) {
    sortOrder(round >> 1);
    if (strip && round & 1) preferEverywhere(round >> 1);
  } else if (round < FIRST_ROUNDS) {
    sortOrder(0);
    preferEverywhere((round - ORDER_ROUNDS) >> 1);
  } else {
    changeOrder();
    currentAxis = strip || randomIndex(8) > 0 ? bestAxis : bestAxis ^ 1;
  }
  beginFill(currentAxis, pricingOf(round));
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
