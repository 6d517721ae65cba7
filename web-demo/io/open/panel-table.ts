/**
 * Lists of panels and pieces as CutList Optimizer and spreadsheets have them: `Length, Width, Qty, Material, Label,
 * Enabled, Grain direction, Top band …`, in any order, or bare `name length width quantity`. What is not used is told.
 */
import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { changePanels } from "../../edit/panels.ts";
import type { PanelBoard, PanelPart } from "../../model/project.ts";
import { count, parseLength, type Unit } from "../../model/units.ts";
import { readDefects } from "../../panels/defects.ts";
import { fitting, separatorOf, splitLine, tellOver, tellTable } from "./csv.ts";

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

export interface PanelTable<Line> {
  rows: Line[];
  refused: string[];
  unused: string[];
  doubtful: string | null;
}

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

const ONLY: Record<"piece" | "stock", readonly Column[]> = {
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
const YES = /^(yes|y|true|1|x|ja)$/i;
const NO = /^(no|n|false|0|nein)$/i;
const GRAINS: Record<string, NonNullable<PanelPart["grain"]>> = {
  h: "length",
  length: "length",
  v: "width",
  width: "width",
  alike: "alike",
};

/** True for a list whose heading names a length and a width: pieces of panels, not of bars. */
export function isPanelTable(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  const heading = lines.find((line) => line.trim() !== "") ?? "";
  const columns = columnsOf(splitLine(heading, separatorOf(lines)));
  return columns.includes("length") && columns.includes("width");
}

/** Reads a list for the table of pieces or of stock; bare lengths are in `unit`. */
export function readPanelTable(text: string, unit: Unit, place: "piece" | "stock"): PanelTable<Row> {
  const lines = text.split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  const cells = lines.map((line) => splitLine(line, separator));
  const heading = cells.findIndex((row) => row.some((cell) => cell !== ""));
  const named = columnsOf(cells[heading] ?? []);
  const isNamed = named.includes("length") && named.includes("width");
  const table: PanelTable<Row> = { rows: [], refused: [], unused: [], doubtful: null };
  cells.forEach((row, i) => {
    if (row.every((cell) => cell === "") || (isNamed && i === heading)) return;
    const columns = isNamed ? named : guessColumns(row, unit);
    const read = readRow(
      row,
      columns,
      unit,
      `${place === "piece" ? "Piece" : "Panel"} ${table.rows.length + 1}`,
    );
    if (typeof read === "string") table.refused.push(`line ${i + 1}: ${read}`);
    else table.rows.push(read);
    row.forEach((cell, at) => {
      const column = columns[at] ?? null;
      if (cell === "" || (column !== null && ONLY[place].includes(column))) return;
      const name = isNamed && cells[heading]![at] ? `“${cells[heading]![at]}”` : String(at + 1);
      if (!table.unused.includes(name)) table.unused.push(name);
    });
  });
  return table;
}

/** What the table of pieces keeps of a row, and that of the stock. */
export function partOf({ cost: _cost, offcut: _offcut, defects: _defects, ...piece }: Row): PanelPart {
  return piece;
}
export function boardOf(row: Row): PanelBoard {
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

/** Adds a list to the pieces and shows them. */
export function addPanelTable(app: App, text: string): void {
  const { store } = app;
  const table = readPanelTable(text, store.get().project.unit, "piece");
  if (table.rows.length === 0)
    throw new Error(
      table.refused[0] ? `no row could be read: ${table.refused[0]}` : "no row with a size was found",
    );
  const { panel } = LIMITS;
  const { kept, over } = fitting(
    table.rows.map(partOf),
    store.get().project.panels.pieces.length,
    panel.pieces,
  );
  store.commit(`Add ${count(kept.length, "piece")}`, (now) => ({
    ...now,
    mode: "panels",
    panels: { ...now.panels, pieces: [...now.panels.pieces, ...kept] },
  }));
  tellTable(store, "pieces", table);
  tellOver(store, "pieces", over, panel.pieces);
}

/** Adds a pasted list to the table that it was pasted into. */
export function pastePanelTable(app: App, text: string, place: "piece" | "stock"): void {
  const { unit, panels } = app.store.get().project;
  const table = readPanelTable(text, unit, place);
  const where = place === "piece" ? "pieces" : "stock";
  const most = place === "piece" ? LIMITS.panel.pieces : LIMITS.panel.stocks;
  const there = place === "piece" ? panels.pieces.length : panels.stocks.length;
  const { kept, over } = fitting(table.rows, there, most);
  const label = `Paste ${count(kept.length, "row")}`;
  if (kept.length > 0)
    changePanels(app, label, ({ stocks, pieces }) =>
      place === "piece"
        ? { pieces: [...pieces, ...kept.map(partOf)] }
        : { stocks: [...stocks, ...kept.map(boardOf)] },
    );
  tellTable(app.store, where, table);
  tellOver(app.store, where, over, most);
}

function columnsOf(row: readonly string[]): (Column | null)[] {
  const found = row.map((cell) => HEADINGS.find(([, words]) => words.test(cell.trim()))?.[0] ?? null);
  return found.map((column, i) => (found.indexOf(column) === i ? column : null));
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
function readRow(
  row: readonly string[],
  columns: readonly (Column | null)[],
  unit: Unit,
  name: string,
): Row | string {
  const cell = (column: Column) => row[columns.indexOf(column)]?.trim() ?? "";
  const { panel, idLength } = LIMITS;
  if (NO.test(cell("enabled"))) return "it is not enabled";
  const sizes: number[] = [];
  for (const side of ["length", "width"] as const) {
    const mm = parseLength(cell(side), unit);
    if (cell(side) === "") return `no ${side}`;
    if (mm === null || mm <= 0 || mm > panel.side) return `“${cell(side)}” is no ${side} above 0`;
    sizes.push(mm);
  }
  const quantity = cell("quantity") === "" ? 1 : Number(cell("quantity").replace(",", "."));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > panel.quantity)
    return `“${cell("quantity")}” is no whole number from 1 to ${panel.quantity}`;
  const id = cell("id") || cell("label") || name;
  if (id.length > idLength) return `its name is longer than ${idLength} characters`;
  const cost =
    cell("cost") === ""
      ? 0
      : Number(
          cell("cost")
            .replace(/[^\d.,-]/g, "")
            .replace(",", "."),
        );
  if (!(cost >= 0)) return `“${cell("cost")}” is no cost`;
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
