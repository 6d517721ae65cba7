/**
 * Which contours bound a HATCH, an MPOLYGON, a SOLID or a TRACE? Polylines, or edges one after another: lines, arcs,
 * ellipses, splines; of the last two kinds the corners, of which the last two change places. All are drawn in the
 * entity's own plane.
 */
import {
  type EntityFrame,
  type FrameVector,
  mapPoint,
  mapVector,
  objectFrame,
} from "../../drawing/curves/frame.ts";
import type { Tags } from "../tags/tags.ts";
import type { DrawnEntity, Traits } from "./entity.ts";

const PATHS = 91;
const FLAGS = 92;
const COUNT = 93;
const POLYLINE = 2;
/** Bit of a boundary that only keeps the filling off a text. */
const AROUND_TEXT = 8;
const LINE = 1;
const ARC = 2;
const ELLIPSE = 3;
const SPLINE = 4;
const DEGREE = Math.PI / 180;
/** More vertices or edges than this are damage. */
const MOST = 1_000_000;

export function hasBoundary(type: string): boolean {
  return type === "HATCH" || type === "MPOLYGON" || isSolid(type);
}

/** As a rule the head of an arrow or a broad line. */
export function isSolid(type: string): boolean {
  return type === "SOLID" || type === "TRACE";
}

/** The boundaries of an entity whose groups lie between two tags. */
export function boundariesOf(
  type: string,
  tags: Tags,
  [from, to]: [from: number, to: number],
  traits: Traits,
): DrawnEntity[] {
  const value = (code: number) => tags.firstNumber(code, from, to);
  const normal = { x: value(210), y: value(220), z: value(230) };
  const extrusion = Number.isFinite(normal.x + normal.y + normal.z) ? normal : null;
  if (!isSolid(type)) return new BoundaryReader(tags, from, to, { traits, extrusion }).run();
  const vertices = Float64Array.from(
    [10, 11, 13, 12].flatMap((code) => [value(code), value(code + 10), 0, 0]),
  );
  if (!vertices.every(Number.isFinite)) return [];
  return [{ type: "LWPOLYLINE", traits, vertices, closed: true, extrusion, width: 0 }];
}

class BoundaryReader {
  private readonly tags: Tags;
  private readonly to: number;
  private readonly own: { traits: Traits; extrusion: FrameVector | null };
  /** From the entity's plane to the drawing, in which lines, ellipses and splines are told. */
  private readonly frame: EntityFrame;
  private readonly found: DrawnEntity[] = [];
  private at: number;

  constructor(tags: Tags, from: number, to: number, own: { traits: Traits; extrusion: FrameVector | null }) {
    this.tags = tags;
    this.at = from;
    this.to = to;
    this.own = own;
    this.frame = objectFrame(own.extrusion);
  }

  run(): DrawnEntity[] {
    const paths = this.skipTo(PATHS) ?? 0;
    for (let path = 0; path < paths; path++) {
      const flags = this.skipTo(FLAGS);
      if (flags === null) break;
      const before = this.found.length;
      if ((flags & POLYLINE) !== 0) this.polyline();
      else this.edges();
      if ((flags & AROUND_TEXT) !== 0) this.found.length = before;
    }
    return this.found;
  }

  /** The number of the next group of a code, or null where there is none; goes behind it. */
  private skipTo(code: number): number | null {
    const { codes } = this.tags;
    while (this.at < this.to && codes[this.at] !== code) this.at++;
    return this.at < this.to ? this.tags.number(this.at++) : null;
  }

  private polyline(): void {
    const count = Math.min(MOST, this.skipTo(COUNT) ?? 0);
    const { codes } = this.tags;
    const vertices: number[] = [];
    for (; this.at < this.to; this.at++) {
      const code = codes[this.at];
      const value = this.tags.number(this.at);
      if (code === 10) {
        if (vertices.length === 4 * count) break;
        vertices.push(value, Number.NaN, 0, 0);
      } else if (code === 20) vertices[vertices.length - 3] = value;
      else if (code === 42) vertices[vertices.length - 1] = value;
      else if (code !== 72 && code !== 73) break;
    }
    if (vertices.length < 8 || !vertices.every(Number.isFinite)) return;
    const list = Float64Array.from(vertices);
    this.found.push({ type: "LWPOLYLINE", ...this.own, vertices: list, closed: true, width: 0 });
  }

