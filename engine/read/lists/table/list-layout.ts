/** Layout of a kind of list: its columns, how they are read, and the result. */
import type { ColumnNames } from "./heads.ts";
import type { DecimalSign, LengthUnit } from "./lengths.ts";

/** How a list is read. */
export interface ListOptions<Row = never> {
  /** Unit of lengths that name none; default mm. */
  unit?: LengthUnit;
  /** Decimal sign of numbers that show none; default is the sign that the list shows. */
  decimal?: DecimalSign | undefined;
  /** Leave lines out that cannot be read, instead of refusing the list. */
  skipBad?: boolean;
  /** Why a row that can be read cannot be used, or nothing where it can. */
  check?: (row: Row) => string | undefined;
  /** Texts that tell, beside an assumption, how to make another one. */
  advice?: Advice;
}

/** Ends of sentences, as the place where the list comes from has its own ways. */
export interface Advice {
  /** Advice for a number that was read with the other sign. */
  decimal?(sign: DecimalSign): string;
  /** Advice for a number that may be read with either sign. */
  either?: string;
  /** Advice for lengths that were read as millimetres. */
  inches?: string;
}

/** Rows and notes of a list. */
export interface List<Row> {
  rows: Row[];
  /** Sentences that tell what was left out or assumed. */
  notes: string[];
  /** Lines that could not be read or used, each with its reason. */
  refused: string[];
}

/** The columns that a kind of list may have. */
export interface ListLayout<Column extends string> {
  names: ColumnNames<Column>;
  /** Which are lengths, and which plain numbers. */
  lengths: readonly Column[];
  numbers: readonly Column[];
  /** Without all of these a line is no head. */
  needed: readonly Column[];
  /** Columns of words and of numbers in a list without a head, in order; where absent, a head is required. */
  headless?: { words: readonly Column[]; numbers: readonly Column[] };
  /** Columns that lists of this kind have, but not of what this one is wanted for. */
  foreign?: { names: ColumnNames<string>; to: string };
}
