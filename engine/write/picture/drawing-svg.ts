/**
 * Draws a drawing that was read as an SVG of the asked size, evenly scaled, with true arcs and Béziers.
 *
 * Coordinates are final pixels, y already turned down, so stroke widths mean pixels in every renderer and nothing
 * depends on non-scaling strokes or mirrored groups. One group per layer; bends dashed.
 */

import type { Finding } from "../../base/contract/finding.ts";
import type { SvgData, SvgOptions } from "../../base/contract/v1/drawing.ts";
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { emptyBounds } from "../../base/geometry/box.ts";
import { escapeXml, formatNumber } from "../../base/text.ts";
import { pathBounds } from "../../read/drawing/curves/outline.ts";
import type { Drawing, DrawingPath, PathRole } from "../../read/drawing/model/drawing.ts";
import { pathData, type ViewTransform } from "./curve.ts";

/** Share of the smaller side that stays free around the drawing. */
const PADDING = 0.05;

/** Classes of drawn paths by role; paths that are not made are not drawn. */
const CLASSES: Partial<Record<PathRole, string>> = {
  exterior: "cut",
  hole: "cut",
  open: "open",
  bend: "bend",
  mark: "mark",
  engrave: "engrave",
};

/** A picture of a drawing, and what its reader noticed. */
export interface DrawnDxf {
  data: SvgData;
  findings: Finding[];
}

/** Contents of a picture of a drawing. */
export type PaintedDrawing = Pick<Drawing, "data" | "paths">;

export function drawingToSvg(drawing: PaintedDrawing, options: SvgOptions): SvgData {
  const { width, height } = options;
  const paths = drawing.paths.filter(({ role }) => role in CLASSES);
  const fit = fitInto(boundsOfPaths(paths), options);
  const stroke = escapeXml(wholeColor(options.stroke_color));
  const thick = formatNumber(options.stroke_width, 3);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(drawing.data.name)}</title>`,
    `<rect width="${width}" height="${height}" fill="${escapeXml(wholeColor(options.background))}"/>`,
    `<g fill="none" stroke="${stroke}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round">`,
    ...groupsByLayer(paths, fit, options.stroke_width),
    "</g>",
    "</svg>",
  ].join("\n");
  return { svg, width, height, original_bounds: drawing.data.bounds };
}

function groupsByLayer(paths: DrawingPath[], fit: ViewTransform, strokeWidth: number): string[] {
  const layers = new Map<string, string[]>();
  for (const path of paths) {
    const lines = layers.get(path.layer) ?? [];
    layers.set(path.layer, lines);
    lines.push(pathElement(path, fit, strokeWidth));
  }
  return [...layers].map(([name, lines]) => `<g data-layer="${escapeXml(name)}">\n${lines.join("\n")}\n</g>`);
}

function pathElement({ role, curves, closed }: DrawingPath, fit: ViewTransform, strokeWidth: number): string {
  const dash = [6 * strokeWidth, 4 * strokeWidth].map((length) => formatNumber(length, 3)).join(" ");
  const dashes = role === "bend" ? ` stroke-dasharray="${dash}"` : "";
  return `<path class="${CLASSES[role]}"${dashes} d="${pathData(curves, closed, fit)}"/>`;
}

/** Everything that is drawn: bend lines may reach beyond the cut. */
function boundsOfPaths(paths: DrawingPath[]): Bounds {
  const all = emptyBounds();
  for (const { curves } of paths) {
    const bounds = pathBounds(curves);
    all.min_x = Math.min(all.min_x, bounds.min_x);
    all.min_y = Math.min(all.min_y, bounds.min_y);
    all.max_x = Math.max(all.max_x, bounds.max_x);
    all.max_y = Math.max(all.max_y, bounds.max_y);
  }
  return all;
}

/** Centred, one scale for both directions; a drawing without width or height is scaled by the other. */
function fitInto(bounds: Bounds, { width, height, stroke_width }: SvgOptions): ViewTransform {
  const padding = Math.max(PADDING * Math.min(width, height), stroke_width / 2);
  const w = bounds.max_x - bounds.min_x;
  const h = bounds.max_y - bounds.min_y;
  const fitting = Math.min((width - 2 * padding) / w, (height - 2 * padding) / h);
  const scale = Number.isFinite(fitting) && fitting > 0 ? fitting : 1;
  return {
    scale,
    left: (width - scale * w) / 2 - scale * bounds.min_x,
    bottom: (height + scale * h) / 2 + scale * bounds.min_y,
  };
}

/** Hex colours of five or seven digits are in the interface's pattern but in no renderer: their last digit goes. */
function wholeColor(color: string): string {
  if (!/^#([0-9a-f]{5}|[0-9a-f]{7})$/i.test(color)) return color;
  return color.length === 6 ? color.slice(0, 4) : color.slice(0, 7);
}
