/** Changes of the tables of bars and of panels, and of how they are sawn. */
import { DEFAULTS } from "../../engine/entries/schemas.ts";
import type { App } from "../app.ts";
import { filled } from "../collect.ts";
import { PLANS, type PlanMode } from "../model/plans.ts";
import type { PanelBoard, Project } from "../model/project.ts";
import { notify } from "../model/session.ts";

export function changeTables<Kind extends PlanMode>(
  { store }: App,
  mode: Kind,
  label: string,
  change: Partial<Project[Kind]>,
): void {
  store.commit(label, (project) => ({ ...project, [mode]: { ...project[mode], ...change } }));
}

export function changeSaw<Kind extends PlanMode>(
  app: App,
  mode: Kind,
  label: string,
  change: Partial<Project[Kind]["saw"]>,
): void {
  changeTables(app, mode, label, { saw: { ...app.store.get().project[mode].saw, ...change } } as Partial<
    Project[Kind]
  >);
}

export function addLine(app: App, mode: PlanMode, list: "stocks" | "pieces", noun: string): void {
  const { project } = app.store.get();
  const lines = project[mode][list];
  const most = PLANS[mode].limits[list];
  if (lines.length >= most) {
    notify(app.store, list === "stocks" ? "stock" : "pieces", "info", `The table takes up to ${most} rows.`);
    return;
  }
  const line = newLine(project, mode, list);
  changeTables(app, mode, `Add ${noun}`, { [list]: [...lines, line] });
}

/** Lines as most tables begin: common bars, panels as most are sold. */
const FIRST = {
  bars: {
    stocks: { length: 6000, quantity: DEFAULTS.cut.stock_quantity, cost: DEFAULTS.cut.stock_cost },
    pieces: { length: 1000, quantity: 1 },
  },
  panels: {
    stocks: { length: 2800, width: 2070, quantity: DEFAULTS.panel.stock_quantity, cost: 0, grain: "none" },
    pieces: { length: 600, width: 400, quantity: 1 },
  },
};

/** Stock as large as the last, of a profile or material that has none yet; or a piece of what the last is of. */
function newLine(project: Project, mode: PlanMode, list: "stocks" | "pieces"): object {
  const { stocks, pieces }: Record<"stocks" | "pieces", readonly object[]> = project[mode];
  const key = mode === "bars" ? "profile" : "material";
  const groupOf = (line: object = {}): string | undefined => Reflect.get(line, key);
  const lines = list === "stocks" ? stocks : pieces;
  const last: Partial<PanelBoard> = lines.at(-1) ?? {};
  const there = new Set(stocks.map((stock) => groupOf(stock) ?? ""));
  const missing = pieces.map((piece) => groupOf(piece) ?? "").find((group) => !there.has(group));
  const ofStock = { ...filled({ length: last.length, width: last.width, grain: last.grain }) };
  const group = list === "stocks" ? (missing ?? groupOf(last)) : (groupOf(last) ?? groupOf(stocks[0]));
  const noun = list === "pieces" ? "Piece" : mode === "bars" ? "Stock" : "Panel";
  return {
    ...{ id: `${noun} ${lines.length + 1}`, ...FIRST[mode][list] },
    ...(list === "stocks" ? ofStock : {}),
    ...filled({ [key]: group }),
  };
}
