/**
 * Branch and bound over listed patterns (Land and Doig 1960), depth first: the last word on small jobs. Each node solves
 * the program with the dual method. Where the list has every pattern of a better plan, pieces are cut exactly and branches are
 * on pairs of types (Ryan and Foster 1981); elsewhere the pattern with the largest fraction is first used more often,
 * then less. When the search ends by itself, the least bound among its leaves is a bound on every plan, because the
 * list holds all patterns a better plan needs.
 *
 * The folder:
 *
 *     enumerate   all patterns that a better plan could need ─► branch-and-bound
 *                                                                 ├ ryan-foster   branches on pairs of types
 *                                                                 └ leaf-bound    what a leaf proves
 *     branch-and-price   where they are too many: branches on units, with pricing in each node
 */
import { mark, release } from "../../memory";
import { stop } from "../../pause";
import { randomUnit } from "../../random";
import { copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { workSpent } from "../../work";
import { FillRule } from "../construct/fill-bar";
import { best, mostBars, mostKey, raiseBounds } from "../incumbent/cut-incumbent";
import { pause } from "../incumbent/pause";
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
} from "../lp/linear-program";
import { roundSolution } from "../lp/rounding";
import { computeDuals, dualStep, Pivot, refresh, restoreDualFeasibility, startDual } from "../lp/simplex";
import { barCount, demand, key, scale, typeCount } from "../model/cut-problem";
import {
  PIVOTS_PER_ROW,
  SEARCH_GROWTH,
  SEARCH_LEAVES,
  SEARCH_NOISE,
  SEARCH_PACKING,
} from "../model/cut-tuning";
import { SEARCH_DEPTH, SEARCH_PERTURBATION, SEARCH_STEP, SEARCH_TOLERANCE } from "../model/limits";
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

/** How the program of a node has turned out. */
enum NodeEnd {
  /** Solved; better plans may lie below. */
  OPEN = 0,
  /** No plan below beats the best one. */
  HOPELESS = 1,
  /** More of a kind of bar is fixed than there is. */
  INFEASIBLE = 2,
  /** Arithmetic has failed for this node. */
  FAILED = 3,
  /** Arithmetic has failed for the whole search, or the work for it is used up. */
  STOPPED = 4,
}

/** True when the list has every pattern of a better plan, so that no piece need be cut in excess. */
let exact: bool = false;
/** The basis at the root: its solution is where each run begins, and column generation goes on after the search. */
let rootBasis: Ints = changetype<Ints>(0);
/** Number of the run, and how many leaves it may close. */
let run: i32 = 0;
let mostLeaves: f64 = 0;
/** No plan with a larger key is looked for: the list holds what smaller ones need. */
let ceiling: f64 = Infinity;

/** Branches from the root to the node at hand. */
let depth: i32 = 0;
/** Per level: the column branched on (-1 for a pair), its bounds before, the pair, and whether the second branch is searched. */
let branchColumn: Ints = changetype<Ints>(0);
let branchLower: Numbers = changetype<Numbers>(0);
let branchUpper: Numbers = changetype<Numbers>(0);
let branchSingle: Ints = changetype<Ints>(0);
let branchOther: Ints = changetype<Ints>(0);
let branchSecond: Ints = changetype<Ints>(0);

export function openSearch(): void {
  branchColumn = reserveInts(SEARCH_DEPTH);
  branchLower = reserveNumbers(SEARCH_DEPTH);
  branchUpper = reserveNumbers(SEARCH_DEPTH);
  branchSecond = reserveInts(SEARCH_DEPTH);
  branchSingle = reserveInts(SEARCH_DEPTH);
  branchOther = reserveInts(SEARCH_DEPTH);
  rootBasis = reserveInts(typeCount + barCount);
  openPairs();
  openLeafBound();
}

/**
 * Perturbs the costs of the listed patterns a little (Charnes 1952), because simplex methods stall among patterns that are
 * equally good. Downwards, and by a small part of the objective's step in all: then what perturbed plans cannot reach no
 * plan does, and the bounds of the leaves, which are taken from the true costs, do not miss the step.
 */
export function perturbCosts(): void {
  // When not everything fits, the last tie is finer than any perturbation.
  if (best.missing > 0) return;
  const share = min(SEARCH_PERTURBATION, (SEARCH_STEP * scale) / best.key);
  for (let j = firstPattern; j < columnCount; j++) cost[j] *= 1 - share * randomUnit();
}

/**
 * Prepares runs of the search from the solved program, whose patterns are the list. With `whole` none is left out for being
 * part of another, and each run ends after some leaves: whether a plan is found soon or never is mostly decided by the
 * first few branches, and from the second run on chance takes other ones.
 */
export function startSearch(whole: bool): void {
  exact = whole;
  copyInts(rootBasis, basis, rows);
  run = 0;
  mostLeaves = exact ? SEARCH_LEAVES : Infinity;
}

/**
 * One run; true when it has come to its end by itself, false when its leaves or the work for it, up to `end`, are used up.
 */
