/**
 * One sheet as a DXF file for any CAD: AC1015 (R2000), the oldest version that knows its units, in millimetres.
 *
 * Layer SHEET holds the boundary, CUT_OUTER and CUT_INNER the compensated contours in cutting order, all as closed
 * LWPOLYLINEs, with bulges where arcs are known or asked for. What AutoCAD asks beyond that (tables, blocks, owners, unique handles) is in `write-frame.ts`.
 */
import type { ExportRequest } from "../../contract/v1/export.ts";
import { boundsOf } from "../../geometry/ring.ts";
import type { Vertex } from "../path/arcs.ts";
import type { PathOptions } from "../path/shape.ts";
import { planSheet } from "../plan/contours.ts";
import { frameDxf, type Group, type Layer, real } from "./dxf-frame.ts";

/** Colours are AutoCAD's numbers: grey, white or black, blue. The boundary is not plotted, as it is not cut. */
const LAYERS: Layer[] = [
  { name: "SHEET", color: 8, plotted: false },
  { name: "CUT_OUTER", color: 7, plotted: true },
  { name: "CUT_INNER", color: 5, plotted: true },
];

/** The text of a `.dxf` file for one sheet. Throws INVALID_INPUT for what cannot be cut. */
export function exportDxf(request: ExportRequest, options: PathOptions = {}): string {
  const contours = planSheet(request, options);
  const { sheet_width: width, sheet_height: height } = request;
  const corners: Vertex[] = [
    [0, 0, 0],
    [width, 0, 0],
    [width, height, 0],
    [0, height, 0],
  ];
  const outlines = contours.map((contour) => ({
    layer: contour.inner ? "CUT_INNER" : "CUT_OUTER",
    path: contour.path,
  }));
  return frameDxf({
    layers: LAYERS,
    extents: boundsOf([[0, 0], [width, height], ...contours.flatMap(({ ring }) => ring)]),
    entities: [{ layer: "SHEET", path: corners }, ...outlines].map(({ layer, path }) => {
      return { layer, type: "LWPOLYLINE", groups: polyline(path) };
    }),
  });
}

/** Closed (70 = 1), so the first point is not repeated. Nine decimals keep areas to within 1e-6 of themselves. */
function polyline(path: Vertex[]): Group[] {
  return [
    [100, "AcDbPolyline"],
    [90, path.length],
    [70, 1],
    [43, "0.0"],
    ...path.flatMap(([x, y, bulge]): Group[] => {
      const point: Group[] = [
        [10, real(x)],
        [20, real(y)],
      ];
      return bulge === 0 ? point : [...point, [42, real(bulge)]];
    }),
  ];
}
