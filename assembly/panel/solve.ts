/**
 * The order of work, as a machine that advances by small fixed pieces of work: how the caller slices the time never
 * changes what is done. It ends as soon as the best plan meets the bound, or when nothing has been gained for long.
 *
 * Where pieces repeat, column generation comes first: its patterns, rounded, settle most of the plan, and the search goes on
 * with the rest; round after round with other roundings. Elsewhere the search comes first, column generation for its bound
 * after a while, and then the search again.
 */
import { defineTask, stepTask, taskAtHand, turnTo } from "../course";
import { PanelCut, PanelPhase } from "../layout";
import { randomUnit, seedRandom } from "../random";
import { Ints, reserveInts } from "../vector";
import { workSpent } from "../work";

import {
  columnsStep,
  patternColumns,
  patternData,
  patternStart,
  patternUse,
  startColumns,
} from "./lp/columns";
import { openBars } from "./model/bars";
import { openBound } from "./model/bound";
import { best, isComplete, openIncumbent, provenOptimal, revision } from "./model/incumbent";
import { readWays } from "./model/plan";
import {
  fewestPatterns,
  fitsAlone,
  pieceCount,
  readProblem,
  restsMatter,
  seed,
  stockCount,
  typeCount,
} from "./model/problem";
import {
  COLUMNS_WAIT,
  COPIES,
  LEAST_WORK,
  PATIENCE,
  PATTERNS_WORK,
  PEEK_GROWTH,
  PEEK_SHARE,
  ROUND_COLUMN_WORK,
  ROUND_MOST_WORK,
  ROUND_PIECES,
  ROUND_WORK,
  ROUNDING_WORK,
  SEARCH_PIECES,
  TIDY_FIRST,
  TIDY_GROWTH,
  TIDY_PATIENCE,
  TIDY_SHARE,
  TIDY_WORK,
  USED_SHARE,
} from "./model/tuning";
import {
  beginRest,
  clearSettled,
  constructPlan,
  openConstruct,
  piecesBeside,
  repeatByLot,
  restMayGain,
  searchRest,
  settlePattern,
  usePattern,
} from "./search/construct";
import { openSearch, resumeSearch, searchStep } from "./search/search";
import { beginTidy, endTidy, openTidy, tidyStep } from "./search/tidy";

enum Task {
  COLUMNS = 0,
  SEARCH = 1,
  /** Plans with fewer patterns, once the objective is proven. */
  PATTERNS = 2,
  /** Plans with better rests at the same cost: now and then before, and at the end. */
  TIDY = 3,
  END = 4,
}

