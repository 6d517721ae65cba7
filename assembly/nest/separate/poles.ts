/**
 * Gives parts the circles that stand in for them where overlaps are priced: found once in one orientation and turned
 * into all others.
 */
import { CIRCLE_SCRATCH, findCircles, MAX_CIRCLES } from "../../geometry/circles";
import { CIRCLE_BYTES, circleAt } from "../../geometry/records";
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { clearance, isFree, partAt, partCount, shapeOf } from "../model/nest-problem";
import { orientationAt, turnCircles } from "../model/orientation";

let circles: usize = 0;
let scratch: usize = 0;

export function openCircles(): void {
  circles = reserve(<usize>MAX_CIRCLES * CIRCLE_BYTES);
  scratch = reserve(CIRCLE_SCRATCH);
}

/** Finds the part's circles and gives every shape its copy, grown by half the gap. Does nothing the second time. */
export function prepareCircles(index: i32): void {
  const part = partAt(index);
  if (part.circleCount > 0 || part.shapeCount === 0) return;
  const first = shapeOf(part, 0);
  part.circleCount = findCircles(first, part.area, circles, scratch);
  // Back to the frame in which the part was given: transposing the turn, then the mirror.
  const turn = orientationAt(first.orientation);
  for (let i = 0; i < part.circleCount; i++) {
    const circle = circleAt(circles, i);
    const x = circle.x;
    const y = circle.y;
    circle.x = (x * turn.cos + y * turn.sin) * turn.mirror;
    circle.y = y * turn.cos - x * turn.sin;
  }
  if (isFree(part)) {
    memory.copy(part.free.circles, circles, <usize>part.circleCount * CIRCLE_BYTES);
    part.free.circleCount = part.circleCount;
  }
  for (let i = 0; i < part.shapeCount; i++) turnedCircles(shapeOf(part, i), part.circleCount);
}

function turnedCircles(shape: Shape, count: i32): void {
  // The parts' half of the gap is theirs, so an obstacle is grown by the rest of its distance.
  const half = shape.part < partCount ? clearance / 2 : shape.contact - clearance / 2;
  turnCircles(shape, orientationAt(shape.orientation), circles, count, half);
}
