/** The panels that are there and the pieces that are wanted, each as a table to type or paste into. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { PanelDefect } from "../../../engine/index.ts";
import { readDefects } from "../../../engine/read/lists/index.ts";
import type { App } from "../../app.ts";
import { PANELS } from "../../io/open/panel-rows.ts";
import type { PanelBoard, PanelPart } from "../../model/project.ts";
import { type DisplayUnit, formatLength } from "../../model/units.ts";
import {
  type Column,
  countColumn,
  lengthColumn,
  numberColumn,
  offcutColumn,
  wordColumn,
} from "../../table/columns.ts";
import { planTables } from "../plans/tables.ts";

const { panel, id_length: idLength } = LIMITS;

const BOARD_GRAINS = [
  ["none", "none"],
  ["length", "along"],
  ["width", "across"],
] as const;
const PIECE_GRAINS = [
  ["any", "any"],
  ["length", "along"],
  ["width", "across"],
  ["alike", "alike"],
] as const;

const BOARDS: readonly Column<PanelBoard>[] = [
  wordColumn("id", "Name", idLength, { always: true }),
  lengthColumn("length", "Length", panel.side),
  lengthColumn("width", "Width", panel.side),
  countColumn("quantity", panel.quantity),
  numberColumn("cost", "Cost"),
  {
    label: "Grain",
    choices: BOARD_GRAINS,
    text: ({ grain = "length" }) => grain,
    read: (line, grain) => ({ ...line, grain: grain as NonNullable<PanelBoard["grain"]> }),
  },
  offcutColumn(),
  wordColumn("material", "Material", idLength, { group: "materials" }),
  {
    label: "Defects",
    name: "Defects as left:bottom:length×width",
    group: "defects",
    text: ({ defects = [] }, unit) => defectsText(defects, unit),
    read({ defects: _before, ...line }, text, unit) {
      if (text.trim() === "") return line;
      const defects = readDefects(text, unit, text.includes(",") ? undefined : ".");
      if (defects === undefined)
        return `“${text}” is not left:bottom:length×width, as 120:80:400×60, with + between several.`;
      // No two panels have the same.
      return { ...line, quantity: 1, defects };
    },
  },
];

const PIECES: readonly Column<PanelPart>[] = [
  wordColumn("id", "Name", idLength, { always: true }),
  lengthColumn("length", "Length", panel.side),
  lengthColumn("width", "Width", panel.side),
  countColumn("quantity", panel.quantity),
  {
    label: "Grain",
    choices: PIECE_GRAINS,
    text: ({ grain = "any" }) => grain,
    read: ({ grain: _before, ...line }, text) =>
      text === "any" ? line : { ...line, grain: text as NonNullable<PanelPart["grain"]> },
  },
  wordColumn("material", "Material", idLength, { group: "materials" }),
  wordColumn("label", "Label", idLength, { group: "labels" }),
  ...(["left", "right", "bottom", "top"] as const).map(bandColumn),
];

/** Defects as text: `120:80:400×60 + 900:20:30×30`, from left and bottom, then length and width; lists read it. */
function defectsText(defects: readonly PanelDefect[], unit: DisplayUnit): string {
  const mm = (value: number) => formatLength(value, unit);
  return defects.map(({ x, y, length, width }) => `${mm(x)}:${mm(y)}:${mm(length)}×${mm(width)}`).join(" + ");
}

function bandColumn(side: "left" | "right" | "bottom" | "top"): Column<PanelPart> {
  const label = side[0]!.toUpperCase() + side.slice(1);
  return {
    label,
    name: `${label} band`,
    group: "edge bands",
    text: ({ edges }) => edges?.[side] ?? "",
    read(line, text) {
      const { [side]: _before, ...others } = line.edges ?? {};
      const edges = text.trim() === "" ? others : { ...others, [side]: text.trim().slice(0, idLength) };
      const { edges: _all, ...rest } = line;
      return Object.keys(edges).length > 0 ? { ...rest, edges } : rest;
    },
  };
}

export function panelForm(app: App): HTMLElement {
  return planTables(app, "panels", PANELS, {
    stocks: {
      title: "Panels",
      noun: "panel",
      hint: "Type the panels you have, offcuts too, or paste rows from a spreadsheet.",
      columns: BOARDS,
    },
    pieces: {
      title: "Pieces",
      noun: "piece",
      hint: "Type the pieces you need, or paste a list: name, length, width, quantity, material.",
      columns: PIECES,
    },
  });
}
