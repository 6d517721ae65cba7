/**
 * One sheet as a DXF file for any CAD: AC1015 (R2000), the oldest version that knows its units, in millimetres.
 *
 * Layer SHEET holds the boundary, CUT_OUTER and CUT_INNER the compensated contours in cutting order, all as closed
 * LWPOLYLINEs. What AutoCAD asks beyond that (tables, blocks, owners, unique handles) is in `write-frame.ts`.
 */
import type { ExportRequest } from "../contract/export.ts";
import type { Ring } from "../contract/geometry.ts";
import { boundsOf } from "../geometry/ring.ts";
import { planSheet } from "../toolpath/plan.ts";
import { frameDxf, type Group, type Layer, real } from "./write-frame.ts";

/** Colours are AutoCAD's numbers: grey, white or black, blue. The boundary is not plotted, as it is not cut. */
const LAYERS: Layer[] = [
  { name: "SHEET", color: 8, plotted: false },
  { name: "CUT_OUTER", color: 7, plotted: true },
  { name: "CUT_INNER", color: 5, plotted: true },
];

/** The text of a `.dxf` file for one sheet. Throws INVALID_INPUT for what cannot be cut. */
export function exportDxf(request: ExportRequest): string {
  const { contours } = planSheet(request);
  const { sheet_width: width, sheet_height: height } = request;
  const boundary: Ring = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const outlines = [
    { layer: "SHEET", ring: boundary },
    ...contours.map(({ inner, ring }) => ({ layer: inner ? "CUT_INNER" : "CUT_OUTER", ring })),
  ];
  return frameDxf({
    layers: LAYERS,
    extents: boundsOf(outlines.flatMap(({ ring }) => ring)),
    entities: outlines.map(({ layer, ring }) => ({ layer, type: "LWPOLYLINE", groups: polyline(ring) })),
  });
}

/** Closed (70 = 1), so the first point is not repeated. Nine decimals keep areas to within 1e-6 of themselves. */
function polyline(ring: Ring): Group[] {
  return [
    [100, "AcDbPolyline"],
    [90, ring.length],
    [70, 1],
    [43, "0.0"],
    ...ring.flatMap(([x, y]): Group[] => [
      [10, real(x)],
      [20, real(y)],
    ]),
  ];
}
