/**
 * A plan of panels as a DXF drawing (AC1015, millimetres): every pattern once, above each other, with its panel, pieces,
 * offcuts, defects and names on layers of their own.
 */
import type { PanelPlan } from "../../base/contract/panel-plan.ts";
import { type PanelRectangle, panelLeaves } from "../../plan/panel/sawing.ts";
import { type DxfGroup, type DxfLayer, frameDxf, real } from "../toolpath/write/dxf-frame.ts";

const LAYERS: DxfLayer[] = [
  { name: "PANEL", color: 8, plotted: false },
  { name: "PIECE", color: 7, plotted: true },
  { name: "OFFCUT", color: 3, plotted: true },
  { name: "DEFECT", color: 1, plotted: false },
  { name: "NAME", color: 5, plotted: false },
];

/** The text of a `.dxf` file. Names are reduced to printable ASCII. */
export function panelsToDxf(plan: PanelPlan): string {
  const entities: { type: string; layer: string; groups: DxfGroup[] }[] = [];
  const longest = Math.max(0, ...plan.patterns.map(({ length }) => length));
  let up = 0;
  for (const pattern of plan.patterns) {
    const { length, width, count, stock_id } = pattern;
    const size = Math.max(length, width) / 60;
    entities.push(rectangle("PANEL", { x: 0, y: up, length, width }));
    entities.push(name(`${count} x ${stock_id}`, 0, up - 1.5 * size, size));
    for (const defect of pattern.defects ?? [])
      entities.push(rectangle("DEFECT", { ...defect, y: defect.y + up }));
    for (const leaf of panelLeaves(pattern, plan.kerf)) {
      if (leaf.piece === undefined && !leaf.offcut) continue;
      const at = { ...leaf, y: leaf.y + up };
      entities.push(rectangle(leaf.offcut ? "OFFCUT" : "PIECE", at));
      const height = Math.min(size, at.width / 3, at.length / 4);
      entities.push(name(leaf.piece_id ?? "offcut", at.x + height / 2, at.y + height / 2, height));
    }
    up += width + 4 * size;
  }
  return frameDxf({
    layers: LAYERS,
    extents: { min_x: 0, min_y: 0, max_x: longest, max_y: up },
    entities,
  });
}

function rectangle(layer: string, { x, y, length, width }: PanelRectangle) {
  const corners = [
    [x, y],
    [x + length, y],
    [x + length, y + width],
    [x, y + width],
  ] as const;
  const points = corners.flatMap(([px, py]): DxfGroup[] => [
    [10, real(px)],
    [20, real(py)],
  ]);
  const groups: DxfGroup[] = [[100, "AcDbPolyline"], [90, 4], [70, 1], [43, "0.0"], ...points];
  return { layer, type: "LWPOLYLINE", groups };
}

function name(text: string, x: number, y: number, height: number) {
  const printable = text.replace(/[^\x20-\x7e]/g, "_");
  const groups: DxfGroup[] = [
    [100, "AcDbText"],
    [10, real(x)],
    [20, real(y)],
    [30, real(0)],
    [40, real(height)],
    [1, printable],
    [100, "AcDbText"],
  ];
  return { layer: "NAME", type: "TEXT", groups };
}
