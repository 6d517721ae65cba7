/** Actions on the tables of the cutting job. */
import { DEFAULTS, LIMITS } from "../../engine/entries/schemas.ts";
import type { App } from "../app.ts";
import type { BarsProject } from "../model/project.ts";
import { profilesWithoutStock } from "../model/request.ts";
import { notify } from "../model/session.ts";

export function changeBars(
  { store }: App,
  label: string,
  change: (bars: BarsProject) => Partial<BarsProject>,
): void {
  store.commit(label, (project) => {
    const changed = change(project.bars);
    if (Object.keys(changed).length === 0) return project;
    return { ...project, bars: { ...project.bars, ...changed } };
  });
}

export function addStock(app: App): void {
  changeBars(app, "Add stock", (bars) => {
    const { stocks } = bars;
    if (stocks.length >= LIMITS.cut.stocks) return full(app, "stock", LIMITS.cut.stocks);
    const length = stocks.at(-1)?.length ?? 6000;
    const { stock_quantity: quantity, stock_cost: cost } = DEFAULTS.cut;
    // A new bar is of the profile that has none yet.
    const profile = profilesWithoutStock(bars)[0] ?? stocks.at(-1)?.profile;
    const stock = { id: `Stock ${stocks.length + 1}`, length, quantity, cost };
    return { stocks: [...stocks, { ...stock, ...(profile ? { profile } : {}) }] };
  });
}

export function addPiece(app: App): void {
  changeBars(app, "Add piece", ({ pieces, stocks }) => {
    if (pieces.length >= LIMITS.cut.pieces) return full(app, "pieces", LIMITS.cut.pieces);
    const profile = pieces.at(-1)?.profile ?? stocks[0]?.profile;
    const piece = { id: `Piece ${pieces.length + 1}`, length: 1000, quantity: 1 };
    return { pieces: [...pieces, { ...piece, ...(profile ? { profile } : {}) }] };
  });
}

function full({ store }: App, place: "stock" | "pieces", most: number): Partial<BarsProject> {
  notify(store, place, "info", `The table takes up to ${most} rows.`);
  return {};
}
