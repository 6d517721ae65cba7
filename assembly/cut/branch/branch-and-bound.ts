/**
 * Branch and bound over listed patterns: the last word on small jobs. Each node solves the program with the dual
 * method. Where the list has every pattern of a better plan, pieces are cut exactly and branches are on pairs of types;
 * elsewhere the pattern with the largest fraction is first used more often, then less. When the search ends by itself,
 * the least bound among its leaves is a bound on every plan, because the list holds all patterns a better plan needs.
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
import { computeDuals, dualStep, Pivot, refresh, settleBounds, startDual } from "../lp/simplex";
import { barCount, demand, key, scale, typeCount } from "../model/problem";
import {
  SEARCH_BLUR,
  SEARCH_DEPTH,
  SEARCH_FUZZ,
  SEARCH_GROWTH,
  SEARCH_LEAVES,
  SEARCH_NOISE,
  SEARCH_PACKING,
  SEARCH_PIVOTS,
  SEARCH_STEP,
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

let node: Node = Node.END;
let nodes: i32 = 0;
let depth: i32 = 0;
let failures: i32 = 0;
/** Steps spent on the node: far too many mean that the dual method goes in circles. */
let pivots: i32 = 0;
/** No plan with a larger key is looked for: the list holds what smaller ones need. */
let ceiling: f64 = Infinity;
/** No plan in the leaves closed so far has a smaller key. */
let leastKey: f64 = Infinity;
/** True when the list has every pattern of a better plan, so that no piece need be cut in excess. */
let exact: bool = false;
/** Per level: the column branched on (-1 for a pair), its bounds before, and whether the second branch is being searched. */
let branchColumn: Ints = changetype<Ints>(0);
let branchLower: Numbers = changetype<Numbers>(0);
let branchUpper: Numbers = changetype<Numbers>(0);
let branchSecond: Ints = changetype<Ints>(0);
let branchSingle: Ints = changetype<Ints>(0);
let branchOther: Ints = changetype<Ints>(0);
let fixedBars: Numbers = changetype<Numbers>(0);
/** Number of the run, leaves closed in it, and how many it may close. */
let run: i32 = 0;
let leaves: i32 = 0;
let mostLeaves: f64 = 0;
/** The basis at the root: its solution is where the next run begins, and column generation goes on after the search. */
let rootBasis: Ints = changetype<Ints>(0);

export function openSearch(): void {
  branchColumn = reserveInts(SEARCH_DEPTH);
  branchLower = reserveNumbers(SEARCH_DEPTH);
  branchUpper = reserveNumbers(SEARCH_DEPTH);
  branchSecond = reserveInts(SEARCH_DEPTH);
  branchSingle = reserveInts(SEARCH_DEPTH);
  branchOther = reserveInts(SEARCH_DEPTH);
  openPairs();
  openLeafBound();
  fixedBars = reserveNumbers(barCount);
  rootBasis = reserveInts(typeCount + barCount);
}

/**
 * Blurs the costs of the listed patterns a little, because simplex methods stall among patterns that are equally good.
 * Downwards, and by a small part of the objective's step in all: then what blurred plans cannot reach no plan does, and
 * the bounds of the leaves, which are taken from the true costs, do not miss the step.
 */
export function blurCosts(): void {
  // When not everything fits, the last tie is finer than any blur.
  if (best.missing > 0) return;
  const blur = min(SEARCH_BLUR, (SEARCH_STEP * scale) / best.key);
  for (let j = firstPattern; j < columnCount; j++) cost[j] *= 1 - blur * randomUnit();
}

/**
 * Begins at the solved program, whose patterns are the list. With `whole` none is left out for being part of another, and
 * the search comes in runs: each ends after some leaves, and `searchAgain` begins the next.
 */
export function startSearch(whole: bool): void {
  exact = whole;
  for (let p = 0; p < rows; p++) rootBasis[p] = basis[p];
  run = 0;
  mostLeaves = exact ? SEARCH_LEAVES : Infinity;
  startRun();
}

function startRun(): void {
  exhausted = false;
  nodes = 0;
  depth = 0;
  leaves = 0;
  failures = 0;
  pivots = 0;
  leastKey = Infinity;
  ceiling = mostKey();
  for (let j = firstPattern; j < columnCount; j++) {
    upperBound[j] = <f64>min(mostBars[barOf[j]], mostUses(j));
  }
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] >= 0) upperBound[limitRow[j]] = rightSide[limitRow[j]];
  }
  if (exact) for (let i = 0; i < typeCount; i++) upperBound[i] = 0;
  settleBounds();
  startDual();
  node = Node.SOLVE;
}

/**
 * Begins another run at the root, where chance takes other branches first: whether a plan is found soon or never is
 * mostly decided by the first few. Every run may be longer than the one before, so that one of them comes to its end.
 * False when arithmetic has failed.
 */
