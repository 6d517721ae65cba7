/** How the saw cuts, and what a shop wants beside: kerf and trim, stages, first cut, offcuts worth keeping, the goal. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { changePanelSaw, changePanels } from "../../edit/edit-panels.ts";
import type { PanelSaw } from "../../model/project.ts";
import { goalField, ruleField } from "../plans/plan-rules.ts";
import { lengthField, selectField } from "../shell/controls.ts";

type PanelLength = "trim" | "min_cut_distance" | "min_offcut_length" | "min_offcut_width";
type Flag = "exact" | "offcuts_first" | "fewest_patterns";

export function panelRules(app: App): HTMLElement {
  const kerf = lengthField(app, {
    label: "Saw kerf",
    value: ({ project }) => project.panels.kerf,
    min: 0,
    max: LIMITS.panel.kerf,
    stepMm: 0.1,
    set: (mm) => changePanels(app, "Change kerf", () => ({ kerf: mm })),
  });
  const goal = goalField(
    app,
    "Goal of panels",
    ({ project }) => project.panels.optimize,
    (optimize) => changePanels(app, "Change goal", () => ({ optimize })),
  );
  const stages = selectField<"2" | "3">(app, {
    label: "Turns of the panel",
    choices: [
      { value: "2", label: "2: strips, pieces" },
      { value: "3", label: "3: sections, strips, pieces" },
    ],
    value: ({ project }) => (project.panels.saw.stages === 2 ? "2" : "3"),
    set: (value) => changePanelSaw(app, "Change stages", { stages: value === "2" ? 2 : 3 }),
  });
  const first = selectField<PanelSaw["first_cut"]>(app, {
    label: "First cut",
    choices: [
      { value: "any", label: "as it fits" },
      { value: "rip", label: "along the length" },
      { value: "cross", label: "across it" },
    ],
    value: ({ project }) => project.panels.saw.first_cut,
    set: (first_cut) => changePanelSaw(app, "Change first cut", { first_cut }),
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "panel-saw-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "panel-saw-title" }, "Saw")),
    h(
      "div",
      { class: "panel-body" },
      h("div", { class: "pair" }, kerf, length(app, "trim", "Trim each side")),
      stages,
      first,
      goal,
      h(
        "details",
        { class: "machine" },
        h("summary", {}, "Offcuts and limits"),
        h(
          "div",
          { class: "pair" },
          length(app, "min_offcut_length", "Keep offcuts from"),
          length(app, "min_offcut_width", "and as wide as"),
        ),
        h("div", { class: "pair" }, length(app, "min_cut_distance", "Least strip")),
        flag(app, "offcuts_first", "Use up offcuts first"),
        flag(app, "exact", "No cut that trims single pieces"),
        flag(app, "fewest_patterns", "Few different patterns"),
      ),
    ),
  );
}

function length(app: App, key: PanelLength, label: string): HTMLElement {
  return lengthField(app, {
    label,
    value: ({ project }) => project.panels.saw[key],
    min: 0,
    max: LIMITS.panel.side,
    stepMm: key === "trim" ? 1 : 10,
    set: (mm) => changePanelSaw(app, `Change ${label.toLowerCase()}`, { [key]: mm }),
  });
}

function flag(app: App, key: Flag, label: string): HTMLElement {
  return ruleField(
    app,
    label,
    ({ project }) => project.panels.saw[key],
    (on) => changePanelSaw(app, `Change ${label.toLowerCase()}`, { [key]: on }),
  ).element;
}
