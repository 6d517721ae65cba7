/** What a kind of list may have in it, how it is read, and what comes of it. */
import type { ColumnNames } from "./heads.ts";
import type { DecimalSign, Unit } from "./lengths.ts";

/** How a list is read. */
export interface ListOptions<Row = never> {
  /** Of lengths that name none; default mm. */
  unit?: Unit;
  /** Of numbers that show none; default what the list shows. */
  decimal?: DecimalSign | undefined;
  /** Leave lines out that cannot be read, instead of refusing the list. */
  skipBad?: boolean;
  /** Why a row that can be read cannot be used, or nothing where it can. */
  check?: (row: Row) => string | undefined;
  /** What is said of assumptions beside the assumption: how to make another one. */
  advice?: Advice;
}

/** Ends of sentences, as the place where the list comes from has its own ways. */
export interface Advice {
  /** Of a number that was read with the other sign. */
  decimal?(sign: DecimalSign): string;
  /** Of a number that may be either. */
  either?: string;
  /** Of lengths that were read as millimetres. */
  inches?: string;
}

/** What a list says. */
export interface List<Row> {
  rows: Row[];
  /** What was left out or taken for granted, in sentences. */
  notes: string[];
  /** Lines that could not be read or used, each with its reason. */
  refused: string[];
}

/** The columns that a kind of list may have. */
export interface Layout<Column extends string> {
  names: ColumnNames<Column>;
  /** Which are lengths, and which plain numbers. */
  lengths: readonly Column[];
  numbers: readonly Column[];
  /** Without all of these a line is no head. */
  needed: readonly Column[];
  /** What words and numbers are where there is no head, in their order; where absent, there must be one. */
  headless?: { words: readonly Column[]; numbers: readonly Column[] };
  /** Columns that lists of this kind have, but not of what this one is wanted for. */
  foreign?: { names: ColumnNames<string>; to: string };
}
