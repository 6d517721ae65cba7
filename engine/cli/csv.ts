/** Lists of bars and pieces as spreadsheets write them: comma, semicolon or tab, with or without a head, quoted or not. */
import { EngineError } from "../errors.ts";

/** Names under which a column is known. */
const COLUMNS = {
  id: ["id", "name", "piece", "part", "stock", "bar", "bezeichnung"],
  length: ["length", "len", "l", "laenge", "länge"],
  quantity: ["quantity", "qty", "count", "pcs", "anzahl", "stück"],
  cost: ["cost", "price", "preis"],
  trim_start: ["trim_start", "trim start"],
  trim_end: ["trim_end", "trim end"],
  offcut: ["offcut", "remnant", "rest"],
  angle_start: ["angle_start", "angle start", "left angle", "winkel links"],
  angle_end: ["angle_end", "angle end", "right angle", "winkel rechts"],
} as const;
type Column = keyof typeof COLUMNS;
/** The columns where there is no head. */
const HEADLESS: Column[] = ["id", "length", "quantity", "cost"];
/** Columns of numbers that may be empty. */
const NUMBERS = [
  "quantity",
  "cost",
  "trim_start",
  "trim_end",
  "angle_start",
  "angle_end",
] as const satisfies Column[];

const YES = /^(?:1|x|y|yes|true|j|ja)$/i;
const NO = /^(?:0|n|no|false|nein)$/i;

export interface Row extends Partial<Record<(typeof NUMBERS)[number], number>> {
  id: string;
  length: number;
  offcut?: boolean;
}

/** @throws EngineError INVALID_INPUT with the line that cannot be read */
export function rowsFromCsv(text: string, file: string): Row[] {
  const separator = separatorOf(text);
  const lines = recordsOf(text.replace(/^\uFEFF/, ""), separator).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  const head = lines[0] ? headOf(lines[0].cells) : undefined;
  const columns = head ?? HEADLESS;
  return lines.slice(head ? 1 : 0).map(({ cells, line }) => {
    const cell = (column: Column) => cells[columns.indexOf(column)] || undefined;
    const number = (column: Column) => {
      const given = cell(column);
      if (given === undefined) return undefined;
      // A decimal comma can only be meant where the comma does not separate.
      const value = Number(separator === "," ? given : given.replace(",", "."));
      if (!Number.isFinite(value)) throw wrong(file, line, `the ${column} "${given}" is no number`);
      return value;
    };
    const length = number("length");
    if (length === undefined) throw wrong(file, line, "there is no length");
    const row: Row = { id: cell("id") ?? `${length}`, length };
    for (const column of NUMBERS) {
      const value = number(column);
      if (value !== undefined) row[column] = value;
    }
    const offcut = cell("offcut");
    if (offcut === undefined) return row;
    if (!YES.test(offcut) && !NO.test(offcut)) {
      throw wrong(file, line, `the offcut "${offcut}" is neither yes nor no`);
    }
    return { ...row, offcut: YES.test(offcut) };
  });
}

/** One line of cells; text is quoted where it has to be. */
export function csvLine(cells: (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell);
    return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(",")}\n`;
}

export function wrong(file: string, line: number, what: string): EngineError {
  return new EngineError("INVALID_INPUT", `${file}, line ${line}: ${what}`);
}

/** Undefined when the first line is data already. */
function headOf(cells: string[]): (Column | undefined)[] | undefined {
  const names = Object.entries(COLUMNS) as [Column, readonly string[]][];
  const columns = cells.map((cell) => names.find(([, known]) => known.includes(cell.toLowerCase()))?.[0]);
  return columns.includes("length") ? columns : undefined;
}

export function separatorOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  return ["\t", ";"].find((separator) => first.includes(separator)) ?? ",";
}

export function recordsOf(text: string, separator: string): { cells: string[]; line: number }[] {
  const records: { cells: string[]; line: number }[] = [];
  let cells: string[] = [];
  let cell = "";
  let quoted = false;
  let line = 1;
  let start = 1;
  const endCell = () => {
    cells.push(cell.trim());
    cell = "";
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === "\n") line++;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      quoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n") {
      endCell();
      records.push({ cells, line: start });
      cells = [];
      start = line;
    } else cell += character;
  }
  endCell();
  records.push({ cells, line: start });
  return records;
}
