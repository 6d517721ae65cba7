/**
 * Which values make up the contour of an entity, and are they all there?
 *
 * An entity with a value missing or unreadable is damaged as a whole: half a contour is worse than none. Points that it
 * may lack it lacks altogether. Nothing is kept but numbers, and those only as long as the entity is.
 */

import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../../base/geometry/trig/sines.ts";
import { decodeName } from "../../drawing/basis/encodings.ts";
import { bendByText } from "../../drawing/roles/notes.ts";
import { plainParagraphs, plainText } from "../../drawing/roles/plain-text.ts";
import { type DimensionMeasure, lengthIn } from "../../drawing/sizes.ts";
import type { Tags } from "../tags/tags.ts";
import type {
  ArcEntity,
  DxfEntity,
  InsertEntity,
  NoteEntity,
  NotePlace,
  PointList,
  PolylineEntity,
  ShapeType,
  SplineEntity,
  Traits,
} from "./entity.ts";
import { GroupReader } from "./group-codes.ts";
import type { NameTable } from "./names.ts";

/** Single groups that an entity cannot do without, by type. */
const NEEDED = new Map<string, readonly number[]>([
  ["LINE", [10, 20, 11, 21]],
  ["ARC", [10, 20, 40, 50, 51]],
  ["CIRCLE", [10, 20, 40]],
  ["ELLIPSE", [10, 20, 11, 21, 40]],
  ["INSERT", [2, 10, 20]],
  ["POLYLINE", []],
  ["LWPOLYLINE", []],
  ["SPLINE", []],
  ["HELIX", []],
] satisfies [ShapeType, number[]][]);
const VERTEX = [10, 20];
/** Where texts are held by group 72: begin, middle, end; and 4, the middle of all; and by group 73: foot, middle, head. */
const ACROSS = [0, 0.5, 1, 0, 0.5, 0];
const UP = [0, 0, 0.5, 1];
/** Characters of a text that is looked at. */
const LONGEST = 80;
/** What stands around and before the length that a dimension says: `%%c20`, `\\A1;50,8 mm`, `R5`. */
const FORMAT = /[{}]|\\[A-Za-z][^;\\]*;/g;
const SIGN = /^(?:[RrØ⌀Ø]|%%[Cc])/;
/** How far a helix may lean, and its width may differ at both ends. */
const UPRIGHT = 1e-6;
const EXTRUSION = [210, 220, 230];
const START_TANGENT = [12, 22];
const END_TANGENT = [13, 23];
/** Rows and columns are 16-bit numbers. */
const MOST_COPIES = 32767;
const DEGREE = Math.PI / 180;
/** Bits of group 70. */
const CLOSED = 1;
const SOLID = 8;
const MESH = 16 | 64;
const FRAME_POINT = 16;

export function hasContour(type: string): type is ShapeType {
  return NEEDED.has(type);
}

/** Reads one entity after another; what it tells of the last one is gone with the next. */
export class ShapeReader extends GroupReader {
  /** Fewer points than the entity announces: where a file breaks off, the rest of them is lost. */
  short = false;
  private readonly blocks: NameTable;

  constructor(tags: Tags, blocks: NameTable) {
    super(tags);
    this.blocks = blocks;
  }

  /** Whether a POLYLINE is a mesh of faces, by its own groups. */
  isMesh(): boolean {
    return (this.value(70) & MESH) !== 0;
  }

  /** The entity whose groups are open, with the VERTEX entities that follow up to `to`; null when it is damaged. */
  readShape(type: ShapeType, traits: Traits, to: number): DxfEntity | null {
    this.commas = 0;
    this.short = false;
    this.damaged = false;
    this.require(NEEDED.get(type)!);
    const entity = this.entity(type, traits, to);
    return this.damaged ? null : entity;
  }

  /** Lines of a text short enough to tell something, or null. Long ones come in pieces of 250 characters in group 3. */
  readNote(type: "TEXT" | "MTEXT" | "ATTRIB", traits: Traits): NoteEntity | null {
    const { codes } = this.tags;
    let text = "";
    for (let at = this.groupsStart; at < this.groupsEnd; at++)
      if (codes[at] === 3 || codes[at] === 1) text += this.tags.text(at);
    const decoded = decodeName(text);
    const plain = type === "MTEXT" ? plainParagraphs(decoded) : plainText(decoded);
    const bend = bendByText(plain.replaceAll("\n", " "));
    const lines = plain.includes("\n") ? plain.split("\n").map((line) => line.trim()) : [plain.trim()];
    const told = lines.filter((line) => line !== "" && line.length <= LONGEST).join("\n");
    if (!bend && told === "") return null;
    const tag = type === "ATTRIB" && this.has(2) ? decodeName(this.tags.text(this.place(2))) : null;
    this.damaged = false;
    const place = type === "MTEXT" ? this.placeOfParagraphs() : this.placeOfLine(type);
    const height = this.value(40);
    return this.damaged ? null : { type: "NOTE", traits, text: told, tag, bend, height, ...place };
  }

