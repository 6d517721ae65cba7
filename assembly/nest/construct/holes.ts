/**
 * Which parts fit into the holes of others, and how many? A part in a hole takes no room from any sheet, so whenever
 * something with holes has been put down, each of them is offered what fills most of it and is still wanted. What fits
 * is worked out once for every hole of a shape, when one is filled for the first time.
 */
import { findInnerFit, InnerFit, innerFitScratch, isConvexHole } from "../../geometry/inner-fit";
import { EdgeRun, RUN_BYTES } from "../../geometry/records";
import { ringArea } from "../../geometry/ring";
import { holeAt, ringPoints, runsFor, Shape } from "../../geometry/shape";
import { reserve, reserveZeroed } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend, workSpent } from "../../work";
import {
  collides,
  free,
  freeAround,
  nextFree,
  place,
  placedAt,
  placedCount,
  sliceColumn,
  takeOff,
} from "../layout/laid-sheet";
import { HOLE_FITS, HOLE_MEMORY, HOLE_PLACES, SLACK } from "../model/limits";
import { clearance, Part, partAt, partCount, shapeOf } from "../model/nest-problem";
import {
  FEW_SHAPES,
  HOLE_COLUMNS,
  HOLE_PARTS,
  HOLE_SHARE,
  HOLE_WORK,
  MANY_COPIES,
  RISE,
  SLIDES,
} from "../model/nest-tuning";
import { PLACEMENT_BYTES, Placement, placementAt, setPlacement } from "../model/placement";
import { findRows, ROWS_MOST } from "./rows";

/** Copies of one part that go into a hole together: so many placements against the shape with the hole. */
@unmanaged
class Filling {
  first: i32;
  count: i32;
}
const FILLING_BYTES: usize = 8;

/** Shapes that fit into a hole, followed by so many fillings. */
@unmanaged
class Fits {
  /** False as long as nobody has asked. */
  known: bool;
  count: i32;
}
const HEAD_BYTES: usize = 8;
const FITS_BYTES: usize = HEAD_BYTES + <usize>HOLE_FITS * FILLING_BYTES;

/** Parts by level, then falling area. */
let byArea: Ints = changetype<Ints>(0);
/** Placement and hole that are to be looked at next. */
let hostPlacement: i32 = 0;
let hostHole: i32 = 0;
/** Ring of the hole at hand, and its points. */
let holeRing: usize = 0;
let holePoints: i32 = 0;
let holeArea: f64 = 0;
/** Work that laying copies one by one has taken so far, and the reading of the meter at which it ends. */
let copyWork: f64 = 0;
let copyEnd: f64 = 0;
/** The placements of all fillings, and how many there may be: so many for each hole, since the first use up no more. */
let placements: usize = 0;
let used: i32 = 0;
let placementLimit: i32 = 0;
/** Fillings that are still to come of the one that is being laid, and the place of its host. */
let fillingNext: i32 = 0;
let fillingEnd: i32 = 0;
let hostX: f64 = 0;
let hostY: f64 = 0;
const fit = changetype<InnerFit>(memory.data(offsetof<InnerFit>()));

/** Where the next of several copies goes. */
const corner = changetype<Placement>(memory.data(offsetof<Placement>()));
/** The part that `nextInside` has found a hole for, and where it goes. */
export const inside = changetype<Placement>(memory.data(offsetof<Placement>()));

export function openHoles(): void {
  byArea = reserveRawInts(partCount);
  for (let i = 0; i < partCount; i++) insertByArea(i);
  let most = 0;
  let holes = 0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      if (shape.holeCount === 0) continue;
      shape.inside = reserveZeroed(<usize>shape.holeCount * FITS_BYTES);
      holes += shape.holeCount;
      for (let h = 0; h < shape.holeCount; h++) {
        findRing(shape, h);
        most = max(most, holePoints);
      }
    }
  }
  if (most === 0) return;
  fit.scratch = reserve(innerFitScratch(most));
  placementLimit = min(holes, HOLE_MEMORY) * HOLE_PLACES;
  used = 0;
  copyWork = 0;
  // Behind all that are kept, those of a filling that has just been found.
  placements = reserve(<usize>(placementLimit + ROWS_MOST) * PLACEMENT_BYTES);
}

function insertByArea(index: i32): void {
  let slot = index;
  for (; slot > 0; slot--) {
    const other = byArea[slot - 1];
    if (!goesBefore(partAt(index), partAt(other))) break;
    byArea[slot] = other;
  }
  byArea[slot] = index;
}

function goesBefore(a: Part, b: Part): bool {
  return a.level === b.level ? a.exteriorArea > b.exteriorArea : a.level < b.level;
}

/** Turns to the holes of what is on the open sheet, from a placement on. */
export function beginInside(first: i32): void {
  hostPlacement = first;
  hostHole = 0;
  fillingNext = 0;
  fillingEnd = 0;
}

