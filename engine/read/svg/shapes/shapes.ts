/** Which curves does an SVG element draw, in its own coordinates mapped by a frame? */
import { type CommandA, type SVGCommand, SVGPathData, SVGPathDataParser } from "svg-pathdata";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { rotation } from "../../../base/geometry/ring.ts";
import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Contour } from "../../drawing/curves/contours.ts";
import { bezierThrough, type Curve, ellipseAround, lineBetween } from "../../drawing/curves/curves.ts";
import { type EntityFrame, mapPoint, mapVector } from "../../drawing/curves/frame.ts";
import { numbersOf, type SvgViewport, userLength } from "./transform.ts";

/** Attributes of an element by name. */
export type SvgAttributes = Record<string, string>;

/** Null for elements that draw no contour; percentages are of the viewport. Path data with an error in it is told. */
export function shapeContours(
  name: string,
  attributes: SvgAttributes,
  frame: EntityFrame,
  { width, height, em }: SvgViewport,
  tellDamage = () => {},
): Contour[] | null {
  const diagonal = hypot(width, height) / Math.SQRT2;
  const whole = (key: string) => (key === "r" ? diagonal : /y|height/.test(key) ? height : width);
  const number = (key: string) => userLength(attributes[key], whole(key), em);
  switch (name) {
    case "path":
      return pathContours(attributes.d ?? "", frame, tellDamage);
    case "line":
      return pathContours(`M${number("x1")},${number("y1")}L${number("x2")},${number("y2")}`, frame);
    case "polyline":
    case "polygon": {
      const points = numbersOf(attributes.points);
      if (points.length < 4) return [];
      // A last x without its y is no point.
      return pathContours(
        `M${points.slice(0, points.length & ~1).join(" ")}${name === "polygon" ? "Z" : ""}`,
        frame,
      );
    }
    case "circle":
      return roundContour(number("cx"), number("cy"), number("r"), number("r"), frame);
    case "ellipse":
      return roundContour(number("cx"), number("cy"), ...radii(attributes, number), frame);
    case "rect":
      return pathContours(rectPath(attributes, number), frame);
    default:
      return null;
  }
}

function roundContour(cx: number, cy: number, rx: number, ry: number, frame: EntityFrame): Contour[] {
  if (!(rx > 0 && ry > 0)) return [];
  const [u, v] = [mapVector(frame, rx, 0, 0), mapVector(frame, 0, ry, 0)];
  return [{ closed: true, curves: [ellipseAround(mapPoint(frame, cx, cy, 0), u, v, 0, 2 * Math.PI)] }];
}

/** In x and y; a missing one is the other one, and so is one that is automatic or negative. */
function radii(attributes: SvgAttributes, number: (key: string) => number): [number, number] {
  const isSaid = (key: string) => /^\s*[^\sa-]/.test(attributes[key] ?? "");
  return [number(isSaid("rx") ? "rx" : "ry"), number(isSaid("ry") ? "ry" : "rx")];
}

/** Its radii end at half the side. */
function rectPath(attributes: SvgAttributes, number: (key: string) => number): string {
  const [x, y, w, h] = ["x", "y", "width", "height"].map(number) as [number, number, number, number];
  if (!(w > 0 && h > 0)) return "";
  const corners = radii(attributes, number);
  const [rx, ry] = [Math.min(w / 2, corners[0]), Math.min(h / 2, corners[1])];
  if (!(rx > 0 && ry > 0)) return `M${x},${y}h${w}v${h}h${-w}Z`;
  const corner = (dx: number, dy: number) => `a${rx},${ry} 0 0 1 ${dx},${dy}`;
  return `M${x + rx},${y}h${w - 2 * rx}${corner(rx, ry)}v${h - 2 * ry}${corner(-rx, ry)}h${2 * rx - w}${corner(-rx, -ry)}v${2 * ry - h}${corner(rx, -ry)}Z`;
}

/** One contour per subpath. As SVG demands, what stands before an error in the data is drawn. */
function pathContours(data: string, frame: EntityFrame, tellDamage = () => {}): Contour[] {
  const contours: Contour[] = [];
  let curves: Curve[] = [];
  let at: Point = [0, 0];
  let start: Point = [0, 0];
  const finish = (closed: boolean) => {
    if (curves.length > 0) contours.push({ closed, curves });
    curves = [];
  };
  const line = (to: Point) => {
    if (to[0] === at[0] && to[1] === at[1]) return;
    const [p, q] = [mapPoint(frame, ...at, 0), mapPoint(frame, ...to, 0)];
    curves.push(lineBetween(p.x, p.y, q.x, q.y));
  };
  for (const command of commandsOf(data, tellDamage)) {
    if (command.type === SVGPathData.CLOSE_PATH) {
      line(start);
      finish(true);
      at = start;
      continue;
    }
    if (!("x" in command && "y" in command)) continue;
    const to: Point = [command.x, command.y];
    if (command.type === SVGPathData.MOVE_TO) {
      finish(false);
      start = to;
    } else if (command.type === SVGPathData.ARC) {
      const arc = arcCurve(command, at, frame);
      if (arc) curves.push(arc);
      else line(to);
    } else if (command.type === SVGPathData.CURVE_TO) {
      curves.push(bezier([at, [command.x1, command.y1], [command.x2, command.y2], to], frame));
    } else if (command.type === SVGPathData.QUAD_TO) {
      curves.push(bezier([at, [command.x1, command.y1], to], frame));
    } else line(to);
    at = to;
  }
  finish(false);
  return contours;
}

