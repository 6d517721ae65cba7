/** What is drawn on a part and not cut through: engraving, marks and bends that lie within its outline. */
import type { Curve, DrawingPath, Mark, Point, Drawing as ReadDrawing, Ring } from "../../../engine/index.ts";
import { pointsOf } from "../save/curves.ts";

type MarkRole = Extract<DrawingPath["role"], Mark["role"]>;

const ROLES: readonly MarkRole[] = ["mark", "engrave", "bend"];
/** More lines than this on one part are no matter of a browser. */
const MOST = 5000;

/** The marks of each part, in the frame of the drawing, which is that of its rings. */
export function marksOf({ parts, paths }: Pick<ReadDrawing, "parts" | "paths">): Mark[][] {
  const marks: Mark[][] = parts.map(() => []);
  for (const { role, closed, curves } of paths) {
    if (!isMarkRole(role)) continue;
    const path = pointsAlong(curves);
    const at = middleOf(path);
    // Parts come largest first; the last one around a line is the one that it lies on.
    const on = parts.findLastIndex(({ exterior, bounds: b, holes }) => {
      const [x, y] = at;
      if (x < b.min_x || x > b.max_x || y < b.min_y || y > b.max_y) return false;
      return contains(exterior, at) && !holes.some((hole) => contains(hole, at));
    });
    if (on >= 0 && marks[on]!.length < MOST) marks[on]!.push({ role, path, closed });
  }
  return marks;
}

/** Points along curves that follow each other. */
export function pointsAlong(curves: readonly Curve[]): Point[] {
  return curves.flatMap((curve, i) => (i === 0 ? pointsOf(curve) : pointsOf(curve).slice(1)));
}

function isMarkRole(role: DrawingPath["role"]): role is MarkRole {
  return (ROLES as readonly string[]).includes(role);
}

function middleOf(path: readonly Point[]): Point {
  const [a, b] = [path[0]!, path[1] ?? path[0]!];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function contains(ring: Ring, [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[j]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
