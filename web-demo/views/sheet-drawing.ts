/** A sheet as an SVG drawing for paper: true outlines, each part once and used per copy, numbered. */
import type { Ring, SheetOutput } from "../../engine/index.ts";
import { freshId, s } from "../dom.ts";
import type { Layout } from "../project.ts";

export function sheetDrawing(
  { request }: Layout,
  sheet: SheetOutput,
  colorOf: (id: string) => number,
): SVGSVGElement {
  const { width, height } = request.sheet;
  const prefix = freshId("print");
  const parts = request.parts.map(({ id, exterior, holes }, i) =>
    s("path", {
      id: `${prefix}-${i}`,
      class: `part-color-${colorOf(id)}`,
      d: [exterior, ...holes].map(pathOf).join(""),
      "fill-rule": "evenodd",
      "vector-effect": "non-scaling-stroke",
    }),
  );
  const order = new Map(request.parts.map(({ id }, i) => [id, i]));
  const copies = sheet.placements.map(({ part_id, x, y, rotation }) =>
    s("use", {
      href: `#${prefix}-${order.get(part_id)}`,
      transform: `translate(${x} ${height - y}) rotate(${-rotation})`,
    }),
  );
  const size = Math.min(width, height) / 55;
  const names = sheet.placements.map(({ part_id, bounds: b }) =>
    s(
      "text",
      {
        x: (b.min_x + b.max_x) / 2,
        y: height - (b.min_y + b.max_y) / 2,
        "font-size": Math.min(size, (b.max_x - b.min_x) / (0.6 * part_id.length)),
        "text-anchor": "middle",
        "dominant-baseline": "central",
      },
      part_id,
    ),
  );
  return s(
    "svg",
    { class: "sheet-drawing", viewBox: `0 0 ${width} ${height}` },
    s("defs", {}, ...parts),
    s("rect", { class: "sheet-edge", width, height, "vector-effect": "non-scaling-stroke" }),
    ...copies,
    ...names,
  );
}

/** With y downwards, as SVG has it. */
function pathOf(ring: Ring): string {
  return `${ring.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(3)} ${(-y).toFixed(3)}`).join("")}Z`;
}
