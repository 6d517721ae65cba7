/** Puts two faults of a finished plan right at once: dearer bars than needed, and pieces left over beside free room. */

import { clearInts, copyInts, Ints, reserveInts } from "../../vector";
import { addPattern, BarsPlan, clearPlan, countRest, sumPlan } from "../model/cut-plan";
import { barCount, capacity, fitting, key, limit, ruled, typeCount, weight } from "../model/cut-problem";
import { add, addable, clearBar } from "../model/cut-rules";

/** Bars of each kind and pieces of each type that the plan at hand leaves. */
let stock: Ints = changetype<Ints>(0);
let rest: Ints = changetype<Ints>(0);
/** Pieces of the pattern at hand, and those that are being added to it: zero at all other times. */
let amounts: Ints = changetype<Ints>(0);
let extras: Ints = changetype<Ints>(0);

export function openRepair(): void {
  stock = reserveInts(barCount);
  rest = reserveInts(typeCount);
  amounts = reserveInts(typeCount);
  extras = reserveInts(typeCount);
}

/** Bars that `plan` leaves, into `stock`. */
function countStock(plan: BarsPlan): void {
  copyInts(stock, limit, barCount);
  for (let p = 0; p < plan.patterns; p++) stock[plan.bar[p]] -= plan.count[p];
}

/** The pieces of pattern `p`, into `amounts`; returns the room that they take. */
function readPattern(plan: BarsPlan, p: i32): f64 {
  let used: f64 = 0;
  clearInts(amounts, typeCount);
  if (ruled) clearBar();
  for (let e = plan.start[p]; e < plan.start[p + 1]; e++) {
    amounts[plan.type[e]] = plan.amount[e];
    if (ruled) used += add(plan.type[e], plan.amount[e], false);
    used += <f64>plan.amount[e] * weight[plan.type[e]];
  }
  return used;
}

/** Writes into `to` the plan `from` with every bar replaced by the cheapest free one that is long enough. */
export function repairPlan(to: BarsPlan, from: BarsPlan): void {
  countStock(from);
  clearPlan(to);
  for (let p = 0; p < from.patterns; p++) {
    const used = readPattern(from, p);
    const bar = from.bar[p];
    for (let count = from.count[p]; count > 0; ) {
      const cheaper = cheapest(used, bar);
      const moved = cheaper === bar ? count : min(count, stock[cheaper]);
      addPattern(to, cheaper, moved, amounts);
      stock[cheaper] -= moved;
      stock[bar] += moved;
      count -= moved;
    }
  }
  sumPlan(to);
}

/** The bar with the least key among `bar` and the free ones that hold `used`. */
function cheapest(used: f64, bar: i32): i32 {
  let best = bar;
  for (let j = 0; j < barCount; j++) if (stock[j] > 0 && capacity[j] >= used && key[j] < key[best]) best = j;
  return best;
}

/** Writes into `to` the plan `from` with pieces left over added wherever there is room, longest first. */
export function topUpPlan(to: BarsPlan, from: BarsPlan): void {
  countStock(from);
  countRest(from, rest);
  clearPlan(to);
  for (let p = 0; p < from.patterns; p++) {
    const bar = from.bar[p];
    for (let copies = from.count[p]; copies > 0; ) {
      const count = addRest(capacity[bar] - readPattern(from, p), copies);
      addPattern(to, bar, count, amounts);
      copies -= count;
    }
  }
  for (let j = 0; j < barCount; j++) {
    while (stock[j] > 0) {
      clearInts(amounts, typeCount);
      if (ruled) clearBar();
      const count = addRest(capacity[j], stock[j]);
      let pieces = 0;
      for (let i = 0; i < typeCount; i++) pieces += amounts[i];
      if (pieces === 0) break;
      addPattern(to, j, count, amounts);
      stock[j] -= count;
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
    if (rest[i] === 0) continue;
    const present = amounts[i] > 0;
    const extra = <i32>min(<f64>rest[i], ruled ? addable(i, room, present) : fitting(i, room));
    if (extra === 0) continue;
    if (ruled) room -= add(i, extra, present);
    room -= <f64>extra * weight[i];
    amounts[i] += extra;
    count = min(count, rest[i] / extra);
    extras[i] = extra;
  }
  for (let i = 0; i < typeCount; i++) {
    rest[i] -= count * extras[i];
    extras[i] = 0;
  }
  return count;
}
