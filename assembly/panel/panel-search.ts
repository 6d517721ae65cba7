/**
 * The order of work.
 *
 * Where patterns repeat, column generation comes first: its patterns, rounded, settle most of the plan, and the search goes on
 * with the rest; round after round with other roundings. Elsewhere the search comes first, column generation for its bound
 * after a while, and then the search again. That ends as soon as the best plan meets the bound, or when nothing has been
 * gained for long; then come plans that are as cheap and better otherwise.
 */
import { PanelCut, PanelPhase } from "../layout";
import { pause } from "../pause";
import { seedRandom } from "../random";
import { reserveInts, reserveNumbers } from "../vector";
import { workSpent } from "../work";
import { openBetween } from "./layout/between";
import { openFill } from "./layout/fill-panel";
import { openPanels } from "./layout/panel-tree";
import { columnGeneration, openColumnGeneration } from "./lp/column-generation";
import { roundingEnd, roundPatterns } from "./lp/rounding";
import { openBound } from "./model/panel-bound";
import { best, isComplete, openIncumbent, provenOptimal } from "./model/panel-incumbent";
import { countStocks, readWays } from "./model/panel-plan";
import {
  fewestPatterns,
  fitsAlone,
  pieceCount,
  readProblem,
  restsMatter,
  seed,
  stockCount,
  typeCount,
} from "./model/panel-problem";
import { PEEK_GROWTH, ROUND_PIECES, ROUNDING_WORK, SEARCH_PIECES, TIDY_WORK } from "./model/panel-tuning";
import { openBars } from "./model/strip-bars";
import { repeatByLot, repeatPanels } from "./search/construct-panels";
import { openProgress, turnTo } from "./search/progress";
import { openRuin } from "./search/ruin";
import { openSearch, resumeSearch, ruinAndRecreate, startSearch } from "./search/ruin-and-recreate";
import { clearSettled, openSettled } from "./search/settled";
import { openTidy, tidy } from "./search/tidy";

/** True when there is a program for column generation. */
let programmed: bool = false;

/** Reads the request and makes a first plan, so that there is an answer before the search. */
export function openSolve(request: usize): void {
  readProblem(request);
  openBars();
  openIncumbent();
  const most = <i32>min(pieceCount, <f64>SEARCH_PIECES);
  openPanels(most);
  openBetween(most);
  openFill();
  openRuin(most);
  openSettled();
  openSearch();
  openTidy();
  seedRandom(seed);
  clearSettled();
  repeatPanels();
  startSearch();
  openBound();
  programmed = patternsMayHelp() && !provenOptimal();
  if (programmed) startColumns();
  openProgress();
}

/** Looks for a cheaper plan as long as that may help, then for a better one at the same cost. */
export function solve(): void {
  lookForCheaper();
  if (!isComplete()) return;
  if (fewestPatterns && provenOptimal()) {
    turnTo(PanelPhase.PATTERNS);
    const end = 2 * workSpent() + TIDY_WORK / 4;
    do {
      repeatByLot();
      pause();
    } while (workSpent() <= end);
  }
  tidy(TIDY_WORK, false);
}

function lookForCheaper(): void {
  turnTo(PanelPhase.IMPROVE);
  if (!programmed) {
    ruinAndRecreate(Infinity);
  } else if (!patternsPay()) {
    if (!ruinAndRecreate(workSpent() + ROUNDING_WORK)) return;
    if (!columnGeneration(PEEK_GROWTH * workSpent())) return;
    turnTo(PanelPhase.IMPROVE);
    resumeSearch();
    ruinAndRecreate(Infinity);
  } else {
    if (!columnGeneration(workSpent() + ROUNDING_WORK)) return;
    turnTo(PanelPhase.IMPROVE);
    roundPatterns(false);
    while (ruinAndRecreate(roundingEnd())) roundPatterns(true);
  }
}

/** False where patterns that pricing finds say less, as rests may be too thin, and few pieces are searched alone. */
function patternsMayHelp(): bool {
  return !restsMatter || pieceCount > <f64>ROUND_PIECES;
}

/** True when there are as many panels as types: the program has as many patterns, and more of them are no use to round. */
function patternsPay(): bool {
  const counts = reserveNumbers(stockCount);
  countStocks(best, counts);
  let panels: f64 = 0;
  for (let j = 0; j < stockCount; j++) panels += counts[j];
  return panels >= <f64>typeCount;
}

/** Begins the program with the patterns of the best plan. */
function startColumns(): void {
  const way = reserveInts(typeCount);
  readWays(best, way);
  for (let i = 0; i < typeCount; i++) if (way[i] < 0) way[i] = someWay(i);
  openColumnGeneration(way);
}

/** A way round in which a piece without a place fits a panel: copies that have to be alike agree on it beforehand. */
function someWay(type: i32): i32 {
  for (let j = 0; j < stockCount; j++) {
    if (fitsAlone(type, j, PanelCut.CROSS, 0) || fitsAlone(type, j, PanelCut.RIP, 0)) return 0;
  }
  return 1;
}
