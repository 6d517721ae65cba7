/**
 * The records that geometry is kept in. Each is a view of memory with names for what lies there; arrays of them follow
 * one another without gaps, so a loop goes from address to address in steps of the record's bytes.
 *
 *     point    x y                                       a ring is points one behind the other
 *     edge     two points of a ring                      the next edge begins with its second point
 *     box      min x, min y, max x, max y
 *     run      box around up to eight edges | first of them | how many
 *     circle   centre, radius
 */

export const POINT_BYTES: usize = 16;
export const BOX_BYTES: usize = 32;
export const RUN_BYTES: usize = 40;
export const CIRCLE_BYTES: usize = 24;

@unmanaged
export class Point {
  x: f64;
  y: f64;
}

@unmanaged
export class Edge {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
}

@unmanaged
export class Box {
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
}

@unmanaged
export class EdgeRun extends Box {
  /** Address of its first edge. */
  edges: usize;
  edgeCount: i32;
}

@unmanaged
export class Circle {
  x: f64;
  y: f64;
  radius: f64;
}

export function pointAt(ring: usize, index: i32): Point {
  return changetype<Point>(ring + ((<usize>index) << 4));
}

export function edgeAt(ring: usize, index: i32): Edge {
  return changetype<Edge>(ring + ((<usize>index) << 4));
}

export function boxAt(boxes: usize, index: i32): Box {
  return changetype<Box>(boxes + ((<usize>index) << 5));
}

export function circleAt(circles: usize, index: i32): Circle {
  return changetype<Circle>(circles + <usize>index * CIRCLE_BYTES);
}

/** Address behind the last edge of a run. */
export function endOfEdges(run: EdgeRun): usize {
  return run.edges + ((<usize>run.edgeCount) << 4);
}

export function copyPoint(to: Point, from: Point): void {
  to.x = from.x;
  to.y = from.y;
}

/** Makes a box that holds nothing. */
export function emptyBox(box: Box): void {
  box.minX = Infinity;
  box.minY = Infinity;
  box.maxX = -Infinity;
  box.maxY = -Infinity;
}

/** Coordinate of a point along an axis (0: x, 1: y). */
export function along(point: usize, axis: i32): f64 {
  return load<f64>(point + ((<usize>axis) << 3));
}

/** Ends of a box along an axis. */
export function lowEnd(box: usize, axis: i32): f64 {
  return load<f64>(box + ((<usize>axis) << 3));
}

export function highEnd(box: usize, axis: i32): f64 {
  return load<f64>(box + ((<usize>axis) << 3), 16);
}
