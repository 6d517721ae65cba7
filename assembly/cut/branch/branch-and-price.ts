/**
 * Branch and price (R. da Silva and R. Schouery, 2023): branches on pairs of units (`lp/units`), with new patterns in each node,
 * depth first, first with the pair on one bar. It looks for a plan that meets the bound where the best one is a bar above it:
 * such a plan wastes so little that few patterns can be part of it, and the exact table knows those. A node ends when its
 * program is worth the bound, or when the bound in whole numbers says that no plan within its branches is.
 */
import { Ints, reserveInts } from "../../vector";
import { spend, workSpent } from "../../work";
import { FillRule } from "../construct/fill-bar";
import { best, keyBound, mostKey, raiseBounds } from "../incumbent/cut-incumbent";
import { solveNode } from "../lp/column-generation";
import {
  atUpper,
  columnCount,
  columnStart,
  columnValue,
  firstPattern,
  position,
  upperBound,
} from "../lp/linear-program";
import { cell, tabled } from "../lp/pricing-table";
import { roundSolution } from "../lp/rounding";
import { restoreDualFeasibility } from "../lp/simplex";
import { isSingle, joinUnits, part, partCount, partUnits, resetUnits, splitPattern } from "../lp/units";
import { barCount, scale, typeCount } from "../model/cut-problem";
import { SEARCH_PACKING } from "../model/cut-tuning";
import { PAIR_TYPES, SEARCH_DEPTH } from "../model/limits";
import { isUsed, together } from "./ryan-foster";

/** Branches from the root to the node at hand: the pair of each, and 1 where it is parted. */
let depth: i32 = 0;
let first: Ints = changetype<Ints>(0);
let second: Ints = changetype<Ints>(0);
let apart: Ints = changetype<Ints>(0);

export function openBranches(): void {
  if (!tabulated()) return;
  first = reserveInts(SEARCH_DEPTH);
  second = reserveInts(SEARCH_DEPTH);
  apart = reserveInts(SEARCH_DEPTH);
}

/** True when an exact table prices the units. */
function tabulated(): bool {
  return barCount === 1 && tabled && cell === 1 && typeCount <= PAIR_TYPES;
}

/** True when units can be priced and the best plan is one bar above the bound. */
export function isPriceable(): bool {
  return tabulated() && best.missing === 0 && keyBound === mostKey();
}

/**
 * True when no plan is better than the best one; false when a better one has been found, the work up to `end` is used up, or
 * no pair is left to branch on: a pair has a single piece.
 */
export function branchAndPrice(end: f64): bool {
  const ceiling = mostKey();
  let nodes = 0;
  depth = 0;
  do {
    enterNode();
    while (solveNode(ceiling)) {
      if (nodes++ % SEARCH_PACKING === 0) roundSolution(FillRule.VALUE);
      const paired = findPair();
      if (!paired) roundSolution(FillRule.VALUE);
      if (best.key <= ceiling || !paired || depth === SEARCH_DEPTH || workSpent() > end) return leave(false);
      apart[depth++] = 0;
      enterNode();
    }
  } while (nextBranch());
  raiseBounds(ceiling + 1, Math.floor((ceiling + 1) / scale));
  return leave(true);
}

/** Applies the branches: patterns that do not keep to them are forbidden. */
function enterNode(): void {
  resetUnits();
  for (let d = 0; d < depth; d++) {
    if (apart[d] !== 0) partUnits(first[d], second[d]);
    else joinUnits(first[d], second[d]);
  }
  for (let j = firstPattern; j < columnCount; j++) {
    upperBound[j] = splitPattern(j) ? Infinity : 0;
    if (position[j] < 0) atUpper[j] = 0;
  }
  spend(<f64>(2 * columnStart[columnCount]));
  restoreDualFeasibility();
}

/** Takes the branches back; returns `ended`. */
function leave(ended: bool): bool {
  for (let j = firstPattern; j < columnCount; j++) {
    upperBound[j] = Infinity;
    atUpper[j] = 0;
  }
  resetUnits();
  restoreDualFeasibility();
  return ended;
}

/** Turns to the second branch of the last level where it is still open; false when there is none. */
function nextBranch(): bool {
  while (depth > 0 && apart[depth - 1] !== 0) depth--;
  if (depth === 0) return false;
  apart[depth - 1] = 1;
  return true;
}

/** Finds the pair that is most nearly together; false when all are wholly together or not at all. */
function findPair(): bool {
  for (let j = firstPattern; j < columnCount; j++) if (isUsed(j)) countPairs(j, columnValue(j));
  let most: f64 = 1e-6;
  for (let j = firstPattern; j < columnCount; j++) if (isUsed(j)) most = nearestPair(j, most);
  for (let j = firstPattern; j < columnCount; j++) if (isUsed(j)) countPairs(j, 0);
  return most > 1e-6;
}

/** Adds `bars` to those that have the pairs of a pattern together; none empties their counts. */
function countPairs(column: i32, bars: f64): void {
  splitPattern(column);
  for (let p = 0; p < partCount; p++) {
    for (let q = 0; q < partCount; q++) {
      const at = part[p] * typeCount + part[q];
      together[at] = bars > 0 ? together[at] + bars : 0;
    }
  }
}

/** Notes the pair of a pattern that is nearest to be together above `most`; returns how near. */
function nearestPair(column: i32, most: f64): f64 {
  splitPattern(column);
  for (let p = 0; p < partCount; p++) {
    if (!isSingle(part[p])) continue;
    for (let q = 0; q < partCount; q++) {
      if (q === p || (isSingle(part[q]) && part[q] < part[p])) continue;
      const share = together[part[p] * typeCount + part[q]];
      if (share <= most || share > 1 - 1e-6) continue;
      most = share;
      first[depth] = part[p];
      second[depth] = part[q];
    }
  }
  return most;
}
