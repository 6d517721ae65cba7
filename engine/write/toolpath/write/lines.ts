/** The lines of one sheet by what they are for, as every drawing of it shows them: the boundary, cuts, marks. */

import type { Finding } from "../../../base/contract/finding.ts";
import type { SheetGround } from "../../../base/contract/nest-sheets.ts";
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Bounds, Point, Ring } from "../../../base/contract/values/geometry.ts";
import { invalidInput } from "../../../base/errors.ts";
import { openRing, pointBounds } from "../../../base/geometry/ring.ts";
import { formatNumber } from "../../../base/text.ts";
import { BlockContour, findBlocks } from "../common/common-blocks.ts";
import { drawnAs, holeLine, outerLine } from "../machine/layers.ts";
import type { Mark } from "../machine/options.ts";
import type { RuledLine } from "../machine/program-settings.ts";
import { orderContours } from "../order/order.ts";
import type { Vertex } from "../path/arcs.ts";
import { Obstacles } from "../path/obstacles.ts";
import { placeContours, type SheetContours } from "../path/overlap.ts";
import type { PathOptions } from "../path/shape.ts";
import { checkMarks, placedMark } from "../plan/marks.ts";
import { layoutFindings } from "../plan/program-findings.ts";
import { programFinding } from "../plan/sentences.ts";

/** Options of `exportDxf`. */
export interface DrawingOptions extends PathOptions {
  /** By placement, the lines that are drawn on it; each role has a layer of its own. */
  marks?: (Mark[] | null)[];
  /**
   * Material of a sheet that is no whole rectangle, as a sheet type of `nest`: its outline and holes are drawn on a
   * layer STOCK, its defects on DEFECT. None of them is cut. Not by default.
   */
  ground?: SheetGround;
  /** Names of layers in place of Offcut's own, by what they hold: `{ outer: "CUT" }`. */
  layer_names?: LayerNames;
  /** Draws one line, in the middle of the gap, between parts that lie one kerf apart, instead of two; false by default. */
  common_lines?: boolean;
}

/** Name of a layer by what it holds. */
export type LayerNames = Partial<Record<keyof typeof LAYERS, string>>;

/** Options of `draw`. */
export interface SheetDrawingOptions extends DrawingOptions {
  /** "dxf" by default. */
  format?: "dxf" | "svg";
}

/** Name and colour of a layer: AutoCAD's number, and the colour of LightBurn's layer for such lines. */
export interface SheetLayer {
  name: string;
  color: number;
  hex: string;
}

/** Grey, light grey, orange, white or black, blue. Neither the boundary nor what the sheet itself is like is cut. */
export const LAYERS = {
  sheet: { name: "SHEET", color: 8, hex: "#b4b4b4" },
  stock: { name: "STOCK", color: 9, hex: "#b4b4b4" },
  defect: { name: "DEFECT", color: 30, hex: "#b4b4b4" },
  outer: { name: "CUT_OUTER", color: 7, hex: "#0000ff" },
  inner: { name: "CUT_INNER", color: 5, hex: "#ff0000" },
  mark: { name: "MARK", color: 3, hex: "#00e000" },
  engrave: { name: "ENGRAVE", color: 6, hex: "#000000" },
  bend: { name: "BEND", color: 4, hex: "#00e0e0" },
  pocket: { name: "POCKET", color: 2, hex: "#d0d000" },
  "cut-open": { name: "CUT_OPEN", color: 1, hex: "#ff8000" },
} as const satisfies Record<string, SheetLayer>;

export interface SheetLine {
  layer: SheetLayer;
  /** An open one ends at its last vertex. */
  path: Vertex[];
  closed: boolean;
  /** The line as rules of a machine see it, or the mark; neither for what is no line of a part. */
  ruled?: RuledLine;
  mark?: Mark;
}