export function searchAgain(): bool {
  run++;
  mostLeaves *= SEARCH_GROWTH;
  if (!leaveRun()) return false;
  startRun();
  return true;
}

/**
 * Takes back all branches and bounds: but for the blur of its costs, the program is again the one that the search began
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

/** Takes back the blur too. */
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
  return <i32>(exact ? least : most);
}

/** Does the next small piece of work; false when the search has ended. */
export function searchStep(): bool {
  if (node === Node.SOLVE) {
    const result = dualStep();
    // The dual method climbs: once above the best plan, a node is done with.
    if (result === Pivot.NONE || (result === Pivot.MOVED && hopeless())) judge();
    else if (result === Pivot.FAILED || ++pivots > SEARCH_PIVOTS * rows) giveUpNode();
  } else if (node === Node.PACK) {
    if (fillStep()) return true;
    offerPlan(filled);
    branch();
  }
  return node !== Node.END;
}

/** Decides what becomes of a solved node. */
function judge(): void {
  failures = 0;
  pivots = 0;
  nodes++;
  if (hopeless()) {
    computeDuals();
    closeLeaf(leafBound(exact));
    return;
  }
  // Packing the rest at some nodes finds plans long before the search reaches whole solutions by itself.
  if (nodes % SEARCH_PACKING === 1 || fractional() < 0) {
    startRounding(FillRule.VALUE);
    node = Node.PACK;
  } else {
    branch();
  }
}

/** True when no plan below this node beats the best one, as far as the program's arithmetic can tell. */
function hopeless(): bool {
  // Blur and tolerances may lift a value that is worth searching a little above the last key that is.
  if (best.missing === 0) {
    const fuzz = min(SEARCH_FUZZ * best.key, max(0.5, SEARCH_STEP * scale));
    return programValue() * priceUnit > min(ceiling, mostKey()) + fuzz;
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

function branch(): void {
  const paired = exact && findPair(noise());
  const column = paired ? -1 : fractional();
  if (hopeless() || !(paired || column >= 0)) {
    closeLeaf(leafBound(exact));
    return;
  }
  if (depth >= SEARCH_DEPTH) {
    node = Node.END;
    return;
  }
  branchColumn[depth] = column;
  branchSecond[depth] = 0;
  if (paired) {
    branchSingle[depth] = pairSingle;
    branchOther[depth] = pairOther;
    forbidPatterns(depth, pairSingle, pairOther, false);
    settleBounds();
  } else {
    branchLower[depth] = lowerBound[column];
    branchUpper[depth] = upperBound[column];
    lowerBound[column] = Math.floor(columnValue(column)) + 1;
  }
  depth++;
  node = Node.SOLVE;
}

/** Ends a node below which no plan has a smaller key than `bound`, and goes back to the last open branch. */
function closeLeaf(bound: f64): void {
  if (<f64>++leaves > mostLeaves && depth > 0) {
    node = Node.END;
    return;
  }
  leastKey = min(leastKey, bound);
  while (depth > 0) {
    const level = depth - 1;
    const open = branchSecond[level] === 0;
    branchSecond[level] = 1;
    if (branchColumn[level] < 0) turnPair(level, open);
    else turnColumn(level, open);
    if (open) {
      settleBounds();
      node = Node.SOLVE;
      return;
    }
    depth--;
  }
  node = Node.END;
  exhausted = true;
  if (best.missing > 0) return;
  const proven = min(leastKey, ceiling + 1);
  raiseBounds(proven, Math.floor(proven / scale));
}

/** Goes from the first branch on a column to the second, or takes both back. */
function turnColumn(level: i32, open: bool): void {
  const column = branchColumn[level];
  const split = lowerBound[column];
  lowerBound[column] = branchLower[level];
  upperBound[column] = open ? split - 1 : branchUpper[level];
}

function turnPair(level: i32, open: bool): void {
  allowPatterns(level);
  if (open) forbidPatterns(level, branchSingle[level], branchOther[level], true);
}

/** After a dual step found no way: truly none if more of a kind of bar is fixed than allowed; otherwise arithmetic. */
function giveUpNode(): void {
  for (let j = 0; j < barCount; j++) fixedBars[j] = 0;
  for (let j = firstPattern; j < columnCount; j++) fixedBars[barOf[j]] += lowerBound[j];
  for (let j = 0; j < barCount; j++) {
    if (limitRow[j] < 0) continue;
    if (fixedBars[j] > rightSide[limitRow[j]] - lowerBound[limitRow[j]]) {
      closeLeaf(Infinity);
      return;
    }
  }
  pivots = 0;
  if (++failures > 2) {
    failures = 0;
    closeLeaf(0);
  } else if (!refresh()) {
    node = Node.END;
  } else {
    settleBounds();
  }
}
