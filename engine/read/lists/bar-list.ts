/** Lists of bars and of pieces that are cut from them, with or without a head. */
import type { ColumnNames } from "./table/heads.ts";
import { columnsOfList, readList } from "./table/list.ts";
import type { List, ListLayout, ListOptions } from "./table/list-layout.ts";
import {
  ANGLE_END,
  ANGLE_START,
  COST,
  DESCRIPTION,
  ID,
  LENGTH,
  OFFCUT,
  PROFILE,
  QUANTITY,
} from "./table/names.ts";
import { type ListPurpose, layoutFor, wantedBy } from "./wanted.ts";

const NUMBERS = ["cost", "angle_start", "angle_end"] as const;
const TRIMS = ["trim_start", "trim_end"] as const;

const NAMES = {
  id: [...ID, ...DESCRIPTION, "stock", "bar"],
  length: LENGTH,
  quantity: QUANTITY,
  cost: COST,
  trim_start: ["trim start", "anschnitt"],
  trim_end: ["trim end", "endstück"],
  offcut: OFFCUT,
  angle_start: ANGLE_START,
  angle_end: ANGLE_END,
  material: PROFILE,
} satisfies ColumnNames<string>;
type BarColumn = keyof typeof NAMES;

const LAYOUT: ListLayout<BarColumn> = {
  names: NAMES,
  lengths: ["length", ...TRIMS],
  numbers: ["quantity", ...NUMBERS],
  needed: ["length"],
  headless: { words: ["id"], numbers: ["length", "quantity", "cost"] },
};

/** Columns that only pieces have, and columns that only stocks have. */
const OWN = {
  pieces: ["angle_start", "angle_end"],
  stocks: ["cost", "offcut", ...TRIMS],
} as const;

/** A line of a list; what is absent was empty. */
export interface BarListRow {
  /** The length as it stands there, where nothing names it. */
  id: string;
  /** Millimetres, as are the trims. */
  length: number;
  quantity?: number;
  cost?: number;
  trim_start?: number;
  trim_end?: number;
  offcut?: boolean;
  /** Degrees from a square cut. */
  angle_start?: number;
  angle_end?: number;
  /** Or profile: what pieces and bars must have in common. */
  material?: string;
}

/**
 * Rows of a list of bars or pieces. Its columns are known by their heads in some twenty languages, or by what they look
 * like where there is no head; a unit in a head (`Length (in)`) is that of its column.
 *
 * @param name of the file, for messages; may be empty
 * @throws EngineError INVALID_INPUT with the line that cannot be read
 */
export function readBarList(
  text: string,
  name: string,
  options: ListOptions<BarListRow> & ListPurpose = {},
): List<BarListRow> {
  return readList<BarColumn, BarListRow>(text, name, layoutFor(LAYOUT, OWN, options), options, (line) => {
    const length = line.length("length");
    if (length === undefined) throw line.wrong("there is no length");
    const row: BarListRow = { id: line.text("id") ?? line.text("length")!, length };
    const quantity = line.count("quantity");
    if (quantity !== undefined) row.quantity = quantity;
    for (const column of NUMBERS) {
      const value = line.number(column);
      if (value !== undefined) row[column] = value;
    }
    for (const column of TRIMS) {
      const value = line.length(column);
      if (value !== undefined) row[column] = value;
    }
    const [offcut, material] = [line.yes("offcut"), line.text("material")];
    if (offcut !== undefined) row.offcut = offcut;
    if (material !== undefined) row.material = material;
    return row;
  });
}

/** Is it a list of what is cut, or of what it is cut from? Undefined where its columns, if named, would do for either. */
export function barListOf(text: string): ListPurpose["of"] {
  return wantedBy(columnsOfList(text, LAYOUT), OWN);
}
