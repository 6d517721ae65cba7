/**
 * Denser layouts by pressure: of a group of sheets the last one is made a little smaller, the overlaps that this
 * causes are removed (parts may change sheets), and so on. A group of one is a strip that gets shorter; in a larger
 * group the last sheet empties into the others until it is gone. When a step fails, the search continues from one of
 * the nearly valid layouts with two large parts exchanged; then the best layout is compressed in much smaller steps.
 * (Gardeyn, Vanden Berghe and Wauters 2025, algorithms 12 and 13, carried from one strip to many sheets.)
 *
 * The folder:
 *
 *     incumbent ─► group      some of its sheets side by side ─► compress   shorter, by a step or by a sheet
 *         ▲                                                         ├ separate/   removes the overlaps
 *         └──────────────── valid ◄─────────────────────────────────┤
 *                                                                   └ disrupt     exchanges two when stuck
 *     insert   the same for one more part on sheets that are limited in number (missing); window: in a piece of a
 *              crowded one; spots: where it overlaps least there
 *     overfill what lies on the sheet with the most room is put over what lies on others (missing)
 *     large    the same for the large parts alone, around which the rest is constructed
 *     repeat   what has become denser, as often as the demand allows
 */

import { maxOf, minOf } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomIndex, randomUnit } from "../../random";
import { Numbers, reserveRawNumbers } from "../../vector";
import { height, partAt, shapeOf, sheetSize, width } from "../model/problem";
import {
  BOLD_STALLS,
  COMPRESS_FACTOR,
  COMPRESS_FIRST,
  COMPRESS_LAST,
  COMPRESS_STALLS,
  COMPRESS_STRIKES,
  DROP_SHARE,
  EXPLORE_FAILURES,
  EXPLORE_ROUNDS,
  EXPLORE_STALLS,
  EXPLORE_STRIKES,
  POOL,
  QUICK_ROUNDS,
  SHORT_FAILURES,
  SHRINK_LEAST,
  SHRINK_MOST,
} from "../model/tuning";
import { beginSeparation, leastLoss, Separation, separateStep, separationRounds } from "../separate/separate";
import {
  anchored,
  cellCount,
  cellHeight,
  cellPitch,
  cellWidth,
  itemCell,
  itemShape,
  itemX,
  itemY,
  priceAll,
  putItem,
  restoreItems,
  saveItems,
  setCells,
  size,
  sizeCell,
  snapshotBytes,
} from "../separate/state";
import { resetWeights } from "../separate/weights";
import { swapLarge } from "./disrupt";
import { axisIsOpen, cellUsed, fileGroup, lastAxis, loadGroup, openGroup, putEmptiestLast } from "./group";

enum Attempt {
  /** The last sheet a step smaller. */
  EXPLORE = 0,
  /** The same in small steps, on the way to a local optimum. */
  COMPRESS = 1,
  /** The last sheet taken away, as a try and when nothing else is left. */
  DROP = 2,
  LAST_RESORT = 3,
  /** The only sheet is as short as what lies on it for good. */
  NONE = 4,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  attempt: Attempt;
  axis: i32;
  /** Rounds without progress that end an attempt where the search is a short one; 0 where it is not. */
  stalls: i32;
  /** The axis is no longer open: something has been gained along it, or along neither. */
  settled: bool;
  best: usize;
  bestCells: i32;
  /** Extent along the axis of what lies on the last sheet of the best layout. */
  bestLength: f64;
  /** Extent of the last sheet in the running attempt. */
  length: f64;
  /** Nearly valid layouts of the running exploration, ascending by loss. */
  pool: usize;
  poolLosses: Numbers;
  pooled: i32;
  failures: i32;
  /** Shares of the group's total length by which the next attempts are shorter. */
  compressRatio: f64;
  exploreRatio: f64;
  /** Length of the last sheet when taking it away was tried last. */
  dropTried: f64;
}
const own = changetype<State>(memory.data(offsetof<State>()));
own.attempt = Attempt.EXPLORE;

export function openCompress(): void {
  openGroup();
  own.best = reserve(snapshotBytes());
  own.pool = reserve(snapshotBytes() * POOL);
  own.poolLosses = reserveRawNumbers(POOL);
}

/**
 * Takes a group of sheets of the incumbent to work on, or the emptiest `alone`; with `stalls`, attempts end after so many
 * rounds without progress. False when there is none small enough with anything to gain.
 */
export function beginCompress(alone: bool, stalls: i32): bool {
  if (!loadGroup(alone)) return false;
  own.stalls = stalls;
  startGroup(alone);
  return own.attempt !== Attempt.NONE;
}

