/**
 * The search for the best plan, from top to bottom: first plans, the linear program and its bound, dives from its solution,
 * and where a better plan could need few patterns, branch and bound over all of them. It ends as soon as the best plan meets
 * the bound, or when nothing has been gained for long (`incumbent/pause`).
 *
 * The folders, as a job passes them:
 *
 *     model ─► construct  ─┐
 *              lp         ─┼─► incumbent ─► cut-result   the block that the host reads
 *              branch     ─┘       ▲
 *     bounds ──────────────────────┘   what no plan can undercut
 */
import { CutPhase } from "../layout";
import { stop } from "../pause";
import { seedRandom } from "../random";
import { workSpent } from "../work";
import { planSingleType } from "./bounds/single-type";
import { openBounds } from "./bounds/volume";
import {
  branchAndBound,
  leaveRun,
  leaveSearch,
  openSearch,
  perturbCosts,
  restartSearch,
  startSearch,
} from "./branch/branch-and-bound";
import { branchAndPrice, isPriceable, openBranches } from "./branch/branch-and-price";
import { enumerate, openEnumerate } from "./branch/enumerate";
import { liftBounds, openMix, tabulateSums } from "./construct/bar-mix";
import { FillRule, filled, fillNext, openFill, startFill } from "./construct/fill-bar";
import { openKnapsack } from "./construct/knapsack";
import { constructPlans, packMixes } from "./construct/rounds";
import { best, mostKey, offerPlan, openIncumbent, provenOptimal, revision } from "./incumbent/cut-incumbent";
import { lastGain, openPauses } from "./incumbent/pause";
import { openRepair } from "./incumbent/repair";
import {
  ColumnsGoal,
  columnGeneration,
  openMaster,
  priceUnit,
  reuseMaster,
  solveProgram,
  startMaster,
} from "./lp/column-generation";
import { dive, unfixColumns } from "./lp/dive";
import { forgetColumns, programValue } from "./lp/linear-program";
import { sizePlans } from "./model/cut-plan";
import { barCount, key, readProblem, seed } from "./model/cut-problem";
import { openRules } from "./model/cut-rules";
import { LEAST_WORK, PATIENCE, ROUNDING_WORK } from "./model/cut-tuning";
import { DIVE_SLACK } from "./model/limits";

export let phase: CutPhase = CutPhase.CONSTRUCT;

let dives: i32 = 0;
/** Revision of the best plan when patterns were last counted: a better plan needs fewer. */
let counted: i32 = 0;
/** True once patterns for a better tie have been sought. */
let tied: bool = false;
/** Work of the runs of searches, and of the dives between them. */
let searchWork: f64 = 0;
let diveWork: f64 = 0;

/** Reads the request and makes a first plan, so that there is an answer before the search begins. */
export function openSolve(request: usize): void {
  readProblem(request);
  sizePlans();
  openBounds();
  openRules();
  openKnapsack();
  openFill();
  openRepair();
  openIncumbent();
  openMaster();
  openEnumerate();
  openSearch();
  openBranches();
  seedRandom(seed);
  dives = 0;
  counted = 0;
  tied = false;
  searchWork = 0;
  diveWork = 0;
  phase = CutPhase.CONSTRUCT;
  startFill(FillRule.DECREASING, 1);
  while (fillNext()) {}
  offerPlan(filled);
  if (planSingleType(filled, key)) offerPlan(filled);
  openMix();
  openPauses();
}

/** Searches until nothing is left to gain; never returns by itself (`stop`). */
export function solve(): void {
  constructPlans();
  tabulateSums();
  phase = CutPhase.BOUND;
  const roundAt = workSpent() + ROUNDING_WORK;
  startMaster(false);
  columnGeneration(ColumnsGoal.BOUND, i32.MAX_VALUE, roundAt);
  while (true) {
    liftBounds();
    packMixes();
    improve();
    columnGeneration(ColumnsGoal.BOUND);
  }
}

/** Dives, and after each better plan tries to prove it; returns when that has left the program with other patterns. */
function improve(): void {
  while (true) {
    phase = CutPhase.IMPROVE;
    stopOutOfPatience();
    dive(dives++, false);
    while (counted < revision) if (prove()) return;
  }
}

function stopOutOfPatience(): void {
  if (workSpent() > PATIENCE * lastGain + (best.missing > 0 ? LEAST_WORK / 10 : LEAST_WORK)) stop();
}

/**
 * Searches plans among all patterns that a better one could need. True when the program now has other patterns, false when
 * there are too many of them or a better plan than the best one has been found, which needs fewer.
 */
function prove(): bool {
  phase = CutPhase.PROVE;
  // At the program's very optimum the fewest patterns are cheap enough for a better plan.
  unfixColumns();
  columnGeneration(ColumnsGoal.OPTIMUM);
  if (barCount === 1 && best.missing === 0 && isListable(true)) return searchInRuns();
  if (isPriceable()) branchAndPrice(2 * workSpent() + 5 * ROUNDING_WORK);
  return isListable(false) && searchOnce();
}

/** True when patterns are few enough; with `every`, counting those too that are part of others. */
function isListable(every: bool): bool {
  counted = revision;
  return enumerate(every, false);
}

/** One search over the patterns that are part of no others; pieces may be cut in excess. */
function searchOnce(): bool {
  startMaster(true);
  if (!enumerate(false, true)) return beginAnew();
  perturbCosts();
  solveProgram();
  startSearch(false);
  return leaveProof(branchAndBound(2 * workSpent() + 5 * ROUNDING_WORK));
}

/** Searches over all patterns in runs, longer and longer, and dives over them that take half as much work in between. */
function searchInRuns(): bool {
  const listedKey = best.key;
  // At the program's optimum, where no pattern that a better plan needs can enter, there is nothing to solve anew.
  forgetColumns(max(0, mostKey() / priceUnit - programValue()) + DIVE_SLACK);
  if (!enumerate(true, true)) return beginAnew();
  perturbCosts();
  solveProgram();
  startSearch(true);
  while (true) {
    let began = workSpent();
    if (branchAndBound(Infinity)) return leaveProof(true);
    searchWork += workSpent() - began;
    while (best.key === listedKey && 2 * diveWork < searchWork) {
      stopOutOfPatience();
      began = workSpent();
      if (!leaveRun()) stop();
      dive(dives++, true);
      diveWork += workSpent() - began;
    }
    if (best.key < listedKey) {
      leaveSearch();
      return false;
    }
    stopOutOfPatience();
    restartSearch();
  }
}

/** Goes on with a program without the listed patterns: there was no room for them. */
function beginAnew(): bool {
  startMaster(false);
  return true;
}

/** After a search: goes on with its patterns, or ends when it has come to its end and nothing is left to gain. */
function leaveProof(ended: bool): bool {
  // More pieces are impossible.
  if (ended && best.missing > 0) stop();
  leaveSearch();
  reuseMaster();
  if (!ended || !provenOptimal()) return true;
  // The objective is proven: one more search, for a plan that is better in a tie.
  if (tied) stop();
  tied = true;
  return isListable(false) && searchOnce();
}
