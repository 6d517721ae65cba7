/**
 * The order of work, as a machine that advances by small fixed pieces of work: how the caller slices the time never
 * changes what is done. It ends as soon as the best plan meets the bound, or when nothing has been gained for long.
 */
import { CutPhase } from "../layout";
import { seedRandom } from "../random";
import { openAlone, planAlone } from "./bounds/single-type";
import { openBounds } from "./bounds/volume";
import {
  blurCosts,
  exhausted,
  leaveRun,
  leaveSearch,
  openSearch,
  searchAgain,
  searchStep,
  startSearch,
} from "./branch/branch-and-bound";
import { complete, enumerateStep, enumerateWork, openEnumerate, startEnumerate } from "./branch/enumerate";
import { findMix, liftBounds, mix, mixStep, mixWork, nextSum, openMix, startMix } from "./construct/bar-mix";
import {
  FillRule,
  filled,
  fillStep,
  fillWork,
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
import { openTighten } from "./incumbent/repair";
import {
  betweenPrices,
  broken,
  convergeMaster,
  masterStep,
  masterWork,
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
  PEEK_WORK,
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
  PEEK = 9,
  END = 10,
  /** Solving the program to its very optimum, so that few patterns are cheap enough for a better plan. */
  CONVERGE = 11,
}

export let phase: CutPhase = CutPhase.CONSTRUCT;
let task: Task = Task.FILL;
let round: i32 = 0;
let dives: i32 = 0;
/** Revision of the best plan when patterns were last counted: a better plan needs fewer. */
let listable: i32 = 0;
/** True while patterns that are part of others are counted and listed too. */
let every: bool = false;
/** True while runs of a search on listed patterns and dives take turns; the work of both, and when this turn began. */
let searching: bool = false;
let searchWork: f64 = 0;
let diveWork: f64 = 0;
let turnBegan: f64 = 0;
/** Key of the best plan when the list was made. */
let listedKey: f64 = 0;
/** Work at which the search ends. */
let searchEnd: f64 = 0;
/** True once patterns for a better tie have been listed. */
let tied: bool = false;
/** Work at which an unfinished program is rounded next. */
let nextPeek: f64 = 0;
/** Work at which constructing plans has to stop. */
let fillEnd: f64 = 0;
/** The sum of the objective whose mix of bars is being tried, how many have been, and how often this one. */
let sum: f64 = 0;
let tries: i32 = 0;
let turn: i32 = 0;
/** Work done when the objective was proven. */
let provenAt: f64 = Infinity;
/** Work done when the best plan was last improved. */
let lastGain: f64 = 0;

/** Reads the request and makes a first plan, so that there is an answer before the first step. */
export function openSolve(request: usize): void {
  readProblem(request);
  sizePlans();
  openBounds();
  openRules();
  openAlone();
  openKnapsack();
  openFill();
  openTighten();
  openIncumbent();
  openMaster();
  openDive();
  openRounding();
  openEnumerate();
  openSearch();
  seedRandom(seed);
  lastGain = 0;
  provenAt = Infinity;
  dives = 0;
  listable = 0;
  tied = false;
  searching = false;
  searchWork = 0;
  diveWork = 0;
  startFill(FillRule.DECREASING, 1);
  while (fillStep()) {}
  offerPlan(filled);
  if (planAlone(filled, key)) offerPlan(filled);
  openMix();
  fillEnd = workDone() + FILL_WORK + <f64>typeCount * FILL_WORK_PER_TYPE;
  round = 0;
  task = Task.FILL;
  phase = CutPhase.CONSTRUCT;
  startRound();
}

/** All work done so far, in units of a few machine instructions. */
export function workDone(): f64 {
  return fillWork + masterWork() + enumerateWork + mixWork;
}

/** True once nothing is left to gain. */
export function isFinished(): bool {
  return task === Task.END;
}

/** Does the next small piece of work. */
export function advance(): void {
  const before = revision;
  if (!taskStep()) nextTask();
  if (revision !== before) lastGain = workDone();
  if (provenOptimal()) {
    provenAt = min(provenAt, workDone());
    // What is left to gain is a tie: that deserves as much work again as the objective took, not more.
    if (workDone() > 2 * provenAt + TIE_WORK) task = Task.END;
  }
}

function taskStep(): bool {
  if (task === Task.PEEK) return fillStep();
  if (task === Task.FILL || task === Task.MIX) return fillStep() && workDone() < fillEnd;
  if (task === Task.TABLE) return mixStep();
  if (task === Task.COUNT || task === Task.LIST) return enumerateStep();
  if (task === Task.DIVE) return diveStep();
  if (task === Task.SEARCH) return searchStep() && workDone() < searchEnd;
  if (task === Task.MASTER && workDone() > nextPeek && betweenPrices()) {
    task = Task.PEEK;
    startRounding(FillRule.VALUE);
    return true;
  }
  return masterStep();
}

/** What follows when a task has ended. */
function nextTask(): void {
  if (task === Task.FILL) {
    if (workDone() < fillEnd) offerPlan(filled);
    else round = FILL_ROUNDS;
    round++;
    startRound();
  } else if (task === Task.PEEK) {
    offerPlan(filled);
    nextPeek = 2 * workDone();
    task = Task.MASTER;
  } else if (task === Task.TABLE) {
    startColumns();
  } else if (task === Task.MIX) {
    if (workDone() < fillEnd) offerPlan(filled);
    nextMix();
  } else if (broken || provenBest()) {
    task = Task.END;
  } else if (task === Task.MASTER) {
    liftBounds();
    sum = nextSum(primaryBound);
    tries = 0;
    turn = 0;
    fillEnd = 1.5 * workDone() + FILL_WORK;
    nextMix();
  } else if (task === Task.DIVE && searching) {
    nextRun();
  } else if (task === Task.DIVE) {
    if (dives === 1 || (listable > 0 && listable < revision)) startConverge();
    else nextDive();
  } else if (task === Task.CONVERGE) {
    startCount(barCount === 1);
  } else if (task === Task.COUNT) {
    listable = revision;
    if (complete) startList();
    else if (every) startCount(false);
    else nextDive();
  } else if (task === Task.LIST && complete) {
    // All listed patterns are in the program; it is solved once more, without pricing.
    task = Task.SOLVE_LIST;
    blurCosts();
    resumeMaster(0, true);
  } else if (task === Task.SOLVE_LIST) {
    task = Task.SEARCH;
    searching = every;
    turnBegan = workDone();
    searchEnd = every ? Infinity : 2 * workDone() + SEARCH_WORK;
    startSearch(every);
  } else if (exhausted && best.missing > 0) {
    task = Task.END;
  } else if (exhausted && provenOptimal()) {
    searchTies();
  } else if (task === Task.SEARCH && searching && !exhausted) {
    nextRun();
  } else if (task === Task.SEARCH) {
    keepColumns();
  } else {
    startColumns();
  }
}

/** After the objective is proven: searches once more, for a plan that is better in a tie. */
function searchTies(): void {
  if (tied) {
    task = Task.END;
    return;
  }
  tied = true;
  leaveSearch();
  reuseMaster();
  startCount(false);
}

/** What follows a run of a search: dives over its list that take half as much work as the runs, then the next run. */
function nextRun(): void {
  if (task === Task.DIVE) diveWork += workDone() - turnBegan;
  else searchWork += workDone() - turnBegan;
  turnBegan = workDone();
  if (best.key < listedKey) {
    // A better plan than the new best one needs fewer patterns.
    searching = false;
    leaveSearch();
    startConverge();
  } else if (outOfPatience()) {
    task = Task.END;
  } else if (2 * diveWork < searchWork && leaveRun()) {
    task = Task.DIVE;
    startDive(dives++, true);
  } else {
    task = searchAgain() ? Task.SEARCH : Task.END;
  }
}

/** Goes on with the listed patterns after a search that has not come to its end. */
function keepColumns(): void {
  searching = false;
  nextPeek = Infinity;
  task = Task.MASTER;
  phase = CutPhase.IMPROVE;
  leaveSearch();
  reuseMaster();
}

function startColumns(): void {
  nextPeek = workDone() + PEEK_WORK;
  task = Task.MASTER;
  phase = CutPhase.BOUND;
  startMaster(false);
}

/** Tries to pack everything into the bars of the next sums below the best plan's, a few times each. */
function nextMix(): void {
  if (turn === MIX_TURNS) {
    turn = 0;
    sum = nextSum(sum + 1);
    tries++;
  }
  while (turn === 0 && tries < MIX_TRIES && sum < bestPrimary && !findMix(<i32>sum)) {
    sum = nextSum(sum + 1);
    tries++;
  }
  if (tries >= MIX_TRIES || sum >= bestPrimary || workDone() >= fillEnd || provenOptimal()) {
    nextDive();
    return;
  }
  task = Task.MIX;
  if (turn === 0) resetValues();
  startFill(FillRule.VALUE, turn % 2 === 0 ? 1 : 0.3);
  limitFill(mix);
  turn++;
}

function startRound(): void {
  if (provenBest()) {
    task = Task.END;
  } else if (round >= FILL_ROUNDS) {
    task = Task.TABLE;
    if (!startMix()) startColumns();
  } else if (round === 0) {
    startFill(FillRule.DECREASING_FULL, 1);
  } else {
    if (best.missing > 0 && round % 3 === 2) worthValues();
    else if (round === 1 || best.missing > 0) resetValues();
    startFill(round % 4 === 3 ? FillRule.VALUE_FULL : FillRule.VALUE, round % 2 === 0 ? 0.5 : 1);
  }
}

function nextDive(): void {
  phase = CutPhase.IMPROVE;
  task = outOfPatience() ? Task.END : Task.DIVE;
  if (task === Task.DIVE) startDive(dives++, false);
}

/** True when nothing has been gained for long. */
function outOfPatience(): bool {
  return workDone() > PATIENCE * lastGain + (best.missing > 0 ? LEAST_WORK_SHORT : LEAST_WORK);
}

function startConverge(): void {
  task = Task.CONVERGE;
  phase = CutPhase.PROVE;
  unfixColumns();
  convergeMaster();
}

/** Counts the patterns that a better plan could need, with `whole` those too that are part of others. */
function startCount(whole: bool): void {
  task = Task.COUNT;
  phase = CutPhase.PROVE;
  every = whole && best.missing === 0;
  startEnumerate(LIST_PATTERNS, LIST_NODES, best.missing === 0, every, false);
}

function startList(): void {
  task = Task.LIST;
  listedKey = best.key;
  // At the program's optimum, where no pattern that a better plan needs can enter, there is nothing to solve anew.
  if (every) forgetColumns(max(0, mostKey() / priceUnit - programValue()) + DIVE_SLACK);
  else startMaster(true);
  startEnumerate(LIST_PATTERNS, LIST_NODES, best.missing === 0, every, true);
}
