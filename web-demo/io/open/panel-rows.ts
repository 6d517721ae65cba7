/** Rows of lists as the tables of panels and their pieces have them. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { PanelListRow } from "../../../engine/read/lists/index.ts";
import { filled } from "../../collect.ts";
import type { PanelBoard, PanelPart } from "../../model/project.ts";
import type { ListKind } from "./lists.ts";

const { panel, id_length: idLength } = LIMITS;

export const PANELS: ListKind<PanelListRow, PanelPart, PanelBoard> = {
  mode: "panels",
  read: (reader, text, options) => reader.readPanelList(text, "", options),
  listOf: (reader, text) => reader.panelListOf(text),
  check,
  pieceOf,
  stockOf,
};

function check({ length, width, quantity = 1, cost = 0, defects, ...row }: PanelListRow): string | undefined {
  for (const [side, mm] of [
    ["length", length],
    ["width", width],
  ] as const)
    if (mm <= 0 || mm > panel.side) return `“${mm}” is not a ${side} above 0 and up to ${panel.side} mm`;
  if (quantity > panel.quantity) return `“${quantity}” is more than ${panel.quantity} pieces`;
  if (cost < 0) return `“${cost}” is not a cost`;
  if (defects && quantity > 1) return "panels with defects need a line each";
  const words = [row.id, row.material, row.label ?? "", ...Object.values(row.edges ?? {})];
  if (words.some((word) => word.length > idLength))
    return `a name in it is longer than ${idLength} characters`;
  return undefined;
}

function pieceOf({ id, length, width, quantity = 1, grain, ...row }: PanelListRow): PanelPart {
  const { material, label, edges } = row;
  return {
    ...{ id, length, width, quantity, ...filled({ material, edges }) },
    ...(label !== undefined && label !== id ? { label } : {}),
    ...(grain === undefined || grain === "none" || grain === "any" ? {} : { grain }),
  };
}

function stockOf({ id, length, width, quantity = 1, cost = 0, ...row }: PanelListRow): PanelBoard {
  const { material, grain, offcut, defects } = row;
  return {
    ...{ id, length, width, quantity, cost, ...filled({ material, offcut, defects }) },
    grain: grain === "length" || grain === "width" ? grain : "none",
  };
}
