/** The plan: every pattern with how often it is sawn, to scale, with its cuts in order and what is left. */
import { panelLeaves } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import type { PanelResult } from "../../model/project.ts";
import { count, sizeText, trim, type Unit } from "../../model/units.ts";
import { metresText, offcutsOf, panelsAreCurrent } from "../../panels/job.ts";
import { button } from "../shell/controls.ts";
import { messages } from "../shell/notices.ts";
import { transport } from "../shell/transport.ts";
import { panelDrawing } from "./drawing.ts";
import { openPanelExample } from "./example.ts";

/** Patterns drawn at once; a plan can have hundreds. */
const MOST = 60;

export function panelPlanView(app: App): HTMLElement {
  const list = h("ol", { class: "patterns", "aria-label": "Sawing patterns" });
  const more = button("Show all patterns", () => draw(Number.POSITIVE_INFINITY));
  const stale = h(
    "p",
    { class: "note", role: "status" },
    "The job was changed since. Plan again to bring the cuts up to date.",
  );
  const listed = h("p", { class: "panel-empty" });
  const welcome = panelWelcome(app);
  const scroll = h(
    "div",
    { class: "stage pattern-scroll", tabindex: 0, role: "region", "aria-label": "Sawing plan" },
    stale,
    list,
    more,
    listed,
    welcome,
  );
  function draw(most: number): void {
    const { project } = app.store.get();
    const { panelPlans, panels, unit } = project;
    const planned = panelPlans.length > 0;
    const some = panels.stocks.length + panels.pieces.length > 0;
    show(welcome, !planned && !some);
    show(listed, !planned && some);
    listed.textContent = "Plan the cuts to see every panel with its pieces.";
    show(list, planned);
    show(stale, planned && !panelsAreCurrent(project));
    const rows = panelPlans.flatMap((result) => result.plan.patterns.map((pattern) => ({ result, pattern })));
    show(more, rows.length > most);
    let material: string | null = panelPlans.length > 1 ? null : (panelPlans[0]?.material ?? null);
    list.replaceChildren(
      ...rows.slice(0, most).flatMap(({ result, pattern }) => {
        const row = patternRow(result, pattern, unit);
        if (result.material === material) return [row];
        material = result.material;
        return [h("li", { class: "profile-head" }, h("h3", {}, material || "No material named")), row];
      }),
    );
  }
  app.store.watch(
    ({ project }) => [project.panelPlans, project.panels, project.unit] as const,
    () => draw(MOST),
  );
  return h(
    "section",
    { class: "board-panel", "aria-label": "Plan" },
    messages(app, "plan"),
    scroll,
    transport(app),
  );
}

function patternRow(
  result: PanelResult,
  pattern: PanelResult["plan"]["patterns"][number],
  unit: Unit,
): HTMLElement {
  const { request, plan } = result;
  const { length, width, stock_id, count: panels, utilization, cuts, cut_length } = pattern;
  const stock = request.stocks[pattern.stock];
  const offcuts = offcutsOf(panelLeaves(pattern, plan.kerf)).map((offcut) =>
    sizeText(offcut.length, offcut.width, unit),
  );
  return h(
    "li",
    { class: "pattern" },
    h(
      "p",
      { class: "pattern-head" },
      h("strong", {}, `${panels} ×`),
      ` ${stock_id}, ${sizeText(length, width, unit)}`,
      stock?.offcut ? h("span", { class: "tag" }, "offcut") : null,
      stock?.grain === "none" ? null : h("span", { class: "tag" }, grainText(stock?.grain)),
      h("span", { class: "pattern-rest" }, `${trim(utilization, 1)} % used`),
    ),
    panelDrawing(pattern, result, { unit }),
    h("p", { class: "pattern-cuts" }, `${count(cuts, "cut")}, ${metresText(cut_length, unit)} in all`),
    offcuts.length > 0
      ? h("p", { class: "pattern-positions" }, `Offcuts to keep: ${offcuts.join(", ")}`)
      : null,
  );
}

export function grainText(grain: "length" | "width" | "none" = "length"): string {
  return grain === "width" ? "grain across ↕" : "grain along ↔";
}

function panelWelcome(app: App): HTMLElement {
  return h(
    "div",
    { class: "welcome" },
    h("h2", {}, "Cut panels on a saw, edge to edge"),
    h(
      "p",
      {},
      "List the panels you have and the pieces you need. The plan says what to saw from which panel, cut by cut, and whether a better plan can exist.",
    ),
    h(
      "div",
      { class: "welcome-actions" },
      button("Try the bookcase", () => openPanelExample(app), { class: "button primary" }),
    ),
    h(
      "p",
      { class: "privacy" },
      "Paste a list from a spreadsheet, or drop a CSV file as cut list programs write it.",
    ),
  );
}
