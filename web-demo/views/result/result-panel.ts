/** The result: sheets and remnant, whether it is ready to cut, which parts found no place, and how it was found. */
import { standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { boundsSize, boxArea } from "../../model/bounds.ts";
import type { SolvedLayout } from "../../model/project.ts";
import { shownLayout, shownSheet } from "../../model/session.ts";
import { findSheetType, sheetRemnant } from "../../model/sheet.ts";
import { headline, leastSheets, unplacedParts } from "../../model/solved-layout.ts";
import type { State } from "../../model/store.ts";
import { areaText, count, type DisplayUnit, sizeText } from "../../model/units.ts";
import { findRackSheet } from "../../shop/rack.ts";
import { bestsStrip } from "../board/bests.ts";
import { moneyText } from "../machine/time.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";
import { staleNote } from "../shell/stale.ts";
import { improvementCurve } from "./curve.ts";
import { readyBadge } from "./ready.ts";

export function resultView(app: App): HTMLElement {
  const used = h("p", { class: "big-number" });
  const caption = h("p", { class: "big-caption" });
  const facts = h("dl", { class: "facts" });
  const unplaced = h("div", { class: "unplaced", role: "status" });
  const curve = h("div", { class: "curve-box" });
  const more = h(
    "details",
    { class: "fold" },
    h("summary", {}, "How it was found"),
    curve,
    facts,
    bestsStrip(app),
  );
  const found = h("div", { class: "found" }, used, caption, readyBadge(app), unplaced, more);
  const body = h("div", { class: "panel-body" }, messages(app, "result", "board"), staleNote(app), found);
  const element = h(
    "section",
    { class: "panel result", id: "result", "aria-labelledby": "result-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "result-title" }, "Result")),
    body,
  );
  app.store.watch(
    (state) => {
      const { session, project } = state;
      return [session.notices, shownLayout(state), project.mode, session.cutOff === project.id] as const;
    },
    (notices, layout, mode, cutOff) => {
      const told = cutOff || notices.some(({ place }) => place === "result" || place === "board");
      show(element, mode === "sheets" && (layout !== null || told));
      show(found, layout !== null);
    },
  );
  app.store.watch(
    (state) => [shownLayout(state), state.session.sheet, state.project, standingOf(state)] as const,
    (layout, _sheet, project, worth) => {
      if (!layout) return;
      const state = app.store.get();
      found.toggleAttribute("data-stale", worth !== "answers");
      drawHeadline(used, caption, layout, project.unit);
      facts.replaceChildren(
        ...factRows(state, layout).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      );
      drawUnplaced(unplaced, layout, project.unit);
      const improvements = state.session.run?.improvements ?? layout.improvements ?? [];
      const elapsed = state.session.run?.elapsedMs ?? layout.elapsedMs;
      curve.replaceChildren(...improvementCurve(improvements, elapsed, leastSheets(layout)));
    },
  );
  return element;
}

function drawHeadline(
  used: HTMLElement,
  caption: HTMLElement,
  layout: SolvedLayout,
  unit: DisplayUnit,
): void {
  const [sheets, remnant] = headline(layout, unit).split(" + ");
  setText(used, sheets!);
  const share = `${layout.data.summary.total_utilization.toFixed(1)} % used`;
  setText(caption, remnant ? `+ ${remnant} · ${share}` : share);
}

function factRows(state: State, layout: SolvedLayout): [string, string][] {
  const { unit } = state.project;
  const { summary, sheets } = layout.data;
  const sheet = shownSheet(state);
  const whole = sheets.reduce((sum, one) => {
    const { width, height } = findSheetType(layout, one);
    return sum + width * height;
  }, 0);
  const waste = (summary.total_waste_percent / 100) * whole;
  const rows: [string, string][] = [
    ["Parts placed", `${summary.placed_parts} of ${summary.total_parts}`],
    ["Waste", `${summary.total_waste_percent.toFixed(1)} % · ${areaText(waste, unit)}`],
  ];
  const least = Math.max(1, Math.ceil(leastSheets(layout) - 1e-9));
  if (!layout.request.sheets && summary.unplaced_parts === 0)
    rows.push([
      "Best possible",
      least >= sheets.length ? "fewer sheets cannot work" : `${count(least, "sheet")} at least`,
    ]);
  if (sheet && sheets.length > 1)
    rows.push([
      `Sheet ${sheet.index + 1}`,
      `${sheet.utilization.toFixed(1)} % · ${count(sheet.placements.length, "part")}`,
    ]);
  if (sheet?.sheet_id) rows.push(["From", sheet.sheet_id]);
  rows.push(...materialRows(state, layout));
  if (sheet) {
    const remnant = sheetRemnant(layout, sheet);
    const size = boundsSize(remnant);
    rows.push(["Remnant", boxArea(remnant) > 0 ? sizeText(size.width, size.height, unit) : "none"]);
  }
  if (layout.data.byHand) rows.push(["Changed", "by hand"]);
  rows.push(["Search", `${(layout.elapsedMs / 1000).toFixed(1)} s · seed ${layout.seed}`]);
  return rows;
}

/** Cost of the sheets, as far as the rack knows it. */
function materialRows({ project }: State, layout: SolvedLayout): [string, string][] {
  const { rack } = project;
  const prices = layout.data.sheets.map(({ sheet_id }) => {
    const known = findRackSheet(rack, sheet_id);
    return known ? rack[known.at]!.price : null;
  });
  const priced = prices.filter((price) => price !== null);
  if (priced.length === 0) return [];
  const sum = moneyText(priced.reduce((total, price) => total + price, 0));
  const without = prices.length - priced.length;
  return [["Material", without > 0 ? `${sum} and ${count(without, "sheet")} without a price` : sum]];
}

function drawUnplaced(box: HTMLElement, layout: SolvedLayout, unit: DisplayUnit): void {
  const rows = unplacedParts(layout);
  show(box, rows.length > 0);
  const items = rows.map(({ id, count: copies, needs }) => {
    const why = needs
      ? `larger than the sheet allows: needs ${sizeText(needs.width, needs.height, unit)}`
      : layout.data.byHand
        ? "not on a sheet yet"
        : roomLess(layout);
    return h("li", {}, h("strong", {}, `${copies} × ${id}`), ` ${why}`);
  });
  const total = layout.data.summary.unplaced_parts;
  box.replaceChildren(h("h3", {}, icon("warning"), `${total} not placed`), h("ul", {}, ...items));
}

/** Sheets are bought as long as parts have none: only a rack can be too small for what would fit a sheet. */
function roomLess({ request }: SolvedLayout): string {
  const { sheets = [] } = request;
  const counted = sheets.length > 0 && sheets.every(({ quantity }) => quantity !== undefined);
  return counted ? "no room is left on the sheets of the rack" : "no room was found";
}
