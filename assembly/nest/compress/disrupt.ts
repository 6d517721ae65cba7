/**
 * A jolt for a layout that is stuck: two large, different parts change places, and what would lie under one of them
 * moves to where the other one was.
 */
import { insideShape, Shape } from "../../geometry/shape";
import { randomIndex } from "../../random";
import { Singles } from "../../vector";
import { isTurned } from "../model/free";
import { isFree, Part, partAt, partCount, shapeOf } from "../model/nest-problem";
import { LARGE_SHARE } from "../model/nest-tuning";
import { anchored, itemShape, itemX, itemY, putItem, size } from "../separate/state";
import { turnedTo } from "../separate/turn";

/** The disruption of sparrow, section 6.2. */
export function disrupt(): void {
  if (size - anchored < 2) return;
  const floor = largeFloor();
  const a = drawItem(floor, -1);
  const b = drawItem(floor, a);
  const shapeA = itemShape(a);
  const shapeB = itemShape(b);
  const ax = itemX(a) + (shapeA.minX + shapeA.maxX) / 2;
  const ay = itemY(a) + (shapeA.minY + shapeA.maxY) / 2;
  const bx = itemX(b) + (shapeB.minX + shapeB.maxX) / 2;
  const by = itemY(b) + (shapeB.minY + shapeB.maxY) / 2;
  // Both before any is put anywhere, as that turns what an item has of its own.
  const nextA = orientedLike(shapeA, shapeB);
  const nextB = orientedLike(shapeB, shapeA);
  putCentered(a, nextA, bx, by);
  putCentered(b, nextB, ax, ay);
  for (let i = anchored; i < size; i++) {
    if (i === a || i === b) continue;
    if (centerInside(i, a)) putItem(i, itemShape(i), itemX(i) + ax - bx, itemY(i) + ay - by);
    else if (centerInside(i, b)) putItem(i, itemShape(i), itemX(i) + bx - ax, itemY(i) + by - ay);
  }
}

/** Hull area of the part with which the larger ones make up most of all hulls. */
function largeFloor(): f64 {
  let total = 0.0;
  for (let i = anchored; i < size; i++) total += partAt(itemShape(i).part).hullArea;
  let floor = Infinity;
  let sum = 0.0;
  while (sum < LARGE_SHARE * total) {
    let next = 0.0;
    for (let i = 0; i < partCount; i++) {
      const area = partAt(i).hullArea;
      if (area < floor && area > next) next = area;
    }
    floor = next;
    if (floor <= 0) break;
    for (let i = anchored; i < size; i++) {
      if (partAt(itemShape(i).part).hullArea === floor) sum += floor;
    }
  }
  return floor;
}

/** A random large item unlike `other`; any other item when there is none such. */
function drawItem(floor: f64, other: i32): i32 {
  let drawn = -1;
  let seen = 0;
  for (let i = anchored; i < size; i++) {
    const part = partAt(itemShape(i).part);
    if (part.hullArea < floor || (other >= 0 && !unlike(part, partAt(itemShape(other).part)))) continue;
    if (randomIndex(++seen) === 0) drawn = i;
  }
  if (drawn >= 0) return drawn;
  drawn = anchored + <i32>randomIndex(size - anchored - 1);
  return drawn >= other ? drawn + 1 : drawn;
}

function unlike(a: Part, b: Part): bool {
  return (
    Math.abs(a.hullArea - b.hullArea) > 0.01 * a.hullArea ||
    Math.abs(a.diameter - b.diameter) > 0.01 * a.diameter
  );
}

/** The part as it lies in `model`, if it may, else as it lies now. A shape on no list lasts until the next but one. */
function orientedLike(shape: Shape, model: Shape): Shape {
  const part = partAt(shape.part);
  if (isTurned(model)) return isFree(part) ? turnedTo(shape, model.orientation) : shape;
  for (let i = 0; i < part.shapeCount; i++) {
    if (shapeOf(part, i).orientation === model.orientation) return shapeOf(part, i);
  }
  return shape;
}

function putCentered(item: i32, shape: Shape, x: f64, y: f64): void {
  putItem(item, shape, x - (shape.minX + shape.maxX) / 2, y - (shape.minY + shape.maxY) / 2);
}

/** Does the deepest point of item i lie in the material of item j? */
function centerInside(i: i32, j: i32): bool {
  const shape = itemShape(i);
  const rows = changetype<Singles>(shape.circles);
  const x = <f64>rows[0] + itemX(i);
  const y = <f64>rows[shape.circleSlots] + itemY(i);
  return insideShape(itemShape(j), x - itemX(j), y - itemY(j));
}
