/** A sheet as an SVG drawing, for paper and for small pictures: true outlines, each part once and used per copy. */
import type { NestPart, Ring } from "../../../engine/index.ts";
import { findLabelSpots } from "../../canvas/labels.ts";
import type { LabelSpot } from "../../canvas/scene.ts";
import { thinned } from "../../canvas/scene.ts";
import { freshId, s } from "../../dom.ts";
import type { LaidSheet, Layout, LayoutRequest } from "../../model/project.ts";
import { sheetTypeOf } from "../../model/sheet.ts";

export interface DrawingOptions {
  colorOf(id: string): number;
  /** Write the parts' names on them. */
  names?: boolean;
  /** For small pictures: leave out points closer together than this (mm), and outlines. */
  detail?: number;
}

export function sheetDrawing(
  { request }: Pick<Layout, "request">,
  sheet: LaidSheet,
  { colorOf, names = false, detail = 0 }: DrawingOptions,
): SVGSVGElement {
  const { width, height } = sheetTypeOf({ request }, sheet);
  const prefix = freshId("print");
  const parts = request.parts.map(({ id, exterior, holes }, i) =>
    s("path", {
      id: `${prefix}-${i}`,
      class: `part-color-${colorOf(id)}${detail > 0 ? " flat" : ""}`,
      d: [exterior, ...holes].map((ring) => pathOf(ring, detail)).join(""),
      "fill-rule": "evenodd",
      "vector-effect": "non-scaling-stroke",
    }),
  );
  const order = new Map(request.parts.map(({ id }, i) => [id, i]));
  const copies = sheet.placements.map(({ part_id, x, y, rotation, mirrored }) =>
    s("use", {
      href: `#${prefix}-${order.get(part_id)}`,
      transform: `translate(${x} ${height - y}) rotate(${-rotation})${mirrored ? " scale(-1 1)" : ""}`,
    }),
  );
  return s(
    "svg",
    { class: "sheet-drawing", viewBox: `0 0 ${width} ${height}` },
    s("defs", {}, ...parts),
    s("rect", { class: "sheet-edge", width, height, "vector-effect": "non-scaling-stroke" }),
    ...copies,
    ...(names ? nameTexts(request, sheet) : []),
  );
}

/** The parts' names, as large as their places allow. */
function nameTexts(request: LayoutRequest, sheet: LaidSheet): SVGTextElement[] {
  const { width, height } = sheetTypeOf({ request }, sheet);
  const parts = new Map(request.parts.map((part) => [part.id, part]));
  const spots = spotFinder();
  return sheet.placements.flatMap(({ part_id, x, y, rotation }) => {
    const part = parts.get(part_id);
    if (!part) return [];
    const spot = spots(part, rotation);
    const size = Math.min(
      Math.min(width, height) / 50,
      spot.room / (0.62 * part_id.length),
      1.2 * spot.height,
    );
    const at = { x: x + spot.x, y: height - y - spot.y, "font-size": size };
    return [s("text", { ...at, "text-anchor": "middle", "dominant-baseline": "central" }, part_id)];
  });
}

/** Where a part's name is written largest, found once per part and rotation. */
function spotFinder(): (part: NestPart, rotation: number) => LabelSpot {
  const found = new Map<string, LabelSpot>();
  return (part, rotation) => {
    const key = `${rotation} ${part.id}`;
    const size = ({ room, height }: LabelSpot) => Math.min(room / (0.62 * part.id.length), 1.2 * height);
    const spot =
      found.get(key) ??
      findLabelSpots(part.exterior, part.holes, rotation).reduce((best, one) =>
        size(one) > size(best) ? one : best,
      );
    found.set(key, spot);
    return spot;
  };
}

/** With y downwards, as SVG has it. A ring too small for the wanted detail keeps four of its points. */
function pathOf(ring: Ring, detail: number): string {
  const points = detail > 0 ? thinned(ring, detail) : ring;
  const drawn =
    points.length > 0 ? points : [0, 1, 2, 3].map((i) => ring[Math.floor((i * ring.length) / 4)]!);
  return `${drawn.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(3)} ${(-y).toFixed(3)}`).join("")}Z`;
}
