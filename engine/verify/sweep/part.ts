/**
 * A part as the judge of programs sees it: its outline, and where the middle of the tool must have been to free it.
 *
 * The wanted path is everything at the distance of the tool's radius on the scrap's side: each edge moved outwards, a
 * fan about each convex corner, less whatever would come nearer to another edge. It is a list of straight pieces, so
 * that "cut through" becomes a question about stretches of lines. All in the frame of the part, turned but not moved.
 */

import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { distance, pointSegmentDistance } from "../../base/geometry/segment.ts";
import { acos, atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sin, tan } from "../../base/geometry/trig/sines.ts";
import { insideRing } from "../inside.ts";
import { span, stretchNear } from "./distance.ts";
import { ringBox } from "./outline.ts";
import { type Corners, indexOfCorners, type RunIndex } from "./run-index.ts";

export type Stretch = [low: number, high: number];

/** A straight stretch of the wanted path. */
export interface PathPiece {
  ends: [px: number, py: number, qx: number, qy: number];
  length: number;
  /** Direction from the first end to the second. */
  ux: number;
  uy: number;
  /** 0 for the exterior, from 1 on the holes. */
  ring: number;
  /** Away from the part. */
  nx: number;
  ny: number;
  /** How much further outwards than the path itself a cut may run and still free the part: round a corner it may be square. */
  slack: number;
  /** Where the tool does not cut into the part, and what of that must be cut. */
  path: Stretch[];
  wanted: Stretch[];
  /** At most this much of it belongs to the path, as the pieces before and behind it cross it in a hollow corner. */
  most: number;
}

/** Fans are chords that stray no further than this from the circle, in mm. */
const FAN = 8e-4;
/** The wanted path may come nearer to the part than the radius by this, in mm. */
const NEAR = 1.5e-3;
/** No chord of a fan is shorter than this share of its sagitta to the radius. */
const FINEST = 2e-5;
/** Sharper turns than this are corners, in radians. */
const CORNER = 0.3;
/** Cosine of the angle between the two sides of a slot. */
const OPPOSITE = -0.95;
const NOTHING: Stretch[] = [];

export class JudgedPart {
  readonly rings: Ring[];
  /** Edges with the material on their left: four numbers each. */
  readonly edges: Float64Array;
  readonly pieces: PathPiece[] = [];
  readonly box: Corners;
  /** Index of the first piece of each ring, and one more. */
  readonly firstPiece: number[] = [];
  private readonly edgeIndex: RunIndex;
  private readonly pieceIndex: RunIndex;

  /** Rings turned to their angle, exterior counter-clockwise, holes clockwise, open. */
  constructor(
    rings: Ring[],
    /** Half of the width of the tool that cuts each ring. */
    readonly radii: number[],
  ) {
    this.rings = rings;
    const count = rings.reduce((sum, ring) => sum + ring.length, 0);
    this.edges = new Float64Array(4 * count);
    let filled = 0;
    for (const ring of rings)
      for (const [i, [x, y]] of ring.entries()) {
        const [nx, ny] = ring[(i + 1) % ring.length]!;
        this.edges.set([x, y, nx, ny], 4 * filled++);
      }
    this.box = ringBox(rings[0]!);
    this.edgeIndex = indexOfCorners(Array.from({ length: count }, (_, i) => this.edge(i)));
    for (const [r, ring] of rings.entries()) {
      this.firstPiece.push(this.pieces.length);
      this.addPieces(ring, r);
    }
    this.firstPiece.push(this.pieces.length);
    for (const piece of this.pieces) this.reach(piece);
    this.pieceIndex = indexOfCorners(this.pieces.map(({ ends }) => ends));
  }

  /** Numbers of the edges whose boxes come this near to a box. */
  edgesNear(box: Corners, reach: number): number[] {
    return this.edgeIndex.near(box, reach);
  }

  /** The same of pieces. */
  piecesNear(box: Corners, reach: number): number[] {
    return this.pieceIndex.near(box, reach);
  }

  edge(i: number): PathPiece["ends"] {
    const { edges } = this;
    return [edges[4 * i]!, edges[4 * i + 1]!, edges[4 * i + 2]!, edges[4 * i + 3]!];
  }

  /** How wide the path of a tool that makes a hole is. */
  pathWidth(ring: number): number {
    const [x0, y0, x1, y1] = ringBox(this.rings[ring]!);
    return Math.max(x1 - x0, y1 - y0) - 2 * this.radii[ring]!;
  }

  /** Whether a point is in the material; on the outline either. */
  contains(x: number, y: number): boolean {
    let inside = false;
    for (const ring of this.rings) if (insideRing(ring, x, y)) inside = !inside;
    return inside;
  }

  /** Whether a point is inside the exterior (ring 0) or a hole. */
  within(ring: number, x: number, y: number): boolean {
    return insideRing(this.rings[ring]!, x, y);
  }

  /** Whether a point lies within the exterior, or nearer to it than `reach`. */
  comesWithin(x: number, y: number, reach: number): boolean {
    const [x0, y0, x1, y1] = this.box;
    if (x < x0 - reach || y < y0 - reach || x > x1 + reach || y > y1 + reach) return false;
    if (this.within(0, x, y)) return true;
    return this.edgesNear([x, y, x, y], reach).some(
      (i) => pointSegmentDistance(x, y, ...this.edge(i)) < reach,
    );
  }

