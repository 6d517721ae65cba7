/** Circles in the material of a part, as witnesses that two parts overlap: large ones first, spread over the part. */

import type { Ring } from "../../../base/contract/values/geometry.ts";
import { rayCrossing } from "../../../base/geometry/inside.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";

export interface Disc {
  x: number;
  y: number;
  r: number;
}

/** Points of a grid over the longer side that circles are tried around, and the most that are kept. */
const GRID = 12;
const MOST = 16;
/** The largest is moved by so many steps, each half as long as the one before. */
const HALVINGS = 12;
/** The most points that are tried: each is held against every edge. */
export const CIRCLE_TRIES = GRID * GRID + 4 * HALVINGS;

export function inscribedCircles(rings: readonly Ring[]): Disc[] {
  const xs = rings[0]!.map(([x]) => x);
  const ys = rings[0]!.map(([, y]) => y);
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const step = Math.max(maxX - minX, maxY - minY) / GRID;
  const across = Math.max(1, Math.round((maxX - minX) / step));
  const up = Math.max(1, Math.round((maxY - minY) / step));
  const found: Disc[] = [];
  for (let i = 0; i < across; i++) {
    for (let k = 0; k < up; k++) {
      const x = minX + ((i + 0.5) * (maxX - minX)) / across;
      const y = minY + ((k + 0.5) * (maxY - minY)) / up;
      const circle = circleAt(rings, x, y);
      if (circle.r > 0) found.push(circle);
    }
  }
  const middle = circleAt(rings, (minX + maxX) / 2, (minY + maxY) / 2);
  if (middle.r > 0) found.push(middle);
  found.sort((a, b) => b.r - a.r);
  if (found[0]) found[0] = largest(rings, found[0], step);
  const kept: Disc[] = [];
  for (const circle of found) {
    // One whose middle lies in another adds little.
    if (kept.every(({ x, y, r }) => hypot(circle.x - x, circle.y - y) > r / 2)) kept.push(circle);
    if (kept.length === MOST) break;
  }
  return kept;
}

/** A larger circle near this one, as far as steps along the axes lead. */
function largest(rings: readonly Ring[], circle: Disc, step: number): Disc {
  let best = circle;
  for (let k = 0, by = step / 2; k < HALVINGS; k++, by /= 2) {
    for (const [dx, dy] of [
      [by, 0],
      [-by, 0],
      [0, by],
      [0, -by],
    ] as const) {
      const moved = circleAt(rings, best.x + dx, best.y + dy);
      if (moved.r > best.r) best = moved;
    }
  }
  return best;
}

function circleAt(rings: readonly Ring[], x: number, y: number): Disc {
  return { x, y, r: depthOf(rings, x, y) };
}

/** Distance from the outline for a point in the material, otherwise 0. */
function depthOf(rings: readonly Ring[], x: number, y: number): number {
  let inside = false;
  let nearest = Infinity;
  for (const ring of rings) {
    let [ax, ay] = ring.at(-1)!;
    for (let i = 0; i < ring.length; i++) {
      const [bx, by] = ring[i]!;
      if (rayCrossing(x, y, ax, ay, bx, by) !== 0) inside = !inside;
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
      const at = Math.max(0, Math.min(1, along));
      nearest = Math.min(nearest, (x - ax - at * (bx - ax)) ** 2 + (y - ay - at * (by - ay)) ** 2);
      [ax, ay] = [bx, by];
    }
  }
  return inside ? Math.sqrt(nearest) : 0;
}
