/** A part as a small picture, with what is drawn on it. */

import type { Mark, Ring } from "../../../engine/index.ts";
import { s } from "../../dom.ts";
import { pointBounds } from "../../model/bounds.ts";
import { partStyle } from "../../theme.ts";

const SIDE = 44;
/** More lines than this are a grey of their own at that size. */
const MOST_LINES = 200;

interface ThumbnailPart {
  exterior: Ring;
  holes: Ring[];
  color: number;
  marks?: readonly Mark[];
}

export function thumbnail({ exterior, holes, color, marks = [] }: ThumbnailPart): SVGSVGElement {
  const bounds = pointBounds(exterior);
  const [width, height] = [bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y];
  const scale = SIDE / Math.max(width, height, 1e-9);
  const [left, top] = [(SIDE - width * scale) / 2, (SIDE - height * scale) / 2];
  const draw = (ring: Ring, closed = true) => {
    let [lastX, lastY] = [Infinity, Infinity];
    const steps: string[] = [];
    for (const [x, y] of ring) {
      const [px, py] = [left + (x - bounds.min_x) * scale, top + (bounds.max_y - y) * scale];
      // A quarter of a pixel is all that this picture can show.
      if (Math.abs(px - lastX) + Math.abs(py - lastY) < 0.25) continue;
      steps.push(`${steps.length === 0 ? "M" : "L"}${px.toFixed(2)} ${py.toFixed(2)}`);
      [lastX, lastY] = [px, py];
    }
    return steps.join("") + (closed ? "Z" : "");
  };
  return s(
    "svg.thumbnail.part-color",
    { style: partStyle(color), viewBox: `-2 -2 ${SIDE + 4} ${SIDE + 4}`, "aria-hidden": "true" },
    s("path", { d: [exterior, ...holes].map((ring) => draw(ring)).join(""), "fill-rule": "evenodd" }),
    ...marks
      .slice(0, MOST_LINES)
      .map(({ role, path, closed = false }) => s("path", { class: `drawn ${role}`, d: draw(path, closed) })),
  );
}
