/** The panels that are there and the pieces that are wanted, each as a table to type or paste into. */
import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { addBoard, addPanelPiece, changePanels } from "../../edit/panels.ts";
import { fitting, tellOver } from "../../io/open/csv.ts";
import { pastePanelTable } from "../../io/open/panel-table.ts";
import type { PanelBoard, PanelPart } from "../../model/project.ts";
import { count } from "../../model/units.ts";
import { dropPreset, onPresets, presetsOf } from "../../shop/presets.ts";
import { button } from "../shell/controls.ts";
import { type Column, countColumn, lengthColumn, linesPanel, numberColumn, wordColumn } from "./lines.ts";

const { panel, idLength } = LIMITS;

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
const YES = [
  ["", "new"],
  ["yes", "offcut"],
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
  {
    label: "Kind",
    choices: YES,
    text: ({ offcut }) => (offcut ? "yes" : ""),
    read: ({ offcut: _before, ...line }, text) => (text === "" ? line : { ...line, offcut: true }),
  },
  wordColumn("material", "Material", idLength, { group: "materials" }),
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

/** The edge band of one side, by its name. */
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
  const panels = () => app.store.get().project.panels;
  const boards = linesPanel<PanelBoard>(app, {
    title: "Panels",
    noun: "panel",
    place: "stock",
    hint: "Type the panels you have, offcuts too, or paste rows from a spreadsheet.",
    columns: BOARDS,
    lines: () => panels().stocks,
    set: (label, stocks) => changePanels(app, label, () => ({ stocks })),
    add: () => addBoard(app),
    paste: (text) => pastePanelTable(app, text, "stock"),
    foot: keptOffcuts(app),
  });
  const pieces = linesPanel<PanelPart>(app, {
    title: "Pieces",
    noun: "piece",
    place: "pieces",
    hint: "Type the pieces you need, or paste a list: name, length, width, quantity, material.",
    columns: PIECES,
    lines: () => panels().pieces,
    set: (label, lines) => changePanels(app, label, () => ({ pieces: lines })),
    add: () => addPanelPiece(app),
    paste: (text) => pastePanelTable(app, text, "piece"),
  });
  return h("div", { class: "side left panels-side" }, boards, pieces);
}

/** Offcuts that earlier jobs have left, offered to this one. */
function keptOffcuts(app: App): HTMLElement {
  const element = h("p", { class: "extra-columns" });
  const take = async () => {
    const kept = await presetsOf<PanelBoard>("panels");
    const { stocks } = app.store.get().project.panels;
    const { kept: lines, over } = fitting(
      kept.map(({ value }) => value),
      stocks.length,
      panel.stocks,
    );
    changePanels(app, "Use kept offcuts", () => ({ stocks: [...stocks, ...lines] }));
    tellOver(app.store, "stock", over, panel.stocks);
    for (const { name } of kept.slice(0, lines.length)) await dropPreset("panels", name);
  };
  const refresh = async () => {
    const kept = await presetsOf<PanelBoard>("panels").catch(() => []);
    const offcuts = kept.reduce((sum, { value }) => sum + value.quantity, 0);
    show(element, offcuts > 0);
    element.replaceChildren(
      button(`Use ${count(offcuts, "kept offcut")}`, () => void take(), { class: "link" }),
    );
  };
  onPresets(() => void refresh());
  void refresh();
  return element;
}
