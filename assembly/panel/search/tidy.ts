/**
 * Better plans at the same cost: a few panels of the best plan, often its emptiest one among them, are ruined and recreated
 * as in the search. Here everything has to find its place again, and what counts is what panels leave: large rests that are
 * worth keeping, few cuts.
 */
import { randomIndex, randomUnit } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { allowPanels, fill, Order, sortLeft } from "../layout/fill";
import { layPattern } from "../layout/mend";
import {
  bringBack,
  clearPanels,
  keepState,
  left,
  panelCount,
  reserveState,
  room,
  settledWay,
  totalKey,
} from "../layout/panels";
import { chooseBy, Rule } from "../layout/place";
import { appendPanels } from "../layout/record";
import { isDamaged } from "../model/defects";
import { best, offerPlan, reservePlanFor } from "../model/incumbent";
import { isTidier, Merit, measurePlan } from "../model/merit";
import {
  appendPattern,
  appendPlan,
  clearPlan,
  countPieces,
  countStocks,
  Plan,
  patternEnd,
  readWays,
} from "../model/plan";
import {
  minOffcutLength,
  pieceLength,
  pieceWidth,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
} from "../model/problem";
import {
  BLINK,
  TIDY_CUT,
  TIDY_HISTORY,
  TIDY_OFFCUT,
  TIDY_PANELS,
  TIDY_PIECES,
  TIDY_STEPS,
} from "../model/tuning";
import { inOrderAll, ruin } from "./search";

/** Slots of the shortest pattern. */
const SHORTEST: i32 = 11;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Panels that stay as they are, those that are taken apart, and a plan under way. */
  settled: Plan;
  settledOf: Numbers;
  opened: Plan;
  candidate: Plan;
  /** Where the patterns of the best plan begin, and how many panels of each are taken apart. */
  start: Ints;
  chosen: Ints;
  pieces: i32;
  amounts: Ints;
  supply: Ints;
  /** Ways round of the search whose panels are put aside. */
  ways: Ints;
  kept: usize;
  keptValue: f64;
  history: Numbers;
  step: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));
/** What the panels taken apart come to now, and did at best. */
const merit = changetype<Merit>(memory.data(offsetof<Merit>()));
const bestMerit = changetype<Merit>(memory.data(offsetof<Merit>()));

export function openTidy(): void {
  state.settled = reservePlanFor();
  state.opened = reservePlanFor();
  state.candidate = reservePlanFor();
  state.settledOf = reserveNumbers(stockCount);
  state.start = reserveInts(1 + best.capacity / SHORTEST);
  state.chosen = reserveInts(1 + best.capacity / SHORTEST);
  state.amounts = reserveInts(typeCount);
  state.supply = reserveInts(typeCount);
  state.ways = reserveInts(typeCount);
  state.kept = reserveState();
  state.history = reserveNumbers(TIDY_HISTORY);
}

/** Puts the search's panels aside, which has kept a copy. */
export function beginTidy(): void {
  for (let i = 0; i < typeCount; i++) state.ways[i] = settledWay[i];
  state.step = TIDY_STEPS;
}

/** Leaves it to the search to bring its panels back. */
export function endTidy(): void {
  for (let i = 0; i < typeCount; i++) settledWay[i] = state.ways[i];
}

/** One ruin and recreation; now and then of other panels. */
export function tidyStep(): void {
  if (state.step === TIDY_STEPS && !openRound()) return;
  ruin();
  sortLeft(randomIndex(Order.COUNT), 0.3 * randomUnit());
  chooseBy(randomIndex(Rule.COUNT), BLINK);
  fill(true);
  spend(<f64>(60 + state.opened.length + room / 8));
  const value = valueNow();
  const at = state.step++ % TIDY_HISTORY;
  if (value >= state.keptValue || value >= state.history[at]) {
    state.keptValue = value;
    keepState(state.kept);
    offerTidier();
  } else bringBack(state.kept);
  state.history[at] = state.keptValue;
}

