/**
 * Column generation over patterns of panels, on the linear program of bars: solve it over the patterns known so far, price
 * patterns at its dual values, add the promising ones, until none is left or the bound cannot rise any more. Prices lie
 * between the duals and those of the best bound (Wentges 1997).
 */
import { wholeAbove } from "../../cut/bounds/volume";
import { dualBound } from "../../cut/lp/lagrange-bound";
import {
  addColumn,
  columnCount,
  columnValue,
  dual,
  firstPattern,
  limitRow,
  openProgram,
  programValue,
  reducedCost,
  resetProgram,
  startBasis,
} from "../../cut/lp/program";
import { openSimplex, Pivot, primalStep, refresh } from "../../cut/lp/simplex";
import { COST_TOLERANCE } from "../../cut/model/tuning";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { fillPanel, Order, sortLeft } from "../layout/fill";
import { layPattern } from "../layout/mend";
import { clearPanels, placed, settledWay } from "../layout/panels";
import { chooseBy, Rule } from "../layout/place";
import { appendPanel } from "../layout/record";
import { defectCount, isDamaged } from "../model/defects";
import { best, isComplete, keyBound, provenBest, raiseBounds, raiseShortBound } from "../model/incumbent";
import { clearPlan, countPieces, Plan, patternEnd, reservePlan, SLOTS_PER_PIECE } from "../model/plan";
import {
  anyAlike,
  demand,
  exact,
  key,
  limit,
  maxPieces,
  pieceCount,
  pieceLength,
  pieceWidth,
  primary,
  restsMatter,
  scale,
  staged,
  stockCount,
  stockLength,
  stockWidth,
  twoStages,
  typeCount,
} from "../model/problem";
import {
  MASTER_COLUMNS,
  MASTER_ENTRIES,
  MASTER_SLOTS,
  MISSING_PRICE,
  PROVE_STEPS,
  SEARCH_PIECES,
  SMOOTHING,
} from "../model/tuning";
import { tables } from "./knapsacks";
import { offeredPieces, openPatterns, writeOffer, written } from "./patterns";
import { limitedValue, nextPrice, openPieceLimit, priceOfPieces, startPrices } from "./piece-limit";
import { openPricing, priceFully, pricesAll, priceView, pricing } from "./pricing";
import { openShortage, shortageBound } from "./shortage";
import { openViews, View, viewAt, viewCount } from "./views";

