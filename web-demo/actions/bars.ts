/** What can be done to the tables of the cutting job. */
import { DEFAULTS, LIMITS } from "../../engine/index.ts";
import type { App } from "../app.ts";
import type { Bars } from "../model/project.ts";

export function changeBars({ store }: App, label: string, change: (bars: Bars) => Partial<Bars>): void {
  store.commit(label, (project) => {
    const changed = change(project.bars);
    return { ...project, bars: { ...project.bars, ...changed } };
  });
}

export function addStock(app: App): void {
  changeBars(app, "Add stock", ({ stocks }) => {
    if (stocks.length >= LIMITS.cut.stocks) return {};
    const length = stocks.at(-1)?.length ?? 6000;
    const { stockQuantity: quantity, stockCost: cost } = DEFAULTS.cut;
    return { stocks: [...stocks, { id: `Stock ${stocks.length + 1}`, length, quantity, cost }] };
  });
}

export function addPiece(app: App): void {
  changeBars(app, "Add piece", ({ pieces }) => {
    if (pieces.length >= LIMITS.cut.pieces) return {};
    return { pieces: [...pieces, { id: `Piece ${pieces.length + 1}`, length: 1000, quantity: 1 }] };
  });
}
