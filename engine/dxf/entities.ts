/** Which curves does an entity draw, in millimetres, seen from above? Its frame says where it lies in the drawing. */
import type { Point } from "../contract/geometry.ts";
import {
  type Arc,
  arcAround,
  bulgeBetween,
  type Curve,
  ellipseAround,
  isFullTurn,
  lineBetween,
} from "./curves.ts";
import {
  compose,
  cross,
  type Frame,
  mapPoint,
  mapVector,
  objectFrame,
  scaled,
  type Vector,
} from "./frame.ts";
import type {
  ArcEntity,
  CircleEntity,
  EllipseEntity,
  Entity,
  InsertEntity,
  LwPolylineEntity,
  PolylineEntity,
  SplineEntity,
} from "./parser.ts";
import type { NumberLists, SplineLists } from "./shapes.ts";
import { splineCurves } from "./splines.ts";

/** Curves end to end, as one entity draws them. */
export interface Contour {
  closed: boolean;
  curves: Curve[];
  /** It ran back on the line that it came on; that way back is left out. */
  retraced?: boolean;
}

export type DrawnEntity = Exclude<Entity, InsertEntity>;

/** Null when the entity's values define no curve. */
export function entityContour(entity: DrawnEntity, frame: Frame, lists: NumberLists): Contour | null {
  switch (entity.type) {
    case "LINE": {
      const [from, to] = entity.vertices.map(({ x, y, z }) => mapPoint(frame, x, y, z ?? 0)) as [
        Vector,
        Vector,
      ];
      return { closed: false, curves: [lineBetween(from.x, from.y, to.x, to.y)] };
    }
    case "ARC":
      return arcContour(entity, frame);
    case "CIRCLE":
      return circleContour(entity, frame);
    case "ELLIPSE":
      return ellipseContour(entity, frame);
    case "LWPOLYLINE":
      return lwPolylineContour(entity, frame, lists.polylines[entity.list]!);
    case "POLYLINE":
      return polylineContour(entity, frame);
    case "SPLINE":
      return splineContour(entity, frame, lists.splines[entity.list]!);
  }
}

/** Whether a POLYLINE is a mesh of faces, which has no contour. */
export function isMesh(entity: Entity): boolean {
  return entity.type === "POLYLINE" && (entity.is3dPolygonMesh === true || entity.isPolyfaceMesh === true);
}

/** How many curves the entity becomes at most. */
export function countCurves(entity: DrawnEntity, { polylines, splines }: NumberLists): number {
  switch (entity.type) {
    case "LWPOLYLINE":
      return polylines[entity.list]!.length / 3;
    case "POLYLINE":
      return entity.vertices.length;
    case "SPLINE": {
      const { control, fit } = splines[entity.list]!;
      return Math.max(control.length, fit.length) / 3;
    }
    default:
      return 1;
  }
}

function arcContour(entity: ArcEntity, frame: Frame): Contour | null {
  const { radius, startAngle, endAngle } = entity;
  if (radius === 0) return null;
  const { extrusionDirectionX: x, extrusionDirectionY: y, extrusionDirectionZ: z } = entity;
  const own = compose(frame, objectFrame(z === undefined ? null : { x: x ?? 0, y: y ?? 0, z }));
  const arc = arcAround(
    entity.center.x,
    entity.center.y,
    radius,
    startAngle,
    turnBetween(startAngle, endAngle),
  );
  return roundContour(mapArc(own, arc, entity.center.z ?? 0));
}

function circleContour({ center, radius, extrusion }: CircleEntity, frame: Frame): Contour | null {
  if (radius === 0) return null;
  const own = compose(frame, objectFrame(extrusion));
  return roundContour(mapArc(own, arcAround(center.x, center.y, radius, 0, 2 * Math.PI), center.z));
}

/** Centre and major axis are world coordinates; the extrusion only says which way the minor axis points. */
function ellipseContour(entity: EllipseEntity, frame: Frame): Contour | null {
  const { center, majorAxis, ratio, start, end, extrusion } = entity;
  if (!(Math.abs(ratio) > 0) || Math.hypot(majorAxis.x, majorAxis.y, majorAxis.z) === 0) return null;
  const length = extrusion ? Math.hypot(extrusion.x, extrusion.y, extrusion.z) : 0;
  const normal = extrusion && length > 0 ? scaled(extrusion, 1 / length) : { x: 0, y: 0, z: 1 };
  const minorAxis = scaled(cross(normal, majorAxis), ratio);
  return roundContour(
    ellipseAround(
      mapPoint(frame, center.x, center.y, center.z),
      mapVector(frame, majorAxis.x, majorAxis.y, majorAxis.z),
      mapVector(frame, minorAxis.x, minorAxis.y, minorAxis.z),
      start,
      turnBetween(start, end),
    ),
  );
}

