/**
 * What do plans cost whose bars hold one type of piece each? Type by type, over the pieces that are still wanted:
 *
 *     least[n]  =  least of  cost[j] + least[n - most[j]],  where bar j holds most[j] pieces of the type
 *
 * As long as no stock runs out, the sum over the types is the least there is; where one does, plans cost no less.
 */

import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { addPattern, clearPlan, Plan, sumPlan } from "../model/plan";
import { barCount, capacity, demand, limit, maxTypes, typeCount } from "../model/problem";
import { addable, clearBar } from "../model/rules";
import { SINGLE_TYPE_WORK } from "../model/tuning";

/** What is kept here between two steps. */
@unmanaged
class State {
  usable: bool;
  least: Numbers;
  /** The bar to take while so many pieces are wanted. */
  choice: Ints;
  most: Ints;
  full: Ints;
  used: Ints;
  amounts: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openSingleType(): void {
  let pieces: f64 = 0;
  let longest = 0;
  for (let i = 0; i < typeCount; i++) {
    pieces += <f64>demand[i];
    longest = max(longest, demand[i]);
  }
  state.usable = maxTypes === 1 && pieces * <f64>barCount <= SINGLE_TYPE_WORK;
  if (!state.usable) return;
  state.least = reserveNumbers(longest + 1);
  state.choice = reserveInts(longest + 1);
  state.most = reserveInts(barCount);
  state.full = reserveInts(barCount);
  state.used = reserveInts(barCount);
  state.amounts = reserveInts(typeCount);
}

/** No plan of everything costs less; 0 where bars may hold more types. */
export function singleTypeBound(cost: Numbers): f64 {
  let total: f64 = 0;
  if (state.usable) for (let i = 0; i < typeCount; i++) total += coverType(i, cost);
  return total;
}

/** Writes the cheapest plan into `plan`; false when there is none, or it needs more of a stock than there is. */
export function planSingleType(plan: Plan, cost: Numbers): bool {
  if (!state.usable) return false;
  clearPlan(plan);
  for (let j = 0; j < barCount; j++) state.used[j] = 0;
  for (let i = 0; i < typeCount; i++) {
    coverType(i, cost);
    addType(plan, i);
  }
  sumPlan(plan);
  for (let j = 0; j < barCount; j++) if (state.used[j] > limit[j]) return false;
  return plan.overflow === 0;
}

/** The least cost of bars that hold all pieces of type `i`. */
function coverType(i: i32, cost: Numbers): f64 {
  clearBar();
  for (let j = 0; j < barCount; j++) state.most[j] = <i32>min(<f64>demand[i], addable(i, capacity[j], false));
  for (let n = 1; n <= demand[i]; n++) {
    state.least[n] = Infinity;
    for (let j = 0; j < barCount; j++) {
      if (state.most[j] === 0) continue;
      const sum = cost[j] + state.least[max(0, n - state.most[j])];
      if (sum >= state.least[n]) continue;
      state.least[n] = sum;
      state.choice[n] = j;
    }
  }
  return state.least[demand[i]];
}

/** Adds the bars that `coverType` has chosen. */
function addType(plan: Plan, i: i32): void {
  for (let j = 0; j < barCount; j++) state.full[j] = 0;
  let left = demand[i];
  while (left > 0) {
    const j = state.choice[left];
    state.used[j]++;
    if (left < state.most[j]) addBars(plan, i, j, 1, left);
    else state.full[j]++;
    left -= state.most[j];
  }
  for (let j = 0; j < barCount; j++) if (state.full[j] > 0) addBars(plan, i, j, state.full[j], state.most[j]);
}

function addBars(plan: Plan, i: i32, j: i32, count: i32, amount: i32): void {
  state.amounts[i] = amount;
  addPattern(plan, j, count, state.amounts);
  state.amounts[i] = 0;
}
