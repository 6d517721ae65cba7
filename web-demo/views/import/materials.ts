/** Parts of several materials: all of them are named, and one is chosen to be nested now. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { type MaterialGroup, materialText, nestTogether, severalMaterials } from "../../edit/materials.ts";
import { nestMaterial } from "../../io/drawings/apart.ts";
import { countCopies } from "../../model/project.ts";
import { count, type DisplayUnit } from "../../model/units.ts";
import { button } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";

export function materialChoice(app: App): HTMLElement {
  const element = h("div", { class: "unit-question", role: "group", "aria-label": "Materials" });
  app.store.watch(
    ({ project }) => [project.parts, project.unit] as const,
    (parts, unit) => {
      const groups = severalMaterials(parts);
      show(element, groups.length > 0);
      element.replaceChildren(...(groups.length > 0 ? question(app, groups, unit) : []));
    },
  );
  return element;
}

function question(app: App, groups: readonly MaterialGroup[], unit: DisplayUnit): Node[] {
  const answers = groups.map((group) => {
    const name = materialText(group, unit) || "Nothing named";
    const pieces = count(countCopies(group.parts), "piece");
    return button(`${name}: ${pieces}`, () => void nestMaterial(app, group), { class: "button small" });
  });
  return [
    h(
      "p",
      {},
      icon("warning"),
      "The parts are of several materials. Which is to be nested now? The others become projects of their own.",
    ),
    h(
      "div",
      { class: "unit-answers" },
      ...answers,
      button("All together", () => nestTogether(app), { class: "button small" }),
    ),
  ];
}
