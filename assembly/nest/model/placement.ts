/**
 * Where a copy lies: the one record of it in the solver, in lists of sheets that are kept, on the open sheet and while
 * parts may overlap. In a plan, which goes to the host, it is numbers (layout/incumbent.ts).
 */
import { Box } from "../../geometry/records";
import { Shape } from "../../geometry/shape";

/** A shape moved by (x, y); its orientation as it was then, since some shapes are made anew for others (free.ts). */
@unmanaged
export class Placement {
  x: f64;
  y: f64;
  shape: Shape;
  orientation: i32;
}
export const PLACEMENT_BYTES: usize = 24;

/** The same with the box around it, which is all that most questions read. */
@unmanaged
export class BoxedPlacement extends Placement {
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
}
export const BOXED_BYTES: usize = 56;

export function placementAt(list: usize, index: i32): Placement {
  return changetype<Placement>(list + <usize>index * PLACEMENT_BYTES);
}

export function setPlacement(to: Placement, shape: Shape, x: f64, y: f64): void {
  to.shape = shape;
  to.orientation = shape.orientation;
  to.x = x;
  to.y = y;
}

export function setBoxed(to: BoxedPlacement, shape: Shape, x: f64, y: f64): void {
  assert(Math.abs(x) < Infinity && Math.abs(y) < Infinity);
  setPlacement(to, shape, x, y);
  to.minX = shape.minX + x;
  to.minY = shape.minY + y;
  to.maxX = shape.maxX + x;
  to.maxY = shape.maxY + y;
}

/** The box, for questions along an axis. */
export function boxOf(placement: BoxedPlacement): Box {
  return changetype<Box>(changetype<usize>(placement) + offsetof<BoxedPlacement>("minX"));
}
