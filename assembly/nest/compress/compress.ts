/**
 * Denser layouts by pressure: of a group of sheets the last one is made a little smaller, the overlaps that this
 * causes are removed (parts may change sheets), and so on. A group of one is a strip that gets shorter; in a larger
 * group the last sheet empties into the others until it is gone. When a step fails, the search continues from one of
 * the nearly valid layouts with two large parts exchanged; then the best layout is compressed in much smaller steps.
 * (Gardeyn, Vanden Berghe and Wauters 2025, algorithms 12 and 13, carried from one strip to many sheets.)
 */

import { maxOf, minOf } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomUnit } from "../../random";
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
  EXPLORE_STALLS,
  EXPLORE_STRIKES,
  POOL,
  QUICK_ROUNDS,
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
  restoreCrowd,
  saveCrowd,
  setCells,
  size,
  sizeCell,
  snapshotBytes,
} from "../separate/state";
import { resetWeights } from "../separate/weights";
import { swapLarge } from "./disrupt";
import { cellUsed, fileGroup, lastAxis, loadGroup, openGroup, putEmptiestLast } from "./group";

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

let attempt: Attempt = Attempt.EXPLORE;
let axis: i32 = 0;
let best: usize = 0;
let bestCells: i32 = 0;
/** Extent along the axis of what lies on the last sheet of the best layout. */
let bestLength: f64 = 0;
/** Extent of the last sheet in the running attempt. */
let length: f64 = 0;
/** Nearly valid layouts of the running exploration, ascending by loss. */
let pool: usize = 0;
let poolLosses: usize = 0;
let pooled: i32 = 0;
let failures: i32 = 0;
/** Shares of the group's total length by which the next attempts are shorter. */
let compressRatio: f64 = 0;
let exploreRatio: f64 = 0;
/** Length of the last sheet when taking it away was tried last. */
let dropTried: f64 = 0;

export function openSqueeze(): void {
  openGroup();
  best = reserve(snapshotBytes());
  pool = reserve(snapshotBytes() * POOL);
  poolLosses = reserve((<usize>POOL) << 3);
}

/** Takes a group of sheets of the incumbent to work on; false when there is none small enough with anything to gain. */
export function beginSqueeze(): bool {
  if (!loadGroup()) return false;
  startGroup();
  return attempt !== Attempt.NONE;
}

function startGroup(): void {
  axis = lastAxis();
  exploreRatio = SHRINK_MOST;
  dropTried = Infinity;
  keepBest();
  startExploration();
}

/** One move of one item; true when the group has been worked through without a gain since its last compression. */
export function squeezeStep(): bool {
  if (attempt === Attempt.NONE) return true;
  const state = separateStep();
  if (state === Separation.RUNNING) return false;
  if (state === Separation.VALID) succeed();
  else return fail();
  return false;
}

function succeed(): void {
  if (attempt === Attempt.DROP || attempt === Attempt.LAST_RESORT) {
    putEmptiestLast();
    startGroup();
    return;
  }
  keepBest();
  if (attempt === Attempt.COMPRESS) {
    compress();
    return;
  }
  // Easy gains are taken in long steps.
  const quick = separationRounds() <= QUICK_ROUNDS;
  exploreRatio = max(SHRINK_LEAST, min(SHRINK_MOST, exploreRatio * (quick ? 1.5 : 0.5)));
  startExploration();
}

function fail(): bool {
  if (attempt === Attempt.LAST_RESORT) return true;
  if (attempt === Attempt.DROP) {
    explore();
  } else if (attempt === Attempt.COMPRESS) {
    compressRatio *= COMPRESS_FACTOR;
    if (compressRatio < COMPRESS_LAST) return true;
    compress();
  } else if (exploreRatio > SHRINK_LEAST) {
    exploreRatio = max(SHRINK_LEAST, exploreRatio * 0.3);
    startExploration();
  } else if (++failures >= EXPLORE_FAILURES) {
    compressRatio = COMPRESS_FIRST;
    compress();
  } else disrupt();
  return false;
}

