/** Are two placed shapes too close, and which of their edges? The exact answer, in double precision, on all rings. */

import { spend } from "../work";
import { segmentsWithin } from "./predicates";
import { BLOCK_RUNS, firstPoint, insideShape, RUN_BYTES, Shape } from "./shape";

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
 * points as u32, one pair after the other. Returns how many there are; when they are more than fit into the list, just that.
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
  if (insideShape(a, load<f64>(pb) + dx, load<f64>(pb, 8) + dy)) return true;
  const pa = firstPoint(a);
  return insideShape(b, load<f64>(pa) - dx, load<f64>(pa, 8) - dy);
}

function edgesMeet(a: Shape, b: Shape, dx: f64, dy: f64, gap: f64): bool {
  const minX = b.minX + dx - gap;
  const minY = b.minY + dy - gap;
  const maxX = b.maxX + dx + gap;
  const maxY = b.maxY + dy + gap;
  if (a.maxX <= minX || a.minX >= maxX || a.maxY <= minY || a.minY >= maxY) return false;
  let ra = a.runs;
  const raEnd = ra + <usize>a.runCount * RUN_BYTES;
  for (; ra < raEnd; ra += RUN_BYTES) {
    if (apart(ra, minX, minY, maxX, maxY)) continue;
    if (runMeetsShape(ra, b, dx, dy, gap)) return true;
  }
  return false;
}

function runMeetsShape(ra: usize, b: Shape, dx: f64, dy: f64, gap: f64): bool {
  const minX = load<f64>(ra) - gap - dx;
  const minY = load<f64>(ra, 8) - gap - dy;
  const maxX = load<f64>(ra, 16) + gap - dx;
  const maxY = load<f64>(ra, 24) + gap - dy;
  const blocks = (b.runCount + BLOCK_RUNS - 1) / BLOCK_RUNS;
  spend(<f64>blocks * 0.3);
  for (let block = 0; block < blocks; block++) {
    if (apart(b.blocks + ((<usize>block) << 5), minX, minY, maxX, maxY)) continue;
    const first = block * BLOCK_RUNS;
    let rb = b.runs + <usize>first * RUN_BYTES;
    const end = b.runs + <usize>min(b.runCount, first + BLOCK_RUNS) * RUN_BYTES;
    for (; rb < end; rb += RUN_BYTES) {
      if (apart(rb, minX, minY, maxX, maxY)) continue;
      if (runsMeet(ra, rb, dx, dy, gap)) return true;
    }
  }
  return false;
}

/** True when the box at `box` does not meet the other one. */
function apart(box: usize, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  return (
    load<f64>(box, 16) <= minX ||
    load<f64>(box) >= maxX ||
    load<f64>(box, 24) <= minY ||
    load<f64>(box, 8) >= maxY
  );
}

function runsMeet(ra: usize, rb: usize, dx: f64, dy: f64, gap: f64): bool {
  const minX = load<f64>(ra) - gap - dx;
  const minY = load<f64>(ra, 8) - gap - dy;
  const maxX = load<f64>(ra, 16) + gap - dx;
  const maxY = load<f64>(ra, 24) + gap - dy;
  const limit = gap * gap;
  const first = <usize>load<u32>(ra, 32);
  const stop = first + ((<usize>load<i32>(ra, 36)) << 4);
  let b = <usize>load<u32>(rb, 32);
  const bStop = b + ((<usize>load<i32>(rb, 36)) << 4);
  spend(8);
  for (; b < bStop; b += 16) {
    const cx = load<f64>(b);
    const cy = load<f64>(b, 8);
    const ex = load<f64>(b, 16);
    const ey = load<f64>(b, 24);
    if (max(cx, ex) <= minX || min(cx, ex) >= maxX || max(cy, ey) <= minY || min(cy, ey) >= maxY) continue;
    const px = cx + dx;
    const py = cy + dy;
    const qx = ex + dx;
    const qy = ey + dy;
    const lowX = min(px, qx) - gap;
    const lowY = min(py, qy) - gap;
    const highX = max(px, qx) + gap;
    const highY = max(py, qy) + gap;
    for (let a = first; a < stop; a += 16) {
      const ax = load<f64>(a);
      const ay = load<f64>(a, 8);
      const bx = load<f64>(a, 16);
      const by = load<f64>(a, 24);
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
  store<u32>(state.list + ((<usize>state.listed) << 3) - 8, <u32>a);
  store<u32>(state.list + ((<usize>state.listed) << 3) - 4, <u32>b);
  return true;
}
