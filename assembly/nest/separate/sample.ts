/**
 * A better place for one item: samples around where it is, over the whole sheet and in holes; the best
 * few are refined by coordinate descent, the best of those once more in fine steps. The place it has takes part, so
 * the weighted price of an item never rises. (Gardeyn, Vanden Berghe and Wauters 2025, algorithm 6.)
 */
import { holeAt, Shape } from "../../geometry/shape";
import { NestGrid } from "../../layout";
import { randomBetween, randomBits, randomIndex } from "../../random";
import { turnedX, turnedY } from "../model/free";
import { isFree, Part, partAt, shapeOf } from "../model/nest-problem";
import {
  ALIKE,
  ALIKE_ANGLE,
  BEST_SAMPLES,
  COARSE_FROM,
  COARSE_TO,
  FEW_SHAPES,
  FOCUSED_SAMPLES,
  HOLE_SAMPLES,
  LEAST_TURN,
  MOST_TURN,
  SHEET_SAMPLES,
  SNAP_REACH,
  STEP_GROWTH,
  STEP_SHRINK,
  TURNING_AXES,
  TURNING_MOVES,
  WINDOW_STEPS,
} from "../model/nest-tuning";
import { anglesBetween, isSameSide } from "../model/orientation";
import { Placement, setPlacement } from "../model/placement";
import { openWindow } from "./broad-phase";
import { findSnaps, snapAt, snapCount } from "./snap";
import {
  cellCount,
  cellHeight,
  cellPitch,
  cellWidth,
  evaluate,
  holedCount,
  holedItems,
  itemCell,
  itemShape,
  itemX,
  itemY,
  moveItem,
  needEdges,
} from "./state";
import { turnedCandidate, turnedFrom } from "./turn";

/** A place and its price. */
@unmanaged
class Sample extends Placement {
  price: f64;
}
const SAMPLE_BYTES = 32;

/** The best samples so far, ascending by price, and the one under refinement. */
const samples = memory.data(BEST_SAMPLES * SAMPLE_BYTES);
const current = changetype<Sample>(memory.data(SAMPLE_BYTES));

function sampleAt(slot: i32): Sample {
  return changetype<Sample>(samples + slot * SAMPLE_BYTES);
}

let count: i32 = 0;
/** Evaluations since the instance was made. */
let evaluations: f64 = 0;
let item: i32 = 0;
let alike: f64 = 0;
/** The part may be turned by any angle in a range, in this move. */
let turns: bool = false;
/** Thousandths of a degree by which it turns while its farthest point moves by a millimetre. */
let perMm: f64 = 0;

export function evaluationCount(): f64 {
  return evaluations;
}

/** Algorithm 6 of sparrow: seeks a place for the item and moves it there. */
export function relocate(index: i32): void {
  item = index;
  const present = itemShape(index);
  const part = partAt(present.part);
  const side = min(present.maxX - present.minX, present.maxY - present.minY);
  alike = ALIKE * side;
  count = 0;
  beginTurning(part);
  offer(present, itemX(index), itemY(index));
  sampleAround(part, present);
  sampleSheet(part);
  // A free place cannot be improved upon.
  for (let i = 0; i < count && sampleAt(0).price > 0; i++) {
    takeUp(sampleAt(i));
    descend(side * COARSE_FROM, side * COARSE_TO);
    copySample(sampleAt(i), current);
  }
  takeUp(bestSample());
  if (current.price > 0) descend((side * COARSE_TO) / 2, side * (COARSE_TO / 20));
  if (current.price > 0) snap(side * SNAP_REACH);
  moveItem(index, current.shape, current.x, current.y);
}

function sampleAround(part: Part, present: Shape): void {
  const cell = itemCell(item);
  const left = present.minX + itemX(item);
  const low = present.minY + itemY(item);
  const right = present.maxX + itemX(item);
  const high = present.maxY + itemY(item);
  const half = part.diameter / 2;
  openWindow(left - half, low - half, right + half, high + half);
  for (let i = 0; i < FOCUSED_SAMPLES; i++) {
    // Half of them at the angle that it has, which is on no list as a rule.
    const turned = turns && (i & 1) === 0 ? present : drawShape(part);
    sample(turned, cell, left, low, right, high);
  }
}

