/**
 * A shape is a part in one orientation, ready for collision tests: its edges in runs of up to eight, each with a
 * box. A shape never changes; placing it is a shift. That is why nothing has to be rebuilt when a part moves.
 *
 *     shape ─► block | block | ...      block = box around eight runs: what long outlines are skipped by
 *     shape ─► run | run | ...          run = box (min x, min y, max x, max y), first point, edge count
 *               └──► points of a closed ring, x y x y ...     (a run's last edge ends where the next run starts)
 *
 * The folder, from below:
 *
 *     records      point, edge, box, run, circle: what lies in memory
 *     predicates   may two segments come that close?           slice     where may a segment not slide?
 *     ring, hull   what points measure                         erode     a ring moved inwards by a little
 *                                                              surround  a ring with fewer corners around one
 *     shape        rings in runs with boxes ─► collide         are two shapes too close?
 *                                           ─► circles         inscribed circles, the poles of a part
 *                                           ─► inner-fit       places in a convex hole
 */

import { reserve } from "../memory";
import { List } from "../vector";
import {
  BOX_BYTES,
  Box,
  boxAt,
  Edge,
  EdgeRun,
  emptyBox,
  endOfEdges,
  highEnd,
  lowEnd,
  POINT_BYTES,
  Point,
  pointAt,
  RUN_BYTES,
} from "./records";

const RUN_EDGES = 8;
/** A shape that fits into a hole without play may be larger by this. */
const ROUNDING: f64 = 1e-6;
/** Runs of one block. */
export const BLOCK_RUNS: i32 = 8;

let made: i32 = 0;

/** Shapes since the instance was made. */
export function shapesMade(): i32 {
  return made;
}

/** Begins with its bounding box. */
@unmanaged
export class Shape extends Box {
  runs: usize;
  /** Where its rings lie if it is turned anew again and again. */
  points: usize;
  /** Boxes around each `BLOCK_RUNS` runs. */
  blocks: usize;
  runCount: i32;
  /** Those of its exterior, which come first. */
  outerRuns: i32;
  /** Number among all shapes, from 0. */
  index: i32;
  part: i32;
  orientation: i32;
  /** Inscribed circles: x[], y[], r[] as f32, each padded to `circleSlots` entries. */
  circles: usize;
  circleSlots: i32;
  circleCount: i32;
  /** Distance that parts keep from this shape; `gap` is a little less, so that contact passes. */
  contact: f64;
  gap: f64;
  /** Boxes of the holes that another part might use. */
  holes: usize;
  holeCount: i32;
  /** Greatest width and greatest height of a hole. */
  holeWidth: f64;
  holeHeight: f64;
  /** Fits of shapes in its holes (nest/construct/holes.ts), 0 where there are none. */
  inside: usize;
  /** Where it can touch others (nest/puzzle/corners.ts), 0 where nobody asks. */
  contacts: usize;
  cornerCount: i32;
}

/** Shapes in a row. */
export type ShapeTable = List<Shape>;

export function reserveShapes(count: i32): ShapeTable {
  return changetype<ShapeTable>(reserve((<usize>count) << 2));
}

export function minOf(shape: Shape, axis: i32): f64 {
  return lowEnd(changetype<usize>(shape), axis);
}

export function maxOf(shape: Shape, axis: i32): f64 {
  return highEnd(changetype<usize>(shape), axis);
}

/** One of its runs. */
export function runAt(shape: Shape, index: i32): EdgeRun {
  return changetype<EdgeRun>(shape.runs + <usize>index * RUN_BYTES);
}

/** Box of one of its holes. */
export function holeAt(shape: Shape, index: i32): Box {
  return boxAt(shape.holes, index);
}

/** Runs that a ring of `points` needs. */
export function runsFor(points: i32): i32 {
  return (points + RUN_EDGES - 1) / RUN_EDGES;
}

/** Appends the runs of the closed ring at `ring` (`points` edges, first point repeated): the exterior, then holes. */
export function addRing(shape: Shape, ring: usize, points: i32): void {
  const isExterior = shape.runCount === 0;
  let lowX = Infinity;
  let lowY = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  for (let first = 0; first < points; first += RUN_EDGES) {
    const count = min(RUN_EDGES, points - first);
    const start = ring + ((<usize>first) << 4);
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let i = 0; i <= count; i++) {
      const x = pointAt(start, i).x;
      const y = pointAt(start, i).y;
      // Against what is no number every test is false: an edge there would be in nobody's way.
      assert(Math.abs(x) < Infinity && Math.abs(y) < Infinity);
      minX = min(minX, x);
      minY = min(minY, y);
      maxX = max(maxX, x);
      maxY = max(maxY, y);
    }
    lowX = min(lowX, minX);
    lowY = min(lowY, minY);
    highX = max(highX, maxX);
    highY = max(highY, maxY);
    const run = runAt(shape, shape.runCount);
    run.minX = minX;
    run.minY = minY;
    run.maxX = maxX;
    run.maxY = maxY;
    run.edges = start;
    run.edgeCount = count;
    const block = boxAt(shape.blocks, shape.runCount / BLOCK_RUNS);
    if (shape.runCount % BLOCK_RUNS === 0) emptyBox(block);
    widenBlock(block, run);
    shape.runCount++;
  }
  if (isExterior) shape.outerRuns = shape.runCount;
  else {
    shape.holeWidth = max(shape.holeWidth, highX - lowX);
    shape.holeHeight = max(shape.holeHeight, highY - lowY);
  }
}

