/**
 * Tables of pieces and stocks: from a file or pasted from a spreadsheet. A row is `name, length, quantity` in any
 * order that its heading says, separated by tabs, semicolons or commas; lengths take any unit. What a row or a column
 * is not used for is told, with the reason.
 */
import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { BarPiece, BarStock } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import type { Place, Store } from "../../model/store.ts";
import { count, lengthText, listed, parseLength, type Unit } from "../../model/units.ts";

export interface TableRow {
  id: string;
  length: number;
  quantity: number;
  cost: number;
  offcut?: boolean;
  profile?: string;
  angle_start?: number;
  angle_end?: number;
}

export interface Table {
  rows: TableRow[];
  /** Lines that could not be read, with the reason. */
  refused: string[];
  /** Columns that nothing was taken from, by their headings. */
  unused: string[];
  /** The first length whose comma may have been meant to part thousands, as it was written. */
  doubtful: string | null;
}

type Column = keyof TableRow;
/** What the table of the pieces takes, and that of the stocks. */
export const USED: Record<"piece" | "stock", readonly Column[]> = {
  piece: ["id", "length", "quantity", "profile", "angle_start", "angle_end"],
  stock: ["id", "length", "quantity", "cost", "offcut", "profile"],
};

const YES = /^(yes|y|true|1|x|ja)$/i;
const MOST_TOLD = 5;

/** `1,200` is 1.2 where the comma is the decimal point, and a thousand times that elsewhere. */
const DOUBTFUL = /^[1-9]\d{0,2},\d{3}$/;

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

/** Reads a table; `unit` is what bare lengths are in, `used` the columns that its place has. */
export function readTable(text: string, unit: Unit, used: readonly Column[] = USED.piece): Table {
  const lines = text.split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  const cells = lines.map((line) => splitLine(line, separator));
  const heading = cells.findIndex((row) => row.some((cell) => cell !== ""));
  const named = headingOf(cells[heading] ?? []);
  const table: Table = { rows: [], refused: [], unused: [], doubtful: null };
  for (const [i, row] of cells.entries()) {
    if (row.every((cell) => cell === "") || (named && i === heading)) continue;
    const columns = named ?? guessColumns(row, unit);
    const read = readRow(row, columns, unit, table.rows.length);
    if (typeof read === "string") table.refused.push(`line ${i + 1}: ${read}`);
    else table.rows.push(read);
    const length = row[columns.indexOf("length")]?.trim() ?? "";
    if (typeof read !== "string" && DOUBTFUL.test(length)) table.doubtful ??= length;
    noteUnused(table, row, columns, named ? (cells[heading] ?? []) : null, used);
  }
  return table;
}

/** Says what of a table was left out, and what may have been meant otherwise. */
export function tellTable(
  store: Store,
  place: Place,
  { refused, unused, doubtful }: Omit<Table, "rows">,
): void {
  if (refused.length > 0) notify(store, place, "error", `Left out: ${listed(refused, MOST_TOLD)}.`);
  if (unused.length > 0)
    notify(
      store,
      place,
      "info",
      `Not used: ${unused.length === 1 ? "column" : "columns"} ${listed(unused, 8)}.`,
    );
  if (doubtful === null) return;
  const { unit } = store.get().project;
  const read = lengthText(parseLength(doubtful, unit)!, unit);
  notify(store, place, "info", `“${doubtful}” was read as ${read}: a comma is a decimal point here.`);
}

/** Adds a table to the pieces and shows them. */
export function addTable({ store }: App, text: string): void {
  const { project } = store.get();
  const table = readTable(text, project.unit);
  if (table.rows.length === 0)
    throw new Error(
      table.refused[0] ? `no row could be read: ${table.refused[0]}` : "no row with a length was found",
    );
  const { kept, over } = fitting(table.rows.map(pieceOf), project.bars.pieces.length, LIMITS.cut.pieces);
  store.commit(`Add ${count(kept.length, "piece")}`, (now) => ({
    ...now,
    mode: "bars",
    bars: { ...now.bars, pieces: [...now.bars.pieces, ...kept] },
  }));
  tellTable(store, "pieces", table);
  tellOver(store, "pieces", over, LIMITS.cut.pieces);
}

