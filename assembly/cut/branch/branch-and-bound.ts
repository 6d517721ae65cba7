/**
 * Branch and bound over listed patterns: the last word on small jobs. Each node solves the program with the dual
 * method. Where the list has every pattern of a better plan, pieces are cut exactly and branches are on pairs of types;
 * elsewhere the pattern with the largest fraction is first used more often, then less. When the search ends by itself,
 * the least bound among its leaves is a bound on every plan, because the list holds all patterns a better plan needs.
 *
 * The folder:
 *
 *     enumerate   all patterns that a better plan could need ─► branch-and-bound
 *                                                                 ├ ryan-foster   branches on pairs of types
 *                                                                 └ leaf-bound    what a leaf proves
 */
import { randomUnit } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { FillRule, filled, fillStep } from "../construct/fill";
import { best, mostBars, mostKey, offerPlan, raiseBounds } from "../incumbent/incumbent";
import { missingRate, missingTie, priceUnit } from "../lp/column-generation";
import {
  atUpper,
  barOf,
  basis,
  columnCount,
  columnEntry,
  columnRow,
  columnStart,
  columnValue,
  cost,
  firstPattern,
  limitRow,
  lowerBound,
  position,
  programValue,
  rightSide,
  rows,
  upperBound,
} from "../lp/program";
import { startRounding } from "../lp/rounding";
import { computeDuals, dualStep, Pivot, refresh, restoreDualFeasibility, startDual } from "../lp/simplex";
import { barCount, demand, key, scale, typeCount } from "../model/problem";
import {
  SEARCH_DEPTH,
  SEARCH_GROWTH,
  SEARCH_LEAVES,
  SEARCH_NOISE,
  SEARCH_PACKING,
  SEARCH_PERTURBATION,
  SEARCH_PIVOTS,
  SEARCH_STEP,
  SEARCH_TOLERANCE,
} from "../model/tuning";
import { leafBound, openLeafBound } from "./leaf-bound";
import {
  allowPatterns,
  findPair,
  forbidPatterns,
  forgetForbidden,
  openPairs,
  pairOther,
  pairSingle,
} from "./ryan-foster";

enum Node {
  SOLVE = 0,
  PACK = 1,
  END = 2,
}

/** True when the search has come to its end by itself. */
export let exhausted: bool = false;

/** What is kept here between two steps. */
@unmanaged
class State {
  node: Node;
  nodes: i32;
  depth: i32;
  failures: i32;
  /** Steps spent on the node: far too many mean that the dual method goes in circles. */
  pivots: i32;
  /** No plan with a larger key is looked for: the list holds what smaller ones need. */
  ceiling: f64;
  /** No plan in the leaves closed so far has a smaller key. */
  leastKey: f64;
  /** True when the list has every pattern of a better plan, so that no piece need be cut in excess. */
  exact: bool;
  /** Per level: the column branched on (-1 for a pair), its bounds before, and whether the second branch is being searched. */
  branchColumn: Ints;
  branchLower: Numbers;
  branchUpper: Numbers;
  branchSecond: Ints;
  branchSingle: Ints;
  branchOther: Ints;
  fixedBars: Numbers;
  /** Number of the run, leaves closed in it, and how many it may close. */
  run: i32;
  leaves: i32;
  mostLeaves: f64;
  /** The basis at the root: its solution is where the next run begins, and column generation goes on after the search. */
  rootBasis: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.node = Node.END;
state.ceiling = Infinity;
state.leastKey = Infinity;

export function openSearch(): void {
  state.branchColumn = reserveInts(SEARCH_DEPTH);
  state.branchLower = reserveNumbers(SEARCH_DEPTH);
  state.branchUpper = reserveNumbers(SEARCH_DEPTH);
  state.branchSecond = reserveInts(SEARCH_DEPTH);
  state.branchSingle = reserveInts(SEARCH_DEPTH);
  state.branchOther = reserveInts(SEARCH_DEPTH);
  openPairs();
  openLeafBound();
  state.fixedBars = reserveNumbers(barCount);
  state.rootBasis = reserveInts(typeCount + barCount);
}

/**
 * Perturbs the costs of the listed patterns a little, because simplex methods stall among patterns that are equally good.
 * Downwards, and by a small part of the objective's step in all: then what perturbed plans cannot reach no plan does, and
 * the bounds of the leaves, which are taken from the true costs, do not miss the step.
 */
export function perturbCosts(): void {
  // When not everything fits, the last tie is finer than any perturbation.
  if (best.missing > 0) return;
  const share = min(SEARCH_PERTURBATION, (SEARCH_STEP * scale) / best.key);
  for (let j = firstPattern; j < columnCount; j++) cost[j] *= 1 - share * randomUnit();
}

/**
 * Begins at the solved program, whose patterns are the list. With `whole` none is left out for being part of another, and
 * the search comes in runs: each ends after some leaves, and `searchAgain` begins the next.
 */
export function startSearch(whole: bool): void {
  state.exact = whole;
  for (let p = 0; p < rows; p++) state.rootBasis[p] = basis[p];
  state.run = 0;
  state.mostLeaves = state.exact ? SEARCH_LEAVES : Infinity;
  startRun();
}

function startRun(): void {
  exhausted = false;
  state.nodes = 0;
  state.depth = 0;
  state.leaves = 0;
  state.failures = 0;
  state.pivots = 0;
  state.leastKey = Infinity;
  state.ceiling = mostKey();
  for (let j = firstPattern; j < columnCount; j++) {
    upperBound[j] = <f64>min(mostBars[barOf[j]], mostUses(j));
  }
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] >= 0) upperBound[limitRow[j]] = rightSide[limitRow[j]];
  }
  if (state.exact) for (let i = 0; i < typeCount; i++) upperBound[i] = 0;
  restoreDualFeasibility();
  startDual();
  state.node = Node.SOLVE;
}

