/** Which curves does an entity draw, in millimetres, seen from above? Its frame says where it lies in the drawing. */
import type { Point } from "../../base/contract/values/geometry.ts";
import { atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { TOLERANCE } from "../drawing/basis/limits.ts";
import type { Contour } from "../drawing/curves/contours.ts";
import {
  arcAround,
  bulgeBetween,
  type Curve,
  curveLength,
  ellipseAround,
  isFullTurn,
  lineBetween,
} from "../drawing/curves/curves.ts";
import {
  compose,
  cross,
  type EntityFrame,
  type FrameVector,
  mapPoint,
  mapVector,
  objectFrame,
  scaled,
  similarity,
} from "../drawing/curves/frame.ts";
import { fitCurves, splineCurves } from "../drawing/curves/splines.ts";
import type {
  ArcEntity,
  DrawnEntity,
  EllipseEntity,
  InsertEntity,
  PointList,
  PolylineEntity,
  SplineEntity,
} from "./file/entity.ts";

/** Null when the entity's values define no curve. */
export function entityContour(entity: DrawnEntity, frame: EntityFrame): Contour | null {
  switch (entity.type) {
    case "LINE": {
      const from = mapPoint(frame, entity.from.x, entity.from.y, entity.from.z);
      const to = mapPoint(frame, entity.to.x, entity.to.y, entity.to.z);
      return { closed: false, curves: [lineBetween(from.x, from.y, to.x, to.y)] };
    }
    case "ARC":
    case "CIRCLE":
    case "HELIX":
      return arcContour(entity, frame);
    case "ELLIPSE":
      return ellipseContour(entity, frame);
    case "LWPOLYLINE":
    case "POLYLINE":
      return polylineContour(entity, frame);
    case "SPLINE":
      return splineContour(entity, frame);
  }
}

/** Where findings tell an entity to be, whether it is drawn or not. */
export function placeOf(entity: DrawnEntity | InsertEntity, frame: EntityFrame): Point {
  const own = "extrusion" in entity && entity.type !== "ELLIPSE" ? entity.extrusion : null;
  const { x, y, z } = anchorOf(entity);
  const at = mapPoint(own ? compose(frame, objectFrame(own)) : frame, x, y, z);
  return [at.x, at.y];
}

function anchorOf(entity: DrawnEntity | InsertEntity): FrameVector {
  if (entity.type === "LINE") return entity.from;
  if (entity.type === "INSERT") return entity.position;
  if ("center" in entity) return entity.center;
  if ("vertices" in entity) {
    const [x = 0, y = 0, z = 0] = entity.vertices;
    return { x, y, z };
  }
  return pointIn(pointsOf(entity), 0);
}

/** Rise by length that makes nothing shorter from above. */
const SLOPE = 1e-3;

/** Whether an entity is seen as large as it is: all of it lies in one height. */
export function isLevel(entity: DrawnEntity, frame: EntityFrame): boolean {
  const extrusion = "extrusion" in entity ? entity.extrusion : null;
  const own = extrusion ? compose(frame, objectFrame(extrusion)) : frame;
  if (hypot(own.az, own.bz) > SLOPE * hypot(own.ax, own.ay)) return false;
  switch (entity.type) {
    case "LINE": {
      const { from, to } = entity;
      return !rises(to.x - from.x, to.y - from.y, to.z - from.z);
    }
    case "ARC":
    case "CIRCLE":
    case "HELIX":
      return entity.turns === 0;
    case "ELLIPSE":
      return !rises(entity.majorAxis.x, entity.majorAxis.y, entity.majorAxis.z);
    case "LWPOLYLINE":
    case "POLYLINE": {
      const { vertices: v } = entity;
      for (let i = 4; i < v.length; i += 4)
        if (rises(v[i]! - v[i - 4]!, v[i + 1]! - v[i - 3]!, v[i + 2]! - v[i - 2]!)) return false;
      return true;
    }
    case "SPLINE": {
      const { xs, ys, zs } = pointsOf(entity);
      return zs.every((z, i) => i === 0 || !rises(xs[i]! - xs[i - 1]!, ys[i]! - ys[i - 1]!, z - zs[i - 1]!));
    }
  }
}

function rises(x: number, y: number, z: number): boolean {
  return z !== 0 && Math.abs(z) > SLOPE * hypot(x, y);
}

function pointsOf({ control, fit }: SplineEntity): PointList {
  return control.xs.length > 0 ? control : fit;
}

/** How many curves the entity becomes at most. */
export function countCurves(entity: DrawnEntity): number {
  if ("vertices" in entity) return entity.vertices.length / 4;
  return entity.type === "SPLINE" ? Math.max(entity.control.xs.length, entity.fit.xs.length) : 1;
}

function arcContour(entity: ArcEntity, frame: EntityFrame): Contour | null {
  const { center, radius, start, end, extrusion, turns } = entity;
  if (radius === 0) return { closed: false, curves: [] };
  const own = compose(frame, objectFrame(extrusion));
  const at = mapPoint(own, center.x, center.y, center.z);
  const across = mapVector(own, radius, 0, 0);
  const sweep = turnBetween(start, end, hypot(across.x, across.y));
  const round = circleAround(own, at, radius, start, sweep);
  const retraced = turns > 1 ? (turns - 1) * curveLength(round) : 0;
  return roundContour(round, isBeyondTurn(start, end), retraced);
}

/** Centre and major axis are world coordinates; the extrusion only says which way the minor axis points. */
function ellipseContour(entity: EllipseEntity, frame: EntityFrame): Contour | null {
  const { center, majorAxis, ratio, start, end, extrusion } = entity;
  if (!(Math.abs(ratio) > 0) || hypot(majorAxis.x, majorAxis.y, majorAxis.z) === 0) return null;
  const length = extrusion ? hypot(extrusion.x, extrusion.y, extrusion.z) : 0;
  const normal = extrusion && length > 0 ? scaled(extrusion, 1 / length) : { x: 0, y: 0, z: 1 };
  const minorAxis = scaled(cross(normal, majorAxis), ratio);
  const at = mapPoint(frame, center.x, center.y, center.z);
  const u = mapVector(frame, majorAxis.x, majorAxis.y, majorAxis.z);
  const v = mapVector(frame, minorAxis.x, minorAxis.y, minorAxis.z);
  const sweep = turnBetween(start, end, hypot(u.x, u.y));
  return roundContour(ellipseAround(at, u, v, start, sweep), isBeyondTurn(start, end));
}

/** The segments between vertices; the last vertex's bulge belongs to the closing one. */
function polylineContour({ vertices, closed, extrusion }: PolylineEntity, frame: EntityFrame): Contour {
  const own = compose(frame, objectFrame(extrusion));
  const curves: Curve[] = [];
  const segments = vertices.length / 4 - (closed ? 0 : 1);
  let start = mapPoint(own, vertices[0]!, vertices[1]!, vertices[2]!);
  for (let i = 0; i < segments; i++) {
    const from = 4 * i;
    const to = (from + 4) % vertices.length;
    const end = mapPoint(own, vertices[to]!, vertices[to + 1]!, vertices[to + 2]!);
    const [dx, dy] = [vertices[to]! - vertices[from]!, vertices[to + 1]! - vertices[from + 1]!];
    if (dx !== 0 || dy !== 0 || vertices[to + 2] !== vertices[from + 2])
      curves.push(
        vertices[from + 3] === 0
          ? lineBetween(start.x, start.y, end.x, end.y)
          : segmentBetween(own, vertices, [from, to], [start, end]),
      );
    start = end;
  }
  // There and back again on the same line is one cut, not a contour.
  const flat = closed && curves.length === 2 && curves.every(({ kind }) => kind === "line");
  if (flat) curves.pop();
  const retraced = flat ? curveLength(curves[0]!) : 0;
  return { closed: closed && !flat, curves, retraced };
}

/** Between two vertices, whose images are known. */
function segmentBetween(
  frame: EntityFrame,
  vertices: Float64Array,
  [from, to]: [number, number],
  [start, end]: [FrameVector, FrameVector],
): Curve {
  const bulge = vertices[from + 3]!;
  const sense = similarity(frame);
  // The same bulge between the images, where both vertices lie in one plane.
  if (sense !== 0 && vertices[from + 2] === vertices[to + 2])
    return bulgeBetween(start.x, start.y, end.x, end.y, sense * bulge);
  const arc = bulgeBetween(vertices[from]!, vertices[from + 1]!, vertices[to]!, vertices[to + 1]!, bulge);
  if (arc.kind === "line") return lineBetween(start.x, start.y, end.x, end.y);
  const center = mapPoint(frame, arc.cx, arc.cy, vertices[from + 2]!);
  const round = circleAround(frame, center, arc.radius, arc.start, arc.sweep);
  return { ...round, x0: start.x, y0: start.y, x1: end.x, y1: end.y };
}

function splineContour(entity: SplineEntity, frame: EntityFrame): Contour | null {
  const { control, fit } = entity;
  const curves =
    control.xs.length > 0
      ? splineCurves({ ...entity, ...pointsFromAbove(control, frame) })
      : fitCurves({ ...entity, points: Array.from(fit.xs, (_, i) => pointIn(fit, i)) }, frame);
  return curves && { closed: false, curves };
}

function pointIn({ xs, ys, zs }: PointList, i: number): FrameVector {
  return { x: xs[i] ?? 0, y: ys[i] ?? 0, z: zs[i] ?? 0 };
}

function pointsFromAbove(
  { xs, ys, zs }: PointList,
  frame: EntityFrame,
): { xs: Float64Array; ys: Float64Array } {
  const mapped = { xs: new Float64Array(xs.length), ys: new Float64Array(xs.length) };
  for (let i = 0; i < xs.length; i++) {
    const point = mapPoint(frame, xs[i]!, ys[i]!, zs[i] ?? 0);
    mapped.xs[i] = point.x;
    mapped.ys[i] = point.y;
  }
  return mapped;
}

/** An arc of a circle in the frame's plane, whose centre is mapped already. */
function circleAround(
  frame: EntityFrame,
  center: FrameVector,
  radius: number,
  start: number,
  sweep: number,
): Curve {
  const u = mapVector(frame, radius, 0, 0);
  const sense = similarity(frame);
  if (sense === 0) return ellipseAround(center, u, mapVector(frame, 0, radius, 0), start, sweep);
  const turned = atan2(u.y, u.x) + sense * (start % (2 * Math.PI));
  return arcAround(center.x, center.y, hypot(u.x, u.y), turned, sense * sweep);
}

/** An arc that turns by nothing draws nothing. */
function roundContour(curve: Curve, overturned: boolean, retraced = 0): Contour {
  const round = curve.kind === "arc" || curve.kind === "ellipse";
  const curves = round && curve.sweep === 0 ? [] : [curve];
  return { closed: round && curves.length > 0 && isFullTurn(curve.sweep), curves, retraced, overturned };
}

/**
 * What a full turn may lack, in radians, however small the circle: drafting systems round their angles. From an angle on to
 * one that is written as less, almost a turn back, there is a hair to go: all but the last digits of it were meant.
 */
const HAIR = { least: 1e-9, digits: 1e-5, most: 1e-3 };

/** Whether two angles are further apart than a whole turn and what its rounding may add. */
function isBeyondTurn(start: number, end: number): boolean {
  return Math.abs(end - start) > 2 * Math.PI + HAIR.most;
}

/**
 * Counter-clockwise turn from one angle to another, a full one when they are the same or as far apart. Asked of the
 * difference as it is written: taken modulo a turn, a hair more than all of it would be a hair.
 */
function turnBetween(start: number, end: number, radius: number): number {
  const turn = 2 * Math.PI;
  const raw = end - start;
  const most = raw > 0 ? HAIR.most : HAIR.digits;
  const hair = Math.min(most, Math.max(HAIR.least, TOLERANCE.weld / radius));
  if (raw === 0 || Math.abs(raw) >= turn - hair) return turn;
  if (raw > 0 && raw < HAIR.least) return 0;
  return raw > 0 ? raw : raw + turn;
}
