/**
 * What does dxf-parser make of the sanitised document? The only file that knows that library.
 *
 * Its handlers of LWPOLYLINE, SPLINE, CIRCLE and ELLIPSE are replaced: they stop at groups they do not know, drop the
 * weights of rational splines and the extrusion that turns a circle over.
 */
import * as dxfParser from "dxf-parser";
import { EngineError } from "../errors.ts";
import type { Vector } from "./frame.ts";

/** Layer, block and line type names are numbers here, see `names.ts`; so are lists of points, see `shapes.ts`. */
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
  list: number;
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
  list: number;
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

/** The values of one entity by group code. */
class GroupValues {
  private readonly byCode = new Map<number, string | number>();

  take({ code, value }: Group): void {
    this.byCode.set(code, value);
  }

  number(code: number, otherwise: number): number {
    return (this.byCode.get(code) as number | undefined) ?? otherwise;
  }

  point(code: number): Vector {
    return { x: this.number(code, 0), y: this.number(code + 10, 0), z: this.number(code + 20, 0) };
  }

  pointOrNull(code: number): Vector | null {
    return this.byCode.has(code) ? this.point(code) : null;
  }

  common(): object {
    const { byCode } = this;
    return {
      ...(byCode.has(8) && { layer: byCode.get(8) }),
      ...(byCode.has(5) && { handle: byCode.get(5) }),
      ...(byCode.has(6) && { lineType: byCode.get(6) }),
      ...(byCode.has(60) && { visible: byCode.get(60) === 0 }),
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
  protected read(values: GroupValues) {
    return {
      list: values.number(90, 0),
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
      list: values.number(90, 0),
      startTangent: values.pointOrNull(12),
      endTangent: values.pointOrNull(13),
    };
  }
}
