/** The cells of a table, whatever separates them, with the lines that they stand in. */
import Papa from "papaparse";
import { EngineError } from "../../../base/errors.ts";

export interface Cells {
  cells: string[];
  /** From 1. */
  line: number;
}

/** @throws EngineError INVALID_INPUT for quotes that do not end where a cell does; `name` is what the list is called */
export function recordsOf(text: string, name: string): { separator: string; records: Cells[] } {
  // Some spreadsheets begin with a line for themselves.
  const [told, named] = /^\uFEFF?sep=(.)\r?\n/.exec(text) ?? ["", undefined];
  const rest = text.slice(told.length).replace(/^\uFEFF/, "");
  const separator = named ?? separatorOf(rest);
  const { data, errors } = Papa.parse<string[]>(rest, { delimiter: separator });
  const [fault] = errors;
  if (fault) throw new EngineError("INVALID_INPUT", `${name || "the text"} is not a list: ${fault.message}`);
  const records: Cells[] = [];
  let line = told === "" ? 1 : 2;
  for (const row of data) {
    const cells = row.map(plainCell);
    if (cells.some((cell) => cell !== "")) records.push({ cells, line });
    line += 1 + (row.join("").match(/\r\n|\r|\n/g)?.length ?? 0);
  }
  return { separator, records };
}

/** That of the first line that has one: a title above the head may have none. */
function separatorOf(text: string): string {
  const [first = ""] = /^.*[\t;,].*$/m.exec(text) ?? [];
  return ["\t", ";"].find((separator) => first.includes(separator)) ?? ",";
}

/**
 * Without the blanks around it, without quotes behind a blank, and without what makes a cell text in a spreadsheet: the
 * formula of `="007"` and the apostrophe of `'-5`.
 */
function plainCell(cell: string): string {
  const quoted = /^(?:\s+|\s*=)"(.*)"\s*$/s.exec(cell);
  const plain = (quoted ? quoted[1]!.replaceAll('""', '"') : cell).trim();
  return plain.replace(/^'(?=[=+\-@])/, "");
}
