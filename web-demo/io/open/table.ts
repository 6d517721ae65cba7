/**
 * What all tables have in common that come from a file or a spreadsheet: cells by tabs, semicolons or commas, columns
 * that their heading names in any order, numbers as people write them, and word of all that was not used.
 */
import { notify } from "../../model/session.ts";
import type { Place, Store } from "../../model/store.ts";
import { count, lengthText, listed, parseLength } from "../../model/units.ts";

export interface Table<Row> {
  rows: Row[];
  /** Lines that could not be read, with the reason. */
  refused: string[];
  /** Columns that nothing was taken from, by their headings. */
  unused: string[];
  /** The first length whose comma may have been meant to part thousands, as it was written. */
  doubtful: string | null;
}

/** How a table of one kind is read. */
export interface TableSpec<Column extends string, Row> {
  /** The column that a heading names; the first that matches. */
  headings: readonly (readonly [Column, RegExp])[];
  /** A heading without these is none. */
  needed: readonly Column[];
  /** What the place has that the table goes to. */
  used: readonly Column[];
  /** Of a row, where no heading says. */
  guess(row: readonly string[]): (Column | null)[];
  /** The row, or why it cannot be used; `above` is how many were read before it. */
  read(cell: (column: Column) => string, above: number): Row | string;
}

export type Noun = "piece" | "stock";

export const YES = /^(yes|y|true|1|x|ja)$/i;
const MOST_TOLD = 5;

/** `1,200` is 1.2 where the comma is the decimal point, and a thousand times that elsewhere. */
const DOUBTFUL = /^[1-9]\d{0,2},\d{3}$/;

export function readRows<Column extends string, Row>(text: string, spec: TableSpec<Column, Row>): Table<Row> {
  const lines = text.split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  const cells = lines.map((line) => splitLine(line, separator));
  const heading = cells.findIndex((row) => row.some((cell) => cell !== ""));
  const columnsNamed = namedColumns(cells[heading] ?? [], spec);
  const guessed = columnsNamed ? null : bestGuess(cells, spec);
  const table: Table<Row> = { rows: [], refused: [], unused: [], doubtful: null };
  for (const [i, row] of cells.entries()) {
    if (row.every((cell) => cell === "") || (columnsNamed && i === heading)) continue;
    const columns = columnsNamed ?? (guessed?.length === row.length ? guessed : spec.guess(row));
    const cell = (column: Column) => row[columns.indexOf(column)]?.trim() ?? "";
    const read = spec.read(cell, table.rows.length);
    if (typeof read === "string") table.refused.push(`line ${i + 1}: ${read}`);
    else {
      table.rows.push(read);
      table.doubtful ??= spec.needed.map(cell).find((length) => DOUBTFUL.test(length)) ?? null;
    }
    row.forEach((value, at) => {
      const column = columns[at] ?? null;
      if (value === "" || (column !== null && spec.used.includes(column))) return;
      const name = columnsNamed && cells[heading]![at] ? `“${cells[heading]![at]}”` : String(at + 1);
      if (!table.unused.includes(name)) table.unused.push(name);
    });
  }
  return table;
}

/** The guess for the line that says most: what is wrong in another is wrong there, and no other column's. */
function bestGuess<Column extends string, Row>(
  cells: readonly string[][],
  { guess }: Pick<TableSpec<Column, Row>, "guess">,
): (Column | null)[] | null {
  const said = (columns: readonly (Column | null)[]) => columns.filter((column) => column !== null).length;
  let best: (Column | null)[] | null = null;
  for (const row of cells.filter((one) => one.some((cell) => cell !== ""))) {
    const columns = guess(row);
    if (!best || said(columns) > said(best)) best = columns;
  }
  return best;
}

/** The columns of the first line that is not empty, or null when it is no heading. */
export function headingOf<Column extends string, Row>(
  text: string,
  spec: Pick<TableSpec<Column, Row>, "headings" | "needed">,
): (Column | null)[] | null {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  return namedColumns(splitLine(first, separatorOf(lines)), spec);
}

/** A list whose heading names what only stock has, as prices, and nothing that only pieces have is one of stock. */
export function nounOf<Column extends string>(
  heading: readonly (Column | null)[] | null,
  used: Readonly<Record<Noun, readonly Column[]>>,
): Noun {
  const names = (noun: Noun, other: Noun) =>
    heading?.some((column) => column && used[noun].includes(column) && !used[other].includes(column));
  return names("stock", "piece") && !names("piece", "stock") ? "stock" : "piece";
}

/** Says that a list went to the stock, which nobody has pointed at. */
export function tellStock(store: Store, rows: number): void {
  const text = `${count(rows, "row")} went to the stock, because the list names prices or offcuts.`;
  if (rows > 0) notify(store, "stock", "info", text);
}

/** A column is what the first heading of its name says. */
function namedColumns<Column extends string, Row>(
  row: readonly string[],
  { headings, needed }: Pick<TableSpec<Column, Row>, "headings" | "needed">,
): (Column | null)[] | null {
  const found = row.map((cell) => headings.find(([, words]) => words.test(cell.trim()))?.[0] ?? null);
  const first = found.map((column, i) => (found.indexOf(column) === i ? column : null));
  return needed.every((column) => first.includes(column)) ? first : null;
}

/** A whole number from 1, 1 where none is written, or null. */
export function quantityOf(text: string, most: number): number | null {
  const quantity = text === "" ? 1 : Number(text.replace(",", "."));
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= most ? quantity : null;
}

/** A price with or without its currency, 0 where none is written, or null. */
export function costOf(text: string): number | null {
  const cost = text === "" ? 0 : Number(text.replace(/[^\d.,-]/g, "").replace(",", "."));
  return cost >= 0 ? cost : null;
}

/** Adds the lines that a table has room for by `add`, and says what was left out and what may have been meant otherwise. */
export function takeRows<Line>(
  store: Store,
  place: Place,
  { rows, ...told }: Table<Line>,
  room: { there: number; most: number; add(kept: Line[]): void },
): void {
  const { kept, over } = fitting(rows, room.there, room.most);
  if (kept.length > 0) room.add(kept);
  tellTable(store, place, told);
  tellOver(store, place, over, room.most);
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

/** Why nothing of a table can be used; nothing where something can. @throws Error */
export function refuseEmpty({ rows, refused }: Table<unknown>, wanted: string): void {
  if (rows.length > 0) return;
  throw new Error(refused[0] ? `no row could be read: ${refused[0]}` : `no row with ${wanted} was found`);
}

function tellTable(
  store: Store,
  place: Place,
  { refused, unused, doubtful }: Omit<Table<unknown>, "rows">,
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
