/** Rings of a part as rules and layers see them. */
import type { Ring } from "../../../base/contract/values/geometry.ts";
import { ringPerimeter, signedArea } from "../../../base/geometry/ring.ts";
import type { PathOptions } from "../path/shape.ts";
import type { DrawnAs } from "./layers.ts";

/** An exterior as rules see it. */
export function outerLine(ring: Ring) {
  return { role: "cut-outer" as const, diameter: 0, length: ringPerimeter(ring) };
}

/** Layer and colour of a hole in the drawing; -1 for the exterior. */
export function drawnAs({ curves }: PathOptions, placement: number, hole: number): DrawnAs {
  const { layers, colours } = curves?.[placement] ?? {};
  if (hole < 0) return { layer: layers?.exterior, colour: colours?.exterior };
  return { layer: layers?.holes[hole], colour: colours?.holes[hole] };
}

/** A hole as rules see it. */
export function holeLine(ring: Ring) {
  const diameter = 2 * Math.sqrt(Math.abs(signedArea(ring)) / Math.PI);
  return { role: "cut-inner" as const, diameter, length: ringPerimeter(ring) };
}
