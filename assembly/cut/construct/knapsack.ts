/**
 * The best way to fill one bar: bounded knapsack by depth-first branch and bound over the types in order of value per
 * weight (Horowitz and Sahni 1974; Martello and Toth 1990, chapter 3). Cut off at a number of nodes it still knows an upper
 * bound, so that no claim ever rests on chance.
 *
 * Two calls: `rankTypes` once for a set of values, then `packBar` for any number of capacities.
 */

import { copyInts, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { classCount, ruled, typeCount, weight } from "../model/cut-problem";
import {
  add,
  addable,
  clearBar,
  excessNow,
  mostGivenBack,
  piecesFree,
  remove,
  typesFree,
} from "../model/cut-rules";

/** Amount per type of the best filling found by the last `packBar`. */
export let packed: Ints = changetype<Ints>(0);
/** Its weight, and an upper bound on the value of every filling. */
export let packedWeight: f64 = 0;
export let packedBound: f64 = 0;
/** True when the last `packBar` ran out of nodes. */
export let packCutOff: bool = false;

/** Work of a node. */
const NODE_WORK: f64 = 16;

/** Better fillings of the last `packBar`, as far as there is room: none until `collectInto`. */
export let collectCount: i32 = 0;
let collected: Ints = changetype<Ints>(0);
let collectRoom: i32 = 0;
/** Fillings that leave more than this are no fillings. */
let mostWaste: f64 = Infinity;
/** Types with pieces left, with or without a value. */
let offered: i32 = 0;
/** Types that are ranked, by rank: number, weight, value, most pieces, value per weight. */
let ranked: i32 = 0;
let rankType: Ints = changetype<Ints>(0);
let rankWeight: Numbers = changetype<Numbers>(0);
let rankValue: Numbers = changetype<Numbers>(0);
let rankUpper: Ints = changetype<Ints>(0);
let rankRatio: Numbers = changetype<Numbers>(0);
/** Least weight and most value of a piece from a rank on. */
let leastWeight: Numbers = changetype<Numbers>(0);
let mostValue: Numbers = changetype<Numbers>(0);
/** Pieces of the filling at hand, by rank. */
let chosen: Ints = changetype<Ints>(0);
/** Value per weight by type, -1 for types that are not ranked. */
let ratioOf: Numbers = changetype<Numbers>(0);

/**
 * From now on every better filling of a `packBar` is also written to `block`, which has room for `room` lists of
 * amounts; the latest are kept, since later is better. Room 0 ends it.
 */
export function collectInto(block: Ints, room: i32): void {
  collected = block;
  collectRoom = room;
  collectCount = 0;
}

/** From now on fillings may leave at most `waste`, unless types without a value could still use it. */
export function limitWaste(waste: f64): void {
  mostWaste = ranked === offered ? waste : Infinity;
}

export function openKnapsack(): void {
  const room = typeCount + 1;
  packed = reserveInts(room);
  rankType = reserveInts(room);
  rankWeight = reserveNumbers(room);
  rankValue = reserveNumbers(room);
  rankUpper = reserveInts(room);
  rankRatio = reserveNumbers(room);
  leastWeight = reserveNumbers(room);
  mostValue = reserveNumbers(room);
  chosen = reserveInts(room);
  ratioOf = reserveNumbers(room);
  for (let i = 0; i < typeCount; i++) rankType[i] = i;
}

/** Orders the types with a value and a piece left by falling value per weight; ties go to the heavier type. */
export function rankTypes(value: Numbers, upper: Ints): void {
  offered = 0;
  for (let i = 0; i < typeCount; i++) {
    if (upper[i] > 0) offered++;
    ratioOf[i] = upper[i] > 0 && value[i] > 0 ? value[i] / weight[i] : -1;
  }
  sortTypes();
  ranked = 0;
  while (ranked < typeCount && ratioOf[rankType[ranked]] > 0) {
    const i = rankType[ranked];
    rankWeight[ranked] = weight[i];
    rankValue[ranked] = value[i];
    rankUpper[ranked] = upper[i];
    rankRatio[ranked++] = ratioOf[i];
  }
  rankRatio[ranked] = 0;
  leastWeight[ranked] = Infinity;
  mostValue[ranked] = 0;
  for (let k = ranked - 1; k >= 0; k--) {
    leastWeight[k] = min(leastWeight[k + 1], rankWeight[k]);
    mostValue[k] = max(mostValue[k + 1], rankValue[k]);
  }
  spend(NODE_WORK * <f64>typeCount);
}

/** Shell sort in place: the order of the last call is a good start, and there is no worst case to fear. */
function sortTypes(): void {
  let gap = 1;
  while (gap < typeCount / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (let k = gap; k < typeCount; k++) {
      const i = rankType[k];
      const ratio = ratioOf[i];
      let to = k;
      while (to >= gap) {
        const other = rankType[to - gap];
        if (ratioOf[other] > ratio || (ratioOf[other] === ratio && other < i)) break;
        rankType[to] = other;
        to -= gap;
      }
      rankType[to] = i;
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
    // Forward move: of each rank as many as fit.
    while (rank < ranked && roomAhead(left) >= leastWeight[rank] && !(ruled && isClosed())) {
      const i = rankType[rank];
      const fits = ruled ? addable(i, left, false) : Math.floor(left / rankWeight[rank]);
      const amount = <i32>min(<f64>rankUpper[rank], fits);
      if (ruled) left -= add(i, amount, false);
      chosen[rank] = amount;
      left -= <f64>amount * rankWeight[rank];
      value += <f64>amount * rankValue[rank++];
      budget--;
    }
    if (value > best + gain && left <= mostWaste) {
      best = value;
      found = value;
      keep(rank, room - left);
    }
    if (budget <= 0) {
      packCutOff = true;
      packedBound = openBound(rank, room, best + gain);
      break;
    }
    // Backtracking move: to the last rank where one piece less leaves room for something better.
    while (--rank >= 0) {
      if (chosen[rank] === 0) continue;
      chosen[rank]--;
      left += rankWeight[rank];
      value -= rankValue[rank];
      budget--;
      if (ruled) left += remove(rankType[rank], 1, chosen[rank] === 0);
      const gains = value + fractional(rank + 1, roomAhead(left)) > best + gain;
      if (gains && (!ruled || (!isClosed() && value + <f64>piecesFree * mostValue[rank + 1] > best + gain)))
        break;
      // One less makes way for a piece that may be worth more, or lets mitred pieces share their cuts better.
      if (gains || (classCount > 0 && value + fractional(rank + 1, left + excessNow()) > best + gain)) {
        rank++;
        continue;
      }
      // Fewer of this rank only lower the bound: it has the best value per weight of all that follow.
      if (ruled && chosen[rank] > 0) left += remove(rankType[rank], chosen[rank], true);
      left += <f64>chosen[rank] * rankWeight[rank];
      value -= <f64>chosen[rank] * rankValue[rank];
      chosen[rank] = 0;
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

/** Room for further pieces: more than is left where mitred ones can give some back. */
function roomAhead(left: f64): f64 {
  return classCount > 0 ? left + mostGivenBack() : left;
}

/** True when the rules allow no other type on the bar. */
function isClosed(): bool {
  return piecesFree === 0 || typesFree === 0;
}

/** Value of filling `left` from `rank` on when the last piece may be cut: no filling is worth more. */
function fractional(rank: i32, left: f64): f64 {
  let value: f64 = 0;
  for (; rank < ranked; rank++) {
    const all = <f64>rankUpper[rank] * rankWeight[rank];
    if (all >= left) return value + left * rankRatio[rank];
    value += <f64>rankUpper[rank] * rankValue[rank];
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
    if (chosen[rank] > 0) {
      const fewer = <f64>(chosen[rank] - 1);
      const here = value + fewer * rankValue[rank];
      bound = max(bound, here + fractional(rank + 1, left - fewer * rankWeight[rank]));
    }
    left -= <f64>chosen[rank] * rankWeight[rank];
    value += <f64>chosen[rank] * rankValue[rank];
  }
  return bound;
}

function keep(depth: i32, used: f64): void {
  memory.fill(changetype<usize>(packed), 0, (<usize>typeCount) << 2);
  for (let rank = 0; rank < depth; rank++) packed[rankType[rank]] = chosen[rank];
  packedWeight = used;
  if (collectRoom > 0) {
    const slot = changetype<usize>(collected) + ((<usize>((collectCount++ % collectRoom) * typeCount)) << 2);
    copyInts(changetype<Ints>(slot), packed, typeCount);
  }
}
