/**
 * Guided local search that makes an overlapping crowd valid: round after round every overlapping item is moved to
 * the place that costs it least, then what still overlaps is made dearer. (Gardeyn, Vanden Berghe and Wauters 2025,
 * algorithm 9.) One call of `separateStep` moves one item.
 */

import { reserve } from "../../memory";
import { randomIndex } from "../../random";
import { spend } from "../../work";
import { PROGRESS } from "../model/tuning";
import { relocate } from "./sample";
import { anchored, crowdLimit, returnCrowd, saveCrowd, size, snapshotBytes } from "./state";
import { itemLoss, totalLoss, updateWeights } from "./weights";

/** What a call of `separateStep` has come to. */
export enum Separation {
  RUNNING = 0,
  /** Nothing overlaps any more. */
  VALID = 1,
  /** Given up; the crowd lies as it did when it overlapped least. */
  STUCK = 2,
}

/** The overlapping items of the current round. */
let queue: usize = 0;
let queued: i32 = 0;
let next: i32 = 0;
let best: usize = 0;
let least: f64 = 0;
/** Least loss when the current strike began. */
let leastBefore: f64 = 0;
let stall: i32 = 0;
let strikes: i32 = 0;
let stallLimit: i32 = 0;
let strikeLimit: i32 = 0;
let rounds: i32 = 0;

export function openSeparation(): void {
  queue = reserve((<usize>crowdLimit()) << 2);
  best = reserve(snapshotBytes());
}

/** Starts on the crowd as it is priced; weights are kept. */
export function beginSeparation(stalls: i32, strikesAllowed: i32): void {
  stallLimit = stalls;
  strikeLimit = strikesAllowed;
  least = totalLoss(size);
  leastBefore = least;
  stall = 0;
  strikes = 0;
  rounds = 0;
  saveCrowd(best);
  queueLosers();
}

/** Least total loss seen. */
export function leastLoss(): f64 {
  return least;
}

/** Rounds of the current separation. */
export function separationRounds(): i32 {
  return rounds;
}

export function separateStep(): Separation {
  if (least === 0) return Separation.VALID;
  while (next < queued) {
    const item = load<i32>(queue + ((<usize>next) << 2));
    next++;
    if (itemLoss(item, size) === 0) continue;
    relocate(item);
    return Separation.RUNNING;
  }
  return endRound();
}

/** Lists the overlapping items in random order. */
function queueLosers(): void {
  queued = 0;
  next = 0;
  for (let i = anchored; i < size; i++) {
    if (itemLoss(i, size) === 0) continue;
    const j = <i32>randomIndex(++queued);
    store<i32>(queue + ((<usize>(queued - 1)) << 2), load<i32>(queue + ((<usize>j) << 2)));
    store<i32>(queue + ((<usize>j) << 2), i);
  }
  spend(<f64>(size * size) * 0.003);
}

function endRound(): Separation {
  rounds++;
  const loss = totalLoss(size);
  if (loss === 0) {
    least = 0;
    return Separation.VALID;
  }
  if (loss < least) {
    saveCrowd(best);
    if (loss < PROGRESS * least) stall = 0;
    least = loss;
  } else stall++;
  updateWeights(size);
  if (stall >= stallLimit) {
    strikes = least < PROGRESS * leastBefore ? 0 : strikes + 1;
    // Back to the best place, with what was learned about the hard pairs.
    returnCrowd(best);
    if (strikes >= strikeLimit) return Separation.STUCK;
    leastBefore = least;
    stall = 0;
  }
  queueLosers();
  return Separation.RUNNING;
}
