/** The result: sheets and remnant, whether it is ready to cut, which parts found no place, and how it was found. */
import { standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { boundsSize } from "../../model/bounds.ts";
import type { SolvedLayout } from "../../model/project.ts";
import { shownLayout, shownSheet } from "../../model/session.ts";
import { findSheetType, sheetRemnant } from "../../model/sheet.ts";
import { headline, leastSheets, unplacedParts } from "../../model/solved-layout.ts";
import type { State } from "../../model/store.ts";
import { areaText, count, type DisplayUnit, sizeText, sum } from "../../model/units.ts";
import { findRackSheet } from "../../shop/rack.ts";
import { bestsStrip } from "../board/bests.ts";
import { moneyText } from "../machine/time.ts";
import { type Facts, factRows, panel } from "../shell/controls.ts";
import { showWhile } from "../shell/follow.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";
import { staleNote } from "../shell/stale.ts";
import { improvementCurve } from "./curve.ts";
import { readyBadge } from "./ready.ts";

export function resultView(app: App): HTMLElement {
  const used = h("p.big-number");
  const caption = h("p.big-caption.soft");
  const facts = h("dl.facts");
  const unplaced = h("div.unplaced.box.warn", { role: "status" });
  const curve = h("div.curve-box");
  const more = h("details.fold", h("summary", "How it was found"), curve, facts, bestsStrip(app));
  const found = h("div.found.stack", used, caption, readyBadge(app), unplaced, more);
  const told = [messages(app, "result", "board"), staleNote(app)];
  const element = panel({ id: "result", name: "result", title: "Result" }, [], ...told, found);
  element.id = "result";
  showWhile(app, element, (state) => {
    const { session, project } = state;
    const isTold = session.notices.some(({ place }) => place === "result" || place === "board");
    const there = shownLayout(state) !== null || session.cutOff === project.id || isTold;
    return project.mode === "sheets" && there;
  });
  showWhile(app, found, (state) => shownLayout(state) !== null);
  app.store.watch(
    (state) => [shownLayout(state), state.session.sheet, state.project, standingOf(state)],
    (layout, _sheet, project, worth) => {
      if (!layout) return;
      const state = app.store.get();
      found.toggleAttribute("data-stale", worth !== "answers");
      drawHeadline(used, caption, layout, project.unit);
      facts.replaceChildren(...factRows(factsOf(state, layout)));
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

function factsOf(state: State, layout: SolvedLayout): Facts {
  const { unit } = state.project;
  const { summary, sheets } = layout.data;
  const sheet = shownSheet(state);
  const whole = sum(sheets, (one) => {
    const { width, height } = findSheetType(layout, one);
    return width * height;
  });
  const waste = (summary.total_waste_percent / 100) * whole;
  const least = Math.max(1, Math.ceil(leastSheets(layout) - 1e-9));
  const isBounded = !layout.request.sheets && summary.unplaced_parts === 0;
  const best = least >= sheets.length ? "fewer sheets cannot work" : `${count(least, "sheet")} at least`;
  const { width = 0, height = 0 } = sheet ? boundsSize(sheetRemnant(layout, sheet)) : {};
  const used = sheet && `${sheet.utilization.toFixed(1)} % · ${count(sheet.placements.length, "part")}`;
  const remnant = width * height > 0 ? sizeText(width, height, unit) : "none";
  return [
    ["Parts placed", `${summary.placed_parts} of ${summary.total_parts}`],
    ["Waste", `${summary.total_waste_percent.toFixed(1)} % · ${areaText(waste, unit)}`],
    ["Best possible", isBounded ? best : ""],
    [`Sheet ${(sheet?.index ?? 0) + 1}`, used && sheets.length > 1 ? used : ""],
    ["From", sheet?.sheet_id ?? ""],
    ["Material", materialCost(state, layout)],
    ["Remnant", sheet ? remnant : ""],
    ["Changed", layout.data.byHand ? "by hand" : ""],
    ["Search", `${(layout.elapsedMs / 1000).toFixed(1)} s · seed ${layout.seed}`],
  ];
}

function materialCost({ project: { rack } }: State, layout: SolvedLayout): string {
  const prices = layout.data.sheets.map(({ sheet_id }) => {
    const known = findRackSheet(rack, sheet_id);
    return known ? rack[known.at]!.price : null;
  });
  const priced = prices.filter((price) => price !== null);
  if (priced.length === 0) return "";
  const cost = moneyText(sum(priced, Number));
  const without = prices.length - priced.length;
  return without > 0 ? `${cost} and ${count(without, "sheet")} without a price` : cost;
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
    return h("li", h("strong", `${copies} × ${id}`), ` ${why}`);
  });
  const total = layout.data.summary.unplaced_parts;
  box.replaceChildren(h("h3.row", icon("warning"), `${total} not placed`), h("ul", ...items));
}

/** Sheets are bought as long as parts have none: only a rack can be too small for what would fit a sheet. */
function roomLess({ request }: SolvedLayout): string {
  const { sheets = [] } = request;
  const counted = sheets.length > 0 && sheets.every(({ quantity }) => quantity !== undefined);
  return counted ? "no room is left on the sheets of the rack" : "no room was found";
}
