/** Circles and polygons among closed contours. */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, roomAt } from "../../../../base/geometry/box.ts";
import { hypot } from "../../../../base/geometry/trig/hypot.ts";
import { angleAt, between } from "../../basis/plane.ts";
import type { Contours } from "../../curves/contours.ts";
import type { Round, Straights } from "./shown.ts";

export function boundsOfCircle({ cx, cy, radius }: Omit<Round, "number">): Bounds {
  return roomAt([cx, cy], radius);
}

/** Those of some closed contours that are arcs about one centre. */
export function circlesOf(contours: Contours, near: number, closed = contours.numbers(true)): Round[] {
  const { table } = contours;
  return closed.flatMap((number): Round[] => {
    const id = contours.curveId(number, 0);
    if (table.isLine(id)) return [];
    const first = table.look(id);
    if (first.kind !== "arc") return [];
    const { cx, cy, radius } = first;
    for (let i = 1; i < contours.size(number); i++) {
      const curve = table.get(contours.curveId(number, i));
      if (curve.kind !== "arc" || Math.abs(curve.radius - radius) > near) return [];
      if (hypot(curve.cx - cx, curve.cy - cy) > near) return [];
    }
    return [{ number, cx, cy, radius }];
  });
}

/** Those of some closed contours that have from three to so many straight sides. */
export function polygonsOf(contours: Contours, most: number, closed: readonly number[]): Straights[] {
  return closed.flatMap((number) => {
    if (contours.size(number) < 3 || contours.size(number) > most) return [];
    if (!contours.get(number).curves.every((id) => contours.table.isLine(id))) return [];
    const corners = contours.cornersOf(number);
    const box = boundsAround(corners.map(boundsAt));
    return [{ number, corners, box }];
  });
}

/** Their lengths. */
export function sideLengths(corners: readonly Point[]): number[] {
  return corners.map((corner, i) => between(corner, corners[(i + 1) % corners.length]!));
}

/** The sharpest corner, in degrees. */
export function sharpest(corners: readonly Point[]): number {
  const count = corners.length;
  const angles = corners.map((corner, i) =>
    angleAt(corner, corners[(i + count - 1) % count]!, corners[(i + 1) % count]!),
  );
  return Math.min(...angles);
}