/**
 * Begins another run at the root, where chance takes other branches first: whether a plan is found soon or never is
 * mostly decided by the first few. Every run may be longer than the one before, so that one of them comes to its end.
 * False when arithmetic has failed.
 */
export function searchAgain(): bool {
  state.run++;
  state.mostLeaves *= SEARCH_GROWTH;
  if (!leaveRun()) return false;
  startRun();
  return true;
}

/**
 * Takes back all branches and bounds: but for the perturbation of its costs, the program is again the one that the search began
 * with, and solved. False when arithmetic has failed.
 */
export function leaveRun(): bool {
  for (let j = 0; j < columnCount; j++) {
    lowerBound[j] = 0;
    upperBound[j] = Infinity;
    atUpper[j] = 0;
    position[j] = -1;
  }
  for (let p = 0; p < rows; p++) {
    basis[p] = state.rootBasis[p];
    position[basis[p]] = p;
  }
  forgetForbidden();
  return refresh();
}

/** Takes back the perturbation too. */
export function leaveSearch(): void {
  leaveRun();
  for (let j = firstPattern; j < columnCount; j++) cost[j] = key[barOf[j]] / priceUnit;
}

/** How many bars cut by a pattern can be of use. */
function mostUses(column: i32): i32 {
  let most: f64 = 0;
  let least: f64 = Infinity;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    if (columnRow[e] >= typeCount) continue;
    const uses = <f64>demand[columnRow[e]] / columnEntry[e];
    most = max(most, Math.ceil(uses));
    least = min(least, Math.floor(uses));
  }
  return <i32>(state.exact ? least : most);
}

/** Does the next small piece of work; false when the search has ended. */
export function searchStep(): bool {
  if (state.node === Node.SOLVE) {
    const result = dualStep();
    // The dual method climbs: once above the best plan, a node is done with.
    if (result === Pivot.NONE || (result === Pivot.MOVED && hopeless())) judge();
    else if (result === Pivot.FAILED || ++state.pivots > SEARCH_PIVOTS * rows) giveUpNode();
  } else if (state.node === Node.PACK) {
    if (fillStep()) return true;
    offerPlan(filled);
    branch();
  }
  return state.node !== Node.END;
}

/** Decides what becomes of a solved node. */
function judge(): void {
  state.failures = 0;
  state.pivots = 0;
  state.nodes++;
  if (hopeless()) {
    computeDuals();
    closeLeaf(leafBound(state.exact));
    return;
  }
  // Packing the rest at some nodes finds plans long before the search reaches whole solutions by itself.
  if (state.nodes % SEARCH_PACKING === 1 || fractional() < 0) {
    startRounding(FillRule.VALUE);
    state.node = Node.PACK;
  } else {
    branch();
  }
}

