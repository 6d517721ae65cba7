/**
 * What does dxf-parser make of the sanitised document? The only file that knows that library.
 *
 * Its handlers of LWPOLYLINE, SPLINE, CIRCLE and ELLIPSE are replaced: they stop at groups they do not know, drop the
 * weights of rational splines and the extrusion that turns a circle over.
 */
import * as dxfParser from "dxf-parser";
import { EngineError } from "../errors.ts";
import type { Vector } from "./frame.ts";

/** Layer, block and line type names are numbers here; see `names.ts`. */
interface Common {
  layer: string;
  handle?: string | number;
  lineType?: string;
  visible?: boolean;
}

export interface LineEntity extends Common {
  type: "LINE";
  vertices: [Vector, Vector];
}

export interface ArcEntity extends Common {
  type: "ARC";
  center: Vector;
  radius: number;
  /** Radians. */
  startAngle: number;
  endAngle: number;
  extrusionDirectionX?: number;
  extrusionDirectionY?: number;
  extrusionDirectionZ?: number;
}

export interface CircleEntity extends Common {
  type: "CIRCLE";
  center: Vector;
  radius: number;
  extrusion: Vector | null;
}

export interface EllipseEntity extends Common {
  type: "ELLIPSE";
  center: Vector;
  majorAxis: Vector;
  ratio: number;
  start: number;
  end: number;
  extrusion: Vector | null;
}

export interface LwPolylineEntity extends Common {
  type: "LWPOLYLINE";
  /** x, y, bulge of each vertex. */
  vertices: number[];
  elevation: number;
  closed: boolean;
  extrusion: Vector | null;
}

export interface PolylineEntity extends Common {
  type: "POLYLINE";
  vertices: (Vector & { bulge?: number; splineControlPoint?: boolean })[];
  shape?: boolean;
  is3dPolyline?: boolean;
  is3dPolygonMesh?: boolean;
  isPolyfaceMesh?: boolean;
  extrusionDirection?: Vector;
}

export interface SplineEntity extends Common {
  type: "SPLINE";
  closed: boolean;
  degree: number;
  knots: number[];
  weights: number[];
  /** x, y, z of each point. */
  control: number[];
  fit: number[];
  startTangent: Vector | null;
  endTangent: Vector | null;
}

export interface InsertEntity extends Common {
  type: "INSERT";
  name: string;
  position: Vector;
  xScale?: number;
  yScale?: number;
  zScale?: number;
  /** Degrees. */
  rotation?: number;
  columnCount?: number;
  rowCount?: number;
  columnSpacing?: number;
  rowSpacing?: number;
  extrusionDirection?: Vector;
}

export type Entity =
  | LineEntity
  | ArcEntity
  | CircleEntity
  | EllipseEntity
  | LwPolylineEntity
  | PolylineEntity
  | SplineEntity
  | InsertEntity;

export interface Document {
  /** $INSUNITS, or null. */
  unit: number | null;
  layers: Map<number, { frozen: boolean; off: boolean }>;
  blocks: Map<number, { base: Vector; entities: Entity[] }>;
  entities: Entity[];
}

/** What the library answers, as far as it is read here. */
interface ParsedDxf {
  header?: { $INSUNITS?: number };
  tables?: { layer?: { layers?: Record<string, { frozen?: boolean; visible?: boolean }> } };
  blocks?: Record<string, { position?: Vector; entities?: Entity[] }>;
  entities?: Entity[];
}

/** Parses the documents that `sanitise` wrote: the first holds all but the entities of model space. */
export function parseDocument([head, ...batches]: string[]): Document {
  const parser = new (parserClass())();
  for (const handler of [CircleHandler, EllipseHandler, LwPolylineHandler, SplineHandler]) {
    parser.registerEntityHandler(handler);
  }
  const { header, tables, blocks } = parse(parser, head!);
  return {
    unit: header?.$INSUNITS ?? null,
    layers: new Map(
      Object.entries(tables?.layer?.layers ?? {}).map(([number, { frozen, visible }]) => [
        Number(number),
        { frozen: frozen === true, off: visible === false },
      ]),
    ),
    blocks: new Map(
      Object.entries(blocks ?? {}).map(([number, { position, entities: content }]) => [
        Number(number),
        { base: position ?? { x: 0, y: 0, z: 0 }, entities: content ?? [] },
      ]),
    ),
    entities: batches.flatMap((batch) => parse(parser, batch).entities ?? []),
  };
}

interface Parser {
  registerEntityHandler(handler: new () => Handler): void;
  parseSync(text: string): unknown;
}

type ParserClass = new () => Parser;

