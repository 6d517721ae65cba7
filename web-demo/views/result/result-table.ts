/** The placements as a table: what the board shows, for eyes that cannot see it and hands that want to copy it. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { copyKey } from "../../edit/arrange.ts";
import type { LaidPart } from "../../model/project.ts";
import { shownLayout, shownSheet } from "../../model/session.ts";
import { count, roundedText, trim } from "../../model/units.ts";
import { button } from "../shell/controls.ts";

/** Rows that are made at once; a full sheet can hold ten thousand. */
const ROWS = 200;

export function placementTable(app: App): HTMLElement {
  const body = h("tbody");
  const caption = h("caption");
  const more = button("Show all", () => fill(Infinity), { class: "link" });
  const head = ["Part", "Copy", "Left", "Below", "Angle"].map((text) => h("th", { scope: "col" }, text));
  const table = h("table", caption, h("thead", h("tr", ...head)), body);
  const summary = h("summary", "Placements");
  const details = h(
    "details.placements",
    { ontoggle: () => fill(ROWS) },
    summary,
    h("div.table-scroll", { tabindex: 0, role: "region", "aria-label": "Placements" }, table),
    more,
  );
  const element = h("section.panel", details);

  function fill(most: number): void {
    if (!details.open) return;
    const state = app.store.get();
    const { unit } = state.project;
    const placements = shownSheet(state)?.placements ?? [];
    const row = ({ part_id, instance, bounds, rotation }: LaidPart) => {
      const pick = () => app.store.update({ picks: [copyKey({ part_id, instance })], selected: part_id });
      const called = `Pick ${part_id}, copy ${instance + 1}`;
      const name = button(part_id, pick, { class: "link", "aria-label": called });
      const cells = [instance + 1, roundedText(bounds.min_x, unit), roundedText(bounds.min_y, unit)];
      const all = [...cells, `${trim(rotation, 2)}°`];
      return h("tr", h("th.clip", { scope: "row" }, name), ...all.map((cell) => h("td", cell)));
    };
    body.replaceChildren(...placements.slice(0, most).map(row));
    caption.textContent = `Sheet ${state.session.sheet + 1}: ${count(placements.length, "part")}`;
    show(more, placements.length > most);
  }

  app.store.watch(
    (state) => [
      state.project.mode === "sheets" ? shownLayout(state) : null,
      state.session.sheet,
      state.project.unit,
    ],
    (layout) => {
      show(element, layout !== null && layout.data.sheets.length > 0);
      fill(ROWS);
    },
  );
  return element;
}
