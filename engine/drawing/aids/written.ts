/** What stands in a drawing beside what is cut, and what of it is found to be no cut. */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import type { Finder } from "../basis/finder.ts";
import type { Place } from "../basis/findings.ts";
import type { Ends } from "../basis/plane.ts";
import type { FindingCode } from "../basis/sentences.ts";
import type { Contours } from "../curves/contours.ts";
import type { DrawnText } from "../roles/order.ts";

export interface Written {
  texts: readonly DrawnText[];
  /** By where they are held, and by their middles. */
  textsAt: Finder<DrawnText>;
  textsAmid: Finder<DrawnText>;
  /** Filled triangles by their corners. */
  heads: readonly (readonly Point[])[];
  /** Lines that are bends by their layers. */
  bends: readonly Ends[];
  /** What is drawn on layers of frames and title blocks. */
  framed: Contours;
  /** Frames that were found already, and lines of dimensions. */
  frames: readonly Bounds[];
  dimensions: readonly Bounds[];
}

/** Outlines that are not cut, and what is told of them. */
export interface Aside {
  outlines: readonly number[];
  code: FindingCode;
  place: Place;
  /** Of a frame. */
  frame?: Bounds;
}

/** A frame, a table, or what else is drawn around parts. */
export function paperOf(contours: Contours, subject: string, outlines: readonly number[]): Aside {
  const places = outlines.map((outline) => contours.startOf(outline));
  return { outlines, code: "drawing-frame", place: { subject, count: outlines.length, places } };
}