/** True when no plan below this node beats the best one, as far as the program's arithmetic can tell. */
function hopeless(): bool {
  // Perturbation and tolerances may lift a value that is worth searching a little above the last key that is.
  if (best.missing === 0) {
    const tolerance = min(SEARCH_TOLERANCE * best.key, max(0.5, SEARCH_STEP * scale));
    return programValue() * priceUnit > min(state.ceiling, mostKey()) + tolerance;
  }
  const reached = best.key / priceUnit + missingRate * best.missingWorth + missingTie * best.missing;
  return programValue() > reached - max(1e-10 * reached, 0.5 * missingTie);
}

/**
 * The column to branch on, or -1 when the solution is whole: a kind of bar whose number is not whole, since that decides
 * the objective, else the pattern with the largest fraction.
 */
function fractional(): i32 {
  let column = -1;
  let most: f64 = 1e-6;
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] < 0) continue;
    const unused = columnValue(limitRow[j]);
    const distance = Math.abs(unused - Math.round(unused));
    if (distance <= most) continue;
    most = distance;
    column = limitRow[j];
  }
  if (column >= 0) return column;
  for (let j = firstPattern; j < columnCount; j++) {
    const fraction = columnValue(j) - Math.floor(columnValue(j));
    if (fraction <= most || fraction > 1 - 1e-6) continue;
    const score = fraction * (1 - noise() * randomUnit());
    if (score <= most) continue;
    most = score;
    column = j;
  }
  return column;
}

/** The first run follows the program. */
function noise(): f64 {
  return state.run > 0 ? SEARCH_NOISE : 0;
}

function branch(): void {
  const paired = state.exact && findPair(noise());
  const column = paired ? -1 : fractional();
  if (hopeless() || !(paired || column >= 0)) {
    closeLeaf(leafBound(state.exact));
    return;
  }
  if (state.depth >= SEARCH_DEPTH) {
    state.node = Node.END;
    return;
  }
  state.branchColumn[state.depth] = column;
  state.branchSecond[state.depth] = 0;
  if (paired) {
    state.branchSingle[state.depth] = pairSingle;
    state.branchOther[state.depth] = pairOther;
    forbidPatterns(state.depth, pairSingle, pairOther, false);
    restoreDualFeasibility();
  } else {
    state.branchLower[state.depth] = lowerBound[column];
    state.branchUpper[state.depth] = upperBound[column];
    lowerBound[column] = Math.floor(columnValue(column)) + 1;
  }
  state.depth++;
  state.node = Node.SOLVE;
}

/** Ends a node below which no plan has a smaller key than `bound`, and goes back to the last open branch. */
function closeLeaf(bound: f64): void {
  if (<f64>++state.leaves > state.mostLeaves && state.depth > 0) {
    state.node = Node.END;
    return;
  }
  state.leastKey = min(state.leastKey, bound);
  while (state.depth > 0) {
    const level = state.depth - 1;
    const open = state.branchSecond[level] === 0;
    state.branchSecond[level] = 1;
    if (state.branchColumn[level] < 0) turnPair(level, open);
    else turnColumn(level, open);
    if (open) {
      restoreDualFeasibility();
      state.node = Node.SOLVE;
      return;
    }
    state.depth--;
  }
  state.node = Node.END;
  exhausted = true;
  if (best.missing > 0) return;
  const proven = min(state.leastKey, state.ceiling + 1);
  raiseBounds(proven, Math.floor(proven / scale));
}

/** Goes from the first branch on a column to the second, or takes both back. */
function turnColumn(level: i32, open: bool): void {
  const column = state.branchColumn[level];
  const split = lowerBound[column];
  lowerBound[column] = state.branchLower[level];
  upperBound[column] = open ? split - 1 : state.branchUpper[level];
}

function turnPair(level: i32, open: bool): void {
  allowPatterns(level);
  if (open) forbidPatterns(level, state.branchSingle[level], state.branchOther[level], true);
}

/** After a dual step found no way: truly none if more of a kind of bar is fixed than allowed; otherwise arithmetic. */
function giveUpNode(): void {
  for (let j = 0; j < barCount; j++) state.fixedBars[j] = 0;
  for (let j = firstPattern; j < columnCount; j++) state.fixedBars[barOf[j]] += lowerBound[j];
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] < 0) continue;
    if (state.fixedBars[j] > rightSide[limitRow[j]] - lowerBound[limitRow[j]]) {
      closeLeaf(Infinity);
      return;
    }
  }
  state.pivots = 0;
  if (++state.failures > 2) {
    state.failures = 0;
    closeLeaf(0);
  } else if (!refresh()) {
    state.node = Node.END;
  } else {
    restoreDualFeasibility();
  }
}
