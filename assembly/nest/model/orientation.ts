/**
 * A part's shape in an orientation: its rings turned, and mirrored before that, exactly as a placement is defined.
 *
 *     orientation = cosine, sine, mirror (1 or -1) ... as f64
 */
import { MAX_CIRCLES } from "../../geometry/circles";
import { erodeRing } from "../../geometry/erode";
import { widenBox } from "../../geometry/ring";
import { addRing, newShape, runsFor, Shape } from "../../geometry/shape";
import { NestOrientationSlot } from "../../layout";
import { reserve } from "../../memory";

let orientations: usize = 0;

/** Names the table of orientations that all indices refer to. */
export function openOrientations(table: usize): void {
  orientations = table;
}

export function orientationAt(index: i32): usize {
  return orientations + ((<usize>index * NestOrientationSlot.LENGTH) << 3);
}

/** A part's rings (a table of addresses) turned, and mirrored, by an entry of the orientation table, moved inwards by `hair`. */
export function buildShape(part: i32, orientation: i32, rings: usize, ringCount: i32, hair: f64): Shape {
  let runs = 0;
  for (let r = 0; r < ringCount; r++) runs += runsFor(<i32>load<f64>(ringAt(rings, r)));
  const shape = newShape(part, orientation, runs);
  shape.circles = reserve(<usize>MAX_CIRCLES * 12);
  shape.holes = reserve((<usize>(ringCount - 1)) << 5);
  for (let r = 0; r < ringCount; r++) {
    const points = <i32>load<f64>(ringAt(rings, r));
    const turned = reserve((<usize>(points + 1)) << 4);
    turnRing(ringAt(rings, r) + 8, points, orientation, turned);
    widenBox(changetype<usize>(shape), turned, points);
    if (r > 0) {
      const box = shape.holes + ((<usize>shape.holeCount) << 5);
      store<f64>(box, Infinity);
      store<f64>(box, Infinity, 8);
      store<f64>(box, -Infinity, 16);
      store<f64>(box, -Infinity, 24);
      widenBox(box, turned, points);
      shape.holeCount++;
    }
    let ring = turned;
    if (hair > 0) {
      ring = reserve((<usize>(points + 1)) << 4);
      erodeRing(turned, points, hair, ring);
    }
    memory.copy(ring + ((<usize>points) << 4), ring, 16);
    addRing(shape, ring, points);
  }
  return shape;
}

function ringAt(rings: usize, index: i32): usize {
  return <usize>load<u32>(rings + ((<usize>index) << 2));
}

/** Turns exactly as a placement is defined: mirror (x -> -x) if any, then rotate about the origin. */
function turnRing(points: usize, count: i32, orientation: i32, to: usize): void {
  const entry = orientationAt(orientation);
  const cos = load<f64>(entry);
  const sin = load<f64>(entry, 8);
  const mirror = load<f64>(entry, 16);
  for (let i = 0; i < count; i++) {
    // Mirroring reverses the direction of a ring; walking it backwards keeps material on the left.
    const at = points + ((<usize>(mirror < 0 ? count - 1 - i : i)) << 4);
    const x = load<f64>(at) * mirror;
    const y = load<f64>(at, 8);
    const target = to + ((<usize>i) << 4);
    store<f64>(target, x * cos - y * sin);
    store<f64>(target, x * sin + y * cos, 8);
  }
}
