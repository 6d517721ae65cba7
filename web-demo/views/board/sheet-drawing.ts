/** A sheet as an SVG drawing, for paper and for small pictures: true outlines, each part once and used per copy. */

import type { Mark, Ring } from "../../../engine/index.ts";
import type { NestPart } from "../../../engine/v1.ts";
import { findLabelSpots } from "../../canvas/labels.ts";
import type { LabelSpot, Look } from "../../canvas/scene.ts";
import { thinned } from "../../canvas/scene.ts";
import { freshId, s } from "../../dom.ts";
import type { LayoutRequest, SolvedLayout, SolvedSheet } from "../../model/project.ts";
import { findSheetType } from "../../model/sheet.ts";
import { partStyle } from "../../theme.ts";

export interface SheetDrawingDetail {
  lookOf(id: string): Look;
  /** Write the parts' names on them. */
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
  const parts = new Map(request.parts.map((part) => [part.id, part]));
  const spots = spotFinder();
  return sheet.placements.flatMap(({ part_id, x, y, rotation, mirrored = false }) => {
    const part = parts.get(part_id);
    if (!part) return [];
    const spot = spots(part, rotation, mirrored);
    const size = Math.min(
      Math.min(width, height) / 50,
      spot.room / (0.62 * part_id.length),
      1.2 * spot.height,
    );
    const at = { x: x + spot.x, y: height - y - spot.y, "font-size": size };
    return [s("text", { ...at, "text-anchor": "middle", "dominant-baseline": "central" }, part_id)];
  });
}

/** Where a part's name is written largest, found once per part, side and rotation. */
function spotFinder(): (part: NestPart, rotation: number, mirrored: boolean) => LabelSpot {
  const found = new Map<string, LabelSpot>();
  return (part, rotation, mirrored) => {
    const key = `${rotation} ${mirrored} ${part.id}`;
    const seen = (ring: Ring): Ring => (mirrored ? ring.map(([x, y]) => [-x, y]) : ring);
    const size = ({ room, height }: LabelSpot) => Math.min(room / (0.62 * part.id.length), 1.2 * height);
    const spot =
      found.get(key) ??
      findLabelSpots(seen(part.exterior), part.holes.map(seen), rotation).reduce((best, one) =>
        size(one) > size(best) ? one : best,
      );
    found.set(key, spot);
    return spot;
  };
}

function markPath({ role, path, closed = false }: Mark): SVGPathElement {
  const d = path.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(3)} ${(-y).toFixed(3)}`).join("");
  return s("path", {
    class: `drawn ${role}`,
    d: d + (closed ? "Z" : ""),
    "vector-effect": "non-scaling-stroke",
  });
}

/** With y downwards, as SVG has it. A ring too small for the wanted detail keeps four of its points. */
function pathOf(ring: Ring, detail: number): string {
  const points = detail > 0 ? thinned(ring, detail) : ring;
  if (ring.length === 0) return "";
  const drawn =
    points.length > 0 ? points : [0, 1, 2, 3].map((i) => ring[Math.floor((i * ring.length) / 4)]!);
  return `${drawn.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(3)} ${(-y).toFixed(3)}`).join("")}Z`;
}
