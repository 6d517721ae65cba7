/** How the saw cuts, and what a shop wants beside: kerf and trim, stages, first cut, offcuts worth keeping, the goal. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { changeSaw } from "../../edit/plan-tables.ts";
import type { PanelSaw } from "../../model/project.ts";
import { goalField, kerfField, sawLength, sawRule } from "../plans/plan-rules.ts";
import { panel, selectField } from "../shell/controls.ts";

export function panelRules(app: App): HTMLElement {
  const stages = selectField<"2" | "3">(app, {
    label: "Turns of the panel",
    choices: [
      ["2", "2: strips, pieces"],
      ["3", "3: sections, strips, pieces"],
    ],
    value: ({ project }) => (project.panels.saw.stages === 2 ? "2" : "3"),
    set: (value) => changeSaw(app, "panels", "Change stages", { stages: value === "2" ? 2 : 3 }),
  });
  const first = selectField<PanelSaw["first_cut"]>(app, {
    label: "First cut",
    choices: [
      ["any", "as it fits"],
      ["rip", "along the length"],
      ["cross", "across it"],
    ],
    value: ({ project }) => project.panels.saw.first_cut,
    set: (first_cut) => changeSaw(app, "panels", "Change first cut", { first_cut }),
  });
  const offcuts = [
    sawLength(app, "panels", "min_offcut_length", "Keep offcuts from"),
    sawLength(app, "panels", "min_offcut_width", "and as wide as"),
  ];
  return panel(
    { id: "panel-saw", title: "Saw" },
    [],
    h("div.pair", kerfField(app, "panels"), sawLength(app, "panels", "trim", "Trim each side", 1)),
    stages,
    first,
    goalField(app, "panels", "Goal of panels"),
    h(
      "details.machine",
      h("summary", "Offcuts and limits"),
      h("div.pair", ...offcuts),
      h("div.pair", sawLength(app, "panels", "min_cut_distance", "Least strip")),
      sawRule(app, "panels", "offcuts_first", "Use up offcuts first"),
      sawRule(app, "panels", "exact", "No cut that trims single pieces"),
      sawRule(app, "panels", "fewest_patterns", "Few different patterns"),
    ),
  );
}
