/**
 * How deep do two placed parts lie in each other? Of convex outlines: how far one has to be moved until they only
 * touch, along the normal of some edge (separating axes). Of others: how far the point that is deepest in the other part
 * is from that part's outline, which no shorter move can undo. Every outline is indexed once, in its own frame.
 */
import Flatbush from "flatbush";
import { boxEdges } from "../../engine/base/geometry/box.ts";
import { insideRings } from "../../engine/base/geometry/inside.ts";
import { isConvex, orientedRing, pointBounds } from "../../engine/base/geometry/ring.ts";
import type { Point, Ring } from "../../engine/index.ts";
import { type Pose, posed, turnByDegrees } from "./pose.ts";

export interface SolidPart {
  exterior: Ring;
  holes: readonly Ring[];
}

interface IndexedOutline {
  corners: Point[];
  /** Edge i runs from its corner to the next one of its ring. */
  edges: Float64Array;
  index: Flatbush;
  /** The exterior counter-clockwise, where it is convex. */
  convex: Point[] | null;
  /** The diagonal of the largest hole's box: what is longer fits into none. */
  widestHole: number;
}

export interface NearestPoints {
  /** Between the outlines; negative by how deep one lies in the other. */
  gap: number;
  /** Where it is that narrow, on the first part and on the second. */
  from: Point;
  to: Point;
}

/** Shallower overlaps are rounding. */
const TOUCH = 1e-6;

const outlines = new WeakMap<Ring, IndexedOutline>();

export function outlineOf({ exterior, holes }: SolidPart): IndexedOutline {
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
  const outer = orientedRing(rings[0]!, true);
  const widestHole = Math.max(0, ...holes.map((hole) => Math.hypot(...spanOf(hole))));
  const outline = { corners, edges, index, convex: isConvex(outer) ? outer : null, widestHole };
  outlines.set(exterior, outline);
  return outline;
}

/** Where a point of the sheet lies on a part in this pose. */
export function unposed([X, Y]: Point, { x, y, rotation, mirrored }: Pose): Point {
  const { cos, sin } = turnByDegrees(rotation);
  const [dx, dy] = [X - x, Y - y];
  const side = dx * cos + dy * sin;
  return [mirrored ? -side : side, dy * cos - dx * sin];
}

export function footOn(edges: Float64Array, e: number, px: number, py: number): Point {
  const [ax, ay] = [edges[4 * e]!, edges[4 * e + 1]!];
  const [dx, dy] = [edges[4 * e + 2]! - ax, edges[4 * e + 3]! - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length));
  return [ax + t * dx, ay + t * dy];
}

/** How deep two parts lie in each other, or null when they do not. */
export function overlapOf(a: SolidPart, poseA: Pose, b: SolidPart, poseB: Pose): NearestPoints | null {
  const [mine, other] = [outlineOf(a), outlineOf(b)];
  const exact = mine.convex && other.convex && neverInside(mine, other) && neverInside(other, mine);
  if (exact) return exitOf(mine.convex!, poseA, other.convex!, poseB);
  const [ab, ba] = [deepestIn(a, poseA, b, poseB), deepestIn(b, poseB, a, poseA)];
  const turned = ba && { gap: ba.gap, from: ba.to, to: ba.from };
  return ab && turned ? (ab.gap < turned.gap ? ab : turned) : (ab ?? turned);
}

/** True when a part is too long for any hole of the other: what overlaps it gets out at the outer edge only. */
function neverInside({ corners }: IndexedOutline, { widestHole }: IndexedOutline): boolean {
  return widestHole === 0 || Math.max(...spanOf(corners)) > widestHole;
}

/** The shortest way out of each other for two convex outlines. */
function exitOf(a: readonly Point[], poseA: Pose, b: readonly Point[], poseB: Pose): NearestPoints | null {
  const laid = (ring: readonly Point[], pose: Pose) =>
    orientedRing(
      ring.map((p) => posed(p, pose)),
      true,
    );
  const [mine, other] = [laid(a, poseA), laid(b, poseB)];
  const [fromMine, fromOther] = [shallowest(mine, other), shallowest(other, mine)];
  if (fromMine.depth < TOUCH || fromOther.depth < TOUCH) return null;
  const [{ depth, corner, foot }, swap] =
    fromMine.depth <= fromOther.depth ? [fromMine, false] : [fromOther, true];
  return { gap: -depth, from: swap ? corner : foot, to: swap ? foot : corner };
}

