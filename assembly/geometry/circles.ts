/**
 * Inscribed circles that stand in for a shape where overlap is priced. Each is the largest circle in the material
 * that avoids the edges and the circles before it, found by branch and bound over square cells: the signed distance
 * to edges and circles changes no faster than the point moves, so a cell whose centre value plus half diagonal does
 * not beat the best can be dropped.
 */

import { spend } from "../work";
import { pointSegment } from "./predicates";
import { insideShape, RUN_BYTES, Shape } from "./shape";

/** Most circles of one shape. */
export const MAX_CIRCLES: i32 = 24;
/** Cells that may wait; a ring, so when it is full the oldest and largest have long been split. */
const CELLS = 4096;
/** Enough of the area is covered when there are this many circles and this share. */
const MANY = 12;
const MANY_SHARE: f64 = 0.8;
const FEW = 6;
const FEW_SHARE: f64 = 0.85;

/** Bytes that `findCircles` needs as scratch. */
export const CIRCLE_SCRATCH: usize = CELLS * 32;

/**
 * Writes the circles of the shape as triples x, y, r of f64 to `to` and returns their number, at least one.
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
  const point = <usize>load<u32>(shape.runs, 32);
  memory.copy(to, point, 16);
  store<f64>(to, 0, 16);
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
    const cell = scratch + ((<usize>(head++ & (CELLS - 1))) << 5);
    half = load<f64>(cell, 16) / 2;
    if (load<f64>(cell, 24) <= best * 1.01) continue;
    const cx = load<f64>(cell);
    const cy = load<f64>(cell, 8);
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
  const to = circles + <usize>count * 24;
  store<f64>(to, bestX);
  store<f64>(to, bestY, 8);
  store<f64>(to, best, 16);
  return best;
}

function pushCell(cells: usize, index: i32, x: f64, y: f64, half: f64, bound: f64): void {
  const cell = cells + ((<usize>(index & (CELLS - 1))) << 5);
  store<f64>(cell, x);
  store<f64>(cell, y, 8);
  store<f64>(cell, half, 16);
  store<f64>(cell, bound, 24);
}

/** Signed room at a point: distance to edges and circles, negative outside the material. Exact only above `floor`. */
function roomAround(shape: Shape, x: f64, y: f64, circles: usize, count: i32, floor: f64): f64 {
  let room = Infinity;
  for (let i = 0; i < count; i++) {
    const circle = circles + <usize>i * 24;
    const dx = load<f64>(circle) - x;
    const dy = load<f64>(circle, 8) - y;
    room = min(room, Math.sqrt(dx * dx + dy * dy) - load<f64>(circle, 16));
  }
  if (room <= floor) return room;
  let nearest = room > 0 ? room * room : 0;
  // The distance is wanted outside the material too, so nothing is cut off there.
  const inside = insideShape(shape, x, y);
  if (!inside) nearest = Infinity;
  spend(<f64>shape.runCount * 0.3 + 3);
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  for (let run = shape.runs; run < end; run += RUN_BYTES) {
    const outX = max(0.0, max(load<f64>(run) - x, x - load<f64>(run, 16)));
    const outY = max(0.0, max(load<f64>(run, 8) - y, y - load<f64>(run, 24)));
    if (outX * outX + outY * outY >= nearest) continue;
    let at = <usize>load<u32>(run, 32);
    const stop = at + ((<usize>load<i32>(run, 36)) << 4);
    for (; at < stop; at += 16) {
      const ax = load<f64>(at);
      const ay = load<f64>(at, 8);
      nearest = min(nearest, pointSegment(x, y, ax, ay, load<f64>(at, 16), load<f64>(at, 24)));
    }
  }
  const distance = Math.sqrt(nearest);
  return inside ? min(room, distance) : min(room, -distance);
}
