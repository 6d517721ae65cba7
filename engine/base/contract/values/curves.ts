/** Exact shapes that travel with a part beside its points: the curves of its rings, and the lines that are drawn on it. */
import type { Point } from "./geometry.ts";

/** Where a curve begins and ends, mm. */
export interface Ends {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A straight line between its ends. */
export interface Line extends Ends {
  kind: "line";
}

/** Part of a circle: angles in radians, sweep positive counter-clockwise, at most a full turn. */
export interface Arc extends Ends {
  kind: "arc";
  cx: number;
  cy: number;
  radius: number;
  start: number;
  sweep: number;
}

/** c + u·cos t + v·sin t for t from start to start + sweep; u and v need not be perpendicular. */
export interface EllipseArc extends Ends {
  kind: "ellipse";
  cx: number;
  cy: number;
  ux: number;
  uy: number;
  vx: number;
  vy: number;
  start: number;
  sweep: number;
}

/** Any degree; with weights it is rational. */
export interface Bezier extends Ends {
  kind: "bezier";
  points: Point[];
  weights: number[] | null;
}

/** A line, an arc, a piece of an ellipse or a Bézier curve. */
export type Curve = Line | Arc | EllipseArc | Bezier;

/** The curves of a part, each list end to end and closed, in the frame of the part's points. */
export interface PartCurves {
  /** Curves of the outline. */
  exterior: Curve[];
  /** Curves of each hole, in the order of the part's. */
  holes: Curve[][];
  /** On which layers of the drawing they stand. */
  layers?: { exterior: string; holes: string[] };
  /** In which colours, as #rrggbb. */
  colours?: { exterior: string; holes: string[] };
}

/** A line on a part that is drawn and not cut through, in the frame of the part's points. */
export interface Mark {
  /** Operation along it. */
  role: "mark" | "engrave" | "bend" | "pocket" | "cut-open";
  /** Its points, end to end. */
  path: Point[];
  /** True where it ends at its beginning. */
  closed?: boolean | undefined;
  /** The curves that it is made of, where they are known: its arcs then leave as arcs. */
  curves?: Curve[] | undefined;
  /** Its layer in the drawing, for `layers`. */
  layer?: string | undefined;
  /** Its colour there as #rrggbb, for `layers` too. */
  colour?: string | undefined;
}
