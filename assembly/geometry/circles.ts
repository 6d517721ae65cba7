/**
 * Inscribed circles that stand in for a shape where overlap is priced. Each is the largest circle in the material
 * that avoids the edges and the circles before it, found by branch and bound over square cells: the signed distance
 * to edges and circles changes no faster than the point moves, so a cell whose centre value plus half diagonal does
 * not beat the best can be dropped.
 */

import { spend } from "../work";
import { pointSegment } from "./predicates";
import { circleAt, Edge, EdgeRun, endOfEdges, POINT_BYTES, RUN_BYTES } from "./records";
import { firstPoint, insideShape, Shape } from "./shape";

/** Most circles of one shape. */
export const MAX_CIRCLES: i32 = 24;
/** A square that may hold the centre. */
@unmanaged
class CentreCell {
  x: f64;
  y: f64;
  half: f64;
  /** No circle about a point in it is larger. */
  bound: f64;
}
const CELL_BYTES: usize = 32;
/** Cells that may wait; a ring, so when it is full the oldest and largest have long been split. */
const CELLS = 4096;
/** Enough of the area is covered when there are this many circles and this share. */
const MANY = 12;
const MANY_SHARE: f64 = 0.8;
const FEW = 6;
const FEW_SHARE: f64 = 0.85;

/** Bytes that `findCircles` needs as scratch. */
export const CIRCLE_SCRATCH: usize = <usize>CELLS * CELL_BYTES;

/**
 * Writes the circles of the shape to `to` and returns their number, at least one.
 * `area` is the area of its material.
 */
export function findCircles(shape: Shape, area: f64, to: usize, scratch: usize): i32 {
  let covered = 0.0;
  let count = 0;
  while (count < MAX_CIRCLES) {
    const radius = findCircle(shape, to, count, scratch);
    if (radius <= 0) break;
    covered += (Math.PI * radius * radius) / area;
    count++;
    if ((covered > MANY_SHARE && count >= MANY) || (covered > FEW_SHARE && count >= FEW)) break;
  }
  if (count > 0) return count;
  // Nothing but a sliver: a point circle on its outline.
  const point = firstPoint(shape);
  const dot = circleAt(to, 0);
  dot.x = point.x;
  dot.y = point.y;
  dot.radius = 0;
  return 1;
}

/** Finds the next circle, stores it behind the `count` found so far and returns its radius. */
function findCircle(shape: Shape, circles: usize, count: i32, scratch: usize): f64 {
  let half = max(shape.maxX - shape.minX, shape.maxY - shape.minY) / 2;
  const smallest = half / 512;
  let best = 0.0;
  let bestX = 0.0;
  let bestY = 0.0;
  let head = 0;
  let tail = 0;
  pushCell(scratch, tail++, (shape.minX + shape.maxX) / 2, (shape.minY + shape.maxY) / 2, half, Infinity);
  while (head < tail) {
    const cell = cellAt(scratch, head++);
    half = cell.half / 2;
    if (cell.bound <= best * 1.01) continue;
    const cx = cell.x;
    const cy = cell.y;
    for (let quarter = 0; quarter < 4; quarter++) {
      const x = cx + (quarter & 1 ? half : -half);
      const y = cy + (quarter & 2 ? half : -half);
      const reach = half * Math.SQRT2;
      const value = roomAround(shape, x, y, circles, count, best - reach);
      if (value > best) {
        best = value;
        bestX = x;
        bestY = y;
      }
      if (half > smallest && value + reach > best * 1.01 && tail - head < CELLS) {
        pushCell(scratch, tail++, x, y, half, value + reach);
      }
    }
  }
  // A circle too small to matter ends the search.
  if (best < smallest * 4 && count > 0) return 0;
  const to = circleAt(circles, count);
  to.x = bestX;
  to.y = bestY;
  to.radius = best;
  return best;
}

function cellAt(cells: usize, index: i32): CentreCell {
  return changetype<CentreCell>(cells + ((<usize>(index & (CELLS - 1))) << 5));
}

function pushCell(cells: usize, index: i32, x: f64, y: f64, half: f64, bound: f64): void {
  const cell = cellAt(cells, index);
  cell.x = x;
  cell.y = y;
  cell.half = half;
  cell.bound = bound;
}

/** Signed room at a point: distance to edges and circles, negative outside the material. Exact only above `floor`. */
function roomAround(shape: Shape, x: f64, y: f64, circles: usize, count: i32, floor: f64): f64 {
  let room = Infinity;
  for (let i = 0; i < count; i++) {
    const circle = circleAt(circles, i);
    const dx = circle.x - x;
    const dy = circle.y - y;
    room = min(room, Math.sqrt(dx * dx + dy * dy) - circle.radius);
  }
  if (room <= floor) return room;
  let nearest = room > 0 ? room * room : 0;
  // The distance is wanted outside the material too, so nothing is cut off there.
  const inside = insideShape(shape, x, y);
  if (!inside) nearest = Infinity;
  spend(<f64>shape.runCount * 0.3 + 3);
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  for (let at = shape.runs; at < end; at += RUN_BYTES) {
    const run = changetype<EdgeRun>(at);
    const outX = max(0.0, max(run.minX - x, x - run.maxX));
    const outY = max(0.0, max(run.minY - y, y - run.maxY));
    if (outX * outX + outY * outY >= nearest) continue;
    const stop = endOfEdges(run);
    for (let next = run.edges; next < stop; next += POINT_BYTES) {
      const edge = changetype<Edge>(next);
      nearest = min(nearest, pointSegment(x, y, edge.ax, edge.ay, edge.bx, edge.by));
    }
  }
  const distance = Math.sqrt(nearest);
  return inside ? min(room, distance) : min(room, -distance);
}
