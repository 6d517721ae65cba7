/** Which shapes of an SVG are mere boxes: the page that all lies on, and what clips nothing off? */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import type { Contour } from "../../drawing/curves/contours.ts";
import { lineBetween } from "../../drawing/curves/curves.ts";
import { type EntityFrame, mapPoint } from "../../drawing/curves/frame.ts";
import { drawnLength, pathArea, pathBounds } from "../../drawing/curves/outline.ts";
import type { SvgViewport } from "./transform.ts";

/** Share of the page that a box may fall short of, and of its size that what is clipped may stand out. */
const SLACK = 1e-3;

/** What has no more area than this share of its length squared is a line. */
const FLAT = 1e-9;

/** The bounds of the page in millimetres; null where it has no size. */
export function pageBounds(
  frame: EntityFrame,
  page: SvgViewport & { left?: number; top?: number },
): Bounds | null {
  const { left = 0, top = 0, width, height } = page;
  if (!(width > 0 && height > 0)) return null;
  const [p, q] = [mapPoint(frame, left, top, 0), mapPoint(frame, left + width, top + height, 0)];
  return {
    min_x: Math.min(p.x, q.x),
    min_y: Math.min(p.y, q.y),
    max_x: Math.max(p.x, q.x),
    max_y: Math.max(p.y, q.y),
  };
}

/** The bounds of a shape that is one upright rectangle, or null: lines that go around as much as their bounds hold. */
export function contourBounds([contour, ...more]: Contour[]): Bounds | null {
  if (!contour || more.length > 0 || contour.curves.some(({ kind }) => kind !== "line")) return null;
  const bounds = pathBounds(contour.curves);
  const size = (bounds.max_x - bounds.min_x) * (bounds.max_y - bounds.min_y);
  return size > 0 && Math.abs(Math.abs(pathArea(contour.curves)) / size - 1) <= 1e-9 ? bounds : null;
}

/** Whether a box holds all of what lies within some bounds, but for a hair. */
export function holds(box: Bounds, inner: Bounds): boolean {
  const slack = SLACK * Math.max(inner.max_x - inner.min_x, inner.max_y - inner.min_y);
  return (
    box.min_x <= inner.min_x + slack &&
    box.min_y <= inner.min_y + slack &&
    box.max_x >= inner.max_x - slack &&
    box.max_y >= inner.max_y - slack
  );
}

/** A filled shape ends where it began, whether it says so or not; what has no area is a line. */
export function closeFilled(contours: Contour[]): Contour[] {
  return contours.map((contour) => {
    const { closed, curves } = contour;
    const [first, last] = [curves[0], curves.at(-1)];
    if (closed || !first || !last) return contour;
    if (Math.abs(pathArea(curves)) <= FLAT * drawnLength(curves) ** 2) return contour;
    const ends = last.x1 === first.x0 && last.y1 === first.y0;
    const all = ends ? curves : [...curves, lineBetween(last.x1, last.y1, first.x0, first.y0)];
    return { ...contour, closed: true, curves: all };
  });
}
