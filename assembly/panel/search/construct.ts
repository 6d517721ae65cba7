/**
 * Plans put together from patterns that repeat and a rest that is laid out piece by piece.
 */
import { randomIndex, randomUnit } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { allowPanels, fillOne, Order, sortLeft } from "../layout/fill";
import { layPattern } from "../layout/mend";
import {
  active,
  clearPanels,
  left,
  panelsOf,
  placed,
  room,
  settledWay,
  stockOf,
  wayOf,
} from "../layout/panels";
import { chooseBy, Rule } from "../layout/place";
import { appendPanel } from "../layout/record";
import { isComplete, mostKey, offerPlan, reservePlanFor } from "../model/incumbent";
import { appendPattern, clearPlan, countPieces, countStocks, Plan, readWays } from "../model/plan";
import {
  demand,
  key,
  limit,
  pieceLength,
  pieceWidth,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
} from "../model/problem";
import { BLINK } from "../model/tuning";
import { continueSearch, startSearch } from "./search";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Patterns that are settled, with their counts, and the pieces beside them. */
  repeated: Plan;
  rest: Ints;
  usedOf: Numbers;
  amounts: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openConstruct(): void {
  state.repeated = reservePlanFor();
  state.rest = reserveInts(typeCount);
  state.amounts = reserveInts(typeCount);
  state.usedOf = reserveNumbers(stockCount);
}

/**
 * Makes a first plan of everything: while there is more than can be searched, a panel is filled and repeated as often as
 * the pieces allow; the rest is laid out one by one.
 */
export function constructPlan(): void {
  clearSettled();
  repeatPanels();
  startSearch(state.rest, state.repeated);
}

/** Begins a plan anew, with every way round open. */
export function clearSettled(): void {
  clearPlan(state.repeated);
  for (let i = 0; i < typeCount; i++) {
    state.rest[i] = demand[i];
    settledWay[i] = -1;
  }
}

/** While there is more than can be laid out, a panel is filled and repeated. */
function repeatPanels(): void {
  chooseBy(Rule.POWER_1_25, 0);
  while (piecesOf(state.rest) > room && beginPanel(Order.AREA, 0)) repeatPanel(active[0]);
}

/** A plan of panels that repeat as often as they can, filled by lot: as good as others sometimes, with few patterns. */
export function repeatByLot(): void {
  clearSettled();
  while (piecesOf(state.rest) > 0) {
    chooseBy(randomIndex(Rule.COUNT), BLINK);
    const order = randomIndex(Order.COUNT);
    if (!beginPanel(order, 0.5 * randomUnit())) break;
    repeatPanel(active[0]);
  }
  offerPlan(state.repeated);
}

/** Fills a panel beside those that are settled, with pieces in an order; false when there is none. */
function beginPanel(order: Order, noise: f64): bool {
  countStocks(state.repeated, state.usedOf);
  allowPanels(Infinity, state.usedOf);
  clearPanels(state.rest);
  sortLeft(order, noise);
  return fillOne();
}

/** Takes the panel into the plan as often as pieces and stock allow. */
function repeatPanel(k: i32): void {
  let times = <i32>(<f64>limit[stockOf[k]] - state.usedOf[stockOf[k]]);
  for (let i = 0; i < typeCount; i++) if (placed[i] > 0) times = min(times, state.rest[i] / placed[i]);
  for (let i = 0; i < typeCount; i++) {
    state.rest[i] -= times * placed[i];
    settledWay[i] = wayOf[i];
  }
  appendPanel(state.repeated, k, times);
}

function piecesOf(supply: Ints): i32 {
  let total = 0;
  for (let i = 0; i < typeCount; i++) total += supply[i];
  return total;
}

/** Settles a pattern, so many times or as often as there are pieces and stock for it; returns how often. */
export function settlePattern(data: Numbers, at: i32, wanted: i32): i32 {
  countStocks(state.repeated, state.usedOf);
  const stock = <i32>data[at];
  let times = <i32>min(<f64>wanted, <f64>limit[stock] - state.usedOf[stock]);
  for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
  countPieces(data, at, state.amounts);
  for (let i = 0; i < typeCount; i++)
    if (state.amounts[i] > 0) times = min(times, state.rest[i] / state.amounts[i]);
  if (times <= 0) return 0;
  for (let i = 0; i < typeCount; i++) state.rest[i] -= times * state.amounts[i];
  appendPattern(state.repeated, data, at, times);
  readWays(state.repeated, settledWay);
  return times;
}

/** Prepares for single panels beside what is settled; false when there is more left than can be laid out. */
export function beginRest(): bool {
  repeatPanels();
  clearPanels(state.rest);
  return piecesOf(state.rest) <= room;
}

export function piecesBeside(): i32 {
  return piecesOf(state.rest);
}

/** False when panels for the pieces beside what is settled cost too much for a better plan, even without waste. */
export function restMayGain(): bool {
  if (!isComplete()) return true;
  let area: f64 = 0;
  for (let i = 0; i < typeCount; i++) area += <f64>state.rest[i] * pieceLength[i] * pieceWidth[i];
  const budget = mostKey() - state.repeated.key;
  for (let j = 0; j < stockCount; j++) {
    const panel = stockLength[j] * stockWidth[j];
    const enough =
      stockCount === 1 ? Math.floor(budget / key[j]) * panel >= area : budget * panel >= area * key[j];
    if (key[j] <= budget && enough) return true;
  }
  return area === 0;
}

/** Puts a panel cut as a pattern beside what is settled, with what is left of its pieces, if that is most of them. */
export function usePattern(data: Numbers, at: i32, share: f64): bool {
  const stock = <i32>data[at];
  countStocks(state.repeated, state.usedOf);
  if (state.usedOf[stock] + <f64>panelsOf[stock] >= <f64>limit[stock]) return false;
  for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
  countPieces(data, at, state.amounts);
  let all: f64 = 0;
  let usable: f64 = 0;
  for (let i = 0; i < typeCount; i++) {
    const area = pieceLength[i] * pieceWidth[i];
    all += area * <f64>state.amounts[i];
    usable += area * <f64>min(state.amounts[i], left[i]);
  }
  if (usable < share * all || usable === 0) return false;
  return layPattern(data, at) >= 0;
}

/** Lays out what is left and searches on from there. */
export function searchRest(): void {
  continueSearch(state.repeated);
}