/**
 * Finds the next part to be put into a hole, of those that `left` (copies by part) has any of; false when there is
 * none. What the caller puts into it is looked at in its turn.
 */
export function nextInside(left: Ints): bool {
  while (true) {
    if (nextInHole(left)) return true;
    if (hostPlacement >= placedCount()) return false;
    if (hostHole < placedAt(hostPlacement).shape.holeCount) chooseFilling(hostHole++, left);
    else {
      hostPlacement++;
      hostHole = 0;
    }
  }
}

/** Turns to one hole of a placement on the open sheet alone. */
export function beginHole(placement: i32, hole: i32, left: Ints): void {
  beginInside(placement);
  chooseFilling(hole, left);
}

/** As `nextInside`, of what has been chosen for the hole at hand. */
export function nextInHole(left: Ints): bool {
  while (fillingNext < fillingEnd) {
    const entry = placementAt(placements, fillingNext++);
    setPlacement(inside, entry.shape, hostX + entry.x, hostY + entry.y);
    if (left[entry.shape.part] <= 0) fillingNext = fillingEnd;
    else if (!collides(inside.shape, inside.x, inside.y)) return true;
  }
  return false;
}

/** Turns to the filling of a hole of the host that has most material of the first level, as far as copies are left. */
function chooseFilling(hole: i32, left: Ints): void {
  const host = placedAt(hostPlacement).shape;
  const fits = changetype<Fits>(host.inside + <usize>hole * FITS_BYTES);
  hostX = placedAt(hostPlacement).x;
  hostY = placedAt(hostPlacement).y;
  if (!fits.known) {
    findFits(host, hole, fits);
    fits.known = true;
  }
  let level = i32.MAX_VALUE;
  let most = 0.0;
  for (let i = 0; i < fits.count; i++) {
    const filling = fillingAt(fits, i);
    const part = partOf(filling);
    const area = areaOf(filling, left[part]);
    const below = partAt(part).level - level;
    if (area === 0 || below > 0 || (below === 0 && area <= most)) continue;
    level = partAt(part).level;
    most = area;
    fillingNext = filling.first;
    fillingEnd = filling.first + filling.count;
  }
}

function partOf(filling: Filling): i32 {
  return placementAt(placements, filling.first).shape.part;
}

function fillingAt(fits: Fits, index: i32): Filling {
  return changetype<Filling>(changetype<usize>(fits) + HEAD_BYTES + <usize>index * FILLING_BYTES);
}

/** Area of a filling's parts, of which no more than so many are left. */
function areaOf(filling: Filling, left: i32): f64 {
  return <f64>min(filling.count, left) * partAt(partOf(filling)).exteriorArea;
}

/** Lists what fills most of a hole, of every part in the orientation of which most copies fit. */
function findFits(host: Shape, hole: i32, fits: Fits): void {
  findRing(host, hole);
  const area = -ringArea(holeRing, holePoints);
  holeArea = area;
  const convex = isConvexHole(holeRing, holePoints);
  const limit = min(used + HOLE_PLACES, placementLimit);
  let tried = 0;
  for (let i = 0; i < partCount && tried < HOLE_PARTS; i++) {
    const part = partAt(byArea[i]);
    if (part.quantity === 0 || part.exteriorArea * (1 - 1e-9) > area) continue;
    if (part.exteriorArea * <f64>min(ROWS_MOST, part.quantity) < HOLE_SHARE * area) continue;
    tried++;
    const first = placementAt(placements, used);
    const count = findFilling(host, hole, part, convex, changetype<usize>(first));
    if (used + count > limit) return;
    if (<f64>count * part.exteriorArea >= HOLE_SHARE * area) keepFilling(fits, count);
  }
}

/** Lists the places of most copies of a part in a hole; returns how many. */
function findFilling(host: Shape, hole: i32, part: Part, convex: bool, to: usize): i32 {
  let most = 0;
  for (let k = 0; k < part.shapeCount && k < FEW_SHAPES; k++) {
    const shape = shapeOf(part, k);
    if (!boxFits(host, hole, shape)) continue;
    if (convex) {
      if (fitsConvex(host, shape)) most = max(most, findRows(fit, shape, most, to));
    } else if (fitsSomewhere(shape, hostX, hostY)) {
      setPlacement(placementAt(to, 0), shape, inside.x, inside.y);
      most = 1;
      break;
    }
  }
  const wanted = <i32>min(<f64>part.quantity, holeArea / part.exteriorArea);
  if (most === 0 || most >= wanted || wanted > MANY_COPIES || copyWork > HOLE_WORK) return most;
  // Alike copies lie best in rows.
  if (convex && part.shapeCount === 1) return most;
  const before = workSpent();
  copyEnd = before + HOLE_WORK - copyWork;
  most = layEach(host, hole, part, most, to);
  copyWork += workSpent() - before;
  return most;
}

