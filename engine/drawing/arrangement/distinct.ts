/** Which rings are drawn once more, perhaps in other pieces? */

import type { Findings } from "../basis/findings.ts";
import type { FlatRing } from "../curves/flat-ring.ts";
import { PointGrid } from "./grid.ts";
import type { RingList } from "./ringlist.ts";

/** Rings that one is compared with; more of nearly the same bounds are no drawing. */
const CROWD = 200;

/** The first of each: the others have the same bounds, length and area, and sample points on it. */
export function distinctRings(
  rings: RingList,
  weld: number,
  tolerance: number,
  findings: Findings,
): number[] {
  const reach = 4 * weld;
  const kept: number[] = [];
  // Mixed so that rings which share a corner do not share a cell.
  const grid = new PointGrid(reach, rings.count);
  for (let ring = 0; ring < rings.count; ring++) {
    const { min_x, min_y, max_x, max_y } = rings.boundsOf(ring);
    const [u, v] = [min_x + Math.SQRT2 * max_y, min_y + 1.7 * max_x];
    let copy = false;
    const compare = (i: number) => {
      copy = sameRing(rings, kept[i]!, ring, weld, tolerance);
      return copy;
    };
    grid.near(u, v, reach, compare, CROWD);
    if (copy) {
      const { layer, curves } = rings.chain(ring);
      findings.note("duplicates-removed", { layer, count: curves.length, at: [min_x, min_y] });
    } else {
      grid.add(u, v);
      kept.push(ring);
    }
  }
  return kept;
}

function sameRing(rings: RingList, p: number, q: number, weld: number, tolerance: number): boolean {
  const { areas, lengths, bounds, points } = rings;
  const near = (a: number, b: number, apart: number) => Math.abs(a - b) <= apart;
  for (let side = 0; side < 4; side++)
    if (!near(bounds[4 * p + side]!, bounds[4 * q + side]!, weld)) return false;
  const length = lengths[p]!;
  if (!near(length, lengths[q]!, weld + 1e-6 * length)) return false;
  if (!near(areas[p]!, areas[q]!, weld * length)) return false;
  const [outline, other] = [points[p]!, points[q]!];
  const step = 2 * Math.max(1, Math.floor(other.length / 16));
  for (let i = 0; i < other.length; i += step) {
    if (distanceToRing(other[i]!, other[i + 1]!, outline) > 2 * tolerance + weld) return false;
  }
  return true;
}

function distanceToRing(x: number, y: number, ring: FlatRing): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [ring[i]!, ring[i + 1]!];
    const [dx, dy] = [ring[i + 2]! - ax, ring[i + 3]! - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + share * dx - x, ay + share * dy - y));
  }
  return least;
}
