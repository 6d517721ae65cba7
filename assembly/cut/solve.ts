/**
 * The order of work, as a machine that advances by small fixed pieces of work: how the caller slices the time never
 * changes what is done. It ends as soon as the best plan meets the bound, or when nothing has been gained for long.
 *
 * The folders, as a job passes them:
 *
 *     model ─► construct  ─┐
 *              lp         ─┼─► incumbent ─► result   the block that the host reads
 *              branch     ─┘       ▲
 *     bounds ──────────────────────┘   what no plan can undercut
 *
 *     task    what there is to do
 *     audit   in debug builds: is what is kept up to date what it would be anew?
 */
import { defineTask, stepTask, taskAtHand, turnTo } from "../course";
import { CutPhase } from "../layout";
import { seedRandom } from "../random";
import { workSpent } from "../work";
import { auditNowAndThen, openAudit } from "./audit";
import { openSingleType, planSingleType } from "./bounds/single-type";
import { openBounds } from "./bounds/volume";
import {
  exhausted,
  leaveRun,
  leaveSearch,
  openSearch,
  perturbCosts,
  searchAgain,
  searchStep,
  startSearch,
} from "./branch/branch-and-bound";
import { complete, enumerateStep, openEnumerate, startEnumerate } from "./branch/enumerate";
import { liftBounds, mixStep, openMix, startMix } from "./construct/bar-mix";
import { FillRule, filled, fillStep, openFill, startFill } from "./construct/fill";
import { openKnapsack } from "./construct/knapsack";
import { endMix, endRound, fillInTime, nextMix, nextRound, openMixes, openRounds } from "./construct/rounds";
import {
  best,
  mostKey,
  offerPlan,
  openIncumbent,
  provenBest,
  provenOptimal,
  revision,
} from "./incumbent/incumbent";
import { openRepair } from "./incumbent/repair";
import {
  betweenPrices,
  broken,
  convergeMaster,
  masterStep,
  openMaster,
  priceUnit,
  resumeMaster,
  reuseMaster,
  startMaster,
} from "./lp/column-generation";
import { diveStep, openDive, startDive, unfixColumns } from "./lp/dive";
import { forgetColumns, programValue } from "./lp/program";
import { openRounding, startRounding } from "./lp/rounding";
import { sizePlans } from "./model/plan";
import { barCount, key, readProblem, seed } from "./model/problem";
import { openRules } from "./model/rules";
import {
  DIVE_SLACK,
  LEAST_WORK,
  LEAST_WORK_SHORT,
  LIST_NODES,
  LIST_PATTERNS,
  PATIENCE,
  ROUNDING_WORK,
  SEARCH_WORK,
  TIE_WORK,
} from "./model/tuning";
import { Task } from "./task";

export let phase: CutPhase = CutPhase.CONSTRUCT;

