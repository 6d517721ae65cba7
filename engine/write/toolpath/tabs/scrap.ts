/**
 * Does the scrap at a place hang together with the edge of the sheet, or is it an island among parts that falls with
 * whatever holds on to it? Every part and every straight cut is grown by half the width that a way over scrap must have.
 * Whatever lies within the outer edges of their union is shut in.
 */
import { Clipper64, ClipType, FillRule, isPositive, type Path64, type Paths64 } from "clipper2-ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { boxRing, roomAround } from "../../../base/geometry/box.ts";
import { BoxIndex, type Corners } from "../../../base/geometry/box-index.ts";
import { rayCrossing } from "../../../base/geometry/inside.ts";
import { segmentDistance } from "../../../base/geometry/segment.ts";
import type { Obstacles } from "../path/obstacles.ts";

/** A straight cut through the scrap. */
export type ScrapCut = [from: Point, to: Point];

export interface ScrapRoom {
  obstacles: Obstacles;
  walls: ScrapCut[];
  width: number;
  height: number;
  /** Half the kerf. */
  radius: number;
}

/** Least thickness of the scrap between a kerf and the sheet's edge that holds anything, in mm. */
const STRIP = 0.3;
/** How much thinner than the bridge the scrap may be, in mm. */
const FIT = 0.02;
/** Units of the union in a millimetre. */
const SCALE = 1e4;

/** Scrap as far as it is `bridge` wide. */
export class ScrapMap {
  /** Outer edges of all that shuts in. */
  private readonly edges: Corners[];
  private readonly index: BoxIndex;

  constructor(
    private readonly room: ScrapRoom,
    private readonly bridge: number,
  ) {
    this.edges = outerEdges(this.grown()).flatMap((path) =>
      path.map(({ x, y }, i): Corners => {
        const to = path[(i + 1) % path.length]!;
        return [x / SCALE, y / SCALE, to.x / SCALE, to.y / SCALE];
      }),
    );
    this.index = new BoxIndex(this.edges);
  }

  /**
   * Whether a bridge from a place on a path leads to scrap that holds; the strip along the sheet's edge may be thinner
   * than the bridge, and beyond that edge nothing holds. `[ux, uy]` is the direction across the kerf.
   */
  holds([x, y]: Point, [ux, uy]: Point): "whole" | "thin" | null {
    const { radius, width, height } = this.room;
    if (x < 0 || y < 0 || x > width || y > height) return null;
    const half = this.bridge / 2;
    const edge = Math.min(
      roomTo(x, ux, width, radius + half + STRIP),
      roomTo(y, uy, height, radius + half + STRIP),
    );
    if (edge < radius + STRIP) return null;
    const away = Math.min(radius + half, edge);
    const at: Point = [x + away * ux, y + away * uy];
    if (this.hitsWall([x, y], at)) return null;
    if (edge < radius + half + STRIP) return "thin";
    return this.shutsIn(at) ? null : "whole";
  }

  /** Whether a bridge from a path in this box may lead to scrap that holds: over an outer edge, or along the sheet's edge. */
  mayHold(box: Corners): boolean {
    const { radius, width, height } = this.room;
    const reach = radius + this.bridge / 2 + STRIP;
    const [x0, y0, x1, y1] = box;
    const isWithin = x0 > reach && y0 > reach && x1 < width - reach && y1 < height - reach;
    return !isWithin || this.index.near(box, reach).length > 0;
  }

  /** Whether a place lies within the outer edges, by how often they go round it. */
  private shutsIn([x, y]: Point): boolean {
    const turns = this.index
      .near([x, y, Number.POSITIVE_INFINITY, y])
      .reduce((sum, i) => sum + rayCrossing(x, y, ...this.edges[i]!), 0);
    return turns !== 0;
  }

  /** Parts and cuts, each grown so far that no way as wide as the bridge has its middle there. */
  private grown(): Paths64 {
    const { obstacles, walls, radius } = this.room;
    const parts = obstacles.grown(2 * radius + this.bridge / 2 - FIT, FIT / 2);
    const cuts = walls.map((ends) => {
      const { min_x, min_y, max_x, max_y } = roomAround(ends, radius + this.bridge / 2);
      return boxRing(min_x, min_y, max_x, max_y);
    });
    return [...parts, ...cuts].map(scaled);
  }

  private hitsWall([ax, ay]: Point, [bx, by]: Point): boolean {
    const reach = this.room.radius + this.bridge / 2;
    return this.room.walls.some(
      ([[cx, cy], [dx, dy]]) => segmentDistance(ax, ay, bx, by, cx, cy, dx, dy) < reach,
    );
  }
}

function scaled(ring: Ring): Path64 {
  return ring.map(([x, y]) => ({ x: Math.round(x * SCALE), y: Math.round(y * SCALE) }));
}

/** The outer edges of the pieces of a union, those in rooms of others among them. */
function outerEdges(paths: Paths64): Paths64 {
  const clipper = new Clipper64();
  clipper.addSubject(paths);
  const union: Paths64 = [];
  clipper.execute(ClipType.Union, FillRule.NonZero, union);
  return union.filter(isPositive);
}

/** How far it is along one axis to where the sheet ends, `most` where it is further or the other way. */
function roomTo(from: number, direction: number, end: number, most: number): number {
  if (Math.abs(direction) < 1e-9) return most;
  return Math.min(most, ((direction > 0 ? end : 0) - from) / direction);
}
