/** Changes of the tables of the panel job. */
import { DEFAULTS, LIMITS } from "../../engine/entries/schemas.ts";
import type { App } from "../app.ts";
import type { PanelBoard, PanelPart, PanelSaw, Panels } from "../model/project.ts";
import { notify } from "../model/session.ts";

const { panel } = LIMITS;

export function changePanels(
  { store }: App,
  label: string,
  change: (panels: Panels) => Partial<Panels>,
): void {
  store.commit(label, (project) => {
    const changed = change(project.panels);
    if (Object.keys(changed).length === 0) return project;
    return { ...project, panels: { ...project.panels, ...changed } };
  });
}

export function changePanelSaw(app: App, label: string, change: Partial<PanelSaw>): void {
  changePanels(app, label, ({ saw }) => ({ saw: { ...saw, ...change } }));
}

/** A panel as most are sold, of the material that is asked for. */
export function addBoard(app: App): void {
  changePanels(app, "Add panel", ({ stocks, pieces }) => {
    if (stocks.length >= panel.stocks) return full(app, "stock", panel.stocks);
    const last = stocks.at(-1);
    const missing = pieces.find(
      ({ material }) => material && !stocks.some((one) => one.material === material),
    );
    const material = missing?.material ?? last?.material;
    const board: PanelBoard = {
      id: `Panel ${stocks.length + 1}`,
      length: last?.length ?? 2800,
      width: last?.width ?? 2070,
      quantity: DEFAULTS.panel.stock_quantity,
      cost: 0,
      grain: last?.grain ?? "none",
      ...(material ? { material } : {}),
    };
    return { stocks: [...stocks, board] };
  });
}

export function addPanelPiece(app: App): void {
  changePanels(app, "Add piece", ({ pieces }) => {
    if (pieces.length >= panel.pieces) return full(app, "pieces", panel.pieces);
    const material = pieces.at(-1)?.material;
    const piece: PanelPart = {
      id: `Piece ${pieces.length + 1}`,
      length: 600,
      width: 400,
      quantity: 1,
      ...(material ? { material } : {}),
    };
    return { pieces: [...pieces, piece] };
  });
}

function full({ store }: App, place: "stock" | "pieces", most: number): Partial<Panels> {
  notify(store, place, "info", `The table takes up to ${most} rows.`);
  return {};
}
