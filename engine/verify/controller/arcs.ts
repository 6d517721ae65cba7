/** Would the controller take this arc? By the rule of its own source, in single precision where it calculates in it. */

import { hypot } from "../../base/geometry/trig/hypot.ts";
import type { Controller } from "./controllers.ts";

interface ArcGeometry {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  cx: number;
  cy: number;
}

/** Ends that differ by more than this in their radius are refused however large the arc, in mm. */
const HOPELESS = 0.5;

/** Code and message of what is wrong with the arc, or null. */
export function arcFault(
  arc: ArcGeometry,
  byRadius: boolean,
  controller: Controller,
): [string, string] | null {
  if (byRadius) return ["arc-radius", "is an arc by its radius, which is not exact"];
  const { x0, y0, x1, y1, cx, cy } = arc;
  const start = hypot(x0 - cx, y0 - cy);
  if (start === 0) return ["arc-mismatch", "is an arc without a centre"];
  const plain = Math.abs(start - hypot(x1 - cx, y1 - cy));
  const off = controller.single ? Math.max(plain, singleMismatch(arc)) : plain;
  const { arc_mismatch, arc_share } = controller;
  if (off <= HOPELESS && (off <= arc_mismatch || off <= arc_share * start)) return null;
  return ["arc-mismatch", `is an arc whose ends differ by ${off.toFixed(4)} mm in their radius`];
}

/** The difference of the radii as GRBL finds it. */
function singleMismatch({ x0, y0, x1, y1, cx, cy }: ArcGeometry): number {
  const f = Math.fround;
  const [i, j] = [f(cx - x0), f(cy - y0)];
  const [dx, dy] = [f(f(x1) - f(f(x0) + i)), f(f(y1) - f(f(y0) + j))];
  return Math.abs(hypot(dx, dy) - hypot(i, j));
}
