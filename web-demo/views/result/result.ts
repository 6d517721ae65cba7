/** What came out: how full the sheets are, what is left over, what found no place, and whether all of it was checked. */
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { areaOf, sizeOf } from "../../model/bounds.ts";
import { remnantOf, unplacedParts } from "../../model/layout.ts";
import { type Layout, layoutIsCurrent } from "../../model/project.ts";
import { shownLayout, shownSheet } from "../../model/shown.ts";
import type { State } from "../../model/store.ts";
import { areaText, count, lengthText, sizeText, type Unit } from "../../model/units.ts";
import { bestsStrip } from "../board/bests.ts";
import { icon } from "../shell/icons.ts";

export function resultView(app: App): HTMLElement {
  const used = h("p", { class: "big-number" });
  const caption = h("p", { class: "big-caption" });
  const facts = h("dl", { class: "facts" });
  const badge = h("div", { class: "badge" });
  const stale = h(
    "p",
    { class: "note" },
    "The job was changed since. Nest again to bring the layout up to date.",
  );
  const unplaced = h("div", { class: "unplaced", role: "status" });
  const body = h(
    "div",
    { class: "panel-body" },
    used,
    caption,
    badge,
    facts,
    unplaced,
    stale,
    bestsStrip(app),
  );
  const element = h(
    "section",
    { class: "panel result", "aria-labelledby": "result-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "result-title" }, "Result")),
    body,
  );
  app.store.watch(
    (state) => [shownLayout(state), state.session.sheet, state.project, state.session.run !== null] as const,
    (layout, _sheet, project, running) => {
      show(element, layout !== null && project.mode === "sheets");
      if (!layout) return;
      const state = app.store.get();
      const { summary } = layout.data;
      setText(used, `${summary.total_utilization.toFixed(1)} %`);
      setText(caption, `of ${count(summary.sheets_used, "sheet")} used`);
      facts.replaceChildren(
        ...factRows(state, layout).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      );
      drawBadge(badge, layout, project.unit);
      drawUnplaced(unplaced, layout, project.unit);
      show(stale, !running && !layoutIsCurrent(project));
    },
  );
  return element;
}

function factRows(state: State, layout: Layout): [string, string][] {
  const { unit } = state.project;
  const { summary, sheets } = layout.data;
  const { width, height } = layout.request.sheet;
  const sheet = shownSheet(state);
  const waste = (summary.total_waste_percent / 100) * summary.sheets_used * width * height;
  const rows: [string, string][] = [
    ["Parts placed", `${summary.placed_parts} of ${summary.total_parts}`],
    ["Waste", `${summary.total_waste_percent.toFixed(1)} % · ${areaText(waste, unit)}`],
  ];
  if (sheet && sheets.length > 1)
    rows.push([
      `Sheet ${sheet.index + 1}`,
      `${sheet.utilization.toFixed(1)} % · ${count(sheet.placements.length, "part")}`,
    ]);
  if (sheet) {
    const remnant = remnantOf(layout, sheet);
    const size = sizeOf(remnant);
    rows.push(["Remnant", areaOf(remnant) > 0 ? sizeText(size.width, size.height, unit) : "none"]);
  }
  rows.push(["Search", `${(layout.elapsedMs / 1000).toFixed(1)} s · seed ${layout.seed}`]);
  return rows;
}

function drawBadge(badge: HTMLElement, { check, data }: Layout, unit: Unit): void {
  const state = !check ? "pending" : check.ok ? "good" : "bad";
  setAttributes(badge, { "data-state": state });
  if (!check) badge.replaceChildren(h("strong", {}, "Checking …"));
  else if (!check.ok) {
    const problems = check.problems.slice(0, 3).map((problem) => h("li", {}, problem));
    badge.replaceChildren(
      icon("warning"),
      h("strong", {}, "Not valid: not for export"),
      h("ul", {}, ...problems),
    );
  } else if (data.summary.placed_parts === 0) {
    badge.replaceChildren(icon("check"), h("strong", {}, "Verified"), h("p", {}, "Nothing was placed."));
  } else {
    const gaps = [
      check.gap === null ? [] : [`smallest gap ${lengthText(check.gap, unit)}`],
      check.margin === null ? [] : [`edge ${lengthText(check.margin, unit)}`],
    ].flat();
    badge.replaceChildren(icon("check"), h("strong", {}, "Verified"), h("p", {}, gaps.join(" · ")));
  }
}

function drawUnplaced(box: HTMLElement, layout: Layout, unit: Unit): void {
  const rows = unplacedParts(layout);
  show(box, rows.length > 0);
  const items = rows.map(({ id, count: copies, needs }) => {
    const why = needs
      ? `larger than the sheet allows: needs ${sizeText(needs.width, needs.height, unit)}`
      : "no room was found";
    return h("li", {}, h("strong", {}, `${copies} × ${id}`), ` ${why}`);
  });
  const total = layout.data.summary.unplaced_parts;
  box.replaceChildren(h("h3", {}, icon("warning"), `${total} not placed`), h("ul", {}, ...items));
}
