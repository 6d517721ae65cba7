/**
 * Shapes of the one item that is about to be moved, in orientations that are on no list: a few, made in turn for whoever
 * asks next.
 */
import { Shape, ShapeTable } from "../../geometry/shape";
import { allowsAngle, angleAfter, newTurned, turnBox } from "../model/free";
import { listedAt, partAt } from "../model/nest-problem";
import { angleOf, gridOrientation, orientationAt } from "../model/orientation";

/** One that is looked at, two that it is compared with, and one to spare. */
const CANDIDATES = 4;
const candidates = changetype<ShapeTable>(memory.data(4 * CANDIDATES));

let next: i32 = 0;

export function openCandidates(): void {
  next = 0;
  for (let i = 0; i < CANDIDATES; i++) candidates[i] = newTurned();
}

/** The part in an orientation, its edges yet to be turned; `keep` and the one before it stay as they are. */
export function turnedCandidate(part: i32, orientation: i32, keep: Shape, other: Shape): Shape {
  do next = (next + 1) % CANDIDATES;
  while (candidates[next] === keep || candidates[next] === other);
  const shape = candidates[next];
  turnBox(shape, partAt(part).free, part, orientation);
  return shape;
}

/** The shape turned by so many thousandths of a degree, or to the end of its range; null where it is there. */
export function turnedFrom(shape: Shape, step: i32, other: Shape): Shape {
  const part = partAt(shape.part);
  const angle = angleAfter(part.free, angleOf(shape.orientation), step);
  if (angle < 0) return changetype<Shape>(0);
  const mirrored = orientationAt(shape.orientation).mirror < 0;
  const listed = listedAt(part, angle, mirrored);
  if (changetype<usize>(listed) !== 0) return listed;
  return turnedCandidate(shape.part, gridOrientation(angle, mirrored), shape, other);
}

/**
 * The shape's part in an orientation of another part, the same side up as before; as it is where its ranges do not
 * allow that.
 */
export function turnedTo(shape: Shape, orientation: i32): Shape {
  const part = partAt(shape.part);
  const angle = angleOf(orientation);
  if (!allowsAngle(part.free, angle)) return shape;
  const mirrored = orientationAt(shape.orientation).mirror < 0;
  const listed = listedAt(part, angle, mirrored);
  if (changetype<usize>(listed) !== 0) return listed;
  return turnedCandidate(shape.part, gridOrientation(angle, mirrored), shape, shape);
}
