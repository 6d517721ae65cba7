/**
 * How far two placed parts are apart, and whether they overlap, on their true outlines.
 *
 * Two parts may touch, and rounding may push outlines into each other by up to the tolerance; they overlap when some
 * point is deeper than that in both. `overlapping` decides it in two steps that together leave no way out:
 *   1. no outline runs deeper than the tolerance inside the other part (edges are halved until each piece is decided);
 *   2. then every core of a part, its points deeper than the tolerance, is inside the other part as a whole or not
 *      at all, so one witness point per stretch of outline decides it. This finds a part on top of its equal.
 */
import { pointSegmentDistance, segmentDistance } from "../../base/geometry/segment.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { containsPoint, type JudgedShape, type PlacedShape, visitEdgesNear } from "./shape.ts";

/** An edge of one placed part in the coordinates of the sheet. */
interface PlacedEdge {
  ax: number;
  ay: number;
  bx: number;
  by: number;
}

/** Nearer than this, double precision cannot say on which side of an outline a point is. */
const TOUCHING = 1e-9;

/** Distance between the outlines, 0 when they meet; `limit` when it is at least that. */
export function outlineDistance(a: PlacedShape, b: PlacedShape, limit: number): number {
  const [few, many] = a.shape.edgeCount <= b.shape.edgeCount ? [a, b] : [b, a];
  // Where nothing is known yet, what is near is looked for near first.
  const { minX, minY, maxX, maxY } = few.box;
  for (let reach = Math.max(maxX - minX, maxY - minY) / 64; 2 * reach < limit; reach *= 4) {
    const distance = distanceWithin(few, many, reach);
    if (distance < reach) return distance;
    if (reach === 0) break;
  }
  return distanceWithin(few, many, limit);
}

function distanceWithin(few: PlacedShape, many: PlacedShape, reach: number): number {
  let least = reach;
  visitEdgesNear(few, many.box, reach, (i) => {
    if (least === 0) return;
    const edge = edgeAt(few, i);
    visitEdgesNear(many, boxAround(edge), least, (j) => {
      least = Math.min(least, edgeDistance(edge, edgeAt(many, j)));
    });
  });
  return least;
}

/** True when the two parts share material deeper than `tolerance`. `distance` is that of their outlines. */
export function overlapping(a: PlacedShape, b: PlacedShape, distance: number, tolerance: number): boolean {
  if (distance > 2 * tolerance) return containsFirstPoint(a, b) || containsFirstPoint(b, a);
  return (
    outlineDeepInside(a, b, tolerance) || outlineDeepInside(b, a, tolerance) || coreInside(a, b, tolerance)
  );
}

/** With the outlines apart, the exterior of `b` is inside the material of `a` as a whole or not at all. */
function containsFirstPoint(a: PlacedShape, b: PlacedShape): boolean {
  const { ax, ay, bx, by } = edgeAt(b, 0);
  return containsPoint(a, (ax + bx) / 2, (ay + by) / 2);
}

/** Step 1: true when some point of the outline of `a` is deeper than `tolerance` in the material of `b`. */
function outlineDeepInside(a: PlacedShape, b: PlacedShape, tolerance: number): boolean {
  let deep = false;
  visitEdgesNear(a, b.box, 0, (i) => {
    if (deep) return;
    const edge = edgeAt(a, i);
    deep = pieceDeepInside(edge, edgesNear(b, edge, 2 * tolerance), b, tolerance);
  });
  return deep;
}

/** `near` holds every edge of `b` within 2 × tolerance of the piece. */
function pieceDeepInside(piece: PlacedEdge, near: PlacedEdge[], b: PlacedShape, tolerance: number): boolean {
  const { ax, ay, bx, by } = piece;
  const mx = (ax + bx) / 2;
  const my = (ay + by) / 2;
  let distance = Infinity;
  let fromMiddle = Infinity;
  for (const edge of near) {
    // Distance to one edge is convex along the piece: its ends bound it.
    if (pointDistance(ax, ay, edge) <= tolerance && pointDistance(bx, by, edge) <= tolerance) return false;
    distance = Math.min(distance, edgeDistance(piece, edge));
    fromMiddle = Math.min(fromMiddle, pointDistance(mx, my, edge));
  }
  if (distance > tolerance) return containsPoint(b, mx, my);
  if (fromMiddle > TOUCHING) {
    const inside = containsPoint(b, mx, my);
    if (inside && fromMiddle > tolerance) return true;
    if (!inside && distance > TOUCHING) return false;
  }
  const length = hypot(bx - ax, by - ay);
  if (length <= Math.max(tolerance / 1000, TOUCHING)) return false;
  const at = splitOf(piece, near, length, tolerance);
  const x = ax + at * (bx - ax);
  const y = ay + at * (by - ay);
  const halves = [
    { ax, ay, bx: x, by: y },
    { ax: x, ay: y, bx, by },
  ];
  return halves.some((half) => {
    const nearHalf = near.filter((edge) => edgeDistance(half, edge) <= 2 * tolerance);
    return pieceDeepInside(half, nearHalf, b, tolerance);
  });
}

