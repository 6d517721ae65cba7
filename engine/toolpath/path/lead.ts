/**
 * Where may the tool pierce beside a contour, and where may it leave it?
 *
 * A pierce leaves a crater and the end of a cut a mark; both belong in the scrap. Contours are cut climbing, so the
 * scrap is always on the left of the path. A lead starts within the angle that the scrap has at the first point, and
 * must not come near another contour nor leave the sheet; where there is no room it gets shorter, and then is left
 * out. In a small hole that puts the pierce about its middle.
 */
import Flatbush from "flatbush";
import type { Point, Ring } from "../../contract/values/geometry.ts";
import { boundsOf } from "../../geometry/ring.ts";
import type { Vertex } from "./arcs.ts";

/** Shares of the wanted length, and of the scrap's angle from the path on, in the order in which they are tried. */
const LENGTHS = [1, 0.5, 0.25];
const ANGLES = { in: [0.75, 0.5, 0.25], out: [0.25, 0.5, 0.75] };
const TURN = 2 * Math.PI;
/** The lead's own contour does not count this near to its start, in mm: an arc runs a hair beside its points. */
const CLEAR = 0.01;
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

  /** The far end of a lead of about this length at the first vertex of a climbing path, or null. */
  find(path: Vertex[], length: number, side: "in" | "out"): Point | null {
    const [x, y] = path[0]!;
    const at: Point = [x, y];
    const heading = chord(path, 0) - 2 * Math.atan(path[0]![2]);
    const back = chord(path, path.length - 1) + 2 * Math.atan(path.at(-1)![2]) + Math.PI;
    const room = (((back - heading) % TURN) + TURN) % TURN;
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
    const [dx, dy] = [end[0] - at[0], end[1] - at[1]];
    const skip = CLEAR / Math.hypot(dx, dy);
    const from: Point = [at[0] + skip * dx, at[1] + skip * dy];
    const past: Point = [at[0] + 2 * dx, at[1] + 2 * dy];
    const near = this.tree?.search(
      Math.min(from[0], past[0]),
      Math.min(from[1], past[1]),
      Math.max(from[0], past[0]),
      Math.max(from[1], past[1]),
    );
    return near?.every((i) => !crosses(this.rings[i]!, from, past)) ?? true;
  }
}

/** Direction from a vertex straight to the next. */
function chord(path: Vertex[], index: number): number {
  const [ax, ay] = path[index]!;
  const [bx, by] = path[(index + 1) % path.length]!;
  return Math.atan2(by - ay, bx - ax);
}

/** Whether the segment meets an edge of the ring. */
function crosses(ring: Ring, from: Point, to: Point): boolean {
  return ring.some((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    const [c, d] = [side(from, to, a), side(from, to, b)];
    return c * d <= 0 && side(a, b, from) * side(a, b, to) <= 0 && (c !== 0 || d !== 0);
  });
}

function side([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}