  /** Said in world coordinates; of nine places by number. */
  private placeOfParagraphs(): NotePlace {
    const held = Math.min(8, Math.max(0, Math.trunc(this.value(71, 1)) - 1));
    const { x, y } = this.has(11) ? this.point(11) : { x: 0, y: 0 };
    const rotation = x === 0 && y === 0 ? this.value(50) : atan2(y, x) / DEGREE;
    const [across, up] = [(held % 3) / 2, 1 - Math.trunc(held / 3) / 2];
    return { position: this.point(10), across, up, rotation, spread: 1, extrusion: null };
  }

  /** Texts that are held otherwise than by their beginning have a second place, by which they are. */
  private placeOfLine(type: "TEXT" | "ATTRIB"): NotePlace {
    const held = this.value(72);
    const across = ACROSS[held] ?? 0;
    const up = held === 4 ? 0.5 : (UP[this.value(type === "TEXT" ? 73 : 74)] ?? 0);
    const isMoved = across + up > 0 && this.has(11);
    const extrusion = this.has(210) ? this.point(210) : null;
    const position = this.point(isMoved ? 11 : 10);
    const [rotation, spread] = [this.value(50), this.value(41, 1)];
    return isMoved
      ? { position, across, up, rotation, spread, extrusion }
      : { position, across: 0, up: 0, rotation, spread, extrusion };
  }

  private entity(type: ShapeType, traits: Traits, to: number): DxfEntity {
    switch (type) {
      case "LINE":
        return { type, traits, from: this.point(10), to: this.point(11) };
      case "ARC":
        return this.arc(type, traits, DEGREE * this.value(50), DEGREE * this.value(51));
      case "CIRCLE":
        return this.arc(type, traits, 0, 0);
      case "ELLIPSE":
        return {
          type,
          traits,
          center: this.point(10),
          majorAxis: this.point(11),
          ratio: this.value(40),
          start: this.value(41),
          end: this.value(42, 2 * Math.PI),
          extrusion: this.wholePoint(EXTRUSION),
        };
      case "LWPOLYLINE":
        return {
          type,
          traits,
          vertices: this.vertices(),
          closed: (this.value(70) & CLOSED) !== 0,
          extrusion: this.wholePoint(EXTRUSION),
          width: this.width(),
        };
      case "POLYLINE":
        return this.polyline(traits, to);
      case "SPLINE":
        return this.spline(traits);
      case "HELIX":
        return this.helix(traits);
      case "INSERT":
        return this.insert(traits);
    }
  }

  private arc(type: ArcEntity["type"], traits: Traits, start: number, end: number): ArcEntity {
    const extrusion = this.wholePoint(EXTRUSION);
    return { type, traits, center: this.point(10), radius: this.value(40), start, end, extrusion, turns: 0 };
  }

  /** A spline that knows its axis: seen along that a circle or an arc where it stays as wide, and a spiral otherwise. */
  private helix(traits: Traits): ArcEntity | SplineEntity {
    const { tags, groupsStart, groupsEnd } = this;
    let own = groupsStart;
    while (own < groupsEnd && !(tags.codes[own] === 100 && tags.word(own) === "AcDbHelix")) own++;
    this.open(own, groupsEnd);
    const [center, start, axis] = [this.point(10), this.point(11), this.point(12)];
    const [radius, turns] = [this.value(40), this.value(41)];
    const across = hypot(start.x - center.x, start.y - center.y);
    const upright = axis.z !== 0 && hypot(axis.x, axis.y) <= UPRIGHT * Math.abs(axis.z);
    if (upright && radius > 0 && turns > 0 && Math.abs(across - radius) <= UPRIGHT * radius) {
      const begin = atan2(start.y - center.y, start.x - center.x);
      const sweep = 2 * Math.PI * Math.min(1, turns);
      // Right-handed ones turn counter-clockwise as they rise.
      const counterClockwise = (this.value(290, 1) !== 0) === axis.z > 0;
      const [from, to] = counterClockwise ? [begin, begin + sweep] : [begin - sweep, begin];
      return { type: "HELIX", traits, center, radius, start: from, end: to, extrusion: null, turns };
    }
    this.open(groupsStart, own);
    return this.spline(traits);
  }

  /**
   * What a DIMENSION measures and what it says of that, given how much larger its style makes it; null where it says
   * nothing or is no length.
   */
  readMeasure(scales: ReadonlyMap<string, number>): DimensionMeasure | null {
    this.damaged = false;
    const kind = this.value(70) & 7;
    const text = this.has(1) ? decodeName(this.tags.text(this.place(1))) : "";
    const said = lengthIn(text.replace(FORMAT, "").trim().replace(SIGN, ""));
    const [p, q] = kind < 2 ? [this.point(13), this.point(14)] : [this.point(10), this.point(15)];
    if (kind === 2 || kind > 4) return null;
    // Some say of a radius how far it is across, and the other way round.
    if ((kind === 3 && /^R/i.test(text)) || (kind === 4 && /[Øø⌀]|%%c/i.test(text))) return null;
    const turn = kind === 0 ? DEGREE * this.value(50) : atan2(q.y - p.y, q.x - p.x);
    const drawn = Math.abs((q.x - p.x) * cos(turn) + (q.y - p.y) * sin(turn));
    const at: [number, number] = [p.x, p.y];
    const scale = (this.has(3) && scales.get(this.tags.keyword(this.place(3)))) || 1;
    const measure = said
      ? { drawn, at, ...said }
      : { drawn, at, said: scale === 1 ? this.value(42) : scale * drawn, unit: null };
    const isPlain = text === "" || text.trim() === "<>" || said !== null;
    return isPlain && !this.damaged && drawn > 0 && measure.said > 0 ? measure : null;
  }