/** The library throws plain errors at what it does not expect; a reader has one answer to a bad file. */
function parse(parser: Parser, text: string): ParsedDxf {
  try {
    return parser.parseSync(text) as ParsedDxf;
  } catch (cause) {
    throw new EngineError("INVALID_DXF", `the drawing cannot be parsed: ${String(cause)}`, { cause });
  }
}

/** The class itself: in Node the package's export is the class, bundlers see a module with a default export. */
function parserClass(): ParserClass {
  const module = dxfParser as unknown as { default?: ParserClass & { default?: ParserClass } };
  return (module.default?.default ?? module.default ?? module) as ParserClass;
}

interface Group {
  code: number;
  value: string | number;
}

interface Scanner {
  next(): Group;
  isEOF(): boolean;
}

/** Reads the groups of one entity up to the next; `read` deals with those that only this type has. */
abstract class Handler {
  abstract readonly ForEntityName: string;

  parseEntity(scanner: Scanner, group: Group): object {
    const entity = { type: String(group.value), layer: "0" };
    const values = new GroupValues();
    let next = scanner.next();
    while (next.code !== 0 && !scanner.isEOF()) {
      values.take(next);
      next = scanner.next();
    }
    return Object.assign(entity, values.common(), this.read(values));
  }

  protected abstract read(values: GroupValues): object;
}

/** The values of one entity by group code, in the order of the file. */
class GroupValues {
  private readonly byCode = new Map<number, (string | number)[]>();

  take({ code, value }: Group): void {
    const values = this.byCode.get(code);
    if (values) values.push(value);
    else this.byCode.set(code, [value]);
  }

  all(code: number): number[] {
    return (this.byCode.get(code) ?? []) as number[];
  }

  number(code: number, otherwise: number): number {
    return this.all(code)[0] ?? otherwise;
  }

  point(code: number): Vector {
    return { x: this.number(code, 0), y: this.number(code + 10, 0), z: this.number(code + 20, 0) };
  }

  pointOrNull(code: number): Vector | null {
    return this.byCode.has(code) ? this.point(code) : null;
  }

  /** x, y, z of each point, one after another. */
  points(code: number): number[] {
    const [ys, zs] = [this.all(code + 10), this.all(code + 20)];
    return this.all(code).flatMap((x, i) => [x, ys[i]!, zs[i]!]);
  }

  common(): object {
    const text = (code: number) => this.byCode.get(code)?.[0];
    return {
      ...(this.byCode.has(8) && { layer: text(8) }),
      ...(this.byCode.has(5) && { handle: text(5) }),
      ...(this.byCode.has(6) && { lineType: text(6) }),
      ...(this.byCode.has(60) && { visible: text(60) === 0 }),
    };
  }
}

class CircleHandler extends Handler {
  readonly ForEntityName = "CIRCLE";
  protected read(values: GroupValues) {
    return { center: values.point(10), radius: values.number(40, 0), extrusion: values.pointOrNull(210) };
  }
}

class EllipseHandler extends Handler {
  readonly ForEntityName = "ELLIPSE";
  protected read(values: GroupValues) {
    return {
      center: values.point(10),
      majorAxis: values.point(11),
      ratio: values.number(40, 1),
      start: values.number(41, 0),
      end: values.number(42, 2 * Math.PI),
      extrusion: values.pointOrNull(210),
    };
  }
}

class LwPolylineHandler extends Handler {
  readonly ForEntityName = "LWPOLYLINE";

  /** Reads by itself: which vertex a bulge belongs to is told by the order of the groups alone. */
  override parseEntity(scanner: Scanner, group: Group): object {
    const values = new GroupValues();
    const vertices: number[] = [];
    let next = scanner.next();
    while (next.code !== 0 && !scanner.isEOF()) {
      const value = next.value as number;
      if (next.code === 10) vertices.push(value, 0, 0);
      else if (next.code === 20) vertices[vertices.length - 2] = value;
      else if (next.code === 42) vertices[vertices.length - 1] = value;
      else values.take(next);
      next = scanner.next();
    }
    return { type: group.value, layer: "0", ...values.common(), ...this.read(values), vertices };
  }

  protected read(values: GroupValues) {
    return {
      elevation: values.number(38, 0),
      closed: (values.number(70, 0) & 1) !== 0,
      extrusion: values.pointOrNull(210),
    };
  }
}

class SplineHandler extends Handler {
  readonly ForEntityName = "SPLINE";
  protected read(values: GroupValues) {
    return {
      closed: (values.number(70, 0) & 1) !== 0,
      degree: values.number(71, 3),
      knots: values.all(40),
      weights: values.all(41),
      control: values.points(10),
      fit: values.points(11),
      startTangent: values.pointOrNull(12),
      endTangent: values.pointOrNull(13),
    };
  }
}
