/** Are two placed shapes too close, and which of their edges? The exact answer, in double precision, on all rings. */

import { spend } from "../work";
import { segmentsWithin } from "./predicates";
import { Box, boxAt, Edge, EdgeRun, endOfEdges, POINT_BYTES, RUN_BYTES } from "./records";
import { BLOCK_RUNS, firstPoint, insideRuns, openRuns, Shape } from "./shape";

/** Edges of two shapes that come close: the addresses of their first points. */
@unmanaged
export class EdgePair {
  a: usize;
  b: usize;
}
export const PAIR_BYTES: usize = 8;

/** Where pairs of edges are listed (0: the first pair is the answer), how many are, and how many may be. */
let list: usize = 0;
/** Where the next list goes. */
let into: usize = 0;
let listed: i32 = 0;
let mostListed: i32 = 0;

/**
 * True when b, shifted by (dx, dy) against a, comes closer to a than `gap` or shares material with it. A shape in a
 * hole of the other is fine as long as the distance holds.
 */
export function shapesCollide(a: Shape, b: Shape, dx: f64, dy: f64, gap: f64): bool {
  return edgesMeet(a, b, dx, dy, gap) || shapesNest(a, b, dx, dy);
}

/**
 * Lists the pairs of edges of a and of b, shifted by (dx, dy), that come closer than `gap`: the addresses of their first
 * points, one pair after the other. Returns how many there are; when they are more than fit into the list, just that.
 */
export function listEdges(a: Shape, b: Shape, dx: f64, dy: f64, gap: f64): i32 {
  list = into;
  listed = 0;
  edgesMeet(a, b, dx, dy, gap);
  list = 0;
  return listed;
}

/** Where `listEdges` writes, and how many pairs there is room for. */
export function openEdgeList(to: usize, room: i32): void {
  into = to;
  mostListed = room;
}

/** Tells of shapes without edges near each other whether one lies wholly in the other's material. */
export function shapesNest(a: Shape, b: Shape, dx: f64, dy: f64): bool {
  const pb = firstPoint(b);
  if (insideRuns(a, openRuns(a, b), pb.x + dx, pb.y + dy)) return true;
  const pa = firstPoint(a);
  return insideRuns(b, openRuns(b, a), pa.x - dx, pa.y - dy);
}

function edgesMeet(a: Shape, b: Shape, dx: f64, dy: f64, gap: f64): bool {
  const minX = b.minX + dx - gap;
  const minY = b.minY + dy - gap;
  const maxX = b.maxX + dx + gap;
  const maxY = b.maxY + dy + gap;
  if (a.maxX <= minX || a.minX >= maxX || a.maxY <= minY || a.minY >= maxY) return false;
  const count = openRuns(a, b);
  const others = openRuns(b, a);
  const blocks = (count + BLOCK_RUNS - 1) / BLOCK_RUNS;
  for (let block = 0; block < blocks; block++) {
    if (apart(boxAt(a.blocks, block), minX, minY, maxX, maxY)) continue;
    const first = block * BLOCK_RUNS;
    const end = a.runs + <usize>min(count, first + BLOCK_RUNS) * RUN_BYTES;
    for (let at = a.runs + <usize>first * RUN_BYTES; at < end; at += RUN_BYTES) {
      const ra = changetype<EdgeRun>(at);
      if (apart(ra, minX, minY, maxX, maxY)) continue;
      if (runMeetsShape(ra, b, others, dx, dy, gap)) return true;
    }
  }
  return false;
}

/** Does it meet one of the first `count` runs of the shape? */
function runMeetsShape(ra: EdgeRun, b: Shape, count: i32, dx: f64, dy: f64, gap: f64): bool {
  const minX = ra.minX - gap - dx;
  const minY = ra.minY - gap - dy;
  const maxX = ra.maxX + gap - dx;
  const maxY = ra.maxY + gap - dy;
  const blocks = (count + BLOCK_RUNS - 1) / BLOCK_RUNS;
  spend(<f64>blocks * 0.3);
  for (let block = 0; block < blocks; block++) {
    if (apart(boxAt(b.blocks, block), minX, minY, maxX, maxY)) continue;
    const first = block * BLOCK_RUNS;
    const end = b.runs + <usize>min(count, first + BLOCK_RUNS) * RUN_BYTES;
    for (let at = b.runs + <usize>first * RUN_BYTES; at < end; at += RUN_BYTES) {
      const rb = changetype<EdgeRun>(at);
      if (apart(rb, minX, minY, maxX, maxY)) continue;
      if (runsMeet(ra, rb, dx, dy, gap)) return true;
    }
  }
  return false;
}

/** True when a box does not meet the other one. */
function apart(box: Box, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  if (ASC_FEATURE_SIMD) {
    const at = changetype<usize>(box);
    return apartWide(v128.load(at), v128.load(at, POINT_BYTES), minX, minY, maxX, maxY);
  }
  return box.maxX <= minX || box.minX >= maxX || box.maxY <= minY || box.minY >= maxY;
}

/** The same of the box around an edge. */
function edgeApart(edge: Edge, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  if (ASC_FEATURE_SIMD) {
    const first = v128.load(changetype<usize>(edge));
    const second = v128.load(changetype<usize>(edge), POINT_BYTES);
    return apartWide(f64x2.pmin(first, second), f64x2.pmax(first, second), minX, minY, maxX, maxY);
  }
  if (max(edge.ax, edge.bx) <= minX || min(edge.ax, edge.bx) >= maxX) return true;
  return max(edge.ay, edge.by) <= minY || min(edge.ay, edge.by) >= maxY;
}

/** A vector is a point: there is one branch instead of four that nobody could guess. */
function apartWide(least: v128, most: v128, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  const low = f64x2.replace_lane(f64x2.splat(minX), 1, minY);
  const high = f64x2.replace_lane(f64x2.splat(maxX), 1, maxY);
  return v128.any_true(v128.or(f64x2.le(most, low), f64x2.ge(least, high)));
}

function runsMeet(ra: EdgeRun, rb: EdgeRun, dx: f64, dy: f64, gap: f64): bool {
  spend(8);
  const limit = gap * gap;
  const stop = endOfEdges(ra);
  const bStop = endOfEdges(rb);
  for (let b = rb.edges; b < bStop; b += POINT_BYTES) {
    const other = changetype<Edge>(b);
    if (edgeApart(other, ra.minX - gap - dx, ra.minY - gap - dy, ra.maxX + gap - dx, ra.maxY + gap - dy))
      continue;
    const px = other.ax + dx;
    const py = other.ay + dy;
    const qx = other.bx + dx;
    const qy = other.by + dy;
    const lowX = min(px, qx) - gap;
    const lowY = min(py, qy) - gap;
    const highX = max(px, qx) + gap;
    const highY = max(py, qy) + gap;
    for (let a = ra.edges; a < stop; a += POINT_BYTES) {
      const edge = changetype<Edge>(a);
      if (edgeApart(edge, lowX, lowY, highX, highY)) continue;
      if (segmentsWithin(edge.ax, edge.ay, edge.bx, edge.by, px, py, qx, qy, limit) && !goOn(a, b))
        return true;
    }
  }
  return false;
}

/** Lists the pair of edges where a list is wanted; false when there is no need of further pairs. */
function goOn(a: usize, b: usize): bool {
  if (list === 0) return false;
  if (++listed > mostListed) return false;
  const pair = changetype<EdgePair>(list + <usize>(listed - 1) * PAIR_BYTES);
  pair.a = a;
  pair.b = b;
  return true;
}
