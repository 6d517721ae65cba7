/** What the colours of a drawing on the board mean, and how much of it is drawn in each. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { roundedText } from "../../model/units.ts";
import { shownDrawing } from "./shown.ts";

/** Shorter ones are read as nothing (mm). */
const LEAST = 0.005;

export function drawingLegend(app: App): HTMLElement {
  const element = h("p", { class: "board-legend drawing-legend", hidden: true });
  app.store.watch(
    (state) => [shownDrawing(state)?.account, state.project.unit] as const,
    (account, unit) => {
      const { cut = 0, open = 0, bend = 0, engrave = 0, mark = 0, construction = 0 } = account ?? {};
      const keys = (
        [
          ["outline", "cut", cut + open],
          ["bend", "bent", bend],
          ["tool", "engraved or marked", engrave + mark],
          ["aside", "not made", construction],
        ] as const
      ).filter(([, , length]) => length > LEAST);
      const key = ([kind, what, length]: (typeof keys)[number]) =>
        h("span", { class: `key-${kind}` }, `${what} ${roundedText(length, unit)}`);
      element.replaceChildren(...keys.map(key));
      show(element, keys.length > 0);
    },
  );
  return element;
}