/**
 * Lays copies of a part one after another, each where it ends first from the left in any orientation, while there is work
 * left. Lists them if they are more than `least`; returns how many there are then.
 */
function layEach(host: Shape, hole: i32, part: Part, least: i32, to: usize): i32 {
  const first = placedCount();
  let count = 0;
  while (count < part.quantity && count < MANY_COPIES && findCorner(host, hole, part, first)) {
    place(corner.shape, corner.x, corner.y);
    count++;
  }
  if (count > least) {
    for (let i = 0; i < count; i++) {
      const placed = placedAt(first + i);
      setPlacement(placementAt(to, i), placed.shape, placed.x - hostX, placed.y - hostY);
    }
  }
  takeOff(first);
  return max(count, least);
}

/**
 * Finds the place in a hole, `corner`, where another copy of a part ends first; behind the placements from `first` on too.
 * False when there is none, or no work left.
 */
function findCorner(host: Shape, hole: i32, part: Part, first: i32): bool {
  let least = Infinity;
  for (let k = 0; k < part.shapeCount && k < FEW_SHAPES; k++) {
    const shape = shapeOf(part, k);
    if (!boxFits(host, hole, shape)) continue;
    const columns = HOLE_COLUMNS + placedCount() - first;
    for (let i = 0; i < columns; i++) {
      if (workSpent() > copyEnd) return false;
      const share = <f64>i / <f64>(HOLE_COLUMNS - 1);
      const x =
        i < HOLE_COLUMNS
          ? hostX + fit.minX + (fit.maxX - fit.minX) * share
          : placedAt(first + i - HOLE_COLUMNS).maxX + clearance - shape.minX;
      if (x > hostX + fit.maxX || !findInColumn(shape, x)) continue;
      const cost = inside.x + shape.maxX + RISE * (inside.y + shape.maxY);
      if (cost >= least) continue;
      least = cost;
      setPlacement(corner, shape, inside.x, inside.y);
    }
  }
  return least < Infinity;
}

/**
 * Finds the lowest place of a shape at x in the hole at hand and slides it into the corner, `inside`; false when there
 * is none.
 */
function findInColumn(shape: Shape, x: f64): bool {
  sliceIn(shape, 0, x);
  for (let skip = 0; nextFree(skip); skip++) {
    if (collides(shape, x, free.low)) continue;
    setPlacement(inside, shape, x, free.low);
    for (let turn = 0; turn < 2 * SLIDES; turn++) {
      const axis = (turn & 1) ^ 1;
      sliceIn(shape, axis, axis === 0 ? inside.x : inside.y);
      if (!freeAround(axis === 0 ? inside.y : inside.x)) break;
      if (collides(shape, axis === 0 ? inside.x : free.low, axis === 0 ? free.low : inside.y)) break;
      if (axis === 0) inside.y = free.low;
      else inside.x = free.low;
    }
    return true;
  }
  return false;
}

/** Slices along an axis what lies in the hole at hand. */
function sliceIn(shape: Shape, axis: i32, at: f64): void {
  if (axis === 0) sliceColumn(shape, 0, at, hostY + fit.minY, hostY + fit.maxY);
  else sliceColumn(shape, 1, at, hostX + fit.minX, hostX + fit.maxX);
}

function comesBehind(a: Filling, b: Filling): bool {
  const below = partAt(partOf(a)).level - partAt(partOf(b)).level;
  return below > 0 || (below === 0 && areaOf(a, i32.MAX_VALUE) < areaOf(b, i32.MAX_VALUE));
}

/** Takes the placements found last in, as a filling instead of the least when there are many. */
function keepFilling(fits: Fits, count: i32): void {
  let slot = fits.count;
  const part = partAt(placementAt(placements, used).shape.part);
  if (slot === HOLE_FITS) {
    slot = 0;
    for (let i = 1; i < HOLE_FITS; i++) if (comesBehind(fillingAt(fits, i), fillingAt(fits, slot))) slot = i;
    const least = fillingAt(fits, slot);
    // Parts come by level, so what is found later is of no higher one.
    if (part.level > partAt(partOf(least)).level) return;
    if (<f64>count * part.exteriorArea <= areaOf(least, i32.MAX_VALUE)) return;
  } else fits.count++;
  fillingAt(fits, slot).first = used;
  fillingAt(fits, slot).count = count;
  used += count;
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
  fit.hole = holeRing;
  fit.holePoints = holePoints;
  fit.ring = changetype<EdgeRun>(shape.runs).edges;
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
    for (let skip = 0; nextFree(skip) && free.low <= right; skip++) {
      if (free.low < left || collides(shape, x + shift, free.low)) continue;
      inside.x = shift;
      inside.y = free.low - y;
      return true;
    }
  }
  // A shape that fits without play lies level with the hole, and rounding may hide that from a column.
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
  holeRing = changetype<EdgeRun>(run).edges;
  holePoints = ringPoints(shape, run);
  spend(<f64>shape.runCount * 0.1);
}
