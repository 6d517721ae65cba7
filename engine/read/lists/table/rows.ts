/** Which line is the head, and what the cells of all other lines are, by it or by what they look like. */
import { EngineError } from "../../../base/errors.ts";
import { type ColumnHead, headsOf } from "./heads.ts";
import { readLength } from "./lengths.ts";
import type { ListLayout } from "./list-layout.ts";
import type { Cells } from "./records.ts";

/** A line with what its cells are. */
export interface TableRow<Column extends string> extends Cells {
  heads: readonly ColumnHead<Column>[];
}

/** The line of the heads, and how many stand above it. */
export interface HeadRow<Column extends string> extends TableRow<Column> {
  above: number;
}

/** So many lines may stand above the head: the name of the job, the date. */
const TITLES = 10;

/** @throws EngineError INVALID_INPUT where a head is needed and there is none, or lacks a column */
export function rowsOf<Column extends string>(
  records: readonly Cells[],
  name: string,
  layout: ListLayout<Column>,
): { head?: HeadRow<Column>; body: TableRow<Column>[] } {
  const head = findHead(records, layout);
  if (head)
    return { head, body: records.slice(head.above + 1).map((record) => ({ ...record, heads: head.heads })) };
  const { headless } = layout;
  const [first] = records;
  const heads = headsOf(first!.cells, layout.names);
  const isHead = heads.some(({ column }) => column !== undefined) && !first!.cells.some(isNumber);
  if (!headless || isHead) {
    const missing = layout.needed.find((wanted) => !heads.some(({ column }) => column === wanted));
    const line = name ? `${name}, line ${first!.line}` : `line ${first!.line}`;
    throw new EngineError("INVALID_INPUT", `${line}: there is no column "${missing}"`);
  }
  const guess = guesser(records, headless);
  return { body: records.map((record) => ({ ...record, heads: guess(record.cells) })) };
}

export function findHead<Column extends string>(
  records: readonly Cells[],
  { names, needed }: ListLayout<Column>,
): HeadRow<Column> | undefined {
  for (const [above, record] of records.slice(0, TITLES).entries()) {
    const heads = headsOf(record.cells, names);
    if (needed.every((wanted) => heads.some(({ column }) => column === wanted)))
      return { ...record, heads, above };
  }
  return undefined;
}

/**
 * Without a head, words and numbers are what they are in the usual order. The line that says most speaks for all of
 * its width, so that what is wrong in another is wrong there and no other column's.
 */
function guesser<Column extends string>(
  records: readonly Cells[],
  headless: NonNullable<ListLayout<Column>["headless"]>,
): (cells: readonly string[]) => ColumnHead<Column>[] {
  const named = isNamedByNumbers(records, headless.numbers.length);
  const guess = (cells: readonly string[]) => {
    const [words, numbers] = [[...headless.words], [...headless.numbers]];
    const first = named ? words.shift() : undefined;
    return cells.map((cell, at): ColumnHead<Column> => {
      if (at === 0 && named) return { name: "", column: first };
      return { name: "", column: cell === "" ? undefined : (isNumber(cell) ? numbers : words).shift() };
    });
  };
  const said = (heads: ColumnHead<Column>[]) => heads.filter(({ column }) => column !== undefined).length;
  const all = records.map(({ cells }) => guess(cells));
  const best = all.reduce((most, heads) => (said(heads) > said(most) ? heads : most));
  return (cells) => (cells.length === best.length ? best : guess(cells));
}

/**
 * Are the first numbers no lengths but names? They are where they count the lines, where there are more numbers than
 * columns for them, and where there are as many and the second ones are greater: pieces are longer than they are many.
 */
function isNamedByNumbers(records: readonly Cells[], most: number): boolean {
  const rows = records.map(({ cells }) => cells.filter((cell) => cell !== "").map(plainNumber));
  const firsts = rows.map(([first]) => first);
  if (rows.length > 1 && rows.every((row, i) => row.length > 2 && row[0] === i + 1)) return true;
  if (firsts.some((first) => first === undefined)) return false;
  const bare = rows.filter((row) => row.every((value) => value !== undefined));
  if (bare.some((row) => row.length > most)) return true;
  const full = bare.filter((row) => row.length === most);
  const sum = (at: number) => full.reduce((total, row) => total + row[at]!, 0);
  return full.length > 0 && full.length === rows.length && sum(1) > sum(0) && sum(1) > sum(2);
}

function plainNumber(cell: string): number | undefined {
  const read = readLength(cell, "mm", ".");
  return "mm" in read ? read.mm : undefined;
}

const isNumber = (cell: string) => plainNumber(cell) !== undefined;
