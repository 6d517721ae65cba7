/**
 * What the holes of parts can take at most: from that follows how much of a sheet each copy uses up. Holes that nothing
 * fits are as good as material.
 */
import type { Ring } from "../../contract/values/geometry.ts";
import { boundsOf, isConvex, orientedRing, signedArea, turnPoint } from "../../geometry/ring.ts";
import { type Candidate, DEPTH_DOUBT } from "./candidate.ts";
import type { Meter } from "./meter.ts";

/** Holes and parts that are held against each other, at most. */
const MOST_FITS = 300_000;
/** Steps of looking for how much of a hole whole parts can fill, at most. */
const MOST_FILLINGS = 2000;
/** A part so much smaller than the hole fills it up, for all that is shown here. */
const FINE = 0.01;

/** What each hole of a part takes at most, with the gap around all that lies in it. */
export type Filling = { hole: Ring; most: number };

/**
 * Fills of all holes, by part; undefined where there are too many to look at. Marks the parts that may lie in holes, and takes out holes that nothing fits.
 * `grown`: area of each part without its holes, with half the gap around it.
 */
export function* closeHoles(
  parts: readonly Candidate[],
  grown: readonly number[],
  gap: number,
  meter: Meter,
): Generator<undefined, Filling[][] | undefined> {
  const holes = parts.reduce((sum, { source }) => sum + source.rings.length - 1, 0);
  if (holes * parts.length > MOST_FITS) return undefined;
  const fillings: Filling[][] = [];
  for (const part of parts) {
    const own: Filling[] = [];
    const shut = new Set<Ring>();
    for (const hole of part.source.rings.slice(1)) {
      const inside: number[] = [];
      const room = roomIn(hole, gap) * (1 + 1e-9);
      for (const [k, other] of parts.entries()) {
        yield* meter.spend(10);
        if (grown[k]! > room) continue;
        if (yield* fitsHole(other, part, hole, gap, meter)) inside.push(k);
      }
      for (const k of inside) parts[k]!.enters = true;
      if (inside.length === 0) shut.add(hole);
      const sizes = inside.map((k) => ({ size: grown[k]!, most: parts[k]!.source.quantity }));
      own.push({ hole, most: yield* mostOf(sizes, roomIn(hole, gap), meter) });
    }
    part.fill(shut);
    fillings.push(own);
  }
  return fillings;
}

/** Area of a hole that is left when the part around it is grown by half the gap (Brunn and Minkowski). */
function roomIn(hole: Ring, gap: number): number {
  const side = Math.sqrt(-signedArea(hole)) - (Math.sqrt(Math.PI) * gap) / 2;
  return side <= 0 ? 0 : side * side;
}

/** False only when the part fits the hole in no orientation of the two. */
function* fitsHole(
  part: Candidate,
  around: Candidate,
  hole: Ring,
  gap: number,
  meter: Meter,
): Generator<undefined, boolean> {
  if (part.source.ranging || around.source.ranging) return true;
  const convex = isConvex(orientedRing(hole, true));
  for (const turn of around.source.turns) {
    const turned = orientedRing(
      hole.map((point) => turnPoint(point, turn)),
      false,
    );
    const box = boundsOf(turned);
    for (const { width, height, rings } of part.orientations) {
      const least = 2 * (gap - DEPTH_DOUBT);
      if (width + least > box.max_x - box.min_x || height + least > box.max_y - box.min_y) continue;
      yield* meter.spend(turned.length * (rings[0]!.length + turned.length));
      if (!convex || hasRoom(turned, rings[0]!, gap - DEPTH_DOUBT)) return true;
    }
  }
  return false;
}

/** Is there a place for the points with the gap to every edge of a convex hole? What is left of a square is cut off edge by edge. */
function hasRoom(hole: Ring, points: Ring, gap: number): boolean {
  const { min_x, min_y, max_x, max_y } = boundsOf([...hole, ...points]);
  const far = 4 * Math.max(max_x - min_x, max_y - min_y, Math.abs(max_x), Math.abs(max_y), -min_x, -min_y);
  let left: Ring = [
    [-far, -far],
    [far, -far],
    [far, far],
    [-far, far],
  ];
  for (let i = 0; i < hole.length && left.length > 0; i++) {
    const [ax, ay] = hole.at(i - 1)!;
    const [x, y] = hole[i]!;
    const length = Math.sqrt((x - ax) ** 2 + (y - ay) ** 2);
    if (length === 0) continue;
    // Towards the inside of a ring that turns clockwise.
    const [nx, ny] = [(y - ay) / length, (ax - x) / length];
    const lowest = points.reduce((least, [px, py]) => Math.min(least, nx * px + ny * py), Infinity);
    left = halfOf(left, nx, ny, nx * ax + ny * ay + gap - lowest);
  }
  return left.length > 0;
}

/** What of a convex ring lies where nx x + ny y is at least so much. */
function halfOf(ring: Ring, nx: number, ny: number, least: number): Ring {
  return ring.flatMap(([x, y], i): Ring => {
    const [px, py] = ring.at(i - 1)!;
    const [from, to] = [nx * px + ny * py - least, nx * x + ny * y - least];
    const inside: Ring = to >= 0 ? [[x, y]] : [];
    if (from >= 0 === to >= 0) return inside;
    const at = from / (from - to);
    return [[px + at * (x - px), py + at * (y - py)], ...inside];
  });
}

/** The greatest sum of sizes that does not exceed the room: found, or the room itself where that takes long. */
function* mostOf(
  sizes: readonly { size: number; most: number }[],
  room: number,
  meter: Meter,
): Generator<undefined, number> {
  if (sizes.length === 0) return 0;
  const sorted = [...sizes].sort((a, b) => b.size - a.size);
  if (sorted.at(-1)!.size < FINE * room) return room;
  const search = { best: 0, steps: 0 };
  fillFrom(sorted, 0, room * (1 + 1e-9), 0, search);
  yield* meter.spend(10 * search.steps);
  return search.steps > MOST_FILLINGS ? room : Math.min(room, search.best);
}

function fillFrom(
  sizes: readonly { size: number; most: number }[],
  from: number,
  room: number,
  sum: number,
  search: { best: number; steps: number },
): void {
  search.best = Math.max(search.best, sum);
  if (from === sizes.length || ++search.steps > MOST_FILLINGS) return;
  const { size, most } = sizes[from]!;
  for (let count = Math.min(most, Math.floor((room - sum) / size)); count >= 0; count--)
    fillFrom(sizes, from + 1, room, sum + count * size, search);
}
