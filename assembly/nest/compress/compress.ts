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
 *     exchange what lies on some sheets is put on others that cost less together
 *     overfill what lies on the sheet with the most room is put over what lies on others (missing)
 *     large    the same for the large parts alone, around which the rest is constructed
 *     repeat   what has become denser, as often as the demand allows
 */

import { maxOf, minOf } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomUnit } from "../../random";
import { Numbers, reserveRawNumbers } from "../../vector";
import { isLeft } from "../model/go-on";
import { POOL } from "../model/limits";
import { height, partAt, sheetSize, width } from "../model/nest-problem";
import {
  COMPRESS_FACTOR,
  COMPRESS_STRIKES,
  DROP_SHARE,
  EXPLORE_FAILURES,
  EXPLORE_ROUNDS,
  EXPLORE_STALLS,
  EXPLORE_STRIKES,
  QUICK_ROUNDS,
  SHRINK_LEAST,
  SHRINK_MOST,
} from "../model/nest-tuning";
import { leastLoss, separate, separationRounds } from "../separate/separate";
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
  priceAnew,
  putItem,
  restoreItems,
  saveItems,
  setCells,
  size,
  sizeCell,
  snapshotBytes,
} from "../separate/state";
import { disrupt } from "./disrupt";
import { cellUsed, fileGroup, lastAxis, leastExtent, loadGroup, openGroup, putEmptiestLast } from "./group";

/** How a phase of a compression has ended. */
enum End {
  /** The last sheet is empty. */
  EMPTIED = 0,
  /** Nothing more was found, or the search is to be left. */
  STUCK = 1,
  /** A local optimum that smaller steps may improve. */
  EXPLORED = 2,
}

let axis: i32 = 0;
/** Rounds without progress that end an attempt where the search is a short one; 0 where it is not. */
let shortStalls: i32 = 0;
/** The best layout of the group, its cells, and the extent along the axis of what lies on the last of them. */
let best: usize = 0;
let bestCells: i32 = 0;
let bestLength: f64 = 0;
/** Share of the group's total length by which the next exploration is shorter. */
let exploreRatio: f64 = 0;
/** Length of the last sheet when taking it away was tried last. */
let dropTried: f64 = 0;
/** Nearly valid layouts of the running exploration, ascending by loss. */
let pool: usize = 0;
let poolLosses: Numbers = changetype<Numbers>(0);
let pooled: i32 = 0;

export function openCompress(): void {
  openGroup();
  best = reserve(snapshotBytes());
  pool = reserve(snapshotBytes() * POOL);
  poolLosses = reserveRawNumbers(POOL);
}

/**
 * Algorithm 11 of sparrow, exploration and then compression.
 * Works on a group of sheets of the incumbent, or on the emptiest `alone`, until it gains nothing any more; with `stalls`,
 * attempts end after so many rounds without progress. False when there is no group small enough with anything to gain.
 */
export function compressGroup(alone: bool, stalls: i32): bool {
  if (!loadGroup(alone)) return false;
  shortStalls = stalls;
  beginGroup();
  // A sheet alone may be as short as what lies on it for good.
  if (bestCells === 1 && !canBe(shortened(exploreRatio))) return false;
  while (true) {
    let end = explore();
    if (end === End.EXPLORED) end = compress();
    if (end !== End.EMPTIED) return true;
    putEmptiestLast();
    beginGroup();
  }
}

function beginGroup(): void {
  axis = lastAxis();
  exploreRatio = SHRINK_MOST;
  dropTried = Infinity;
  keepBest();
}

/**
 * Algorithm 12 of sparrow: shorter and shorter, in steps that grow while they come easily. Where a small step fails,
 * the search goes on from nearly valid layouts. Whenever the others might take what is left on the last sheet, that is
 * tried first.
 */
function explore(): End {
  while (true) {
    pooled = 0;
    if (isNearlyEmpty() && emptied(EXPLORE_STALLS / 10, 2)) return End.EMPTIED;
    if (isLeft()) return End.STUCK;
    if (!shorten(exploreRatio, 0.5)) return giveUpShortening();
    // A long step that does not come easily is not worth a fight.
    const bold = exploreRatio > SHRINK_LEAST;
    const strikes = bold || shortStalls > 0 ? 1 : EXPLORE_STRIKES;
    if (separate(bold ? EXPLORE_STALLS / 10 : patience(), strikes) || (!bold && disruptUntilValid())) {
      keepBest();
      const quick = separationRounds <= QUICK_ROUNDS;
      exploreRatio = max(SHRINK_LEAST, min(SHRINK_MOST, exploreRatio * (quick ? 1.5 : 0.5)));
    } else if (isLeft()) {
      return End.STUCK;
    } else if (bold) {
      exploreRatio = max(SHRINK_LEAST, exploreRatio * 0.3);
    } else {
      return shortStalls > 0 ? End.STUCK : End.EXPLORED;
    }
  }
}

/** From one nearly valid layout after another, each with two large parts exchanged; false when none becomes valid. */
function disruptUntilValid(): bool {
  for (let failed = 1; failed < EXPLORE_FAILURES && !isLeft(); failed++) {
    keepNearlyValid(leastLoss);
    restoreItems(pool + <usize>drawNearlyValid() * snapshotBytes());
    disrupt();
    priceAnew();
    if (separate(patience(), EXPLORE_STRIKES)) return true;
  }
  return false;
}

