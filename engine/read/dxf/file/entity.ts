/** What is kept of an entity: the numbers of its contour or note, and what it says of its layer, colour and line type. */
import type { FrameVector } from "../../drawing/curves/frame.ts";
import type { Bend } from "../../drawing/model/drawing.ts";

/** What every entity has, whatever its type. Layers and line types go by number, see `names.ts`. */
export interface Traits {
  layer: number;
  /** Null stands for the layer's. */
  lineType: number | null;
  /** Colour index, or 0x1000000 and more for a true colour. */
  colour: number;
  readonly handle: string | undefined;
  invisible: boolean;
}

export interface LineEntity {
  type: "LINE";
  traits: Traits;
  from: FrameVector;
  to: FrameVector;
}

/** Of a circle, both angles are 0. A helix is one as well, seen along its axis. */
export interface ArcEntity {
  type: "ARC" | "CIRCLE" | "HELIX";
  traits: Traits;
  center: FrameVector;
  radius: number;
  /** Radians. */
  start: number;
  end: number;
  extrusion: FrameVector | null;
  /** How often a helix goes around; 0 for what lies flat. */
  turns: number;
}

export interface EllipseEntity {
  type: "ELLIPSE";
  traits: Traits;
  center: FrameVector;
  majorAxis: FrameVector;
  ratio: number;
  start: number;
  end: number;
  extrusion: FrameVector | null;
}

export interface PolylineEntity {
  type: "LWPOLYLINE" | "POLYLINE";
  traits: Traits;
  /** x, y, z, bulge of each vertex. */
  vertices: Float64Array;
  closed: boolean;
  extrusion: FrameVector | null;
  /** How broad it is drawn, in its own units. */
  width: number;
}

export interface SplineEntity {
  type: "SPLINE";
  traits: Traits;
  degree: number;
  closed: boolean;
  knots: Float64Array;
  weights: Float64Array;
  control: PointList;
  fit: PointList;
  startTangent: FrameVector | null;
  endTangent: FrameVector | null;
}

/** Points in space; no z at all means that all are 0. */
export interface PointList {
  xs: Float64Array;
  ys: Float64Array;
  zs: Float64Array;
}

export interface InsertEntity {
  type: "INSERT";
  traits: Traits;
  block: number;
  position: FrameVector;
  scale: FrameVector;
  /** Degrees. */
  rotation: number;
  columns: number;
  rows: number;
  columnSpacing: number;
  rowSpacing: number;
  extrusion: FrameVector | null;
}

/** A text, or an attribute of a block, which has a tag. */
export interface NoteEntity {
  type: "NOTE";
  traits: Traits;
  text: string;
  tag: string | null;
  /** What it tells of a bend. */
  bend: Bend | null;
  position: FrameVector;
  /** Of its letters. */
  height: number;
  /** Which of its places that is: from beginning (0) to end (1), and from the foot of its letters (0) to their head (1). */
  across: number;
  up: number;
  /** Its direction, in degrees, and how wide its letters are beside what is usual. */
  rotation: number;
  spread: number;
  extrusion: FrameVector | null;
}

export type NotePlace = Pick<NoteEntity, "position" | "across" | "up" | "rotation" | "spread" | "extrusion">;

/** What is filled within some curves: a HATCH, an MPOLYGON, a SOLID or a TRACE. */
export interface FillEntity {
  type: "FILL";
  traits: Traits;
  /** Its type in the file. */
  subject: string;
  bounds: DrawnEntity[];
}

export type DrawnEntity = LineEntity | ArcEntity | EllipseEntity | PolylineEntity | SplineEntity;

export type DxfEntity = DrawnEntity | InsertEntity | NoteEntity | FillEntity;

export type ShapeType = (DrawnEntity | InsertEntity)["type"];
