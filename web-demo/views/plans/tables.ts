/** Tables of stock and pieces to type or paste into: the left side of bars and of panels. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import type { PresetKind } from "../../shop/presets.ts";
import type { Column } from "../../table/columns.ts";
import { keptOffcuts } from "./kept.ts";
import { type LinesSpec, linesPanel, usedGroups } from "./lines.ts";

/** One of the two tables. */
export type TableSpec<Line> = Pick<LinesSpec<Line>, "title" | "noun" | "hint" | "lines" | "set" | "add"> & {
  columns: readonly Column<Line>[];
};

interface TablesSpec<Stock, Piece> {
  mode: "bars" | "panels";
  stock: TableSpec<Stock> & {
    /** Under which name its offcuts are kept, and how many lines there may be. */
    kind: PresetKind;
    most: number;
  };
  piece: TableSpec<Piece>;
  paste(text: string, noun: "piece" | "stock"): void;
}

export function planTables<
  Stock extends { id: string; quantity: number },
  Piece extends { quantity: number },
>(app: App, { mode, stock, piece, paste }: TablesSpec<Stock, Piece>): HTMLElement {
  const { kind, most, ...table } = stock;
  const foot = keptOffcuts<Stock>(app, { kind, most, stocks: stock.lines, set: stock.set });
  return h(
    "div",
    { class: `side left ${mode}-side` },
    linesPanel<Stock>(app, {
      ...table,
      place: "stock",
      paste: (text) => paste(text, "stock"),
      foot,
      beside: () => usedGroups(piece),
    }),
    linesPanel<Piece>(app, {
      ...piece,
      place: "pieces",
      paste: (text) => paste(text, "piece"),
      beside: () => usedGroups(stock),
    }),
  );
}
