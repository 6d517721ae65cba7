/**
 * Which values make up the contour of an entity, and are they all there?
 *
 * An entity with a value missing or unreadable is damaged as a whole: half a contour is worse than none. Points that it
 * may lack it lacks altogether. Nothing is kept but numbers, and those only as long as the entity is.
 */
import type { Bend } from "./drawing.ts";
import { decodeName } from "./encodings.ts";
import type { Vector } from "./frame.ts";
import { GroupReader, type Singles } from "./groups.ts";
import type { Names } from "./names.ts";
import { bendByText } from "./notes.ts";
import { entityEnd, firstText, type Tags, tagNumber, tagText } from "./tags.ts";

/** What every entity has, whatever its type. Layers and line types go by number, see `names.ts`. */
export interface Traits {
  layer: number;
  /** Null stands for the layer's. */
  lineType: number | null;
  handle: string | undefined;
  invisible: boolean;
  /** It stands in paper space. */
  paper: boolean;
}

export interface LineEntity {
  type: "LINE";
  traits: Traits;
  from: Vector;
  to: Vector;
}

/** Of a circle, both angles are 0. */
export interface ArcEntity {
  type: "ARC" | "CIRCLE";
  traits: Traits;
  center: Vector;
  radius: number;
  /** Radians. */
  start: number;
  end: number;
  extrusion: Vector | null;
}

export interface EllipseEntity {
  type: "ELLIPSE";
  traits: Traits;
  center: Vector;
  majorAxis: Vector;
  ratio: number;
  start: number;
  end: number;
  extrusion: Vector | null;
}

export interface PolylineEntity {
  type: "LWPOLYLINE" | "POLYLINE";
  traits: Traits;
  /** x, y, z, bulge of each vertex. */
  vertices: Float64Array;
  closed: boolean;
  extrusion: Vector | null;
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
  startTangent: Vector | null;
  endTangent: Vector | null;
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
  position: Vector;
  scale: Vector;
  /** Degrees. */
  rotation: number;
  columns: number;
  rows: number;
  columnSpacing: number;
  rowSpacing: number;
  extrusion: Vector | null;
}

/** A text that tells of a bend. */
export interface NoteEntity {
  type: "NOTE";
  traits: Traits;
  bend: Bend;
  position: Vector;
  /** Of its letters. */
  height: number;
  extrusion: Vector | null;
}

export type DrawnEntity = LineEntity | ArcEntity | EllipseEntity | PolylineEntity | SplineEntity;
export type Entity = DrawnEntity | InsertEntity | NoteEntity;
export type ShapeType = Exclude<Entity, NoteEntity>["type"];

/** Single groups by type. */
const GROUPS: Record<ShapeType, Singles> = {
  LINE: { needed: [10, 20, 11, 21], optional: [30, 31] },
  ARC: { needed: [10, 20, 40, 50, 51], optional: [30, 210, 220, 230] },
  CIRCLE: { needed: [10, 20, 40], optional: [30, 210, 220, 230] },
  ELLIPSE: { needed: [10, 20, 11, 21, 40], optional: [30, 31, 41, 42, 210, 220, 230] },
  INSERT: { needed: [10, 20], optional: [30, 41, 42, 43, 44, 45, 50, 70, 71, 210, 220, 230] },
  POLYLINE: { needed: [], optional: [30, 70, 210, 220, 230] },
  LWPOLYLINE: { needed: [], optional: [38, 70, 210, 220, 230] },
  SPLINE: { needed: [], optional: [70, 71, 12, 22, 32, 13, 23, 33] },
};
const VERTEX: Singles = { needed: [], optional: [10, 20, 30, 42, 70] };
const TEXT: Singles = { needed: [], optional: [10, 20, 30, 40, 210, 220, 230] };

/** Points that an entity may lack, but not a part of. */
const WHOLE_POINTS = [
  [210, 220, 230],
  [12, 22],
  [13, 23],
];
/** Rows and columns are 16-bit numbers. */
const MOST_COPIES = 32767;

