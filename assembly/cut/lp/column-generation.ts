/**
 * Column generation (Gilmore and Gomory 1961, 1963): solve the linear program over the patterns known so far, price
 * patterns at its dual values, add the promising ones, until none is left or the bound cannot rise any more.
 *
 * The values that are priced lie between the program's duals and those of the best bound so far (Wentges 1997): the
 * duals jump about, and steadier ones need far fewer rounds. A pricing that finds nothing at mixed values (mispricing)
 * is repeated at the program's own.
 *
 * The folder:
 *
 *     column-generation  ◄─► pricing    patterns worth having; pricing-table: by one table for all bars; units: of what
 *       │   │
 *       │   └ lagrange-bound   what any values prove
 *     linear-program   columns and rows ◄─ simplex   primal and dual ◄─ factor   the basis as a product
 *     dive, rounding   from its solution to whole plans
 */

import { stop } from "../../pause";
import { copyInts, copyNumbers, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { workSpent } from "../../work";
import { wholeAbove } from "../bounds/volume";
import { FillRule } from "../construct/fill-bar";
import { best, keyBound, mostBars, mostKey, provenBest, raiseBounds } from "../incumbent/cut-incumbent";
import { pause } from "../incumbent/pause";
import { BarsPlan } from "../model/cut-plan";
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
} from "../model/cut-problem";
import { addable, clearBar } from "../model/cut-rules";
import { PIVOTS_PER_ROW, SMOOTHING } from "../model/cut-tuning";
import { COST_TOLERANCE, MISSING_PRICE, MOST_FAILURES, POOL_COLUMNS, POOL_ENTRIES } from "../model/limits";
import { dualBound, plainBound } from "./lagrange-bound";
import {
  addColumn,
  auditProgram,
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
} from "./linear-program";
import {
  bestValue,
  foundBar,
  foundCount,
  foundPattern,
  openPricing,
  pricePatterns,
  priceUnits,
} from "./pricing";
import { roundSolution } from "./rounding";
import { dualStep, openSimplex, Pivot, primalStep, refresh, startDual } from "./simplex";

/** When columns are enough. */
export enum ColumnsGoal {
  /** The bound, rounded up, meets the program's value. */
  BOUND = 0,
  /** No pattern is left that helps: the bound itself meets the program's value. */
  OPTIMUM = 1,
  /** No pattern is left that helps with the pieces that `upper` allows; such patterns bound nothing. */
  REST = 2,
  /** As far as the program tells, a plan within the branches may have a key of `ceiling`, or the bound says that none has. */
  NODE = 3,
}

/** A bar's price in the program is its key over this. */
export let priceUnit: f64 = 1;
/** Price of a missing piece per worth, and for being one. */
export let missingRate: f64 = 0;
export let missingTie: f64 = 0;
/** Most pieces of each type in a pattern while pricing for a rest; the demand while pricing for the bound. */
export let upper: Ints = changetype<Ints>(0);

/**
 * Ingredients of the best plain bound: its values, its grain, and the worth of each bar's best pattern beyond its
 * key.
 */
export let boundDuals: Numbers = changetype<Numbers>(0);
export let boundGrain: f64 = 1;
export let boundSurcharge: Numbers = changetype<Numbers>(0);
/** Best plain bound, in grains. */
let boundTotal: f64 = 0;

/** Values that are priced: exact, in whole numbers, of which a value of 1 in the program is `grain`. */
let mixed: Numbers = changetype<Numbers>(0);
let value: Numbers = changetype<Numbers>(0);
let threshold: Numbers = changetype<Numbers>(0);
let grain: f64 = 1;
/** The best bound for all kinds of bars so far, and its values: what steadies those that are priced. */
let bestDualBound: f64 = 0;
let center: Numbers = changetype<Numbers>(0);
/** Objective per kind of bar in keys. */
let primaryKey: Numbers = changetype<Numbers>(0);
let missingPrice: Numbers = changetype<Numbers>(0);
let amounts: Ints = changetype<Ints>(0);
/** Work at which the unfinished solution is rounded next. */
let nextRounding: f64 = Infinity;
/** How often arithmetic has failed on this program. */
let failures: i32 = 0;

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
  bestDualBound = 0;
  reuseMaster();
}

