/**
 * Lower bounds that need no search: by volume. Valid for every plan, whatever its patterns.
 *
 * The folder, each a bound of its own:
 *
 *     volume          bars may be cut
 *     single-type     bars that hold one length each: the exact answer
 */

import { Ints, Numbers, reserveInts } from "../../vector";
import { barCount, limit } from "../model/cut-problem";

let order: Ints = changetype<Ints>(0);

export function openBounds(): void {
  order = reserveInts(barCount);
}

/**
 * The least cost of bars whose rooms add up to `need`, when bars may be cut: a whole number that no choice of whole
 * bars undercuts. Infinity when all bars together have too little room.
 */
export function volumeBound(cost: Numbers, room: Numbers, need: f64): f64 {
  for (let j = 0; j < barCount; j++) {
    let to = j;
    while (to > 0 && cost[order[to - 1]] * room[j] > cost[j] * room[order[to - 1]]) {
      order[to] = order[to - 1];
      to--;
    }
    order[to] = j;
  }
  let total: f64 = 0;
  for (let k = 0; k < barCount && need > 0; k++) {
    const j = order[k];
    const all = room[j] * <f64>limit[j];
    total += all >= need ? (cost[j] * need) / room[j] : cost[j] * <f64>limit[j];
    need -= all;
  }
  return need > 0 ? Infinity : wholeAbove(total);
}

/** The whole number that a bound computed in doubles proves: rounding errors must not lift it. */
export function wholeAbove(bound: f64): f64 {
  return Math.max(0, Math.ceil(bound - 1e-6 - Math.abs(bound) * 1e-12));
}
