/** How large an outline becomes when it grows by a radius. */
import type { Point, Ring } from "../contract/values/geometry.ts";
import { isConvex, perimeterOf, signedArea } from "./ring.ts";

/** Most points of an outline that is not convex for its edges to be compared with each other. */
const MOST_POINTS = 256;

/**
 * Area, at least, of the material of a part with all that is within r of it: exact for a convex outline; what lies along
 * the edges of another where nothing of it counts twice; else that of a disc of the same area grown alike (Brunn and
 * Minkowski). The exterior turns counter-clockwise, holes clockwise.
 */
export function grownArea([exterior, ...holes]: readonly Ring[], r: number): number {
  const area = holes.reduce((sum, hole) => sum + signedArea(hole), signedArea(exterior!));
  const around = holes.length === 0 ? areaAround(exterior!, r) : 0;
  return Math.max(area + around, (Math.sqrt(area) + Math.sqrt(Math.PI) * r) ** 2);
}

/** Area, at least, within r of an outline on its outside; 0 where strips along its edges overlap. */
function areaAround(ring: Ring, r: number): number {
  if (isConvex(ring)) return r * perimeterOf(ring) + Math.PI * r * r;
  if (ring.length > MOST_POINTS) return 0;
  const overlaps = ring.map((point, i) => overlapAt(ring.at(i - 1)!, point, ring[(i + 1) % ring.length]!));
  const strips = ring.map((to, i) => new Strip(ring.at(i - 1)!, to, r));
  const meet = strips.some(({ length }, i) => {
    if (!(length >= r * (overlaps.at(i - 1)! + overlaps[i]!))) return true;
    // Those of neighbours meet in the corner alone, which is taken off.
    const others = i === 0 ? strips.slice(2, -1) : strips.slice(i + 2);
    return others.some((other) => strips[i]!.overlaps(other));
  });
  if (meet) return 0;
  return overlaps.reduce((sum, overlap) => sum - overlap * r * r, r * perimeterOf(ring));
}

/** Area that the strips along two edges share where the outline turns to the right, for a width of 1. */
function overlapAt([ax, ay]: Point, [x, y]: Point, [bx, by]: Point): number {
  const [dx, dy, ex, ey] = [x - ax, y - ay, bx - x, by - y];
  const [cross, dot] = [dx * ey - dy * ex, dx * ex + dy * ey];
  // The tangent of half of the angle.
  return cross >= 0 ? 0 : -cross / (Math.sqrt(cross * cross + dot * dot) + dot);
}

/** The rectangle along an edge on the outside of the outline. */
class Strip {
  readonly length: number;
  private readonly axes: Point[];
  private readonly corners: Point[];

  constructor([ax, ay]: Point, [bx, by]: Point, r: number) {
    this.length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    const [ux, uy] = [(bx - ax) / this.length, (by - ay) / this.length];
    const [nx, ny] = [r * uy, -r * ux];
    this.axes = [
      [ux, uy],
      [uy, -ux],
    ];
    this.corners = [
      [ax, ay],
      [bx, by],
      [bx + nx, by + ny],
      [ax + nx, ay + ny],
    ];
  }

  /** False where a side of one of them lies between the two. */
  overlaps(other: Strip): boolean {
    return [...this.axes, ...other.axes].every((axis) => {
      const [low, high] = extentOf(this.corners, axis);
      const [otherLow, otherHigh] = extentOf(other.corners, axis);
      return low < otherHigh && otherLow < high;
    });
  }
}

function extentOf(points: readonly Point[], [ux, uy]: Point): [number, number] {
  const along = points.map(([x, y]) => ux * x + uy * y);
  return [Math.min(...along), Math.max(...along)];
}
