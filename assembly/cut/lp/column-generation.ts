/**
 * Column generation: solve the program over the patterns known so far, price patterns at its dual values, add the
 * promising ones, until none is left or the bound cannot rise any more.
 *
 * The values that are priced lie between the program's duals and those of the best bound so far (Wentges 1997): the
 * duals jump about, and steadier ones need far fewer rounds. A pricing that finds nothing at mixed values is repeated at
 * the program's own.
 */

import { copyInts, copyNumbers, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { wholeAbove } from "../bounds/volume";
import { best, keyBound, mostBars, mostKey, provenBest, raiseBounds } from "../incumbent/incumbent";
import { Plan } from "../model/plan";
import {
  barCount,
  capacity,
  demand,
  key,
  limit,
  pieceCount,
  primary,
  scale,
  typeCount,
  worth,
  worthRoom,
} from "../model/problem";
import { addable, clearBar } from "../model/rules";
import {
  COST_TOLERANCE,
  MISSING_PRICE,
  PIVOTS_PER_ROW,
  POOL_COLUMNS,
  POOL_ENTRIES,
  SMOOTHING,
} from "../model/tuning";
import { dualBound, scaledBound } from "./lagrange-bound";
import {
  bestValue,
  foundBar,
  foundCount,
  foundPattern,
  openPricing,
  priceStep,
  pricingWork,
  startPricing,
} from "./pricing";
import {
  addColumn,
  basis,
  dual,
  limitRow,
  openProgram,
  position,
  programValue,
  purgeColumns,
  reducedCost,
  resetProgram,
  startBasis,
} from "./program";
import { dualStep, openSimplex, Pivot, primalStep, programWork, refresh, startDual } from "./simplex";

enum Stage {
  REPAIR = 0,
  SOLVE = 1,
  PRICE = 2,
  END = 3,
}

/** True when the arithmetic has failed for good; the program is not to be used any more. */
export let broken: bool = false;
/** A bar's price in the program is its key over this. */
export let priceUnit: f64 = 1;
/** Price of a missing piece per worth, and for being one. */
export let missingRate: f64 = 0;
export let missingTie: f64 = 0;
/** What a pattern may hold of each type while pricing for a rest; the demand while pricing for the bound. */
export let upper: Ints = changetype<Ints>(0);

/**
 * What the best plain bound was made of: its values, its grain, and what each bar's best pattern is worth beyond its
 * key.
 */
export let boundDuals: Numbers = changetype<Numbers>(0);
export let boundGrain: f64 = 1;
export let boundSurcharge: Numbers = changetype<Numbers>(0);
let boundTotal: f64 = 0;

let stage: Stage = Stage.END;
let roundsLeft: i32 = 0;
/** True while more columns are wanted although the bound, rounded up, cannot rise any more. */
let thorough: bool = false;
/** True while patterns are priced for the whole demand, so that their values bound every plan. */
let global: bool = true;
let failures: i32 = 0;
let pivotsLeft: i32 = 0;
let mixing: f64 = 0;
let bestDualBound: f64 = 0;
/** A value of 1 in the program is `grain` in the whole numbers of pricing. */
let grain: f64 = 1;
let center: Numbers = changetype<Numbers>(0);
let mixed: Numbers = changetype<Numbers>(0);
let value: Numbers = changetype<Numbers>(0);
let threshold: Numbers = changetype<Numbers>(0);
let primaryKey: Numbers = changetype<Numbers>(0);
let missingPrice: Numbers = changetype<Numbers>(0);
let amounts: Ints = changetype<Ints>(0);

export function openMaster(): void {
  openPricing();
  openProgram(POOL_COLUMNS, POOL_ENTRIES);
  openSimplex(POOL_COLUMNS, POOL_ENTRIES);
  boundDuals = reserveNumbers(typeCount);
  boundSurcharge = reserveNumbers(barCount);
  boundTotal = 0;
  center = reserveNumbers(typeCount + barCount);
  mixed = reserveNumbers(typeCount + barCount);
  value = reserveNumbers(typeCount);
  threshold = reserveNumbers(barCount);
  primaryKey = reserveNumbers(barCount);
  missingPrice = reserveNumbers(typeCount);
  amounts = reserveInts(typeCount);
  upper = reserveInts(typeCount);
  stage = Stage.END;
}

/** Work done since the module started. */
export function masterWork(): f64 {
  return programWork() + pricingWork();
}

/**
 * Builds the program from the best plan and one pattern per type. With `countBars` every kind of bar gets a row, otherwise
 * only the scarce ones.
 */
export function startMaster(countBars: bool): void {
  priceUnit = 1;
  let widest: f64 = 1;
  let counted = false;
  for (let j = 0; j < barCount; j++) {
    priceUnit = max(priceUnit, key[j]);
    widest = max(widest, worthRoom[j]);
    primaryKey[j] = primary[j] * scale;
    // A limit that no plan as good as the best one reaches needs no row.
    const binding = mostBars[j] === limit[j];
    limitRow[j] = binding || countBars ? 0 : -1;
    if (binding || countBars) counted = true;
  }
  missingRate = MISSING_PRICE / widest;
  // The last tie: all missing pieces together weigh less than one key.
  missingTie = 0.25 / (priceUnit * pieceCount);
  for (let i = 0; i < typeCount; i++) missingPrice[i] = missingRate * worth[i] + missingTie;
  resetProgram(missingPrice, mostBars);
  for (let i = 0; i < typeCount; i++) {
    const column = addHomogeneous(i);
    // Where no row counts bars these alone are a solution; elsewhere everything begins as missing.
    if (counted || column < 0) continue;
    position[basis[i]] = -1;
    basis[i] = column;
    position[column] = i;
  }
  addPlan(best);
  failures = 0;
  bestDualBound = 0;
  broken = !refresh();
  resumeMaster(1 << 30, true);
}

/** Goes on with the columns and the basis that are there, after both have been put back to what was solved once. */
export function reuseMaster(): void {
  failures = 0;
  broken = !refresh();
  resumeMaster(1 << 30, true);
}

/** The type alone in the bar where that is cheapest. */
function addHomogeneous(i: i32): i32 {
  let bar = -1;
  let least: f64 = Infinity;
  for (let j = 0; j < barCount; j++) {
    const most = mostAlone(i, j);
    if (most < 1 || (key[j] + 1e-9) / most >= least) continue;
    least = (key[j] + 1e-9) / most;
    bar = j;
  }
  for (let k = 0; k < typeCount; k++) amounts[k] = 0;
  amounts[i] = <i32>mostAlone(i, bar);
  return addColumn(bar, amounts, key[bar] / priceUnit);
}

/** The most pieces of type `i` that bar `j` holds alone. */
function mostAlone(i: i32, j: i32): f64 {
  clearBar();
  return min(<f64>demand[i], addable(i, capacity[j], false));
}

/** Adds the patterns of a plan. */
function addPlan(plan: Plan): void {
  for (let p = 0; p < plan.patterns; p++) {
    for (let i = 0; i < typeCount; i++) amounts[i] = 0;
    for (let e = plan.start[p]; e < plan.start[p + 1]; e++) amounts[plan.type[e]] = plan.amount[e];
    addColumn(plan.bar[p], amounts, key[plan.bar[p]] / priceUnit);
  }
}

/**
 * Goes on after bounds of columns have changed, for at most `rounds` pricings; with `whole` for patterns of the whole
 * demand, otherwise of `upper`.
 */
export function resumeMaster(rounds: i32, whole: bool): void {
  roundsLeft = rounds;
  global = whole;
  thorough = false;
  mixing = whole ? SMOOTHING : 0;
  pivotsLeft = PIVOTS_PER_ROW * (typeCount + barCount);
  if (whole) copyInts(upper, demand, typeCount);
  stage = broken ? Stage.END : Stage.REPAIR;
  startDual();
}

/** Goes on without anything fixed until no pattern is left that helps: the plain bound then meets the program's value. */
export function convergeMaster(): void {
  resumeMaster(1 << 30, true);
  thorough = true;
}

/** How much dearer than the best plain bound a plan may be, in grains, if it is to beat the best plan. */
export function gapInGrains(): f64 {
  return mostKey() * boundGrain - boundTotal;
}

/** True while the program is being solved, with a solution that can be rounded and no pricing under way. */
export function betweenPrices(): bool {
  return stage === Stage.SOLVE;
}

/** One pivot or one pricing; false when the program is as good as it is going to be. */
export function masterStep(): bool {
  if (stage === Stage.REPAIR) {
    pivot(dualStep(), Stage.SOLVE);
  } else if (stage === Stage.SOLVE) {
    pivot(primalStep(), Stage.PRICE);
    if (stage === Stage.PRICE) startRound();
  } else if (stage === Stage.PRICE) {
    if (!priceStep()) endRound();
  }
  return stage !== Stage.END;
}

function pivot(result: Pivot, next: Stage): void {
  if (result === Pivot.FAILED) {
    recover();
  } else if (result === Pivot.NONE || --pivotsLeft <= 0) {
    pivotsLeft = PIVOTS_PER_ROW * (typeCount + barCount);
    stage = next;
  }
}

/** After a failure: fresh factors first, then the first basis, then no more. */
function recover(): void {
  failures++;
  if (failures % 2 === 0) startBasis();
  if (failures <= 6 && refresh()) {
    startDual();
    stage = Stage.REPAIR;
    return;
  }
  broken = true;
  stage = Stage.END;
}

function startRound(): void {
  if (roundsLeft-- <= 0) {
    stage = Stage.END;
    return;
  }
  const total = max(programValue(), best.missing > 0 ? 1 : best.key / priceUnit);
  // A power of two, so that keys stay exact; small enough that sums over the whole demand do.
  grain = 2 ** Math.floor(Math.log2(1125899906842624 / (priceUnit * max(1, total))));
  for (let r = 0; r < typeCount + barCount; r++) mixed[r] = mixing * center[r] + (1 - mixing) * worthAt(r);
  for (let i = 0; i < typeCount; i++) value[i] = Math.floor(mixed[i] * priceUnit * grain);
  for (let j = 0; j < barCount; j++) {
    threshold[j] = key[j] * grain + Math.floor(mixed[typeCount + j] * priceUnit * grain);
  }
  startPricing(value, upper, threshold);
}

/** Dual value of a type, or from `typeCount` on of a bar's limit, never negative. */
function worthAt(r: i32): f64 {
  if (r < typeCount) return max(0, dual[r]);
  const row = limitRow[r - typeCount];
  return row < 0 ? 0 : max(0, -dual[row]);
}

/** Takes in what the pricing found. */
function endRound(): void {
  if (global) takeBound();
  if (provenBest() && global) {
    stage = Stage.END;
    return;
  }
  let added = false;
  for (let k = 0; k < foundCount; k++) {
    const bar = foundBar[k];
    let column = addColumn(bar, foundPattern(k), key[bar] / priceUnit);
    if (column < 0) {
      purgeColumns();
      column = addColumn(bar, foundPattern(k), key[bar] / priceUnit);
    }
    if (column >= 0 && reducedCost(column) < -COST_TOLERANCE) added = true;
  }
  if (added) {
    mixing = global ? SMOOTHING : 0;
    stage = Stage.SOLVE;
  } else if (mixing > 0) {
    mixing = 0;
    stage = Stage.PRICE;
    startRound();
  } else {
    stage = Stage.END;
  }
  // Rounded up, the bound has reached the program's value: more columns cannot lift it.
  const reached = thorough ? boundTotal / boundGrain : keyBound;
  if (global && programValue() * priceUnit <= reached + 1e-6 * priceUnit) stage = Stage.END;
}

function takeBound(): void {
  const bound = dualBound(value, bestValue, key, grain, mostBars);
  const plain = scaledBound(value, bestValue, key, grain, mostBars, 1);
  if (plain / grain > boundTotal / boundGrain) {
    boundTotal = plain;
    boundGrain = grain;
    copyNumbers(boundDuals, value, typeCount);
    for (let j = 0; j < barCount; j++) boundSurcharge[j] = max(0, bestValue[j] - key[j] * grain);
  }
  if (bound > bestDualBound * grain) {
    bestDualBound = bound / grain;
    copyNumbers(center, mixed, typeCount + barCount);
  }
  const onPrimary = scale === 1 ? bound : dualBound(value, bestValue, primaryKey, grain, mostBars);
  raiseBounds(wholeAbove(bound / grain), wholeAbove(onPrimary / (grain * scale)));
}
