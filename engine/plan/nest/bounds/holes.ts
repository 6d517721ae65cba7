/** Finds which parts fit which holes. Holes that nothing fits are as good as material. */
import type { Ring } from "../../../base/contract/values/geometry.ts";
import { isConvex, orientedRing, pointBounds, signedArea, turnPoint } from "../../../base/geometry/ring.ts";
import { type BoundCandidate, DEPTH_DOUBT } from "./candidate.ts";
import type { Meter } from "./meter.ts";

/** Holes and parts that are held against each other, at most. */
const MOST_FITS = 300_000;
/** A hole that something fits, with the gap around all that lies in it. */
export interface HoleRoom {
  hole: Ring;
  area: number;
  /** Which parts fit it. */
  inside: number[];
}

/**
 * The holes that something fits, by part; undefined where there are too many to look at. Marks the parts that may lie in
 * holes, and takes out holes that nothing fits.
 * `grown`: area of each part without its holes, with half the gap around it.
 */
export function* closeHoles(
  parts: readonly BoundCandidate[],
  grown: readonly number[],
  gap: number,
  meter: Meter,
): Generator<undefined, HoleRoom[][] | undefined> {
  const holes = parts.reduce((sum, { source }) => sum + source.rings.length - 1, 0);
  if (holes * parts.length > MOST_FITS) return undefined;
  const rooms: HoleRoom[][] = [];
  for (const part of parts) {
    const own: HoleRoom[] = [];
    const shut = new Set<Ring>();
    const admitted = new Set<BoundCandidate>();
    for (const hole of part.source.rings.slice(1)) {
      const inside: number[] = [];
      const area = roomIn(hole, gap);
      for (const [k, other] of parts.entries()) {
        yield* meter.spend(10);
        if (grown[k]! > area * (1 + 1e-9)) continue;
        if (yield* fitsHole(other, part, hole, gap, meter)) inside.push(k);
      }
      for (const k of inside) {
        parts[k]!.enters = true;
        admitted.add(parts[k]!);
      }
      if (inside.length === 0) shut.add(hole);
      else own.push({ hole, area, inside });
    }
    part.fill(shut, admitted);
    rooms.push(own);
  }
  return rooms;
}

/** Area of a hole that is left when the part around it is grown by half the gap (Brunn and Minkowski). */
function roomIn(hole: Ring, gap: number): number {
  const side = Math.sqrt(-signedArea(hole)) - (Math.sqrt(Math.PI) * gap) / 2;
  return side <= 0 ? 0 : side * side;
}

/** False only when the part fits the hole in no orientation of the two. */
function* fitsHole(
  part: BoundCandidate,
  around: BoundCandidate,
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
    const box = pointBounds(turned);
    for (const { width, height, rings } of part.orientations) {
      const least = 2 * (gap - DEPTH_DOUBT);
      if (width + least > box.max_x - box.min_x || height + least > box.max_y - box.min_y) continue;
      yield* meter.spend(turned.length * (rings[0]!.length + turned.length));
      if (!convex || placesIn(turned, rings[0]!, gap - DEPTH_DOUBT).length > 0) return true;
    }
  }
  return false;
}

/**
 * Where the points' origin may lie for them to keep the gap to every edge of a convex hole, which turns clockwise: what
 * is left of a square when that is cut off edge by edge.
 */
function placesIn(hole: Ring, points: Ring, gap: number): Ring {
  const { min_x, min_y, max_x, max_y } = pointBounds([...hole, ...points]);
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
  return left;
}

/** The middles of discs of radius r in a convex hole. */
export function middlesIn(hole: Ring, r: number): Ring {
  return placesIn(hole, [[0, 0]], r);
}

/** Clips a convex ring to the half-plane where nx x + ny y is at least so much. */
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
