/** The layouts that the search found on its way, as small pictures; a click takes one for the result. */
import type { App } from "../../app.ts";
import type { Look } from "../../canvas/scene.ts";
import { h, keyed, setAttributes, show } from "../../dom.ts";
import type { SolvedLayout } from "../../model/project.ts";
import { partLooks, shownLayout } from "../../model/session.ts";
import { sheetsTaken, sheetsText } from "../../model/solved-layout.ts";
import { count } from "../../model/units.ts";
import { sheetDrawing } from "./sheet-drawing.ts";

/** Pictures of very full sheets would cost more than they show. */
const MOST_DRAWN = 600;

export function bestsStrip(app: App): HTMLElement {
  const list = h("ul.bests", { "aria-label": "Best layouts so far" });
  const element = h("div.bests-box", h("h3.quiet", "Best so far"), list);
  const names = new WeakMap<SolvedLayout, string>();
  let made = 0;
  const nameOf = (layout: SolvedLayout) => {
    const name = names.get(layout) ?? String(made++);
    names.set(layout, name);
    return name;
  };
  const take = (layout: SolvedLayout) => {
    app.store.commit("Take another layout", (project) => ({ ...project, layout }));
    app.store.update({
      sheet: Math.min(app.store.get().session.sheet, Math.max(0, layout.data.sheets.length - 1)),
    });
  };
  const fill = keyed<SolvedLayout, { element: HTMLElement; update(layout: SolvedLayout): void }>(
    list,
    nameOf,
    (layout) => {
      const { sheets_used, total_utilization, placed_parts, total_parts } = layout.data.summary;
      // While something lies nowhere, that is what tells two layouts apart.
      const worth =
        placed_parts < total_parts ? `${placed_parts} of ${total_parts}` : sheetsText(sheetsTaken(layout));
      const text = `${(layout.elapsedMs / 1000).toFixed(1)} s`;
      const button = h(
        "button.stack",
        {
          type: "button",
          "aria-label": `${worth}, after ${text}: ${count(sheets_used, "sheet")}, ${placed_parts} of ${total_parts} parts, ${total_utilization.toFixed(1)} percent`,
          onclick: () => take(layout),
        },
        lastSheet(layout, partLooks(app.store.get())),
        h("span.best-worth", worth),
      );
      const update = (now: SolvedLayout) => {
        const { run } = app.store.get().session;
        button.disabled = run !== null;
        setAttributes(button, {
          "aria-current": shownLayout(app.store.get())?.data === now.data ? "true" : "false",
        });
      };
      return { element: h("li", button), update };
    },
  );
  app.store.watch(
    (state) => [state.session.bests, state.session.run === null, shownLayout(state)],
    (bests) => {
      show(element, bests.length > 1);
      fill(bests);
    },
  );
  return element;
}

/** The last sheet of a layout: that is where two layouts differ most. */
function lastSheet(layout: SolvedLayout, lookOf: (id: string) => Look): SVGSVGElement {
  const { sheet } = layout.request;
  const last = layout.data.sheets.at(-1) ?? { index: 0, utilization: 0, placements: [] };
  const shown = { ...last, placements: last.placements.slice(0, MOST_DRAWN) };
  const drawing = sheetDrawing(layout, shown, { lookOf, detail: Math.max(sheet.width, sheet.height) / 100 });
  drawing.classList.add("picture");
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}
