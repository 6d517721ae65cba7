/** What is cut on one sheet, in which order, and how far the tool runs for it: the common ground of both exports. */
import type { ExportRequest } from "../contract/export.ts";
import type { Point, Ring } from "../contract/geometry.ts";
import { checkExport } from "./check.ts";
import { type Contour, compensateKerf } from "./kerf.ts";
import { orderContours } from "./order.ts";

export interface Plan {
  /** In cutting order; each begins and ends at the first point of its ring. */
  contours: Contour[];
  /** Millimetres with the tool on. */
  cutLength: number;
  /** Millimetres with the tool off, from the origin and back to it. */
  travelLength: number;
}

/** Checks, compensates and orders. Throws INVALID_INPUT for what cannot be cut. */
export function planSheet(request: ExportRequest): Plan {
  checkExport(request);
  const contours = orderContours(compensateKerf(request));
  const entries: Point[] = [[0, 0], ...contours.map(({ ring }) => ring[0]!), [0, 0]];
  return {
    contours,
    cutLength: contours.reduce((sum, { ring }) => sum + pathLength([...ring, ring[0]!]), 0),
    travelLength: contours.length === 0 ? 0 : pathLength(entries),
  };
}

function pathLength(path: Ring): number {
  let length = 0;
  for (let i = 1; i < path.length; i++)
    length += Math.hypot(path[i]![0] - path[i - 1]![0], path[i]![1] - path[i - 1]![1]);
  return length;
}
