/**
 * In debug builds: is what bars' solver keeps up to date step by step what it would be if it were worked out anew? The best
 * plan's totals, what is left beside a plan under construction, the basis, values and table of the linear program. A
 * difference is a trap.
 */
import { taskAtHand } from "../course";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../vector";
import { filled, pieceLeft } from "./construct/fill";
import { best, bestPrimary } from "./incumbent/incumbent";
import {
  barOf,
  basis,
  columnCount,
  columnEntry,
  columnRow,
  columnStart,
  columnValue,
  firstPattern,
  isTabled,
  position,
  rightSide,
  rows,
} from "./lp/program";
import { Plan, primaryOf } from "./model/plan";
import {
  barCount,
  capacity,
  demand,
  key,
  limit,
  maxPieces,
  maxTypes,
  typeCount,
  weight,
  worth,
} from "./model/problem";
import { Task } from "./task";

/** Steps between two audits. */
const STEPS = 25;
/** How far rows may be from what they add up to, relative to it. */
const ROW_ERROR: f64 = 1e-6;

/** What is kept here between two steps. */
@unmanaged
class State {
  steps: i32;
  rest: Ints;
  bars: Ints;
  sums: Numbers;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openAudit(): void {
  state.rest = reserveInts(typeCount);
  state.bars = reserveInts(barCount);
  state.sums = reserveNumbers(typeCount + barCount);
}

/** Looks at everything now and then; costs no work. */
export function auditNowAndThen(): void {
  if (++state.steps % STEPS !== 0) return;
  auditBest();
  const task = taskAtHand();
  if (task === Task.FILL || task === Task.MIX || task === Task.ROUNDING) auditFill();
  if (task === Task.MASTER || task === Task.CONVERGE || task === Task.SOLVE_LIST) {
    auditBasis();
    auditRows();
    for (let j = firstPattern; j < columnCount; j++) assert(isTabled(j));
  }
}

/** Takes a plan's pieces off `rest` and counts its bars; every pattern has to fit its bar. */
function takeOff(plan: Plan): void {
  for (let i = 0; i < typeCount; i++) state.rest[i] = demand[i];
  for (let j = 0; j < barCount; j++) state.bars[j] = 0;
  for (let p = 0; p < plan.patterns; p++) {
    let used: f64 = 0;
    let pieces = 0;
    for (let e = plan.start[p]; e < plan.start[p + 1]; e++) {
      used += <f64>plan.amount[e] * weight[plan.type[e]];
      pieces += plan.amount[e];
      state.rest[plan.type[e]] -= plan.count[p] * plan.amount[e];
    }
    assert(used <= capacity[plan.bar[p]]);
    assert(pieces <= maxPieces && plan.start[p + 1] - plan.start[p] <= maxTypes);
    state.bars[plan.bar[p]] += plan.count[p];
  }
  for (let j = 0; j < barCount; j++) assert(state.bars[j] <= limit[j]);
}

function auditBest(): void {
  takeOff(best);
  let missing: f64 = 0;
  let missingWorth: f64 = 0;
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) {
    assert(state.rest[i] >= 0);
    missing += <f64>state.rest[i];
    missingWorth += <f64>state.rest[i] * worth[i];
  }
  for (let j = 0; j < barCount; j++) total += key[j] * <f64>state.bars[j];
  assert(best.missing === missing && best.missingWorth === missingWorth && best.key === total);
  assert(bestPrimary === primaryOf(best));
}

function auditFill(): void {
  if (filled.overflow) return;
  takeOff(filled);
  for (let i = 0; i < typeCount; i++) assert(pieceLeft[i] === state.rest[i]);
}

/** As many columns in the basis as there are rows, each where it says. */
function auditBasis(): void {
  for (let p = 0; p < rows; p++) assert(position[basis[p]] === p);
  let basic = 0;
  for (let j = 0; j < columnCount; j++) if (position[j] >= 0) basic++;
  assert(basic === rows);
}

/** The values of all columns fill the rows, which no factor took part in. */
function auditRows(): void {
  for (let r = 0; r < rows; r++) state.sums[r] = 0;
  for (let j = 0; j < columnCount; j++) {
    const value = columnValue(j);
    assert(j < firstPattern || barOf[j] >= 0);
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++)
      state.sums[columnRow[e]] += value * columnEntry[e];
  }
  for (let r = 0; r < rows; r++)
    assert(Math.abs(state.sums[r] - rightSide[r]) <= ROW_ERROR * (1 + Math.abs(rightSide[r])));
}