function lwPolylineContour(entity: LwPolylineEntity, frame: Frame, vertices: number[]): Contour {
  const own = compose(frame, objectFrame(entity.extrusion));
  const { elevation, closed } = entity;
  const count = vertices.length / 3;
  const at = (i: number) => ({ x: vertices[3 * i]!, y: vertices[3 * i + 1]!, z: elevation });
  return chain(own, count, at, (i) => vertices[3 * i + 2]!, closed);
}

function polylineContour(entity: PolylineEntity, frame: Frame): Contour | null {
  // Frame points of a fitted spline only shape it; the fitted points are there as well.
  const vertices = entity.vertices.filter(({ splineControlPoint }) => !splineControlPoint);
  if (vertices.length < 2) return null;
  const solid = entity.is3dPolyline === true;
  const own = solid ? frame : compose(frame, objectFrame(entity.extrusionDirection ?? null));
  const at = (i: number) => ({ ...vertices[i]!, z: vertices[i]!.z ?? 0 });
  const bulge = (i: number) => (solid ? 0 : (vertices[i]!.bulge ?? 0));
  return chain(own, vertices.length, at, bulge, entity.shape === true);
}

/** The segments between vertices; the last vertex's bulge belongs to the closing one. */
function chain(
  frame: Frame,
  count: number,
  at: (i: number) => Vector,
  bulgeAt: (i: number) => number,
  closed: boolean,
): Contour {
  const curves: Curve[] = [];
  const segments = closed ? count : count - 1;
  let from = at(0);
  for (let i = 0; i < segments; i++) {
    const to = at((i + 1) % count);
    if (from.x !== to.x || from.y !== to.y || from.z !== to.z) {
      const local = bulgeBetween(from.x, from.y, to.x, to.y, bulgeAt(i));
      if (local.kind === "arc") curves.push(mapArc(frame, local, from.z));
      else {
        const start = mapPoint(frame, from.x, from.y, from.z);
        const end = mapPoint(frame, to.x, to.y, to.z);
        curves.push(lineBetween(start.x, start.y, end.x, end.y));
      }
    }
    from = to;
  }
  // There and back again on the same line is one cut, not a contour.
  const flat = closed && curves.length === 2 && curves.every(({ kind }) => kind === "line");
  if (flat) curves.pop();
  // Without the room that arrays keep once they have grown.
  return { closed: closed && !flat, curves: curves.slice(), retraced: flat };
}

function splineContour(entity: SplineEntity, frame: Frame, lists: SplineLists): Contour | null {
  const flat = (places: number[]): Point[] =>
    Array.from({ length: places.length / 3 }, (_, i) => {
      const { x, y } = mapPoint(frame, places[3 * i]!, places[3 * i + 1]!, places[3 * i + 2]!);
      return [x, y];
    });
  const direction = (vector: Vector | null): Point | null => {
    if (!vector) return null;
    const mapped = mapVector(frame, vector.x, vector.y, vector.z);
    return [mapped.x, mapped.y];
  };
  const curves = splineCurves({
    degree: entity.degree,
    closed: entity.closed,
    knots: lists.knots,
    weights: lists.weights,
    control: flat(lists.control),
    fit: flat(lists.fit),
    startTangent: direction(entity.startTangent),
    endTangent: direction(entity.endTangent),
  });
  return curves && { closed: false, curves };
}

/** An arc of the frame's plane at height z, with the ends mapped and not computed anew. */
function mapArc(frame: Frame, arc: Arc, z: number): Curve {
  const mapped = ellipseAround(
    mapPoint(frame, arc.cx, arc.cy, z),
    mapVector(frame, arc.radius, 0, 0),
    mapVector(frame, 0, arc.radius, 0),
    arc.start,
    arc.sweep,
  );
  const from = mapPoint(frame, arc.x0, arc.y0, z);
  const to = mapPoint(frame, arc.x1, arc.y1, z);
  return { ...mapped, x0: from.x, y0: from.y, x1: to.x, y1: to.y };
}

function roundContour(curve: Curve): Contour {
  const round = curve.kind === "arc" || curve.kind === "ellipse";
  return { closed: round && isFullTurn(curve.sweep), curves: [curve] };
}

/** Counter-clockwise turn from one angle to another, a full one when they are the same. */
function turnBetween(start: number, end: number): number {
  const turn = (end - start) % (2 * Math.PI);
  return turn > 1e-12 ? turn : turn + 2 * Math.PI;
}
