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
import { openSimplex, Pivot, primalStep, programWork, refresh } from "../../cut/lp/simplex";
import { readProblem as readBars } from "../../cut/model/problem";
import { COST_TOLERANCE } from "../../cut/model/tuning";
import { Bar, CutRequestHead, PieceType } from "../../layout";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { best, isComplete, keyBound, provenBest, raiseBounds } from "../model/incumbent";
import { countPieces, patternEnd } from "../model/plan";
import {
  anyAlike,
  demand,
  key,
  limit,
  maxParts,
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
  typeCount,
  worth,
} from "../model/problem";
import {
  MASTER_COLUMNS,
  MASTER_ENTRIES,
  MASTER_SLOTS,
  MISSING_PRICE,
  PROVE_STEPS,
  SMOOTHING,
} from "../model/tuning";
import {
  offerCount,
  offeredValue,
  openPricing,
  pattern,
  patternAmounts,
  patternSlots,
  priceFully,
  pricesAll,
  priceView,
  priceWork,
  writeOffer,
} from "./pricing";
import { openViews, View, viewAt, viewCount } from "./views";

enum Stage {
  SOLVE = 0,
  PRICE = 1,
  END = 2,
}

let stage: Stage = Stage.END;
let priceUnit: f64 = 1;
let grain: f64 = 1;
let mixing: f64 = 0;
let bestBound: f64 = 0;
let view: i32 = 0;
let added: bool = false;
/** True while everything that pricing leaves out is accounted for. */
let proves: bool = true;
/** True when that can be, and once everything is priced at any cost. */
let mayProve: bool = true;
let fully: bool = false;
let most: Ints = changetype<Ints>(0);
let center: Numbers = changetype<Numbers>(0);
let mixed: Numbers = changetype<Numbers>(0);
let value: Numbers = changetype<Numbers>(0);
let worthOf: Numbers = changetype<Numbers>(0);
let primaryKey: Numbers = changetype<Numbers>(0);
let amounts: Ints = changetype<Ints>(0);
/** Patterns in a plan's words, and where that of each column begins. */
let slots: Numbers = changetype<Numbers>(0);
let slotCount: i32 = 0;
let slotStart: Ints = changetype<Ints>(0);

export function columnsWork(): f64 {
  return programWork() + priceWork;
}

/** True when patterns from pricing obey all that the request says. */
export function canPrice(): bool {
  return !restsMatter && <f64>maxPieces >= pieceCount && <f64>maxParts >= pieceCount;
}

/** Begins with the patterns of the best plan; `way` as for `openViews`. */
export function startColumns(way: Ints): void {
  openViews(way);
  openPricing();
  reserveTables();
  openBars();
  openProgram(MASTER_COLUMNS, MASTER_ENTRIES);
  openSimplex(MASTER_COLUMNS, MASTER_ENTRIES);
  priceUnit = 1;
  let largest: f64 = 1;
  for (let j = 0; j < stockCount; j++) {
    priceUnit = max(priceUnit, key[j]);
    largest = max(largest, stockLength[j] * stockWidth[j]);
    primaryKey[j] = primary[j] * scale;
    most[j] = isComplete() && key[j] > 0 ? <i32>min(<f64>limit[j], Math.floor(best.key / key[j])) : limit[j];
    limitRow[j] = most[j] === limit[j] ? 0 : -1;
  }
  for (let i = 0; i < typeCount; i++) value[i] = (MISSING_PRICE * pieceLength[i] * pieceWidth[i]) / largest;
  resetProgram(value, most);
  slotCount = 0;
  addBest();
  mayProve = staged && !anyAlike;
  for (let v = 0; v < viewCount; v++) if (!viewAt(v).complete) mayProve = false;
  fully = false;
  priceFully(false);
  mixing = 0;
  bestBound = 0;
  stage = refresh() ? Stage.SOLVE : Stage.END;
}

function reserveTables(): void {
  most = reserveInts(stockCount);
  center = reserveNumbers(typeCount + stockCount);
  mixed = reserveNumbers(typeCount + stockCount);
  value = reserveNumbers(typeCount);
  worthOf = reserveNumbers(stockCount);
  primaryKey = reserveNumbers(stockCount);
  amounts = reserveInts(typeCount);
  slots = reserveRawNumbers(MASTER_SLOTS);
  slotStart = reserveRawInts(MASTER_COLUMNS);
}

