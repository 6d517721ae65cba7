/** How is a path of curves written in SVG path data, in pixels? */

import type { Point } from "../../base/contract/values/geometry.ts";
import { atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { sincos } from "../../base/geometry/trig/sines.ts";
import { formatNumber } from "../../base/text.ts";
import { type Arc, type Curve, type EllipseArc, flattenCurve } from "../../read/drawing/curves/curves.ts";
import { toRing } from "../../read/drawing/curves/flat-ring.ts";

/** X = left + scale·x, Y = bottom − scale·y. */
export interface ViewTransform {
  scale: number;
  left: number;
  bottom: number;
}

const DECIMALS = 3;
/** Pixels that a chord may be off where SVG has no such curve. */
const CHORD = 0.05;

export function pathData(curves: Curve[], closed: boolean, fit: ViewTransform): string {
  const parts: string[] = [`M${place(fit, curves[0]!.x0, curves[0]!.y0)}`];
  let at = parts[0]!.slice(1);
  for (const curve of curves) {
    const start = place(fit, curve.x0, curve.y0);
    // A joined gap is bridged, as it will be cut.
    if (start !== at) parts.push(`L${start}`);
    parts.push(curveData(curve, fit));
    at = place(fit, curve.x1, curve.y1);
  }
  return parts.join("") + (closed ? "Z" : "");
}

function curveData(curve: Curve, fit: ViewTransform): string {
  switch (curve.kind) {
    case "line":
      return `L${place(fit, curve.x1, curve.y1)}`;
    case "arc":
    case "ellipse":
      return arcData(curve, fit);
    case "bezier": {
      const letter = curve.weights ? undefined : ["", "", "L", "Q", "C"][curve.points.length];
      if (letter)
        return (
          letter +
          curve.points
            .slice(1)
            .map(([x, y]) => place(fit, x, y))
            .join(" ")
        );
      const points: number[] = [];
      flattenCurve(curve, CHORD / fit.scale, points);
      return toRing(points)
        .map(([x, y]) => `L${place(fit, x, y)}`)
        .join("");
    }
  }
}

/** In halves where it turns by more than half: an arc whose ends coincide would not be drawn at all. */
function arcData(curve: Arc | EllipseArc, fit: ViewTransform): string {
  const pieces = Math.abs(curve.sweep) > Math.PI ? 2 : 1;
  const shape = axesOf(curve);
  const rx = formatNumber(shape.major * fit.scale, DECIMALS + 1);
  const ry = formatNumber(shape.minor * fit.scale, DECIMALS + 1);
  const tilt = formatNumber((-shape.angle * 180) / Math.PI, DECIMALS + 1);
  // Turning y down turns counter-clockwise into the sense that SVG counts as 0.
  const sense = curve.sweep > 0 === shape.ccw ? 0 : 1;
  let data = "";
  for (let i = 1; i <= pieces; i++) {
    const [x, y] = i === pieces ? [curve.x1, curve.y1] : shape.at(curve.start + (curve.sweep * i) / pieces);
    data += `A${rx} ${ry} ${tilt} 0 ${sense} ${place(fit, x, y)}`;
  }
  return data;
}

interface PictureAxes {
  major: number;
  minor: number;
  /** Angle of the major axis, radians. */
  angle: number;
  ccw: boolean;
  at(t: number): Point;
}

function axesOf(curve: Arc | EllipseArc): PictureAxes {
  const { cx, cy } = curve;
  if (curve.kind === "arc") {
    const { radius } = curve;
    const at = (t: number): Point => {
      const { cos, sin } = sincos(t);
      return [cx + radius * cos, cy + radius * sin];
    };
    return { major: radius, minor: radius, angle: 0, ccw: true, at };
  }
  const { ux, uy, vx, vy } = curve;
  const at = (t: number): Point => {
    const { cos, sin } = sincos(t);
    return [cx + ux * cos + vx * sin, cy + uy * cos + vy * sin];
  };
  // Where the distance from the centre is greatest and least.
  const t = atan2(2 * (ux * vx + uy * vy), ux * ux + uy * uy - vx * vx - vy * vy) / 2;
  const { cos, sin } = sincos(t);
  const [px, py] = [ux * cos + vx * sin, uy * cos + vy * sin];
  const [qx, qy] = [vx * cos - ux * sin, vy * cos - uy * sin];
  const ccw = ux * vy - uy * vx > 0;
  return { major: hypot(px, py), minor: hypot(qx, qy), angle: atan2(py, px), ccw, at };
}

function place({ scale, left, bottom }: ViewTransform, x: number, y: number): string {
  return `${formatNumber(left + scale * x, DECIMALS)} ${formatNumber(bottom - scale * y, DECIMALS)}`;
}
