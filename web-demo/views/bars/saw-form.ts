/** Form for the saw: the blade, the goal, and the wishes of a shop for every bar. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import { changeBars } from "../../actions/bar-actions.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import type { SawSettings } from "../../model/project.ts";
import { sawOptions } from "../../model/request.ts";
import { count } from "../../model/units.ts";
import { goalField, ruleField } from "../plans/plan-rules.ts";
import { field, lengthField, selectField } from "../shell/controls.ts";

export function sawForm(app: App): HTMLElement {
  const kerf = lengthField(app, {
    label: "Saw kerf",
    value: ({ project }) => project.bars.kerf,
    min: 0,
    max: LIMITS.cut.kerf,
    stepMm: 0.1,
    set: (mm) => changeBars(app, "Change kerf", () => ({ kerf: mm })),
  });
  const goal = goalField(
    app,
    "Goal",
    ({ project }) => project.bars.optimize,
    (optimize) => changeBars(app, "Change goal", () => ({ optimize })),
  );
  return h(
    "section",
    { class: "panel", "aria-labelledby": "saw-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "saw-title" }, "Saw")),
    h("div", { class: "panel-body" }, kerf, profileWidth(app), goal, shopRules(app)),
  );
}

/** Folded away, since most jobs need none; the heading tells how many are on. */
function shopRules(app: App): HTMLElement {
  const heading = h("summary", {});
  app.store.watch(
    ({ project }) => [project.bars.saw] as const,
    (saw) => {
      const on = Object.keys(sawOptions({ ...saw, profile_width: 0, measured: "long" })).length;
      setText(heading, on === 0 ? "Trims and offcuts" : `Trims and offcuts · ${count(on, "rule")}`);
    },
  );
  const hasOffcuts = () => app.store.get().project.bars.stocks.some(({ offcut }) => offcut);
  const first = checkbox(app, "offcuts_first", "Use up offcuts first");
  app.store.watch(
    ({ project }) => [project.bars.stocks, project.bars.saw.offcuts_first] as const,
    (_stocks, on) => {
      first.input.disabled = !on && !hasOffcuts();
      first.element.title = hasOffcuts() ? "" : "Mark offcuts in the table of stock";
    },
  );
  return h(
    "details",
    { class: "machine" },
    heading,
    h(
      "div",
      { class: "pair" },
      length(app, "trim_start", "Trim at start"),
      length(app, "trim_end", "Trim at end"),
    ),
    h("div", { class: "pair" }, length(app, "min_offcut", "Keep rests from"), mostPieces(app)),
    first.element,
    checkbox(app, "fewest_patterns", "Few different patterns").element,
  );
}

/** Asked for only where something is mitred. */
function profileWidth(app: App): HTMLElement {
  const hint = h(
    "p",
    { class: "field-hint" },
    "At 0, mitres are not laid into each other. A stock may have its own width.",
  );
  const points = selectField<SawSettings["measured"]>(app, {
    label: "Lengths of mitred pieces",
    choices: [
      { value: "long", label: "between the long points" },
      { value: "short", label: "between the short points" },
    ],
    value: ({ project }) => project.bars.saw.measured,
    set: (measured) => changeSaw(app, "Change the measured points", { measured }),
  });
  const width = length(app, "profile_width", "Profile width at the mitre");
  const element = h("div", { class: "mitres" }, points, width, hint);
  app.store.watch(
    ({ project }) => [project.bars.pieces] as const,
    (pieces) =>
      show(
        element,
        pieces.some(({ angle_start, angle_end }) => angle_start || angle_end),
      ),
  );
  return element;
}

function changeSaw(app: App, label: string, change: Partial<SawSettings>): void {
  changeBars(app, label, ({ saw }) => ({ saw: { ...saw, ...change } }));
}

function length(
  app: App,
  key: "trim_start" | "trim_end" | "min_offcut" | "profile_width",
  label: string,
): HTMLElement {
  return lengthField(app, {
    label,
    value: ({ project }) => project.bars.saw[key],
    min: 0,
    max: LIMITS.cut.length,
    stepMm: key === "min_offcut" ? 10 : 1,
    set: (mm) => changeSaw(app, `Change ${label.toLowerCase()}`, { [key]: mm }),
  });
}

function mostPieces(app: App): HTMLElement {
  const set = (most: number | null) => changeSaw(app, "Change pieces per bar", { max_pieces: most });
  return field(app, {
    label: "Pieces per bar",
    text: ({ project }) => String(project.bars.saw.max_pieces ?? ""),
    attributes: { inputmode: "numeric", placeholder: "any" },
    commit(text) {
      const most = text.trim() === "" ? null : Number(text);
      if (most !== null && !(Number.isSafeInteger(most) && most >= 1)) {
        return `“${text}” is not a whole number from 1; leave it empty for any.`;
      }
      set(most);
      return null;
    },
    step(direction) {
      const most = (app.store.get().project.bars.saw.max_pieces ?? 0) + direction;
      set(most < 1 ? null : most);
    },
  });
}

function checkbox(app: App, key: "offcuts_first" | "fewest_patterns", label: string) {
  return ruleField(
    app,
    label,
    ({ project }) => project.bars.saw[key],
    (on) => changeSaw(app, `Change ${label.toLowerCase()}`, { [key]: on }),
  );
}
