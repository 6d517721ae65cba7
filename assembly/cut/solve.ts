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
 */
import { CutPhase } from "../layout";
import { seedRandom } from "../random";
import { workSpent } from "../work";
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
import { findMix, liftBounds, mix, mixStep, nextSum, openMix, startMix } from "./construct/bar-mix";
import {
  FillRule,
  filled,
  fillStep,
  limitFill,
  openFill,
  resetValues,
  startFill,
  worthValues,
} from "./construct/fill";
import { openKnapsack } from "./construct/knapsack";
import {
  best,
  bestPrimary,
  mostKey,
  offerPlan,
  openIncumbent,
  primaryBound,
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
import { barCount, key, readProblem, seed, typeCount } from "./model/problem";
import { openRules } from "./model/rules";
import {
  DIVE_SLACK,
  FILL_ROUNDS,
  FILL_WORK,
  FILL_WORK_PER_TYPE,
  LEAST_WORK,
  LEAST_WORK_SHORT,
  LIST_NODES,
  LIST_PATTERNS,
  MIX_TRIES,
  MIX_TURNS,
  PATIENCE,
  ROUNDING_WORK,
  SEARCH_WORK,
  TIE_WORK,
} from "./model/tuning";

enum Task {
  FILL = 0,
  MASTER = 1,
  DIVE = 2,
  /** Counting patterns, listing them, solving the program over the list, branch and bound on it. */
  COUNT = 3,
  LIST = 4,
  SOLVE_LIST = 5,
  SEARCH = 6,
  /** Table of the sums that whole bars make, and packing into mixes of bars. */
  TABLE = 7,
  MIX = 8,
  /** Rounding what the program has reached, when it takes long. */
  ROUNDING = 9,
  END = 10,
  /** Solving the program to its very optimum, so that few patterns are cheap enough for a better plan. */
  CONVERGE = 11,
}

export let phase: CutPhase = CutPhase.CONSTRUCT;

/** What is kept here between two steps. */
@unmanaged
class State {
  task: Task;
  round: i32;
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
  /** Work at which constructing plans has to stop. */
  fillEnd: f64;
  /** The sum of the objective whose mix of bars is being tried, how many have been, and how often this one. */
  sum: f64;
  tries: i32;
  turn: i32;
  /** Work done when the objective was proven. */
  provenAt: f64;
  /** Work done when the best plan was last improved. */
  lastGain: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.task = Task.FILL;
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
  seedRandom(seed);
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
  state.fillEnd = workSpent() + FILL_WORK + <f64>typeCount * FILL_WORK_PER_TYPE;
  state.round = 0;
  state.task = Task.FILL;
  phase = CutPhase.CONSTRUCT;
  startRound();
}

/** True once nothing is left to gain. */
export function isFinished(): bool {
  return state.task === Task.END;
}

/** Does the next small piece of work. */
export function advance(): void {
  const before = revision;
  if (!taskStep()) nextTask();
  if (revision !== before) state.lastGain = workSpent();
  if (provenOptimal()) {
    state.provenAt = min(state.provenAt, workSpent());
    // What is left to gain is a tie: that deserves as much work again as the objective took, not more.
    if (workSpent() > 2 * state.provenAt + TIE_WORK) state.task = Task.END;
  }
}

function taskStep(): bool {
  if (state.task === Task.ROUNDING) return fillStep();
  if (state.task === Task.FILL || state.task === Task.MIX) return fillStep() && workSpent() < state.fillEnd;
  if (state.task === Task.TABLE) return mixStep();
  if (state.task === Task.COUNT || state.task === Task.LIST) return enumerateStep();
  if (state.task === Task.DIVE) return diveStep();
  if (state.task === Task.SEARCH) return searchStep() && workSpent() < state.searchEnd;
  if (state.task === Task.MASTER && workSpent() > state.nextRounding && betweenPrices()) {
    state.task = Task.ROUNDING;
    startRounding(FillRule.VALUE);
    return true;
  }
  return masterStep();
}

/** What follows when a task has ended. */
function nextTask(): void {
  if (state.task === Task.FILL) {
    if (workSpent() < state.fillEnd) offerPlan(filled);
    else state.round = FILL_ROUNDS;
    state.round++;
    startRound();
  } else if (state.task === Task.ROUNDING) {
    offerPlan(filled);
    state.nextRounding = 2 * workSpent();
    state.task = Task.MASTER;
  } else if (state.task === Task.TABLE) {
    startColumns();
  } else if (state.task === Task.MIX) {
    if (workSpent() < state.fillEnd) offerPlan(filled);
    nextMix();
  } else if (broken || provenBest()) {
    state.task = Task.END;
  } else if (state.task === Task.MASTER) {
    liftBounds();
    state.sum = nextSum(primaryBound);
    state.tries = 0;
    state.turn = 0;
    state.fillEnd = 1.5 * workSpent() + FILL_WORK;
    nextMix();
  } else if (state.task === Task.DIVE && state.searching) {
    nextRun();
  } else if (state.task === Task.DIVE) {
    if (state.dives === 1 || (state.listable > 0 && state.listable < revision)) startConverge();
    else nextDive();
  } else if (state.task === Task.CONVERGE) {
    startCount(barCount === 1);
  } else if (state.task === Task.COUNT) {
    state.listable = revision;
    if (complete) startList();
    else if (state.every) startCount(false);
    else nextDive();
  } else if (state.task === Task.LIST && complete) {
    // All listed patterns are in the program; it is solved once more, without pricing.
    state.task = Task.SOLVE_LIST;
    perturbCosts();
    resumeMaster(0, true);
  } else if (state.task === Task.SOLVE_LIST) {
    state.task = Task.SEARCH;
    state.searching = state.every;
    state.turnBegan = workSpent();
    state.searchEnd = state.every ? Infinity : 2 * workSpent() + SEARCH_WORK;
    startSearch(state.every);
  } else if (exhausted && best.missing > 0) {
    state.task = Task.END;
  } else if (exhausted && provenOptimal()) {
    searchTies();
  } else if (state.task === Task.SEARCH && state.searching && !exhausted) {
    nextRun();
  } else if (state.task === Task.SEARCH) {
    keepColumns();
  } else {
    startColumns();
  }
}

/** After the objective is proven: searches once more, for a plan that is better in a tie. */
function searchTies(): void {
  if (state.tied) {
    state.task = Task.END;
    return;
  }
  state.tied = true;
  leaveSearch();
  reuseMaster();
  startCount(false);
}

/** What follows a run of a search: dives over its list that take half as much work as the runs, then the next run. */
function nextRun(): void {
  if (state.task === Task.DIVE) state.diveWork += workSpent() - state.turnBegan;
  else state.searchWork += workSpent() - state.turnBegan;
  state.turnBegan = workSpent();
  if (best.key < state.listedKey) {
    // A better plan than the new best one needs fewer patterns.
    state.searching = false;
    leaveSearch();
    startConverge();
  } else if (outOfPatience()) {
    state.task = Task.END;
  } else if (2 * state.diveWork < state.searchWork && leaveRun()) {
    state.task = Task.DIVE;
    startDive(state.dives++, true);
  } else {
    state.task = searchAgain() ? Task.SEARCH : Task.END;
  }
}

/** Goes on with the listed patterns after a search that has not come to its end. */
function keepColumns(): void {
  state.searching = false;
  state.nextRounding = Infinity;
  state.task = Task.MASTER;
  phase = CutPhase.IMPROVE;
  leaveSearch();
  reuseMaster();
}

function startColumns(): void {
  state.nextRounding = workSpent() + ROUNDING_WORK;
  state.task = Task.MASTER;
  phase = CutPhase.BOUND;
  startMaster(false);
}

/** Tries to pack everything into the bars of the next sums below the best plan's, a few times each. */
function nextMix(): void {
  if (state.turn === MIX_TURNS) {
    state.turn = 0;
    state.sum = nextSum(state.sum + 1);
    state.tries++;
  }
  while (state.turn === 0 && state.tries < MIX_TRIES && state.sum < bestPrimary && !findMix(<i32>state.sum)) {
    state.sum = nextSum(state.sum + 1);
    state.tries++;
  }
  if (
    state.tries >= MIX_TRIES ||
    state.sum >= bestPrimary ||
    workSpent() >= state.fillEnd ||
    provenOptimal()
  ) {
    nextDive();
    return;
  }
  state.task = Task.MIX;
  if (state.turn === 0) resetValues();
  startFill(FillRule.VALUE, state.turn % 2 === 0 ? 1 : 0.3);
  limitFill(mix);
  state.turn++;
}

function startRound(): void {
  if (provenBest()) {
    state.task = Task.END;
  } else if (state.round >= FILL_ROUNDS) {
    state.task = Task.TABLE;
    if (!startMix()) startColumns();
  } else if (state.round === 0) {
    startFill(FillRule.DECREASING_FULL, 1);
  } else {
    if (best.missing > 0 && state.round % 3 === 2) worthValues();
    else if (state.round === 1 || best.missing > 0) resetValues();
    startFill(state.round % 4 === 3 ? FillRule.VALUE_FULL : FillRule.VALUE, state.round % 2 === 0 ? 0.5 : 1);
  }
}

function nextDive(): void {
  phase = CutPhase.IMPROVE;
  state.task = outOfPatience() ? Task.END : Task.DIVE;
  if (state.task === Task.DIVE) startDive(state.dives++, false);
}

/** True when nothing has been gained for long. */
function outOfPatience(): bool {
  return workSpent() > PATIENCE * state.lastGain + (best.missing > 0 ? LEAST_WORK_SHORT : LEAST_WORK);
}

function startConverge(): void {
  state.task = Task.CONVERGE;
  phase = CutPhase.PROVE;
  unfixColumns();
  convergeMaster();
}

/** Counts the patterns that a better plan could need, with `whole` those too that are part of others. */
function startCount(whole: bool): void {
  state.task = Task.COUNT;
  phase = CutPhase.PROVE;
  state.every = whole && best.missing === 0;
  startEnumerate(LIST_PATTERNS, LIST_NODES, best.missing === 0, state.every, false);
}

function startList(): void {
  state.task = Task.LIST;
  state.listedKey = best.key;
  // At the program's optimum, where no pattern that a better plan needs can enter, there is nothing to solve anew.
  if (state.every) forgetColumns(max(0, mostKey() / priceUnit - programValue()) + DIVE_SLACK);
  else startMaster(true);
  startEnumerate(LIST_PATTERNS, LIST_NODES, best.missing === 0, state.every, true);
}