/** What is kept here between two steps. */
@unmanaged
class State {
  dives: i32;
  /** Revision of the best plan when patterns were last counted: a better plan needs fewer. */
  listable: i32;
  /** True while patterns that are part of others are counted and listed too. */
  every: bool;
  /** True while runs of a search on listed patterns and dives take turns; the work of both, and when this turn began. */
  searching: bool;
  searchWork: f64;
  diveWork: f64;
  turnBegan: f64;
  /** Key of the best plan when the list was made. */
  listedKey: f64;
  /** Work at which the search ends. */
  searchEnd: f64;
  /** True once patterns for a better tie have been listed. */
  tied: bool;
  /** Work at which an unfinished program is rounded next. */
  nextRounding: f64;
  /** Work done when the objective was proven. */
  provenAt: f64;
  /** Work done when the best plan was last improved. */
  lastGain: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.provenAt = Infinity;

/** Reads the request and makes a first plan, so that there is an answer before the first step. */
export function openSolve(request: usize): void {
  readProblem(request);
  sizePlans();
  openBounds();
  openRules();
  openSingleType();
  openKnapsack();
  openFill();
  openRepair();
  openIncumbent();
  openMaster();
  openDive();
  openRounding();
  openEnumerate();
  openSearch();
  if (!ASC_NO_ASSERT) openAudit();
  seedRandom(seed);
  defineTasks();
  state.lastGain = 0;
  state.provenAt = Infinity;
  state.dives = 0;
  state.listable = 0;
  state.tied = false;
  state.searching = false;
  state.searchWork = 0;
  state.diveWork = 0;
  startFill(FillRule.DECREASING, 1);
  while (fillStep()) {}
  offerPlan(filled);
  if (planSingleType(filled, key)) offerPlan(filled);
  openMix();
  openRounds();
  turnTo(Task.FILL);
  phase = CutPhase.CONSTRUCT;
  startRound();
}

/** True once nothing is left to gain. */
export function isFinished(): bool {
  return taskAtHand() === Task.END;
}

/** Does the next small piece of work. */
export function advance(): void {
  const before = revision;
  stepTask();
  if (!ASC_NO_ASSERT) auditNowAndThen();
  if (revision !== before) state.lastGain = workSpent();
  if (provenOptimal()) {
    state.provenAt = min(state.provenAt, workSpent());
    // What is left to gain is a tie: that deserves as much work again as the objective took, not more.
    if (workSpent() > 2 * state.provenAt + TIE_WORK) turnTo(Task.END);
  }
}

function defineTasks(): void {
  defineTask(Task.FILL, fillInTime, endFill);
  defineTask(Task.TABLE, mixStep, startColumns);
  defineTask(Task.MASTER, masterOrRounding, endMaster);
  defineTask(Task.ROUNDING, fillStep, endRounding);
  defineTask(Task.MIX, fillInTime, endPacking);
  defineTask(Task.DIVE, diveStep, endDive);
  defineTask(Task.CONVERGE, masterStep, endConverge);
  defineTask(Task.COUNT, enumerateStep, endCount);
  defineTask(Task.LIST, enumerateStep, endList);
  defineTask(Task.SOLVE_LIST, masterStep, endListProgram);
  defineTask(Task.SEARCH, searchInTime, endSearch);
}

function searchInTime(): bool {
  return searchStep() && workSpent() < state.searchEnd;
}

/** A program that takes long is rounded now and then. */
function masterOrRounding(): bool {
  if (workSpent() <= state.nextRounding || !betweenPrices()) return masterStep();
  turnTo(Task.ROUNDING);
  startRounding(FillRule.VALUE);
  return true;
}

function endFill(): void {
  endRound();
  startRound();
}

function endRounding(): void {
  offerPlan(filled);
  state.nextRounding = 2 * workSpent();
  turnTo(Task.MASTER);
}

function endPacking(): void {
  endMix();
  startMixOrDive();
}

/** Ends the search when no plan can be better, or the numbers of the program have gone wrong. */
function isOver(): bool {
  if (!broken && !provenBest()) return false;
  turnTo(Task.END);
  return true;
}

function endMaster(): void {
  if (isOver()) return;
  liftBounds();
  openMixes();
  startMixOrDive();
}

function endDive(): void {
  if (isOver()) return;
  if (state.searching) nextRun();
  else if (state.dives === 1 || (state.listable > 0 && state.listable < revision)) startConverge();
  else nextDive();
}

function endConverge(): void {
  if (!isOver()) startCount(barCount === 1);
}

function endCount(): void {
  if (isOver()) return;
  state.listable = revision;
  if (complete) startList();
  else if (state.every) startCount(false);
  else nextDive();
}

/** All listed patterns are in the program; it is solved once more, without pricing. */
function endList(): void {
  if (isOver()) return;
  if (complete) {
    turnTo(Task.SOLVE_LIST);
    perturbCosts();
    resumeMaster(0, true);
  } else if (!isExhausted()) {
    startColumns();
  }
}

function endListProgram(): void {
  if (isOver()) return;
  turnTo(Task.SEARCH);
  state.searching = state.every;
  state.turnBegan = workSpent();
  state.searchEnd = state.every ? Infinity : 2 * workSpent() + SEARCH_WORK;
  startSearch(state.every);
}

function endSearch(): void {
  if (isOver() || isExhausted()) return;
  if (state.searching && !exhausted) nextRun();
  else keepColumns();
}

/**
 * After a search to its end: ends with pieces missing, since more are impossible, and seeks a better tie where the
 * objective is proven.
 */
function isExhausted(): bool {
  if (!exhausted) return false;
  if (best.missing > 0) turnTo(Task.END);
  else if (provenOptimal()) searchTies();
  else return false;
  return true;
}

/** After the objective is proven: searches once more, for a plan that is better in a tie. */
function searchTies(): void {
  if (state.tied) {
    turnTo(Task.END);
    return;
  }
  state.tied = true;
  leaveSearch();
  reuseMaster();
  startCount(false);
}

/** What follows a run of a search: dives over its list that take half as much work as the runs, then the next run. */
function nextRun(): void {
  if (taskAtHand() === Task.DIVE) state.diveWork += workSpent() - state.turnBegan;
  else state.searchWork += workSpent() - state.turnBegan;
  state.turnBegan = workSpent();
  if (best.key < state.listedKey) {
    // A better plan than the new best one needs fewer patterns.
    state.searching = false;
    leaveSearch();
    startConverge();
  } else if (outOfPatience()) {
    turnTo(Task.END);
  } else if (2 * state.diveWork < state.searchWork && leaveRun()) {
    turnTo(Task.DIVE);
    startDive(state.dives++, true);
  } else {
    turnTo(searchAgain() ? Task.SEARCH : Task.END);
  }
}

/** Goes on with the listed patterns after a search that has not come to its end. */
function keepColumns(): void {
  state.searching = false;
  state.nextRounding = Infinity;
  turnTo(Task.MASTER);
  phase = CutPhase.IMPROVE;
  leaveSearch();
  reuseMaster();
}

function startColumns(): void {
  state.nextRounding = workSpent() + ROUNDING_WORK;
  turnTo(Task.MASTER);
  phase = CutPhase.BOUND;
  startMaster(false);
}

function startMixOrDive(): void {
  if (nextMix()) turnTo(Task.MIX);
  else nextDive();
}

function startRound(): void {
  if (provenBest()) {
    turnTo(Task.END);
  } else if (!nextRound()) {
    turnTo(Task.TABLE);
    if (!startMix()) startColumns();
  }
}

function nextDive(): void {
  phase = CutPhase.IMPROVE;
  if (outOfPatience()) {
    turnTo(Task.END);
    return;
  }
  turnTo(Task.DIVE);
  startDive(state.dives++, false);
}

/** True when nothing has been gained for long. */
function outOfPatience(): bool {
  return workSpent() > PATIENCE * state.lastGain + (best.missing > 0 ? LEAST_WORK_SHORT : LEAST_WORK);
}

function startConverge(): void {
  turnTo(Task.CONVERGE);
  phase = CutPhase.PROVE;
  unfixColumns();
  convergeMaster();
}

/** Counts the patterns that a better plan could need, with `whole` those too that are part of others. */
function startCount(whole: bool): void {
  turnTo(Task.COUNT);
  phase = CutPhase.PROVE;
  state.every = whole && best.missing === 0;
  startEnumerate(LIST_PATTERNS, LIST_NODES, best.missing === 0, state.every, false);
}

function startList(): void {
  turnTo(Task.LIST);
  state.listedKey = best.key;
  // At the program's optimum, where no pattern that a better plan needs can enter, there is nothing to solve anew.
  if (state.every) forgetColumns(max(0, mostKey() / priceUnit - programValue()) + DIVE_SLACK);
  else startMaster(true);
  startEnumerate(LIST_PATTERNS, LIST_NODES, best.missing === 0, state.every, true);
}
