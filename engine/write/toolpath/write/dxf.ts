/**
 * One sheet as a DXF file for any CAD: AC1015 (R2000), the oldest version that knows its units, in millimetres.
 *
 * Layer SHEET holds the boundary, CUT_OUTER and CUT_INNER the compensated contours in cutting order, as LWPOLYLINEs with
 * bulges where arcs are known or asked for, closed unless parts share lines; STOCK and DEFECT what is known of the
 * sheet's material; MARK, ENGRAVE, BEND and CUT_OPEN the lines that travel with the parts, where there are any. What
 * AutoCAD asks beyond that (tables, blocks, owners, unique handles) is in `dxf-frame.ts`.
 */

import type { Finding } from "../../../base/contract/finding.ts";
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import { formatNumber } from "../../../base/text.ts";
import { type DxfGroup, frameDxf, real } from "./dxf-frame.ts";
import { type DrawingOptions, LAYERS, linesOf, named, type SheetLayer, type SheetLine } from "./lines.ts";

/** Colour of layers that hold no cut. */
const NOT_CUT = LAYERS.sheet.hex;

/** A drawing with what its reader should know. */
export interface PlannedDrawing {
  /** The file. */
  text: string;
  /** Findings about lines that were left out or changed. */
  findings: Finding[];
}

/** The text of a `.dxf` file for one sheet. Throws INVALID_INPUT for what cannot be cut. */
export function exportDxf(request: ExportRequest, options: DrawingOptions = {}): string {
  return planDxf(request, options).text;
}

/** The same with its findings. */
export function planDxf(request: ExportRequest, options: DrawingOptions = {}): PlannedDrawing {
  const { lines, extents, findings } = linesOf(request, options);
  const { layer_names: layerNames = {} } = options;
  const layers = new Map<string, { name: string; color: number; plotted: boolean }>();
  const add = ({ name, color, hex }: SheetLayer) =>
    layers.has(name) || layers.set(name, { name, color, plotted: hex !== NOT_CUT });
  for (const layer of [LAYERS.sheet, LAYERS.outer, LAYERS.inner]) add(named(layer, layerNames));
  for (const { layer } of lines) add(layer);
  const { kerf } = request.config;
  const comment =
    kerf > 0
      ? `Outlines are moved by half of the kerf of ${formatNumber(kerf, 4)} mm: the tool's centre follows them.`
      : "Outlines are those of the parts: no kerf is in them.";
  const text = frameDxf({
    comment: options.common_lines ? `${comment} Lines that parts share are drawn once.` : comment,
    layers: [...layers.values()],
    extents,
    entities: lines.map((line) => {
      return { layer: line.layer.name, type: "LWPOLYLINE", groups: polyline(line) };
    }),
  });
  return { text, findings };
}

/** A closed one (70 = 1) does not repeat its first point. Nine decimals keep areas to within 1e-6 of themselves. */
function polyline({ path, closed }: SheetLine): DxfGroup[] {
  return [
    [100, "AcDbPolyline"],
    [90, path.length],
    [70, closed ? 1 : 0],
    [43, "0.0"],
    ...path.flatMap(([x, y, bulge]): DxfGroup[] => {
      const point: DxfGroup[] = [
        [10, real(x)],
        [20, real(y)],
      ];
      return bulge === 0 ? point : [...point, [42, real(bulge)]];
    }),
  ];
}