/** Takes other panels of the best plan apart; false when these cannot be laid out as they are. */
function openRound(): bool {
  choosePanels();
  clearPlan(state.settled);
  clearPlan(state.opened);
  for (let p = 0; p < best.patterns; p++) {
    const at = state.start[p];
    const others = <i32>best.data[at + 2] - state.chosen[p];
    if (others > 0) appendPattern(state.settled, best.data, at, others);
    if (state.chosen[p] > 0) appendPattern(state.opened, best.data, at, state.chosen[p]);
  }
  readWays(state.settled, settledWay);
  countStocks(state.settled, state.settledOf);
  allowPanels(best.key - state.settled.key, state.settledOf);
  measurePlan(bestMerit, state.opened);
  layOpened();
  spend(<f64>(1000 + best.length));
  const value = valueNow();
  if (value === -Infinity) return false;
  state.keptValue = value;
  for (let h = 0; h < TIDY_HISTORY; h++) state.history[h] = value;
  keepState(state.kept);
  offerTidier();
  state.step = 0;
  return true;
}

/** Chooses panels by lot, every other time the emptiest one first. */
function choosePanels(): void {
  const emptiest = listPatterns();
  state.pieces = 0;
  for (let i = 0; i < typeCount; i++) state.supply[i] = 0;
  let wanted = 1 + <i32>randomIndex(TIDY_PANELS);
  if (randomIndex(2) === 0 && choose(emptiest)) wanted--;
  for (let tries = 2 * wanted; tries > 0 && wanted > 0; tries--) {
    if (choose(randomIndex(best.patterns))) wanted--;
  }
}

/** Notes where patterns begin; returns the one with most waste. */
function listPatterns(): i32 {
  let emptiest = 0;
  let most: f64 = -1;
  let at = 0;
  for (let p = 0; p < best.patterns; p++) {
    state.start[p] = at;
    state.chosen[p] = 0;
    const stock = <i32>best.data[at];
    const panel = stockLength[stock] * stockWidth[stock];
    countPattern(at);
    let used: f64 = 0;
    for (let i = 0; i < typeCount; i++) used += <f64>state.amounts[i] * pieceLength[i] * pieceWidth[i];
    if (1 - used / panel > most) {
      most = 1 - used / panel;
      emptiest = p;
    }
    at = patternEnd(best.data, at);
  }
  spend(<f64>(best.patterns * typeCount));
  return emptiest;
}

function countPattern(at: i32): void {
  for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
  countPieces(best.data, at, state.amounts);
}

/** Takes one more panel of a pattern, if there is one without defects and with few enough pieces. */
function choose(p: i32): bool {
  const at = state.start[p];
  if (isDamaged(<i32>best.data[at]) || state.chosen[p] >= <i32>best.data[at + 2]) return false;
  countPattern(at);
  let pieces = 0;
  for (let i = 0; i < typeCount; i++) pieces += state.amounts[i];
  if (state.pieces > 0 && state.pieces + pieces > TIDY_PIECES) return false;
  if (pieces > room) return false;
  state.pieces += pieces;
  for (let i = 0; i < typeCount; i++) state.supply[i] += state.amounts[i];
  state.chosen[p] += 1;
  return true;
}

function layOpened(): void {
  clearPanels(state.supply);
  let at = 0;
  for (let p = 0; p < state.opened.patterns; p++) {
    for (let times = state.opened.data[at + 2]; times > 0; times--) layPattern(state.opened.data, at);
    at = patternEnd(state.opened.data, at);
  }
}

/** How good the panels under way are; -Infinity where something is left out or cannot be sawn. */
function valueNow(): f64 {
  for (let i = 0; i < typeCount; i++) if (left[i] > 0) return -Infinity;
  if (panelCount() === 0 || !inOrderAll()) return -Infinity;
  clearPlan(state.candidate);
  appendPanels(state.candidate);
  measurePlan(merit, state.candidate);
  const panel = stockLength[0] * stockWidth[0];
  return minOffcutLength < 0
    ? merit.rests - TIDY_CUT * merit.cuts
    : (2 * merit.offcut) / panel + merit.rests - TIDY_OFFCUT * merit.offcuts;
}

/** Offers the plan with the panels under way where they are better than they have been. */
function offerTidier(): void {
  if (totalKey() + state.settled.key >= best.key && !isTidier(merit, bestMerit)) return;
  appendPlan(state.candidate, state.settled);
  if (offerPlan(state.candidate))
    memory.copy(changetype<usize>(bestMerit), changetype<usize>(merit), offsetof<Merit>());
}
