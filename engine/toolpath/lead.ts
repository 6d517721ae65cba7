/**
 * Where may the tool pierce beside a contour, and where may it leave it?
 *
 * A pierce leaves a crater and the end of a cut a mark; both belong in the scrap. Contours are cut climbing, so the
 * scrap is always on the left of the path. A lead starts within the angle that the scrap has at the first point, and
 * must not come near another contour nor leave the sheet; where there is no room it gets shorter, and then is left
 * out. In a small hole that puts the pierce about its middle.
 */
import Flatbush from "flatbush";
import type { Point, Ring } from "../contract/geometry.ts";
import { boundsOf } from "../geometry/ring.ts";

/** Shares of the wanted length, and of the scrap's angle from the path on, in the order in which they are tried. */
const LENGTHS = [1, 0.5, 0.25];
const ANGLES = { in: [0.75, 0.5, 0.25], out: [0.25, 0.5, 0.75] };
/** Shorter leads are not worth a move, in mm. */
const SHORTEST = 0.1;

export class Leads {
  private readonly tree: Flatbush | null;

  /** The rings that no lead may cross, and the sheet that it may not leave. */
  constructor(
    private readonly rings: Ring[],
    private readonly width: number,
    private readonly height: number,
  ) {
    this.tree = rings.length > 0 ? new Flatbush(rings.length) : null;
    for (const ring of rings) {
      const { min_x, min_y, max_x, max_y } = boundsOf(ring);
      this.tree?.add(min_x, min_y, max_x, max_y);
    }
    this.tree?.finish();
  }

  /** The far end of a lead of about this length at the first point of a climbing ring, or null. */
  find(ring: Ring, length: number, side: "in" | "out"): Point | null {
    const [at, next] = ring as [Point, Point];
    const before = ring.at(-1)!;
    const heading = Math.atan2(next[1] - at[1], next[0] - at[0]);
    const back = Math.atan2(before[1] - at[1], before[0] - at[0]);
    const room = (back - heading + 4 * Math.PI) % (2 * Math.PI);
    for (const share of LENGTHS) {
      const reach = length * share;
      if (reach < SHORTEST) break;
      for (const angle of ANGLES[side]) {
        const towards = heading + room * angle;
        const end: Point = [at[0] + reach * Math.cos(towards), at[1] + reach * Math.sin(towards)];
        if (this.isClear(at, end)) return end;
      }
    }
    return null;
  }

  /** Whether the far end stays on the sheet, and no ring is met before twice its distance: craters need room too. */
  private isClear(at: Point, end: Point): boolean {
    if (end[0] < 0 || end[1] < 0 || end[0] > this.width || end[1] > this.height) return false;
    const past: Point = [2 * end[0] - at[0], 2 * end[1] - at[1]];
    const near = this.tree?.search(
      Math.min(at[0], past[0]),
      Math.min(at[1], past[1]),
      Math.max(at[0], past[0]),
      Math.max(at[1], past[1]),
    );
    return near?.every((i) => !crosses(this.rings[i]!, at, past)) ?? true;
  }
}

/** Whether the segment meets an edge of the ring, other than in the segment's own start. */
function crosses(ring: Ring, at: Point, end: Point): boolean {
  return ring.some((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    if (isSame(a, at) || isSame(b, at)) return isSame(a, end) || isSame(b, end);
    const [c, d] = [side(at, end, a), side(at, end, b)];
    const [e, f] = [side(a, b, at), side(a, b, end)];
    return c * d <= 0 && e * f <= 0 && (c !== 0 || d !== 0);
  });
}

function isSame(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function side([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}
