/**
 * The shortest strip: make it a little shorter than the best valid layout, remove the overlaps that this causes,
 * repeat. When that fails, continue from one of the nearly valid layouts with two large parts exchanged; now and then
 * the best layout is compressed in much smaller steps. (Gardeyn, Vanden Berghe and Wauters 2025, algorithms 12, 13.)
 */
import { reserve } from "../memory";
import { randomIndex, randomUnit } from "../random";
import {
  addItem,
  clearCrowd,
  crowdWidth,
  itemShape,
  itemX,
  itemY,
  priceAll,
  putItem,
  resetWeights,
  resizeCrowd,
  restoreCrowd,
  saveCrowd,
  size,
  snapshotBytes,
} from "./crowd";
import { addSheet, beginPlan, endPlan, firstRecord } from "./plan";
import { height, partAt, shapeFor } from "./problem";
import { beginSeparation, leastLoss, Separation, separateStep, separationRounds } from "./separate";
import { clearSheet, place } from "./sheet";
import { swapLarge } from "./swap";
import { NestPlacementSlot, NestSheetSlot } from "../layout";
import {
  BOLD_STALLS,
  COMPRESS_FIRST,
  COMPRESS_FACTOR,
  COMPRESS_LAST,
  COMPRESS_STALLS,
  COMPRESS_STRIKES,
  EXPLORE_FAILURES,
  EXPLORE_STALLS,
  EXPLORE_STRIKES,
  POOL,
  QUICK_ROUNDS,
  SHRINK_LEAST,
  SHRINK_MOST,
} from "./tuning";

let best: usize = 0;
let bestLength: f64 = 0;
/** Nearly valid layouts at the current length, ascending by loss. */
let pool: usize = 0;
let poolLosses: usize = 0;
let pooled: i32 = 0;
let compressing: bool = false;
let failures: i32 = 0;
/** Share by which the next attempt is shorter. */
let ratio: f64 = 0;
let exploreRatio: f64 = 0;

export function openStrip(): void {
  best = reserve(snapshotBytes());
  pool = reserve(snapshotBytes() * POOL);
  poolLosses = reserve(<usize>POOL << 3);
}

/** Takes the incumbent, a single strip, as the layout to start from. */
export function beginStrip(): void {
  clearCrowd(0, height);
  const record = firstRecord();
  const count = <i32>load<f64>(record, NestSheetSlot.PLACEMENTS << 3);
  for (let i = 0; i < count; i++) {
    const at = record + (<usize>(NestSheetSlot.HEADER + i * NestPlacementSlot.LENGTH) << 3);
    addItem(shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8)), load<f64>(at, 16), load<f64>(at, 24));
  }
  compressing = false;
  exploreRatio = SHRINK_MOST;
  pooled = 0;
  failures = 0;
  keepValid();
  explore();
}

/** One move of one item. */
export function stripStep(): void {
  const state = separateStep();
  if (state === Separation.RUNNING) return;
  if (state === Separation.VALID) {
    keepValid();
    failures = 0;
    pooled = 0;
    if (compressing) compress();
    else {
      // Easy gains are taken in long steps.
      const quick = separationRounds() <= QUICK_ROUNDS;
      exploreRatio = max(SHRINK_LEAST, min(SHRINK_MOST, exploreRatio * (quick ? 1.5 : 0.5)));
      explore();
    }
    return;
  }
  failures++;
  if (compressing) {
    ratio *= COMPRESS_FACTOR;
    if (ratio < COMPRESS_LAST) {
      compressing = false;
      failures = 0;
      explore();
    } else compress();
  } else if (exploreRatio > SHRINK_LEAST) {
    exploreRatio = max(SHRINK_LEAST, exploreRatio * 0.3);
    pooled = 0;
    explore();
  } else if (failures >= EXPLORE_FAILURES) {
    compressing = true;
    ratio = COMPRESS_FIRST;
    compress();
  } else disrupt();
}

/** Stores the valid crowd as the best layout and offers it to the incumbent. */
function keepValid(): void {
  let right = 0.0;
  clearSheet();
  for (let i = 0; i < size; i++) {
    const shape = itemShape(i);
    place(shape, itemX(i), itemY(i));
    right = max(right, itemX(i) + shape.maxX);
  }
  bestLength = right;
  saveCrowd(best);
  beginPlan();
  addSheet(1);
  endPlan();
}

/** From the best layout, a step shorter, parts behind the middle moved along. */
function explore(): void {
  shorten(exploreRatio, 0.5);
  // A long step that does not come easily is not worth a fight.
  const bold = exploreRatio > SHRINK_LEAST;
  beginSeparation(bold ? BOLD_STALLS : EXPLORE_STALLS, bold ? 1 : EXPLORE_STRIKES);
}

/** From the best layout, a small step shorter, everything behind a random place moved along. */
function compress(): void {
  shorten(ratio, randomUnit());
  beginSeparation(COMPRESS_STALLS, COMPRESS_STRIKES);
}

function shorten(share: f64, split: f64): void {
  restoreCrowd(best);
  const length = bestLength * (1 - share);
  for (let i = 0; i < size; i++) {
    const shape = itemShape(i);
    if (itemX(i) + (shape.minX + shape.maxX) / 2 > split * bestLength) {
      putItem(i, shape, itemX(i) + length - bestLength, itemY(i));
    }
  }
  resizeCrowd(length);
  resetWeights();
  priceAll();
}

/** From one of the nearly valid layouts, preferably a good one, with two large parts exchanged. */
function disrupt(): void {
  keepNearlyValid(leastLoss());
  // The absolute value of a normal number with deviation 1/4, as in the paper.
  const pick = Math.abs(randomNormal()) * 0.25;
  restoreCrowd(pool + <usize>min(pooled - 1, <i32>(pick * <f64>pooled)) * snapshotBytes());
  swapLarge();
  resetWeights();
  priceAll();
  beginSeparation(EXPLORE_STALLS, EXPLORE_STRIKES);
}

/** Sorts the crowd into the pool; the worst falls out when it is full. */
function keepNearlyValid(loss: f64): void {
  let slot = pooled;
  while (slot > 0 && load<f64>(poolLosses + (<usize>(slot - 1) << 3)) > loss) slot--;
  if (slot === POOL) return;
  const bytes = snapshotBytes();
  const moved = min(pooled, POOL - 1) - slot;
  memory.copy(pool + <usize>(slot + 1) * bytes, pool + <usize>slot * bytes, <usize>moved * bytes);
  memory.copy(poolLosses + (<usize>(slot + 1) << 3), poolLosses + (<usize>slot << 3), <usize>moved << 3);
  saveCrowd(pool + <usize>slot * bytes);
  store<f64>(poolLosses + (<usize>slot << 3), loss);
  pooled = min(pooled + 1, POOL);
}

/** Sum of twelve uniform draws: near enough to a normal one, and the same on every machine. */
function randomNormal(): f64 {
  let sum = -6.0;
  for (let i = 0; i < 12; i++) sum += randomUnit();
  return sum;
}
