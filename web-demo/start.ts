/** Puts the page together: one store, one engine, the views. Tests start it the same way. */
import { listenForKeys } from "./actions/index.ts";
import { mayLeave } from "./actions/standing.ts";
import type { App } from "./app.ts";
import { h } from "./dom.ts";
import { freshProject } from "./edit/machine.ts";
import { keepSaved } from "./io/keep/autosave.ts";
import { restoreProject } from "./io/keep/last-visit.ts";
import { takeDrops, takeLaunches } from "./io/open/drop.ts";
import { watchReady } from "./io/save/judge.ts";
import { openShared } from "./io/save/share.ts";
import { emptyProject, type Project, type SolvedLayout } from "./model/project.ts";
import { notify, shownLayout } from "./model/session.ts";
import { createStore, type Dialog } from "./model/store.ts";
import { LayoutSolver } from "./run/solver.ts";
import { verifyAgain } from "./run/verify-again.ts";
import { createWorkshop, type Workshop } from "./run/workshop.ts";
import { restoreTheme } from "./theme.ts";
import { inspector } from "./views/board/inspector.ts";
import { boardPanel } from "./views/board/panel.ts";
import { lazily } from "./views/library/lazy.ts";
import { operationsView } from "./views/machine/operations.ts";
import { machineSection } from "./views/machine/panel.ts";
import { exportView } from "./views/result/export-panel.ts";
import { printView } from "./views/result/print.ts";
import { resultView } from "./views/result/result-panel.ts";
import { placementTable } from "./views/result/result-table.ts";
import { codeView, shareView } from "./views/result/share.ts";
import { partsView } from "./views/sheets/part-rows.ts";
import { sheetForm } from "./views/sheets/sheets-form.ts";
import { dialogView } from "./views/shell/dialog.ts";
import { keep } from "./views/shell/follow.ts";
import { headerView, pageStrip } from "./views/shell/header.ts";
import { helpView } from "./views/shell/help.ts";
import { liveRegion } from "./views/shell/notices.ts";
import { watchTyping } from "./views/shell/typing.ts";

export interface RunningApp extends App {
  /** Takes the page down again: elements, listeners, workers. Ends when the last change is kept. */
  stop(): Promise<void>;
}

export async function startApp(
  root: HTMLElement,
  options: { persist?: boolean; live?: boolean; workshop?: Workshop } = {},
): Promise<RunningApp> {
  const { persist = true, live = false, workshop = createWorkshop() } = options;
  restoreTheme();
  const restored = persist ? await restoreProject() : null;
  const store = createStore(restored?.project ?? freshProject(), restored?.history);
  const solver = new LayoutSolver(store, workshop);
  const app: App = { store, workshop, solver, sources: new Map(), showsLive: live, later: { paper: {} } };
  const bars = async () => (await import("./views/bars/bars-page.ts")).barsPage(app);
  const panels = async () => (await import("./views/panels/panels-page.ts")).panelsPage(app);
  const pages = [sheetsPage(app), latePage(app, "bars", bars), latePage(app, "panels", panels)];
  const main = h("main.page", ...pages);
  const elements = [
    headerView(app),
    pageStrip(app),
    main,
    liveRegion(app),
    helpView(app),
    shareView(app),
    codeView(app),
    ...lateDialogs(app),
    printView(app),
  ];
  root.append(...elements);
  watchTyping(app, main);
  keep(app, main.dataset, "mode", ({ project }) => project.mode);
  store.watch(
    ({ project: { mode, parts, drawings } }) => [mode === "sheets" && parts.length + drawings.length === 0],
    (empty) => root.toggleAttribute("data-empty", empty),
  );
  keep(app, document, "title", ({ project: { name } }) =>
    name === emptyProject().name ? "Offcut" : `${name} · Offcut`,
  );
  const endings: (() => void | Promise<void>)[] = [
    listenForKeys(app, document),
    takeDrops(app, document.documentElement),
    watchReady(app, mayLeave),
  ];
  if (persist) {
    const kept = restored ?? { version: 0, author: null, searching: false };
    endings.push(keepSaved(store, kept, (best) => goOnFrom(app, best, "tab")));
    // The page may have ended amid a search, or before a check did.
    if (restored?.interrupted) goOnFrom(app, restored.interrupted, "page");
    else void verifyAgain(app);
    await openShared(app);
    if (restored?.searching && !restored.interrupted) goOnWith(app, restored.project);
    takeLaunches(app);
  }
  return {
    ...app,
    async stop() {
      const ended = endings.map((end) => end());
      for (const element of elements) element.remove();
      workshop.close();
      await Promise.all(ended);
    },
  };
}

/** The page was closed or loaded again amid a search, or the tab that searched was: its best layout is the result. */
function goOnFrom(app: App, best: SolvedLayout, closed: "page" | "tab"): void {
  app.store.commit("Nest", (project) => ({ ...project, layout: { ...best, check: null } }));
  const text = `The search was cut off when ${closed === "page" ? "the page" : "its tab"} closed. This is the best it had found.`;
  notify(app.store, "result", "info", text);
  void verifyAgain(app);
}

/**
 * The same search finds the same plans: it is begun again, unless something else was opened meanwhile. One for sheets may
 * have gone on from what was laid by hand, which nothing here may replace.
 */
function goOnWith(app: App, { id, mode }: Project): void {
  if (app.store.get().project.id !== id) return;
  if (mode === "sheets") {
    app.store.update({ cutOff: id });
    return;
  }
  void app.solver.start();
  const text = "The page closed while the cuts were planned. The search was begun again.";
  notify(app.store, "plan", "info", text);
}

/** Dialogs whose contents are loaded when somebody first opens them. */
function lateDialogs(app: App): HTMLElement[] {
  const late = (kind: Dialog, title: string, load: () => Promise<Node>) =>
    dialogView(app, kind, title, () => lazily(load));
  let desk: Node | undefined;
  return [
    late("projects", "Projects", async () => (await import("./views/library/projects.ts")).projectsList(app)),
    late("rack", "Rack", async () => (await import("./views/library/rack.ts")).rackDialog(app)),
    late("saw", "At the saw", async () => {
      const isOfPanels = app.store.get().project.mode === "panels";
      if (isOfPanels) return (await import("./views/panels/saw.ts")).panelSaw(app);
      return (await import("./views/library/saw.ts")).sawList(app);
    }),
    late("order", "Order", async () => {
      desk ??= (await import("./views/order/desk.ts")).orderDesk(app);
      return desk;
    }),
  ];
}

function latePage(app: App, mode: "bars" | "panels", load: () => Promise<HTMLElement>): HTMLElement {
  const element = h("div", { class: `mode-page ${mode}-page` });
  app.store.watch(
    ({ project }) => [project.mode === mode],
    (wanted) => {
      if (wanted && !element.firstChild) element.append(lazily(load));
    },
  );
  return element;
}

function sheetsPage(app: App): HTMLElement {
  const ground = [machineSection(app), sheetForm(app)];
  const outcome = [resultView(app), operationsView(app), exportView(app)];
  const right = h("div.side.right", inspector(app), ...ground, ...outcome, placementTable(app));
  // The machine stands first until there is something to cut. An element that moves loses the focus, and what is typed
  // into it: fields of the machine and the sheet stay where they are.
  app.store.watch(
    (state) => [shownLayout(state) !== null],
    (laid) => (laid ? ground[0]!.before(...outcome) : ground.at(-1)!.after(...outcome)),
  );
  return h("div.mode-page.sheets-page", h("div.side.left", partsView(app)), boardPanel(app), right);
}
