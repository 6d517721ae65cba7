/**
 * Rough outlines for the first layouts of a strip: what keeps clear of one keeps clear of the part in it. A construction on
 * them takes a third of the time, and the pressure that follows takes back the room that they cost.
 */
import { copyPoint, POINT_BYTES, pointAt } from "../../geometry/records";
import { widenBox } from "../../geometry/ring";
import {
  addRing,
  clearShape,
  reserveShapes,
  roomForShape,
  runsFor,
  Shape,
  ShapeTable,
  shapesMade,
} from "../../geometry/shape";
import { surround } from "../../geometry/surround";
import { reserve } from "../../memory";
import { EROSION, ROUGH_MOST } from "./limits";
import { eroded, fitsType, outlineOf, partAt, partCount, shapeOf, strip } from "./nest-problem";
import { ROUGH_SHARE } from "./nest-tuning";
import { pointCount, pointsOf, turnPoints } from "./orientation";

/** By the number of the shape within; null where there is none. */
let roughShapes: ShapeTable = changetype<ShapeTable>(0);
/** Room for the ring of a part in the frame in which it was given. */
let ring: usize = 0;

/** Makes room for the rough shapes of a strip, which have half as many corners at most. */
export function openRough(): void {
  if (!strip) return;
  roughShapes = reserveShapes(shapesMade());
  for (let i = 0; i < shapesMade(); i++) roughShapes[i] = changetype<Shape>(0);
  let longest = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    const points = pointCount(outlineOf(part));
    if (points > ROUGH_MOST) continue;
    longest = max(longest, points);
    for (let k = 0; k < part.shapeCount; k++) {
      if (shapeOf(part, k).holeCount === 0) roughShapes[shapeOf(part, k).index] = roomFor(points / 2);
    }
  }
  ring = reserve(<usize>longest * POINT_BYTES);
}

function roomFor(points: i32): Shape {
  const shape = roomForShape(runsFor(points));
  shape.points = reserve(<usize>(points + 1) * POINT_BYTES);
  clearShape(shape, -1, -1);
  return shape;
}

/** The rough shape around a shape that is on its part's list, or that itself where there is none. */
export function roughOf(shape: Shape): Shape {
  const rough = strip ? roughShapes[shape.index] : changetype<Shape>(0);
  return changetype<usize>(rough) === 0 ? shape : rough;
}

/** Makes the rough shapes of a part. Does nothing the second time. */
export function prepareRough(index: i32): void {
  const part = partAt(index);
  if (part.shapeCount === 0) return;
  const first = shapeOf(part, 0);
  if (roughOf(first) === first || roughOf(first).runCount > 0) return;
  const points = pointCount(outlineOf(part));
  memory.copy(ring, pointsOf(outlineOf(part)), <usize>points * POINT_BYTES);
  const count = surround(ring, points, ROUGH_SHARE);
  for (let k = 0; k < part.shapeCount; k++) {
    const shape = shapeOf(part, k);
    if (count > points / 2 || !turnRough(roughOf(shape), shape, count))
      roughShapes[shape.index] = changetype<Shape>(0);
  }
}

/**
 * Turns the ring to the orientation of the shape within. The ring is not eroded as that shape is. Its box is larger by the
 * depth of the erosion, so that two rings whose boxes touch keep the distance that eroded shapes keep. False where the
 * rough shape does not fit the strip.
 */
function turnRough(rough: Shape, within: Shape, count: i32): bool {
  rough.part = within.part;
  rough.orientation = within.orientation;
  rough.index = within.index;
  rough.contact = within.contact;
  rough.gap = within.gap;
  turnPoints(ring, count, within.orientation, rough.points);
  copyPoint(pointAt(rough.points, count), pointAt(rough.points, 0));
  addRing(rough, rough.points, count);
  widenBox(rough, rough.points, count);
  const margin = eroded ? EROSION : 0;
  rough.minX -= margin;
  rough.minY -= margin;
  rough.maxX += margin;
  rough.maxY += margin;
  return fitsType(rough, 0);
}
