/** Form for the saw: the blade, the goal, and the wishes of a shop for every bar. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { changeSaw } from "../../edit/plan-tables.ts";
import { sawOptions } from "../../model/plans.ts";
import type { SawSettings } from "../../model/project.ts";
import { count } from "../../model/units.ts";
import { goalField, kerfField, sawLength, sawRule } from "../plans/plan-rules.ts";
import { field, panel, selectField } from "../shell/controls.ts";
import { keepText, showWhile } from "../shell/follow.ts";

export function sawForm(app: App): HTMLElement {
  const goal = goalField(app, "bars", "Goal");
  return panel(
    { id: "saw", title: "Saw" },
    [],
    kerfField(app, "bars"),
    profileWidth(app),
    goal,
    shopRules(app),
  );
}

/** Folded away, since most jobs need none; the heading tells how many are on. */
function shopRules(app: App): HTMLElement {
  const heading = h("summary");
  keepText(app, heading, ({ project }) => {
    const on = Object.keys(sawOptions({ ...project.bars.saw, profile_width: 0, measured: "long" })).length;
    return on === 0 ? "Trims and offcuts" : `Trims and offcuts · ${count(on, "rule")}`;
  });
  const first = sawRule(app, "bars", "offcuts_first", "Use up offcuts first");
  app.store.watch(
    ({ project: { bars } }) => [bars.stocks.some(({ offcut }) => offcut), bars.saw.offcuts_first],
    (some, on) => {
      first.querySelector("input")!.disabled = !on && !some;
      first.title = some ? "" : "Mark offcuts in the table of stock";
    },
  );
  const trims = [
    sawLength(app, "bars", "trim_start", "Trim at start", 1),
    sawLength(app, "bars", "trim_end", "Trim at end", 1),
  ];
  return h(
    "details.machine",
    heading,
    h("div.pair", ...trims),
    h("div.pair", sawLength(app, "bars", "min_offcut", "Keep rests from"), mostPieces(app)),
    first,
    sawRule(app, "bars", "fewest_patterns", "Few different patterns"),
  );
}

/** Asked for only where something is mitred. */
function profileWidth(app: App): HTMLElement {
  const hint = "At 0, mitres are not laid into each other. A stock may have its own width.";
  const points = selectField<SawSettings["measured"]>(app, {
    label: "Lengths of mitred pieces",
    choices: [
      ["long", "between the long points"],
      ["short", "between the short points"],
    ],
    value: ({ project }) => project.bars.saw.measured,
    set: (measured) => changeSaw(app, "bars", "Change the measured points", { measured }),
  });
  const width = sawLength(app, "bars", "profile_width", "Profile width at the mitre", 1);
  const element = h("div.stack.tight", points, width, h("p.field-hint.quiet", hint));
  showWhile(app, element, ({ project }) =>
    project.bars.pieces.some((piece) => piece.angle_start || piece.angle_end),
  );
  return element;
}

function mostPieces(app: App): HTMLElement {
  const set = (most: number | null) => changeSaw(app, "bars", "Change pieces per bar", { max_pieces: most });
  return field(app, {
    label: "Pieces per bar",
    text: ({ project }) => String(project.bars.saw.max_pieces ?? ""),
    attributes: { inputmode: "numeric", placeholder: "any" },
    commit(text) {
      const most = text.trim() === "" ? null : Number(text);
      if (most !== null && !(Number.isSafeInteger(most) && most >= 1))
        return `“${text}” is not a whole number from 1; leave it empty for any.`;
      set(most);
      return null;
    },
    step(direction) {
      const most = (app.store.get().project.bars.saw.max_pieces ?? 0) + direction;
      set(most < 1 ? null : most);
    },
  });
}