/** Algorithm 13 of sparrow: shorter in steps that become smaller, everything behind a random place moved along. */
function compress(): End {
  for (let ratio = SHRINK_LEAST / 2; ratio >= SHRINK_LEAST / 100; ) {
    if (!shorten(ratio, randomUnit())) return giveUpShortening();
    if (separate(EXPLORE_STALLS / 2, COMPRESS_STRIKES)) {
      keepBest();
    } else if (isLeft()) break;
    else ratio *= COMPRESS_FACTOR;
  }
  return End.STUCK;
}

/** No shorter sheet would hold anything: what lies there has to find room on the others, or nothing is left to gain. */
function giveUpShortening(): End {
  return bestCells > 1 && emptied(patience(), EXPLORE_STRIKES) ? End.EMPTIED : End.STUCK;
}

/** Files the valid layout and remembers it as the one to go on from. */
function keepBest(): void {
  bestCells = cellCount;
  bestLength = lastExtent();
  saveItems(best);
  fileGroup();
}

/** Extent along the axis of what lies on the last sheet. */
function lastExtent(): f64 {
  let extent = cellUsed(cellCount - 1, axis);
  for (let i = anchored; i < size; i++) {
    if (itemCell(i) !== cellCount - 1) continue;
    const start = axis === 0 ? itemX(i) - <f64>(cellCount - 1) * cellPitch : itemY(i);
    extent = max(extent, start + maxOf(itemShape(i), axis));
  }
  return extent;
}

/** Total length of the group's sheets, the last one as far as it is used. */
function totalLength(): f64 {
  let sum = bestLength;
  for (let cell = 0; cell < bestCells - 1; cell++) sum += axis === 0 ? cellWidth(cell) : cellHeight(cell);
  return sum;
}

/** Might the other sheets take so much more? Worth a try whenever the last one has become a tenth of a sheet shorter. */
function isNearlyEmpty(): bool {
  const near = bestLength <= DROP_SHARE * (totalLength() - bestLength);
  return bestCells > 1 && near && bestLength < dropTried - 0.1 * sheetSize(axis);
}

/** The best layout without the last sheet: does what lay on it find room on the others? */
function emptied(stalls: i32, strikes: i32): bool {
  dropTried = bestLength;
  restoreItems(best);
  setCells(bestCells - 1);
  priceAnew();
  return separate(stalls, strikes);
}

/** Makes the last sheet of the best layout shorter; false when nothing could lie on it any more. */
function shorten(share: f64, split: f64): bool {
  restoreItems(best);
  setCells(bestCells);
  const length = shortened(share);
  if (!canBe(length)) return false;
  for (let i = anchored; i < size; i++) {
    const shape = itemShape(i);
    if (itemCell(i) !== bestCells - 1) continue;
    const start = axis === 0 ? itemX(i) - <f64>(bestCells - 1) * cellPitch : itemY(i);
    if (start + (minOf(shape, axis) + maxOf(shape, axis)) / 2 <= split * bestLength) continue;
    const shift = length - bestLength;
    putItem(i, shape, itemX(i) + (axis === 0 ? shift : 0), itemY(i) + (axis === 0 ? 0 : shift));
  }
  sizeCell(bestCells - 1, axis === 0 ? length : width, axis === 0 ? height : length);
  priceAnew();
  return true;
}

/** Length of the last sheet when the group is shorter by a share of its length. */
function shortened(share: f64): f64 {
  return max(cellUsed(bestCells - 1, axis), bestLength - share * totalLength());
}

/** Is the length less than it was, and could anything lie on a sheet that is so short? */
function canBe(length: f64): bool {
  return length < bestLength && (bestCells === 1 || length >= leastLength());
}

/** Smallest extent along the axis that any part of the group can take. */
function leastLength(): f64 {
  let least = Infinity;
  for (let i = anchored; i < size; i++) least = min(least, leastExtent(partAt(itemShape(i).part), axis));
  return least;
}

/** One of the nearly valid layouts, preferably a good one. */
function drawNearlyValid(): i32 {
  // The absolute value of a normal number with deviation 1/4, as in the paper.
  const pick = Math.abs(randomNormal()) * 0.25;
  return min(pooled - 1, <i32>(pick * <f64>pooled));
}

/** Rounds without progress in an exploration: a round of many parts takes long, and other groups of sheets wait. */
function patience(): i32 {
  if (shortStalls > 0) return shortStalls;
  if (cellCount === 1) return EXPLORE_STALLS;
  return min(EXPLORE_STALLS, EXPLORE_ROUNDS / size);
}

/** Sorts the layout into the pool; the worst falls out when it is full. */
function keepNearlyValid(loss: f64): void {
  let slot = pooled;
  while (slot > 0 && poolLosses[slot - 1] > loss) slot--;
  if (slot === POOL) return;
  const bytes = snapshotBytes();
  const last = min(pooled, POOL - 1);
  memory.copy(pool + <usize>(slot + 1) * bytes, pool + <usize>slot * bytes, <usize>(last - slot) * bytes);
  for (let i = last; i > slot; i--) poolLosses[i] = poolLosses[i - 1];
  saveItems(pool + <usize>slot * bytes);
  poolLosses[slot] = loss;
  pooled = min(pooled + 1, POOL);
}

/** Sum of twelve uniform draws: near enough to a normal one, and the same on every machine. */
function randomNormal(): f64 {
  let sum = -6.0;
  for (let i = 0; i < 12; i++) sum += randomUnit();
  return sum;
}
