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
import { ALONE_WORK } from "../model/tuning";

let usable: bool = false;
let least: Numbers = changetype<Numbers>(0);
/** The bar to take while so many pieces are wanted. */
let choice: Ints = changetype<Ints>(0);
let most: Ints = changetype<Ints>(0);
let full: Ints = changetype<Ints>(0);
let used: Ints = changetype<Ints>(0);
let amounts: Ints = changetype<Ints>(0);

export function openAlone(): void {
  let pieces: f64 = 0;
  let longest = 0;
  for (let i = 0; i < typeCount; i++) {
    pieces += <f64>demand[i];
    longest = max(longest, demand[i]);
  }
  usable = maxTypes === 1 && pieces * <f64>barCount <= ALONE_WORK;
  if (!usable) return;
  least = reserveNumbers(longest + 1);
  choice = reserveInts(longest + 1);
  most = reserveInts(barCount);
  full = reserveInts(barCount);
  used = reserveInts(barCount);
  amounts = reserveInts(typeCount);
}

/** No plan of everything costs less; 0 where bars may hold more types. */
export function aloneBound(cost: Numbers): f64 {
  let total: f64 = 0;
  if (usable) for (let i = 0; i < typeCount; i++) total += coverType(i, cost);
  return total;
}

/** Writes the cheapest plan into `plan`; false when there is none, or it needs more of a stock than there is. */
export function planAlone(plan: Plan, cost: Numbers): bool {
  if (!usable) return false;
  clearPlan(plan);
  for (let j = 0; j < barCount; j++) used[j] = 0;
  for (let i = 0; i < typeCount; i++) {
    coverType(i, cost);
    addType(plan, i);
  }
  sumPlan(plan);
  for (let j = 0; j < barCount; j++) if (used[j] > limit[j]) return false;
  return plan.overflow === 0;
}

/** The least cost of bars that hold all pieces of type `i`. */
function coverType(i: i32, cost: Numbers): f64 {
  clearBar();
  for (let j = 0; j < barCount; j++) most[j] = <i32>min(<f64>demand[i], addable(i, capacity[j], false));
  for (let n = 1; n <= demand[i]; n++) {
    least[n] = Infinity;
    for (let j = 0; j < barCount; j++) {
      if (most[j] === 0) continue;
      const sum = cost[j] + least[max(0, n - most[j])];
      if (sum >= least[n]) continue;
      least[n] = sum;
      choice[n] = j;
    }
  }
  return least[demand[i]];
}

/** Adds the bars that `coverType` has chosen. */
function addType(plan: Plan, i: i32): void {
  for (let j = 0; j < barCount; j++) full[j] = 0;
  let left = demand[i];
  while (left > 0) {
    const j = choice[left];
    used[j]++;
    if (left < most[j]) addBars(plan, i, j, 1, left);
    else full[j]++;
    left -= most[j];
  }
  for (let j = 0; j < barCount; j++) if (full[j] > 0) addBars(plan, i, j, full[j], most[j]);
}

function addBars(plan: Plan, i: i32, j: i32, count: i32, amount: i32): void {
  amounts[i] = amount;
  addPattern(plan, j, count, amounts);
  amounts[i] = 0;
}
