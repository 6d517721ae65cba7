/**
 * Lists of panels and pieces as CutList Optimizer writes them and spreadsheets change them: columns in any order, comma,
 * semicolon or tab, decimal comma, one or several materials. Whatever is not understood is said, with its line.
 */
import { recordsOf, separatorOf, wrong } from "./csv.ts";

/** Names under which a column is known. */
const COLUMNS = {
  length: ["length", "len", "l", "länge", "laenge"],
  width: ["width", "w", "breite", "b"],
  quantity: ["qty", "quantity", "count", "pcs", "anzahl", "stück"],
  material: ["material", "werkstoff"],
  id: ["id", "name", "piece", "part", "panel", "stock", "bezeichnung"],
  label: ["label", "description", "beschriftung"],
  enabled: ["enabled", "active", "aktiv"],
  grain: ["grain direction", "grain", "maserung"],
  cost: ["cost", "price", "preis"],
  offcut: ["offcut", "remnant", "rest"],
  top: ["top band", "edge top", "edge_top", "top"],
  left: ["left band", "edge left", "edge_left", "left"],
  bottom: ["bottom band", "edge bottom", "edge_bottom", "bottom"],
  right: ["right band", "edge right", "edge_right", "right"],
} as const;
type Column = keyof typeof COLUMNS;

const YES = /^(?:1|x|y|yes|true|j|ja)$/i;
const NO = /^(?:0|n|no|false|nein)$/i;
const GRAINS: Record<string, "length" | "width" | "none" | "any" | "alike"> = {
  h: "length",
  horizontal: "length",
  length: "length",
  v: "width",
  vertical: "width",
  width: "width",
  none: "none",
  any: "any",
  alike: "alike",
};

/** One line of a list; what is absent was empty. */
export interface PanelRow {
  id: string;
  material: string;
  length: number;
  width: number;
  quantity?: number;
  label?: string;
  grain?: (typeof GRAINS)[string];
  cost?: number;
  offcut?: boolean;
  edges?: Partial<Record<"left" | "right" | "bottom" | "top", string>>;
}

export interface PanelList {
  rows: PanelRow[];
  /** What was left out, in sentences. */
  notes: string[];
}

/** @throws EngineError INVALID_INPUT with the line that cannot be read */
export function readPanelList(text: string, file: string): PanelList {
  const separator = separatorOf(text);
  const [head, ...lines] = recordsOf(text.replace(/^\uFEFF/, ""), separator).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  if (!head) return { rows: [], notes: [] };
  const columns = head.cells.map(columnOf);
  for (const needed of ["length", "width"] as const) {
    if (!columns.includes(needed)) throw wrong(file, head.line, `there is no column "${needed}"`);
  }
  const unknown = head.cells.filter((cell, at) => cell !== "" && columns[at] === undefined);
  const notes = unknown.map((name) => `${file}: the column "${name}" is not known and was left out`);
  const rows: PanelRow[] = [];
  let disabled = 0;
  for (const { cells, line } of lines) {
    const row = new RowReader(columns, cells, separator, (what) => wrong(file, line, what));
    if (row.yes("enabled") === false) disabled++;
    else rows.push(row.read());
  }
  if (disabled > 0) notes.push(`${file}: ${disabled} lines are not enabled and were left out`);
  return { rows, notes };
}

function columnOf(name: string): Column | undefined {
  const names = Object.entries(COLUMNS) as [Column, readonly string[]][];
  return names.find(([, known]) => known.includes(name.toLowerCase()))?.[0];
}

class RowReader {
  constructor(
    private readonly columns: (Column | undefined)[],
    private readonly cells: string[],
    private readonly separator: string,
    private readonly wrong: (what: string) => Error,
  ) {}

  read(): PanelRow {
    const [length, width] = [this.number("length"), this.number("width")];
    if (length === undefined || width === undefined) throw this.wrong("length or width is missing");
    const [quantity, cost, offcut] = [this.number("quantity"), this.number("cost"), this.yes("offcut")];
    const [label, grain] = [this.cell("label"), this.grain()];
    const bands = (["left", "right", "bottom", "top"] as const).flatMap((side) => {
      const band = this.cell(side);
      return band === undefined || NO.test(band) ? [] : [[side, band] as const];
    });
    return {
      id: this.cell("id") ?? label ?? `${length}x${width}`,
      material: this.cell("material") ?? "",
      length,
      width,
      ...(quantity === undefined ? {} : { quantity }),
      ...(label === undefined ? {} : { label }),
      ...(grain === undefined ? {} : { grain }),
      ...(cost === undefined ? {} : { cost }),
      ...(offcut === undefined ? {} : { offcut }),
      ...(bands.length === 0 ? {} : { edges: Object.fromEntries(bands) }),
    };
  }

  yes(column: Column): boolean | undefined {
    const given = this.cell(column);
    if (given === undefined) return undefined;
    if (YES.test(given) || NO.test(given)) return YES.test(given);
    throw this.wrong(`"${given}" (${column}) is neither yes nor no`);
  }

  private grain(): (typeof GRAINS)[string] | undefined {
    const given = this.cell("grain");
    if (given === undefined) return undefined;
    const grain = GRAINS[given.toLowerCase()];
    if (grain === undefined)
      throw this.wrong(`the grain "${given}" is none of ${Object.keys(GRAINS).join(", ")}`);
    return grain;
  }

  private number(column: Column): number | undefined {
    const given = this.cell(column);
    if (given === undefined) return undefined;
    // A decimal comma can only be meant where the comma does not separate.
    const value = Number(this.separator === "," ? given : given.replace(",", "."));
    if (!Number.isFinite(value)) throw this.wrong(`the ${column} "${given}" is no number of millimetres`);
    return value;
  }

  private cell(column: Column): string | undefined {
    const at = this.columns.indexOf(column);
    return (at < 0 ? undefined : this.cells[at]) || undefined;
  }
}
