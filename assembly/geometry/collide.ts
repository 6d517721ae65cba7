/** Are two placed shapes too close, and which of their edges? The exact answer, in double precision, on all rings. */

import { spend } from "../work";
import { segmentsWithin } from "./predicates";
import { Box, boxAt, Edge, endOfEdges, POINT_BYTES, RUN_BYTES, Run } from "./records";
import { BLOCK_RUNS, firstPoint, insideRuns, openRuns, Shape } from "./shape";

/** Edges of two shapes that come close: the addresses of their first points. */
@unmanaged
export class EdgePair {
  a: usize;
  b: usize;
}
export const PAIR_BYTES: usize = 8;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Where pairs of edges are listed (0: the first pair is the answer), how many are, and how many may be. */
  list: usize;
  /** Where the next list goes. */
  into: usize;
  listed: i32;
  most: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

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
  state.list = state.into;
  state.listed = 0;
  edgesMeet(a, b, dx, dy, gap);
  state.list = 0;
  return state.listed;
}

/** Where `listEdges` writes, and how many pairs there is room for. */
export function openEdgeList(to: usize, room: i32): void {
  state.into = to;
  state.most = room;
}

/** Of shapes without edges near each other: does one lie wholly in the other's material? */
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
      const ra = changetype<Run>(at);
      if (apart(ra, minX, minY, maxX, maxY)) continue;
      if (runMeetsShape(ra, b, others, dx, dy, gap)) return true;
    }
  }
  return false;
}

/** Does it meet one of the first `count` runs of the shape? */
function runMeetsShape(ra: Run, b: Shape, count: i32, dx: f64, dy: f64, gap: f64): bool {
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
      const rb = changetype<Run>(at);
      if (apart(rb, minX, minY, maxX, maxY)) continue;
      if (runsMeet(ra, rb, dx, dy, gap)) return true;
    }
  }
  return false;
}

/** True when a box does not meet the other one. */
function apart(box: Box, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  return box.maxX <= minX || box.minX >= maxX || box.maxY <= minY || box.minY >= maxY;
}

function runsMeet(ra: Run, rb: Run, dx: f64, dy: f64, gap: f64): bool {
  const minX = ra.minX - gap - dx;
  const minY = ra.minY - gap - dy;
  const maxX = ra.maxX + gap - dx;
  const maxY = ra.maxY + gap - dy;
  const limit = gap * gap;
  const first = ra.edges;
  const stop = endOfEdges(ra);
  const bStop = endOfEdges(rb);
  spend(8);
  for (let b = rb.edges; b < bStop; b += POINT_BYTES) {
    const other = changetype<Edge>(b);
    const cx = other.ax;
    const cy = other.ay;
    const ex = other.bx;
    const ey = other.by;
    if (max(cx, ex) <= minX || min(cx, ex) >= maxX || max(cy, ey) <= minY || min(cy, ey) >= maxY) continue;
    const px = cx + dx;
    const py = cy + dy;
    const qx = ex + dx;
    const qy = ey + dy;
    const lowX = min(px, qx) - gap;
    const lowY = min(py, qy) - gap;
    const highX = max(px, qx) + gap;
    const highY = max(py, qy) + gap;
    for (let a = first; a < stop; a += POINT_BYTES) {
      const edge = changetype<Edge>(a);
      const ax = edge.ax;
      const ay = edge.ay;
      const bx = edge.bx;
      const by = edge.by;
      if (max(ax, bx) <= lowX || min(ax, bx) >= highX || max(ay, by) <= lowY || min(ay, by) >= highY)
        continue;
      if (segmentsWithin(ax, ay, bx, by, px, py, qx, qy, limit) && !goOn(a, b)) return true;
    }
  }
  return false;
}

/** Lists the pair of edges where a list is wanted; false when there is no need of further pairs. */
function goOn(a: usize, b: usize): bool {
  if (state.list === 0) return false;
  if (++state.listed > state.most) return false;
  const pair = changetype<EdgePair>(state.list + <usize>(state.listed - 1) * PAIR_BYTES);
  pair.a = a;
  pair.b = b;
  return true;
}