  private addPieces(ring: Ring, r: number): void {
    const radius = this.radii[r]!;
    const turns = ring.map((_, i) => turnAt(ring, i));
    const lengths = ring.map((from, i) => distance(from, ring[(i + 1) % ring.length]!));
    // Lines that cross beyond the end of either edge, as at a hair, do not cross on the path.
    const crossed = turns.map((turn, i) => {
      const along = turn < 0 ? radius * tan(-turn / 2) : 0;
      return along < Math.min(lengths.at(i - 1)!, lengths[i]!) ? along : 0;
    });
    for (const [i, [ax, ay]] of ring.entries()) {
      const next = (i + 1) % ring.length;
      const [bx, by] = ring[next]!;
      const [nx, ny] = normal(ax, ay, bx, by);
      const end: Point = [bx + radius * nx, by + radius * ny];
      const piece = this.push([ax + radius * nx, ay + radius * ny, ...end], r, [nx, ny]);
      if (piece) piece.most = Math.max(0, piece.length - crossed[i]! - crossed[next]!);
      const turn = turns[next]!;
      if (turn > 1e-9 && radius > 0) this.addFan(bx, by, atan2(ny, nx), turn, r);
    }
  }

  private addFan(x: number, y: number, start: number, turn: number, r: number): void {
    const radius = this.radii[r]!;
    const step = 2 * acos(Math.max(0.5, 1 - Math.max(FAN / Math.max(radius, FAN), FINEST)));
    const count = Math.max(1, Math.ceil(turn / step));
    let [px, py] = [x + radius * cos(start), y + radius * sin(start)];
    for (let k = 1; k <= count; k++) {
      const angle = start + (turn * k) / count;
      const [qx, qy] = [x + radius * cos(angle), y + radius * sin(angle)];
      const middle = angle - turn / count / 2;
      this.push([px, py, qx, qy], r, [cos(middle), sin(middle)], turn > CORNER ? radius : 0);
      [px, py] = [qx, qy];
    }
  }

  private push(ends: PathPiece["ends"], ring: number, [nx, ny]: Point, slack = 0): PathPiece | null {
    const length = hypot(ends[2] - ends[0], ends[3] - ends[1]);
    const [ux, uy] = [(ends[2] - ends[0]) / length, (ends[3] - ends[1]) / length];
    if (length === 0) return null;
    const piece = { ends, length, ux, uy, ring, nx, ny, slack, path: [], wanted: [], most: length };
    this.pieces.push(piece);
    return piece;
  }

  /**
   * Finds what is left of a piece where the tool does not touch the part. A slot as wide as the tool to a hair may be
   * cut or not.
   */
  private reach(piece: PathPiece): void {
    piece.path = [[0, piece.length]];
    piece.wanted = piece.path;
    const radius = this.radii[piece.ring]!;
    const slack = NEAR + 2 * FINEST * radius;
    if (radius <= slack) return;
    for (const i of this.edgesNear(piece.ends, radius + slack)) {
      const edge = this.edge(i);
      const isSame = piece.wanted === piece.path;
      if (stretchNear(piece.ends, edge, radius - slack))
        piece.path = without(piece.path, span.low, span.high);
      if (isSame) piece.wanted = piece.path;
      const reach = radius + (isAcross(piece, edge) ? slack : -slack);
      if ((!isSame || reach > radius) && stretchNear(piece.ends, edge, reach))
        piece.wanted = without(piece.wanted, span.low, span.high);
      if (piece.path.length === 0) return;
    }
  }
}

/** Takes a stretch out of others and returns the rest. */
export function without(stretches: Stretch[], low: number, high: number): Stretch[] {
  if (high <= low) return stretches;
  if (stretches.length === 1 && low <= stretches[0]![0] && high >= stretches[0]![1]) return NOTHING;
  const left: Stretch[] = [];
  for (const stretch of stretches) {
    if (stretch[1] <= low || stretch[0] >= high) {
      left.push(stretch);
      continue;
    }
    if (stretch[0] < low) left.push([stretch[0], low]);
    if (stretch[1] > high) left.push([high, stretch[1]]);
  }
  return left;
}

export function lengthOfAll(stretches: Stretch[]): number {
  let sum = 0;
  for (const [low, high] of stretches) sum += high - low;
  return sum;
}

/** Whether an edge runs the other way, as the far side of a slot does. */
function isAcross({ ux, uy }: PathPiece, [ax, ay, bx, by]: PathPiece["ends"]): boolean {
  return (bx - ax) * ux + (by - ay) * uy < OPPOSITE * hypot(bx - ax, by - ay);
}

/** The turn of a ring's direction at point `i`, to the left above zero. */
function turnAt(ring: Ring, i: number): number {
  const [[ax, ay], [bx, by], [cx, cy]] = [ring.at(i - 1)!, ring[i]!, ring[(i + 1) % ring.length]!];
  const [[nx, ny], [mx, my]] = [normal(ax, ay, bx, by), normal(bx, by, cx, cy)];
  return atan2(nx * my - ny * mx, nx * mx + ny * my);
}

function normal(ax: number, ay: number, bx: number, by: number): Point {
  const length = hypot(bx - ax, by - ay);
  return [(by - ay) / length, (ax - bx) / length];
}
