/** How large an outline becomes when it grows by a radius. */
import type { Point, Ring } from "../contract/values/geometry.ts";
import { isConvex, ringPerimeter, signedArea } from "./ring.ts";

/** In concave outlines with more points than this the strips along edges are not compared with each other. */
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

/** Lower bound of the area outside an outline and within r of it; 0 when strips along its edges overlap. */
function areaAround(ring: Ring, r: number): number {
  if (isConvex(ring)) return r * ringPerimeter(ring) + Math.PI * r * r;
  if (ring.length > MOST_POINTS) return 0;
  const overlaps = ring.map((point, i) => overlapAt(ring.at(i - 1)!, point, ring[(i + 1) % ring.length]!));
  const strips = ring.map((to, i) => new EdgeStrip(ring.at(i - 1)!, to, r));
  const meet = strips.some(({ length }, i) => {
    if (!(length >= r * (overlaps.at(i - 1)! + overlaps[i]!))) return true;
    // Strips of neighbouring edges overlap only in their corner, which is subtracted below.
    const others = i === 0 ? strips.slice(2, -1) : strips.slice(i + 2);
    return others.some((other) => strips[i]!.overlaps(other));
  });
  if (meet) return 0;
  return overlaps.reduce((sum, overlap) => sum - overlap * r * r, r * ringPerimeter(ring));
}

/** Area that the strips of width 1 along two edges share at a concave corner. */
function overlapAt([ax, ay]: Point, [x, y]: Point, [bx, by]: Point): number {
  const [dx, dy, ex, ey] = [x - ax, y - ay, bx - x, by - y];
  const [cross, dot] = [dx * ey - dy * ex, dx * ex + dy * ey];
  // The tangent of half of the angle.
  return cross >= 0 ? 0 : -cross / (Math.sqrt(cross * cross + dot * dot) + dot);
}

/** The rectangle of width r along an edge, outside the outline. */
class EdgeStrip {
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

  /** Tells whether two strips overlap, by the separating axis theorem. */
  overlaps(other: EdgeStrip): boolean {
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
