/**
 * How far is one placed part from another, and do they overlap? Asked many times a second while a part is dragged, so
 * every outline is indexed once, in its own frame; a query turns the other part's corners into that frame. Two
 * outlines that do not cross are nearest at a corner of either.
 */
import Flatbush from "flatbush";
import type { Point, Ring } from "../../engine/index.ts";
import { type Pose, posed, turnOf } from "./arrange.ts";

interface Outline {
  corners: Point[];
  /** Edge i runs from its corner to the next one of its ring. */
  edges: Float64Array;
  index: Flatbush;
}

export interface Nearest {
  /** Between the outlines; negative by how deep one lies in the other. */
  gap: number;
  /** Where it is that narrow, on the first part and on the second. */
  from: Point;
  to: Point;
}

export interface Body {
  exterior: Ring;
  holes: readonly Ring[];
}

const outlines = new WeakMap<Ring, Outline>();

function outlineOf({ exterior, holes }: Body): Outline {
  const known = outlines.get(exterior);
  if (known) return known;
  const rings = [exterior, ...holes].map((ring) => ring.slice(0, -1));
  const corners = rings.flat();
  const edges = new Float64Array(4 * corners.length);
  const index = new Flatbush(corners.length);
  let at = 0;
  for (const ring of rings) {
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      edges.set([ax, ay, bx, by], at);
      at += 4;
      index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    });
  }
  index.finish();
  const outline = { corners, edges, index };
  outlines.set(exterior, outline);
  return outline;
}

/** Where a point of the sheet lies on a part in this pose. */
function unposed([X, Y]: Point, { x, y, rotation, mirrored }: Pose): Point {
  const { cos, sin } = turnOf(rotation);
  const [dx, dy] = [X - x, Y - y];
  const side = dx * cos + dy * sin;
  return [mirrored ? -side : side, dy * cos - dx * sin];
}

/** The distance of two placed parts, or null when it is more than `limit`. */
export function nearest(a: Body, poseA: Pose, b: Body, poseB: Pose, limit: number): Nearest | null {
  const deep = deepest(a, poseA, b, poseB);
  if (deep) return deep;
  let best: Nearest | null = null;
  const look = (corners: readonly Point[], pose: Pose, other: Body, otherPose: Pose, swap: boolean) => {
    const { edges, index } = outlineOf(other);
    for (const corner of corners) {
      const world = posed(corner, pose);
      const [px, py] = unposed(world, otherPose);
      const reach: number = best ? best.gap : limit;
      for (const e of index.search(px - reach, py - reach, px + reach, py + reach)) {
        const [qx, qy] = footOn(edges, e, px, py);
        const gap = Math.hypot(qx - px, qy - py);
        if (gap > (best ? best.gap : limit)) continue;
        const foot = posed([qx, qy], otherPose);
        best = { gap, from: swap ? foot : world, to: swap ? world : foot };
      }
    }
  };
  look(outlineOf(a).corners, poseA, b, poseB, false);
  look(outlineOf(b).corners, poseB, a, poseA, true);
  return best;
}

/** How deep two parts lie in each other at the corner that is deepest, or null when none does. */
function deepest(a: Body, poseA: Pose, b: Body, poseB: Pose): Nearest | null {
  let worst: Nearest | null = null;
  const look = (mine: Body, pose: Pose, other: Body, otherPose: Pose, swap: boolean) => {
    const { edges, index } = outlineOf(other);
    for (const corner of outlineOf(mine).corners) {
      const world = posed(corner, pose);
      const local = unposed(world, otherPose);
      const [lx, ly] = local;
      if (lx < index.minX || lx > index.maxX || ly < index.minY || ly > index.maxY) continue;
      if (!contains(other, local)) continue;
      const [e] = index.neighbors(local[0], local[1], 1);
      const foot = footOn(edges, e!, local[0], local[1]);
      const depth = Math.hypot(foot[0] - local[0], foot[1] - local[1]);
      if (depth < 1e-6 || (worst && depth <= -worst.gap)) continue;
      const there = posed(foot, otherPose);
      worst = { gap: -depth, from: swap ? there : world, to: swap ? world : there };
    }
  };
  look(a, poseA, b, poseB, false);
  look(b, poseB, a, poseA, true);
  return worst ?? crossing(a, poseA, b, poseB);
}

/** Outlines that cross although no corner lies in the other part: two bars across each other. */
function crossing(a: Body, poseA: Pose, b: Body, poseB: Pose): Nearest | null {
  const mine = outlineOf(a);
  const { edges, index } = outlineOf(b);
  for (let e = 0; e < mine.corners.length; e++) {
    const start = unposed(posed([mine.edges[4 * e]!, mine.edges[4 * e + 1]!], poseA), poseB);
    const end = unposed(posed([mine.edges[4 * e + 2]!, mine.edges[4 * e + 3]!], poseA), poseB);
    const [minX, maxX] = start[0] < end[0] ? [start[0], end[0]] : [end[0], start[0]];
    const [minY, maxY] = start[1] < end[1] ? [start[1], end[1]] : [end[1], start[1]];
    for (const other of index.search(minX, minY, maxX, maxY)) {
      const at = meeting(start, end, edges, other);
      if (at === null) continue;
      const world = posed(at, poseB);
      return { gap: -1e-6, from: world, to: world };
    }
  }
  return null;
}

function meeting([ax, ay]: Point, [bx, by]: Point, edges: Float64Array, e: number): Point | null {
  const [cx, cy] = [edges[4 * e]!, edges[4 * e + 1]!];
  const [ux, uy] = [bx - ax, by - ay];
  const [vx, vy] = [edges[4 * e + 2]! - cx, edges[4 * e + 3]! - cy];
  const cross = ux * vy - uy * vx;
  if (Math.abs(cross) < 1e-12) return null;
  const s = ((cx - ax) * vy - (cy - ay) * vx) / cross;
  const t = ((cx - ax) * uy - (cy - ay) * ux) / cross;
  const inside = (share: number) => share > 1e-9 && share < 1 - 1e-9;
  return inside(s) && inside(t) ? [ax + s * ux, ay + s * uy] : null;
}

function footOn(edges: Float64Array, e: number, px: number, py: number): Point {
  const [ax, ay] = [edges[4 * e]!, edges[4 * e + 1]!];
  const [dx, dy] = [edges[4 * e + 2]! - ax, edges[4 * e + 3]! - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length));
  return [ax + t * dx, ay + t * dy];
}

/** Even-odd over all rings. */
function contains({ exterior, holes }: Body, [x, y]: Point): boolean {
  let odd = false;
  for (const ring of [exterior, ...holes]) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
      if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
    }
  }
  return odd;
}
