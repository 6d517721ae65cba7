/** A drawing for people at a terminal: its parts with sizes and holes, what else is in it, and what was noticed. */

import { counted } from "../../base/text.ts";
import type { Drawing } from "../../read/drawing/model/drawing.ts";
import type { LengthUnit } from "../../read/lists/index.ts";
import { lengthWithUnit, sizeText } from "../base/lengths.ts";
import { oneLine, tableOf } from "./text-table.ts";

export function drawingTable(
  drawing: Drawing,
  { unit, columns }: { unit: LengthUnit; columns: number },
): string[] {
  const { data, parts, paths, layers, hints, open_ends } = drawing;
  const { width, height } = data.dimensions;
  const rows = parts.map(({ bounds, holes, area, order }, at) => [
    String(at + 1),
    sizeText(bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y, unit),
    String(holes.length),
    areaText(area, unit),
    order.quantity === null ? "" : String(order.quantity),
  ]);
  const heads = ["Part", "Size", "Holes", "Area", "Wanted"].map((title) => ({
    title,
    right: title !== "Size",
  }));
  const wanted = rows.some((row) => row[4] !== "");
  const without = <Cell>(row: Cell[]) => (wanted ? row : row.slice(0, 4));
  const others = [
    [paths.filter(({ role }) => role === "open").length, "open cut"],
    [paths.filter(({ role }) => role === "bend").length, "bend line"],
    [paths.filter(({ role }) => role === "engrave").length, "engraving"],
    [paths.filter(({ role }) => role === "mark").length, "mark"],
    [open_ends.length, "gap left open", "gaps left open"],
  ] as [number, string, string?][];
  const more = others
    .filter(([number]) => number > 0)
    .map(([number, noun, plural]) => counted(number, noun, plural));
  const order = [
    hints.material !== null && hints.material,
    hints.thickness !== null && `${lengthWithUnit(hints.thickness, unit)} thick`,
    hints.quantity !== null && `${hints.quantity} wanted`,
  ].filter((hint) => hint !== false);
  return [
    `${oneLine(data.name)}: ${counted(parts.length, "part")}, ${sizeText(width, height, unit)} overall`,
    ...(rows.length > 0 ? ["", ...tableOf(without(heads), rows.map(without), columns)] : []),
    "",
    ...(more.length > 0 ? [`  ${more.join(", ")}`] : []),
    `  layers: ${oneLine(layers.map(({ name, role }) => `${name} (${role})`).join(", ")) || "none"}`,
    ...(order.length > 0 ? [`  says: ${oneLine(order.join(", "))}`] : []),
  ];
}

/** In square centimetres or square inches. */
function areaText(area: number, unit: LengthUnit): string {
  return unit === "mm" ? `${(area / 100).toFixed(1)} cm²` : `${(area / 25.4 ** 2).toFixed(2)} in²`;
}
