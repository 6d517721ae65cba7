/** What a read drawing is: the interface's answer, and beside it everything exact. Looks like plain data, and can be copied as such. */
import { z } from "zod";
import type { ParseDxfData } from "../../contract/v1/drawing.ts";
import type { Bounds, Ring } from "../../contract/values/geometry.ts";
import { invalidInput } from "../../errors.ts";
import type { Finding } from "../../finding.ts";
import { UNIT_NAMES, type Unit } from "../basis/units.ts";
import type { Curve } from "../curves/curves.ts";

export type { Unit, UnitName } from "../basis/units.ts";
export type { Arc, Bezier, Curve, EllipseArc, Line } from "../curves/curves.ts";

export const LAYER_ROLES = ["cut", "bend", "extent", "engrave", "construction"] as const;
/** What the lines on a layer are for. */
export type LayerRole = (typeof LAYER_ROLES)[number];

/** What a path is for: rings of parts, open cuts, and the lines that are not cut. */
export type PathRole = "exterior" | "hole" | "open" | "bend" | "engrave";

/** Curves end to end, from each curve's end to the next one's start. */
export interface DrawingPath {
  role: PathRole;
  /** Layer of the first curve. */
  layer: string;
  closed: boolean;
  curves: Curve[];
  /** From the curves, in millimetres. */
  length: number;
  /** Of bend lines: what their layer and a note beside them say. */
  bend?: Bend;
}

/** How a line is bent, as far as the drawing tells. */
export interface Bend {
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
  holes: Ring[];
  /** Net of holes, exterior plus holes, and bounds: from the curves. */
  area: number;
  perimeter: number;
  bounds: Bounds;
  /** Which of the drawing's paths the rings come from. */
  exteriorPath: number;
  holePaths: number[];
}

export interface DrawingLayer {
  name: string;
  role: LayerRole;
}

/** Data, parts and paths are made when they are first asked for: of a large drawing they are a million objects. */
export interface Drawing {
  readonly data: ParseDxfData;
  /** Largest exterior first; the first one is `data.geometry`. */
  readonly parts: DrawingPart[];
  /** Rings of parts in their order, then open cuts, bends, engraving. */
  readonly paths: DrawingPath[];
  layers: DrawingLayer[];
  unit: Unit;
  findings: Finding[];
}

/** What a caller may say about a drawing; all of it is optional. */
export const readOptionsSchema = z.object({
  /** File name; its extension is dropped. */
  name: z.string().optional(),
  /** Ends this close (mm) are joined; 0.05 when absent. */
  joinTolerance: z.number().min(0).max(100).optional(),
  /** Unit of the coordinates, whatever the drawing says. */
  unit: z.enum(UNIT_NAMES).optional(),
  /** Roles of layers by name, over those that their names suggest. */
  roles: z.record(z.string(), z.enum(LAYER_ROLES)).optional(),
});
export type ReadOptions = z.input<typeof readOptionsSchema>;

/** Options come from callers whom no type checker has seen. */
export function checkReadOptions(options: ReadOptions): ReadOptions {
  const checked = readOptionsSchema.safeParse(options);
  if (checked.success) return checked.data;
  const { path, message } = checked.error.issues[0]!;
  throw invalidInput(
    path.map((key) => (typeof key === "number" ? key : String(key))),
    message,
  );
}
