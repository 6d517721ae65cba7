/**
 * One sheet as an SVG drawing for programs that cut from SVG: millimetres, arcs as arcs, a group for each layer, in the
 * colours by which LightBurn and others tell operations apart. Lines are the compensated ones of the DXF drawing.
 */
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { formatNumber } from "../../../base/text.ts";
import type { Vertex } from "../path/arcs.ts";
import type { PlannedDrawing } from "./dxf.ts";
import { type DrawingOptions, linesOf, type SheetLine } from "./lines.ts";

/** Width of the lines, in mm: what most programs take for a cut. */
const HAIR = 0.1;

/** The document with its findings. @throws EngineError INVALID_INPUT for what cannot be cut */
export function planSvg(request: ExportRequest, options: DrawingOptions = {}): PlannedDrawing {
  const { lines, findings } = linesOf(request, options);
  const { sheet_width: width, sheet_height: height } = request;
  const size = `${formatNumber(width, 6)} ${formatNumber(height, 6)}`.split(" ");
  const layers = new Map(lines.map(({ layer }) => [layer.name, layer]));
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}mm" height="${size[1]}mm" viewBox="0 0 ${size.join(" ")}">`,
    ...[...layers.values()].map(({ name, hex }) => {
      const own = lines.filter(({ layer }) => layer.name === name);
      const paths = own.map((line) => `<path d="${pathData(line, height)}"/>`).join("\n");
      return `<g id="${name}" fill="none" stroke="${hex}" stroke-width="${HAIR}">\n${paths}\n</g>`;
    }),
    "</svg>\n",
  ].join("\n");
  return { text, findings };
}

/** With y down, so that an arc that is counter-clockwise on the sheet has sweep flag 0. */
function pathData({ path, closed }: SheetLine, height: number): string {
  const at = ([x, y]: Vertex) => `${formatNumber(x, 4)} ${formatNumber(height - y, 4)}`;
  const moves = path.map((from, i) => {
    const to = path[(i + 1) % path.length]!;
    if (i + 1 === path.length && (!closed || from[2] === 0)) return "";
    const [x, y, bulge] = from;
    if (bulge === 0) return `L${at(to)}`;
    const radius = formatNumber(
      (hypot(to[0] - x, to[1] - y) * (1 + bulge * bulge)) / (4 * Math.abs(bulge)),
      4,
    );
    return `A${radius} ${radius} 0 ${Math.abs(bulge) > 1 ? 1 : 0} ${bulge > 0 ? 0 : 1} ${at(to)}`;
  });
  return `M${at(path[0]!)}${moves.join("")}${closed ? "Z" : ""}`;
}
