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
  /** Where contours begin that are asked about. */
  doubted: readonly Point[];
}

/** Outlines that are not cut, and what is told of them. */
export interface Aside {
  outlines: readonly number[];
  code: FindingCode;
  place: Place & { places?: readonly Point[] };
  /** Of a frame. */
  frame?: Bounds;
}

/** A frame, a table, or what else is drawn around parts. */
export function paperOf(contours: Contours, subject: string, outlines: readonly number[]): Aside {
  return { outlines, code: "drawing-frame", place: placeOf(contours, subject, outlines) };
}

/** Outlines that are cut though they may be signs or views, and such that are left out though they may be holes. */
export function doubtOf(
  contours: Contours,
  what: "sign" | "view" | "hole",
  outlines: readonly number[],
): Aside[] {
  if (outlines.length === 0) return [];
  const subject = `${what === "hole" ? "left out" : "cut"} that may be a ${what}`;
  return [{ outlines: [], code: "aids-unclear", place: placeOf(contours, subject, outlines) }];
}

function placeOf(contours: Contours, subject: string, outlines: readonly number[]) {
  return { subject, count: outlines.length, places: outlines.map((outline) => contours.startOf(outline)) };
}
