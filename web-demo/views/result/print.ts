/** Pages for the printer: a summary, then one sheet or a page of bars after the other. Made just before printing. */
import { mayLeave, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import type { Look } from "../../canvas/scene.ts";
import { h } from "../../dom.ts";
import { boundsSize } from "../../model/bounds.ts";
import { listBars, listPieces, planQuality, restText } from "../../model/cut-plan.ts";
import type { BarPlan, Project, SolvedLayout, SolvedSheet } from "../../model/project.ts";
import { readiness } from "../../model/ready.ts";
import { partLooks } from "../../model/session.ts";
import { findSheetType, sheetRemnant } from "../../model/sheet.ts";
import { headline, unplacedParts } from "../../model/solved-layout.ts";
import type { State } from "../../model/store.ts";
import {
  count,
  type DisplayUnit,
  formatLength,
  lengthText,
  roundedLength,
  roundedText,
  sizeText,
  trim,
} from "../../model/units.ts";
import { anglesText, barPicture, pieceColors } from "../bars/bars-page.ts";
import { sheetDrawing } from "../board/sheet-drawing.ts";

export function printView(app: App): HTMLElement {
  const element = h("div", { class: "print", "aria-hidden": "true" });
  const fill = () => {
    const state = app.store.get();
    const { mode, layout, plans } = state.project;
    const { printing } = state.session;
    if (printing === "quote" && app.later.quote)
      element.replaceChildren(...app.later.quote(state.project, readiness(state)));
    else if (mode === "sheets" && layout)
      element.replaceChildren(...sheetPages(state.project, layout, partLooks(state)));
    else if (mode === "bars" && plans.length > 0 && printing === "labels")
      element.replaceChildren(labelPage(state.project));
    else if (mode === "bars" && plans.length > 0)
      element.replaceChildren(...plans.flatMap((plan) => barPages(state.project, plan)));
    else if (mode === "panels" && app.later.paper)
      element.replaceChildren(...app.later.paper(state.project, printing === "labels" ? "labels" : "page"));
    else element.replaceChildren();
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

/** Why what is printed may not be cut, or null: a browser prints whenever it is told to. */
function doubtOf(state: State): string | null {
  if (mayLeave(state)) return null;
  if (standingOf(state) !== "answers") return "the job was changed since";
  return state.session.run ? "the search has not ended" : "it is not verified";
}

function sheetPages(project: Project, layout: SolvedLayout, lookOf: (id: string) => Look): HTMLElement[] {
  const { unit, name } = project;
  const { request, data } = layout;
  const counts = new Map<string, number>();
  for (const { part_id } of data.sheets.flatMap((sheet) => sheet.placements)) {
    counts.set(part_id, (counts.get(part_id) ?? 0) + 1);
  }
  const rows = request.parts.map(({ id, quantity }) => [tick(), id, `${counts.get(id) ?? 0} of ${quantity}`]);
  const { summary } = data;
  const first = h(
    "section",
    { class: "print-page" },
    h("h1", {}, name),
    h(
      "p",
      {},
      `${headline(layout, unit)} · ${trim(summary.total_utilization, 1)} % used · ` +
        `margin ${lengthText(request.config.edge_margin, unit)}, spacing ${lengthText(request.config.spacing, unit)}, kerf ${lengthText(request.config.kerf, unit)}`,
    ),
    table(["", "Part", "Placed"], rows),
    ...unplacedParts(layout).map(({ id, count }) =>
      h("p", { class: "print-warning" }, `Not placed: ${count} × ${id}`),
    ),
  );
  const pages = data.sheets.map((sheet) =>
    h(
      "section",
      { class: "print-page" },
      h("h2", {}, `${name}, sheet ${sheet.index + 1} of ${data.sheets.length}`),
      h(
        "p",
        {},
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

function barPages({ name, unit, plans }: Project, of: BarPlan): HTMLElement[] {
  const { plan, request, profile } = of;
  const { summary } = plan;
  const trimmed = request.options?.trim_start;
  const head = h(
    "section",
    {},
    h("h1", {}, profile ? `${name}, ${profile}` : name),
    h(
      "p",
      {},
      `${count(summary.stocks_used, "bar")}, ${roundedText(summary.total_stock_length, unit)} · ${trim(summary.waste_percent, 2)} % left over · kerf ${lengthText(plan.kerf, unit)} · ${planQuality(plan)}`,
    ),
    trimmed
      ? h(
          "p",
          {},
          `Positions count from the bar's end before ${lengthText(trimmed, unit)} are trimmed off it.`,
        )
      : null,
    h("h2", {}, "Stock list"),
    table(["", "Stock", `Length (${unit})`, "Bars"], stockRows(of, unit)),
  );
  const longest = Math.max(...plans.flatMap((one) => one.plan.patterns.map(({ length }) => length)));
  const colors = pieceColors(plans.flatMap((one) => one.request.pieces));
  const patterns = plan.patterns.map((pattern, i) => {
    const cuts = listPieces(pattern, plan.kerf);
    const rows = cuts.map(({ piece_id, length, position, ...cut }) => [
      tick(),
      piece_id,
      formatLength(length, unit) + anglesText(cut),
      roundedLength(position + length, unit),
    ]);
    const ticks = h(
      "span",
      { class: "print-ticks" },
      ...Array.from({ length: Math.min(pattern.count, 60) }, tick),
    );
    return h(
      "section",
      { class: "print-pattern" },
      h("h2", {}, `${i + 1}. ${pattern.count} × ${pattern.stock_id}, ${lengthText(pattern.length, unit)}`),
      ticks,
      barPicture(pattern, longest, unit, of, colors),
      table(["", "Piece", `Length (${unit})`, `Cut at (${unit})`], rows),
      h("p", {}, restText(pattern, unit)),
    );
  });
  return [head, ...patterns];
}

/** The bars to fetch: each stock with how many of it are cut. */
function stockRows({ plan }: BarPlan, unit: DisplayUnit): (string | Node)[][] {
  const counts = new Map<string, { id: string; length: number; bars: number }>();
  for (const { stock_id: id, length, count } of plan.patterns) {
    const key = `${length} ${id}`;
    counts.set(key, { id, length, bars: (counts.get(key)?.bars ?? 0) + count });
  }
  return [...counts.values()].map(({ id, length, bars }) => [
    tick(),
    id,
    formatLength(length, unit),
    String(bars),
  ]);
}

function tick(): HTMLElement {
  return h("span", { class: "tick" });
}

function table(head: string[], rows: (string | Node)[][]): HTMLElement {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", {}, text)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))),
  );
}

/** One label per piece, with where it was cut from. */
function labelPage({ plans, unit, name }: Project): HTMLElement {
  const labels = listBars(plans).flatMap(({ profile, pattern, kerf, number }) =>
    listPieces(pattern, kerf).map(({ piece_id, length, ...cut }) =>
      h(
        "li",
        { class: "label" },
        h("strong", {}, piece_id),
        h("span", {}, `${lengthText(length, unit)}${anglesText(cut)}`),
        h("small", {}, [profile, `bar ${number}`, name].filter(Boolean).join(" · ")),
      ),
    ),
  );
  return h("ul", { class: "labels" }, ...labels);
}