function widenBlock(block: Box, run: EdgeRun): void {
  block.minX = min(block.minX, run.minX);
  block.minY = min(block.minY, run.minY);
  block.maxX = max(block.maxX, run.maxX);
  block.maxY = max(block.maxY, run.maxY);
}

/** A shape without rings yet, with room for `runs` runs. */
export function newShape(part: i32, orientation: i32, runs: i32): Shape {
  const shape = roomForShape(runs);
  clearShape(shape, part, orientation);
  shape.index = made++;
  return shape;
}

/** Memory for a shape of so many runs at most, which begins when it is cleared. */
export function roomForShape(runs: i32): Shape {
  const shape = changetype<Shape>(reserve(offsetof<Shape>()));
  shape.runs = reserve(<usize>runs * RUN_BYTES);
  shape.blocks = reserve(<usize>blocksFor(runs) * BOX_BYTES);
  shape.circles = 0;
  shape.holes = 0;
  return shape;
}

function blocksFor(runs: i32): i32 {
  return (runs + BLOCK_RUNS - 1) / BLOCK_RUNS;
}

/** Makes it a shape without rings or circles yet. */
export function clearShape(shape: Shape, part: i32, orientation: i32): void {
  emptyBox(shape);
  shape.runCount = 0;
  shape.outerRuns = 0;
  shape.part = part;
  shape.orientation = orientation;
  shape.circleSlots = 0;
  shape.circleCount = 0;
  shape.contact = 0;
  shape.gap = 0;
  shape.holeCount = 0;
  shape.holeWidth = 0;
  shape.holeHeight = 0;
  shape.inside = 0;
  shape.contacts = 0;
  shape.cornerCount = 0;
}

/**
 * So many runs of the shape may meet `other`: those of its exterior when that is too large for every hole, as it then
 * meets the exterior before it meets a hole.
 */
export function openRuns(shape: Shape, other: Shape): i32 {
  const fits =
    other.maxX - other.minX <= shape.holeWidth + ROUNDING &&
    other.maxY - other.minY <= shape.holeHeight + ROUNDING;
  return fits ? shape.runCount : shape.outerRuns;
}

/** True when (x, y), in the shape's own frame, lies in its material: odd number of edges to the right. */
export function insideShape(shape: Shape, x: f64, y: f64): bool {
  return insideRuns(shape, shape.runCount, x, y);
}

/** The same of the rings that its first runs are. */
export function insideRuns(shape: Shape, count: i32, x: f64, y: f64): bool {
  if (x < shape.minX || x > shape.maxX || y < shape.minY || y > shape.maxY) return false;
  let inside = false;
  const end = shape.runs + <usize>count * RUN_BYTES;
  for (let at = shape.runs; at < end; at += RUN_BYTES) {
    const run = changetype<EdgeRun>(at);
    if (y < run.minY || y > run.maxY || x > run.maxX) continue;
    const stop = endOfEdges(run);
    for (let next = run.edges; next < stop; next += POINT_BYTES) {
      const edge = changetype<Edge>(next);
      const ay = edge.ay;
      const by = edge.by;
      if (ay > y === by > y) continue;
      const ax = edge.ax;
      if (x < ax + ((y - ay) / (by - ay)) * (edge.bx - ax)) inside = !inside;
    }
  }
  return inside;
}

/** A point on the shape's first ring. */
export function firstPoint(shape: Shape): Point {
  return changetype<Point>(runAt(shape, 0).edges);
}

/** Points of the ring that begins with a run. */
export function ringPoints(shape: Shape, first: usize): i32 {
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  const start = changetype<EdgeRun>(first).edges;
  let count = 0;
  for (let at = first; at < end; at += RUN_BYTES) {
    const run = changetype<EdgeRun>(at);
    if (run.edges !== start + <usize>count * POINT_BYTES) break;
    count += run.edgeCount;
  }
  return count;
}
