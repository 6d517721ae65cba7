/**
 * Every pattern that a better plan could need, if they are few: those to which no piece can be added (a plan may cut
 * pieces too many; they are left out in the end), and whose reduced cost is no more than the gap between the best plan
 * and the bound. Depth first over the types, most value per weight first, in whole numbers.
 */

import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { best, wasteLimit } from "../incumbent/cut-incumbent";
import { pause } from "../incumbent/pause";
import { boundDuals, boundGrain, boundSurcharge, gapInGrains, priceUnit } from "../lp/column-generation";
import { addColumn } from "../lp/linear-program";
import { prepareTable } from "../lp/pricing";
import { tableAt } from "../lp/pricing-table";
import {
  barCount,
  capacity,
  classCount,
  demand,
  key,
  maxPieces,
  ruled,
  typeCount,
  weight,
} from "../model/cut-problem";
import { add, addable, clearBar, mostGivenBack, piecesFree, remove } from "../model/cut-rules";
import { LIST_PATTERNS } from "../model/cut-tuning";

/** Nodes between two pauses. */
const PAUSE_NODES: i32 = 2000;

/** Whether patterns that are part of others are listed too, and whether those too dear for a better plan are left out. */
let parts: bool = false;
let filtered: bool = false;
/** True when the pricing table tells what the rest can still bring; then the types go in their order. */
let exact: bool = false;
/** Types by rank, what each is worth per weight, and the weight of all pieces from a rank on. */
let order: Ints = changetype<Ints>(0);
let ratio: Numbers = changetype<Numbers>(0);
let weightFrom: Numbers = changetype<Numbers>(0);

/** The pattern at hand: its rank, its pieces, the room that they leave, and their value. */
let rank: i32 = 0;
let amounts: Ints = changetype<Ints>(0);
let left: f64 = 0;
let value: f64 = 0;
/** Value that patterns of the bar at hand need. */
let needed: f64 = 0;
/** The lightest type that could still be added above a rank. */
let lightest: Numbers = changetype<Numbers>(0);

export function openEnumerate(): void {
  order = reserveInts(typeCount);
  amounts = reserveInts(typeCount);
  ratio = reserveNumbers(typeCount);
  weightFrom = reserveNumbers(typeCount + 1);
  lightest = reserveNumbers(typeCount + 1);
}

/**
 * True when all patterns that a better plan could need are few enough; with `store` they are put into the program. With
 * `every`, those that are part of others count too.
 */
export function enumerate(every: bool, store: bool): bool {
  parts = every;
  filtered = best.missing === 0;
  exact = filtered && prepareTable(boundDuals, demand);
  rankTypes();
  let listed = 0;
  let nodes = 0;
  for (let j = 0; j < barCount; j++) {
    clearPattern(j);
    for (let open = true; open; ) {
      if (nodes % PAUSE_NODES === 0) pause();
      if (++nodes > 250 * LIST_PATTERNS) return false;
      spend(8);
      if (rank < typeCount) {
        descend(<i32>min(<f64>demand[order[rank]], addable(order[rank], left, false)));
        open = (!tooEmpty() && valuable()) || retreat();
        continue;
      }
      if (isFull() && left <= wasteLimit && value >= needed) {
        if (++listed > LIST_PATTERNS) return false;
        if (store && addColumn(j, amounts, key[j] / priceUnit) < 0) return false;
      }
      open = retreat();
    }
  }
  return true;
}

/** Orders the types by falling value per weight, or leaves them in the order of the table's rows. */
function rankTypes(): void {
  for (let i = 0; i < typeCount; i++) {
    ratio[i] = filtered && !exact ? boundDuals[i] / weight[i] : 0;
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
}

/** Begins with an empty bar. */
function clearPattern(bar: i32): void {
  rank = 0;
  value = 0;
  left = capacity[bar];
  lightest[0] = Infinity;
  needed = filtered ? key[bar] * boundGrain + boundSurcharge[bar] - gapInGrains() : -1;
  clearBar();
}

/** Takes `amount` of the type at the current rank, or fewer later on. */
function descend(amount: i32): void {
  const i = order[rank];
  amounts[i] = amount;
  left -= <f64>amount * weight[i] + add(i, amount, false);
  if (filtered) value += <f64>amount * boundDuals[i];
  noteLightest();
  rank++;
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
  if (parts || piecesFree === 0) return true;
  return piecesFree < maxPieces && (classCount > 0 ? !takesMore() : left < lightest[rank]);
}

/** True when one more mitred piece of a type on the bar fits. */
function takesMore(): bool {
  for (let i = 0; i < typeCount; i++) {
    if (amounts[i] > 0 && amounts[i] < demand[i] && addable(i, left, true) > 0) return true;
  }
  return false;
}

/** True when even with all that follows the bar stays too empty; with fewer pieces it only gets emptier. */
function tooEmpty(): bool {
  const rest = left - weightFrom[rank];
  // Rules may forbid the piece that there seems to be room for.
  return rest > wasteLimit || (!ruled && rest >= lightest[rank]);
}

/** Can the rest still bring enough value? */
function valuable(): bool {
  if (exact) return value + tableAt(rank, left) >= needed;
  if (!filtered || value >= needed) return true;
  const room = left + (classCount > 0 ? mostGivenBack() : 0);
  return rank < typeCount && value + room * ratio[order[rank]] >= needed - 1;
}

/** Back to the last rank that can do with one piece less; false when there is none. */
function retreat(): bool {
  while (--rank >= 0) {
    if (amounts[order[rank]] === 0) continue;
    give(1);
    noteLightest();
    rank++;
    spend(8);
    const empty = tooEmpty();
    if (!empty && valuable()) return true;
    // By value per weight, even fewer pieces only make room for what is worth less. In the table's order they may make
    // room for what is worth more, and fewer mitred pieces may share their cuts better.
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
