/** A job that the engine nests on the first page, as it would anybody's own: drawn as it gets better, opened as it is. */
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { freshProject, useMachine } from "../../edit/machine.ts";
import { EXAMPLES, openExample } from "../../io/open/examples.ts";
import { countCopies } from "../../model/project.ts";
import { partLooks, shownLayout } from "../../model/session.ts";
import { createStore } from "../../model/store.ts";
import { count } from "../../model/units.ts";
import { LayoutSolver } from "../../run/solver.ts";
import { verifyAgain } from "../../run/verify-again.ts";
import { sheetDrawing } from "./sheet-drawing.ts";

/** Points of the picture nearer than this are one, in mm. */
const DETAIL = 0.4;

/** Fills `place` and nests there, until the page has a job of its own. */
export function liveExample(app: App, place: HTMLElement): void {
  const store = createStore(freshProject());
  const solver = new LayoutSolver(store, app.workshop);
  const [example] = EXAMPLES;
  const picture = h("div.live-sheets");
  const words = h("strong", "Three drawings are nested here in a moment …");
  const open = async () => {
    await solver.end();
    const { project } = store.get();
    const { history, project: now } = app.store.get();
    app.store.commit(`Open ${project.name}`, () => ({ ...project, unit: now.unit }));
    if (now.machine) useMachine(app, now.machine);
    app.store.fold(history.past.length, `Open ${project.name}`);
    void verifyAgain(app);
  };
  const card = h(
    "button.example.live.card.stack",
    { type: "button", onclick: () => void open() },
    picture,
    words,
    h("span.live-open.quiet", "Open this job, choose a machine and take its program"),
  );
  place.replaceChildren(card);
  store.watch(
    (state) => [shownLayout(state), state.session.run !== null],
    (layout, isRunning) => {
      show(picture, layout !== null);
      if (!layout) return;
      const lookOf = partLooks(store.get());
      picture.replaceChildren(
        ...layout.data.sheets.map((sheet) => sheetDrawing(layout, sheet, { lookOf, detail: DETAIL })),
      );
      const { sheets_used, total_utilization, placed_parts } = layout.data.summary;
      const found = `Nested by this page just now: ${placed_parts} parts on ${count(sheets_used, "sheet")}, ${total_utilization.toFixed(0)} % used`;
      setText(words, isRunning ? found.replace("just now", "as you look on") : found);
    },
  );
  const stop = app.store.subscribe(({ project, session }) => {
    if (countCopies(project.parts) + session.reading === 0 && project.mode === "sheets") return;
    stop();
    solver.stop();
  });
  void openExample({ ...app, store, solver }, example!);
}
