/** Shapes of drawing and modelling libraries, by what they look like: none of the libraries is imported. */
import {
  checkArguments,
  listed,
  type OptionCheck,
  oneOf,
  record,
  takenAs,
} from "../../base/contract/options.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { invalidInput } from "../../base/errors.ts";
import { closeRing, openRing, signedArea } from "../../base/geometry/ring.ts";
import { cos, sin } from "../../base/geometry/trig/sines.ts";
import { chainsFrom } from "./chain.ts";
import {
  arcPoints,
  type CurveOptions,
  type Outline,
  outlineOf,
  outlinesFrom,
  stepsOf,
  toleranceOf,
  withMethod,
} from "./outline.ts";

const constructing: OptionCheck = (value) => typeof value !== "function" && "must be the class of three.js";

interface MakerPointLike {
  readonly [index: number]: number;
}

/** A model of maker.js. */
export interface MakerModelLike {
  origin?: MakerPointLike | undefined;
  models?: Record<string, MakerModelLike> | undefined;
  paths?: Record<string, MakerPathLike> | undefined;
}
/** A line, arc or circle of maker.js. */
export interface MakerPathLike {
  type?: string;
  origin: MakerPointLike;
  end?: MakerPointLike;
  radius?: number;
  startAngle?: number;
  endAngle?: number;
}

/** Outlines of a model and all models in it; paths that do not close are left out. */
export function outlinesFromMaker(model: MakerModelLike, options: CurveOptions = {}): Outline[] {
  const tolerance = toleranceOf(options);
  checkArguments({ model: record }, { model });
  return takenAs("model", "a model of maker.js", () =>
    outlinesFrom(chainsFrom(makerPieces(model, [0, 0], tolerance)).rings),
  );
}

/** A model of lines, for `makerjs.exporter` and further work. */
export function makerModelOf(outline: Outline): MakerModelLike {
  const { exterior, holes } = outlineOf(outline);
  const model = (ring: Ring): MakerModelLike => {
    const lines = ring.slice(1).map((end, i) => [`line${i}`, { type: "line", origin: ring[i]!, end }]);
    return { paths: Object.fromEntries(lines) };
  };
  return {
    models: {
      exterior: model(exterior),
      ...Object.fromEntries(holes.map((hole, i) => [`hole${i}`, model(hole)])),
    },
  };
}

function makerPieces(
  { origin = [0, 0], models = {}, paths = {} }: MakerModelLike,
  from: Point,
  tolerance: number,
): Ring[] {
  const at: Point = [from[0] + origin[0]!, from[1] + origin[1]!];
  const own = Object.values(paths).map((path): Ring => {
    const start: Point = [at[0] + path.origin[0]!, at[1] + path.origin[1]!];
    if (path.type === "line") return [start, [at[0] + path.end![0]!, at[1] + path.end![1]!]];
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const first = path.type === "arc" ? path.startAngle! : 0;
    // An arc runs counter-clockwise, over 0 where its end lies before its start.
    const span = path.type === "arc" ? (((path.endAngle! - first) % 360) + 360) % 360 || 360 : 360;
    const sweep = { start: radians(first), sweep: radians(span) };
    const radius = path.radius!;
    const begin: Point = [start[0] + radius * cos(sweep.start), start[1] + radius * sin(sweep.start)];
    const points = [begin, ...arcPoints(start, radius, sweep, tolerance)];
    return span === 360 ? [...points.slice(0, -1), begin] : points;
  });
  return [...own, ...Object.values(models).flatMap((inner) => makerPieces(inner, at, tolerance))];
}

interface Vector2Like {
  x: number;
  y: number;
}

/** A `Shape` of three.js. */
export interface ThreeShapeLike {
  getPoints(divisions?: number): Vector2Like[];
  holes: { getPoints(divisions?: number): Vector2Like[] }[];
}

/** The outline of a shape; every curve of it in so many steps. */
export function outlineFromThree(shape: ThreeShapeLike, divisions = 32): Outline {
  const steps = stepsOf(divisions);
  checkArguments({ shape: withMethod("getPoints", "a Shape of three.js") }, { shape });
  const ring = (path: { getPoints(divisions?: number): Vector2Like[] }) =>
    path.getPoints(steps).map(({ x, y }): Point => [x, y]);
  const [outline] = takenAs("shape", "a Shape of three.js", () =>
    outlinesFrom([ring(shape), ...shape.holes.map(ring)]),
  );
  if (outline === undefined) throw invalidInput(["shape"], "has no area");
  return outline;
}

