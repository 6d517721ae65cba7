/**
 * Which rings hold nothing, cross nothing, and do not cross themselves?
 *
 * Perforated plates and sheets full of small parts consist of little else, and sweeping over all of their edges would be
 * most of the work of reading them. A convex ring is such a leaf when the circle around it meets neither that of another
 * one nor an edge of the remaining rings. What cannot be told at a glance is no leaf: that costs time, and is never wrong.
 */
import type { Point } from "../contract/geometry.ts";
import type { FlatRing } from "./flatring.ts";
import { PointGrid } from "./grid.ts";

/** Circles near a place that are looked at; where more are crowded together, the sweep is as quick. */
const CROWD = 64;

/** 1 for each leaf. Rings come closed. */
export function findLeaves(rings: readonly FlatRing[]): Uint8Array {
  const leaves = new Uint8Array(rings.length);
  const radii = Float64Array.from(rings, (ring) => (isConvex(ring) ? radiusOf(ring) : Number.NaN));
  const known = radii.filter((radius) => radius >= 0).sort();
  // A grid finds what is about as large as its cells; the few large rings are better swept.
  const largest = 2 * (known[known.length >> 1] ?? 0);
  const small = Int32Array.from(rings.keys()).filter((ring) => radii[ring]! <= largest);
  const edges = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (2 * small.reduce((sum, ring) => sum + rings[ring]!.length, 0) < edges) return leaves;
  const alone = apart(rings, small, radii, largest);
  for (const ring of alone) leaves[ring] = 1;
  const grid = gridOf(rings, alone, 1.5 * largest);
  const others = rings.filter((_, i) => leaves[i] === 0);
  // Pieces as long as the largest circle is wide at most, so that each is found from its middle.
  const walked = walkAlong(others, largest, 2 * edges, (x, y) =>
    grid.near(x, y, 1.5 * largest, (i, distance) => {
      if (distance <= largest / 2 + radii[alone[i]!]!) leaves[alone[i]!] = 0;
      return false;
    }),
  );
  return walked ? leaves : leaves.fill(0);
}

/** Those of the rings whose circles meet no other one. */
function apart(
  rings: readonly FlatRing[],
  small: Int32Array,
  radii: Float64Array,
  largest: number,
): Int32Array {
  const grid = gridOf(rings, small, 2 * largest);
  return small.filter((ring, own) => {
    const radius = radii[ring]!;
    let looks = 0;
    let meets = false;
    grid.near(grid.xs[own]!, grid.ys[own]!, radius + largest, (i, distance) => {
      meets = ++looks > CROWD || (i !== own && distance <= radius + radii[small[i]!]!);
      return meets;
    });
    return !meets;
  });
}

/** Centres, with cells as wide as what will be asked for: circles stand close, unlike ends of curves. */
function gridOf(rings: readonly FlatRing[], some: Int32Array, reach: number): PointGrid {
  const grid = new PointGrid(reach / 4, some.length);
  for (const ring of some) grid.add(...centerOf(rings[ring]!));
  return grid;
}

/** Visits the middles of pieces no longer than `length`; false where that would take more than `most` of them. */
function walkAlong(
  rings: FlatRing[],
  length: number,
  most: number,
  visit: (x: number, y: number) => void,
): boolean {
  let visits = 0;
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const x = ring[at]!;
      const y = ring[at + 1]!;
      const dx = ring[at + 2]! - x;
      const dy = ring[at + 3]! - y;
      const pieces = Math.max(1, Math.ceil(Math.hypot(dx, dy) / length));
      visits += pieces;
      if (!(visits <= most)) return false;
      for (let k = 0.5; k < pieces; k++) visit(x + (k / pieces) * dx, y + (k / pieces) * dy);
    }
  }
  return true;
}

/** Whether a ring turns one way all along, and only once around. */
function isConvex(ring: FlatRing): boolean {
  const last = ring.length - 2;
  if (last < 6) return false;
  let sense = 0;
  let turns = 0;
  let dx = ring[last]! - ring[last - 2]!;
  let dy = ring[last + 1]! - ring[last - 1]!;
  for (let at = 0; at < last; at += 2) {
    const nextX = ring[at + 2]! - ring[at]!;
    const nextY = ring[at + 3]! - ring[at + 1]!;
    const bend = dx * nextY - dy * nextX;
    if (bend === 0 || bend > 0 !== (sense || bend) > 0) return false;
    sense = bend;
    // Once around, the way leads upwards and downwards once each.
    if (dy >= 0 !== nextY >= 0) turns++;
    dx = nextX;
    dy = nextY;
  }
  return turns === 2;
}

/** The middle of the corners, which lies inside of a convex ring. */
export function centerOf(ring: FlatRing): Point {
  const last = ring.length - 2;
  let [x, y] = [0, 0];
  for (let at = 0; at < last; at += 2) {
    x += ring[at]!;
    y += ring[at + 1]!;
  }
  return [(2 * x) / last, (2 * y) / last];
}

/** Of the circle around a ring's centre that holds it. */
function radiusOf(ring: FlatRing): number {
  const [x, y] = centerOf(ring);
  let square = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const dx = ring[at]! - x;
    const dy = ring[at + 1]! - y;
    square = Math.max(square, dx * dx + dy * dy);
  }
  return Math.sqrt(square);
}
