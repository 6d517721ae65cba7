/**
 * Limits of a bar beside its capacity: so many pieces, so many different types, and for mitred pieces the excess: room
 * that their order on the bar takes beyond their weights. The best order's excess depends on which classes are on the bar,
 * each with an odd or an even number of pieces; these are the states of a bar (`mitre.ts` of the engine makes the table).
 * Pieces can always be taken off: the rest takes no more room than before.
 *
 * One bar at a time: `clearBar`, then `add` and `remove` as pieces come and go. Without rules nobody needs to call.
 */

import { copyNumbers, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import {
  capacity,
  classCount,
  classOf,
  classStates,
  demand,
  excess,
  maxPieces,
  maxTypes,
  pieceCount,
  stateCount,
  typeCount,
  weight,
} from "./cut-problem";

/** How many more pieces and types the bar takes. */
export let piecesFree: i32 = 0;
export let typesFree: i32 = 0;
/** State of the bar, and its pieces per class. */
let state: i32 = 0;
let pieces: Ints = changetype<Ints>(0);
/** Distance of two states that differ by one in a class. */
let stride: Ints = changetype<Ints>(0);
/** Per state the least excess of the states that more pieces can lead to. */
let leastExcess: Numbers = changetype<Numbers>(0);

export function openRules(): void {
  state = 0;
  pieces = reserveInts(classCount);
  stride = reserveInts(classCount);
  leastExcess = reserveNumbers(stateCount);
  copyNumbers(leastExcess, excess, stateCount);
  let step = 1;
  for (let c = 0; c < classCount; c++) {
    stride[c] = step;
    for (let s = 0; s < stateCount; s++)
      if ((s / step) % classStates[c] === 0) lowerLeast(s, step, classStates[c]);
    step *= classStates[c];
  }
}

/** Takes in the states of one class: `absent` is the first of them, `step` their distance. */
function lowerLeast(absent: i32, step: i32, states: i32): void {
  let least = leastExcess[absent + step];
  if (states > 2) least = min(least, leastExcess[absent + 2 * step]);
  for (let digit = 1; digit < states; digit++) leastExcess[absent + digit * step] = least;
  leastExcess[absent] = min(leastExcess[absent], least);
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
  state = 0;
  for (let c = 0; c < classCount; c++) pieces[c] = 0;
}

/** Room that the bar's pieces take beyond their weights. */
export function excessNow(): f64 {
  return excess[state];
}

/** Most room that further pieces can give back by the cuts that they share. */
export function mostGivenBack(): f64 {
  return excess[state] - leastExcess[state];
}

/** The most pieces of type `i` that can be added within `room`; `present` when some are on the bar already. */
export function addable(i: i32, room: f64, present: bool): f64 {
  if (!present && typesFree === 0) return 0;
  return max(0, min(mostWithin(i, room), <f64>piecesFree));
}

/** The most pieces of type `i` that `room` takes, whose number decides on their excess. */
function mostWithin(i: i32, room: f64): f64 {
  if (classCount === 0) return Math.floor(room / weight[i]);
  const free = room + excess[state];
  const odd = Math.floor((free - excess[stateWith(i, 1)]) / weight[i]);
  const even = Math.floor((free - excess[stateWith(i, 2)]) / weight[i]);
  return max(odd - <f64>(odd % 2 === 0), even - <f64>(even % 2 !== 0));
}

/** The bar's state with `more` pieces of type `i`, or fewer. */
function stateWith(i: i32, more: i32): i32 {
  const c = classOf[i];
  return state + stride[c] * (digitOf(c, pieces[c] + more) - digitOf(c, pieces[c]));
}

/** State of class `c` with so many pieces. */
function digitOf(c: i32, count: i32): i32 {
  if (count === 0) return 0;
  return classStates[c] === 2 ? 1 : 2 - (count & 1);
}

/** Adds pieces of type `i`; returns the room that they take beyond their weight, below 0 where they share cuts. */
export function add(i: i32, amount: i32, present: bool): f64 {
  if (amount === 0) return 0;
  piecesFree -= amount;
  if (!present) typesFree--;
  return changeState(i, amount);
}

/** Takes pieces of type `i` off, with `last` the last ones; returns the room beyond their weight that this frees. */
export function remove(i: i32, amount: i32, last: bool): f64 {
  piecesFree += amount;
  if (last) typesFree++;
  return -changeState(i, -amount);
}

/** Counts `more` pieces of type `i`; returns by how much the excess grows. */
function changeState(i: i32, more: i32): f64 {
  if (classCount === 0) return 0;
  const before = excess[state];
  state = stateWith(i, more);
  pieces[classOf[i]] += more;
  return excess[state] - before;
}