export function branchAndBound(end: f64): bool {
  startRun();
  let leastKey: f64 = Infinity;
  let solved = 0;
  let leaves: f64 = 0;
  do {
    // Down to a leaf, always into the first branch.
    let node = solveNode(end);
    while (node === NodeEnd.OPEN) {
      // Packing the rest at some nodes finds plans long before the search reaches whole solutions by itself.
      if (++solved % SEARCH_PACKING === 1 || fractional() < 0) {
        if (!roundSolution(FillRule.VALUE, end)) return false;
      }
      const paired = exact && findPair(noise());
      const column = paired ? -1 : fractional();
      if (hopeless() || !(paired || column >= 0)) break;
      if (depth === SEARCH_DEPTH) return false;
      branch(column);
      node = solveNode(end);
    }
    if (node === NodeEnd.STOPPED) return false;
    if (node === NodeEnd.HOPELESS) solved++;
    if (++leaves > mostLeaves && depth > 0) return false;
    leastKey = min(leastKey, keyBelow(node));
  } while (nextBranch());
  if (best.missing === 0) {
    const proven = min(leastKey, ceiling + 1);
    raiseBounds(proven, Math.floor(proven / scale));
  }
  return true;
}

function startRun(): void {
  depth = 0;
  ceiling = mostKey();
  for (let j = firstPattern; j < columnCount; j++) {
    upperBound[j] = <f64>min(mostBars[barOf[j]], mostUses(j));
  }
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] >= 0) upperBound[limitRow[j]] = rightSide[limitRow[j]];
  }
  if (exact) for (let i = 0; i < typeCount; i++) upperBound[i] = 0;
  restoreDualFeasibility();
  startDual();
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
  return <i32>(exact ? least : most);
}

/** Goes back to the root; the next run may be longer than the one before, so that one of them comes to its end. */
export function restartSearch(): void {
  run++;
  mostLeaves *= SEARCH_GROWTH;
  if (!leaveRun()) stop();
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
    basis[p] = rootBasis[p];
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

/** Solves the program of the node at hand with the dual method, which climbs: once above the best plan, a node is done with. */
function solveNode(end: f64): NodeEnd {
  let failures = 0;
  let pivots = 0;
  while (workSpent() < end) {
    pause();
    const result = dualStep();
    if (result !== Pivot.FAILED && hopeless()) return NodeEnd.HOPELESS;
    if (result === Pivot.NONE) return NodeEnd.OPEN;
    // Far too many steps mean that the dual method goes in circles.
    if (result === Pivot.MOVED && ++pivots <= PIVOTS_PER_ROW * rows) continue;
    if (isOverdrawn()) return NodeEnd.INFEASIBLE;
    if (++failures > 2) return NodeEnd.FAILED;
    if (!refresh()) return NodeEnd.STOPPED;
    restoreDualFeasibility();
    pivots = 0;
  }
  return NodeEnd.STOPPED;
}

/** True when more of a kind of bar is fixed than allowed. */
function isOverdrawn(): bool {
  const top = mark();
  const fixed = reserveNumbers(barCount);
  for (let j = firstPattern; j < columnCount; j++) fixed[barOf[j]] += lowerBound[j];
  release(top);
  for (let j = 0; j < barCount; j++) {
    const row = limitRow[j];
    if (row >= 0 && fixed[j] + lowerBound[row] > rightSide[row]) return true;
  }
  return false;
}

/** True when no plan below this node beats the best one, as far as the program's arithmetic can tell. */
function hopeless(): bool {
  // Perturbation and tolerances may lift a value that is worth searching a little above the last key that is.
  if (best.missing === 0) {
    const tolerance = min(SEARCH_TOLERANCE * best.key, max(0.5, SEARCH_STEP * scale));
    return programValue() * priceUnit > min(ceiling, mostKey()) + tolerance;
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
  return run > 0 ? SEARCH_NOISE : 0;
}

/** Goes down: the pair that has been found together, or one more of a column. */
function branch(column: i32): void {
  branchColumn[depth] = column;
  branchSecond[depth] = 0;
  if (column < 0) {
    branchSingle[depth] = pairSingle;
    branchOther[depth] = pairOther;
    forbidPatterns(depth, pairSingle, pairOther, false);
    restoreDualFeasibility();
  } else {
    branchLower[depth] = lowerBound[column];
    branchUpper[depth] = upperBound[column];
    lowerBound[column] = Math.floor(columnValue(column)) + 1;
  }
  depth++;
}

/** A key that no plan below a leaf undercuts. */
function keyBelow(node: NodeEnd): f64 {
  if (node === NodeEnd.INFEASIBLE) return Infinity;
  if (node === NodeEnd.FAILED) return 0;
  if (node === NodeEnd.HOPELESS) computeDuals();
  return leafBound(exact);
}

/** Turns to the second branch of the last level where it is still open; false when there is none. */
function nextBranch(): bool {
  for (; depth > 0; depth--) {
    const level = depth - 1;
    const open = branchSecond[level] === 0;
    branchSecond[level] = 1;
    if (branchColumn[level] < 0) turnPair(level, open);
    else turnColumn(level, open);
    if (!open) continue;
    restoreDualFeasibility();
    return true;
  }
  return false;
}

/** Goes from the first branch on a column to the second, or takes both back. */
function turnColumn(level: i32, open: bool): void {
  const column = branchColumn[level];
  const split = lowerBound[column];
  lowerBound[column] = branchLower[level];
  upperBound[column] = open ? split - 1 : branchUpper[level];
}

/** Goes from the first branch on a pair to the second, or takes both back. */
function turnPair(level: i32, open: bool): void {
  allowPatterns(level);
  if (open) forbidPatterns(level, branchSingle[level], branchOther[level], true);
}