/** Finds the edge of `p` behind which `q` reaches least; negative where `q` stays before it. */
function shallowest(p: readonly Point[], q: readonly Point[]) {
  let best = { depth: Number.POSITIVE_INFINITY, corner: q[0]!, foot: q[0]! };
  let j = -1;
  for (let i = 0; i < p.length; i++) {
    const [[ax, ay], [bx, by]] = [p[i]!, p[(i + 1) % p.length]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
    const behind = (k: number) => (ax - q[k]![0]) * nx + (ay - q[k]![1]) * ny;
    // The corner that is furthest behind goes round with the edges.
    if (j < 0) j = q.reduce((most, _, k) => (behind(k) > behind(most) ? k : most), 0);
    for (let next = (j + 1) % q.length; behind(next) > behind(j); next = (j + 1) % q.length) j = next;
    const depth = behind(j);
    const [x, y] = q[j]!;
    if (depth < best.depth) best = { depth, corner: [x, y], foot: [x + depth * nx, y + depth * ny] };
  }
  return best;
}

/** The point of a part's outline that is deepest in another part: a corner, or in the middle of a stretch in there. */
function deepestIn(part: SolidPart, pose: Pose, other: SolidPart, otherPose: Pose): NearestPoints | null {
  const { edges, index } = outlineOf(other);
  let worst: NearestPoints | null = null;
  const look = (local: Point) => {
    const [x, y] = local;
    if (x < index.minX || x > index.maxX || y < index.minY || y > index.maxY) return;
    if (!insideRings([other.exterior, ...other.holes], x, y)) return;
    const foot = nearestFoot(edges, index, local);
    const depth = Math.hypot(foot[0] - x, foot[1] - y);
    if (depth < TOUCH || (worst && depth <= -worst.gap)) return;
    worst = { gap: -depth, from: posed(local, otherPose), to: posed(foot, otherPose) };
  };
  const mine = outlineOf(part);
  for (let e = 0; e < mine.corners.length; e++) {
    const at = (k: number) => unposed(posed([mine.edges[k]!, mine.edges[k + 1]!], pose), otherPose);
    const [start, end] = [at(4 * e), at(4 * e + 2)];
    look(start);
    const stops = [0, ...crossings(start, end, edges, index), 1];
    for (let k = 1; k < stops.length; k++) {
      const t = (stops[k - 1]! + stops[k]!) / 2;
      look([start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])]);
    }
  }
  return worst;
}

/** Shares of the way from `a` to `b` at which it crosses edges, in order. */
function crossings([ax, ay]: Point, [bx, by]: Point, edges: Float64Array, index: Flatbush): number[] {
  const [minX, maxX] = ax < bx ? [ax, bx] : [bx, ax];
  const [minY, maxY] = ay < by ? [ay, by] : [by, ay];
  const [ux, uy] = [bx - ax, by - ay];
  const found: number[] = [];
  for (const e of index.search(minX, minY, maxX, maxY)) {
    const [cx, cy] = [edges[4 * e]!, edges[4 * e + 1]!];
    const [vx, vy] = [edges[4 * e + 2]! - cx, edges[4 * e + 3]! - cy];
    const cross = ux * vy - uy * vx;
    if (Math.abs(cross) < 1e-12) continue;
    const s = ((cx - ax) * vy - (cy - ay) * vx) / cross;
    const t = ((cx - ax) * uy - (cy - ay) * ux) / cross;
    if (s > 0 && s < 1 && t >= 0 && t <= 1) found.push(s);
  }
  return found.sort((a, b) => a - b);
}

/** The index knows boxes only: the first edge says how far to look, and the nearest in there is the answer. */
function nearestFoot(edges: Float64Array, index: Flatbush, [x, y]: Point): Point {
  let best = footOn(edges, index.neighbors(x, y, 1)[0]!, x, y);
  let reach = Math.hypot(best[0] - x, best[1] - y);
  for (const e of index.search(x - reach, y - reach, x + reach, y + reach)) {
    const foot = footOn(edges, e, x, y);
    const far = Math.hypot(foot[0] - x, foot[1] - y);
    if (far < reach) [best, reach] = [foot, far];
  }
  return best;
}

function spanOf(points: readonly Point[]): [number, number] {
  return boxEdges(pointBounds(points));
}
