/**
 * A drawing that was read: the interface's answer, and beside it everything exact. Looks like plain data, and can be
 * copied as such.
 */

import type { Finding } from "../../../base/contract/finding.ts";
import type { LayerRole } from "../../../base/contract/read-options.ts";
import type { ParseDxfData } from "../../../base/contract/v1/drawing.ts";
import type { Bounds, Point, Ring } from "../../../base/contract/values/geometry.ts";
import type { DrawingUnit } from "../basis/units.ts";
import type { Curve } from "../curves/curves.ts";

export type { DrawingUnit } from "../basis/units.ts";
export type { Arc, Bezier, Curve, EllipseArc, Line } from "../curves/curves.ts";

/** Purpose of a path: rings of parts, open cuts, lines that are not cut, and lines that are not made at all. */
export type PathRole = "exterior" | "hole" | "open" | "bend" | "engrave" | "mark" | "construction";

/** Curves end to end, from each curve's end to the next one's start. */
export interface DrawingPath {
  /** Purpose of the path. */
  role: PathRole;
  /** Layer of the first curve. */
  layer: string;
  /** Its colour, as #rrggbb. */
  colour: string;
  /** True when it ends where it starts. */
  closed: boolean;
  /** In order. */
  curves: Curve[];
  /** From the curves, in millimetres. */
  length: number;
  /** Data of a bend line from its layer and a note beside it. */
  bend?: Bend;
}

/**
 * Account of every millimetre that is drawn and seen: all but `more` add up to `drawn`.
 * `closed` is what closing gaps added, `shared` the borders that lie in two parts' rings and count once in `cut`.
 */
export interface LengthAccount {
  /** All that is drawn and seen. */
  drawn: number;
  /** Rings of parts. */
  cut: number;
  /** Cut, in no ring. */
  open: number;
  /** Bend lines. */
  bend: number;
  /** Engraved. */
  engrave: number;
  /** Scored, creased or punched. */
  mark: number;
  /** Axes, dimensions, frames, extents. */
  construction: number;
  /** Another curve lies on it. */
  duplicate: number;
  /** Ends beyond a corner, left out. */
  overshoot: number;
  /** Too short to be told from a point. */
  left_out: number;
  /** Not in the sum: gaps that were closed, and borders that lie in the rings of two parts. */
  more: { closed: number; shared: number };
}

/** Curves of one layer, colour and line type. */
export interface DrawingGroup {
  /** Name of the layer. */
  layer: string;
  /** As #rrggbb. */
  colour: string;
  /** Name of the line type. */
  line_type: string;
  /** How many curves. */
  count: number;
  /** Millimetres. */
  length: number;
  /** Role that they were given. */
  role: LayerRole;
  /** The caller said so. */
  chosen: boolean;
  /** How deep the layer's name says that it is made, in millimetres; absent where it does not say. */
  depth?: number;
}

/** Suggestions of a drawing for an order; null where it says nothing. */
export interface Hints {
  /** How many are wanted. */
  quantity: number | null;
  /** As the drawing names it. */
  material: string | null;
  /** Millimetres. */
  thickness: number | null;
  /** Where it says so: all places that one of these comes from, joined by "and". */
  from: string | null;
}

/** A gap that was left open, between two ends. */
export interface OpenEnd {
  /** One end. */
  at: Point;
  /** The end opposite. */
  to: Point;
  /** Millimetres. */
  width: number;
  /** Nobody would doubt that the two ends belong together. */
  plain: boolean;
  /** Layer of the contour. */
  layer: string;
}

/** How a line is bent, as far as the drawing tells. */
export interface Bend {
  /** Towards the viewer or away; null where it is not told. */
  direction: "up" | "down" | null;
  /** Degrees. */
  angle: number | null;
  /** Millimetres. */
  radius: number | null;
}

/** One outline with the holes directly in it. */
export interface DrawingPart {
  /** Closed, counter-clockwise; holes clockwise; at most 2000 points each. */
  exterior: Ring;
  /** Rings cut out of it. */
  holes: Ring[];
  /** Net of holes, exterior plus holes, and bounds: from the curves. */
  area: number;
  /** Millimetres. */
  perimeter: number;
  /** The smallest upright rectangle around it. */
  bounds: Bounds;
  /** Which of the drawing's paths the rings come from. */
  exterior_path: number;
  /** Numbers in `paths`, hole by hole. */
  hole_paths: number[];
  /** Suggested by what stands on the part or beside it. */
  order: Hints;
}

/** A layer of a drawing and what its lines were taken for. */
export interface DrawingLayer {
  /** As the file has it. */
  name: string;
  /** Role that its lines were given. */
  role: LayerRole;
}

/** Data, parts and paths are made when they are first asked for: of a large drawing they are a million objects. */
export interface Drawing {
  /** The answer of `/v1/parse/dxf`. */
  readonly data: ParseDxfData;
  /** Largest exterior first; the first one is `data.geometry`. */
  readonly parts: DrawingPart[];
  /** Rings of parts in their order, then open cuts, bends, engraving, marks, and what is not made: axes, dimensions, frames. */
  readonly paths: DrawingPath[];
  /** In order of first use. */
  layers: DrawingLayer[];
  /** Every layer, colour and line type with its role. */
  groups: DrawingGroup[];
  /** Unit of the coordinates in the file; all lengths here are in mm. */
  unit: DrawingUnit;
  /** Account of every millimetre. */
  account: LengthAccount;
  /** Gaps that keep contours open. */
  open_ends: OpenEnd[];
  /** Suggested for the drawing as a whole, its file name included. */
  hints: Hints;
  /** Findings of the reader: noticed, changed or left out. */
  findings: Finding[];
}
