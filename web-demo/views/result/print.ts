/** Pages for the printer, made just before printing: of sheets here, a summary, then one sheet after the other. */
import { mayLeave, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import type { Look } from "../../canvas/scene.ts";
import { h } from "../../dom.ts";
import { countPlacements } from "../../edit/totals.ts";
import { boundsSize } from "../../model/bounds.ts";
import type { Project, SolvedLayout, SolvedSheet } from "../../model/project.ts";
import { readiness } from "../../model/ready.ts";
import { partLooks } from "../../model/session.ts";
import { findSheetType, sheetRemnant } from "../../model/sheet.ts";
import { headline, unplacedParts } from "../../model/solved-layout.ts";
import type { State } from "../../model/store.ts";
import { count, type DisplayUnit, lengthText, sizeText, trim } from "../../model/units.ts";
import { sheetDrawing } from "../board/sheet-drawing.ts";
import { paperTable, tick, warning } from "../plans/paper.ts";

export function printView(app: App): HTMLElement {
  const element = h("div.print", { "aria-hidden": "true" });
  const fill = () => {
    const state = app.store.get();
    element.replaceChildren(...pagesOf(app, state));
    const why = doubtOf(state);
    for (const sheet of why === null ? [] : element.children)
      sheet.prepend(
        h(sheet.matches("ul") ? "li" : "p", { class: "print-warning" }, `Not for cutting: ${why}.`),
      );
  };
  const empty = () => element.replaceChildren();
  addEventListener("beforeprint", fill);
  addEventListener("afterprint", empty);
  // A preview in the browser's tools shows the page as paper without printing it.
  matchMedia("print").addEventListener("change", ({ matches }) => {
    if (!matches) empty();
    else if (element.childElementCount === 0) fill();
  });
  return element;
}

function pagesOf({ later }: App, state: State): HTMLElement[] {
  const { project, session } = state;
  const { mode, layout } = project;
  const isLabels = session.printing === "labels";
  if (session.printing === "quote" && later.quote) return later.quote(project, readiness(state));
  if (mode === "sheets") return layout ? sheetPages(project, layout, partLooks(state)) : [];
  return later.paper[mode]?.(project, isLabels ? "labels" : "page") ?? [];
}

/** Why what is printed may not be cut, or null: a browser prints whenever it is told to. */
function doubtOf(state: State): string | null {
  if (mayLeave(state)) return null;
  if (standingOf(state) !== "answers") return "the job was changed since";
  return state.session.run ? "the search has not ended" : "it is not verified";
}

function sheetPages(project: Project, layout: SolvedLayout, lookOf: (id: string) => Look): HTMLElement[] {
  const { unit, name } = project;
  const { request, data } = layout;
  const counts = countPlacements(data.sheets.flatMap(({ placements }) => placements));
  const rows = request.parts.map(({ id, quantity }) => [tick(), id, `${counts.get(id) ?? 0} of ${quantity}`]);
  const { summary } = data;
  const first = h(
    "section.print-page",
    h("h1", name),
    h(
      "p",
      `${headline(layout, unit)} · ${trim(summary.total_utilization, 1)} % used · ` +
        `margin ${lengthText(request.config.edge_margin, unit)}, spacing ${lengthText(request.config.spacing, unit)}, kerf ${lengthText(request.config.kerf, unit)}`,
    ),
    paperTable(["", "Part", "Placed"], rows),
    ...unplacedParts(layout).map(({ id, count }) => warning(`Not placed: ${count} × ${id}`)),
  );
  const pages = data.sheets.map((sheet) =>
    h(
      "section.print-page",
      h("h2", `${name}, sheet ${sheet.index + 1} of ${data.sheets.length}`),
      h(
        "p",
        `${sizeOfSheet(layout, sheet, unit)} · ${count(sheet.placements.length, "part")} · ${trim(sheet.utilization, 1)} % used${remnantText(layout, sheet, unit)}`,
      ),
      sheetDrawing(layout, sheet, { lookOf, names: true }),
    ),
  );
  return [first, ...pages];
}

function sizeOfSheet(layout: SolvedLayout, sheet: SolvedSheet, unit: DisplayUnit): string {
  const { width, height } = findSheetType(layout, sheet);
  return sheet.sheet_id
    ? `${sheet.sheet_id}, ${sizeText(width, height, unit)}`
    : sizeText(width, height, unit);
}

function remnantText(layout: SolvedLayout, sheet: SolvedSheet, unit: DisplayUnit): string {
  const { width, height } = boundsSize(sheetRemnant(layout, sheet));
  return width * height > 0 ? ` · remnant ${sizeText(width, height, unit)}` : "";
}