/** Over all cells; where there are holes, some of the samples go into one. */
function sampleSheet(part: Part): void {
  let samples = SHEET_SAMPLES;
  if (holedCount > 0) {
    samples -= HOLE_SAMPLES;
    for (let i = 0; i < HOLE_SAMPLES; i++) sampleHole(part, holedItems[<i32>randomIndex(holedCount)]);
  }
  for (let i = 0; i < samples; i++) {
    const cell = cellCount === 1 ? 0 : <i32>randomIndex(cellCount);
    sample(drawShape(part), cell, -Infinity, -Infinity, Infinity, Infinity);
  }
}

function sampleHole(part: Part, holder: i32): void {
  if (holder === item) return;
  const around = itemShape(holder);
  const hole = holeAt(around, <i32>randomIndex(around.holeCount));
  const x = itemX(holder);
  const y = itemY(holder);
  sample(drawShape(part), itemCell(holder), hole.minX + x, hole.minY + y, hole.maxX + x, hole.maxY + y);
}

/** Offers one random place whose box has its centre in the window and lies inside the cell. */
function sample(turned: Shape, cell: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const halfWidth = (turned.maxX - turned.minX) / 2;
  const halfHeight = (turned.maxY - turned.minY) / 2;
  const start = <f64>cell * cellPitch;
  const fromX = max(minX, start + halfWidth);
  const toX = min(maxX, start + cellWidth(cell) - halfWidth);
  const fromY = max(minY, halfHeight);
  const toY = min(maxY, cellHeight(cell) - halfHeight);
  if (toX < fromX || toY < fromY) return;
  const cx = randomBetween(fromX, toX);
  const cy = randomBetween(fromY, toY);
  offer(turned, cx - (turned.minX + turned.maxX) / 2, cy - (turned.minY + turned.maxY) / 2);
}

/** A random orientation; where there are many, three of four are at right angles if any are. */
function drawShape(part: Part): Shape {
  if (part.shapeCount === 1) return shapeOf(part, 0);
  const many = part.shapeCount > FEW_SHAPES;
  const among = many && randomIndex(4) > 0 ? part.rightCount : part.shapeCount;
  return shapeOf(part, <i32>randomIndex(among));
}

/** Is the part turned in this move, and how fast? */
function beginTurning(part: Part): void {
  turns = isFree(part) && randomIndex(TURNING_MOVES) === 0;
  if (turns) perMm = <f64>NestGrid.TURN / (2 * Math.PI) / part.free.reach;
}

/** Do the two lie at the same angle, or nearly so? */
function isAlike(sample: Sample, turned: Shape): bool {
  if (sample.orientation === turned.orientation) return true;
  if (!turns || !isSameSide(sample.orientation, turned.orientation)) return false;
  return anglesBetween(sample.orientation, turned.orientation) < ALIKE_ANGLE;
}

/** Turns to a sample, whose shape may have been turned for others since. */
function takeUp(sample: Sample): void {
  copySample(current, sample);
  if (current.shape.orientation !== sample.orientation)
    current.shape = turnedCandidate(sample.shape.part, sample.orientation, current.shape, current.shape);
  current.orientation = sample.orientation;
}

/** Keeps the place when it is among the best and better than those like it. */
function offer(turned: Shape, px: f64, py: f64): void {
  const bound = count < BEST_SAMPLES ? Infinity : sampleAt(BEST_SAMPLES - 1).price;
  evaluations++;
  const price = evaluate(item, turned, px, py, bound);
  if (price >= bound) return;
  let slot = count;
  for (let i = 0; i < count; i++) {
    const other = sampleAt(i);
    const near = isAlike(other, turned) && Math.abs(other.x - px) < alike && Math.abs(other.y - py) < alike;
    if (!near) continue;
    if (other.price <= price) return;
    slot = i;
    break;
  }
  if (slot === count) {
    if (count < BEST_SAMPLES) count++;
    else slot--;
  }
  while (slot > 0 && sampleAt(slot - 1).price > price) {
    copySample(sampleAt(slot), sampleAt(slot - 1));
    slot--;
  }
  setPlacement(sampleAt(slot), turned, px, py);
  sampleAt(slot).price = price;
}

function copySample(to: Sample, from: Sample): void {
  setPlacement(to, from.shape, from.x, from.y);
  to.orientation = from.orientation;
  to.price = from.price;
}

