/**
 * The best way to fill one bar: bounded knapsack by depth-first branch and bound over the types in order of value per
 * weight. Cut off at a number of nodes it still knows an upper bound, so that no claim ever rests on chance.
 *
 * Two calls: `rankTypes` once for a set of values, then `packBar` for any number of capacities.
 */

import { copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { ruled, typeCount, weight } from "../model/problem";
import { add, addable, clearBar, piecesFree, remove, typesFree } from "../model/rules";

/** Amount per type of the best filling found by the last `packBar`. */
export let packed: Ints = changetype<Ints>(0);
/** Its weight, and an upper bound on the value of every filling. */
export let packedWeight: f64 = 0;
export let packedBound: f64 = 0;
/** True when the last `packBar` ran out of nodes. */
export let packCutOff: bool = false;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Told of every filling that is better than all before it in a `packBar`; nothing listens until `collectInto`. */
  collected: Ints;
  collectRoom: i32;
  /** Fillings that leave more than this are no fillings. */
  mostWaste: f64;
  /** Ranked: type, weight, value, most pieces, value per weight; and the least weight and most value from a rank on. */
  ranked: i32;
  /** Types with pieces left, with or without a value. */
  offered: i32;
  rankType: Ints;
  rankWeight: Numbers;
  rankValue: Numbers;
  rankUpper: Ints;
  rankRatio: Numbers;
  leastWeight: Numbers;
  mostValue: Numbers;
  chosen: Ints;
  ratioOf: Numbers;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.mostWaste = Infinity;

export let collectCount: i32 = 0;
/** Work of a node. */
const NODE_WORK: f64 = 16;

/**
 * From now on every better filling of a `packBar` is also written to `block`, which has room for `room` lists of
 * amounts; the latest are kept, since later is better. Room 0 ends it.
 */
export function collectInto(block: Ints, room: i32): void {
  state.collected = block;
  state.collectRoom = room;
  collectCount = 0;
}

/** From now on fillings may leave at most `waste`, unless types without a value could still use it. */
export function limitWaste(waste: f64): void {
  state.mostWaste = state.ranked === state.offered ? waste : Infinity;
}

export function openKnapsack(): void {
  const room = typeCount + 1;
  packed = reserveInts(room);
  state.rankType = reserveInts(room);
  state.rankWeight = reserveNumbers(room);
  state.rankValue = reserveNumbers(room);
  state.rankUpper = reserveInts(room);
  state.rankRatio = reserveNumbers(room);
  state.leastWeight = reserveNumbers(room);
  state.mostValue = reserveNumbers(room);
  state.chosen = reserveInts(room);
  state.ratioOf = reserveNumbers(room);
  for (let i = 0; i < typeCount; i++) state.rankType[i] = i;
}

/** Orders the types with a value and a piece left by falling value per weight; ties go to the heavier type. */
export function rankTypes(value: Numbers, upper: Ints): void {
  state.offered = 0;
  for (let i = 0; i < typeCount; i++) {
    if (upper[i] > 0) state.offered++;
    state.ratioOf[i] = upper[i] > 0 && value[i] > 0 ? value[i] / weight[i] : -1;
  }
  sortTypes();
  state.ranked = 0;
  while (state.ranked < typeCount && state.ratioOf[state.rankType[state.ranked]] > 0) {
    const i = state.rankType[state.ranked];
    state.rankWeight[state.ranked] = weight[i];
    state.rankValue[state.ranked] = value[i];
    state.rankUpper[state.ranked] = upper[i];
    state.rankRatio[state.ranked++] = state.ratioOf[i];
  }
  state.rankRatio[state.ranked] = 0;
  state.leastWeight[state.ranked] = Infinity;
  state.mostValue[state.ranked] = 0;
  for (let k = state.ranked - 1; k >= 0; k--) {
    state.leastWeight[k] = min(state.leastWeight[k + 1], state.rankWeight[k]);
    state.mostValue[k] = max(state.mostValue[k + 1], state.rankValue[k]);
  }
  spend(NODE_WORK * <f64>typeCount);
}

/** Shell sort in place: the order of the last call is a good start, and there is no worst case to fear. */
function sortTypes(): void {
  let gap = 1;
  while (gap < typeCount / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (let k = gap; k < typeCount; k++) {
      const i = state.rankType[k];
      const ratio = state.ratioOf[i];
      let to = k;
      while (to >= gap) {
        const other = state.rankType[to - gap];
        if (state.ratioOf[other] > ratio || (state.ratioOf[other] === ratio && other < i)) break;
        state.rankType[to] = other;
        to -= gap;
      }
      state.rankType[to] = i;
    }
  }
}

/**
 * The most valuable filling of `room`, left in `packed`; returns its value, or -1 when none is worth more than
 * `floor`. A filling counts as better only when it gains more than `gain`. Stops after `nodes` nodes.
 */
export function packBar(room: f64, floor: f64, gain: f64, nodes: i32): f64 {
  let best = floor;
  let found: f64 = -1;
  let value: f64 = 0;
  let left = room;
  let rank = 0;
  let budget = nodes;
  packedBound = floor + gain;
  packCutOff = false;
  if (ruled) clearBar();
  while (true) {
    while (rank < state.ranked && left >= state.leastWeight[rank] && !(ruled && isClosed())) {
      let amount = min(
        state.rankUpper[rank],
        <i32>min(Math.floor(left / state.rankWeight[rank]), 2147483647),
      );
      if (ruled) {
        const i = state.rankType[rank];
        amount = <i32>min(<f64>amount, addable(i, left, false));
        left -= add(i, amount, false);
      }
      state.chosen[rank] = amount;
      left -= <f64>amount * state.rankWeight[rank];
      value += <f64>amount * state.rankValue[rank++];
      budget--;
    }
    if (value > best + gain && left <= state.mostWaste) {
      best = value;
      found = value;
      keep(rank, room - left);
    }
    if (budget <= 0) {
      packCutOff = true;
      packedBound = openBound(rank, room, best + gain);
      break;
    }
    // Back to the last rank where one piece less leaves room for something better.
    while (--rank >= 0) {
      if (state.chosen[rank] === 0) continue;
      state.chosen[rank]--;
      left += state.rankWeight[rank];
      value -= state.rankValue[rank];
      budget--;
      if (ruled) left += remove(state.rankType[rank], 1, state.chosen[rank] === 0);
      if (value + fractional(rank + 1, left) > best + gain) {
        if (!ruled || (!isClosed() && value + <f64>piecesFree * state.mostValue[rank + 1] > best + gain))
          break;
        // One less makes way for a piece that may be worth more.
        rank++;
        continue;
      }
      // Fewer of this rank only lower the bound: it has the best value per weight of all that follow.
      if (ruled && state.chosen[rank] > 0) left += remove(state.rankType[rank], state.chosen[rank], true);
      left += <f64>state.chosen[rank] * state.rankWeight[rank];
      value -= <f64>state.chosen[rank] * state.rankValue[rank];
      state.chosen[rank] = 0;
    }
    if (rank < 0) {
      packedBound = best + gain;
      break;
    }
    rank++;
  }
  if (found >= 0) packedBound = max(packedBound, found);
  spend(NODE_WORK * <f64>(nodes - budget));
  return found;
}

/** True when the rules allow no other type on the bar. */
function isClosed(): bool {
  return piecesFree === 0 || typesFree === 0;
}

/** Value of filling `left` from `rank` on when the last piece may be cut: no filling is worth more. */
function fractional(rank: i32, left: f64): f64 {
  let value: f64 = 0;
  for (; rank < state.ranked; rank++) {
    const all = <f64>state.rankUpper[rank] * state.rankWeight[rank];
    if (all >= left) return value + left * state.rankRatio[rank];
    value += <f64>state.rankUpper[rank] * state.rankValue[rank];
    left -= all;
  }
  return value;
}

/** The best bound of all branches that a cut-off search left open. */
function openBound(depth: i32, room: f64, closed: f64): f64 {
  let bound = closed;
  let value: f64 = 0;
  let left = room;
  for (let rank = 0; rank < depth; rank++) {
    if (state.chosen[rank] > 0) {
      const fewer = <f64>(state.chosen[rank] - 1);
      const here = value + fewer * state.rankValue[rank];
      bound = max(bound, here + fractional(rank + 1, left - fewer * state.rankWeight[rank]));
    }
    left -= <f64>state.chosen[rank] * state.rankWeight[rank];
    value += <f64>state.chosen[rank] * state.rankValue[rank];
  }
  return bound;
}

function keep(depth: i32, used: f64): void {
  memory.fill(changetype<usize>(packed), 0, (<usize>typeCount) << 2);
  for (let rank = 0; rank < depth; rank++) packed[state.rankType[rank]] = state.chosen[rank];
  packedWeight = used;
  if (state.collectRoom > 0) {
    const slot =
      changetype<usize>(state.collected) + ((<usize>((collectCount++ % state.collectRoom) * typeCount)) << 2);
    copyInts(changetype<Ints>(slot), packed, typeCount);
  }
}