/** Goes on with the columns and the basis that are there. */
export function reuseMaster(): void {
  failures = 0;
  if (!refresh()) stop();
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
function addPlan(plan: BarsPlan): void {
  for (let p = 0; p < plan.patterns; p++) {
    for (let i = 0; i < typeCount; i++) amounts[i] = 0;
    for (let e = plan.start[p]; e < plan.start[p + 1]; e++) amounts[plan.type[e]] = plan.amount[e];
    addColumn(plan.bar[p], amounts, key[plan.bar[p]] / priceUnit);
  }
}

/** How much dearer than the best plain bound a plan may be, in grains, if it is to beat the best plan. */
export function gapInGrains(): f64 {
  return mostKey() * boundGrain - boundTotal;
}

/**
 * Adds patterns until the goal is reached, for at most `rounds` pricings. The unfinished solution is rounded when so much
 * work has been done, and again whenever that has doubled.
 */
export function columnGeneration(
  goal: ColumnsGoal,
  rounds: i32 = i32.MAX_VALUE,
  roundAt: f64 = Infinity,
): void {
  const whole = goal === ColumnsGoal.BOUND || goal === ColumnsGoal.OPTIMUM;
  if (whole) copyInts(upper, demand, typeCount);
  nextRounding = roundAt;
  startDual();
  dualSimplex();
  let smoothing = whole ? SMOOTHING : 0;
  let added = true;
  while (true) {
    if (added) primalSimplex();
    if (--rounds < 0) return;
    mixValues(smoothing);
    if (goal === ColumnsGoal.NODE) {
      if (programValue() * priceUnit <= ceiling + 1e-6 * priceUnit) return;
      if (!priceNode()) return;
    } else pricePatterns(value, upper, threshold);
    if (whole) takeBound();
    if (whole && provenBest()) return;
    added = addPatterns();
    // Rounded up, the bound has reached the program's value: more columns cannot lift it.
    const reached = goal === ColumnsGoal.OPTIMUM ? boundTotal / boundGrain : keyBound;
    if (whole && programValue() * priceUnit <= reached + 1e-6 * priceUnit) return;
    if (!added && smoothing === 0) return;
    smoothing = added && whole ? SMOOTHING : 0;
  }
}

/** Largest key of a plan that is worth looking for in a node, and what none of its plans undercuts. */
let ceiling: f64 = Infinity;
let nodeBound: f64 = 0;

/** Solves the program of a node of branch and price; false when no plan of the node has a key of `most` or less. */
export function solveNode(most: f64): bool {
  ceiling = most;
  nodeBound = 0;
  failures = 0;
  columnGeneration(ColumnsGoal.NODE);
  return nodeBound <= ceiling;
}

/** Prices units; false when the values prove that the node has no plan worth looking for. */
function priceNode(): bool {
  priceUnits(value, threshold);
  nodeBound =
    bestValue[0] === -Infinity
      ? Infinity
      : wholeAbove(dualBound(value, bestValue, key, grain, mostBars) / grain);
  return nodeBound <= ceiling;
}

/** Solves the program over the patterns that it has, after bounds of columns have changed. */
export function solveProgram(): void {
  columnGeneration(ColumnsGoal.BOUND, 0);
}

/** Dual simplex method, until all basic columns are within their bounds. */
function dualSimplex(): void {
  // Degenerate programs stall: after so many steps the primal method goes on.
  for (let left = PIVOTS_PER_ROW * (typeCount + barCount); left > 0; left--) {
    pause();
    const result = dualStep();
    if (result === Pivot.NONE) break;
    if (result === Pivot.FAILED) recover();
  }
}

/** Primal simplex method, until no column that is known is worth having. */
function primalSimplex(): void {
  for (let left = PIVOTS_PER_ROW * (typeCount + barCount); left > 0; left--) {
    if (workSpent() > nextRounding) {
      roundSolution(FillRule.VALUE);
      nextRounding = 2 * workSpent();
    }
    pause();
    const result = primalStep();
    if (result === Pivot.NONE) break;
    if (result === Pivot.MOVED) continue;
    recover();
    dualSimplex();
  }
  if (!ASC_NO_ASSERT) auditProgram();
}

/** After a failure of arithmetic: fresh factors first, then the first basis; after too many the search ends. */
function recover(): void {
  if (++failures % 2 === 0) startBasis();
  if (failures > MOST_FAILURES || !refresh()) stop();
  startDual();
}

/** Values to price: the program's duals, and to the part `smoothing` those of the best bound, in whole numbers. */
function mixValues(smoothing: f64): void {
  const total = max(programValue(), best.missing > 0 ? 1 : best.key / priceUnit);
  // A power of two, so that keys stay exact; small enough that sums over the whole demand do.
  grain = 2 ** Math.floor(Math.log2(1125899906842624 / (priceUnit * max(1, total))));
  for (let r = 0; r < typeCount + barCount; r++) {
    mixed[r] = smoothing * center[r] + (1 - smoothing) * worthAt(r);
  }
  for (let i = 0; i < typeCount; i++) value[i] = Math.floor(mixed[i] * priceUnit * grain);
  for (let j = 0; j < barCount; j++) {
    threshold[j] = key[j] * grain + Math.floor(mixed[typeCount + j] * priceUnit * grain);
  }
}

/** Dual value of a type, or from `typeCount` on of a bar's limit, never negative. */
function worthAt(r: i32): f64 {
  if (r < typeCount) return max(0, dual[r]);
  const row = limitRow[r - typeCount];
  return row < 0 ? 0 : max(0, -dual[row]);
}

/** Takes in what the pricing proves (`lagrange-bound`). */
function takeBound(): void {
  const plain = plainBound(value, bestValue, key, grain, mostBars);
  if (plain / grain > boundTotal / boundGrain) {
    boundTotal = plain;
    boundGrain = grain;
    copyNumbers(boundDuals, value, typeCount);
    for (let j = 0; j < barCount; j++) boundSurcharge[j] = max(0, bestValue[j] - key[j] * grain);
  }
  const bound = dualBound(value, bestValue, key, grain, mostBars);
  if (bound > bestDualBound * grain) {
    bestDualBound = bound / grain;
    copyNumbers(center, mixed, typeCount + barCount);
  }
  const onPrimary = scale === 1 ? bound : dualBound(value, bestValue, primaryKey, grain, mostBars);
  raiseBounds(wholeAbove(bound / grain), wholeAbove(onPrimary / (grain * scale)));
}

/** Adds the patterns that the pricing has found; false when none promises anything at the program's own values. */
function addPatterns(): bool {
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
  return added;
}
