/**
 * Every pattern that a better plan could need, if they are few: those to which no piece can be added (a plan may cut
 * pieces too many; they are left out in the end), and whose reduced cost is no more than the gap between the best plan
 * and the bound. Depth first over the types, most value per weight first, in whole numbers.
 */

import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
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

/** What is kept here between two steps. */
@unmanaged
class State {
  /** True when the pricing table tells what the rest can still bring; then the types go in their order. */
  exact: bool;
  bar: i32;
  rank: i32;
  left: f64;
  value: f64;
  needed: f64;
  most: i32;
  nodesLeft: i32;
  filtered: bool;
  /** True when patterns that are part of others count too. */
  parts: bool;
  stored: bool;
  order: Ints;
  amounts: Ints;
  ratio: Numbers;
  /** Weight of all pieces from a rank on, and the lightest type that could still be added above a rank. */
  weightFrom: Numbers;
  lightest: Numbers;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openEnumerate(): void {
  state.order = reserveInts(typeCount);
  state.amounts = reserveInts(typeCount);
  state.ratio = reserveNumbers(typeCount);
  state.weightFrom = reserveNumbers(typeCount + 1);
  state.lightest = reserveNumbers(typeCount + 1);
}

/**
 * Begins a list of at most `room` patterns, at the cost of at most `nodes` nodes. With `useBound` patterns too dear for
 * a better plan are left out; with `every` those that are part of others are not. Only counts, unless `store` puts them
 * into the program.
 */
export function startEnumerate(room: i32, nodes: i32, useBound: bool, every: bool, store: bool): void {
  state.most = room;
  state.nodesLeft = nodes;
  state.filtered = useBound;
  state.parts = every;
  state.stored = store;
  complete = false;
  listed = 0;
  state.exact = useBound && prepareTable(boundDuals, demand);
  for (let i = 0; i < typeCount; i++) {
    state.ratio[i] = useBound && !state.exact ? boundDuals[i] / weight[i] : 0;
    let to = i;
    while (to > 0 && state.ratio[state.order[to - 1]] < state.ratio[i]) {
      state.order[to] = state.order[to - 1];
      to--;
    }
    state.order[to] = i;
  }
  state.weightFrom[typeCount] = 0;
  for (let r = typeCount - 1; r >= 0; r--) {
    state.weightFrom[r] = state.weightFrom[r + 1] + weight[state.order[r]] * <f64>demand[state.order[r]];
  }
  state.bar = -1;
  nextBar();
}

function nextBar(): void {
  state.bar++;
  state.rank = 0;
  state.value = 0;
  if (state.bar >= barCount) return;
  state.left = capacity[state.bar];
  clearBar();
  state.lightest[0] = Infinity;
  state.needed = state.filtered
    ? key[state.bar] * boundGrain + boundSurcharge[state.bar] - gapInGrains()
    : -1;
}

/** Goes on for some nodes; false when the list is complete or too long. */
export function enumerateStep(): bool {
  for (let nodes = 0; nodes < 2000; nodes++) {
    if (state.bar >= barCount) {
      complete = true;
      return false;
    }
    if (--state.nodesLeft < 0) return false;
    spend(8);
    if (state.rank === typeCount) {
      if (isFull() && state.left <= wasteLimit && state.value >= state.needed && !emit()) return false;
      if (!retreat()) nextBar();
    } else {
      descend(
        <i32>min(<f64>demand[state.order[state.rank]], addable(state.order[state.rank], state.left, false)),
      );
    }
  }
  return true;
}

/** Takes `amount` of the type at the current rank, or fewer later on. */
function descend(amount: i32): void {
  const i = state.order[state.rank];
  state.amounts[i] = amount;
  state.left -= <f64>amount * weight[i] + add(i, amount, false);
  if (state.filtered) state.value += <f64>amount * boundDuals[i];
  noteLightest();
  state.rank++;
  if ((tooEmpty() || !valuable()) && !retreat()) nextBar();
}

/**
 * A type of which the bar could hold more pieces. Under rules only more of what is on the bar counts: another type may
 * not be allowed.
 */
function noteLightest(): void {
  const i = state.order[state.rank];
  const more = !state.parts && state.amounts[i] < demand[i] && (!ruled || state.amounts[i] > 0);
  state.lightest[state.rank + 1] = more
    ? min(state.lightest[state.rank], weight[i])
    : state.lightest[state.rank];
}

/** True when nothing that counts can be added to the pattern. */
function isFull(): bool {
  return (
    state.parts || piecesFree === 0 || (state.left < state.lightest[state.rank] && piecesFree < maxPieces)
  );
}

/** True when even with all that follows the bar stays too empty; with fewer pieces it only gets emptier. */
function tooEmpty(): bool {
  const rest = state.left - state.weightFrom[state.rank];
  // Set-ups may take the room that seems to be left for another piece.
  return rest > wasteLimit || (!ruled && rest >= state.lightest[state.rank]);
}

/** Can the rest still bring enough value? */
function valuable(): bool {
  if (state.exact) return state.value + tableAt(state.rank, state.left) >= state.needed;
  if (!state.filtered || state.value >= state.needed) return true;
  return (
    state.rank < typeCount &&
    state.value + state.left * state.ratio[state.order[state.rank]] >= state.needed - 1
  );
}

/** Back to the last rank that can do with one piece less; false when there is none. */
function retreat(): bool {
  while (--state.rank >= 0) {
    if (state.amounts[state.order[state.rank]] === 0) continue;
    give(1);
    noteLightest();
    state.rank++;
    spend(8);
    const empty = tooEmpty();
    if (!empty && valuable()) return true;
    // By value per weight, even fewer pieces only make room for what is worth less. In the table's order they may make
    // room for what is worth more, and so may the last one of its class.
    if (empty || (!state.exact && !ruled)) give(state.amounts[state.order[--state.rank]]);
  }
  return false;
}

/** Takes `amount` pieces of the current rank's type out again. */
function give(amount: i32): void {
  const i = state.order[state.rank];
  if (amount === 0) return;
  state.amounts[i] -= amount;
  state.left += <f64>amount * weight[i] + remove(i, amount, state.amounts[i] === 0);
  if (state.filtered) state.value -= <f64>amount * boundDuals[i];
}

function emit(): bool {
  if (listed >= state.most) return false;
  listed++;
  return !state.stored || addColumn(state.bar, state.amounts, key[state.bar] / priceUnit) >= 0;
}