const DEGREE = Math.PI / 180;

/** Bits of group 70. */
const CLOSED = 1;
const SOLID = 8;
const MESH = 16 | 64;
const FRAME_POINT = 16;

export function hasContour(type: string): type is ShapeType {
  return Object.hasOwn(GROUPS, type);
}

/** Whether a POLYLINE is a mesh of faces, by its own groups. */
export function isMesh(tags: Tags, from: number, to: number): boolean {
  return (Number(firstText(tags, 70, from, entityEnd(tags, from, to))) & MESH) !== 0;
}

/** Reads one entity after another; what it tells of the last one is gone with the next. */
export class ShapeReader extends GroupReader {
  /** Fewer points than the entity announces: where a file breaks off, the rest of them is lost. */
  short = false;
  private readonly blocks: Names;

  constructor(tags: Tags, blocks: Names) {
    super(tags);
    this.blocks = blocks;
  }

  /** The entity between two tags with its VERTEX entities, or null when it is damaged. */
  readShape(type: ShapeType, traits: Traits, from: number, to: number): Entity | null {
    this.commas = 0;
    this.short = false;
    this.damaged = false;
    const end = entityEnd(this.tags, from, to);
    this.singles(GROUPS[type], from, end);
    for (const codes of WHOLE_POINTS) if (codes.some((code) => this.has(code))) this.require(codes);
    const entity =
      type === "POLYLINE"
        ? this.polyline(traits, end, to)
        : this.entity(type, traits, from, this.endOfLists(from, end));
    return this.damaged ? null : entity;
  }

  /** What a text tells of a bend, or null. Long ones come in pieces of 250 characters in group 3. */
  readNote(type: "TEXT" | "MTEXT", traits: Traits, from: number, to: number): NoteEntity | null {
    const { codes } = this.tags;
    let text = "";
    for (let at = from; at < to; at++) if (codes[at] === 3 || codes[at] === 1) text += tagText(this.tags, at);
    const bend = bendByText(decodeName(text));
    if (!bend) return null;
    this.damaged = false;
    this.singles(TEXT, from, to);
    // Where an MTEXT stands is said in world coordinates.
    const extrusion = type === "TEXT" ? this.pointOrNull(210) : null;
    const [position, height] = [this.point(10), this.value(40)];
    return this.damaged ? null : { type: "NOTE", traits, bend, position, height, extrusion };
  }

  private entity(type: Exclude<ShapeType, "POLYLINE">, traits: Traits, from: number, to: number): Entity {
    switch (type) {
      case "LINE":
        return { type, traits, from: this.point(10), to: this.point(11) };
      case "ARC":
      case "CIRCLE":
        return {
          type,
          traits,
          center: this.point(10),
          radius: this.value(40),
          start: DEGREE * this.value(50),
          end: DEGREE * this.value(51),
          extrusion: this.pointOrNull(210),
        };
      case "ELLIPSE":
        return {
          type,
          traits,
          center: this.point(10),
          majorAxis: this.point(11),
          ratio: this.value(40),
          start: this.value(41),
          end: this.value(42, 2 * Math.PI),
          extrusion: this.pointOrNull(210),
        };
      case "LWPOLYLINE":
        return {
          type,
          traits,
          vertices: this.vertices(from, to),
          closed: (this.value(70) & CLOSED) !== 0,
          extrusion: this.pointOrNull(210),
        };
      case "SPLINE":
        return this.spline(traits, from, to);
      case "INSERT":
        return this.insert(traits, from, to);
    }
  }