/** What an arc is told by, one after another: radii, turn, two flags, which need no blank behind them, and its end. */
const NUMBER = /[\s,]*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const FLAG = /[\s,]*[01]/y;
const OF_ARC = [NUMBER, NUMBER, NUMBER, FLAG, FLAG, NUMBER, NUMBER];

/**
 * The same data as browsers take it and the parser does not: radii that are negative mean the same as positive ones, and a
 * comma before a command means nothing.
 */
function asMeant(data: string): string {
  return data.replace(/,(?=\s*[a-df-z])/gi, " ").replace(/a[^a-df-z]*/gi, (arcs) => {
    let told = arcs[0]!;
    for (let at = 1, i = 0; at < arcs.length; i++) {
      const pattern = OF_ARC[i % 7]!;
      pattern.lastIndex = at;
      const value = pattern.exec(arcs)?.[0] ?? arcs.slice(at);
      told += i % 7 < 2 ? value.replace(/^([\s,]*)-/, "$1 ") : value;
      at += value.length;
    }
    return told;
  });
}

/** Absolute commands of five kinds: move, line, cubic, quadratic, arc; and close. */
function commandsOf(data: string, tellDamage: () => void): SVGCommand[] {
  const commands: SVGCommand[] = [];
  if (!isParsed(data, commands) && !isParsed(asMeant(data), commands)) tellDamage();
  if (commands.length === 0) return commands;
  try {
    return new SVGPathData(commands).toAbs().normalizeHVZ(false).normalizeST().commands;
  } catch {
    // It does not begin with a move.
    tellDamage();
    return [];
  }
}

/** Whether the data is whole; takes down its commands up to where it is not. */
function isParsed(data: string, commands: SVGCommand[]): boolean {
  commands.length = 0;
  const parser = new SVGPathDataParser();
  try {
    parser.parse(data, commands);
    parser.finish(commands);
    return true;
  } catch {
    return false;
  }
}

/** An arc by its ends: on the circle that its ellipse is a stretched one of, the centre lies across their middle (SVG 2, B.2). */
function arcCurve(arc: CommandA, from: Point, frame: EntityFrame): Curve | null {
  const { x, y, xRot, lArcFlag, sweepFlag } = arc;
  const { cos, sin } = rotation(xRot);
  const [dx, dy] = [(from[0] - x) / 2, (from[1] - y) / 2];
  let [rX, rY] = [Math.abs(arc.rX), Math.abs(arc.rY)];
  let [px, py] = [(cos * dx + sin * dy) / rX, (cos * dy - sin * dx) / rY];
  const reach = hypot(px, py);
  // To where it begins an arc draws nothing, and has no centre.
  if (Math.min(rX, rY) < FLAT || reach === 0) return null;
  // Ellipses that are too small grow until they reach both ends.
  const grown = Math.max(1, reach);
  [rX, rY, px, py] = [grown * rX, grown * rY, px / grown, py / grown];
  const away = Math.sqrt(Math.max(0, 1 / (reach * reach) - 1)) * (!lArcFlag === !sweepFlag ? 1 : -1);
  const [qx, qy] = [-away * py, away * px];
  const start = atan2(py - qy, px - qx);
  const ahead = atan2(-py - qy, -px - qx) - start;
  const whole = sweepFlag ? 2 * Math.PI : -2 * Math.PI;
  const u = mapVector(frame, rX * cos, rX * sin, 0);
  const v = mapVector(frame, -rY * sin, rY * cos, 0);
  const cx = (from[0] + x) / 2 + cos * rX * qx - sin * rY * qy;
  const cy = (from[1] + y) / 2 + sin * rX * qx + cos * rY * qy;
  const sweep = ahead * whole < 0 ? ahead + whole : ahead;
  const curve = ellipseAround(mapPoint(frame, cx, cy, 0), u, v, start, sweep);
  const [begin, end] = [mapPoint(frame, ...from, 0), mapPoint(frame, x, y, 0)];
  return { ...curve, x0: begin.x, y0: begin.y, x1: end.x, y1: end.y };
}

/** Arcs of a smaller radius are lines, in units of the path. */
const FLAT = 1e-10;

function bezier(points: Point[], frame: EntityFrame): Curve {
  const mapped = points.map(([x, y]): Point => {
    const point = mapPoint(frame, x, y, 0);
    return [point.x, point.y];
  });
  return bezierThrough(mapped, null);
}
