/**
 * Column generation: solve the program over the patterns known so far, price patterns at its dual values, add the
 * promising ones, until none is left or the bound cannot rise any more.
 *
 * The values that are priced lie between the program's duals and those of the best bound so far (Wentges 1997): the
 * duals jump about, and steadier ones need far fewer rounds. A pricing that finds nothing at mixed values is repeated at
 * the program's own.
 *
 * The folder:
 *
 *     column-generation  ◄─► pricing    patterns worth having; pricing-table: by one table for all bars
 *       │   │
 *       │   └ lagrange-bound   what any values prove
 *     program   columns and rows ◄─ simplex   primal and dual ◄─ factor   the basis as a product
 *     dive, rounding   from its solution to whole plans
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
import { dualBound, plainBound } from "./lagrange-bound";
import {
  bestValue,
  foundBar,
  foundCount,
  foundPattern,
  openPricing,
  priceStep,
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
import { dualStep, openSimplex, Pivot, primalStep, refresh, startDual } from "./simplex";

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

/** What is kept here between two steps. */
@unmanaged
class State {
  boundTotal: f64;
  stage: Stage;
  roundsLeft: i32;
  /** True while more columns are wanted although the bound, rounded up, cannot rise any more. */
  thorough: bool;
  /** True while patterns are priced for the whole demand, so that their values bound every plan. */
  global: bool;
  failures: i32;
  pivotsLeft: i32;
  mixing: f64;
  bestDualBound: f64;
  /** A value of 1 in the program is `grain` in the whole numbers of pricing. */
  grain: f64;
  center: Numbers;
  mixed: Numbers;
  value: Numbers;
  threshold: Numbers;
  primaryKey: Numbers;
  missingPrice: Numbers;
  amounts: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.stage = Stage.END;
state.global = true;
state.grain = 1;

export function openMaster(): void {
  openPricing();
  openProgram(POOL_COLUMNS, POOL_ENTRIES);
  openSimplex(POOL_COLUMNS, POOL_ENTRIES);
  boundDuals = reserveNumbers(typeCount);
  boundSurcharge = reserveNumbers(barCount);
  state.boundTotal = 0;
  state.center = reserveNumbers(typeCount + barCount);
  state.mixed = reserveNumbers(typeCount + barCount);
  state.value = reserveNumbers(typeCount);
  state.threshold = reserveNumbers(barCount);
  state.primaryKey = reserveNumbers(barCount);
  state.missingPrice = reserveNumbers(typeCount);
  state.amounts = reserveInts(typeCount);
  upper = reserveInts(typeCount);
  state.stage = Stage.END;
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
    state.primaryKey[j] = primary[j] * scale;
    // A limit that no plan as good as the best one reaches needs no row.
    const binding = mostBars[j] === limit[j];
    limitRow[j] = binding || countBars ? 0 : -1;
    if (binding || countBars) counted = true;
  }
  missingRate = MISSING_PRICE / widest;
  // The last tie: all missing pieces together weigh less than one key.
  missingTie = 0.25 / (priceUnit * pieceCount);
  for (let i = 0; i < typeCount; i++) state.missingPrice[i] = missingRate * worth[i] + missingTie;
  resetProgram(state.missingPrice, mostBars);
  for (let i = 0; i < typeCount; i++) {
    const column = addHomogeneous(i);
    // Where no row counts bars these alone are a solution; elsewhere everything begins as missing.
    if (counted || column < 0) continue;
    position[basis[i]] = -1;
    basis[i] = column;
    position[column] = i;
  }
  addPlan(best);
  state.failures = 0;
  state.bestDualBound = 0;
  broken = !refresh();
  resumeMaster(1 << 30, true);
}

/** Goes on with the columns and the basis that are there, after both have been put back to what was solved once. */
export function reuseMaster(): void {
  state.failures = 0;
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
  for (let k = 0; k < typeCount; k++) state.amounts[k] = 0;
  state.amounts[i] = <i32>mostAlone(i, bar);
  return addColumn(bar, state.amounts, key[bar] / priceUnit);
}

/** The most pieces of type `i` that bar `j` holds alone. */
function mostAlone(i: i32, j: i32): f64 {
  clearBar();
  return min(<f64>demand[i], addable(i, capacity[j], false));
}

/** Adds the patterns of a plan. */
function addPlan(plan: Plan): void {
  for (let p = 0; p < plan.patterns; p++) {
    for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
    for (let e = plan.start[p]; e < plan.start[p + 1]; e++) state.amounts[plan.type[e]] = plan.amount[e];
    addColumn(plan.bar[p], state.amounts, key[plan.bar[p]] / priceUnit);
  }
}

/**
 * Goes on after bounds of columns have changed, for at most `rounds` pricings; with `whole` for patterns of the whole
 * demand, otherwise of `upper`.
 */