/** Files the valid crowd and remembers it as the one to go on from. */
function keepBest(): void {
  bestCells = cellCount;
  bestLength = lastExtent();
  saveCrowd(best);
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

function startExploration(): void {
  failures = 0;
  pooled = 0;
  // Worth a try when the others might take so much more, whenever the last one has become a tenth of a sheet shorter.
  const near = bestLength <= DROP_SHARE * (totalLength() - bestLength);
  if (bestCells > 1 && near && bestLength < dropTried - 0.1 * sheetSize(axis)) drop(false);
  else explore();
}

/**
 * From the best layout, the last sheet gone; what lay on it has to find room on the others. A last resort when no
 * shorter sheet would hold anything, otherwise only a try.
 */
function drop(lastResort: bool): void {
  attempt = lastResort ? Attempt.LAST_RESORT : Attempt.DROP;
  dropTried = bestLength;
  restoreCrowd(best);
  setCells(bestCells - 1);
  resetWeights(size);
  priceAll();
  if (lastResort) beginSeparation(EXPLORE_STALLS, EXPLORE_STRIKES);
  else beginSeparation(BOLD_STALLS, 2);
}

/** From the best layout, a step shorter, parts behind the middle moved along. */
function explore(): void {
  if (!shorten(exploreRatio, 0.5)) {
    giveUpShortening();
    return;
  }
  attempt = Attempt.EXPLORE;
  // A long step that does not come easily is not worth a fight.
  const bold = exploreRatio > SHRINK_LEAST;
  beginSeparation(bold ? BOLD_STALLS : EXPLORE_STALLS, bold ? 1 : EXPLORE_STRIKES);
}

/** From the best layout, a small step shorter, everything behind a random place moved along. */
function compress(): void {
  if (!shorten(compressRatio, randomUnit())) {
    giveUpShortening();
    return;
  }
  attempt = Attempt.COMPRESS;
  beginSeparation(COMPRESS_STALLS, COMPRESS_STRIKES);
}

function giveUpShortening(): void {
  if (bestCells > 1) drop(true);
  else attempt = Attempt.NONE;
}

/** Makes the last sheet of the best layout shorter; false when nothing could lie on it any more. */
function shorten(share: f64, split: f64): bool {
  restoreCrowd(best);
  setCells(bestCells);
  const used = cellUsed(bestCells - 1, axis);
  length = max(used, bestLength - share * totalLength());
  if (length >= bestLength || (bestCells > 1 && length < leastExtent())) return false;
  for (let i = anchored; i < size; i++) {
    const shape = itemShape(i);
    if (itemCell(i) !== bestCells - 1) continue;
    const start = axis === 0 ? itemX(i) - <f64>(bestCells - 1) * cellPitch : itemY(i);
    if (start + (minOf(shape, axis) + maxOf(shape, axis)) / 2 <= split * bestLength) continue;
    const shift = length - bestLength;
    putItem(i, shape, itemX(i) + (axis === 0 ? shift : 0), itemY(i) + (axis === 0 ? 0 : shift));
  }
  sizeCell(bestCells - 1, axis === 0 ? length : width, axis === 0 ? height : length);
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
      least = min(least, maxOf(shapeOf(part, k), axis) - minOf(shapeOf(part, k), axis));
    }
  }
  return least;
}

/** From one of the nearly valid layouts, preferably a good one, with two large parts exchanged. */
function disrupt(): void {
  keepNearlyValid(leastLoss());
  // The absolute value of a normal number with deviation 1/4, as in the paper.
  const pick = Math.abs(randomNormal()) * 0.25;
  restoreCrowd(pool + <usize>min(pooled - 1, <i32>(pick * <f64>pooled)) * snapshotBytes());
  swapLarge();
  resetWeights(size);
  priceAll();
  beginSeparation(EXPLORE_STALLS, EXPLORE_STRIKES);
}

/** Sorts the crowd into the pool; the worst falls out when it is full. */
function keepNearlyValid(loss: f64): void {
  let slot = pooled;
  while (slot > 0 && load<f64>(poolLosses + ((<usize>(slot - 1)) << 3)) > loss) slot--;
  if (slot === POOL) return;
  const bytes = snapshotBytes();
  const moved = min(pooled, POOL - 1) - slot;
  memory.copy(pool + <usize>(slot + 1) * bytes, pool + <usize>slot * bytes, <usize>moved * bytes);
  memory.copy(
    poolLosses + ((<usize>(slot + 1)) << 3),
    poolLosses + ((<usize>slot) << 3),
    (<usize>moved) << 3,
  );
  saveCrowd(pool + <usize>slot * bytes);
  store<f64>(poolLosses + ((<usize>slot) << 3), loss);
  pooled = min(pooled + 1, POOL);
}

/** Sum of twelve uniform draws: near enough to a normal one, and the same on every machine. */
function randomNormal(): f64 {
  let sum = -6.0;
  for (let i = 0; i < 12; i++) sum += randomUnit();
  return sum;
}
