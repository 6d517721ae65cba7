/** Parts of several materials: all of them are named, and one is chosen to be nested now. */
import type { App } from "../../app.ts";
import { type MaterialGroup, materialText, nestTogether, severalMaterials } from "../../edit/materials.ts";
import { nestMaterial } from "../../io/drawings/apart.ts";
import { countCopies } from "../../model/project.ts";
import { count, type DisplayUnit } from "../../model/units.ts";
import { button, SMALL } from "../shell/controls.ts";
import { question, questionBox } from "../shell/question.ts";

export function materialChoice(app: App): HTMLElement {
  return questionBox(
    app,
    "Materials",
    ({ parts, unit }) => [parts, unit],
    ({ parts, unit }) => {
      const groups = severalMaterials(parts);
      return groups.length > 0 ? ask(app, groups, unit) : [];
    },
  );
}

function ask(app: App, groups: readonly MaterialGroup[], unit: DisplayUnit): Node[] {
  const answers = groups.map((group) => {
    const name = materialText(group, unit) || "Nothing named";
    const pieces = count(countCopies(group.parts), "piece");
    return button(`${name}: ${pieces}`, () => void nestMaterial(app, group), SMALL);
  });
  return question(
    "The parts are of several materials. Which is to be nested now? The others become projects of their own.",
    [...answers, button("All together", () => nestTogether(app), SMALL)],
  );
}
