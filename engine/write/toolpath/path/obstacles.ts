/**
 * Obstacles of the tool: the material of all placed parts, asked by segments and points of the sheet.
 *
 * Edges are kept once for all copies of a part at one angle, in its own frame; a question is moved to them.
 */

import Flatbush from "flatbush";
import type { Bounds, Point, Ring } from "../../../base/contract/values/geometry.ts";
import { insideRings } from "../../../base/geometry/inside.ts";
import { segmentDistance } from "../../../base/geometry/segment.ts";

/** A part as it lies: rings in a frame that copies share, moved by (x, y). */
export interface Solid {
  rings: Ring[];
  x: number;
  y: number;
}

/** From this many edges on an index is faster than a loop. */
const MANY = 32;

interface ObstacleEdges {
  rings: Ring[];
  table: Float64Array;
  index: Flatbush | null;
  box: [number, number, number, number];
}

export class Obstacles {
  private readonly shapes: ObstacleEdges[];
  private readonly index: Flatbush | null;

  constructor(private readonly solids: Solid[]) {
    const known = new Map<Ring[], ObstacleEdges>();
    this.shapes = solids.map(({ rings }) => {
      const edges = known.get(rings) ?? edgesOf(rings);
      known.set(rings, edges);
      return edges;
    });
    this.index = solids.length > 0 ? new Flatbush(solids.length) : null;
    for (const [i, { x, y }] of solids.entries()) {
      const [x0, y0, x1, y1] = this.shapes[i]!.box;
      this.index?.add(x0 + x, y0 + y, x1 + x, y1 + y);
    }
    this.index?.finish();
  }

  /** Exteriors, in frames that copies share. */
  exteriors(): { ring: Ring; x: number; y: number }[] {
    return this.solids.map(({ rings, x, y }) => ({ ring: rings[0]!, x, y }));
  }

  /** Whether all of a segment keeps this far from every part, and lies in none. */
  clears([ax, ay]: Point, [bx, by]: Point, reach: number): boolean {
    const grow = Math.max(reach, 0);
    const near = this.index?.search(
      Math.min(ax, bx) - grow,
      Math.min(ay, by) - grow,
      Math.max(ax, bx) + grow,
      Math.max(ay, by) + grow,
    );
    for (const i of near ?? []) {
      const { x, y } = this.solids[i]!;
      const edges = this.shapes[i]!;
      if (touches(edges, ax - x, ay - y, bx - x, by - y, reach)) return false;
      if (contains(edges, ax - x, ay - y)) return false;
    }
    return true;
  }

  /** Parts other than `own` whose boxes come this near to one. */
  near({ min_x, min_y, max_x, max_y }: Bounds, reach: number, own: number): number[] {
    const found = this.index?.search(min_x - reach, min_y - reach, max_x + reach, max_y + reach) ?? [];
    return found.filter((i) => i !== own);
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
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  const table = new Float64Array(4 * points);
  const index = points >= MANY ? new Flatbush(points) : null;
  const box: ObstacleEdges["box"] = [Infinity, Infinity, -Infinity, -Infinity];
  let filled = 0;
  for (const ring of rings)
    for (const [i, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      table.set([ax, ay, bx, by], filled);
      filled += 4;
      index?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
      box[0] = Math.min(box[0], ax);
      box[1] = Math.min(box[1], ay);
      box[2] = Math.max(box[2], ax);
      box[3] = Math.max(box[3], ay);
    }
  index?.finish();
  return { rings, table, index, box };
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
  const [x0, y0] = [Math.min(ax, bx) - reach, Math.min(ay, by) - reach];
  const [x1, y1] = [Math.max(ax, bx) + reach, Math.max(ay, by) + reach];
  return index.search(x0, y0, x1, y1).some((edge) => isNear(4 * edge));
}

function contains({ rings, box }: ObstacleEdges, x: number, y: number): boolean {
  if (x < box[0] || y < box[1] || x > box[2] || y > box[3]) return false;
  return insideRings(rings, x, y);
}
