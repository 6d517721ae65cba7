/**
 * The master program of column generation: patterns of panels as columns of the linear program of bars, which panels share.
 */
import {
  addColumn,
  columnCount,
  columnValue,
  dual,
  firstPattern,
  limitRow,
  openProgram,
  resetProgram,
} from "../../cut/lp/linear-program";
import { openSimplex, refresh } from "../../cut/lp/simplex";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { FillOrder, fillPanel, sortLeft } from "../layout/fill-panel";
import { layPattern } from "../layout/mend";
import { clearPanels, placed, settledWay } from "../layout/panel-tree";
import { chooseBy, WorthRule } from "../layout/place";
import { appendPanel } from "../layout/record";
import { defectCount } from "../model/defects";
import { MASTER_COLUMNS, MASTER_ENTRIES, MASTER_SLOTS, MISSING_PRICE } from "../model/limits";
import { best, isComplete } from "../model/panel-incumbent";
import {
  clearPlan,
  countPieces,
  PanelsPlan,
  patternEnd,
  reservePlan,
  SLOTS_PER_PIECE,
} from "../model/panel-plan";
import {
  demand,
  key,
  limit,
  pieceCount,
  pieceLength,
  pieceWidth,
  restsMatter,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
} from "../model/panel-problem";
import { SEARCH_PIECES } from "../model/panel-tuning";
import { written } from "./panel-patterns";

/** One unit of the program's costs, in keys. */
export let priceUnit: f64 = 1;
/** The most panels of each stock that a better plan may have. */
export let mostPanels: Ints = changetype<Ints>(0);
/** Patterns in a plan's words, and where that of each column begins. */
export let patternData: Numbers = changetype<Numbers>(0);
let patternStarts: Ints = changetype<Ints>(0);
let slots: i32 = 0;
let amounts: Ints = changetype<Ints>(0);
/** Which way round copies that have to be alike lie in all patterns. */
let ways: Ints = changetype<Ints>(0);
/** A pattern after its rests have been put in order. */
let mended: PanelsPlan = changetype<PanelsPlan>(0);

/** Begins with the patterns of the best plan; `way` as for `openViews`. False when it cannot be solved. */
export function openMaster(way: Ints): bool {
  ways = way;
  mostPanels = reserveInts(stockCount);
  amounts = reserveInts(typeCount);
  patternData = reserveRawNumbers(MASTER_SLOTS);
  patternStarts = reserveRawInts(MASTER_COLUMNS);
  if (restsMatter || defectCount > 0)
    mended = reservePlan(SLOTS_PER_PIECE * <i32>min(pieceCount, <f64>SEARCH_PIECES));
  openProgram(MASTER_COLUMNS, MASTER_ENTRIES);
  openSimplex(MASTER_COLUMNS, MASTER_ENTRIES);
  priceUnit = 1;
  let largest: f64 = 1;
  for (let j = 0; j < stockCount; j++) {
    priceUnit = max(priceUnit, key[j]);
    largest = max(largest, stockLength[j] * stockWidth[j]);
    mostPanels[j] =
      isComplete() && key[j] > 0 ? <i32>min(<f64>limit[j], Math.floor(best.key / key[j])) : limit[j];
    limitRow[j] = mostPanels[j] === limit[j] ? 0 : -1;
  }
  const missingCost = reserveNumbers(typeCount);
  for (let i = 0; i < typeCount; i++)
    missingCost[i] = (MISSING_PRICE * pieceLength[i] * pieceWidth[i]) / largest;
  resetProgram(missingCost, mostPanels);
  slots = 0;
  for (let p = 0, at = 0; p < best.patterns; p++) {
    const end = patternEnd(best.data, at);
    for (let i = 0; i < typeCount; i++) amounts[i] = 0;
    countPieces(best.data, at, amounts);
    addPattern(best.data, at, end, amounts);
    at = end;
  }
  return refresh();
}

/** Adds the pattern between two slots as a column and returns that; -1 when there is no room. */
function addPattern(data: Numbers, from: i32, to: i32, counts: Ints): i32 {
  if (slots + to - from > MASTER_SLOTS) return -1;
  const stock = <i32>data[from];
  const before = columnCount;
  const column = addColumn(stock, counts, key[stock] / priceUnit);
  if (column < before) return column;
  patternStarts[column] = slots;
  for (let at = from; at < to; at++) patternData[slots++] = data[at];
  return column;
}

/** Adds the pattern that pricing has written last; returns its column, -1 when there is no room. */
export function addWritten(): i32 {
  return addPattern(written.data, 0, written.slots, written.amounts);
}

/** Adds the pattern written last as far as it can be cut, with what else fits then; -1 where that is nothing. */
export function addMended(): i32 {
  for (let i = 0; i < typeCount; i++) settledWay[i] = ways[i];
  clearPanels(demand);
  const panel = layPattern(written.data, 0);
  if (!panel) return -1;
  sortLeft(FillOrder.AREA, 0);
  chooseBy(WorthRule.POWER_1_25, 0);
  fillPanel(panel, 0);
  clearPlan(mended);
  appendPanel(mended, panel, 1);
  return addPattern(mended.data, 0, mended.length, placed);
}

/** Dual value of a type, or from `typeCount` on of a stock's limit, never negative. */
export function worthAt(r: i32): f64 {
  if (r < typeCount) return max(0, dual[r]);
  const row = limitRow[r - typeCount];
  return row < 0 ? 0 : max(0, -dual[row]);
}

/** Columns with a pattern. */
export function patternColumns(): i32 {
  return columnCount - firstPattern;
}

/** How often the solution uses a column's pattern. */
export function patternUse(index: i32): f64 {
  return columnValue(firstPattern + index);
}

/** Where the pattern of a column begins in `patternData`. */
export function patternStart(index: i32): i32 {
  return patternStarts[firstPattern + index];
}
