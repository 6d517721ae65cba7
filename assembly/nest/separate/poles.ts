/**
 * Gives parts the circles that stand in for them where overlaps are priced: found once in one orientation and turned
 * into all others.
 */
import { CIRCLE_SCRATCH, findCircles, MAX_CIRCLES } from "../../geometry/circles";
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { orientationAt } from "../model/orientation";
import { clearance, partAt, partCount, shapeOf } from "../model/problem";

const CIRCLE_BYTES: usize = 24;
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
  const slots = (part.circleCount + 3) & ~3;
  // Back to the frame in which the part was given: transposing the turn, then the mirror.
  const entry = orientationAt(first.orientation);
  for (let i = 0; i < part.circleCount; i++) {
    const circle = circles + <usize>i * CIRCLE_BYTES;
    const x = load<f64>(circle);
    const y = load<f64>(circle, 8);
    store<f64>(circle, (x * load<f64>(entry) + y * load<f64>(entry, 8)) * load<f64>(entry, 16));
    store<f64>(circle, y * load<f64>(entry) - x * load<f64>(entry, 8), 8);
  }
  for (let i = 0; i < part.shapeCount; i++) turnCircles(shapeOf(part, i), part.circleCount, slots);
}

function turnCircles(shape: Shape, count: i32, slots: i32): void {
  const entry = orientationAt(shape.orientation);
  const cos = load<f64>(entry);
  const sin = load<f64>(entry, 8);
  const mirror = load<f64>(entry, 16);
  shape.circleCount = count;
  shape.circleSlots = slots;
  for (let i = 0; i < slots; i++) {
    const circle = circles + <usize>i * CIRCLE_BYTES;
    const x = load<f64>(circle) * mirror;
    const y = load<f64>(circle, 8);
    const at = shape.circles + ((<usize>i) << 2);
    // The parts' half of the gap is theirs, so an obstacle is grown by the rest of its distance.
    const half = shape.part < partCount ? clearance / 2 : shape.contact - clearance / 2;
    const grown = load<f64>(circle, 16) + half;
    // Padding is far away and without radius, so that it adds nothing to any sum; so is what such a rest leaves nothing of.
    const counts = i < count && grown >= 0;
    store<f32>(at, counts ? <f32>(x * cos - y * sin) : 1e15);
    store<f32>(at + ((<usize>slots) << 2), counts ? <f32>(x * sin + y * cos) : 1e15);
    store<f32>(at + ((<usize>slots) << 3), counts ? <f32>grown : 0);
  }
}
