/** Lists of bars and pieces, with or without a head. */
import { type Layout, type List, type ListOptions, readList } from "./csv.ts";
import { COST, DESCRIPTION, ID, LENGTH, MATERIAL, OFFCUT, QUANTITY } from "./names.ts";

const NUMBERS = ["cost", "angle_start", "angle_end"] as const;
const TRIMS = ["trim_start", "trim_end"] as const;

const LAYOUT = {
  names: {
    id: [...ID, ...DESCRIPTION, "stock", "bar", "profile", "profil"],
    length: LENGTH,
    quantity: QUANTITY,
    cost: COST,
    trim_start: ["trim start", "anschnitt"],
    trim_end: ["trim end", "endstück"],
    offcut: OFFCUT,
    angle_start: [
      "angle start",
      "left angle",
      "angle left",
      "winkel links",
      "angle gauche",
      "ángulo izquierdo",
      "angolo sinistro",
      "hoek links",
    ],
    angle_end: [
      "angle end",
      "right angle",
      "angle right",
      "winkel rechts",
      "angle droit",
      "ángulo derecho",
      "angolo destro",
      "hoek rechts",
    ],
    material: MATERIAL,
  },
  lengths: ["length", ...TRIMS],
  numbers: ["quantity", ...NUMBERS],
  needed: ["length"],
  headless: ["id", "length", "quantity", "cost"],
} as const satisfies Layout<string>;
type Column = keyof typeof LAYOUT.names;

export interface BarRow extends Partial<Record<(typeof NUMBERS)[number] | (typeof TRIMS)[number], number>> {
  id: string;
  /** Millimetres, as are the trims. */
  length: number;
  quantity?: number;
  offcut?: boolean;
  material?: string;
}

/** @throws EngineError INVALID_INPUT with the line that cannot be read */
export function readBarList(text: string, file: string, options: ListOptions = {}): List<BarRow> {
  return readList<Column, BarRow>(text, file, LAYOUT, options, (line) => {
    const length = line.length("length");
    if (length === undefined) throw line.wrong("there is no length");
    const row: BarRow = { id: line.text("id") ?? line.text("length")!, length };
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
