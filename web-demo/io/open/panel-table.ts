/**
 * Lists of panels and pieces as CutList Optimizer and spreadsheets have them: `Length, Width, Qty, Material, Label,
 * Enabled, Grain direction, Top band …`, in any order, or bare `name length width quantity`. What is not used is told.
 */
import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { PanelBoard, PanelPart } from "../../model/project.ts";
import { count, parseLength, type Unit } from "../../model/units.ts";
import { readDefects } from "../../panels/defects.ts";
import {
  costOf,
  headingOf,
  type Noun,
  nounOf,
  quantityOf,
  readRows,
  refuseEmpty,
  type Table,
  takeRows,
  tellStock,
  YES,
} from "./table.ts";

type Column =
  | "id"
  | "length"
  | "width"
  | "quantity"
  | "material"
  | "label"
  | "enabled"
  | "grain"
  | "cost"
  | "offcut"
  | "defects"
  | "left"
  | "right"
  | "bottom"
  | "top";

/** A row with all that either table takes. */
type Row = PanelPart & Pick<PanelBoard, "cost" | "offcut" | "defects">;

const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ["length", /^(length|len|l|länge)\b/i],
  ["width", /^(width|w|height|breite|b)\b/i],
  ["quantity", /^(qty|quantity|count|pcs|pieces|number|anzahl|stück|stk|menge)\b/i],
  ["material", /^(material|werkstoff|board|platte)\b/i],
  ["enabled", /^(enabled|active|aktiv)\b/i],
  ["grain", /^(grain|maserung)/i],
  ["top", /^top\b|^oben\b/i],
  ["left", /^left\b|^links\b/i],
  ["bottom", /^bottom\b|^unten\b/i],
  ["right", /^right\b|^rechts\b/i],
  ["cost", /^(cost|price|preis|kosten)\b/i],
  ["offcut", /^(offcut|remnant|rest)/i],
  ["defects", /^(defects?|fehler|fehlstellen)\b/i],
  ["label", /^(label|note|comment|beschriftung)\b/i],
  ["id", /^(id|name|part|piece|mark|description|item|no|nr|bezeichnung|teil)\b/i],
];

const USED: Record<Noun, readonly Column[]> = {
  piece: [
    "id",
    "length",
    "width",
    "quantity",
    "material",
    "label",
    "enabled",
    "grain",
    "left",
    "right",
    "bottom",
    "top",
  ],
  stock: ["id", "length", "width", "quantity", "material", "enabled", "grain", "cost", "offcut", "defects"],
};
const NO = /^(no|n|false|0|nein)$/i;
const GRAINS: Record<string, NonNullable<PanelPart["grain"]>> = {
  h: "length",
  length: "length",
  v: "width",
  width: "width",
  alike: "alike",
};

const NEEDED = ["length", "width"] as const;

/** True for a list whose heading names a length and a width: pieces of panels, not of bars. */
export function isPanelTable(text: string): boolean {
  return headingOf(text, { headings: HEADINGS, needed: NEEDED }) !== null;
}

/** Reads a list for the table of pieces or of stock; bare lengths are in `unit`. */
function readPanelTable(text: string, unit: Unit, place: Noun): Table<Row> {
  const noun = place === "piece" ? "Piece" : "Panel";
  return readRows(text, {
    headings: HEADINGS,
    needed: NEEDED,
    used: USED[place],
    guess: (row) => guessColumns(row, unit),
    read: (cell, above) => readRow(cell, unit, `${noun} ${above + 1}`),
  });
}

/** What the table of pieces keeps of a row, and that of the stock. */
function partOf({ cost: _cost, offcut: _offcut, defects: _defects, ...piece }: Row): PanelPart {
  return piece;
}
function boardOf(row: Row): PanelBoard {
  const { id, length, width, quantity, cost, offcut, defects, material, grain } = row;
  return {
    id,
    length,
    width,
    quantity: defects ? 1 : quantity,
    cost,
    grain: grain === "length" || grain === "width" ? grain : "none",
    ...(offcut ? { offcut } : {}),
    ...(defects ? { defects } : {}),
    ...(material ? { material } : {}),
  };
}

