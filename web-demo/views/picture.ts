/** The last sheet of a layout as a small picture: that is where two layouts differ most. */
import { s } from "../dom.ts";
import type { Layout } from "../project.ts";

export function boardPicture(layout: Layout, colorOf: (id: string) => number, most: number): SVGSVGElement {
  const { width, height } = layout.request.sheet;
  const placements = layout.data.sheets.at(-1)?.placements.slice(0, most) ?? [];
  const boxes = placements.map(({ part_id, bounds: b }) =>
    s("rect", {
      class: `part-color-${colorOf(part_id)}`,
      x: b.min_x,
      y: height - b.max_y,
      width: b.max_x - b.min_x,
      height: b.max_y - b.min_y,
    }),
  );
  return s(
    "svg",
    {
      class: "picture",
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "xMidYMid meet",
      "aria-hidden": "true",
    },
    s("rect", { class: "picture-sheet", width, height }),
    ...boxes,
  );
}
