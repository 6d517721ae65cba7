/**
 * Which parts fit into the holes of others? A part in a hole takes no room from any sheet, so whenever something with
 * holes has been put down, each of them is offered the largest part that fits into it and is still wanted. What fits is
 * worked out once for every hole of a shape, when one is filled for the first time.
 */
import { findInnerFit, InnerFit, innerFitScratch, isConvexHole } from "../../geometry/inner-fit";
import { POINT_BYTES, RUN_BYTES, Run } from "../../geometry/records";
import { ringArea } from "../../geometry/ring";
import { holeAt, runsFor, Shape } from "../../geometry/shape";
import { reserve, reserveZeroed } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { collides, free, nextFree, placedAt, placedCount, sliceColumn } from "../layout/sheet";
import { PLACEMENT_BYTES, Placement, placementAt, setPlacement } from "../model/placement";
import { clearance, Part, partAt, partCount, shapeOf } from "../model/problem";
import { HOLE_COLUMNS, HOLE_FITS, HOLE_PARTS, HOLE_SHARE, SLACK } from "../model/tuning";

/** What fits into a hole, followed by so many placements against the shape with the hole. */
@unmanaged
class Fits {
  /** False as long as nobody has asked. */
  known: bool;
  count: i32;
}
const HEAD_BYTES: usize = 8;
const FITS_BYTES: usize = HEAD_BYTES + <usize>HOLE_FITS * PLACEMENT_BYTES;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Parts by level, then falling area. */
  byArea: Ints;
  /** Placement and hole that are to be looked at next. */
  host: i32;
  hole: i32;
  /** Ring of the hole at hand, and its points. */
  ring: usize;
  points: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));
const fit = changetype<InnerFit>(memory.data(offsetof<InnerFit>()));

/** The part that `nextInside` has found a hole for, and where it goes. */
export const inside = changetype<Placement>(memory.data(offsetof<Placement>()));

export function openHoles(): void {
  state.byArea = reserveRawInts(partCount);
  for (let i = 0; i < partCount; i++) insertByArea(i);
  let most = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      if (shape.holeCount === 0) continue;
      shape.inside = reserveZeroed(<usize>shape.holeCount * FITS_BYTES);
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
    const other = state.byArea[slot - 1];
    if (!goesBefore(partAt(index), partAt(other))) break;
    state.byArea[slot] = other;
  }
  state.byArea[slot] = index;
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
 * Finds the next hole for which there is a part, of those that `left` (copies by part) has any of; false when
 * there is none. What the caller puts into it is looked at in its turn.
 */
export function nextInside(left: Ints): bool {
  for (; state.host < placedCount(); state.host++) {
    const host = placedAt(state.host).shape;
    while (state.hole < host.holeCount) {
      if (findInside(host, state.hole++, left)) return true;
    }
    state.hole = 0;
  }
  return false;
}

function findInside(host: Shape, hole: i32, left: Ints): bool {
  const fits = changetype<Fits>(host.inside + <usize>hole * FITS_BYTES);
  const list = changetype<usize>(fits) + HEAD_BYTES;
  const hostX = placedAt(state.host).x;
  const hostY = placedAt(state.host).y;
  if (!fits.known) {
    fits.count = findFits(host, hole, list, hostX, hostY);
    fits.known = true;
  }
  for (let i = 0; i < fits.count; i++) {
    const entry = placementAt(list, i);
    if (left[entry.shape.part] <= 0) continue;
    setPlacement(inside, entry.shape, hostX + entry.x, hostY + entry.y);
    if (!collides(inside.shape, inside.x, inside.y)) return true;
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
    const part = partAt(state.byArea[i]);
    if (part.exteriorArea * (1 - 1e-9) > area || part.exteriorArea < HOLE_SHARE * area) continue;
    tried++;
    for (let k = 0; k < part.shapeCount; k++) {
      const shape = shapeOf(part, k);
      if (!boxFits(host, hole, shape)) continue;
      const fits = convex ? fitsConvex(host, shape) : fitsSomewhere(shape, hostX, hostY);
      if (!fits) continue;
      setPlacement(placementAt(to, found++), shape, inside.x, inside.y);
      break;
    }
  }
  return found;
}

/** Notes the shifts that keep the box of the shape in that of the hole; false when there are none. */
function boxFits(host: Shape, hole: i32, shape: Shape): bool {
  const box = holeAt(host, hole);
  const left = box.minX + clearance - shape.minX;
  const low = box.minY + clearance - shape.minY;
  const right = box.maxX - clearance - shape.maxX;
  const high = box.maxY - clearance - shape.maxY;
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
  fit.ring = changetype<Run>(shape.runs).edges;
  fit.ringPoints = ringPoints(shape, shape.runs);
  fit.gap = host.contact;
  fit.slack = SLACK / 2;
  const found = findInnerFit(fit);
  inside.x = fit.x;
  inside.y = fit.y;
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
    for (let skip = 0; nextFree(shape, 0, skip) && free.low <= right; skip++) {
      if (free.low < left || collides(shape, x + shift, free.low)) continue;
      inside.x = shift;
      inside.y = free.low - y;
      return true;
    }
  }
  // What fits without play lies level with the hole, and rounding may hide that from a column.
  inside.x = (low + high) / 2;
  inside.y = (fit.minY + fit.maxY) / 2;
  return !collides(shape, x + inside.x, y + inside.y);
}

/** Looks up the ring of a hole: the first of a shape's rings is its exterior. */
function findRing(shape: Shape, hole: i32): void {
  let run = shape.runs;
  for (let r = 0; r <= hole; r++) {
    const count = ringPoints(shape, run);
    run += <usize>runsFor(count) * RUN_BYTES;
  }
  state.ring = changetype<Run>(run).edges;
  state.points = ringPoints(shape, run);
  spend(<f64>shape.runCount * 0.1);
}

/** Points of the ring that begins with a run. */
function ringPoints(shape: Shape, first: usize): i32 {
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  const start = changetype<Run>(first).edges;
  let count = 0;
  for (let at = first; at < end; at += RUN_BYTES) {
    const run = changetype<Run>(at);
    if (run.edges !== start + <usize>count * POINT_BYTES) break;
    count += run.edgeCount;
  }
  return count;
}
