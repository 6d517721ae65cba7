/** A part as a small picture, with what is drawn on it. */
import type { Mark, Point, Ring } from "../../../engine/index.ts";
import { pathData, thinnedOrFew } from "../../canvas/scene.ts";
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
  const at = ([x, y]: Point): Point => [left + (x - bounds.min_x) * scale, top + (bounds.max_y - y) * scale];
  // A quarter of a pixel is all that this picture can show.
  const draw = (line: Ring, closed = true) => pathData(thinnedOrFew(line.map(at), 0.25), closed, 2);
  return s(
    "svg.thumbnail.part-color",
    { style: partStyle(color), viewBox: `-2 -2 ${SIDE + 4} ${SIDE + 4}`, "aria-hidden": "true" },
    s("path", { d: [exterior, ...holes].map((ring) => draw(ring)).join(""), "fill-rule": "evenodd" }),
    ...marks
      .slice(0, MOST_LINES)
      .map(({ role, path, closed = false }) => s("path", { class: `drawn ${role}`, d: draw(path, closed) })),
  );
}
