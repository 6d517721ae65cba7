/**
 * The instant answer: bounding boxes in rows. It is loose, but complete for any number of copies in no time, so
 * from the first moment on there is a layout that holds everything that fits, or all that so many sheets take in rows.
 * Sheets with obstacles are left to others.
 */
import { Shape } from "../../geometry/shape";
import { Ints, reserveRawInts } from "../../vector";
import { addSheet, beginPlan, endPlan } from "../layout/incumbent";
import { clearSheet, place, placedCount } from "../layout/sheet";
import {
  clearance,
  fitsType,
  height,
  mostSheets,
  openType,
  Part,
  partAt,
  partCount,
  shapeOf,
  strip,
  typeAt,
  typeCount,
  width,
} from "../model/problem";
import { SLACK } from "../model/tuning";
import { beginInside, inside, nextInside } from "./holes";
import { orderedPart, sortOrder } from "./order";

/** What is kept here between two steps. */
@unmanaged
class State {
  x: f64;
  y: f64;
  rise: f64;
  /** Copies of each part still to be placed, and sheets that may still be begun, in all and of the open type. */
  remaining: Ints;
  sheetsLeft: i32;
  typeLeft: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function planShelves(): void {
  state.remaining = reserveRawInts(partCount);
  for (let i = 0; i < partCount; i++) state.remaining[i] = partAt(i).quantity;
  state.sheetsLeft = mostSheets;
  sortOrder(1);
  beginPlan();
  for (let type = cheapestBehind(-1); type >= 0; type = cheapestBehind(type)) fillType(type);
  endPlan();
}

/** The next type by cost per area, then by number; -1 when there is none. */
function cheapestBehind(last: i32): i32 {
  let best = -1;
  for (let i = 0; i < typeCount; i++) {
    if (typeAt(i).obstacleCount > 0 || i === last) continue;
    if (last >= 0 && (rateOf(i) < rateOf(last) || (rateOf(i) === rateOf(last) && i < last))) continue;
    if (best < 0 || rateOf(i) < rateOf(best)) best = i;
  }
  return best;
}

function rateOf(type: i32): f64 {
  return typeAt(type).cost / (typeAt(type).width * typeAt(type).height);
}

/** Puts whatever fits on as many sheets of a type as there are. */
function fillType(type: i32): void {
  openType(type);
  state.typeLeft = min(state.sheetsLeft, typeAt(type).quantity);
  startSheet();
  for (let i = 0; i < partCount && state.typeLeft > 0; i++) {
    const index = orderedPart(i);
    const shape = widestShape(partAt(index), type);
    if (changetype<usize>(shape) === 0) continue;
    while (state.remaining[index] > 0 && placeNext(shape)) {
      state.remaining[index] = state.remaining[index] - 1;
      if (shape.holeCount > 0) fillHoles();
    }
  }
  if (state.typeLeft > 0 && placedCount() > 0) endSheet();
}

/** Puts parts into the holes of what was placed last, and into theirs. */
function fillHoles(): void {
  beginInside(placedCount() - 1);
  while (nextInside(state.remaining)) {
    place(inside.shape, inside.x, inside.y);
    state.remaining[inside.shape.part] = state.remaining[inside.shape.part] - 1;
  }
}

function endSheet(): void {
  addSheet(1);
  state.sheetsLeft--;
  state.typeLeft--;
}

/** The orientation that fits and makes the lowest row; in a strip, rows are columns. */
function widestShape(part: Part, type: i32): Shape {
  let best = changetype<Shape>(0);
  for (let i = 0; i < part.shapeCount; i++) {
    const shape = shapeOf(part, i);
    if (!fitsType(shape, type)) continue;
    if (changetype<usize>(best) === 0 || along(shape) < along(best)) best = shape;
  }
  return best;
}

/** Extent of a shape across the rows. */
function along(shape: Shape): f64 {
  return strip ? shape.maxX - shape.minX : shape.maxY - shape.minY;
}

function startSheet(): void {
  clearSheet();
  state.x = 0;
  state.y = 0;
  state.rise = 0;
}

/** False when the last sheet is full. */
function placeNext(shape: Shape): bool {
  const w = shape.maxX - shape.minX;
  const h = shape.maxY - shape.minY;
  if (strip) {
    if (state.y + h > height + SLACK) startColumn();
    place(shape, state.x - shape.minX, state.y - shape.minY);
    state.y += h + clearance;
    state.rise = max(state.rise, w);
    return true;
  }
  if (state.x + w > width + SLACK) startRow();
  if (state.y + h > height + SLACK) {
    endSheet();
    startSheet();
    if (state.typeLeft === 0) return false;
  }
  place(shape, state.x - shape.minX, state.y - shape.minY);
  state.x += w + clearance;
  state.rise = max(state.rise, h);
  return true;
}

function startRow(): void {
  state.x = 0;
  state.y += state.rise + clearance;
  state.rise = 0;
}

function startColumn(): void {
  state.y = 0;
  state.x += state.rise + clearance;
  state.rise = 0;
}
