/** Stocks and pieces as tables that one types into or pastes a spreadsheet's rows into. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { BARS } from "../../io/open/bar-rows.ts";
import type { BarPiece, BarStock } from "../../model/project.ts";
import { formatLength, parseLength, parseNumber, trim } from "../../model/units.ts";
import {
  type Column,
  countColumn,
  lengthColumn,
  numberColumn,
  offcutColumn,
  optionalColumn,
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
  optionalColumn("width", {
    ...{ label: "Width", name: "Width at the mitre", group: "mitres", numeric: true, none: 0 },
    text: formatLength,
    parse: (text, unit) => between(parseLength(text, unit), 0, cut.length),
    wanted: `a width up to ${cut.length} mm`,
  }),
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
  return optionalColumn(key, {
    ...{ label: `${end} °`, name: `${end} angle`, group: "mitres", numeric: true, none: 0 },
    text: (angle) => trim(angle, 3),
    parse: (text) => between(parseNumber(text.replace("°", "")), -cut.angle, cut.angle),
    wanted: `an angle from −${cut.angle} to ${cut.angle} degrees; a square end is 0`,
  });
}

function between(value: number | null, least: number, most: number): number | null {
  return value !== null && value >= least && value <= most ? value : null;
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