/** Tells the linear program of bars what its rows are: pieces by area, stocks by theirs. */
function openBars(): void {
  const request = reserveNumbers(CutRequestHead.SLOTS + typeCount * PieceType.SLOTS + stockCount * Bar.SLOTS);
  request[CutRequestHead.TYPES] = <f64>typeCount;
  request[CutRequestHead.BARS] = <f64>stockCount;
  request[CutRequestHead.SCALE] = scale;
  request[CutRequestHead.MAX_PIECES] = pieceCount;
  request[CutRequestHead.MAX_TYPES] = <f64>typeCount;
  let at: i32 = CutRequestHead.SLOTS;
  for (let i = 0; i < typeCount; i++) {
    request[at + PieceType.WEIGHT] = pieceLength[i] * pieceWidth[i];
    request[at + PieceType.LENGTH] = worth[i];
    request[at + PieceType.DEMAND] = <f64>demand[i];
    at += PieceType.SLOTS;
  }
  for (let j = 0; j < stockCount; j++) {
    request[at + Bar.CAPACITY] = stockLength[j] * stockWidth[j];
    request[at + Bar.LIMIT] = <f64>limit[j];
    request[at + Bar.KEY] = key[j];
    request[at + Bar.PRIMARY] = primary[j];
    request[at + Bar.LENGTH] = stockLength[j] * stockWidth[j];
    at += Bar.SLOTS;
  }
  readBars(changetype<usize>(request));
}

function addBest(): void {
  let at = 0;
  for (let p = 0; p < best.patterns; p++) {
    const end = patternEnd(best.data, at);
    for (let i = 0; i < typeCount; i++) amounts[i] = 0;
    countPieces(best.data, at, amounts);
    addPattern(best.data, at, end, amounts);
    at = end;
  }
}

/** Adds a pattern as a column and returns it; -1 when there is no room. */
function addPattern(data: Numbers, from: i32, to: i32, counts: Ints): i32 {
  if (slotCount + to - from > MASTER_SLOTS) return -1;
  const stock = <i32>data[from];
  const before = columnCount;
  const column = addColumn(stock, counts, key[stock] / priceUnit);
  if (column < before) return column;
  slotStart[column] = slotCount;
  for (let at = from; at < to; at++) slots[slotCount++] = data[at];
  return column;
}

/** One pivot or the pricing of one view; false when the program is as good as it is going to be. */
export function columnsStep(): bool {
  if (stage === Stage.SOLVE) {
    const result = primalStep();
    if (result === Pivot.FAILED) recover();
    if (result === Pivot.NONE) startRound();
  } else if (stage === Stage.PRICE) {
    if (view < viewCount) priceNext();
    else endRound();
  }
  return stage !== Stage.END;
}

/** After a failure: the first basis once more, then no more. */
function recover(): void {
  startBasis();
  if (!refresh()) stage = Stage.END;
}

function startRound(): void {
  const total = max(programValue(), isComplete() ? best.key / priceUnit : 1);
  // A power of two, so that keys stay exact; small enough that sums over the whole demand do.
  grain = 2 ** Math.floor(Math.log2(1125899906842624 / (priceUnit * max(1, total))));
  for (let r = 0; r < typeCount + stockCount; r++) mixed[r] = mixing * center[r] + (1 - mixing) * worthAt(r);
  for (let i = 0; i < typeCount; i++) value[i] = Math.floor(mixed[i] * priceUnit * grain);
  for (let j = 0; j < stockCount; j++) worthOf[j] = 0;
  view = 0;
  proves = mayProve;
  added = false;
  stage = Stage.PRICE;
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
  const at = viewAt(view++);
  const stock = at.stock;
  if (!pricesAll(at)) proves = false;
  worthOf[stock] = max(worthOf[stock], priceView(at, value));
  const threshold = key[stock] * grain + Math.floor(mixed[typeCount + stock] * priceUnit * grain);
  for (let k = 0; k < offerCount && offeredValue(k) > threshold; k++) {
    // With more of a type than is wanted a pattern is of less use, but it may be needed for the bound.
    if (!addOffer(at, k, true)) addOffer(at, k, false);
  }
}

/** True when the pattern helps. */
function addOffer(from: View, index: i32, trimmed: bool): bool {
  if (!writeOffer(from, index, trimmed)) return false;
  const column = addPattern(pattern, 0, patternSlots, patternAmounts);
  if (column < 0 || reducedCost(column) >= -COST_TOLERANCE) return false;
  added = true;
  return true;
}

function endRound(): void {
  if (proves) takeBound();
  if (provenBest()) {
    stage = Stage.END;
  } else if (added) {
    mixing = proves ? SMOOTHING : 0;
    stage = Stage.SOLVE;
  } else if (mixing > 0) {
    mixing = 0;
    startRound();
  } else if (mayProve && !fully && smallEnough()) {
    fully = true;
    priceFully(true);
    startRound();
  } else {
    stage = Stage.END;
  }
  // Rounded up, the bound has reached the program's value: more columns cannot lift it.
  if (programValue() * priceUnit <= keyBound + 1e-6 * priceUnit) stage = Stage.END;
}

function takeBound(): void {
  const bound = dualBound(value, worthOf, key, grain, most);
  if (bound > bestBound * grain) {
    bestBound = bound / grain;
    for (let r = 0; r < typeCount + stockCount; r++) center[r] = mixed[r];
  }
  const onPrimary = scale === 1 ? bound : dualBound(value, worthOf, primaryKey, grain, most);
  raiseBounds(wholeAbove(bound / grain), wholeAbove(onPrimary / (grain * scale)));
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
  return slotStart[firstPattern + index];
}

export function patternData(): Numbers {
  return slots;
}