/**
 * Where to divide a piece, from 0 to 1. Any place would do, but outlines meet where an edge of either ends: beside the
 * end of a near edge, or just behind an end of the piece that leaves the other outline there. Else in the middle.
 */
function splitOf(
  { ax, ay, bx, by }: PlacedEdge,
  near: PlacedEdge[],
  length: number,
  tolerance: number,
): number {
  const dx = (bx - ax) / length;
  const dy = (by - ay) / length;
  const margin = Math.min(tolerance / length, 0.5);
  let best = Infinity;
  for (const edge of near) {
    for (const along of [
      ((edge.ax - ax) * dx + (edge.ay - ay) * dy) / length,
      ((edge.bx - ax) * dx + (edge.by - ay) * dy) / length,
    ]) {
      if (along > margin && along < 1 - margin && Math.abs(along - 0.5) < Math.abs(best - 0.5)) best = along;
    }
  }
  if (best < 1) return best;
  const leaves = (x: number, y: number) => near.every((edge) => pointDistance(x, y, edge) > TOUCHING);
  if (leaves(ax + tolerance * dx, ay + tolerance * dy) && !leaves(ax, ay)) return margin;
  if (leaves(bx - tolerance * dx, by - tolerance * dy) && !leaves(bx, by)) return 1 - margin;
  return 0.5;
}

/** Step 2: true when a core of `a` that reaches up to the outline of `b` lies in `b`. */
function coreInside(a: PlacedShape, b: PlacedShape, tolerance: number): boolean {
  let found = false;
  visitEdgesNear(a, b.box, 2 * tolerance, (i) => {
    if (found) return;
    const edge = edgeAt(a, i);
    if (edgesNear(b, edge, 3 * tolerance).length === 0) return;
    found = witnesses(a, i, tolerance).some(([x, y]) => containsPoint(b, x, y));
  });
  return found;
}

/**
 * Points 2 × tolerance inside `placed` along one of its edges: one in the middle of each stretch between places where
 * the outline comes back to the edge, as far as the part is thick enough there to have a core.
 */
function witnesses(placed: PlacedShape, i: number, tolerance: number): [number, number][] {
  const edge = edgeAt(placed, i);
  const dx = edge.bx - edge.ax;
  const dy = edge.by - edge.ay;
  const length = hypot(dx, dy);
  if (length === 0) return [];
  const cuts = [0, 1];
  const near = edgesNear(placed, edge, 4 * tolerance);
  for (const other of near) {
    for (const [x, y] of [
      [other.ax, other.ay],
      [other.bx, other.by],
    ] as const) {
      if (pointDistance(x, y, edge) > 4 * tolerance) continue;
      cuts.push(((x - edge.ax) * dx + (y - edge.ay) * dy) / length ** 2);
    }
  }
  cuts.sort((first, second) => first - second);
  const points: [number, number][] = [];
  for (let k = 1; k < cuts.length; k++) {
    const from = Math.max(0, cuts[k - 1]!);
    const to = Math.min(1, cuts[k]!);
    if (to <= from) continue;
    const along = (from + to) / 2;
    const x = edge.ax + along * dx - (2 * tolerance * dy) / length;
    const y = edge.ay + along * dy + (2 * tolerance * dx) / length;
    const thick = near.every((other) => pointDistance(x, y, other) >= 1.5 * tolerance);
    if (thick && containsPoint(placed, x, y)) points.push([x, y]);
  }
  return points;
}

function edgesNear(placed: PlacedShape, edge: PlacedEdge, reach: number): PlacedEdge[] {
  const near: PlacedEdge[] = [];
  visitEdgesNear(placed, boxAround(edge), reach, (j) => {
    const other = edgeAt(placed, j);
    if (edgeDistance(edge, other) <= reach) near.push(other);
  });
  return near;
}

function edgeAt({ shape, x, y }: { shape: JudgedShape; x: number; y: number }, i: number): PlacedEdge {
  return { ax: shape.ax[i]! + x, ay: shape.ay[i]! + y, bx: shape.bx[i]! + x, by: shape.by[i]! + y };
}

function boxAround({ ax, ay, bx, by }: PlacedEdge) {
  return {
    minX: Math.min(ax, bx),
    minY: Math.min(ay, by),
    maxX: Math.max(ax, bx),
    maxY: Math.max(ay, by),
  };
}

function edgeDistance(a: PlacedEdge, b: PlacedEdge): number {
  return segmentDistance(a.ax, a.ay, a.bx, a.by, b.ax, b.ay, b.bx, b.by);
}

function pointDistance(x: number, y: number, edge: PlacedEdge): number {
  return pointSegmentDistance(x, y, edge.ax, edge.ay, edge.bx, edge.by);
}
