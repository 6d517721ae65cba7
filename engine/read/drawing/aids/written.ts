/** What stands in a drawing beside what is cut, and what of it is found to be no cut. */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import type { Finder } from "../basis/finder.ts";
import type { Place } from "../basis/findings.ts";
import type { Ends } from "../basis/plane.ts";
import type { FindingCode } from "../basis/sentences.ts";
import type { Contours } from "../curves/contours.ts";
import type { DrawnText } from "../model/text.ts";

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

/** Outlines that are not cut, and what is told of those, or of others. */
export interface Aside {
  outlines: readonly number[];
  told: readonly number[];
  code: FindingCode;
  place: Place;
  /** Of a frame. */
  frame?: Bounds;
}

/** A frame, a table, or what else is drawn around parts. */
export function paperOf(subject: string, outlines: readonly number[]): Aside {
  return { outlines, told: outlines, code: "drawing-frame", place: { subject, count: outlines.length } };
}

/** Outlines that are cut though they may be signs or views, and such that are left out though they may be holes. */
export function doubtOf(what: "sign" | "view" | "hole", told: readonly number[]): Aside[] {
  const subject = `${what === "hole" ? "left out" : "cut"} that may be a ${what}`;
  return told.length === 0
    ? []
    : [{ outlines: [], told, code: "aids-unclear", place: { subject, count: told.length } }];
}
