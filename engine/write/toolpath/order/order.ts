/**
 * In which order, and from which point of each, are the contours of a sheet cut?
 *
 * A contour that is cut out may drop or shift, so everything inside it is cut before it: holes before the exterior
 * around them, parts inside a hole before that hole. Within this the tool first always goes to the nearest point of
 * what may be cut; `tour.ts` then shortens that. Ties go to the contour that comes first in the request, so the order
 * is always the same.
 */

import Flatbush from "flatbush";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { insideRing } from "../../../base/geometry/inside.ts";
import type { Vertex } from "../path/arcs.ts";
import { PlacedContour } from "../path/contour.ts";
import type { PathWalk } from "../path/walk.ts";
import { curveTour } from "./curve.ts";
import { Entries } from "./entries.ts";
import { FreeBoxes } from "./free.ts";
import type { Stop, TourEnds, TourGround } from "./ground.ts";
import type { Heat } from "./heat.ts";
import { shortenTour } from "./tour.ts";

/** An order, and how many contours in it follow a neighbour although heat is to be spread. */
export interface ContourOrder {
  contours: OrderedContour[];
  crowded: number;
}

/** A contour with the place where the tool enters it. */
export class OrderedContour extends PlacedContour {
  constructor(
    readonly of: PlacedContour,
    /** Number of the vertex of its path, plus a share of the line to the next one. */
    private readonly entry: number,
    readonly start: Point,
  ) {
    super(of.placement, of.outline, of.x, of.y, of.members);
  }

  /** Turned to the vertex at which the tool enters, or behind which it does so. */
  override get path(): Vertex[] {
    return this.placed(this.outline.pathFrom(Math.floor(this.entry)));
  }

  /** The way round from the entry on. */
  walk(isReversed: boolean): PathWalk {
    return this.outline.walkFrom(this.entry, isReversed).movedTo(this.x, this.y);
  }
}

/** How many of the nearest boxes are looked into for the nearest entry. */
const NEAR = 8;
const ZERO: TourEnds = { from: [0, 0], to: [0, 0] };

/** The contours in cutting order, each path turned to where the tool enters it. */
export function orderContours(contours: PlacedContour[], ends?: TourEnds): OrderedContour[] {
  return orderApart(contours, null, ends).contours;
}

/** The same where heat counts: the shortest way found among those that keep neighbours furthest apart. */
export function orderApart(
  contours: PlacedContour[],
  heat: Heat | null,
  ends: TourEnds = ZERO,
): ContourOrder {
  if (contours.length === 0) return { contours: [], crowded: 0 };
  const boxes = contours.map(({ bounds }) => bounds);
  const tree = new Flatbush(contours.length);
  for (const { min_x, min_y, max_x, max_y } of boxes) tree.add(min_x, min_y, max_x, max_y);
  tree.finish();
  const around = surroundings(contours, tree);
  const entries = new Entries(contours);
  const ground: TourGround = { contours, boxes, entries, tree, around, ends, heat };
  const tour = shortenTour(heat ? [nearestTour(ground)] : [nearestTour(ground), curveTour(ground)], ground);
  const ordered = tour.map(
    ({ index, entry }) => new OrderedContour(contours[index]!, entry, entries.place(index, entry)),
  );
  return { contours: ordered, crowded: heat?.crowdedIn(tour.map(({ index }) => index)) ?? 0 };
}

/**
 * For every contour the smallest one around it, which must wait for it, or -1. Inner contours wait for nothing but
 * belong to their own exterior; an exterior belongs to whatever contour of a larger part it lies in.
 */
function surroundings(contours: PlacedContour[], tree: Flatbush): Int32Array {
  const around = new Int32Array(contours.length).fill(-1);
  const areas = contours.map(({ outline }) => outline.area);
  const exteriors = new Map<number, number>();
  for (const [i, { inner, members }] of contours.entries())
    for (const member of members) if (!inner && !exteriors.has(member)) exteriors.set(member, i);
  // Sizes of parts decide, so that even a layout with overlaps never makes two contours wait for each other.
  const sizes = contours.map(({ placement }) => areas[exteriors.get(placement)!]!);
  for (const [i, { placement, inner, outline, x: left, y: low }] of contours.entries()) {
    const own = exteriors.get(placement)!;
    if (inner || i !== own) {
      around[i] = own;
      continue;
    }
    const x = outline.interior[0] + left;
    const y = outline.interior[1] + low;
    for (const j of tree.search(x, y, x, y)) {
      const best = around[i]!;
      if (exteriors.get(contours[j]!.placement) === i) continue;
      if (sizes[j]! < sizes[i]! || (sizes[j] === sizes[i] && j > i)) continue;
      if (best >= 0 && (areas[j]! > areas[best]! || (areas[j] === areas[best] && j > best))) continue;
      const other = contours[j]!;
      if (insideRing(other.outline.ring, x - other.x, y - other.y)) around[i] = j;
    }
  }
  return around;
}

/** Always on to the nearest entry of the contours that wait for no other, as far as their boxes tell. */
function nearestTour({ contours, boxes, entries, tree, around, ends, heat }: TourGround): Stop[] {
  // How many contours each still waits for.
  const waitsFor = new Int32Array(contours.length);
  for (const outer of around) if (outer >= 0) waitsFor[outer]!++;
  const free = new FreeBoxes(boxes, tree, (i) => waitsFor[i] === 0);
  const tour: Stop[] = [];
  let at = ends.from;
  while (tour.length < contours.length) {
    const [x, y] = at;
    const search = (isWanted?: (i: number) => boolean) => free.nearest(x, y, NEAR, isWanted);
    const next: Stop = { index: -1, entry: 0 };
    let shortest = Number.POSITIVE_INFINITY;
    for (const index of heat ? heat.coolest(search) : search()) {
      const length = entries.past(index, x, y, x, y, shortest);
      if (entries.found < 0) continue;
      shortest = length;
      next.index = index;
      next.entry = entries.found;
    }
    tour.push(next);
    at = entries.place(next.index, next.entry);
    free.takeAway(next.index);
    heat?.warm(next.index);
    const outer = around[next.index]!;
    if (outer >= 0 && --waitsFor[outer]! === 0) free.add(outer);
  }
  return tour;
}