enum Stage {
  SOLVE = 0,
  PRICE = 1,
  END = 2,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  stage: Stage;
  /** Which way round copies that have to be alike lie in all patterns. */
  way: Ints;
  priceUnit: f64;
  grain: f64;
  mixing: f64;
  bestBound: f64;
  view: i32;
  added: bool;
  /** True while everything that pricing leaves out is accounted for. */
  proves: bool;
  /** True when that can be, and once everything is priced at any cost. */
  mayProve: bool;
  fully: bool;
  most: Ints;
  center: Numbers;
  mixed: Numbers;
  value: Numbers;
  worthOf: Numbers;
  primaryKey: Numbers;
  amounts: Ints;
  /** Patterns in a plan's words, and where that of each column begins. */
  slots: Numbers;
  slotCount: i32;
  slotStart: Ints;
  /** A pattern after its rests have been put in order. */
  mended: Plan;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Begins with the patterns of the best plan; `way` as for `openViews`. */
export function startColumns(way: Ints): void {
  openViews(way);
  openPricing();
  openPatterns();
  openPieceLimit();
  openShortage();
  reserveTables(way);
  openProgram(MASTER_COLUMNS, MASTER_ENTRIES);
  openSimplex(MASTER_COLUMNS, MASTER_ENTRIES);
  state.priceUnit = 1;
  let largest: f64 = 1;
  for (let j = 0; j < stockCount; j++) {
    state.priceUnit = max(state.priceUnit, key[j]);
    largest = max(largest, stockLength[j] * stockWidth[j]);
    state.primaryKey[j] = primary[j] * scale;
    state.most[j] =
      isComplete() && key[j] > 0 ? <i32>min(<f64>limit[j], Math.floor(best.key / key[j])) : limit[j];
    limitRow[j] = state.most[j] === limit[j] ? 0 : -1;
  }
  for (let i = 0; i < typeCount; i++)
    state.value[i] = (MISSING_PRICE * pieceLength[i] * pieceWidth[i]) / largest;
  resetProgram(state.value, state.most);
  state.slotCount = 0;
  addBest();
  state.mayProve = staged && !anyAlike && !maybeOneMore();
  for (let v = 0; v < viewCount; v++) if (!viewAt(v).complete) state.mayProve = false;
  state.fully = false;
  priceFully(false);
  state.mixing = 0;
  state.bestBound = 0;
  state.stage = refresh() ? Stage.SOLVE : Stage.END;
}

function reserveTables(way: Ints): void {
  state.most = reserveInts(stockCount);
  state.center = reserveNumbers(typeCount + stockCount);
  state.mixed = reserveNumbers(typeCount + stockCount);
  state.value = reserveNumbers(typeCount);
  state.worthOf = reserveNumbers(stockCount);
  state.primaryKey = reserveNumbers(stockCount);
  state.amounts = reserveInts(typeCount);
  state.slots = reserveRawNumbers(MASTER_SLOTS);
  state.slotStart = reserveRawInts(MASTER_COLUMNS);
  if (!restsMatter && defectCount === 0) return;
  state.mended = reservePlan(SLOTS_PER_PIECE * <i32>min(pieceCount, <f64>SEARCH_PIECES));
  state.way = way;
}

function addBest(): void {
  let at = 0;
  for (let p = 0; p < best.patterns; p++) {
    const end = patternEnd(best.data, at);
    for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
    countPieces(best.data, at, state.amounts);
    addPattern(best.data, at, end, state.amounts);
    at = end;
  }
}

/** Adds a pattern as a column and returns it; -1 when there is no room. */
function addPattern(data: Numbers, from: i32, to: i32, counts: Ints): i32 {
  if (state.slotCount + to - from > MASTER_SLOTS) return -1;
  const stock = <i32>data[from];
  const before = columnCount;
  const column = addColumn(stock, counts, key[stock] / state.priceUnit);
  if (column < before) return column;
  state.slotStart[column] = state.slotCount;
  for (let at = from; at < to; at++) state.slots[state.slotCount++] = data[at];
  return column;
}

/** One pivot or the pricing of one view; false when the program is as good as it is going to be. */
export function columnsStep(): bool {
  if (state.stage === Stage.SOLVE) {
    const result = primalStep();
    if (result === Pivot.FAILED) recover();
    if (result === Pivot.NONE) startRound();
  } else if (state.stage === Stage.PRICE) {
    if (state.view < viewCount) priceNext();
    else endRound();
  }
  return state.stage !== Stage.END;
}

/** After a failure: the first basis once more, then no more. */
function recover(): void {
  startBasis();
  if (!refresh()) state.stage = Stage.END;
}

function startRound(): void {
  const total = max(programValue(), isComplete() ? best.key / state.priceUnit : 1);
  // A power of two, so that keys stay exact; small enough that sums over the whole demand do.
  state.grain = 2 ** Math.floor(Math.log2(1125899906842624 / (state.priceUnit * max(1, total))));
  for (let r = 0; r < typeCount + stockCount; r++)
    state.mixed[r] = state.mixing * state.center[r] + (1 - state.mixing) * worthAt(r);
  for (let i = 0; i < typeCount; i++)
    state.value[i] = Math.floor(state.mixed[i] * state.priceUnit * state.grain);
  for (let j = 0; j < stockCount; j++) state.worthOf[j] = 0;
  state.view = 0;
  state.proves = state.mayProve;
  state.added = false;
  state.stage = Stage.PRICE;
}

/**
 * True when a panel may have a part more than pricing allows for: where parts are limited, none takes a rest in, but no
 * cut is needed behind the last one if there is none.
 */
function maybeOneMore(): bool {
  return tables.layers > 0 && (restsMatter || (exact && twoStages));
}

/** True when pricing everything is worth its time. */
function smallEnough(): bool {
  let steps: f64 = 0;
  for (let v = 0; v < viewCount; v++) {
    const at = viewAt(v);
    steps += <f64>at.alongPoints * <f64>at.widths * <f64>at.acrossPoints;
  }
  return steps <= PROVE_STEPS;
}

/** Dual value of a type, or from `typeCount` on of a stock's limit, never negative. */
function worthAt(r: i32): f64 {
  if (r < typeCount) return max(0, dual[r]);
  const row = limitRow[r - typeCount];
  return row < 0 ? 0 : max(0, -dual[row]);
}

function priceNext(): void {
  const at = viewAt(state.view++);
  const stock = at.stock;
  if (!pricesAll(at)) state.proves = false;
  const threshold =
    key[stock] * state.grain + Math.floor(state.mixed[typeCount + stock] * state.priceUnit * state.grain);
  if (<f64>maxPieces >= pieceCount) {
    state.worthOf[stock] = max(state.worthOf[stock], priceView(at, state.value));
    addOffers(at, threshold);
    return;
  }
  const reduced = startPrices(state.value);
  while (true) {
    const found = priceView(at, reduced);
    addOffers(at, threshold - priceOfPieces());
    if (!nextPrice(state.value, found, <f64>offeredPieces(at, 0))) break;
  }
  state.worthOf[stock] = max(state.worthOf[stock], limitedValue());
}

/** Adds the patterns on offer that are worth more than the threshold. */
function addOffers(from: View, threshold: f64): void {
  for (let k = 0; k < pricing.offers && pricing.offerValue[k] > threshold; k++) {
    // With more of a type than is wanted a pattern is of less use, but it may be needed for the bound.
    if (!addOffer(from, k, true) && !needsMending(from)) addOffer(from, k, false);
  }
}

/** True when the pattern helps. */
function addOffer(from: View, index: i32, trimmed: bool): bool {
  if (!writeOffer(from, index, trimmed)) return false;
  const column = needsMending(from)
    ? addMended()
    : addPattern(written.data, 0, written.slots, written.amounts);
  if (column < 0 || reducedCost(column) >= -COST_TOLERANCE) return false;
  state.added = true;
  return true;
}

/** True when pricing does not see all that a pattern has to heed. */
function needsMending(view: View): bool {
  return restsMatter || isDamaged(view.stock);
}

/** Adds the pattern written last as far as it can be cut, with what else fits then; -1 where that is nothing. */
function addMended(): i32 {
  for (let i = 0; i < typeCount; i++) settledWay[i] = state.way[i];
  clearPanels(demand);
  const k = layPattern(written.data, 0);
  if (k < 0) return -1;
  sortLeft(Order.AREA, 0);
  chooseBy(Rule.POWER_1_25, 0);
  fillPanel(k, 0);
  clearPlan(state.mended);
  appendPanel(state.mended, k, 1);
  return addPattern(state.mended.data, 0, state.mended.length, placed);
}

function endRound(): void {
  if (state.proves) takeBound();
  if (provenBest()) {
    state.stage = Stage.END;
  } else if (state.added) {
    state.mixing = state.proves ? SMOOTHING : 0;
    state.stage = Stage.SOLVE;
  } else if (state.mixing > 0) {
    state.mixing = 0;
    startRound();
  } else if (state.mayProve && !state.fully && smallEnough()) {
    state.fully = true;
    priceFully(true);
    startRound();
  } else {
    state.stage = Stage.END;
  }
  // Rounded up, the bound has reached the program's value: more columns cannot lift it.
  if (programValue() * state.priceUnit <= keyBound + 1e-6 * state.priceUnit) state.stage = Stage.END;
}

function takeBound(): void {
  if (!isComplete()) raiseShortBound(shortageBound(state.value, state.worthOf));
  const bound = dualBound(state.value, state.worthOf, key, state.grain, state.most);
  if (bound > state.bestBound * state.grain) {
    state.bestBound = bound / state.grain;
    for (let r = 0; r < typeCount + stockCount; r++) state.center[r] = state.mixed[r];
  }
  const onPrimary =
    scale === 1 ? bound : dualBound(state.value, state.worthOf, state.primaryKey, state.grain, state.most);
  raiseBounds(wholeAbove(bound / state.grain), wholeAbove(onPrimary / (state.grain * scale)));
}

/** Columns with a pattern, and how often each is used. */
export function patternColumns(): i32 {
  return columnCount - firstPattern;
}

export function patternUse(index: i32): f64 {
  return columnValue(firstPattern + index);
}

/** Where the pattern of a column lies, in a plan's words. */
export function patternStart(index: i32): i32 {
  return state.slotStart[firstPattern + index];
}

export function patternData(): Numbers {
  return state.slots;
}
