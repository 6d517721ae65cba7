/** Stocks and pieces as tables that one types into or pastes a spreadsheet's rows into. */
import { LIMITS } from "../../../engine/index.ts";
import { addPiece, addStock, changeBars } from "../../actions/bars.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { angleOf, pasteTable } from "../../io/open/csv.ts";
import type { BarPiece, BarStock } from "../../model/project.ts";
import { trim } from "../../model/units.ts";
import {
  type Column,
  countColumn,
  lengthColumn,
  numberColumn,
  offcutColumn,
  wordColumn,
} from "../plans/columns.ts";
import { keptOffcuts } from "../plans/kept.ts";
import { linesPanel } from "../plans/lines.ts";

const { cut, idLength } = LIMITS;

const STOCKS: readonly Column<BarStock>[] = [
  wordColumn("id", "Name", idLength, { always: true }),
  lengthColumn("length", "Length", cut.length),
  countColumn("quantity", cut.quantity),
  numberColumn("cost", "Cost"),
  offcutColumn(),
  wordColumn("profile", "Profile", idLength, { group: "profiles" }),
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
        return `“${text}” is no angle from −${cut.angle} to ${cut.angle} degrees; a square end is 0.`;
      return angle === 0 ? line : { ...line, [key]: angle };
    },
  };
}

export function barsForm(app: App): HTMLElement {
  const bars = () => app.store.get().project.bars;
  const setStocks = (label: string, stocks: BarStock[]) => changeBars(app, label, () => ({ stocks }));
  const stocks = linesPanel<BarStock>(app, {
    title: "Stock",
    noun: "stock",
    place: "stock",
    hint: "Type the bars you have, or paste rows from a spreadsheet.",
    columns: STOCKS,
    lines: () => bars().stocks,
    set: setStocks,
    add: () => addStock(app),
    paste: (text) => pasteTable(app, text, "stock"),
    foot: keptOffcuts<BarStock>(app, {
      kind: "offcuts",
      most: cut.stocks,
      stocks: () => bars().stocks,
      set: setStocks,
    }),
  });
  const pieces = linesPanel<BarPiece>(app, {
    title: "Pieces",
    noun: "piece",
    place: "pieces",
    hint: "Type the pieces you need, or paste rows from a spreadsheet.",
    columns: PIECES,
    lines: () => bars().pieces,
    set: (label, lines) => changeBars(app, label, () => ({ pieces: lines })),
    add: () => addPiece(app),
    paste: (text) => pasteTable(app, text, "piece"),
  });
  return h("div", { class: "side left bars-side" }, stocks, pieces);
}
