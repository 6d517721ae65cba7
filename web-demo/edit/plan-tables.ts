/** Changes of the tables of bars and of panels, and of how they are sawn. */
import { DEFAULTS } from "../../engine/entries/schemas.ts";
import type { App } from "../app.ts";
import { PLANS, type PlanMode, profilesWithoutStock } from "../model/plans.ts";
import type { BarPiece, BarStock, PanelBoard, PanelPart, Project } from "../model/project.ts";
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
  const line = NEW_LINES[mode][list](project);
  changeTables(app, mode, `Add ${noun}`, { [list]: [...lines, line] });
}

type NewLines<Stock, Piece> = { stocks(project: Project): Stock; pieces(project: Project): Piece };

const NEW_LINES: { bars: NewLines<BarStock, BarPiece>; panels: NewLines<PanelBoard, PanelPart> } = {
  bars: {
    stocks({ bars }) {
      const last = bars.stocks.at(-1);
      const { stock_quantity: quantity, stock_cost: cost } = DEFAULTS.cut;
      // A new bar is of the profile that has none yet.
      const profile = profilesWithoutStock(bars)[0] ?? last?.profile;
      const stock = { id: `Stock ${bars.stocks.length + 1}`, length: last?.length ?? 6000, quantity, cost };
      return { ...stock, ...(profile ? { profile } : {}) };
    },
    pieces({ bars: { pieces, stocks } }) {
      const profile = pieces.at(-1)?.profile ?? stocks[0]?.profile;
      const piece = { id: `Piece ${pieces.length + 1}`, length: 1000, quantity: 1 };
      return { ...piece, ...(profile ? { profile } : {}) };
    },
  },
  panels: {
    /** A panel as most are sold, of the material that is asked for. */
    stocks({ panels: { stocks, pieces } }) {
      const { length = 2800, width = 2070, grain = "none", material: lastMaterial } = stocks.at(-1) ?? {};
      const there = new Set(stocks.map(({ material }) => material));
      const missing = pieces.find(({ material }) => material && !there.has(material));
      const material = missing?.material ?? lastMaterial;
      const quantity = DEFAULTS.panel.stock_quantity;
      const board = { id: `Panel ${stocks.length + 1}`, length, width, quantity, cost: 0, grain };
      return { ...board, ...(material ? { material } : {}) };
    },
    pieces({ panels: { pieces } }) {
      const material = pieces.at(-1)?.material;
      const piece = { id: `Piece ${pieces.length + 1}`, length: 600, width: 400, quantity: 1 };
      return { ...piece, ...(material ? { material } : {}) };
    },
  },
};
