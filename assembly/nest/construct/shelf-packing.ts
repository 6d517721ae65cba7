/**
 * The instant answer: bounding boxes in rows. It is loose, but complete for any number of copies in no time, so
 * from the first moment on there is a layout that holds everything that fits, or all that so many sheets take in rows.
 * Sheets with obstacles are left to others.
 */
import { Shape } from "../../geometry/shape";
import { Ints, reserveRawInts } from "../../vector";
import { clearSheet, place, placedCount } from "../layout/laid-sheet";
import { addSheet, beginPlan, endPlan } from "../layout/nest-incumbent";
import { SLACK } from "../model/limits";
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
} from "../model/nest-problem";
import { beginInside, inside, nextInside } from "./holes";
import { orderedPart, sortOrder } from "./order";

let x: f64 = 0;
let y: f64 = 0;
let rise: f64 = 0;
/** Copies of each part still to be placed, and sheets that may still be begun, in all and of the open type. */
let remaining: Ints = changetype<Ints>(0);
let sheetsLeft: i32 = 0;
let typeLeft: i32 = 0;

export function planShelves(): void {
  remaining = reserveRawInts(partCount);
  for (let i = 0; i < partCount; i++) remaining[i] = partAt(i).quantity;
  sheetsLeft = mostSheets;
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
  typeLeft = min(sheetsLeft, typeAt(type).quantity);
  startSheet();
  for (let i = 0; i < partCount && typeLeft > 0; i++) {
    const index = orderedPart(i);
    const shape = widestShape(partAt(index), type);
    if (changetype<usize>(shape) === 0) continue;
    while (remaining[index] > 0 && placeNext(shape)) {
      remaining[index] -= 1;
      if (shape.holeCount > 0) fillHoles();
    }
  }
  if (typeLeft > 0 && placedCount() > 0) endSheet();
}

/** Puts parts into the holes of what was placed last, and into theirs. */
function fillHoles(): void {
  beginInside(placedCount() - 1);
  while (nextInside(remaining)) {
    place(inside.shape, inside.x, inside.y);
    remaining[inside.shape.part] -= 1;
  }
}

function endSheet(): void {
  addSheet(1);
  sheetsLeft--;
  typeLeft--;
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
  x = 0;
  y = 0;
  rise = 0;
}

/** False when the last sheet is full. */
function placeNext(shape: Shape): bool {
  const w = shape.maxX - shape.minX;
  const h = shape.maxY - shape.minY;
  if (strip) {
    if (y + h > height + SLACK) startColumn();
    place(shape, x - shape.minX, y - shape.minY);
    y += h + clearance;
    rise = max(rise, w);
    return true;
  }
  if (x + w > width + SLACK) startRow();
  if (y + h > height + SLACK) {
    endSheet();
    startSheet();
    if (typeLeft === 0) return false;
  }
  place(shape, x - shape.minX, y - shape.minY);
  x += w + clearance;
  rise = max(rise, h);
  return true;
}

function startRow(): void {
  x = 0;
  y += rise + clearance;
  rise = 0;
}

function startColumn(): void {
  y = 0;
  x += rise + clearance;
  rise = 0;
}
