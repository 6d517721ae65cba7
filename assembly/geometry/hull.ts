/** Convex hull of the points of a ring: its area and its diameter tell how much room a part takes when it moves. */

import { copyPoint, Edge, edgeAt, Point, pointAt } from "./records";

/** Result of `measureHull`. */
@unmanaged
class Hull {
  area: f64;
  /** Greatest distance of two of its points. */
  diameter: f64;
}
export const hull = changetype<Hull>(memory.data(offsetof<Hull>()));

/**
 * Measures the hull of `count` points at `points`. `scratch` holds `count` points and is overwritten: the points in
 * order of x, then, from its start, the chain of the lower or the upper half (Andrew's monotone chain).
 */
export function measureHull(points: usize, count: i32, scratch: usize, chain: usize): void {
  const size = chainHull(points, count, scratch, chain);
  hull.area = 0;
  const start = pointAt(chain, 0);
  for (let i = 0; i < size; i++) {
    const edge = edgeAt(chain, i);
    hull.area += (edge.ax - start.x) * (edge.by - start.y) - (edge.bx - start.x) * (edge.ay - start.y);
  }
  hull.area = Math.abs(hull.area) / 2;
  hull.diameter = measureDiameter(chain, size);
}

/** Writes the corners of the hull to `chain`, the first again behind the last, and returns how many there are. */
export function chainHull(points: usize, count: i32, scratch: usize, chain: usize): i32 {
  memory.copy(scratch, points, (<usize>count) << 4);
  sortPoints(scratch, count);
  const size = halfChain(scratch, count, 1, chain, 0);
  return halfChain(scratch, count, -1, chain, size - 1) - 1;
}

/**
 * Distance of the two corners that are farthest apart, of a closed chain of `size` corners: they are antipodal, that is,
 * the hull fits between parallel lines through them (rotating calipers, M. Shamos).
 */
function measureDiameter(chain: usize, size: i32): f64 {
  let most: f64 = 0;
  let far = 1 % size;
  for (let i = 0; i < size; i++) {
    const edge = edgeAt(chain, i);
    if (far === i) far = (far + 1) % size;
    // Up to the corner behind which the hull comes back to the edge.
    for (let steps = 0; steps < size && turnBetween(edge, edgeAt(chain, far)) > 0; steps++)
      far = (far + 1) % size;
    for (let k = 0; k < 2; k++) {
      const corner = pointAt(chain, far + k);
      most = max(most, squaredDistance(pointAt(chain, i), corner));
      most = max(most, squaredDistance(pointAt(chain, i + 1), corner));
    }
  }
  return Math.sqrt(most);
}

/** Positive when b points to the left of a. */
function turnBetween(a: Edge, b: Edge): f64 {
  return (a.bx - a.ax) * (b.by - b.ay) - (a.by - a.ay) * (b.bx - b.ax);
}

function squaredDistance(a: Point, b: Point): f64 {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  return dx * dx + dy * dy;
}

/** Appends one half of the hull to the chain from slot `base` on; returns the length of the chain. */
function halfChain(sorted: usize, count: i32, direction: i32, chain: usize, base: i32): i32 {
  let size = base;
  for (let i = 0; i < count; i++) {
    const point = pointAt(sorted, direction > 0 ? i : count - 1 - i);
    const x = point.x;
    const y = point.y;
    while (size >= base + 2) {
      const last = edgeAt(chain, size - 2);
      const turn = (last.bx - last.ax) * (y - last.ay) - (last.by - last.ay) * (x - last.ax);
      if (turn > 0) break;
      size--;
    }
    copyPoint(pointAt(chain, size++), point);
  }
  return size;
}

/** Shell sort by x, then y. */
function sortPoints(points: usize, count: i32): void {
  let stride = 1;
  while (stride < count / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < count; i++) {
      const x = pointAt(points, i).x;
      const y = pointAt(points, i).y;
      let j = i;
      for (; j >= stride; j -= stride) {
        const from = pointAt(points, j - stride);
        if (from.x < x || (from.x === x && from.y <= y)) break;
        copyPoint(pointAt(points, j), from);
      }
      pointAt(points, j).x = x;
      pointAt(points, j).y = y;
    }
  }
}
