/**
 * Which parts fit into the holes of others? A part in a hole takes no room from any sheet, so whenever something with
 * holes has been put down, each of them is offered the largest part that fits into it and is still wanted. What fits is
 * worked out once for every hole of a shape, when one is filled for the first time.
 *
 *     table of a shape    one row per hole: 0 or 1 + number of entries, entry ...
 *     entry               shape, shift against the shape with the hole (x, y) ... 24 bytes
 */
import { findInnerFit, InnerFit, innerFitScratch, isConvexHole } from "../../geometry/inner-fit";
import { ringArea } from "../../geometry/ring";
import { RUN_BYTES, runsFor, Shape } from "../../geometry/shape";
import { reserve, reserveZeroed } from "../../memory";
import { spend } from "../../work";
import {
  collides,
  gapStart,
  nextGap,
  placedCount,
  placedShape,
  placedX,
  placedY,
  sliceColumn,
} from "../layout/sheet";
import { clearance, Part, partAt, partCount, shapeOf } from "../model/problem";
import { HOLE_COLUMNS, HOLE_FITS, HOLE_PARTS, HOLE_SHARE, SLACK } from "../model/tuning";

const ENTRY_BYTES: usize = 24;
const ROW_BYTES: usize = 8 + <usize>HOLE_FITS * ENTRY_BYTES;
/** Box of a hole and the address of its ring with the number of its points. */
const HOLE_BYTES: usize = 32;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Parts by level, then falling area. */
  byArea: usize;
  /** Placement and hole that are to be looked at next. */
  host: i32;
  hole: i32;
  /** Ring of the hole at hand, and its points. */
  ring: usize;
  points: i32;
  /** The part that goes into a hole next, and where. */
  insideShape: Shape;
  insideX: f64;
  insideY: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));
const fit = changetype<InnerFit>(memory.data(offsetof<InnerFit>()));

/** The part that `nextInside` has found a hole for. */
export function insideShape(): Shape {
  return state.insideShape;
}

/** Where it goes. */
export function insideX(): f64 {
  return state.insideX;
}

export function insideY(): f64 {
  return state.insideY;
}

export function openHoles(): void {
  state.byArea = reserve((<usize>partCount) << 2);
  for (let i = 0; i < partCount; i++) insertByArea(i);
  let most = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      if (shape.holeCount === 0) continue;
      shape.inside = reserveZeroed(<usize>shape.holeCount * ROW_BYTES);
      for (let h = 0; h < shape.holeCount; h++) {
        findRing(shape, h);
        most = max(most, state.points);
      }
    }
  }
  if (most > 0) fit.scratch = reserve(innerFitScratch(most));
}

function insertByArea(index: i32): void {
  let slot = index;
  for (; slot > 0; slot--) {
    const other = load<i32>(state.byArea + ((<usize>(slot - 1)) << 2));
    if (!goesBefore(partAt(index), partAt(other))) break;
    store<i32>(state.byArea + ((<usize>slot) << 2), other);
  }
  store<i32>(state.byArea + ((<usize>slot) << 2), index);
}

function goesBefore(a: Part, b: Part): bool {
  return a.level === b.level ? a.exteriorArea > b.exteriorArea : a.level < b.level;
}

/** Turns to the holes of what is on the open sheet, from a placement on. */
export function beginInside(first: i32): void {
  state.host = first;
  state.hole = 0;
}

/**
 * Finds the next hole for which there is a part, of those that `left` (copies by part, as i32) has any of; false when
 * there is none. What the caller puts into it is looked at in its turn.
 */
export function nextInside(left: usize): bool {
  for (; state.host < placedCount(); state.host++) {
    const host = placedShape(state.host);
    while (state.hole < host.holeCount) {
      if (findInside(host, state.hole++, left)) return true;
    }
    state.hole = 0;
  }
  return false;
}

function findInside(host: Shape, hole: i32, left: usize): bool {
  const row = host.inside + <usize>hole * ROW_BYTES;
  const hostX = placedX(state.host);
  const hostY = placedY(state.host);
  if (load<i32>(row) === 0) store<i32>(row, 1 + findFits(host, hole, row + 8, hostX, hostY));
  for (let i = 0; i < load<i32>(row) - 1; i++) {
    const entry = row + 8 + <usize>i * ENTRY_BYTES;
    state.insideShape = changetype<Shape>(<usize>load<u32>(entry));
    if (load<i32>(left + ((<usize>state.insideShape.part) << 2)) <= 0) continue;
    state.insideX = hostX + load<f64>(entry, 8);
    state.insideY = hostY + load<f64>(entry, 16);
    if (!collides(state.insideShape, state.insideX, state.insideY)) return true;
  }
  return false;
}