/** A shape made with the classes of three.js: `threeShapeOf(outline, THREE)`. */
export function threeShapeOf<Shape extends { holes: Path[] }, Path, Vector>(
  outline: Outline,
  three: {
    Shape: new (points: Vector[]) => Shape;
    Path: new (points: Vector[]) => Path;
    Vector2: new (x: number, y: number) => Vector;
  },
): Shape {
  const { exterior, holes } = outlineOf(outline);
  checkArguments({ Shape: constructing, Path: constructing, Vector2: constructing }, Object(three));
  const vectors = (ring: Ring) => ring.slice(0, -1).map(([x, y]) => new three.Vector2(x, y));
  return takenAs("three", "the library three.js", () => {
    const shape = new three.Shape(vectors(exterior));
    shape.holes.push(...holes.map((hole) => new three.Path(vectors(hole))));
    return shape;
  });
}

/** A geometry of GeoJSON with planar coordinates, a feature, or a collection of either. */
export interface GeoJsonLike {
  type: string;
  coordinates?: unknown;
  geometry?: GeoJsonLike | null;
  features?: readonly GeoJsonLike[];
  geometries?: readonly GeoJsonLike[];
}

type GeoPositions = readonly (readonly number[])[];

/** Types of geometry in GeoJSON. */
const GEOMETRIES = ["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"];
const isGeoJson = oneOf(...GEOMETRIES, "GeometryCollection", "Feature", "FeatureCollection");

/** Parts are larger than this, and places on a map are less than a degree apart. */
const LEAST_EXTENT = 1;

/**
 * One outline for each polygon; heights are dropped, points and lines left out. Coordinates are millimetres.
 *
 * @throws EngineError INVALID_INPUT where they can only be degrees of longitude and latitude
 */
export function outlinesFromGeoJson(given: GeoJsonLike): Outline[] {
  const outlines = outlinesOfGeoJson(given);
  const points = outlines.flatMap(({ exterior }) => exterior);
  const isOnMap = points.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
  const [width, height] = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]!);
    return Math.max(...values) - Math.min(...values);
  }) as [number, number];
  if (points.length > 0 && isOnMap && width < LEAST_EXTENT && height < LEAST_EXTENT) {
    const size = [width, height].map((value) => Number(value.toPrecision(3))).join(" x ");
    throw invalidInput(
      ["coordinates"],
      `look like degrees of longitude and latitude (${size} in all): project them to millimetres first`,
    );
  }
  return outlines;
}

function outlinesOfGeoJson(given: GeoJsonLike): Outline[] {
  checkArguments({ given: record }, { given });
  const { type, coordinates, geometry, features = [], geometries = [] } = given;
  checkArguments({ type: isGeoJson, features: listed, geometries: listed }, { type, features, geometries });
  const inner = [...(geometry ? [geometry] : []), ...features, ...geometries];
  if (inner.length > 0) return inner.flatMap(outlinesOfGeoJson);
  if (type !== "Polygon" && type !== "MultiPolygon") return [];
  const polygons = (type === "Polygon" ? [coordinates] : coordinates) as GeoPositions[][];
  const ring = (points: GeoPositions): Ring => closeRing(openRing(points.map(([x, y]): Point => [x!, y!])));
  return takenAs("coordinates", `those of a ${type}`, () =>
    polygons.map(([exterior = [], ...holes]) => ({ exterior: ring(exterior), holes: holes.map(ring) })),
  );
}

/** Turned as GeoJSON wants it: exteriors counter-clockwise, holes clockwise. */
export function geoJsonOf(outline: Outline): { type: "Polygon"; coordinates: Ring[] } {
  const { exterior, holes } = outlineOf(outline);
  const turned = (ring: Ring, ccw: boolean) => (signedArea(ring) > 0 === ccw ? ring : [...ring].reverse());
  return {
    type: "Polygon",
    coordinates: [turned(exterior, true), ...holes.map((hole) => turned(hole, false))],
  };
}

/** An edge of a wire of replicad or OpenCascade: anything with a point for each parameter from 0 to 1. */
export interface EdgeLike {
  pointAt(parameter: number): { x: number; y: number };
  /** Such as `"LINE"`, which needs no steps. */
  geomType?: string;
}

/** Outlines of wires, each a list of edges in any order; every curved edge in so many steps. */
export function outlinesFromWires(wires: readonly (readonly EdgeLike[])[], divisions = 64): Outline[] {
  const most = stepsOf(divisions);
  checkArguments({ wires: listed }, { wires });
  const pieces = wires.flat().map((edge): Ring => {
    checkArguments({ wires: withMethod("pointAt", "lists of edges") }, { wires: edge });
    const steps = edge.geomType?.toUpperCase() === "LINE" ? 1 : most;
    return Array.from({ length: steps + 1 }, (_, i) => {
      const { x, y } = edge.pointAt(i / steps);
      return [x, y];
    });
  });
  return outlinesFrom(chainsFrom(pieces).rings);
}