/** The boundary first, then marks, then cuts in their order. @throws EngineError INVALID_INPUT for what cannot be cut */
export function linesOf(
  request: ExportRequest,
  options: DrawingOptions,
): { lines: SheetLine[]; extents: Bounds; findings: Finding[] } {
  const { sheet_width: width, sheet_height: height, placements, config } = request;
  const { marks = [], arc_tolerance: arcTolerance, ground = {}, layer_names: layerNames = {} } = options;
  checkMarks(request, marks);
  const sheet = placeContours(request, config.kerf, options);
  const corners: Vertex[] = [
    [0, 0, 0],
    [width, 0, 0],
    [width, height, 0],
    [0, height, 0],
  ];
  const drawn = marks.flatMap((list, i) =>
    (list ?? []).map((mark): SheetLine => {
      const path = placedMark(mark, placements[i]!, arcTolerance);
      return {
        layer: LAYERS[mark.role],
        path: mark.closed ? path.slice(0, -1) : path,
        closed: mark.closed ?? false,
        mark,
      };
    }),
  );
  const lines = [
    { layer: LAYERS.sheet as SheetLayer, path: corners, closed: true },
    ...groundLines(ground),
    ...drawn,
    ...cutLines(sheet, request, options),
  ];
  return {
    lines: lines.map((line) => ({ ...line, layer: named(line.layer, layerNames) })),
    extents: pointBounds([
      [0, 0],
      [width, height],
      ...sheet.contours.flatMap(({ ring }) => ring),
      ...drawn.flatMap(({ path }) => path.map(([x, y]): Point => [x, y])),
    ]),
    findings: [
      ...(options.common_lines && sheet.near.length > 0
        ? [programFinding("common-lines-left-out", { count: 1, detail: "as parts are too near" })]
        : []),
      ...layoutFindings(sheet, request),
      ...movedOutlines(config.kerf, sheet.contours.length),
    ],
  };
}

/** Contours in cutting order. Blocks of parts one kerf apart are lines of which none is drawn twice. */
function cutLines(sheet: SheetContours, request: ExportRequest, options: DrawingOptions): SheetLine[] {
  const { contours, solids, near } = sheet;
  const { single, blocks } =
    options.common_lines && near.length === 0
      ? findBlocks(contours, solids, new Obstacles(solids), request.config.kerf / 2)
      : { single: contours, blocks: [] };
  return orderContours([...single, ...blocks]).flatMap(
    ({ of, inner, path, placement, hole }): SheetLine[] => {
      const { exterior, holes } = request.placements[placement]!;
      const line = hole === null ? outerLine(exterior) : holeLine(holes[hole]!);
      const ruled = { ...line, ...drawnAs(options, placement, hole ?? -1) };
      const layer = inner ? LAYERS.inner : LAYERS.outer;
      if (!(of instanceof BlockContour)) return [{ layer, path, closed: true, ruled }];
      return of.trails.map((trail) => ({ layer, path: trail.path, closed: trail.closed, ruled }));
    },
  );
}

/** The layer under the name that the caller wants. */
export function named(layer: SheetLayer, names: LayerNames): SheetLayer {
  const purpose = (Object.keys(LAYERS) as (keyof typeof LAYERS)[]).find((key) => LAYERS[key] === layer);
  const name = purpose && names[purpose];
  return name === undefined ? layer : { ...layer, name };
}

/** A drawing of what the tool follows is no drawing of the parts. */
function movedOutlines(kerf: number, count: number): Finding[] {
  if (kerf <= 0 || count === 0) return [];
  return [programFinding("outlines-moved", { count, detail: formatNumber(kerf, 4) })];
}

/** The material's edges first, then where it is bad. */
function groundLines({ outline, holes = [], defects = [] }: SheetGround): SheetLine[] {
  const line = (layer: SheetLayer, ring: Ring, ...path: (string | number)[]): SheetLine => {
    const points = Array.isArray(ring) ? openRing(ring) : [];
    const isRing = points.length >= 3 && points.every((point) => point.every(Number.isFinite));
    if (!isRing) throw invalidInput(["options", "ground", ...path], "is not a polygon");
    return { layer, path: points.map(([x, y]): Vertex => [x, y, 0]), closed: true };
  };
  return [
    ...(outline ? [line(LAYERS.stock, outline, "outline")] : []),
    ...holes.map((ring, i) => line(LAYERS.stock, ring, "holes", i)),
    ...defects.map((ring, i) => line(LAYERS.defect, ring, "defects", i)),
  ];
}