/** Adds pasted rows below the table that they were pasted into. */
export function pasteTable({ store }: App, text: string, noun: "piece" | "stock"): void {
  const { unit, bars } = store.get().project;
  const place = noun === "stock" ? "stock" : "pieces";
  const [key, most] =
    noun === "stock" ? (["stocks", LIMITS.cut.stocks] as const) : (["pieces", LIMITS.cut.pieces] as const);
  const table = readTable(text, unit, USED[noun]);
  const rows = table.rows.map(noun === "stock" ? stockOf : pieceOf);
  const { kept, over } = fitting<BarPiece | BarStock>(rows, bars[key].length, most);
  if (kept.length > 0)
    store.commit(`Paste ${count(kept.length, "row")}`, (project) => ({
      ...project,
      bars: { ...project.bars, [key]: [...project.bars[key], ...kept] },
    }));
  tellTable(store, place, table);
  tellOver(store, place, over, most);
}

/** As many lines as a table has room for, and how many have none. */
export function fitting<Line>(lines: Line[], there: number, most: number): { kept: Line[]; over: number } {
  const kept = lines.slice(0, Math.max(0, most - there));
  return { kept, over: lines.length - kept.length };
}

export function tellOver(store: Store, place: Place, over: number, most: number): void {
  if (over > 0)
    notify(store, place, "error", `${count(over, "row")} left out: the table takes up to ${most}.`);
}

/** What the table of pieces keeps of a row. */
export function pieceOf({ cost: _cost, offcut: _offcut, ...piece }: TableRow): BarPiece {
  return piece;
}

function stockOf({ angle_start: _start, angle_end: _end, ...stock }: TableRow): BarStock {
  return stock;
}

function noteUnused(
  { unused }: Table,
  row: string[],
  columns: readonly (Column | null)[],
  heading: string[] | null,
  used: readonly Column[],
): void {
  row.forEach((cell, i) => {
    const column = columns[i] ?? null;
    if (cell === "" || (column !== null && used.includes(column))) return;
    const name = heading?.[i] ? `“${heading[i]}”` : `${i + 1}`;
    if (!unused.includes(name)) unused.push(name);
  });
}

/** The row, or why it cannot be used. */
function readRow(
  row: string[],
  columns: readonly (Column | null)[],
  unit: Unit,
  above: number,
): TableRow | string {
  const cell = (column: Column) => row[columns.indexOf(column)]?.trim() ?? "";
  const length = parseLength(cell("length"), unit);
  if (cell("length") === "") return "no length";
  if (length === null) return `“${cell("length")}” is no length`;
  if (length <= 0 || length > LIMITS.cut.length)
    return `“${cell("length")}” is no length above 0 and up to ${LIMITS.cut.length} mm`;
  const quantity = cell("quantity") === "" ? 1 : Number(cell("quantity").replace(",", "."));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > LIMITS.cut.quantity)
    return `“${cell("quantity")}” is no whole number of pieces from 1 to ${LIMITS.cut.quantity}`;
  const cost =
    cell("cost") === ""
      ? 0
      : Number(
          cell("cost")
            .replace(/[^\d.,-]/g, "")
            .replace(",", "."),
        );
  if (!(cost >= 0)) return `“${cell("cost")}” is no cost`;
  const [start, end] = [angleOf(cell("angle_start")), angleOf(cell("angle_end"))];
  if (start === null || end === null)
    return `an angle is from -${LIMITS.cut.angle} to ${LIMITS.cut.angle} degrees, and a square end 0`;
  const id = cell("id");
  if (id.length > LIMITS.idLength) return `its name is longer than ${LIMITS.idLength} characters`;
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

function headingOf(row: string[]): (Column | null)[] | null {
  const columns = row.map(
    (cell): Column | null => HEADINGS.find(([, words]) => words.test(cell.trim()))?.[0] ?? null,
  );
  // A column is what the first heading of its name says.
  const first = columns.map((column, i) => (columns.indexOf(column) === i ? column : null));
  return columns.includes("length") ? first : null;
}

/** Without a heading: the first cell that is no number names the piece, then come length, quantity and cost. */
function guessColumns(row: string[], unit: Unit): (Column | null)[] {
  const numeric = row.map((cell) => parseLength(cell.trim(), unit) !== null);
  const name = numeric.indexOf(false);
  const order: Column[] = ["length", "quantity", "cost"];
  return row.map((_, i) => (i === name ? "id" : numeric[i] ? (order.shift() ?? null) : null));
}

export function separatorOf(lines: string[]): string {
  const sample = lines.slice(0, 20).join("\n");
  return ["\t", ";", ","].find((separator) => sample.includes(separator)) ?? ",";
}

/** One line of a table, quoted cells included. */
export function splitLine(line: string, separator: string): string[] {
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
