/**
 * Tables of pieces and stocks: from a file or pasted from a spreadsheet. A row is `name, length, quantity` in any
 * order that its heading says, separated by tabs, semicolons or commas; lengths take any unit.
 */
import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { notify } from "../../model/session.ts";
import type { Store } from "../../model/store.ts";
import { lengthText, parseLength, type Unit } from "../../model/units.ts";

export interface TableRow {
  id: string;
  length: number;
  quantity: number;
  cost: number;
  offcut?: boolean;
}

export interface Table {
  rows: TableRow[];
  /** Lines that could not be read, by number. */
  refused: number[];
  /** The first length whose comma may have been meant to part thousands, as it was written. */
  doubtful: string | null;
}

const YES = /^(yes|y|true|1|x|ja)$/i;

/** `1,200` is 1.2 where the comma is the decimal point, and a thousand times that elsewhere. */
const DOUBTFUL = /^[1-9]\d{0,2},\d{3}$/;

type Column = "id" | "length" | "quantity" | "cost" | "offcut" | null;

const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ["quantity", /^(qty|quantity|count|pcs|pieces|number|anzahl|stück|stk|menge)\b/i],
  ["length", /^(length|len|size|l|länge)\b/i],
  ["cost", /^(cost|price|preis|kosten)\b/i],
  ["offcut", /^(offcut|remnant|rest|reststück)\b/i],
  ["id", /^(id|name|part|piece|label|mark|description|item|no|nr|bezeichnung|teil|stock)\b/i],
];

/** Reads a table; `unit` is what bare lengths are in. */
export function readTable(text: string, unit: Unit): Table {
  const lines = text.split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  const cells = lines.map((line) => splitLine(line, separator));
  const heading = cells.findIndex((row) => row.some((cell) => cell !== ""));
  const named = headingOf(cells[heading] ?? []);
  const rows: TableRow[] = [];
  const refused: number[] = [];
  let doubtful: string | null = null;
  for (const [i, row] of cells.entries()) {
    if (row.every((cell) => cell === "") || (named && i === heading)) continue;
    const columns = named ?? guessColumns(row, unit);
    const read = readRow(row, columns, unit, rows.length);
    if (read) rows.push(read);
    else refused.push(i + 1);
    const length = row[columns.indexOf("length")]?.trim() ?? "";
    if (read && DOUBTFUL.test(length)) doubtful ??= length;
  }
  return { rows, refused, doubtful };
}

/** Says what of a table was left out, and what may have been meant otherwise. */
export function tellTable(store: Store, { refused, doubtful }: Table): void {
  if (refused.length > 0)
    notify(store, "error", `Lines without a length were left out: ${refused.slice(0, 8).join(", ")}.`);
  if (doubtful === null) return;
  const { unit } = store.get().project;
  const read = lengthText(parseLength(doubtful, unit)!, unit);
  notify(store, "info", `“${doubtful}” was read as ${read}: a comma is a decimal point here.`);
}

/** Adds a table to the pieces and shows them. */
export function addTable({ store }: App, text: string): void {
  const { project } = store.get();
  const table = readTable(text, project.unit);
  const { rows } = table;
  const room = LIMITS.cut.pieces - project.bars.pieces.length;
  if (rows.length === 0) throw new Error("no row with a length was found");
  const pieces = rows.slice(0, room).map(({ id, length, quantity }) => ({ id, length, quantity }));
  store.commit("Add pieces", (now) => ({
    ...now,
    mode: "bars",
    bars: { ...now.bars, pieces: [...now.bars.pieces, ...pieces] },
  }));
  tellTable(store, table);
}

function readRow(row: string[], columns: readonly Column[], unit: Unit, count: number): TableRow | null {
  const cell = (column: Column) => row[columns.indexOf(column)]?.trim() ?? "";
  const length = parseLength(cell("length"), unit);
  const quantity = cell("quantity") === "" ? 1 : Number(cell("quantity"));
  if (length === null || length <= 0 || length > LIMITS.cut.length) return null;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > LIMITS.cut.quantity) return null;
  const cost =
    Number(
      cell("cost")
        .replace(/[^\d.,-]/g, "")
        .replace(",", "."),
    ) || 0;
  return {
    id: cell("id").slice(0, LIMITS.idLength) || `Piece ${count + 1}`,
    length,
    quantity,
    cost: Math.max(0, cost),
    ...(YES.test(cell("offcut")) ? { offcut: true } : {}),
  };
}

function headingOf(row: string[]): Column[] | null {
  const columns = row.map(
    (cell): Column => HEADINGS.find(([, words]) => words.test(cell.trim()))?.[0] ?? null,
  );
  return columns.includes("length") ? columns : null;
}

/** Without a heading: the first cell that is no number names the piece, then come length, quantity and cost. */
function guessColumns(row: string[], unit: Unit): Column[] {
  const numeric = row.map((cell) => parseLength(cell.trim(), unit) !== null);
  const name = numeric.indexOf(false);
  const order: Column[] = ["length", "quantity", "cost"];
  return row.map((_, i) => (i === name ? "id" : numeric[i] ? (order.shift() ?? null) : null));
}

function separatorOf(lines: string[]): string {
  const sample = lines.slice(0, 20).join("\n");
  return ["\t", ";", ","].find((separator) => sample.includes(separator)) ?? ",";
}

/** One line of a table, quoted cells included. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i]!;
    if (quoted && letter === '"' && line[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (letter === '"' && (quoted || cell.trim() === "")) quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell].map((text) => text.trim());
}
