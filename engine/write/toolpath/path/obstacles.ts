/**
 * Obstacles of the tool: the material of all placed parts, asked by segments and points of the sheet.
 *
 * Edges are kept once for all copies of a part at one angle, in its own frame; a question is moved to them.
 */

import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { BoxIndex, type Corners, cornersOf } from "../../../base/geometry/box-index.ts";
import { insideRings } from "../../../base/geometry/inside.ts";
import { pointBounds } from "../../../base/geometry/ring.ts";
import { segmentDistance } from "../../../base/geometry/segment.ts";
import { grow } from "./kerf.ts";
import type { Solid } from "./shape.ts";

/** From this many edges on an index is faster than a loop. */
const MANY = 32;

interface ObstacleEdges {
  rings: Ring[];
  table: Float64Array;
  index: BoxIndex | null;
  box: Corners;
}

export class Obstacles {
  private readonly shapes: ObstacleEdges[];
  private readonly index: BoxIndex;

  constructor(private readonly solids: Solid[]) {
    const known = new Map<Ring[], ObstacleEdges>();
    this.shapes = solids.map(({ rings }) => {
      const edges = known.get(rings) ?? edgesOf(rings);
      known.set(rings, edges);
      return edges;
    });
    this.index = new BoxIndex(
      solids.map(({ x, y }, i) => {
        const [x0, y0, x1, y1] = this.shapes[i]!.box;
        return [x0 + x, y0 + y, x1 + x, y1 + y];
      }),
    );
  }

  /** How many parts there are. */
  get count(): number {
    return this.solids.length;
  }

  /** The exteriors as they lie, grown by a distance, less at the most `chord` at their corners. */
  grown(distance: number, chord?: number): Ring[] {
    const shapes = new Map<Ring[], Ring[]>();
    return this.solids.flatMap(({ rings, x, y }) => {
      const shape = shapes.get(rings) ?? grow(rings[0]!, distance, chord);
      shapes.set(rings, shape);
      return shape.map((ring) => ring.map(([px, py]): Point => [px + x, py + y]));
    });
  }

  /** Whether all of a segment keeps this far from every part, and lies in none. */
  clears(a: Point, b: Point, reach: number): boolean {
    return this.firstNear(this.near([...a, ...b], Math.max(reach, 0)), a, reach, b) < 0;
  }

  /** Parts whose boxes come this near to one. */
  near(box: Corners, reach: number): number[] {
    return this.index.near(box, reach);
  }

  /** One of these parts that comes nearer than `reach` to a point, or to the way from there to another, or -1. */
  firstNear(parts: number[], [px, py]: Point, reach: number, [qx, qy]: Point = [px, py]): number {
    for (const i of parts) {
      const { x, y } = this.solids[i]!;
      const edges = this.shapes[i]!;
      const [x0, y0, x1, y1] = edges.box;
      if (Math.max(px, qx) - x < x0 - reach || Math.min(px, qx) - x > x1 + reach) continue;
      if (Math.max(py, qy) - y < y0 - reach || Math.min(py, qy) - y > y1 + reach) continue;
      if (touches(edges, px - x, py - y, qx - x, qy - y, reach) || contains(edges, px - x, py - y)) return i;
    }
    return -1;
  }
}

function edgesOf(rings: Ring[]): ObstacleEdges {
  const edges = rings.flatMap((ring) =>
    ring.map((from, i): Corners => [...from, ...ring[(i + 1) % ring.length]!]),
  );
  const index = edges.length >= MANY ? new BoxIndex(edges) : null;
  return { rings, table: Float64Array.from(edges.flat()), index, box: cornersOf(pointBounds(rings.flat())) };
}

function touches(
  { table, index }: ObstacleEdges,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  reach: number,
): boolean {
  const isNear = (k: number) =>
    segmentDistance(ax, ay, bx, by, table[k]!, table[k + 1]!, table[k + 2]!, table[k + 3]!) < reach;
  if (!index) {
    for (let k = 0; k < table.length; k += 4) if (isNear(k)) return true;
    return false;
  }
  return index.near([ax, ay, bx, by], reach).some((edge) => isNear(4 * edge));
}

function contains({ rings, box }: ObstacleEdges, x: number, y: number): boolean {
  if (x < box[0] || y < box[1] || x > box[2] || y > box[3]) return false;
  return insideRings(rings, x, y);
}