export let phase: PanelPhase = PanelPhase.CONSTRUCT;
/** What is kept here between two steps. */
@unmanaged
class State {
  lastGain: f64;
  /** True once there are patterns to round, how often they have been, and work at which that is done again. */
  rounding: bool;
  round: i32;
  /** True while the program may go on after a rounding, and work at which it is rounded next. */
  peeking: bool;
  nextRounding: f64;
  roundEnd: f64;
  way: Ints;
  /** Work at which plans with fewer patterns are no longer looked for. */
  patternsEnd: f64;
  /** True once no cheaper plan is looked for. */
  closing: bool;
  /** Work at which a plan is tidied next, and at which that ends; the plan's revision then; and the task that goes on. */
  nextTidy: f64;
  tidyEnd: f64;
  lastTidier: f64;
  tidied: i32;
  paused: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Reads the request and makes a first plan, so that there is an answer before the first step. */
export function openSolve(request: usize): void {
  readProblem(request);
  openBars();
  openIncumbent();
  openSearch(<i32>min(pieceCount, <f64>SEARCH_PIECES));
  openConstruct();
  openTidy();
  seedRandom(seed);
  defineTasks();
  constructPlan();
  openBound();
  state.rounding = false;
  state.peeking = false;
  state.closing = false;
  state.nextTidy = TIDY_FIRST;
  state.tidied = -1;
  startSearching();
  if (patternsMayHelp() && !provenOptimal()) {
    state.way = reserveInts(typeCount);
    // The program begins with the patterns of the best plan.
    readWays(best, state.way);
    for (let i = 0; i < typeCount; i++) if (state.way[i] < 0) state.way[i] = someWay(i);
    startColumns(state.way);
    state.peeking = true;
    state.roundEnd = workSpent() + COLUMNS_WAIT;
    if (patternsPay()) {
      resumeColumns();
      state.nextRounding = workSpent() + ROUNDING_WORK;
    }
  }
  state.lastGain = workSpent();
}

/** False where patterns that pricing finds say less, as rests may be too thin, and few pieces are searched alone. */
function patternsMayHelp(): bool {
  return !restsMatter || pieceCount > <f64>ROUND_PIECES;
}

/** True when patterns repeat; elsewhere the search comes first. */
function patternsPay(): bool {
  return pieceCount >= COPIES * <f64>typeCount;
}

/** A way round in which a piece without a place fits a panel: copies that have to be alike agree on it beforehand. */
function someWay(type: i32): i32 {
  for (let j = 0; j < stockCount; j++) {
    if (fitsAlone(type, j, PanelCut.CROSS, 0) || fitsAlone(type, j, PanelCut.RIP, 0)) return 0;
  }
  return 1;
}

function resumeColumns(): void {
  turnTo(Task.COLUMNS);
  phase = PanelPhase.BOUND;
  state.nextRounding = PEEK_GROWTH * workSpent();
}

function startSearching(): void {
  turnTo(Task.SEARCH);
  phase = PanelPhase.IMPROVE;
}

export function isFinished(): bool {
  return taskAtHand() === Task.END;
}

function defineTasks(): void {
  defineTask(Task.COLUMNS, columnsOrRounding, endColumns);
  defineTask(Task.SEARCH, searchOn, endWork);
  defineTask(Task.PATTERNS, patternsStep, endPatterns);
  defineTask(Task.TIDY, tidyOn, endTidying);
}

/** Does the next small piece of work. */
export function advance(): void {
  if (!state.closing && provenOptimal()) closeUp();
  else if (!state.closing && tidyIsDue()) startTidying(TIDY_SHARE * workSpent());
  const before = revision;
  const tidying = taskAtHand() === Task.TIDY;
  stepTask();
  if (state.closing || tidying) return;
  if (revision !== before) {
    state.lastGain = workSpent();
    state.nextTidy = max(TIDY_FIRST, workSpent());
  }
  if (workSpent() > PATIENCE * state.lastGain + LEAST_WORK) closeUp();
}

/** What follows when no cheaper plan is looked for any more. */
function closeUp(): void {
  state.closing = true;
  if (fewestPatterns && provenOptimal()) {
    turnTo(Task.PATTERNS);
    phase = PanelPhase.PATTERNS;
    state.patternsEnd = 2 * workSpent() + PATTERNS_WORK;
  } else startTidying(TIDY_WORK);
}

function endPatterns(): void {
  startTidying(TIDY_WORK);
}

/** The best plan so far is what a caller gets whose time runs out. */
function tidyIsDue(): bool {
  if (taskAtHand() === Task.TIDY || !isComplete()) return false;
  return revision !== state.tidied && workSpent() > state.nextTidy;
}

function startTidying(work: f64): void {
  if (!isComplete()) {
    endWork();
    return;
  }
  state.paused = taskAtHand();
  turnTo(Task.TIDY);
  phase = PanelPhase.TIDY;
  beginTidy();
  state.tidyEnd = workSpent() + work;
  state.lastTidier = workSpent();
}

function tidyOn(): bool {
  const before = revision;
  tidyStep();
  if (revision !== before) state.lastTidier = workSpent();
  return workSpent() <= min(state.tidyEnd, state.lastTidier + TIDY_PATIENCE);
}

function endTidying(): void {
  endTidy();
  state.tidied = revision;
  state.nextTidy = TIDY_GROWTH * workSpent();
  if (state.closing) endWork();
  else if (state.paused === Task.COLUMNS) {
    turnTo(Task.COLUMNS);
    phase = PanelPhase.BOUND;
  } else {
    startSearching();
    resumeSearch();
  }
}

/** Where the program takes long, what it has reached is rounded now and then. */
function columnsOrRounding(): bool {
  if (!columnsStep()) return false;
  if (workSpent() > state.nextRounding) {
    state.round = 0;
    roundPatterns();
    state.roundEnd = workSpent() + PEEK_SHARE * workSpent();
  }
  return true;
}

function endColumns(): void {
  state.peeking = false;
  if (!patternsPay()) {
    startSearching();
    resumeSearch();
    return;
  }
  state.rounding = true;
  state.round = 0;
  roundPatterns();
}

/** Never over by itself: where patterns have been rounded, it goes on with another rounding or with the program. */
function searchOn(): bool {
  searchStep();
  if (state.rounding && workSpent() > state.roundEnd) roundPatterns();
  else if (state.peeking && workSpent() > state.roundEnd) resumeColumns();
  return true;
}

function patternsStep(): bool {
  repeatByLot();
  return workSpent() <= state.patternsEnd;
}

function endWork(): void {
  turnTo(Task.END);
}

/** Settles most of a plan by the patterns of the program, rounded by lot from the second time on, and searches the rest. */
function roundPatterns(): void {
  startSearching();
  clearSettled();
  const data = patternData();
  const count = patternColumns();
  for (let c = 0; c < count; c++) {
    const use = patternUse(c);
    const times = <i32>Math.floor(use + 1e-6 + (state.round === 0 ? 0 : 0.6 * (randomUnit() - 0.7)));
    if (times > 0) settlePattern(data, patternStart(c), times);
  }
  // The search needs some freedom, and can make use of only so much.
  for (let c = 0; c < count && piecesBeside() > ROUND_PIECES; c++) {
    const use = patternUse(c);
    if (use - Math.floor(use) > 0.5) settlePattern(data, patternStart(c), 1);
  }
  if (beginRest()) {
    for (let least: f64 = 0.75; least > 0; least -= 0.25) {
      for (let c = 0; c < count; c++) {
        const use = patternUse(c);
        if (use > 1e-6 && use - Math.floor(use) >= least) usePattern(data, patternStart(c), USED_SHARE);
      }
    }
  }
  searchRest();
  state.round++;
  // A small rest is soon searched through, and a better plan may need another rounding.
  const beside = <f64>piecesBeside();
  const rest = restMayGain() ? min(ROUND_MOST_WORK, ROUND_WORK * beside * beside) : 0;
  state.roundEnd = workSpent() + ROUND_COLUMN_WORK * <f64>count + rest;
}
