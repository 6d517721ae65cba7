/**
 * The order of work, as a machine that advances by small fixed pieces of work: how the caller slices the time never
 * changes what is done. It ends as soon as the best plan meets the bound, or when nothing has been gained for long.
 *
 * Where pieces repeat, column generation comes first: its patterns, rounded, settle most of the plan, and the search goes on
 * with the rest; round after round with other roundings.
 */
import { PanelCut, PanelPhase } from "../layout";
import { randomUnit, seedRandom } from "../random";
import { Ints, reserveInts } from "../vector";
import { wayOf } from "./layout/panels";
import {
  columnsStep,
  columnsWork,
  patternColumns,
  patternData,
  patternStart,
  patternUse,
  startColumns,
} from "./lp/columns";
import { openBars } from "./model/bars";
import { openBound } from "./model/bound";
import { openIncumbent, provenOptimal, revision } from "./model/incumbent";
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
import { openSearch, searchStep, searchWork } from "./search/search";

enum Task {
  COLUMNS = 0,
  SEARCH = 1,
  PATTERNS = 3,
  END = 2,
}

export let phase: PanelPhase = PanelPhase.CONSTRUCT;
let task: Task = Task.END;
let lastGain: f64 = 0;
/** True once there are patterns to round, how often they have been, and work at which that is done again. */
let rounding: bool = false;
let round: i32 = 0;
/** True while the program may go on after a rounding, and work at which it is rounded next. */
let peeking: bool = false;
let nextRounding: f64 = 0;
let roundEnd: f64 = 0;
let way: Ints = changetype<Ints>(0);
let openWays: Ints = changetype<Ints>(0);
/** Work at which plans with fewer patterns are no longer looked for. */
let patternsEnd: f64 = 0;

/** Reads the request and makes a first plan, so that there is an answer before the first step. */
export function openSolve(request: usize): void {
  readProblem(request);
  openBars();
  openIncumbent();
  openSearch(<i32>min(pieceCount, <f64>SEARCH_PIECES));
  openConstruct();
  seedRandom(seed);
  constructPlan();
  openBound();
  rounding = false;
  peeking = false;
  openWays = reserveInts(typeCount);
  for (let i = 0; i < typeCount; i++) openWays[i] = -1;
  if (patternsPay() && !provenOptimal()) {
    way = reserveInts(typeCount);
    for (let i = 0; i < typeCount; i++) way[i] = wayOf[i] >= 0 ? wayOf[i] : someWay(i);
    startColumns(way);
    resumeColumns();
    nextRounding = workDone() + ROUNDING_WORK;
    peeking = true;
  } else startSearching();
  lastGain = workDone();
}

/** True when patterns repeat; those that pricing finds say less where rests may be too thin, so few pieces are searched alone. */
function patternsPay(): bool {
  if (restsMatter && pieceCount <= <f64>ROUND_PIECES) return false;
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
  task = Task.COLUMNS;
  phase = PanelPhase.BOUND;
  nextRounding = PEEK_GROWTH * workDone();
}

function startSearching(): void {
  task = Task.SEARCH;
  phase = PanelPhase.IMPROVE;
}

export function workDone(): f64 {
  return searchWork() + columnsWork();
}

export function isFinished(): bool {
  return task === Task.END;
}

/** Does the next small piece of work. */
export function advance(): void {
  if (provenOptimal() && task !== Task.PATTERNS) {
    task = fewestPatterns ? Task.PATTERNS : Task.END;
    phase = PanelPhase.PATTERNS;
    patternsEnd = 2 * workDone() + PATTERNS_WORK;
    return;
  }
  if (task === Task.PATTERNS) {
    repeatByLot(openWays);
    if (workDone() > patternsEnd) task = Task.END;
    return;
  }
  const before = revision;
  if (task === Task.COLUMNS) {
    if (!columnsStep()) {
      rounding = true;
      peeking = false;
      round = 0;
      roundPatterns();
    } else if (workDone() > nextRounding) {
      // Where the program takes long, what it has reached is rounded now and then.
      round = 0;
      roundPatterns();
      roundEnd = workDone() + PEEK_SHARE * workDone();
    }
  } else {
    searchStep();
    if (rounding && workDone() > roundEnd) roundPatterns();
    else if (peeking && workDone() > roundEnd) resumeColumns();
  }
  if (revision !== before) lastGain = workDone();
  if (workDone() > PATIENCE * lastGain + LEAST_WORK) task = Task.END;
}

/** Settles most of a plan by the patterns of the program, rounded by lot from the second time on, and searches the rest. */
function roundPatterns(): void {
  startSearching();
  clearSettled(way);
  const data = patternData();
  const count = patternColumns();
  for (let c = 0; c < count; c++) {
    const use = patternUse(c);
    const times = <i32>Math.floor(use + 1e-6 + (round === 0 ? 0 : 0.6 * (randomUnit() - 0.7)));
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
  round++;
  // A small rest is soon searched through, and a better plan may need another rounding.
  const beside = <f64>piecesBeside();
  const rest = restMayGain() ? min(ROUND_MOST_WORK, ROUND_WORK * beside * beside) : 0;
  roundEnd = workDone() + ROUND_COLUMN_WORK * <f64>count + rest;
}
