/** Tables of stock and pieces to type or paste into: the left side of bars and of panels. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { addLine, changeTables } from "../../edit/plan-tables.ts";
import { type ListKind, pasteList } from "../../io/open/lists.ts";
import { PLANS, type PlanMode } from "../../model/plans.ts";
import type { Project } from "../../model/project.ts";
import { keptOffcuts } from "./kept.ts";
import { type LinesSpec, linesPanel, usedGroups } from "./lines.ts";

type TableSpec<Line> = Pick<LinesSpec<Line>, "title" | "noun" | "hint" | "columns">;

export function planTables<
  Stock extends { id: string; quantity: number },
  Piece extends { quantity: number },
  Row,
>(
  app: App,
  mode: PlanMode,
  kind: ListKind<Row, Piece, Stock>,
  specs: { stocks: TableSpec<Stock>; pieces: TableSpec<Piece> },
): HTMLElement {
  const table = <Line>(list: "stocks" | "pieces", spec: TableSpec<Line>) => ({
    ...spec,
    place: list === "stocks" ? ("stock" as const) : list,
    lines: () => app.store.get().project[mode][list] as readonly object[] as readonly Line[],
    set: (label: string, lines: readonly Line[]) =>
      changeTables(app, mode, label, { [list]: lines } as Partial<Project[PlanMode]>),
    add: () => addLine(app, mode, list, spec.noun),
    paste: (text: string) => void pasteList(app, text, kind, list),
  });
  const [stocks, pieces] = [table("stocks", specs.stocks), table("pieces", specs.pieces)];
  const foot = keptOffcuts<Stock>(app, {
    kind: mode === "bars" ? "offcuts" : "panels",
    most: PLANS[mode].limits.stocks,
    stocks: stocks.lines,
    set: stocks.set,
  });
  const beside = <Line>(other: Pick<LinesSpec<Line>, "columns" | "lines">) => ({
    beside: () => usedGroups(other),
  });
  return h(
    "div",
    { class: `side left ${mode}-side` },
    linesPanel<Stock>(app, { ...stocks, ...beside(pieces), foot }),
    linesPanel<Piece>(app, { ...pieces, ...beside(stocks) }),
  );
}
