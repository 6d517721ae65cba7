/** Patterns that are settled, with their counts, and the pieces beside them. */
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { Panel, placed, settledWay, wayOf } from "../layout/panel-tree";
import { appendPanel } from "../layout/record";
import { isComplete, mostKey, reservePlanFor } from "../model/panel-incumbent";
import { appendPattern, clearPlan, countPieces, PanelsPlan, readWays } from "../model/panel-plan";
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
} from "../model/panel-problem";

export let settled: PanelsPlan = changetype<PanelsPlan>(0);
/** Panels of each stock in the settled patterns. */
export let settledOf: Numbers = changetype<Numbers>(0);
/** Pieces of each type beside them. */
export let rest: Ints = changetype<Ints>(0);
let amounts: Ints = changetype<Ints>(0);

export function openSettled(): void {
  settled = reservePlanFor();
  settledOf = reserveNumbers(stockCount);
  rest = reserveInts(typeCount);
  amounts = reserveInts(typeCount);
}

/** Settles nothing, with every way round open. */
export function clearSettled(): void {
  clearPlan(settled);
  for (let j = 0; j < stockCount; j++) settledOf[j] = 0;
  for (let i = 0; i < typeCount; i++) {
    rest[i] = demand[i];
    settledWay[i] = -1;
  }
}

/** Settles a panel of the draft as often as pieces and stock allow. */
export function settlePanel(panel: Panel): void {
  const times = mostTimes(panel.stock, placed);
  take(panel.stock, placed, times);
  for (let i = 0; i < typeCount; i++) settledWay[i] = wayOf[i];
  appendPanel(settled, panel, times);
}

/** Settles a pattern so many times, or as often as there are pieces and stock for it. */
export function settlePattern(data: Numbers, at: i32, wanted: i32): void {
  const stock = <i32>data[at];
  for (let i = 0; i < typeCount; i++) amounts[i] = 0;
  countPieces(data, at, amounts);
  const times = min(wanted, mostTimes(stock, amounts));
  if (times <= 0) return;
  take(stock, amounts, times);
  appendPattern(settled, data, at, times);
  readWays(settled, settledWay);
}

function mostTimes(stock: i32, pieces: Ints): i32 {
  let times = <i32>(<f64>limit[stock] - settledOf[stock]);
  for (let i = 0; i < typeCount; i++) if (pieces[i] > 0) times = min(times, rest[i] / pieces[i]);
  return times;
}

function take(stock: i32, pieces: Ints, times: i32): void {
  settledOf[stock] += <f64>times;
  for (let i = 0; i < typeCount; i++) rest[i] -= times * pieces[i];
}

export function piecesBeside(): i32 {
  let total = 0;
  for (let i = 0; i < typeCount; i++) total += rest[i];
  return total;
}

/** False when panels for the pieces beside what is settled cost too much for a better plan, even without waste. */
export function restMayGain(): bool {
  if (!isComplete()) return true;
  let area: f64 = 0;
  for (let i = 0; i < typeCount; i++) area += <f64>rest[i] * pieceLength[i] * pieceWidth[i];
  const budget = mostKey() - settled.key;
  for (let j = 0; j < stockCount; j++) {
    const panel = stockLength[j] * stockWidth[j];
    const enough =
      stockCount === 1 ? Math.floor(budget / key[j]) * panel >= area : budget * panel >= area * key[j];
    if (key[j] <= budget && enough) return true;
  }
  return area === 0;
}