  private insert(traits: Traits): InsertEntity {
    const copies = (code: number) => Math.min(MOST_COPIES, Math.max(1, Math.trunc(this.value(code))));
    return {
      type: "INSERT",
      traits,
      block: this.blocks.number(this.has(2) ? this.tags.word(this.place(2)) : ""),
      position: this.point(10),
      // Nobody scales to nothing: some programs write 0 where they mean none.
      scale: { x: this.value(41) || 1, y: this.value(42) || 1, z: this.value(43) || 1 },
      rotation: this.value(50),
      columns: copies(70),
      rows: copies(71),
      columnSpacing: this.value(44),
      rowSpacing: this.value(45),
      extrusion: this.wholePoint(EXTRUSION),
    };
  }

  /** Of a polyline all along, or of its first segment, which may be an arrow head. No contour is damaged by what is no number. */
  private width(): number {
    const [all, start, end] = [43, 40, 41].map((code) =>
      this.has(code) ? this.tags.number(this.place(code)) || 0 : 0,
    ) as [number, number, number];
    return Math.max(all, Math.min(start, end));
  }

  /** LWPOLYLINE: a 10 opens a vertex; the count in group 90 is often wrong, so it is not asked. */
  private vertices(): Float64Array {
    const { codes } = this.tags;
    const elevation = this.value(38);
    const vertices = new Float64Array(4 * this.count(10));
    let end = 0;
    let awaited = false;
    for (let at = this.groupsStart; at < this.groupsEnd; at++) {
      const code = codes[at];
      if (code === 10) {
        this.damaged ||= awaited;
        vertices[end] = this.number(at);
        vertices[end + 2] = elevation;
        end += 4;
        awaited = true;
      } else if (code === 20 && awaited) {
        vertices[end - 3] = this.number(at);
        awaited = false;
      } else if (code === 42 && end > 0) vertices[end - 1] = this.number(at);
    }
    this.announced(90, end / 4);
    this.damaged ||= awaited || end === 0;
    return vertices;
  }

  /** POLYLINE: VERTEX entities up to the end, the last one's lost SEQEND included. */
  private polyline(traits: Traits, to: number): PolylineEntity {
    const { tags } = this;
    const flags = this.value(70);
    const solid = (flags & SOLID) !== 0;
    const elevation = this.value(30);
    const extrusion = this.wholePoint(EXTRUSION);
    const width = this.width();
    const first = tags.entityEnd(this.groupsEnd, to);
    const vertices = new Float64Array(4 * countVertices(tags, first, to));
    let end = 0;
    for (let at = first; at < to; ) {
      at = this.open(at + 1, to);
      // Frame points of a fitted spline only shape it; the fitted points are there as well.
      if ((this.value(70) & FRAME_POINT) !== 0) continue;
      this.require(VERTEX);
      vertices[end] = this.value(10);
      vertices[end + 1] = this.value(20);
      vertices[end + 2] = this.value(30, elevation);
      vertices[end + 3] = solid ? 0 : this.value(42);
      end += 4;
    }
    if (end === 0) this.damaged = true;
    // Only a SEQEND, which stands behind `to`, says that no vertex is missing.
    this.short = to === tags.count;
    return {
      type: "POLYLINE",
      traits,
      vertices: vertices.subarray(0, end),
      closed: (flags & CLOSED) !== 0,
      extrusion: solid ? null : extrusion,
      width,
    };
  }

  private spline(traits: Traits): SplineEntity {
    const points = (first: number): PointList => {
      const [xs, ys, zs] = [this.list(first), this.list(first + 10), this.list(first + 20)];
      if (xs.length !== ys.length || (zs.length > 0 && zs.length !== xs.length)) this.damaged = true;
      return { xs, ys, zs };
    };
    const [knots, control, fit] = [this.list(40), points(10), points(11)];
    this.announced(72, knots.length);
    this.announced(73, control.xs.length);
    this.announced(74, fit.xs.length);
    return {
      type: "SPLINE",
      traits,
      degree: Math.trunc(this.value(71, 3)),
      closed: (this.value(70) & CLOSED) !== 0,
      knots,
      weights: this.list(41),
      control,
      fit,
      startTangent: this.wholePoint(START_TANGENT),
      endTangent: this.wholePoint(END_TANGENT),
    };
  }

  private announced(code: number, found: number): void {
    if (this.has(code) && this.tags.number(this.place(code)) > found) this.short = true;
  }
}

function countVertices({ codes }: Tags, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (codes[at] === 0) count++;
  return count;
}
