/** Moves the bars of a finished plan to cheaper ones that hold the same pieces. */
import { addPattern, clearPlan, Plan, sumPlan } from "./plan";
import { barCount, capacity, key, limit, typeCount, weight } from "./problem";
import { Ints, reserveInts } from "./vector";

let stock: Ints = changetype<Ints>(0);
let amounts: Ints = changetype<Ints>(0);

export function openTighten(): void {
  stock = reserveInts(barCount);
  amounts = reserveInts(typeCount);
}

/** Writes into `to` the plan `from` with every bar replaced by the cheapest free one that is long enough. */
export function tightenPlan(to: Plan, from: Plan): void {
  for (let j = 0; j < barCount; j++) stock[j] = limit[j];
  for (let p = 0; p < from.patterns; p++) stock[from.bar[p]] -= from.count[p];
  clearPlan(to);
  for (let p = 0; p < from.patterns; p++) {
    let used: f64 = 0;
    for (let i = 0; i < typeCount; i++) amounts[i] = 0;
    for (let e = from.start[p]; e < from.start[p + 1]; e++) {
      amounts[from.type[e]] = from.amount[e];
      used += <f64>from.amount[e] * weight[from.type[e]];
    }
    let count = from.count[p];
    const bar = from.bar[p];
    while (count > 0) {
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
  for (let j = 0; j < barCount; j++) {
    if (stock[j] > 0 && capacity[j] >= used && key[j] < key[best]) best = j;
  }
  return best;
}
