/**
 * Shifts into exact contact for an item that nearly is: a side of its box onto an edge of the sheet, a corner level with,
 * upright over or flush against a corner of a neighbour. The price jumps where contact begins, so no descent ends there,
 * and parts that fit without play would never be found together.
 */
import { EdgeRun, endOfEdges, POINT_BYTES, Point, RUN_BYTES } from "../../geometry/records";
import { Shape } from "../../geometry/shape";
import { Ints, Numbers } from "../../vector";
import { contactGap } from "../model/nest-problem";
import { BEST_SAMPLES, SNAP_RUNS } from "../model/nest-tuning";
import { windowItems, windowSize } from "./broad-phase";
import { cellAt, cellHeight, cellPitch, cellWidth, itemShape, itemX, itemY } from "./state";

/** Shifts this alike are one. */
const SAME: f64 = 1e-9;

/** The shortest shifts along each axis so far, ascending, and how many. */
const shifts = changetype<Numbers>(memory.data(BEST_SAMPLES * 16));
const counts = changetype<Ints>(memory.data(8));

/** Shifts along an axis (0: x, 1: y) that `findSnaps` has found. */
export function snapCount(axis: i32): i32 {
  return counts[axis];
}

export function snapAt(axis: i32, index: i32): f64 {
  return shifts[axis * BEST_SAMPLES + index];
}

/** Looks for shifts of at most `reach` that bring an item, as `shape` at (x, y), into contact with what is in the window. */
export function findSnaps(item: i32, shape: Shape, x: f64, y: f64, reach: f64): void {
  counts[0] = 0;
  counts[1] = 0;
  const cell = cellAt(x + (shape.minX + shape.maxX) / 2);
  const left = <f64>cell * cellPitch - x;
  keep(0, left - shape.minX, reach);
  keep(0, left + cellWidth(cell) - shape.maxX, reach);
  keep(1, -shape.minY - y, reach);
  keep(1, cellHeight(cell) - shape.maxY - y, reach);
  if (shape.runCount > SNAP_RUNS) return;
  for (let k = 0; k < windowSize(); k++) {
    const j = windowItems[k];
    if (j !== item && itemShape(j).runCount <= SNAP_RUNS)
      snapTo(itemShape(j), itemX(j) - x, itemY(j) - y, shape, reach);
  }
}

/** To the corners of `other`, which is shifted by (dx, dy) against the shape. */
function snapTo(other: Shape, dx: f64, dy: f64, shape: Shape, reach: f64): void {
  // Flush is a gap away from where the corners are level, on the side on which the shape lies.
  const flushX = other.minX + other.maxX + 2 * dx > shape.minX + shape.maxX ? -contactGap : contactGap;
  const flushY = other.minY + other.maxY + 2 * dy > shape.minY + shape.maxY ? -contactGap : contactGap;
  const end = other.runs + <usize>other.runCount * RUN_BYTES;
  for (let run = other.runs; run < end; run += RUN_BYTES) {
    const stop = endOfEdges(changetype<EdgeRun>(run));
    for (let at = changetype<EdgeRun>(run).edges; at < stop; at += POINT_BYTES) {
      const x = changetype<Point>(at).x + dx;
      const y = changetype<Point>(at).y + dy;
      if (x < shape.minX - reach || x > shape.maxX + reach) continue;
      if (y < shape.minY - reach || y > shape.maxY + reach) continue;
      snapToCorner(x, y, flushX, flushY, shape, reach);
    }
  }
}

function snapToCorner(x: f64, y: f64, flushX: f64, flushY: f64, shape: Shape, reach: f64): void {
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  for (let run = shape.runs; run < end; run += RUN_BYTES) {
    const stop = endOfEdges(changetype<EdgeRun>(run));
    for (let at = changetype<EdgeRun>(run).edges; at < stop; at += POINT_BYTES) {
      const dx = x - changetype<Point>(at).x;
      const dy = y - changetype<Point>(at).y;
      if (Math.abs(dx) > reach || Math.abs(dy) > reach) continue;
      keep(0, dx, reach);
      keep(0, dx + flushX, reach);
      keep(1, dy, reach);
      keep(1, dy + flushY, reach);
    }
  }
}

/** Keeps the shift if it is among the shortest. */
function keep(axis: i32, shift: f64, reach: f64): void {
  const length = Math.abs(shift);
  if (length > reach || length < SAME) return;
  const count = snapCount(axis);
  for (let i = 0; i < count; i++) if (Math.abs(snapAt(axis, i) - shift) < SAME) return;
  let slot = count;
  while (slot > 0 && Math.abs(snapAt(axis, slot - 1)) > length) slot--;
  if (slot === BEST_SAMPLES) return;
  for (let i = min(count, BEST_SAMPLES - 1); i > slot; i--)
    shifts[axis * BEST_SAMPLES + i] = snapAt(axis, i - 1);
  shifts[axis * BEST_SAMPLES + slot] = shift;
  if (count < BEST_SAMPLES) counts[axis] = count + 1;
}
