/**
 * Every pattern that a better plan could need, if they are few: those to which no piece can be added (a plan may cut
 * pieces too many; they are left out in the end), and whose reduced cost is no more than the gap between the best plan
 * and the bound. Depth first over the types, most value per weight first, in whole numbers.
 */

import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { wasteLimit } from "../incumbent/incumbent";
import { boundDuals, boundGrain, boundSurcharge, gapInGrains, priceUnit } from "../lp/column-generation";
import { prepareTable } from "../lp/pricing";
import { tableAt } from "../lp/pricing-table";
import { addColumn } from "../lp/program";
import { barCount, capacity, demand, key, maxPieces, ruled, typeCount, weight } from "../model/problem";
import { add, addable, clearBar, piecesFree, remove } from "../model/rules";

/** True when every pattern has been listed. */
export let complete: bool = false;
/** Patterns listed. */
export let listed: i32 = 0;
/** Nodes visited since the module started. */
export let enumerateWork: f64 = 0;

/** True when the pricing table tells what the rest can still bring; then the types go in their order. */
let exact: bool = false;
let bar: i32 = 0;
let rank: i32 = 0;
let left: f64 = 0;
let value: f64 = 0;
let needed: f64 = 0;
let most: i32 = 0;
let nodesLeft: i32 = 0;
let filtered: bool = false;
/** True when patterns that are part of others count too. */
let parts: bool = false;
let stored: bool = false;
let order: Ints = changetype<Ints>(0);
let amounts: Ints = changetype<Ints>(0);
let ratio: Numbers = changetype<Numbers>(0);
/** Weight of all pieces from a rank on, and the lightest type that could still be added above a rank. */
let weightFrom: Numbers = changetype<Numbers>(0);
let lightest: Numbers = changetype<Numbers>(0);

export function openEnumerate(): void {
  order = reserveInts(typeCount);
  amounts = reserveInts(typeCount);
  ratio = reserveNumbers(typeCount);
  weightFrom = reserveNumbers(typeCount + 1);
  lightest = reserveNumbers(typeCount + 1);
}

/**
 * Begins a list of at most `room` patterns, at the cost of at most `nodes` nodes. With `useBound` patterns too dear for
 * a better plan are left out; with `every` those that are part of others are not. Only counts, unless `store` puts them
 * into the program.
 */
export function startEnumerate(room: i32, nodes: i32, useBound: bool, every: bool, store: bool): void {
  most = room;
  nodesLeft = nodes;
  filtered = useBound;
  parts = every;
  stored = store;
  complete = false;
  listed = 0;
  exact = useBound && prepareTable(boundDuals, demand);
  for (let i = 0; i < typeCount; i++) {
    ratio[i] = useBound && !exact ? boundDuals[i] / weight[i] : 0;
    let to = i;
    while (to > 0 && ratio[order[to - 1]] < ratio[i]) {
      order[to] = order[to - 1];
      to--;
    }
    order[to] = i;
  }
  weightFrom[typeCount] = 0;
  for (let r = typeCount - 1; r >= 0; r--) {
    weightFrom[r] = weightFrom[r + 1] + weight[order[r]] * <f64>demand[order[r]];
  }
  bar = -1;
  nextBar();
}

function nextBar(): void {
  bar++;
  rank = 0;
  value = 0;
  if (bar >= barCount) return;
  left = capacity[bar];
  clearBar();
  lightest[0] = Infinity;
  needed = filtered ? key[bar] * boundGrain + boundSurcharge[bar] - gapInGrains() : -1;
}

/** Goes on for some nodes; false when the list is complete or too long. */
export function enumerateStep(): bool {
  for (let nodes = 0; nodes < 2000; nodes++) {
    if (bar >= barCount) {
      complete = true;
      return false;
    }
    if (--nodesLeft < 0) return false;
    enumerateWork += 8;
    if (rank === typeCount) {
      if (isFull() && left <= wasteLimit && value >= needed && !emit()) return false;
      if (!retreat()) nextBar();
    } else {
      descend(<i32>min(<f64>demand[order[rank]], addable(order[rank], left, false)));
    }
  }
  return true;
}

/** Takes `amount` of the type at the current rank, or fewer later on. */
function descend(amount: i32): void {
  const i = order[rank];
  amounts[i] = amount;
  left -= <f64>amount * weight[i] + add(i, amount, false);
  if (filtered) value += <f64>amount * boundDuals[i];
  noteLightest();
  rank++;
  if ((tooEmpty() || !valuable()) && !retreat()) nextBar();
}

/**
 * A type of which the bar could hold more pieces. Under rules only more of what is on the bar counts: another type may
 * not be allowed.
 */
function noteLightest(): void {
  const i = order[rank];
  const more = !parts && amounts[i] < demand[i] && (!ruled || amounts[i] > 0);
  lightest[rank + 1] = more ? min(lightest[rank], weight[i]) : lightest[rank];
}

/** True when nothing that counts can be added to the pattern. */
function isFull(): bool {
  return parts || piecesFree === 0 || (left < lightest[rank] && piecesFree < maxPieces);
}

/** True when even with all that follows the bar stays too empty; with fewer pieces it only gets emptier. */
function tooEmpty(): bool {
  const rest = left - weightFrom[rank];
  // Set-ups may take the room that seems to be left for another piece.
  return rest > wasteLimit || (!ruled && rest >= lightest[rank]);
}

/** Can the rest still bring enough value? */
function valuable(): bool {
  if (exact) return value + tableAt(rank, left) >= needed;
  if (!filtered || value >= needed) return true;
  return rank < typeCount && value + left * ratio[order[rank]] >= needed - 1;
}

/** Back to the last rank that can do with one piece less; false when there is none. */
function retreat(): bool {
  while (--rank >= 0) {
    if (amounts[order[rank]] === 0) continue;
    give(1);
    noteLightest();
    rank++;
    enumerateWork += 8;
    const empty = tooEmpty();
    if (!empty && valuable()) return true;
    // By value per weight, even fewer pieces only make room for what is worth less. In the table's order they may make
    // room for what is worth more, and so may the last one of its class.
    if (empty || (!exact && !ruled)) give(amounts[order[--rank]]);
  }
  return false;
}

/** Takes `amount` pieces of the current rank's type out again. */
function give(amount: i32): void {
  const i = order[rank];
  if (amount === 0) return;
  amounts[i] -= amount;
  left += <f64>amount * weight[i] + remove(i, amount, amounts[i] === 0);
  if (filtered) value -= <f64>amount * boundDuals[i];
}

function emit(): bool {
  if (listed >= most) return false;
  listed++;
  return !stored || addColumn(bar, amounts, key[bar] / priceUnit) >= 0;
}
