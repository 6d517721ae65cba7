/**
 * The instant answer: bounding boxes in rows. It is loose, but complete for any number of copies in no time, so
 * from the first moment on there is a layout that holds everything that fits.
 */
import { Shape } from "../geometry/shape";
import { orderedPart, sortOrder } from "./order";
import { addSheet, beginPlan, endPlan } from "./plan";
import { clearance, height, Part, partAt, partCount, shapeOf, strip, width } from "./problem";
import { clearSheet, place, placedCount } from "./sheet";
import { SLACK } from "./tuning";

let x: f64 = 0;
let y: f64 = 0;
let rise: f64 = 0;

export function planShelves(): void {
  sortOrder(1);
  beginPlan();
  startSheet();
  for (let i = 0; i < partCount; i++) {
    const part = partAt(orderedPart(i));
    if (part.quantity === 0) continue;
    const shape = widestShape(part);
    for (let copy = 0; copy < part.quantity; copy++) placeNext(shape);
  }
  if (placedCount() > 0) addSheet(1);
  endPlan();
}

/** The orientation that makes the lowest row; in a strip, rows are columns. */
function widestShape(part: Part): Shape {
  let best = shapeOf(part, 0);
  for (let i = 1; i < part.shapeCount; i++) {
    const shape = shapeOf(part, i);
    if (along(shape) < along(best)) best = shape;
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

function placeNext(shape: Shape): void {
  const w = shape.maxX - shape.minX;
  const h = shape.maxY - shape.minY;
  if (strip) {
    if (y + h > height + SLACK) startColumn();
    place(shape, x - shape.minX, y - shape.minY);
    y += h + clearance;
    rise = max(rise, w);
    return;
  }
  if (x + w > width + SLACK) startRow();
  if (y + h > height + SLACK) {
    addSheet(1);
    startSheet();
  }
  place(shape, x - shape.minX, y - shape.minY);
  x += w + clearance;
  rise = max(rise, h);
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