function startGroup(alone: bool): void {
  own.axis = alone && axisIsOpen() ? <i32>randomIndex(2) : lastAxis();
  own.exploreRatio = SHRINK_MOST;
  own.dropTried = Infinity;
  own.settled = !axisIsOpen();
  keepBest();
  startExploration();
}

/** Where shortening does not come easily along one axis, it may along the other. */
function tryOtherAxis(): void {
  own.settled = true;
  own.axis ^= 1;
  own.exploreRatio = SHRINK_MOST;
  restoreItems(own.best);
  setCells(own.bestCells);
  own.bestLength = lastExtent();
}

/** One move of one item; true when the group has been worked through without a gain since its last compression. */
export function compressStep(): bool {
  if (own.attempt === Attempt.NONE) return true;
  const state = separateStep();
  if (state === Separation.RUNNING) return false;
  if (state === Separation.VALID) succeed();
  else return fail();
  return false;
}

function succeed(): void {
  if (own.attempt === Attempt.DROP || own.attempt === Attempt.LAST_RESORT) {
    putEmptiestLast();
    startGroup(false);
    return;
  }
  own.settled = true;
  keepBest();
  if (own.attempt === Attempt.COMPRESS) {
    compress();
    return;
  }
  // Easy gains are taken in long steps.
  const quick = separationRounds() <= QUICK_ROUNDS;
  own.exploreRatio = max(SHRINK_LEAST, min(SHRINK_MOST, own.exploreRatio * (quick ? 1.5 : 0.5)));
  startExploration();
}

function fail(): bool {
  if (own.attempt === Attempt.LAST_RESORT) return true;
  if (own.attempt === Attempt.DROP) {
    explore();
  } else if (own.attempt === Attempt.COMPRESS) {
    own.compressRatio *= COMPRESS_FACTOR;
    if (own.compressRatio < COMPRESS_LAST) return true;
    compress();
  } else if (own.exploreRatio > SHRINK_LEAST) {
    own.exploreRatio = max(SHRINK_LEAST, own.exploreRatio * 0.3);
    if (own.exploreRatio === SHRINK_LEAST && !own.settled) tryOtherAxis();
    startExploration();
  } else if (++own.failures >= (own.stalls > 0 ? SHORT_FAILURES : EXPLORE_FAILURES)) {
    if (own.stalls > 0) return true;
    own.compressRatio = COMPRESS_FIRST;
    compress();
  } else disrupt();
  return false;
}

/** Files the valid layout and remembers it as the one to go on from. */
function keepBest(): void {
  own.bestCells = cellCount;
  own.bestLength = lastExtent();
  saveItems(own.best);
  fileGroup();
}

/** Extent along the axis of what lies on the last sheet. */
function lastExtent(): f64 {
  let extent = cellUsed(cellCount - 1, own.axis);
  for (let i = anchored; i < size; i++) {
    if (itemCell(i) !== cellCount - 1) continue;
    const start = own.axis === 0 ? itemX(i) - <f64>(cellCount - 1) * cellPitch : itemY(i);
    extent = max(extent, start + maxOf(itemShape(i), own.axis));
  }
  return extent;
}

/** Total length of the group's sheets, the last one as far as it is used. */
function totalLength(): f64 {
  let sum = own.bestLength;
  for (let cell = 0; cell < own.bestCells - 1; cell++)
    sum += own.axis === 0 ? cellWidth(cell) : cellHeight(cell);
  return sum;
}

function startExploration(): void {
  own.failures = 0;
  own.pooled = 0;
  // Worth a try when the others might take so much more, whenever the last one has become a tenth of a sheet shorter.
  const near = own.bestLength <= DROP_SHARE * (totalLength() - own.bestLength);
  if (own.bestCells > 1 && near && own.bestLength < own.dropTried - 0.1 * sheetSize(own.axis)) drop(false);
  else explore();
}

/**
 * From the best layout, the last sheet gone; what lay on it has to find room on the others. A last resort when no
 * shorter sheet would hold anything, otherwise only a try.
 */
function drop(lastResort: bool): void {
  own.attempt = lastResort ? Attempt.LAST_RESORT : Attempt.DROP;
  own.dropTried = own.bestLength;
  restoreItems(own.best);
  setCells(own.bestCells - 1);
  resetWeights(size);
  priceAll();
  if (lastResort) beginSeparation(patience(), EXPLORE_STRIKES);
  else beginSeparation(BOLD_STALLS, 2);
}