/** Tries the exact contacts nearby: those along one axis, along the other, and both at once. */
function snap(reach: f64): void {
  needEdges(current.shape);
  findSnaps(item, current.shape, current.x, current.y, reach);
  const fromX = current.x;
  const fromY = current.y;
  for (let i = 0; i <= snapCount(0); i++) {
    for (let j = i === 0 ? 1 : 0; j <= snapCount(1); j++) {
      const px = i === 0 ? fromX : fromX + snapAt(0, i - 1);
      const py = j === 0 ? fromY : fromY + snapAt(1, j - 1);
      evaluations++;
      const price = evaluate(item, current.shape, px, py, current.price);
      if (price >= current.price) continue;
      current.price = price;
      current.x = px;
      current.y = py;
    }
  }
}

function bestSample(): Sample {
  let best = sampleAt(0);
  for (let i = 1; i < count; i++) {
    if (sampleAt(i).price < best.price) best = sampleAt(i);
  }
  return best;
}

/**
 * Algorithm 7 of sparrow, coordinate descent from the sample under refinement: two opposite neighbours along a random axis
 * or diagonal; a gain lengthens that step and keeps the axis, a failure halves it and draws another. Where the part may be
 * turned, a third of the steps turn it about its centroid, by as much as moves the farthest point as far as the others do.
 */
function descend(from: f64, to: f64): void {
  const margin = WINDOW_STEPS * from;
  openWindow(
    current.shape.minX + current.x - margin,
    current.shape.minY + current.y - margin,
    current.shape.maxX + current.x + margin,
    current.shape.maxY + current.y + margin,
  );
  let stepX = from;
  let stepY = from;
  let angle = turns ? min(from * perMm, MOST_TURN) : 0;
  const least = max(to * perMm, LEAST_TURN);
  let axis = drawAxis();
  while (stepX >= to || stepY >= to || angle >= least) {
    const gained =
      axis >= 4
        ? turnBy(<i32>Math.round(angle))
        : moveBy(axis === 1 ? 0.0 : stepX, axis === 0 ? 0.0 : axis === 3 ? -stepY : stepY);
    const factor = gained ? STEP_GROWTH : STEP_SHRINK;
    const scale = axis === 2 || axis === 3 ? Math.sqrt(factor) : factor;
    if (axis >= 4) angle *= factor;
    else {
      if (axis !== 1) stepX *= scale;
      if (axis !== 0) stepY *= scale;
    }
    if (!gained) axis = drawAxis();
  }
}

/** An axis or a diagonal; from 4 on, one time in three where the part may be turned, an angle. */
function drawAxis(): i32 {
  return turns ? <i32>randomIndex(TURNING_AXES) : <i32>(randomBits() & 3);
}

/** Moves the sample under refinement ahead or back, whichever is better; true when that has gained something. */
function moveBy(dx: f64, dy: f64): bool {
  evaluations += 2;
  const shape = current.shape;
  const ahead = evaluate(item, shape, current.x + dx, current.y + dy, current.price);
  const behind = evaluate(item, shape, current.x - dx, current.y - dy, min(current.price, ahead));
  const next = min(ahead, behind);
  if (next > current.price) return false;
  const gained = next < current.price;
  current.x += behind < ahead ? -dx : dx;
  current.y += behind < ahead ? -dy : dy;
  current.price = next;
  return gained;
}

/** Turns it one way or the other. */
function turnBy(step: i32): bool {
  const before = current.price;
  const from = current.shape;
  const x = current.x;
  const y = current.y;
  turnTo(turnedFrom(from, step, from), from, x, y);
  turnTo(turnedFrom(from, -step, current.shape), from, x, y);
  return current.price < before;
}

/** Takes a shape, with its centroid where it was at (x, y) as `from`, if that is better; null is none. */
function turnTo(shape: Shape, from: Shape, x: f64, y: f64): void {
  if (changetype<usize>(shape) === 0) return;
  const free = partAt(shape.part).free;
  const px = x + turnedX(free, from.orientation) - turnedX(free, shape.orientation);
  const py = y + turnedY(free, from.orientation) - turnedY(free, shape.orientation);
  evaluations++;
  const price = evaluate(item, shape, px, py, current.price);
  if (price >= current.price) return;
  setPlacement(current, shape, px, py);
  current.price = price;
}
