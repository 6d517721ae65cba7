/** A sheet as an SVG drawing, for paper and for small pictures: true outlines, each part once and used per copy. */
import type { Mark, Point, Ring } from "../../../engine/index.ts";
import { labelSpots } from "../../canvas/labels.ts";
import type { LabelSpot, Look } from "../../canvas/scene.ts";
import { pathData, thinned, thinnedOrFew } from "../../canvas/scene.ts";
import { freshId, s } from "../../dom.ts";
import type { LayoutRequest, SolvedLayout, SolvedSheet } from "../../model/project.ts";
import { findSheetType } from "../../model/sheet.ts";
import { partStyle } from "../../theme.ts";

export interface SheetDrawingDetail {
  lookOf(id: string): Look;
  names?: boolean;
  /** For small pictures: leave out points closer together than this (mm), and outlines. */
  detail?: number;
}

export function sheetDrawing(
  { request }: Pick<SolvedLayout, "request">,
  sheet: SolvedSheet,
  { lookOf, names = false, detail = 0 }: SheetDrawingDetail,
): SVGSVGElement {
  const { width, height, outline, holes: gaps = [], defects = [] } = findSheetType({ request }, sheet);
  const prefix = freshId("print");
  const parts = request.parts.map(({ id, exterior, holes }, i) => {
    const { color, marks = [] } = lookOf(id);
    // On a small picture thousands of holes are seen no more than none.
    const seen = detail > 0 ? holes.map((hole) => thinned(hole, detail)) : holes;
    const part = s("path", {
      d: [exterior, ...seen].map((ring) => pathOf(ring, detail)).join(""),
      "fill-rule": "evenodd",
      "vector-effect": "non-scaling-stroke",
    });
    const look = { class: detail > 0 ? "part-color flat" : "part-color", style: partStyle(color) };
    return s("g", { id: `${prefix}-${i}`, ...look }, part, ...(detail > 0 ? [] : marks.map(markPath)));
  });
  const order = new Map(request.parts.map(({ id }, i) => [id, i]));
  const copies = sheet.placements.map(({ part_id, x, y, rotation, mirrored }) =>
    s("use", {
      href: `#${prefix}-${order.get(part_id)}`,
      transform: `translate(${x} ${height - y}) rotate(${-rotation})${mirrored ? " scale(-1 1)" : ""}`,
    }),
  );
  return s(
    "svg.sheet-drawing",
    { viewBox: `0 0 ${width} ${height}` },
    s("defs", ...parts),
    outline ? null : s("rect.sheet-edge", { width, height, "vector-effect": "non-scaling-stroke" }),
    s(
      "g",
      { transform: `translate(0 ${height})` },
      ...[outline ?? [], ...gaps, ...defects].map((ring) =>
        s("path.sheet-edge", { d: pathOf(ring, detail), "vector-effect": "non-scaling-stroke" }),
      ),
    ),
    ...copies,
    ...(names ? nameTexts(request, sheet) : []),
  );
}

/** The parts' names, as large as their places allow. */
function nameTexts(request: LayoutRequest, sheet: SolvedSheet): SVGTextElement[] {
  const { width, height } = findSheetType({ request }, sheet);
  const parts = new Map(request.parts.map((part) => [part.id, { ...part, labelSpots: new Map() }]));
  return sheet.placements.flatMap(({ part_id, x, y, rotation, mirrored = false }) => {
    const shape = parts.get(part_id);
    if (!shape) return [];
    // Where the name is written largest.
    const sizeOf = ({ room, height: high }: LabelSpot) =>
      Math.min(room / (0.62 * part_id.length), 1.2 * high);
    const spots = labelSpots({ shape, rotation, side: mirrored ? -1 : 1 }, 0);
    const spot = spots.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best));
    const size = Math.min(Math.min(width, height) / 50, sizeOf(spot));
    const at = { x: x + spot.x, y: height - y - spot.y, "font-size": size };
    return [s("text", { ...at, "text-anchor": "middle", "dominant-baseline": "central" }, part_id)];
  });
}

function markPath({ role, path, closed = false }: Mark): SVGPathElement {
  const d = pathData(path.map(down), closed, 3);
  return s("path", { class: `drawn ${role}`, d, "vector-effect": "non-scaling-stroke" });
}

function pathOf(ring: Ring, detail: number): string {
  return pathData(thinnedOrFew(ring, detail).map(down), true, 3);
}

/** With y downwards, as SVG has it. */
function down([x, y]: Point): Point {
  return [x, -y];
}