  private edges(): void {
    const count = Math.min(MOST, this.skipTo(COUNT) ?? 0);
    for (let edge = 0; edge < count; edge++) {
      const kind = this.skipTo(72);
      if (kind === null) return;
      if (kind === SPLINE) {
        this.spline();
        continue;
      }
      const values = this.values();
      if (kind === LINE || kind === ARC || kind === ELLIPSE) this.edge(kind, values);
    }
  }

  /** Degree, counts, then the lists: what comes after the control points only tells how they were found. */
  private spline(): void {
    const { codes } = this.tags;
    const degree = this.skipTo(94) ?? Number.NaN;
    const lists = new Map<number, number[]>([10, 20, 40, 42].map((code) => [code, []]));
    for (; this.at < this.to; this.at++) {
      const list = lists.get(codes[this.at]!);
      if (list) list.push(this.tags.number(this.at));
      else if (![73, 74, 95, 96].includes(codes[this.at]!)) break;
    }
    const [xs, ys, knots, weights] = [10, 20, 40, 42].map((code) => Float64Array.from(lists.get(code)!));
    const numbers = [degree, ...[...lists.values()].flat()];
    if (xs!.length < 2 || xs!.length !== ys!.length || !numbers.every(Number.isFinite)) return;
    const none = new Float64Array();
    const control = Array.from(xs!, (x, i) => mapPoint(this.frame, x, ys![i]!, 0));
    this.found.push({
      type: "SPLINE",
      traits: this.own.traits,
      degree: Math.trunc(degree),
      closed: false,
      knots: knots!,
      weights: weights!,
      control: {
        xs: Float64Array.from(control, ({ x }) => x),
        ys: Float64Array.from(control, ({ y }) => y),
        zs: Float64Array.from(control, ({ z }) => z),
      },
      fit: { xs: none, ys: none, zs: none },
      startTangent: null,
      endTangent: null,
    });
  }

  /** Groups of one edge, by code. */
  private values(): Map<number, number> {
    const { codes } = this.tags;
    const values = new Map<number, number>();
    for (; this.at < this.to; this.at++) {
      const code = codes[this.at]!;
      if (code === 72 || code === FLAGS || code === 97 || code === 75) break;
      values.set(code, this.tags.number(this.at));
    }
    return values;
  }

  private edge(kind: number, values: Map<number, number>): void {
    const value = (code: number) => values.get(code) ?? Number.NaN;
    const { own, frame } = this;
    const { traits } = own;
    const needed =
      kind === LINE ? [10, 20, 11, 21] : kind === ARC ? [10, 20, 40, 50, 51] : [10, 20, 11, 21, 40, 50, 51];
    if (!needed.every((code) => Number.isFinite(value(code)))) return;
    const center = { x: value(10), y: value(20), z: 0 };
    const placed = mapPoint(frame, center.x, center.y, 0);
    // Angles of clockwise edges are mirrored.
    const clockwise = values.get(73) === 0;
    const [start, end] = clockwise ? [-value(51), -value(50)] : [value(50), value(51)];
    const turn = { start: DEGREE * start, end: DEGREE * end };
    if (kind === LINE)
      this.found.push({ type: "LINE", traits, from: placed, to: mapPoint(frame, value(11), value(21), 0) });
    else if (kind === ARC)
      this.found.push({ type: "ARC", ...own, center, radius: value(40), ...turn, turns: 0 });
    else {
      const majorAxis = mapVector(frame, value(11), value(21), 0);
      this.found.push({ type: "ELLIPSE", ...own, center: placed, majorAxis, ratio: value(40), ...turn });
    }
  }
}
