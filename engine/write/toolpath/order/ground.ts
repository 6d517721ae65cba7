/** Ground of a tour: its contours, and where it begins and ends; and its stops. */
import type Flatbush from "flatbush";
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import type { PlacedContour } from "../path/contour.ts";
import type { Entries } from "./entries.ts";
import type { Heat } from "./heat.ts";

/** Where the tool is before a tour, and where it is wanted after it. */
export interface TourEnds {
  from: Point;
  to: Point;
}

/** A contour of the tour and where the tool enters and leaves it. */
export interface Stop {
  index: number;
  entry: number;
}

/** `tree` finds contours by their boxes, `around[i]` is the contour that must wait for `i`, or -1. */
export interface TourGround {
  contours: PlacedContour[];
  boxes: Bounds[];
  entries: Entries;
  tree: Flatbush;
  around: Int32Array;
  ends: TourEnds;
  /** Which contours must not follow each other, if that counts. */
  heat: Heat | null;
}