/** Adds a list to the pieces, or to the panels that are there if it is one of those, and shows them. */
export function addPanelTable(app: App, text: string): void {
  const noun = nounOf(headingOf(text, { headings: HEADINGS, needed: NEEDED }), USED);
  const table = readPanelTable(text, app.store.get().project.unit, noun);
  refuseEmpty(table, "a size");
  if (noun === "piece") takePieces(app, table, "Add", "piece");
  else {
    takeBoards(app, table, "Add");
    tellStock(app.store, table.rows.length);
  }
}

/** Adds a pasted list to the table that it was pasted into. */
export function pastePanelTable(app: App, text: string, place: Noun): void {
  const table = readPanelTable(text, app.store.get().project.unit, place);
  if (place === "piece") takePieces(app, table, "Paste", "row");
  else takeBoards(app, table, "Paste");
}

function takePieces({ store }: App, table: Table<Row>, verb: string, noun: string): void {
  const pieces = { ...table, rows: table.rows.map(partOf) };
  takeRows(store, "pieces", pieces, {
    there: store.get().project.panels.pieces.length,
    most: LIMITS.panel.pieces,
    add: (kept) =>
      store.commit(`${verb} ${count(kept.length, noun)}`, (now) => ({
        ...now,
        mode: "panels",
        panels: { ...now.panels, pieces: [...now.panels.pieces, ...kept] },
      })),
  });
}

function takeBoards({ store }: App, table: Table<Row>, verb: string): void {
  const boards = { ...table, rows: table.rows.map(boardOf) };
  takeRows(store, "stock", boards, {
    there: store.get().project.panels.stocks.length,
    most: LIMITS.panel.stocks,
    add: (kept) =>
      store.commit(`${verb} ${count(kept.length, "row")}`, (now) => ({
        ...now,
        mode: "panels",
        panels: { ...now.panels, stocks: [...now.panels.stocks, ...kept] },
      })),
  });
}

/** Without a heading: words name the piece and its material, numbers are length, width and quantity. */
function guessColumns(row: readonly string[], unit: Unit): (Column | null)[] {
  const numbers: Column[] = ["length", "width", "quantity"];
  const words: Column[] = ["id", "material"];
  return row.map((cell) => {
    if (cell.trim() === "") return null;
    return (parseLength(cell.trim(), unit) === null ? words.shift() : numbers.shift()) ?? null;
  });
}

/** The row, or why it cannot be used. */
function readRow(cell: (column: Column) => string, unit: Unit, name: string): Row | string {
  const { panel, idLength } = LIMITS;
  if (NO.test(cell("enabled"))) return "it is not enabled";
  const sizes: number[] = [];
  for (const side of ["length", "width"] as const) {
    const mm = parseLength(cell(side), unit);
    if (cell(side) === "") return `no ${side}`;
    if (mm === null || mm <= 0 || mm > panel.side) return `“${cell(side)}” is no ${side} above 0`;
    sizes.push(mm);
  }
  const quantity = quantityOf(cell("quantity"), panel.quantity);
  if (quantity === null) return `“${cell("quantity")}” is not a whole number from 1 to ${panel.quantity}`;
  const id = cell("id") || cell("label") || name;
  if (id.length > idLength) return `its name is longer than ${idLength} characters`;
  const cost = costOf(cell("cost"));
  if (cost === null) return `“${cell("cost")}” is not a cost`;
  const defects = cell("defects") === "" ? [] : readDefects(cell("defects"), unit);
  if (defects === null) return `“${cell("defects")}” is not left:bottom:length×width`;
  const edges = edgesOf(cell);
  const grain = GRAINS[cell("grain").toLowerCase()];
  return {
    id,
    length: sizes[0]!,
    width: sizes[1]!,
    quantity,
    cost,
    ...(YES.test(cell("offcut")) ? { offcut: true } : {}),
    ...(defects.length > 0 ? { defects } : {}),
    ...(cell("material") ? { material: cell("material").slice(0, idLength) } : {}),
    ...(cell("id") && cell("label") ? { label: cell("label").slice(0, idLength) } : {}),
    ...(grain ? { grain } : {}),
    ...(edges ? { edges } : {}),
  };
}

function edgesOf(cell: (column: Column) => string): PanelPart["edges"] {
  const sides = (["left", "right", "bottom", "top"] as const).flatMap((side) => {
    const band = cell(side);
    return band === "" || NO.test(band) ? [] : [[side, band.slice(0, LIMITS.idLength)] as const];
  });
  return sides.length > 0 ? Object.fromEntries(sides) : undefined;
}