export function resumeMaster(rounds: i32, whole: bool): void {
  state.roundsLeft = rounds;
  state.global = whole;
  state.thorough = false;
  state.mixing = whole ? SMOOTHING : 0;
  state.pivotsLeft = PIVOTS_PER_ROW * (typeCount + barCount);
  if (whole) copyInts(upper, demand, typeCount);
  state.stage = broken ? Stage.END : Stage.REPAIR;
  startDual();
}

/** Goes on without anything fixed until no pattern is left that helps: the plain bound then meets the program's value. */
export function convergeMaster(): void {
  resumeMaster(1 << 30, true);
  state.thorough = true;
}

/** How much dearer than the best plain bound a plan may be, in grains, if it is to beat the best plan. */
export function gapInGrains(): f64 {
  return mostKey() * boundGrain - state.boundTotal;
}

/** True while the program is being solved, with a solution that can be rounded and no pricing under way. */
export function betweenPrices(): bool {
  return state.stage === Stage.SOLVE;
}

/** One pivot or one pricing; false when the program is as good as it is going to be. */
export function masterStep(): bool {
  if (state.stage === Stage.REPAIR) {
    pivot(dualStep(), Stage.SOLVE);
  } else if (state.stage === Stage.SOLVE) {
    pivot(primalStep(), Stage.PRICE);
    if (state.stage === Stage.PRICE) startRound();
  } else if (state.stage === Stage.PRICE) {
    if (!priceStep()) endRound();
  }
  return state.stage !== Stage.END;
}

function pivot(result: Pivot, next: Stage): void {
  if (result === Pivot.FAILED) {
    recover();
  } else if (result === Pivot.NONE || --state.pivotsLeft <= 0) {
    state.pivotsLeft = PIVOTS_PER_ROW * (typeCount + barCount);
    state.stage = next;
  }
}

/** After a failure: fresh factors first, then the first basis, then no more. */
function recover(): void {
  state.failures++;
  if (state.failures % 2 === 0) startBasis();
  if (state.failures <= 6 && refresh()) {
    startDual();
    state.stage = Stage.REPAIR;
    return;
  }
  broken = true;
  state.stage = Stage.END;
}

function startRound(): void {
  if (state.roundsLeft-- <= 0) {
    state.stage = Stage.END;
    return;
  }
  const total = max(programValue(), best.missing > 0 ? 1 : best.key / priceUnit);
  // A power of two, so that keys stay exact; small enough that sums over the whole demand do.
  state.grain = 2 ** Math.floor(Math.log2(1125899906842624 / (priceUnit * max(1, total))));
  for (let r = 0; r < typeCount + barCount; r++)
    state.mixed[r] = state.mixing * state.center[r] + (1 - state.mixing) * worthAt(r);
  for (let i = 0; i < typeCount; i++) state.value[i] = Math.floor(state.mixed[i] * priceUnit * state.grain);
  for (let j = 0; j < barCount; j++) {
    state.threshold[j] =
      key[j] * state.grain + Math.floor(state.mixed[typeCount + j] * priceUnit * state.grain);
  }
  startPricing(state.value, upper, state.threshold);
}

/** Dual value of a type, or from `typeCount` on of a bar's limit, never negative. */
function worthAt(r: i32): f64 {
  if (r < typeCount) return max(0, dual[r]);
  const row = limitRow[r - typeCount];
  return row < 0 ? 0 : max(0, -dual[row]);
}

/** Takes in what the pricing found. */
function endRound(): void {
  if (state.global) takeBound();
  if (provenBest() && state.global) {
    state.stage = Stage.END;
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
    state.mixing = state.global ? SMOOTHING : 0;
    state.stage = Stage.SOLVE;
  } else if (state.mixing > 0) {
    state.mixing = 0;
    state.stage = Stage.PRICE;
    startRound();
  } else {
    state.stage = Stage.END;
  }
  // Rounded up, the bound has reached the program's value: more columns cannot lift it.
  const reached = state.thorough ? state.boundTotal / boundGrain : keyBound;
  if (state.global && programValue() * priceUnit <= reached + 1e-6 * priceUnit) state.stage = Stage.END;
}

function takeBound(): void {
  const bound = dualBound(state.value, bestValue, key, state.grain, mostBars);
  const plain = plainBound(state.value, bestValue, key, state.grain, mostBars);
  if (plain / state.grain > state.boundTotal / boundGrain) {
    state.boundTotal = plain;
    boundGrain = state.grain;
    copyNumbers(boundDuals, state.value, typeCount);
    for (let j = 0; j < barCount; j++) boundSurcharge[j] = max(0, bestValue[j] - key[j] * state.grain);
  }
  if (bound > state.bestDualBound * state.grain) {
    state.bestDualBound = bound / state.grain;
    copyNumbers(state.center, state.mixed, typeCount + barCount);
  }
  const onPrimary =
    scale === 1 ? bound : dualBound(state.value, bestValue, state.primaryKey, state.grain, mostBars);
  raiseBounds(wholeAbove(bound / state.grain), wholeAbove(onPrimary / (state.grain * scale)));
}
