/**
 * The best of many ways to put a missing part into a piece of a crowded sheet: least overlap for the gain,
 * anywhere, or in the place of something of less worth. Each of many draws of a part samples some spots; the best is
 * followed downhill if it comes near the best draw so far.
 */
import { Shape } from "../../geometry/shape";
import { randomIndex, randomUnit } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { Part, partAt } from "../model/nest-problem";
import {
  COARSE_FROM,
  COARSE_TO,
  SPOT_DRAWS,
  SPOT_HOPE,
  SPOT_LEVEL,
  SPOT_SAMPLES,
  STEP_SHRINK,
  WINDOW_OTHERS,
} from "../model/nest-tuning";
import { Placement, setPlacement } from "../model/placement";
import {
  addItem,
  anchored,
  cellHeight,
  cellWidth,
  evaluate,
  itemLimit,
  itemShape,
  itemX,
  itemY,
  size,
} from "../separate/state";
import { resetWeights } from "../separate/weights";
import { drawMissing, drawShape, firstLevel } from "./missing";

/** A way to put a part into the piece: the item that it replaces (one behind the last: none), its overlap for what it gains. */
@unmanaged
class Replacement extends Placement {
  item: i32;
  price: f64;
}

/** The type of the sheet, and draws so far. */
let sheetType: i32 = 0;
let draws: i32 = 0;
/** Items of less worth than some missing part. */
let loose: Ints = changetype<Ints>(0);
let looseCount: i32 = 0;
const best = changetype<Replacement>(memory.data(offsetof<Replacement>()));
const spot = changetype<Replacement>(memory.data(offsetof<Replacement>()));

export function openSpots(): void {
  loose = reserveRawInts(itemLimit);
}

/** Begins to look among the items of a piece of a sheet of some type. */
export function beginSpots(type: i32): void {
  sheetType = type;
  draws = 0;
  // One more, for what takes nobody's place.
  resetWeights(size + 1);
  looseCount = 0;
  for (let i = anchored; i < size; i++) {
    if (partAt(itemShape(i).part).level >= firstLevel()) loose[looseCount++] = i;
  }
  best.price = Infinity;
}

/** One draw; false when no other is wanted. */
export function drawSpot(): bool {
  const part = drawMissing(WINDOW_OTHERS);
  const shape = drawShape(part, sheetType);
  spot.item = looseCount > 0 && randomIndex(2) === 0 ? loose[<i32>randomIndex(looseCount)] : size;
  const gain = spot.item === size ? part.area : gainOver(part, partAt(itemShape(spot.item).part));
  if (changetype<usize>(shape) !== 0 && gain > 0 && sampleSpots(shape, SPOT_HOPE * best.price * gain)) {
    followDown(shape);
    if (spot.price < best.price * gain) keepSpot(shape, gain);
  }
  return best.price > 0 && ++draws < SPOT_DRAWS;
}

function keepSpot(shape: Shape, gain: f64): void {
  setPlacement(best, shape, spot.x, spot.y);
  best.item = spot.item;
  best.price = spot.price / gain;
}

/** Has any draw found a spot? */
export function isSpot(): bool {
  return best.price < Infinity;
}

/** The item that the best draw replaces; one behind the last when it takes nobody's place. */
export function spotItem(): i32 {
  return best.item;
}

/** Adds the part where the best draw has it. */
export function putSpot(): void {
  addItem(best.shape, best.x, best.y);
}

/** Gain of having a part in the place of another; not above 0 where that may not be. */
function gainOver(part: Part, other: Part): f64 {
  if (other.level < part.level) return 0;
  return part.area - other.area * (other.level === part.level ? 1 : SPOT_LEVEL);
}

/** Notes the best of some spots; false when it costs more than the most. */
function sampleSpots(shape: Shape, most: f64): bool {
  spot.price = most;
  let found = false;
  for (let i = 0; i < SPOT_SAMPLES; i++) {
    const across = cellWidth(0) - shape.maxX + shape.minX;
    const up = cellHeight(0) - shape.maxY + shape.minY;
    let x = across * randomUnit();
    let y = up * randomUnit();
    if (spot.item !== size) {
      // Around the middle of what is replaced, up to its edges.
      const old = itemShape(spot.item);
      x = itemX(spot.item) + old.minX + randomUnit() * (old.maxX - old.minX) - (shape.maxX - shape.minX) / 2;
      y = itemY(spot.item) + old.minY + randomUnit() * (old.maxY - old.minY) - (shape.maxY - shape.minY) / 2;
      x = max(0.0, min(across, x));
      y = max(0.0, min(up, y));
    }
    if (tryAt(shape, x - shape.minX, y - shape.minY)) found = true;
  }
  return found;
}

/** Steps along the axes for as long as one is cheaper. */
function followDown(shape: Shape): void {
  const side = min(shape.maxX - shape.minX, shape.maxY - shape.minY);
  let step = COARSE_FROM * side;
  while (step >= COARSE_TO * side && spot.price > 0) {
    const gained =
      tryAt(shape, spot.x + step, spot.y) ||
      tryAt(shape, spot.x - step, spot.y) ||
      tryAt(shape, spot.x, spot.y + step) ||
      tryAt(shape, spot.x, spot.y - step);
    if (!gained) step *= STEP_SHRINK;
  }
}

function tryAt(shape: Shape, x: f64, y: f64): bool {
  const price = evaluate(spot.item, shape, x, y, spot.price);
  if (price >= spot.price) return false;
  spot.price = price;
  spot.x = x;
  spot.y = y;
  return true;
}
