/** What a drawing shows: lines, circles, polygons and texts among its outlines, which drafting aids are told by. */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import type { Finder } from "../../basis/finder.ts";
import type { Ends } from "../../basis/plane.ts";
import type { Contours } from "../../curves/contours.ts";
import type { Arc } from "../../curves/curves.ts";
import type { DrawnText } from "../../model/text.ts";
import type { Material } from "./material.ts";

/** Pairs that are looked at; in larger drawings dimensions lie on layers of their own. */
export const MOST_PAIRS = 4_000_000;

export interface Straight extends Ends {
  number: number;
  /** The whole of its contour. */
  alone: boolean;
  length: number;
  /** One of two that stand for an arc. */
  chord?: boolean;
}

/** An end of a line or arc: where it is, and which way it would go on from there. */
export interface Tip {
  at: Point;
  out: Point;
}

/** A line or arc that may end in heads, and have a number beside it. */
export interface Stroke {
  number: number;
  /** The whole of its contour. */
  alone: boolean;
  line: Straight | null;
  arc: Arc | null;
  length: number;
  tips: readonly [Tip, Tip];
}

export interface Round {
  number: number;
  cx: number;
  cy: number;
  radius: number;
}

/** A closed contour of so many straight sides. */
export interface Straights {
  number: number;
  corners: Point[];
  box: Bounds;
}

/** What a drawing shows. */
export interface Shown {
  contours: Contours;
  texts: readonly DrawnText[];
  /** Contours that may meet another one. */
  met: ReadonlySet<number>;
  lines: readonly Straight[];
  circles: readonly Round[];
  polygons: readonly Straights[];
  /** Lines, circles, circles by their centres and polygons that come into a box, and some that only come near it. */
  linesIn: Finder<Straight>;
  circlesIn: Finder<Round>;
  centresIn: Finder<Round>;
  polygonsIn: Finder<Straights>;
  /** Closed contours. */
  closedIn: Finder<number>;
  /** Texts with their middles in a box, and those that may be near what is in it. */
  textsAmid: Finder<DrawnText>;
  textsBy: Finder<DrawnText>;
  endingAt: (at: Point, most?: number) => Straight[];
  /** How high letters are, at most. */
  letters: number;
  /** Corners of filled triangles. */
  heads: readonly (readonly Point[])[];
  /** Those, and closed ones. */
  arrows: readonly ArrowHead[];
  /** Lines that are bends by their layers. */
  bends: readonly Ends[];
  material: Material;
  /** Ends this close meet. */
  near: number;
}

/** A triangle that may end a line; a filled one is no contour, and has no number. */
export interface ArrowHead {
  number: number | null;
  /** Corners and the middles of sides; of a fat one its tip and the middle of its base. */
  tips: Point[];
  isFat: boolean;
  /** How far off its tips a line or arc may end: arcs leave the axis of a head. */
  off: number;
}
