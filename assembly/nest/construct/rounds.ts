/**
 * Constructions, one round after another: each with an order of the parts, an axis and a way to choose types of sheets;
 * what gains something is what later rounds change a little.
 */
import { randomIndex } from "../../random";
import { workSpent } from "../../work";
import { bestPlaced, endPlan } from "../layout/nest-incumbent";
import { sheetInReach } from "../layout/sheet-bound";
import {
  copyCount,
  mostSheets,
  partAt,
  partCount,
  rectangular,
  searchIndex,
  strip,
  typeCount,
} from "../model/nest-problem";
import {
  COARSE_ROUNDS,
  CONSTRUCT_WORK,
  FIRST_ROUNDS,
  LEAST_WORK,
  ORDER_ROUNDS,
  RECTANGLE_WORK,
} from "../model/nest-tuning";
import { beginFill } from "./fill-sheet";
import { changeOrder, keepOrder, mergedTooMany, mergeLevels, preferShape, sortOrder } from "./order";
import { favourType, SheetMeasure } from "./sheet-types";

/** Constructions begun so far, those in lattices from below 0, and since the last gain. */
let round: i32 = 0;
let idle: i32 = 0;
/** Work done when the running series of constructions began, and at the last gain of the whole search. */
let begunAt: f64 = 0;
export let lastProgress: f64 = 0;
export let bestRoundAxis: i32 = 0;
export let roundAxis: i32 = 0;
/** The first construction left out what should not have been. */
let again: bool = false;

export function noteProgress(): void {
  lastProgress = workSpent();
}

/** Would more rounds be of no use? */
export function constructedEnough(): bool {
  const patient = workSpent() - lastProgress < LEAST_WORK + (rectangular ? lastProgress - begunAt : 0);
  if (rectangular && round >= FIRST_ROUNDS && isPolished()) return true;
  if (round >= FIRST_ROUNDS && (strip || idle >= FIRST_ROUNDS)) return !patient;
  // A strip is shortened in any case; where some have no place, what lies there is to make room for them.
  const least = strip || (bestPlaced() < copyCount && !again) ? 1 : 2;
  return round >= least && workSpent() - begunAt > CONSTRUCT_WORK;
}

/** Are rectangles as far as a few moments bring them, and nothing but a larger remnant to be had? */
function isPolished(): bool {
  if (strip || bestPlaced() < copyCount || sheetInReach()) return false;
  return workSpent() - begunAt > RECTANGLE_WORK * <f64>copyCount;
}

/** Begins a series; rounds below 0 are those in lattices. */
export function beginRounds(first: i32): void {
  round = first;
  idle = 0;
  again = false;
  mergeLevels();
  begunAt = workSpent();
  lastProgress = begunAt;
  startRound();
}

/**
 * The first rounds try three orders along both axes, then one orientation for all parts; in a strip, which has one
 * axis only, orders and orientations take turns. Several searches each begin elsewhere among them. Later rounds change
 * the best order a little.
 */
export function startRound(): void {
  const index =
    round < 0 || round >= FIRST_ROUNDS
      ? round
      : (round + (FIRST_ROUNDS - ORDER_ROUNDS) * searchIndex) % FIRST_ROUNDS;
  roundAxis = strip ? 0 : (index < 0 ? index + searchIndex : index) & 1;
  favourType(favouredIn(index));
  if (index < 0) {
    sortOrder(0);
    beginFill(roundAxis, SheetMeasure.COST, true, true);
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
    roundAxis = strip || randomIndex(8) > 0 ? bestRoundAxis : bestRoundAxis ^ 1;
  }
  beginFill(roundAxis, pricingOf(index), false, round < COARSE_ROUNDS);
}

/** The first rounds by cost and, where sheets are limited, by material in turns; later ones at random. */
function pricingOf(index: i32): SheetMeasure {
  if (typeCount === 1) return SheetMeasure.COST;
  const limited = mostSheets < copyCount;
  if (index < FIRST_ROUNDS) return limited && (index >> 1) & 1 ? SheetMeasure.MATERIAL : SheetMeasure.COST;
  return limited && randomIndex(2) === 0 ? SheetMeasure.MATERIAL : SheetMeasure.RANDOMISED;
}

/** Type of sheet that a round favours, -1 for none: none in the first two rounds, then each in turns, later one at random. */
function favouredIn(index: i32): i32 {
  if (typeCount === 1 || index < 0) return -1;
  const turn = index < FIRST_ROUNDS ? index >> 1 : <i32>randomIndex(typeCount + 1);
  return (turn % (typeCount + 1)) - 1;
}

function preferEverywhere(shape: i32): void {
  for (let i = 0; i < partCount; i++) {
    if (partAt(i).shapeCount > 0) preferShape(i, shape % partAt(i).shapeCount);
  }
}

/** Begins one in an order that is changed a little, whatever round it is. */
export function changeRound(): void {
  round = FIRST_ROUNDS;
  startRound();
}

/** Takes what the round has come to, and begins the next. */
export function endRound(): void {
  round++;
  idle++;
  if (endPlan()) {
    idle = 0;
    noteProgress();
    bestRoundAxis = roundAxis;
    keepOrder();
  }
  if (round === 1) keepOrder();
  if (mergedTooMany()) again = true;
  startRound();
}
