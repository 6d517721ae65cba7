/**
 * Which rings hold nothing, cross nothing, and do not cross themselves?
 *
 * Perforated plates and sheets full of small parts consist of little else, and sweeping over all of their edges would be
 * most of the work of reading them. A convex ring is such a leaf when the circle around it meets neither that of another
 * one nor an edge of the remaining rings. What cannot be told at a glance is no leaf: that costs time, and is never wrong.
 */
import type { FlatRing } from "../curves/flat-ring.ts";
import { PointGrid } from "./grid.ts";

/** Circles near a place that are looked at; where more are crowded together, the sweep is as quick. */
const CROWD = 200;

/** 1 for each leaf. Rings come closed. */
export function findLeaves(rings: readonly FlatRing[]): Uint8Array {
  const leaves = new Uint8Array(rings.length);
  const circles = circlesAround(rings);
  const largest = 2 * medianOf(circles.radii);
  const small = smallOnes(rings, circles.radii, largest);
  let [numbers, smallNumbers] = [0, 0];
  for (const ring of rings) numbers += ring.length;
  for (const ring of small) smallNumbers += rings[ring]!.length;
  if (2 * smallNumbers < numbers) return leaves;
  const alone = apart(small, circles, largest);
  for (const ring of alone) leaves[ring] = 1;
  const grid = gridOf(circles.centers, alone, 1.5 * largest);
  const others = rings.filter((_, i) => leaves[i] === 0);
  // Pieces as long as the largest circle is wide at most, so that each is found from its middle.
  const walked = walkAlong(others, largest, numbers, (x, y) =>
    grid.near(x, y, 1.5 * largest, (i, distance) => {
      if (distance <= largest / 2 + circles.radii[alone[i]!]!) leaves[alone[i]!] = 0;
      return false;
    }),
  );
  return walked ? leaves : leaves.fill(0);
}

/** Circles around the rings, by ring. */
interface Circles {
  /** x and y of each. */
  centers: Float64Array;
  /** NaN for rings that are not convex. */
  radii: Float64Array;
}

function circlesAround(rings: readonly FlatRing[]): Circles {
  const centers = new Float64Array(2 * rings.length);
  const radii = new Float64Array(rings.length).fill(Number.NaN);
  for (let i = 0; i < rings.length; i++) {
    const ring = rings[i]!;
    if (!isConvex(ring)) continue;
    writeCenter(ring, centers, 2 * i);
    radii[i] = radiusOf(ring, centers[2 * i]!, centers[2 * i + 1]!);
  }
  return { centers, radii };
}

/** Of those that are known; 0 where none is. */
function medianOf(radii: Float64Array): number {
  const known = new Float64Array(radii.length);
  let count = 0;
  for (let ring = 0; ring < radii.length; ring++) if (radii[ring]! >= 0) known[count++] = radii[ring]!;
  return known.subarray(0, count).sort()[count >> 1] ?? 0;
}

/** A grid finds what is about as large as its cells; the few large rings are better swept. */
function smallOnes(rings: readonly FlatRing[], radii: Float64Array, largest: number): Int32Array {
  const small = new Int32Array(rings.length);
  let count = 0;
  for (let ring = 0; ring < rings.length; ring++) if (radii[ring]! <= largest) small[count++] = ring;
  return small.subarray(0, count);
}

/** Those of the rings whose circles meet no other one. */
function apart(small: Int32Array, { centers, radii }: Circles, largest: number): Int32Array {
  const grid = gridOf(centers, small, 2 * largest);
  const alone = new Int32Array(small.length);
  let count = 0;
  for (let own = 0; own < small.length; own++) {
    const radius = radii[small[own]!]!;
    let meets = false;
    const [x, y] = [grid.xs[own]!, grid.ys[own]!];
    const meet = (i: number, distance: number) => {
      meets = i !== own && distance <= radius + radii[small[i]!]!;
      return meets;
    };
    if (grid.near(x, y, radius + largest, meet, CROWD) && !meets) alone[count++] = small[own]!;
  }
  return alone.subarray(0, count);
}

/** Centres, with cells as wide as what will be asked for: circles stand close, unlike ends of curves. */
function gridOf(centers: Float64Array, some: Int32Array, reach: number): PointGrid {
  const grid = new PointGrid(reach / 4, some.length);
  for (const ring of some) grid.add(centers[2 * ring]!, centers[2 * ring + 1]!);
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

/** The middle of the corners, which lies inside of a convex ring: x, and then y. */
export function writeCenter(ring: FlatRing, centers: Float64Array, at: number): void {
  const last = ring.length - 2;
  let x = 0;
  let y = 0;
  for (let i = 0; i < last; i += 2) {
    x += ring[i]!;
    y += ring[i + 1]!;
  }
  centers[at] = (2 * x) / last;
  centers[at + 1] = (2 * y) / last;
}

/** Of the circle around a centre that holds a ring. */
function radiusOf(ring: FlatRing, x: number, y: number): number {
  let square = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const dx = ring[at]! - x;
    const dy = ring[at + 1]! - y;
    square = Math.max(square, dx * dx + dy * dy);
  }
  return Math.sqrt(square);
}
