/**
 * Guided local search that makes an overlapping layout valid: round after round every overlapping item is moved to
 * the place that costs it least, then what still overlaps is made dearer. (Gardeyn, Vanden Berghe and Wauters 2025,
 * algorithm 9.)
 *
 * The folder:
 *
 *     separate       rounds until nothing overlaps
 *       ├ sample         a better place for one item; turn: at any angle; snap: into exact contact
 *       │   └ state          the items, their places and what these cost
 *       │       ├ broad-phase    which items are near a box?
 *       │       └ pair-table     do two shapes overlap, and what does that cost?
 *       │           └ overlap-proxy   depth of poles in poles; poles finds these
 *       ├ weights        what overlaps still becomes dearer
 *       └ audit          in debug builds: is what is kept up to date what it would be anew?
 */

import { reserve } from "../../memory";
import { randomIndex } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { goOn } from "../model/go-on";
import { PROGRESS } from "../model/nest-tuning";
import { auditMove, ROUNDING, weightedLoss } from "./audit";
import { relocate } from "./sample";
import { anchored, itemLimit, pricesHold, returnItems, saveItems, size, snapshotBytes } from "./state";
import { openCandidates } from "./turn";
import { itemLoss, totalLoss, updateWeights } from "./weights";

/** The layout that overlapped least, and its loss. */
let best: usize = 0;
export let leastLoss: f64 = 0;
/** Rounds of the last separation. */
export let separationRounds: i32 = 0;
/** The overlapping items of a round. */
let queue: Ints = changetype<Ints>(0);
let queued: i32 = 0;

export function openSeparation(): void {
  openCandidates();
  queue = reserveRawInts(itemLimit);
  best = reserve(snapshotBytes());
}

/**
 * Algorithm 9 of sparrow, on the items as they are priced; weights are kept. True when nothing overlaps any more; else
 * the items lie as they did when they overlapped least, or where they are when the search is to be left.
 */
export function separate(stallLimit: i32, strikeLimit: i32): bool {
  separationRounds = 0;
  leastLoss = totalLoss(size);
  saveItems(best);
  for (let strikes = 0; strikes < strikeLimit; ) {
    const before = leastLoss;
    for (let stall = 0; stall < stallLimit; ) {
      queueOverlapping();
      if (!goOn()) return false;
      if (leastLoss === 0) return true;
      if (!moveOverlapping()) return false;
      separationRounds++;
      const loss = totalLoss(size);
      if (loss === 0) {
        leastLoss = 0;
        return true;
      }
      if (loss < leastLoss) {
        saveItems(best);
        if (loss < PROGRESS * leastLoss) stall = 0;
        leastLoss = loss;
      } else stall++;
      updateWeights(size);
    }
    strikes = leastLoss < PROGRESS * before ? 0 : strikes + 1;
    // Back to the best place, with what was learned about the hard pairs.
    returnItems(best);
    assert(!pricesHold() || Math.abs(totalLoss(size) - leastLoss) <= ROUNDING * leastLoss);
  }
  return false;
}

/** Lists the overlapping items in random order. */
function queueOverlapping(): void {
  queued = 0;
  for (let i = anchored; i < size; i++) {
    if (itemLoss(i, size) === 0) continue;
    const j = <i32>randomIndex(++queued);
    queue[queued - 1] = queue[j];
    queue[j] = i;
  }
  spend(<f64>(size * size) * 0.003);
}

/** Algorithm 5 of sparrow: each item that overlaps goes to a better place. False when the search is to be left. */
function moveOverlapping(): bool {
  for (let k = 0; k < queued; k++) {
    const item = queue[k];
    if (itemLoss(item, size) === 0) continue;
    const before = ASC_NO_ASSERT ? 0 : weightedLoss(item);
    relocate(item);
    if (!ASC_NO_ASSERT) auditMove(item, before);
    if (!goOn()) return false;
  }
  return true;
}
