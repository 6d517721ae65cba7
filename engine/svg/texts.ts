/** What do the texts of an SVG say, and where? They are not cut, and yet tell of frames, tables and orders. */
import type { Point } from "../contract/values/geometry.ts";
import { DRAWING_LIMITS } from "../drawing/basis/limits.ts";
import { type Frame, mapPoint, mapVector } from "../drawing/curves/frame.ts";
import type { DrawnText } from "../drawing/roles/order.ts";
import type { SvgElement } from "./style.ts";
import { userLength, type Viewport } from "./transform.ts";

/** Longer texts are prose, and tell nothing. */
const LONGEST = 200;

/** One text for every line: each part of it that says where it stands. */
export function textsOf(
  text: SvgElement,
  { frame, viewport, size }: { frame: Frame; viewport: Viewport; size: string },
): DrawnText[] {
  const found: DrawnText[] = [];
  const across = mapVector(frame, userLength(size, viewport.width), 0, 0);
  const height = Math.hypot(across.x, across.y);
  const visit = (element: SvgElement, from: { x?: string; y?: string }) => {
    const { x = from.x, y = from.y } = element.attributes;
    const place = { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
    const spans = element.children.filter(({ name }) => name === "tspan");
    const isOwn = ({ attributes }: SvgElement) => attributes.x !== undefined || attributes.y !== undefined;
    const words = [element, ...spans.filter((span) => !isOwn(span))].map((part) => part.text).join("");
    const said = words.replace(/\s+/g, " ").trim();
    if (said !== "" && said.length <= LONGEST && isInRange(placeOf(place)))
      found.push({ text: said, tag: null, height, at: placeOf(place) });
    for (const span of spans) if (isOwn(span)) visit(span, place);
  };
  const placeOf = ({ x, y }: { x?: string; y?: string }): Point => {
    const first = (list = "") => list.trim().split(/[\s,]+/)[0];
    const at = mapPoint(
      frame,
      userLength(first(x), viewport.width),
      userLength(first(y), viewport.height),
      0,
    );
    return [at.x, at.y];
  };
  visit(text, {});
  return found;
}

function isInRange([x, y]: Point): boolean {
  return Math.hypot(x, y) <= DRAWING_LIMITS.coordinate;
}