/** Lists the largest parts that fit into a hole, each in the first orientation that does; returns how many. */
function findFits(host: Shape, hole: i32, to: usize, hostX: f64, hostY: f64): i32 {
  findRing(host, hole);
  const area = -ringArea(state.ring, state.points);
  const convex = isConvexHole(state.ring, state.points);
  let found = 0;
  let tried = 0;
  for (let i = 0; i < partCount && found < HOLE_FITS && tried < HOLE_PARTS; i++) {
    const part = partAt(load<i32>(state.byArea + ((<usize>i) << 2)));
    if (part.exteriorArea * (1 - 1e-9) > area || part.exteriorArea < HOLE_SHARE * area) continue;
    tried++;
    for (let k = 0; k < part.shapeCount; k++) {
      const shape = shapeOf(part, k);
      if (!boxFits(host, hole, shape)) continue;
      const fits = convex ? fitsConvex(host, shape) : fitsSomewhere(shape, hostX, hostY);
      if (!fits) continue;
      const entry = to + <usize>found * ENTRY_BYTES;
      found++;
      store<u32>(entry, <u32>changetype<usize>(shape));
      store<f64>(entry, state.insideX, 8);
      store<f64>(entry, state.insideY, 16);
      break;
    }
  }
  return found;
}

/** Notes the shifts that keep the box of the shape in that of the hole; false when there are none. */
function boxFits(host: Shape, hole: i32, shape: Shape): bool {
  const box = host.holes + <usize>hole * HOLE_BYTES;
  const left = load<f64>(box) + clearance - shape.minX;
  const low = load<f64>(box, 8) + clearance - shape.minY;
  const right = load<f64>(box, 16) - clearance - shape.maxX;
  const high = load<f64>(box, 24) - clearance - shape.maxY;
  if (right < left - SLACK || high < low - SLACK) return false;
  // Flush on both sides: rounding decides which is the larger.
  fit.minX = min(left, right) - SLACK;
  fit.maxX = max(left, right) + SLACK;
  fit.minY = min(low, high) - SLACK;
  fit.maxY = max(low, high) + SLACK;
  return true;
}

function fitsConvex(host: Shape, shape: Shape): bool {
  fit.hole = state.ring;
  fit.holePoints = state.points;
  fit.ring = <usize>load<u32>(shape.runs, 32);
  fit.ringPoints = ringPoints(shape, shape.runs);
  fit.gap = host.contact;
  fit.slack = SLACK / 2;
  const found = findInnerFit(fit);
  state.insideX = fit.x;
  state.insideY = fit.y;
  return found;
}

/** In a hole of any form, at some places across it, with the shape that has it on the open sheet at (x, y). */
function fitsSomewhere(shape: Shape, x: f64, y: f64): bool {
  const low = fit.minX + SLACK;
  const high = fit.maxX - SLACK;
  const left = y + fit.minY;
  const right = y + fit.maxY;
  for (let i = 0; i < HOLE_COLUMNS; i++) {
    const shift = low + ((high - low) * <f64>i) / <f64>(HOLE_COLUMNS - 1);
    sliceColumn(shape, 0, x + shift);
    for (let skip = 0; nextGap(shape, 0, skip) && gapStart() <= right; skip++) {
      if (gapStart() < left || collides(shape, x + shift, gapStart())) continue;
      state.insideX = shift;
      state.insideY = gapStart() - y;
      return true;
    }
  }
  // What fits without play lies level with the hole, and rounding may hide that from a column.
  state.insideX = (low + high) / 2;
  state.insideY = (fit.minY + fit.maxY) / 2;
  return !collides(shape, x + state.insideX, y + state.insideY);
}

/** Looks up the ring of a hole: the first of a shape's rings is its exterior. */
function findRing(shape: Shape, hole: i32): void {
  let run = shape.runs;
  for (let r = 0; r <= hole; r++) {
    const count = ringPoints(shape, run);
    run += <usize>runsFor(count) * RUN_BYTES;
  }
  state.ring = <usize>load<u32>(run, 32);
  state.points = ringPoints(shape, run);
  spend(<f64>shape.runCount * 0.1);
}

/** Points of the ring that begins with a run. */
function ringPoints(shape: Shape, first: usize): i32 {
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  const start = <usize>load<u32>(first, 32);
  let count = 0;
  for (
    let run = first;
    run < end && <usize>load<u32>(run, 32) === start + ((<usize>count) << 4);
    run += RUN_BYTES
  )
    count += load<i32>(run, 36);
  return count;
}
