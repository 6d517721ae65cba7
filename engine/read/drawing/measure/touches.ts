/**
 * Places where contours touch. Where the corner of one lies on an arc of another, the chord that stands for the arc passes
 * it on one side: on the wrong one it would cut off a hole's corner. So the points of a ring have all places that lie on it.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { BoxIndex, type Corners } from "../../../base/geometry/box-index.ts";
import { pointSegmentDistance } from "../../../base/geometry/segment.ts";
import { tidy } from "../basis/tidy.ts";
import type { FlatRing } from "../curves/flat-ring.ts";

/** A place is on an edge within this, mm. */
const ON = 1e-6;

export class Touches {
  private readonly index: BoxIndex;

  constructor(private readonly places: readonly Point[]) {
    this.index = new BoxIndex(places.map(([x, y]) => [x, y, x, y]));
  }

  /** A ring in a box, with a point more for each place that lies no farther from it than its points stray from their curves. */
  through(ring: FlatRing, box: Corners, tolerance: number): FlatRing {
    const near = this.index.near(box, tolerance);
    if (near.length === 0) return ring;
    const points = Array.from(ring);
    for (const place of near) {
      const [x, y] = this.places[place]!;
      const { edge, away } = nearestEdge(points, x, y);
      if (away > ON && away <= tolerance && !isCorner(points, edge, x, y))
        points.splice(edge + 2, 0, tidy(x), tidy(y));
    }
    return points;
  }
}

/** The edge that is nearest to a place, by where its first point stands, and how far away it is. */
function nearestEdge(points: number[], x: number, y: number): { edge: number; away: number } {
  let [edge, away] = [0, Infinity];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const next = pointSegmentDistance(x, y, points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!);
    if (next < away) [edge, away] = [at, next];
  }
  return { edge, away };
}

/** Whether what is nearest to a place is an end of the edge: the ring has its corner there. */
function isCorner(points: number[], edge: number, x: number, y: number): boolean {
  const [ax, ay, bx, by] = points.slice(edge, edge + 4) as [number, number, number, number];
  const along = (x - ax) * (bx - ax) + (y - ay) * (by - ay);
  return along <= 0 || along >= (bx - ax) ** 2 + (by - ay) ** 2;
}
