/** What can be put right in a finished plan at once: dearer bars than needed, and pieces left over beside free room. */

import { copyInts, Ints, reserveInts } from "../../vector";
import { addPattern, clearPlan, Plan, sumPlan } from "../model/plan";
import { barCount, capacity, demand, fitting, key, limit, ruled, typeCount, weight } from "../model/problem";
import { add, addable, clearBar } from "../model/rules";

/** What is kept here between two steps. */
@unmanaged
class State {
  stock: Ints;
  amounts: Ints;
  rest: Ints;
  /** Zero but while pieces are being added. */
  extras: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openRepair(): void {
  state.stock = reserveInts(barCount);
  state.amounts = reserveInts(typeCount);
  state.rest = reserveInts(typeCount);
  state.extras = reserveInts(typeCount);
}

/** Bars that `plan` leaves, into `stock`. */
function countStock(plan: Plan): void {
  copyInts(state.stock, limit, barCount);
  for (let p = 0; p < plan.patterns; p++) state.stock[plan.bar[p]] -= plan.count[p];
}

/** The pieces of pattern `p`, into `amounts`; returns the room that they take. */
function readPattern(plan: Plan, p: i32): f64 {
  let used: f64 = 0;
  for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
  if (ruled) clearBar();
  for (let e = plan.start[p]; e < plan.start[p + 1]; e++) {
    state.amounts[plan.type[e]] = plan.amount[e];
    if (ruled) used += add(plan.type[e], plan.amount[e], false);
    used += <f64>plan.amount[e] * weight[plan.type[e]];
  }
  return used;
}

/** Writes into `to` the plan `from` with every bar replaced by the cheapest free one that is long enough. */
export function repairPlan(to: Plan, from: Plan): void {
  countStock(from);
  clearPlan(to);
  for (let p = 0; p < from.patterns; p++) {
    const used = readPattern(from, p);
    let count = from.count[p];
    const bar = from.bar[p];
    while (count > 0) {
      const cheaper = cheapest(used, bar);
      const moved = cheaper === bar ? count : min(count, state.stock[cheaper]);
      addPattern(to, cheaper, moved, state.amounts);
      state.stock[cheaper] -= moved;
      state.stock[bar] += moved;
      count -= moved;
    }
  }
  sumPlan(to);
}

/** The bar with the least key among `bar` and the free ones that hold `used`. */
function cheapest(used: f64, bar: i32): i32 {
  let best = bar;
  for (let j = 0; j < barCount; j++) {
    if (state.stock[j] > 0 && capacity[j] >= used && key[j] < key[best]) best = j;
  }
  return best;
}

/** Writes into `to` the plan `from` with pieces left over added wherever there is room, longest first. */
export function topUpPlan(to: Plan, from: Plan): void {
  countStock(from);
  clearPlan(to);
  copyInts(state.rest, demand, typeCount);
  for (let e = 0, p = 0; e < from.entries; e++) {
    while (e >= from.start[p + 1]) p++;
    state.rest[from.type[e]] -= from.count[p] * from.amount[e];
  }
  for (let p = 0; p < from.patterns; p++) {
    const bar = from.bar[p];
    for (let copies = from.count[p]; copies > 0; ) {
      const count = addRest(capacity[bar] - readPattern(from, p), copies);
      addPattern(to, bar, count, state.amounts);
      copies -= count;
    }
  }
  for (let j = 0; j < barCount; j++) {
    while (state.stock[j] > 0) {
      for (let i = 0; i < typeCount; i++) state.amounts[i] = 0;
      if (ruled) clearBar();
      const count = addRest(capacity[j], state.stock[j]);
      let pieces = 0;
      for (let i = 0; i < typeCount; i++) pieces += state.amounts[i];
      if (pieces === 0) break;
      addPattern(to, j, count, state.amounts);
      state.stock[j] -= count;
    }
  }
  sumPlan(to);
}

/**
 * Adds what is left over to the bar with `amounts`, as much as its `room` takes; returns how many of `copies` bars can
 * have the same.
 */
function addRest(room: f64, copies: i32): i32 {
  let count = copies;
  for (let i = 0; i < typeCount; i++) {
    if (state.rest[i] === 0) continue;
    const present = state.amounts[i] > 0;
    const extra = <i32>min(<f64>state.rest[i], ruled ? addable(i, room, present) : fitting(i, room));
    if (extra === 0) continue;
    if (ruled) room -= add(i, extra, present);
    room -= <f64>extra * weight[i];
    state.amounts[i] += extra;
    count = min(count, state.rest[i] / extra);
    state.extras[i] = extra;
  }
  for (let i = 0; i < typeCount; i++) {
    state.rest[i] -= count * state.extras[i];
    state.extras[i] = 0;
  }
  return count;
}
