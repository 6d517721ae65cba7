/** The plan: every pattern with how often it is sawn, to scale, with its cuts in order and what is left. */
import { panelLeaves } from "../../../engine/entries/sawing.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import type { PanelResult } from "../../model/project.ts";
import { count, type DisplayUnit, sizeText, trim } from "../../model/units.ts";
import { listOffcuts, metresText } from "../plans/job.ts";
import { patternsView } from "../plans/pattern-list.ts";
import { button } from "../shell/controls.ts";
import { openPanelExample } from "./example.ts";
import { panelDrawing } from "./pattern-drawing.ts";

/** Patterns drawn at once; a plan can have hundreds. */
const MOST = 60;

export function panelPlanView(app: App): HTMLElement {
  return patternsView<PanelResult>(app, "panels", {
    list: "Sawing patterns",
    region: "Sawing plan",
    most: MOST,
    nameless: "No material named",
    rows: ({ panelPlans, unit }, most) =>
      panelPlans
        .flatMap((result) => fullestFirst(result.plan.patterns).map((pattern) => ({ result, pattern })))
        .slice(0, most)
        .map(({ result, pattern }) => [result, patternRow(result, pattern, unit)]),
    before: h("p.soft", "Plan the cuts to see every panel with its pieces."),
    welcome: {
      title: "Cut panels on a saw, edge to edge",
      text: "List the panels you have and the pieces you need. The plan says what to saw from which panel, cut by cut, and whether a better plan can exist.",
      example: button("Try the bookcase", () => openPanelExample(app), { class: "button primary" }),
      ways: "Paste a list from a spreadsheet, or drop a CSV file as cut list programs write it.",
    },
  });
}

type PanelPattern = PanelResult["plan"]["patterns"][number];

function fullestFirst(patterns: readonly PanelPattern[]): PanelPattern[] {
  return patterns.toSorted((a, b) => b.utilization - a.utilization);
}

function patternRow(result: PanelResult, pattern: PanelPattern, unit: DisplayUnit): HTMLElement {
  const { request, plan } = result;
  const { length, width, stock_id, count: panels, utilization, cuts, cut_length } = pattern;
  const stock = request.stocks[pattern.stock];
  const offcuts = listOffcuts(panelLeaves(pattern, plan.kerf)).map((offcut) =>
    sizeText(offcut.length, offcut.width, unit),
  );
  return h(
    "li.pattern.card",
    h(
      "p.pattern-head",
      h("strong", `${panels} ×`),
      ` ${stock_id}, ${sizeText(length, width, unit)}`,
      stock?.offcut ? h("span.tag.quiet", "offcut") : null,
      stock?.grain === "none" ? null : h("span.tag.quiet", grainText(stock?.grain)),
      h("span.pattern-rest.soft", `${trim(utilization, 1)} % used`),
    ),
    panelDrawing(pattern, result, { unit }),
    h("p.pattern-cuts", `${count(cuts, "cut")}, ${metresText(cut_length, unit)} in all`),
    offcuts.length > 0 ? h("p.quiet", `Offcuts to keep: ${offcuts.join(", ")}`) : null,
  );
}

export function grainText(grain: "length" | "width" | "none" = "length"): string {
  return grain === "width" ? "grain across ↕" : "grain along ↔";
}
