/**
 * In which order, and from which point of each, are the contours of a sheet cut?
 *
 * What is cut out may drop or shift, so everything inside a contour is cut before it: holes before the exterior
 * around them, parts inside a hole before that hole. Within this the tool first always goes to the nearest point of
 * what may be cut; `tour.ts` then shortens that. Ties go to the contour that comes first in the request, so the order
 * is always the same.
 */
import Flatbush from "flatbush";
import type { Point } from "../../contract/values/geometry.ts";
import { boundsOf, signedArea } from "../../geometry/ring.ts";
import { joinArcs } from "../path/arcs.ts";
import { insideRing, interiorPoint } from "../path/interior.ts";
import type { Contour } from "../path/kerf.ts";
import { Entries } from "./entries.ts";
import type { Heat } from "./heat.ts";
import { type Ground, type Stop, shortenTour } from "./tour.ts";

/** An order, and how many contours in it follow a neighbour although heat is to be spread. */
export interface Order {
  contours: OrderedContour[];
  crowded: number;
}

export interface OrderedContour extends Contour {
  /** Where the tool enters: at the first vertex of the path, or on the line from there to the second. */
  start: Point;
}

/** How many of the nearest boxes are looked into for the nearest entry. */
const NEAR = 8;

/** The contours in cutting order, each path turned to where the tool enters it. */
export function orderContours(contours: Contour[], home: Point = [0, 0]): OrderedContour[] {
  return orderApart(contours, null, home).contours;
}

/** The same where heat counts: the shortest way found among those that keep neighbours furthest apart. */
export function orderApart(contours: Contour[], heat: Heat | null, home: Point = [0, 0]): Order {
  if (contours.length === 0) return { contours: [], crowded: 0 };
  const tree = new Flatbush(contours.length);
  for (const { ring } of contours) {
    const { min_x, min_y, max_x, max_y } = boundsOf(ring);
    tree.add(min_x, min_y, max_x, max_y);
  }
  tree.finish();
  const around = surroundings(contours, tree);
  const entries = new Entries(contours);
  const ground: Ground = { contours, entries, tree, around, home, heat };
  const tour = shortenTour(nearestTour(ground), ground);
  const ordered = tour.map(({ index, entry }) => {
    const contour = contours[index]!;
    const first = Math.floor(entry);
    const path = joinArcs([...contour.path.slice(first), ...contour.path.slice(0, first)]);
    return { ...contour, path, start: entries.place(index, entry) };
  });
  return { contours: ordered, crowded: heat?.crowdedIn(tour.map(({ index }) => index)) ?? 0 };
}

/**
 * For every contour the smallest one around it, which must wait for it, or -1. Inner contours wait for nothing but
 * belong to their own exterior; an exterior belongs to whatever contour of a larger part it lies in.
 */
function surroundings(contours: Contour[], tree: Flatbush): Int32Array {
  const around = new Int32Array(contours.length).fill(-1);
  const areas = contours.map(({ ring }) => Math.abs(signedArea(ring)));
  const exteriors = new Map<number, number>();
  for (const [i, { placement, inner, members = [placement] }] of contours.entries())
    for (const member of members) if (!inner && !exteriors.has(member)) exteriors.set(member, i);
  // Sizes of parts decide, so that even a layout with overlaps never makes two contours wait for each other.
  const sizes = contours.map(({ placement }) => areas[exteriors.get(placement)!]!);
  for (const [i, { placement, inner, ring }] of contours.entries()) {
    const own = exteriors.get(placement)!;
    if (inner || i !== own) {
      around[i] = own;
      continue;
    }
    const point = interiorPoint(ring);
    const [x, y] = point;
    for (const j of tree.search(x, y, x, y)) {
      const best = around[i]!;
      if (exteriors.get(contours[j]!.placement) === i) continue;
      if (sizes[j]! < sizes[i]! || (sizes[j] === sizes[i] && j > i)) continue;
      if (best >= 0 && (areas[j]! > areas[best]! || (areas[j] === areas[best] && j > best))) continue;
      if (insideRing(point, contours[j]!.ring)) around[i] = j;
    }
  }
  return around;
}

/** Always on to the nearest entry of the contours that wait for no other, as far as their boxes tell. */
function nearestTour({ contours, entries, tree, around, home, heat }: Ground): Stop[] {
  // How many contours each still waits for; -1 once it is cut.
  const waitsFor = new Int32Array(contours.length);
  for (const outer of around) if (outer >= 0) waitsFor[outer]!++;
  const isFree = (i: number) => waitsFor[i] === 0;
  const tour: Stop[] = [];
  let at = home;
  while (tour.length < contours.length) {
    const [x, y] = at;
    const search = (isWanted: (i: number) => boolean) =>
      tree.neighbors(x, y, NEAR, Number.POSITIVE_INFINITY, isWanted);
    const near = heat ? heat.coolest(search, isFree) : search(isFree);
    const [next] = near
      .map((index) => {
        const length = entries.past(index, x, y, x, y, Number.POSITIVE_INFINITY);
        return { index, entry: entries.found, length };
      })
      .sort((a, b) => a.length - b.length || a.index - b.index) as [Stop & { length: number }];
    tour.push({ index: next.index, entry: next.entry });
    at = entries.place(next.index, next.entry);
    waitsFor[next.index] = -1;
    heat?.warm(next.index);
    const outer = around[next.index]!;
    if (outer >= 0) waitsFor[outer]!--;
  }
  return tour;
}
