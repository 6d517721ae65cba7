/**
 * Tables as spreadsheets of all countries save them: whatever separates the cells, with the heads of their language or
 * none, units in the heads, and numbers with a comma or a point before the fraction.
 */
import {
  text as aText,
  callable,
  checkArguments,
  checkOptions,
  flag,
  oneOf,
  record,
} from "../../../base/contract/options.ts";
import { EngineError } from "../../../base/errors.ts";
import { type DecimalSign, readLength, readNumber, UNITS } from "./lengths.ts";
import type { List, ListLayout, ListOptions } from "./list-layout.ts";
import { columnNotes, type ListNotes, signOf, unitNotes } from "./notes.ts";
import { recordsOf } from "./records.ts";
import { findHead, rowsOf, type TableRow } from "./rows.ts";

const YES = /^(?:1|x|y|yes|true|on|j|ja|o|oui|s|si|sí|sim|t|tak|v|vrai|vero)$/i;
const NO = /^(?:0|-|n|no|false|off|nein|non|não|nao|nie|nee|falso|faux)$/i;
const PIECES =
  /\s*(?:x|×|pcs?|pieces?|ea|each|off|stk|stck|stück|st|pz|pezzi|pces?|pièces?|ud|uds|pzas?|szt|ks|db|шт)\.?$/i;
const CURRENCY = /^[€$£¥]\s*|\s*(?:[°%€$£¥]|eur|usd|gbp|chf|pln|kč|zł|kr)$/i;

const LIST_OPTIONS = {
  unit: oneOf(...UNITS),
  decimal: oneOf(".", ","),
  skipBad: flag,
  check: callable,
  advice: record,
  of: oneOf("pieces", "stocks"),
};

/**
 * @param name what errors and notes call the list; may be empty
 * @throws EngineError INVALID_INPUT with the line that cannot be read
 */
export function readList<Column extends string, Out>(
  text: string,
  name: string,
  layout: ListLayout<Column>,
  options: ListOptions<Out>,
  rowOf: (line: ListLine<Column>) => Out | undefined,
): List<Out> {
  checkArguments({ text: aText, name: aText }, { text, name });
  checkOptions(LIST_OPTIONS, options);
  const { separator, records } = recordsOf(text, name);
  if (records.length === 0) throw new EngineError("INVALID_INPUT", `${name || "the list"} is empty`);
  const { head, body } = rowsOf(records, name, layout);
  if (body.length === 0)
    throw new EngineError("INVALID_INPUT", `${name || "the list"} has a head and nothing below it`);
  const told: ListNotes<Column> = { layout, head, body, advice: options.advice ?? {} };
  const notes = columnNotes(told);
  if (head && head.above > 0) notes.push(`what stands above its head in line ${head.line} was left out`);
  const unit = options.unit ?? "mm";
  const sign = options.decimal ?? signOf(told, separator, (note) => notes.push(note));
  notes.push(...unitNotes(told, unit));
  const list: List<Out> = {
    rows: [],
    notes: notes.map((note) => (name ? `${name}: ${note}` : note)),
    refused: [],
  };
  for (const row of body) {
    const line = new ListLine({ name, row, sign, unit, either: options.advice?.either ?? "" });
    try {
      if (head) checkWidth(line, row, head.heads.length);
      const read = rowOf(line);
      const why = read === undefined ? undefined : options.check?.(read);
      if (why !== undefined) throw line.wrong(why);
      if (read !== undefined) list.rows.push(read);
    } catch (error) {
      if (!options.skipBad || !(error instanceof EngineError)) throw error;
      list.refused.push(error.message);
    }
  }
  return list;
}

/** Where a comma in a number has parted it, all that stands behind is in a wrong column. */
function checkWidth<Column extends string>(
  line: ListLine<Column>,
  { cells }: TableRow<Column>,
  heads: number,
): void {
  const width = cells.findLastIndex((cell) => cell !== "") + 1;
  if (width > heads)
    throw line.wrong(
      `there are ${width} cells and ${heads} heads; numbers with a separator in them need quotes`,
    );
}

/** The columns that the head of a list names, or undefined where it has none. */
export function columnsOfList<Column extends string>(
  text: string,
  layout: ListLayout<Column>,
): Column[] | undefined {
  checkArguments({ text: aText }, { text });
  const head = findHead(recordsOf(text, "").records, layout);
  return head?.heads.flatMap(({ column }) => (column === undefined ? [] : [column]));
}

/** One line of a list, cell by cell. */
export class ListLine<Column extends string> {
  constructor(
    private readonly given: {
      name: string;
      row: TableRow<Column>;
      sign: DecimalSign | undefined;
      unit: string;
      either: string;
    },
  ) {}

  /** Undefined where it is empty or there is no such column. */
  text(column: Column): string | undefined {
    const { cells, heads } = this.given.row;
    return cells[heads.findIndex((head) => head.column === column)] || undefined;
  }

  number(column: Column): number | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    return this.numberIn(column, text.replace(CURRENCY, ""));
  }

  private numberIn(column: Column, text: string): number {
    const value = readNumber(text, this.given.sign);
    if (typeof value === "number") return value;
    throw this.wrong(`the ${spoken(column)} "${this.text(column)}" is not a number${this.orBoth(value)}`);
  }

  /** A whole number from 1: `5`, `5 pcs`, `5x`. */
  count(column: Column): number | undefined {
    const text = this.text(column);
    const value = text === undefined ? undefined : this.numberIn(column, text.replace(PIECES, ""));
    if (value === undefined || (Number.isInteger(value) && value >= 1)) return value;
    throw this.wrong(`the ${spoken(column)} "${this.text(column)}" is not a whole number from 1`);
  }

  /** Millimetres. */
  length(column: Column): number | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const { row, unit, sign } = this.given;
    const own = row.heads.find((head) => head.column === column)?.unit;
    const read = readLength(text, own ?? unit, sign);
    if ("mm" in read) return read.mm;
    const both = read.fault === "ambiguous" ? this.orBoth(read.either) : "";
    throw this.wrong(`the ${spoken(column)} "${text}" is not a number${both}`);
  }

  yes(column: Column): boolean | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    if (YES.test(text) || NO.test(text)) return YES.test(text);
    throw this.wrong(`the ${spoken(column)} "${text}" is neither yes nor no`);
  }

  wrong(what: string): EngineError {
    const { name, row } = this.given;
    const line = `line ${row.line}`;
    return new EngineError("INVALID_INPUT", `${name ? `${name}, ${line}` : line}: ${what}`);
  }

  private orBoth(values: [number, number] | undefined): string {
    return values === undefined ? "" : ` that is plainly ${values.join(" or ")}${this.given.either}`;
  }
}

export const isNo = (text: string) => NO.test(text);

const spoken = (column: string) => column.replaceAll("_", " ");
