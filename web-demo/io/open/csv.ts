/**
 * Tables of pieces and stocks: from a file or pasted from a spreadsheet. A row is `name, length, quantity` in any
 * order that its heading says; lengths take any unit.
 */
import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { BarPiece, BarStock } from "../../model/project.ts";
import { count, parseLength, type Unit } from "../../model/units.ts";
import {
  costOf,
  headingOf,
  type Noun,
  nounOf,
  quantityOf,
  readRows,
  refuseEmpty,
  type Table,
  type TableSpec,
  takeRows,
  tellStock,
  YES,
} from "./table.ts";

interface TableRow {
  id: string;
  length: number;
  quantity: number;
  cost: number;
  offcut?: boolean;
  profile?: string;
  angle_start?: number;
  angle_end?: number;
}

type Column = keyof TableRow;

/** What the table of the pieces takes, and that of the stocks. */
const USED: Record<Noun, readonly Column[]> = {
  piece: ["id", "length", "quantity", "profile", "angle_start", "angle_end"],
  stock: ["id", "length", "quantity", "cost", "offcut", "profile"],
};

const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ["quantity", /^(qty|quantity|count|pcs|pieces|number|anzahl|stück|stk|menge)\b/i],
  [
    "angle_start",
    /^(angle|mitre|miter|winkel|gehrung)?[\s_-]*(start|left|begin|a|1|links)\b.*$|^(angle|mitre|miter)$/i,
  ],
  ["angle_end", /^(angle|mitre|miter|winkel|gehrung)?[\s_-]*(end|right|b|2|rechts)\b.*$/i],
  ["length", /^(length|len|size|l|länge)\b/i],
  ["cost", /^(cost|price|preis|kosten)\b/i],
  ["offcut", /^(offcut|remnant|rest|reststück)\b/i],
  ["profile", /^(profile|section|material|profil|werkstoff|querschnitt)\b/i],
  ["id", /^(id|name|part|piece|label|mark|description|item|no|nr|bezeichnung|teil|stock)\b/i],
];

/** Reads a table; `unit` is what bare lengths are in. */
function readTable(text: string, unit: Unit, noun: Noun): Table<TableRow> {
  const spec: TableSpec<Column, TableRow> = {
    headings: HEADINGS,
    needed: ["length"],
    used: USED[noun],
    guess: (row) => guessColumns(row, unit),
    read: (cell, above) => readRow(cell, unit, above),
  };
  return readRows(text, spec);
}

/** Adds a table to the pieces, or to the stock if it is one of stock, and shows them. */
export function addTable(app: App, text: string): void {
  const { unit } = app.store.get().project;
  const noun = nounOf(headingOf(text, { headings: HEADINGS, needed: ["length"] }), USED);
  const table = readTable(text, unit, noun);
  refuseEmpty(table, "a length");
  if (noun === "piece") takePieces(app, table, "Add", "piece");
  else {
    takeStocks(app, table, "Add");
    tellStock(app.store, table.rows.length);
  }
}

/** Adds pasted rows below the table that they were pasted into. */
export function pasteTable(app: App, text: string, noun: Noun): void {
  const { unit } = app.store.get().project;
  const table = readTable(text, unit, noun);
  if (noun === "piece") takePieces(app, table, "Paste", "row");
  else takeStocks(app, table, "Paste");
}

function takePieces({ store }: App, table: Table<TableRow>, verb: string, noun: string): void {
  const pieces = { ...table, rows: table.rows.map(pieceOf) };
  takeRows(store, "pieces", pieces, {
    there: store.get().project.bars.pieces.length,
    most: LIMITS.cut.pieces,
    add: (kept) =>
      store.commit(`${verb} ${count(kept.length, noun)}`, (now) => ({
        ...now,
        mode: "bars",
        bars: { ...now.bars, pieces: [...now.bars.pieces, ...kept] },
      })),
  });
}

function takeStocks({ store }: App, table: Table<TableRow>, verb: string): void {
  const stocks = { ...table, rows: table.rows.map(stockOf) };
  takeRows(store, "stock", stocks, {
    there: store.get().project.bars.stocks.length,
    most: LIMITS.cut.stocks,
    add: (kept) =>
      store.commit(`${verb} ${count(kept.length, "row")}`, (now) => ({
        ...now,
        mode: "bars",
        bars: { ...now.bars, stocks: [...now.bars.stocks, ...kept] },
      })),
  });
}

/** What the table of pieces keeps of a row. */
function pieceOf({ cost: _cost, offcut: _offcut, ...piece }: TableRow): BarPiece {
  return piece;
}

function stockOf({ angle_start: _start, angle_end: _end, ...stock }: TableRow): BarStock {
  return stock;
}

/** The row, or why it cannot be used. */
function readRow(cell: (column: Column) => string, unit: Unit, above: number): TableRow | string {
  const { cut, idLength } = LIMITS;
  const length = parseLength(cell("length"), unit);
  if (cell("length") === "") return "no length";
  if (length === null) return `“${cell("length")}” is not a length`;
  if (length <= 0 || length > cut.length)
    return `“${cell("length")}” is not a length above 0 and up to ${cut.length} mm`;
  const quantity = quantityOf(cell("quantity"), cut.quantity);
  if (quantity === null)
    return `“${cell("quantity")}” is not a whole number of pieces from 1 to ${cut.quantity}`;
  const cost = costOf(cell("cost"));
  if (cost === null) return `“${cell("cost")}” is not a cost`;
  const [start, end] = [angleOf(cell("angle_start")), angleOf(cell("angle_end"))];
  if (start === null || end === null)
    return `an angle is from -${cut.angle} to ${cut.angle} degrees, and a square end 0`;
  const id = cell("id");
  if (id.length > idLength) return `its name is longer than ${idLength} characters`;
  return {
    id: id || `Piece ${above + 1}`,
    length,
    quantity,
    cost,
    ...(YES.test(cell("offcut")) ? { offcut: true } : {}),
    ...(cell("profile") ? { profile: cell("profile") } : {}),
    ...(start ? { angle_start: start } : {}),
    ...(end ? { angle_end: end } : {}),
  };
}

/** Degrees from a square cut, or null when they are none. */
export function angleOf(text: string): number | null {
  if (text.trim() === "") return 0;
  const angle = Number(text.replace("°", "").replace(",", ".").trim());
  return Number.isFinite(angle) && Math.abs(angle) <= LIMITS.cut.angle ? angle : null;
}

/** Without a heading: the first cell that is no number names the piece, then come length, quantity and cost. */
function guessColumns(row: readonly string[], unit: Unit): (Column | null)[] {
  const numeric = row.map((cell) => parseLength(cell.trim(), unit) !== null);
  const name = numeric.indexOf(false);
  const order: Column[] = ["length", "quantity", "cost"];
  return row.map((_, i) => (i === name ? "id" : numeric[i] ? (order.shift() ?? null) : null));
}
