/**
 * Guided local search that makes an overlapping layout valid: round after round every overlapping item is moved to
 * the place that costs it least, then what still overlaps is made dearer. (Gardeyn, Vanden Berghe and Wauters 2025,
 * algorithm 9.) One call of `separateStep` moves one item.
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
import { PROGRESS } from "../model/tuning";
import { auditNowAndThen } from "./audit";
import { relocate } from "./sample";
import { anchored, itemLimit, returnItems, saveItems, size, snapshotBytes } from "./state";
import { openCandidates } from "./turn";
import { itemLoss, totalLoss, updateWeights } from "./weights";

/** What a call of `separateStep` has come to. */
export enum Separation {
  RUNNING = 0,
  /** Nothing overlaps any more. */
  VALID = 1,
  /** Given up; the items lie as they did when it overlapped least. */
  STUCK = 2,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  /** The overlapping items of the current round. */
  queue: Ints;
  queued: i32;
  next: i32;
  best: usize;
  least: f64;
  /** Least loss when the current strike began. */
  leastBefore: f64;
  stall: i32;
  strikes: i32;
  stallLimit: i32;
  strikeLimit: i32;
  rounds: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openSeparation(): void {
  openCandidates();
  state.queue = reserveRawInts(itemLimit());
  state.best = reserve(snapshotBytes());
}

/** Starts on the items as they are priced; weights are kept. */
export function beginSeparation(stalls: i32, strikesAllowed: i32): void {
  state.stallLimit = stalls;
  state.strikeLimit = strikesAllowed;
  state.least = totalLoss(size);
  state.leastBefore = state.least;
  state.stall = 0;
  state.strikes = 0;
  state.rounds = 0;
  saveItems(state.best);
  queueOverlapping();
}

/** Least total loss seen. */
export function leastLoss(): f64 {
  return state.least;
}

/** Rounds of the current separation. */
export function separationRounds(): i32 {
  return state.rounds;
}

export function separateStep(): Separation {
  if (state.least === 0) return Separation.VALID;
  while (state.next < state.queued) {
    const item = state.queue[state.next++];
    if (itemLoss(item, size) === 0) continue;
    relocate(item);
    if (!ASC_NO_ASSERT) auditNowAndThen();
    return Separation.RUNNING;
  }
  return endRound();
}

/** Lists the overlapping items in random order. */
function queueOverlapping(): void {
  state.queued = 0;
  state.next = 0;
  for (let i = anchored; i < size; i++) {
    if (itemLoss(i, size) === 0) continue;
    const j = <i32>randomIndex(++state.queued);
    state.queue[state.queued - 1] = state.queue[j];
    state.queue[j] = i;
  }
  spend(<f64>(size * size) * 0.003);
}

function endRound(): Separation {
  state.rounds++;
  const loss = totalLoss(size);
  if (loss === 0) {
    state.least = 0;
    return Separation.VALID;
  }
  if (loss < state.least) {
    saveItems(state.best);
    if (loss < PROGRESS * state.least) state.stall = 0;
    state.least = loss;
  } else state.stall++;
  updateWeights(size);
  if (state.stall >= state.stallLimit) {
    state.strikes = state.least < PROGRESS * state.leastBefore ? 0 : state.strikes + 1;
    // Back to the best place, with what was learned about the hard pairs.
    returnItems(state.best);
    if (state.strikes >= state.strikeLimit) return Separation.STUCK;
    state.leastBefore = state.least;
    state.stall = 0;
  }
  queueOverlapping();
  return Separation.RUNNING;
}
