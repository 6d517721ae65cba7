/** At the saw: every bar of the plan with its cuts, to be ticked off with a thumb. What is ticked is kept. */
import type { App } from "../../app.ts";
import { h, setText } from "../../dom.ts";
import { type BarRow, listBars, listPieces, restText } from "../../model/cut-plan.ts";
import { count, type DisplayUnit, formatLength, lengthText, roundedLength } from "../../model/units.ts";
import { anglesText } from "../bars/bars-plan.ts";

const MOST = 500;

export function sawList(app: App): HTMLElement {
  const { plans, unit } = app.store.get().project;
  const bars = listBars(plans);
  const progress = h("p.soft", { role: "status" });
  const say = () => {
    const { sawn } = app.store.get().project;
    setText(progress, `${sawn.length} of ${count(bars.length, "bar")} sawn`);
  };
  say();
  const rows = bars.slice(0, MOST).map((bar) => barRow(app, bar, unit, say));
  const more =
    bars.length > MOST ? h("p.soft", `The first ${MOST} bars are listed; the printed list has all.`) : null;
  return h("div.saw", progress, h("ol.saw-bars.stack", ...rows), more ?? "");
}

function barRow(app: App, bar: BarRow, unit: DisplayUnit, say: () => void): HTMLElement {
  const { profile, pattern, kerf, number, key } = bar;
  const name = profile ? `${profile}, bar ${number}` : `Bar ${number}`;
  const box = h("input", {
    type: "checkbox",
    checked: app.store.get().project.sawn.includes(key),
    "aria-label": `${name} is sawn`,
    onchange: () => {
      app.store.commit(box.checked ? `Tick ${name}` : `Untick ${name}`, (project) => {
        const others = project.sawn.filter((one) => one !== key);
        return { ...project, sawn: box.checked ? [...others, key] : others };
      });
      say();
    },
  });
  const cuts = listPieces(pattern, kerf).map(({ piece_id, length, position, ...cut }) =>
    h(
      "li",
      h("strong", formatLength(length, unit)),
      h("span", `${piece_id}${anglesText(cut)}`),
      h("small.soft", `cut at ${roundedLength(position + length, unit)}`),
    ),
  );
  return h(
    "li.card",
    h(
      "label.saw-bar.row",
      box,
      h("span", h("strong", name), h("small", `${pattern.stock_id}, ${lengthText(pattern.length, unit)}`)),
    ),
    h("ul.saw-cuts", ...cuts),
    h("p.saw-rest.soft", restText(pattern, unit)),
  );
}
