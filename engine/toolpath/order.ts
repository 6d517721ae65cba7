/**
 * In which order, and from which point of each, are the contours of a sheet cut?
 *
 * What is cut out may drop or shift, so everything inside a contour is cut before it: holes before the exterior
 * around them, parts inside a hole before that hole. Within this the tool always goes to the nearest point of
 * what may be cut. Ties go to the contour that comes first in the request, so the order is always the same.
 */
import Flatbush from "flatbush";
import type { Bounds, Point } from "../contract/geometry.ts";
import { boundsOf, signedArea } from "../geometry/ring.ts";
import { insideRing, interiorPoint } from "./interior.ts";
import type { Contour } from "./kerf.ts";

/** The contours in cutting order, each ring turned so that it begins where the tool enters it. */
export function orderContours(contours: Contour[], home: Point = [0, 0]): Contour[] {
  return nearestTour(contours, surroundings(contours), home).map(({ index, start }) => {
    const contour = contours[index]!;
    return { ...contour, ring: [...contour.ring.slice(start), ...contour.ring.slice(0, start)] };
  });
}

/** A contour of the tour and the point of its ring at which it begins and ends. */
interface Stop {
  index: number;
  start: number;
}

/**
 * For every contour the smallest one around it, which must wait for it, or -1. Inner contours wait for nothing but
 * belong to their own exterior; an exterior belongs to whatever contour of a larger part it lies in.
 */
export function surroundings(contours: Contour[]): Int32Array {
  const around = new Int32Array(contours.length).fill(-1);
  if (contours.length === 0) return around;
  const areas = contours.map(({ ring }) => Math.abs(signedArea(ring)));
  const exteriors = new Map<number, number>();
  for (const [i, { placement, inner }] of contours.entries())
    if (!inner && !exteriors.has(placement)) exteriors.set(placement, i);
  const tree = new Flatbush(contours.length);
  for (const { ring } of contours) {
    const { min_x, min_y, max_x, max_y } = boundsOf(ring);
    tree.add(min_x, min_y, max_x, max_y);
  }
  tree.finish();
  // Sizes of parts decide, so that even a layout with overlaps never makes two contours wait for each other.
  const size = (i: number) => areas[exteriors.get(contours[i]!.placement)!]!;
  for (const [i, { placement, inner, ring }] of contours.entries()) {
    const own = exteriors.get(placement)!;
    if (inner || i !== own) {
      around[i] = i === own ? -1 : own;
      continue;
    }
    const point = interiorPoint(ring);
    const [x, y] = point;
    around[i] = tree
      .search(x, y, x, y)
      .filter((j) => contours[j]!.placement !== placement)
      .filter((j) => size(j) > size(i) || (size(j) === size(i) && j < i))
      .filter((j) => insideRing(point, contours[j]!.ring))
      .sort((a, b) => areas[a]! - areas[b]! || a - b)
      .reduce((best, j) => (best < 0 ? j : best), -1);
  }
  return around;
}

/** Always on to the nearest vertex of the contours that no longer wait for any other. */
function nearestTour(contours: Contour[], around: Int32Array, home: Point): Stop[] {
  const boxes = contours.map(({ ring }) => boundsOf(ring));
  const waitsFor = new Int32Array(contours.length);
  for (const outer of around) if (outer >= 0) waitsFor[outer]!++;
  const free = contours.map((_, i) => i).filter((i) => waitsFor[i] === 0);
  const tour: Stop[] = [];
  let at = home;
  while (free.length > 0) {
    let best = { slot: -1, index: -1, start: 0, distance: Number.POSITIVE_INFINITY };
    for (const [slot, index] of free.entries()) {
      const nearest = distanceToBox(at, boxes[index]!);
      if (nearest > best.distance) continue;
      const { start, distance } = nearestVertex(at, contours[index]!.ring);
      if (distance < best.distance || (distance === best.distance && index < best.index))
        best = { slot, index, start, distance };
    }
    const { slot, index, start } = best;
    tour.push({ index, start });
    at = contours[index]!.ring[start]!;
    free[slot] = free.at(-1)!;
    free.pop();
    const outer = around[index]!;
    if (outer >= 0 && --waitsFor[outer]! === 0) free.push(outer);
  }
  return tour;
}

function nearestVertex([x, y]: Point, ring: Point[]): { start: number; distance: number } {
  let start = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [i, [vx, vy]] of ring.entries()) {
    const d = Math.hypot(vx - x, vy - y);
    if (d < distance) [start, distance] = [i, d];
  }
  return { start, distance };
}

function distanceToBox([x, y]: Point, { min_x, min_y, max_x, max_y }: Bounds): number {
  return Math.hypot(Math.max(min_x - x, 0, x - max_x), Math.max(min_y - y, 0, y - max_y));
}
