/** Stocks and pieces as tables that one types into or pastes a spreadsheet's rows into. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { BARS } from "../../io/open/bar-rows.ts";
import type { BarPiece, BarStock } from "../../model/project.ts";
import { formatLength, notPlainly, parseLength, parseNumber, trim } from "../../model/units.ts";
import {
  type Column,
  countColumn,
  lengthColumn,
  numberColumn,
  offcutColumn,
  wordColumn,
} from "../../table/columns.ts";
import { planTables } from "../plans/tables.ts";

const { cut, id_length: idLength } = LIMITS;

const STOCKS: readonly Column<BarStock>[] = [
  wordColumn("id", "Name", idLength, { always: true }),
  lengthColumn("length", "Length", cut.length),
  countColumn("quantity", cut.quantity),
  numberColumn("cost", "Cost"),
  offcutColumn(),
  wordColumn("profile", "Profile", idLength, { group: "profiles" }),
  {
    ...{ label: "Width", name: "Width at the mitre", group: "mitres", numeric: true },
    text: ({ width }, unit) => (width ? formatLength(width, unit) : ""),
    read({ width: _before, ...line }, text, unit) {
      const mm = text.trim() === "" ? 0 : parseLength(text, unit);
      if (mm === null || mm < 0 || mm > cut.length) return notPlainly(text, `a width up to ${cut.length} mm`);
      return mm === 0 ? line : { ...line, width: mm };
    },
  },
];

const PIECES: readonly Column<BarPiece>[] = [
  wordColumn("id", "Name", idLength, { always: true }),
  lengthColumn("length", "Length", cut.length),
  countColumn("quantity", cut.quantity),
  angleColumn("angle_start", "Start"),
  angleColumn("angle_end", "End"),
  wordColumn("profile", "Profile", idLength, { group: "profiles" }),
];

/** Degrees from a square cut; one of 0 is not said: the request stays the interface's own. */
function angleColumn(key: "angle_start" | "angle_end", end: string): Column<BarPiece> {
  return {
    label: `${end} °`,
    name: `${end} angle`,
    group: "mitres",
    numeric: true,
    text: ({ [key]: angle }) => (angle ? trim(angle, 3) : ""),
    read({ [key]: _before, ...line }, text) {
      const angle = angleOf(text);
      if (angle === null)
        return `“${text}” is not an angle from −${cut.angle} to ${cut.angle} degrees; a square end is 0.`;
      return angle === 0 ? line : { ...line, [key]: angle };
    },
  };
}

/** Degrees from a square cut, or null when they are none. */
function angleOf(text: string): number | null {
  if (text.trim() === "") return 0;
  const angle = parseNumber(text.replace("°", ""));
  return angle !== null && Math.abs(angle) <= cut.angle ? angle : null;
}

export function barsForm(app: App): HTMLElement {
  return planTables(app, "bars", BARS, {
    stocks: {
      title: "Stock",
      noun: "stock",
      hint: "Type the bars you have, or paste rows from a spreadsheet.",
      columns: STOCKS,
    },
    pieces: {
      title: "Pieces",
      noun: "piece",
      hint: "Type the pieces you need, or paste rows from a spreadsheet.",
      columns: PIECES,
    },
  });
}
