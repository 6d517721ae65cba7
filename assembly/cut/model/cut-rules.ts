/**
 * Limits of a bar beside its capacity: so many pieces, so many different types, and for the first piece of a class
 * (mitred pieces that nest only against their like) a set-up that takes room of its own. Every part of a filling that
 * keeps these rules keeps them too, so pieces can always be taken off.
 *
 * One bar at a time: `clearBar`, then `add` and `remove` as pieces come and go. Without rules nobody needs to call.
 */

import { Ints, reserveInts } from "../../vector";
import {
  capacity,
  classCount,
  classOf,
  demand,
  maxPieces,
  maxTypes,
  pieceCount,
  setup,
  typeCount,
  weight,
} from "./cut-problem";

/** How many more pieces and types the bar takes. */
export let piecesFree: i32 = 0;
export let typesFree: i32 = 0;
/** Types on the bar per class. */
let opened: Ints = changetype<Ints>(0);

export function openRules(): void {
  opened = reserveInts(classCount);
}

/** No plan of everything has fewer bars: with one type to a bar, each type needs its own; with few pieces, so many. */
export function leastBars(): f64 {
  const bars = Math.ceil(pieceCount / <f64>maxPieces);
  if (maxTypes > 1) return bars;
  let alone: f64 = 0;
  for (let i = 0; i < typeCount; i++) {
    clearBar();
    alone += Math.ceil(<f64>demand[i] / max(1, addable(i, capacity[0], false)));
  }
  return max(bars, alone);
}

/** Begins with an empty bar. */
export function clearBar(): void {
  piecesFree = maxPieces;
  typesFree = maxTypes;
  for (let c = 0; c < classCount; c++) opened[c] = 0;
}

/** The most pieces of type `i` that can be added within `room`; `present` when some are on the bar already. */
export function addable(i: i32, room: f64, present: bool): f64 {
  if (!present && typesFree === 0) return 0;
  const most = Math.floor((room - setupOf(i)) / weight[i]);
  return max(0, min(most, <f64>piecesFree));
}

/** Adds pieces of type `i`; returns the room that they take beyond their weight. */
export function add(i: i32, amount: i32, present: bool): f64 {
  if (amount === 0) return 0;
  const extra = setupOf(i);
  piecesFree -= amount;
  if (!present) {
    typesFree--;
    opened[classOf[i]]++;
  }
  return extra;
}

/** Takes pieces of type `i` off, with `last` the last ones; returns the room beyond their weight that this frees. */
export function remove(i: i32, amount: i32, last: bool): f64 {
  piecesFree += amount;
  if (!last) return 0;
  typesFree++;
  opened[classOf[i]]--;
  return setupOf(i);
}

/** Cost of the next piece of type `i` beyond its weight. */
function setupOf(i: i32): f64 {
  return opened[classOf[i]] === 0 ? setup[i] : 0;
}
