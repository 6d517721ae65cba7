/**
 * A shape is a part in one orientation, ready for collision tests: its edges in runs of up to eight, each with a
 * box. A shape never changes; placing it is a shift. That is why nothing has to be rebuilt when a part moves.
 *
 *     shape ─► block | block | ...      block = box around eight runs: what long outlines are skipped by
 *     shape ─► run | run | ...          run = box (min x, min y, max x, max y), first point, edge count
 *               └──► points of a closed ring, x y x y ...     (a run's last edge ends where the next run starts)
 */
import { reserve } from "../memory";

export const RUN_BYTES: usize = 40;
const RUN_EDGES = 8;
/** Runs of one block. */
export const BLOCK_RUNS: i32 = 8;

let made: i32 = 0;

/** Shapes since the instance was made. */
export function shapesMade(): i32 {
  return made;
}

@unmanaged
export class Shape {
  /** Bounding box; the order lets an axis index pick the slot. */
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
  runs: usize;
  /** Boxes around each `BLOCK_RUNS` runs, 32 bytes each. */
  blocks: usize;
  runCount: i32;
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
  /** Boxes (run layout's first 32 bytes) of the holes that another part might use. */
  holes: usize;
  holeCount: i32;
  /** What fits into them (nest/construct/holes.ts), 0 where there are none. */
  inside: usize;
  /** Where it can touch others (nest/contact.ts), 0 where nobody asks. */
  contacts: usize;
  cornerCount: i32;
}

export function minOf(shape: Shape, axis: i32): f64 {
  return load<f64>(changetype<usize>(shape) + ((<usize>axis) << 3));
}

export function maxOf(shape: Shape, axis: i32): f64 {
  return load<f64>(changetype<usize>(shape) + ((<usize>axis) << 3), 16);
}

/** Runs that a ring of `points` needs. */
export function runsFor(points: i32): i32 {
  return (points + RUN_EDGES - 1) / RUN_EDGES;
}

/** Appends the runs of the closed ring at `ring` (`points` edges, first point repeated). */
export function addRing(shape: Shape, ring: usize, points: i32): void {
  for (let first = 0; first < points; first += RUN_EDGES) {
    const count = min(RUN_EDGES, points - first);
    const start = ring + ((<usize>first) << 4);
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let i = 0; i <= count; i++) {
      const x = load<f64>(start + ((<usize>i) << 4));
      const y = load<f64>(start + ((<usize>i) << 4), 8);
      // Against what is no number every test is false: an edge there would be in nobody's way.
      assert(Math.abs(x) < Infinity && Math.abs(y) < Infinity);
      minX = min(minX, x);
      minY = min(minY, y);
      maxX = max(maxX, x);
      maxY = max(maxY, y);
    }
    const run = shape.runs + <usize>shape.runCount * RUN_BYTES;
    store<f64>(run, minX);
    store<f64>(run, minY, 8);
    store<f64>(run, maxX, 16);
    store<f64>(run, maxY, 24);
    store<u32>(run, <u32>start, 32);
    store<i32>(run, count, 36);
    widenBlock(shape.blocks + ((<usize>(shape.runCount / BLOCK_RUNS)) << 5), minX, minY, maxX, maxY);
    shape.runCount++;
  }
}

function widenBlock(block: usize, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  store<f64>(block, min(load<f64>(block), minX));
  store<f64>(block, min(load<f64>(block, 8), minY), 8);
  store<f64>(block, max(load<f64>(block, 16), maxX), 16);
  store<f64>(block, max(load<f64>(block, 24), maxY), 24);
}

/** A shape without rings yet, with room for `runs` runs. */
export function newShape(part: i32, orientation: i32, runs: i32): Shape {
  const shape = changetype<Shape>(reserve(offsetof<Shape>()));
  shape.minX = Infinity;
  shape.minY = Infinity;
  shape.maxX = -Infinity;
  shape.maxY = -Infinity;
  shape.runs = reserve(<usize>runs * RUN_BYTES);
  const blocks = (runs + BLOCK_RUNS - 1) / BLOCK_RUNS;
  shape.blocks = reserve((<usize>blocks) << 5);
  for (let i = 0; i < blocks; i++) {
    const block = shape.blocks + ((<usize>i) << 5);
    store<f64>(block, Infinity);
    store<f64>(block, Infinity, 8);
    store<f64>(block, -Infinity, 16);
    store<f64>(block, -Infinity, 24);
  }
  shape.runCount = 0;
  shape.index = made++;
  shape.part = part;
  shape.orientation = orientation;
  shape.circles = 0;
  shape.circleSlots = 0;
  shape.circleCount = 0;
  shape.contact = 0;
  shape.gap = 0;
  shape.holes = 0;
  shape.holeCount = 0;
  shape.inside = 0;
  shape.contacts = 0;
  shape.cornerCount = 0;
  return shape;
}

/** True when (x, y), in the shape's own frame, lies in its material: odd number of edges to the right. */
export function insideShape(shape: Shape, x: f64, y: f64): bool {
  if (x < shape.minX || x > shape.maxX || y < shape.minY || y > shape.maxY) return false;
  let inside = false;
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  for (let run = shape.runs; run < end; run += RUN_BYTES) {
    if (y < load<f64>(run, 8) || y > load<f64>(run, 24) || x > load<f64>(run, 16)) continue;
    let at = <usize>load<u32>(run, 32);
    const stop = at + ((<usize>load<i32>(run, 36)) << 4);
    for (; at < stop; at += 16) {
      const ay = load<f64>(at, 8);
      const by = load<f64>(at, 24);
      if (ay > y === by > y) continue;
      const ax = load<f64>(at);
      if (x < ax + ((y - ay) / (by - ay)) * (load<f64>(at, 16) - ax)) inside = !inside;
    }
  }
  return inside;
}

/** A point on the shape's first ring. */
export function firstPoint(shape: Shape): usize {
  return <usize>load<u32>(shape.runs, 32);
}