  private insert(traits: Traits, from: number, to: number): InsertEntity {
    let name = from;
    while (name < to && this.tags.codes[name] !== 2) name++;
    if (name === to) this.damaged = true;
    const copies = (code: number) => Math.min(MOST_COPIES, Math.max(1, Math.trunc(this.value(code))));
    return {
      type: "INSERT",
      traits,
      block: this.blocks.number(name === to ? "" : tagText(this.tags, name)),
      position: this.point(10),
      scale: { x: this.value(41, 1), y: this.value(42, 1), z: this.value(43, 1) },
      rotation: this.value(50),
      columns: copies(70),
      rows: copies(71),
      columnSpacing: this.value(44),
      rowSpacing: this.value(45),
      extrusion: this.pointOrNull(210),
    };
  }

  /** LWPOLYLINE: a 10 opens a vertex; the count in group 90 is often wrong, so it is not asked. */
  private vertices(from: number, to: number): Float64Array {
    const { codes } = this.tags;
    const elevation = this.value(38);
    const vertices = new Float64Array(4 * this.count(10, from, to));
    let end = 0;
    let awaited = false;
    for (let at = from; at < to; at++) {
      if (codes[at] === 10) {
        this.damaged ||= awaited;
        vertices[end] = this.number(at);
        vertices[end + 2] = elevation;
        end += 4;
        awaited = true;
      } else if (codes[at] === 20 && awaited) {
        vertices[end - 3] = this.number(at);
        awaited = false;
      } else if (codes[at] === 42 && end > 0) vertices[end - 1] = this.number(at);
    }
    this.announced(90, end / 4, from, to);
    this.damaged ||= awaited || end < 8;
    return vertices;
  }

  /** POLYLINE: VERTEX entities up to the end, the last one's lost SEQEND included. */
  private polyline(traits: Traits, from: number, to: number): PolylineEntity {
    const flags = this.value(70);
    const solid = (flags & SOLID) !== 0;
    const elevation = this.value(30);
    const extrusion = solid ? null : this.pointOrNull(210);
    const vertices = new Float64Array(4 * this.count(0, from, to));
    let end = 0;
    for (let at = from; at < to; at = entityEnd(this.tags, at + 1, to)) {
      this.singles(VERTEX, at + 1, entityEnd(this.tags, at + 1, to));
      // Frame points of a fitted spline only shape it; the fitted points are there as well.
      if ((this.value(70) & FRAME_POINT) !== 0) continue;
      this.require([10, 20]);
      vertices[end] = this.value(10);
      vertices[end + 1] = this.value(20);
      vertices[end + 2] = this.value(30, elevation);
      vertices[end + 3] = solid ? 0 : this.value(42);
      end += 4;
    }
    if (end < 8) this.damaged = true;
    // Only a SEQEND, which stands behind `to`, says that no vertex is missing.
    this.short = to === this.tags.count;
    const closed = (flags & CLOSED) !== 0;
    return { type: "POLYLINE", traits, vertices: vertices.subarray(0, end), closed, extrusion };
  }

  private spline(traits: Traits, from: number, to: number): SplineEntity {
    const points = (first: number): PointList => {
      const xs = this.list(first, from, to);
      const ys = this.list(first + 10, from, to);
      const zs = this.list(first + 20, from, to);
      if (xs.length !== ys.length || (zs.length > 0 && zs.length !== xs.length)) this.damaged = true;
      return { xs, ys, zs };
    };
    const [knots, control, fit] = [this.list(40, from, to), points(10), points(11)];
    this.announced(72, knots.length, from, to);
    this.announced(73, control.xs.length, from, to);
    this.announced(74, fit.xs.length, from, to);
    return {
      type: "SPLINE",
      traits,
      degree: Math.trunc(this.value(71, 3)),
      closed: (this.value(70) & CLOSED) !== 0,
      knots,
      weights: this.list(41, from, to),
      control,
      fit,
      startTangent: this.pointOrNull(12),
      endTangent: this.pointOrNull(13),
    };
  }

  private announced(code: number, found: number, from: number, to: number): void {
    const { codes } = this.tags;
    for (let at = from; at < to; at++) {
      if (codes[at] === code && tagNumber(this.tags, at) > found) this.short = true;
    }
  }
}