/** From the best layout, a step shorter, parts behind the middle moved along. */
function explore(): void {
  if (!shorten(own.exploreRatio, 0.5)) {
    giveUpShortening();
    return;
  }
  own.attempt = Attempt.EXPLORE;
  // A long step that does not come easily is not worth a fight.
  const bold = own.exploreRatio > SHRINK_LEAST;
  beginSeparation(bold ? BOLD_STALLS : patience(), bold || own.stalls > 0 ? 1 : EXPLORE_STRIKES);
}

/** From the best layout, a small step shorter, everything behind a random place moved along. */
function compress(): void {
  if (!shorten(own.compressRatio, randomUnit())) {
    giveUpShortening();
    return;
  }
  own.attempt = Attempt.COMPRESS;
  beginSeparation(COMPRESS_STALLS, COMPRESS_STRIKES);
}

function giveUpShortening(): void {
  if (own.bestCells > 1) drop(true);
  else own.attempt = Attempt.NONE;
}

/** Makes the last sheet of the best layout shorter; false when nothing could lie on it any more. */
function shorten(share: f64, split: f64): bool {
  restoreItems(own.best);
  setCells(own.bestCells);
  const used = cellUsed(own.bestCells - 1, own.axis);
  own.length = max(used, own.bestLength - share * totalLength());
  if (own.length >= own.bestLength || (own.bestCells > 1 && own.length < leastExtent())) return false;
  for (let i = anchored; i < size; i++) {
    const shape = itemShape(i);
    if (itemCell(i) !== own.bestCells - 1) continue;
    const start = own.axis === 0 ? itemX(i) - <f64>(own.bestCells - 1) * cellPitch : itemY(i);
    if (start + (minOf(shape, own.axis) + maxOf(shape, own.axis)) / 2 <= split * own.bestLength) continue;
    const shift = own.length - own.bestLength;
    putItem(i, shape, itemX(i) + (own.axis === 0 ? shift : 0), itemY(i) + (own.axis === 0 ? 0 : shift));
  }
  sizeCell(own.bestCells - 1, own.axis === 0 ? own.length : width, own.axis === 0 ? height : own.length);
  resetWeights(size);
  priceAll();
  return true;
}

/** Smallest extent along the axis that any part of the group can take. */
function leastExtent(): f64 {
  let least = Infinity;
  for (let i = anchored; i < size; i++) {
    const part = partAt(itemShape(i).part);
    for (let k = 0; k < part.shapeCount; k++) {
      least = min(least, maxOf(shapeOf(part, k), own.axis) - minOf(shapeOf(part, k), own.axis));
    }
  }
  return least;
}

/** From one of the nearly valid layouts, preferably a good one, with two large parts exchanged. */
function disrupt(): void {
  keepNearlyValid(leastLoss());
  // The absolute value of a normal number with deviation 1/4, as in the paper.
  const pick = Math.abs(randomNormal()) * 0.25;
  restoreItems(own.pool + <usize>min(own.pooled - 1, <i32>(pick * <f64>own.pooled)) * snapshotBytes());
  swapLarge();
  resetWeights(size);
  priceAll();
  beginSeparation(patience(), EXPLORE_STRIKES);
}

/** Rounds without progress in an exploration: a round of many parts takes long, and other groups of sheets wait. */
function patience(): i32 {
  if (own.stalls > 0) return own.stalls;
  if (cellCount === 1) return EXPLORE_STALLS;
  return min(EXPLORE_STALLS, EXPLORE_ROUNDS / size);
}

/** Sorts the layout into the pool; the worst falls out when it is full. */
function keepNearlyValid(loss: f64): void {
  let slot = own.pooled;
  while (slot > 0 && own.poolLosses[slot - 1] > loss) slot--;
  if (slot === POOL) return;
  const bytes = snapshotBytes();
  const last = min(own.pooled, POOL - 1);
  memory.copy(
    own.pool + <usize>(slot + 1) * bytes,
    own.pool + <usize>slot * bytes,
    <usize>(last - slot) * bytes,
  );
  for (let i = last; i > slot; i--) own.poolLosses[i] = own.poolLosses[i - 1];
  saveItems(own.pool + <usize>slot * bytes);
  own.poolLosses[slot] = loss;
  own.pooled = min(own.pooled + 1, POOL);
}

/** Sum of twelve uniform draws: near enough to a normal one, and the same on every machine. */
function randomNormal(): f64 {
  let sum = -6.0;
  for (let i = 0; i < 12; i++) sum += randomUnit();
  return sum;
}
