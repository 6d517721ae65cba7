/**
 * Ruin and recreate with a goal: panels whose keys add up to less than the best plan's, as full as they get. What counts
 * is the area that is left out, never the number of panels; once nothing is left out there is a better plan, and the next
 * goal (after Wei et al. 2013; Gardeyn, Wauters 2022).
 */

import { randomIndex, randomUnit } from "../../random";
import { Ints, Numbers, reserveNumbers, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { openBetween } from "../layout/between";
import { canBeCut } from "../layout/damaged";
import { allowPanels, fill, Order, openFill, sortLeft } from "../layout/fill";
import { inOrder } from "../layout/order";
import {
  active,
  bareArea,
  bringBack,
  clearPanels,
  closePanel,
  firstPiece,
  firstSection,
  firstStrip,
  keepState,
  left,
  nextPiece,
  nextSection,
  nextStrip,
  openPanels,
  panelCount,
  panelPieces,
  panelSections,
  removePiece,
  reserveState,
  room,
  sectionStrips,
  stockOf,
  stripPieces,
  totalKey,
} from "../layout/panels";
import { chooseBy, Rule } from "../layout/place";
import { appendPanels } from "../layout/record";
import { defectCount, isDamaged } from "../model/defects";
import { best, isComplete, mostKey, offerPlan, reservePlanFor } from "../model/incumbent";
import { appendPlan, clearPlan, countStocks, Plan } from "../model/plan";
import { key, pieceLength, pieceWidth, restsMatter, stockCount, typeCount, worth } from "../model/problem";
import { BLINK, HISTORY, LEFT_POWER } from "../model/tuning";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Panels that are settled, and what they use of each stock and of the key. */
  settled: Plan;
  settledOf: Numbers;
  candidate: Plan;
  leftWorth: Numbers;
  pieces: Ints;
  /** The state that is built on, and its value. */
  kept: usize;
  keptValue: f64;
  history: Numbers;
  step: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openSearch(most: i32): void {
  openPanels(most);
  openBetween(most);
  state.kept = reserveState();
  state.settled = reservePlanFor();
  state.settledOf = reserveNumbers(stockCount);
  state.candidate = reservePlanFor();
  openFill();
  state.leftWorth = reserveNumbers(typeCount);
  state.pieces = reserveRawInts(most);
  state.history = reserveNumbers(HISTORY);
  let largest: f64 = 0;
  for (let i = 0; i < typeCount; i++) largest = max(largest, pieceLength[i] * pieceWidth[i]);
  for (let i = 0; i < typeCount; i++) {
    state.leftWorth[i] = ((pieceLength[i] * pieceWidth[i]) / largest) ** LEFT_POWER;
  }
}

/**
 * Goes on with `supply` on panels of its own, beside those of `fixed`: the best of a handful of first layouts by
 * falling size is built on.
 */
export function startSearch(supply: Ints, fixed: Plan): void {
  settleFor(fixed);
  let least: f64 = Infinity;
  for (let turn = 0; turn < Order.COUNT * Rule.COUNT; turn++) {
    clearPanels(supply);
    sortLeft(turn % Order.COUNT, 0);
    chooseBy(turn / Order.COUNT, 0);
    fill(false);
    offerState();
    const value = leftValue(state.leftWorth) * 1e6 + totalKey() / key[0];
    if (value >= least) continue;
    least = value;
    keepState(state.kept);
  }
  bringBack(state.kept);
  setGoal();
}

/** As `startSearch`, from the panels that are under way; what is left is added to them. */
export function continueSearch(fixed: Plan): void {
  settleFor(fixed);
  sortLeft(Order.AREA, 0);
  chooseBy(Rule.POWER_1_25, 0);
  fill(false);
  offerState();
  setGoal();
}

/** As `continueSearch`, with the panels that were last built on. */
export function resumeSearch(): void {
  bringBack(state.kept);
  setGoal();
}

function settleFor(fixed: Plan): void {
  clearPlan(state.settled);
  appendPlan(state.settled, fixed);
  countStocks(state.settled, state.settledOf);
  allowPanels(Infinity, state.settledOf);
}

/** Aims below the best plan: closes panels until their keys are low enough. */
function setGoal(): void {
  const budget = isComplete() ? mostKey() - state.settled.key : Infinity;
  allowPanels(budget, state.settledOf);
  while (totalKey() > budget && panelCount() > 0) {
    const k = isComplete() && stockCount === 1 ? emptiest() : anyPanel();
    removeFrom(k, panelPieces[k]);
  }
  state.keptValue = leftValue(state.leftWorth);
  keepState(state.kept);
  state.step = 0;
  for (let h = 0; h < HISTORY; h++) state.history[h] = state.keptValue;
}

function emptiest(): i32 {
  let k = active[0];
  for (let at = 1; at < panelCount(); at++) if (bareArea[active[at]] > bareArea[k]) k = active[at];
  return k;
}

/** One ruin and recreation. */
export function searchStep(): void {
  ruin();
  sortLeft(randomIndex(Order.COUNT), 0.3 * randomUnit());
  chooseBy(randomIndex(Rule.COUNT), BLINK);
  fill(true);
  const value = inOrderAll() ? leftValue(state.leftWorth) : Infinity;
  const at = state.step++ % HISTORY;
  if (value <= state.keptValue || value <= state.history[at]) {
    state.keptValue = value;
    keepState(state.kept);
    if (isBetter()) {
      offerState();
      if (isComplete()) setGoal();
    }
  } else {
    bringBack(state.kept);
  }
  state.history[at] = state.keptValue;
  spend(<f64>(20 + room / 8));
}

function isBetter(): bool {
  const missing = leftValue(worth);
  return missing < best.missing || (missing === best.missing && totalKey() + state.settled.key < best.key);
}

function offerState(): void {
  clearPlan(state.candidate);
  appendPlan(state.candidate, state.settled);
  appendPanels(state.candidate);
  offerPlan(state.candidate);
}

export function inOrderAll(): bool {
  if (!restsMatter && defectCount === 0) return true;
  for (let at = 0; at < panelCount(); at++) {
    const k = active[at];
    if (isDamaged(stockOf[k]) ? !canBeCut(k) : restsMatter && !inOrder(k)) return false;
  }
  return true;
}

/** Takes out some or all pieces of one or two panels, or strips. */
export function ruin(): void {
  if (panelCount() === 0) return;
  const kind = randomUnit();
  if (kind < 0.2) {
    for (let panels = randomIndex(2); panels >= 0 && panelCount() > 0; panels--) {
      const k = anyPanel();
      const all = panelPieces[k];
      removeFrom(k, randomIndex(4) === 0 ? all : 1 + <i32>randomIndex(all));
    }
    return;
  }
  if (kind < 0.6) {
    for (let strips = 1 + randomIndex(3); strips > 0 && panelCount() > 0; strips--) removeStrip(anyPanel());
    return;
  }
  // Many strips from two panels leave more room in one place than strips from everywhere.
  const first = anyPanel();
  const second = anyPanel();
  for (let strips = 1 + randomIndex(8); strips > 0; strips--) {
    const k = randomIndex(2) === 0 ? first : second;
    if (panelPieces[k] > 0) removeStrip(k);
  }
}

function anyPanel(): i32 {
  return active[randomIndex(panelCount())];
}

/** Takes `count` pieces off a panel by lot, and closes it when nothing is left. */
function removeFrom(k: i32, count: i32): void {
  let all = 0;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
      for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) state.pieces[all++] = p;
    }
  }
  for (let i = 0; i < count; i++) {
    const at = i + <i32>randomIndex(all - i);
    const p = state.pieces[at];
    state.pieces[at] = state.pieces[i];
    removePiece(p);
  }
  spend(<f64>(all + 4 * count));
  if (panelPieces[k] === 0) closePanel(k);
}

/** Takes a strip off a panel by lot. */
function removeStrip(k: i32): void {
  let s = firstSection[k];
  for (let i = <i32>randomIndex(panelSections[k]); i > 0; i--) s = nextSection[s];
  let t = firstStrip[s];
  for (let i = <i32>randomIndex(sectionStrips[s]); i > 0; i--) t = nextStrip[t];
  for (let count = stripPieces[t]; count > 0; count--) removePiece(firstPiece[t]);
  if (panelPieces[k] === 0) closePanel(k);
}

/** Worth of everything without a place, by `value` per piece. */
function leftValue(value: Numbers): f64 {
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) total += <f64>left[i] * value[i];
  return total;
}
