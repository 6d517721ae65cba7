/** Legend of the colours of a drawing on the board. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { shownDrawing } from "./shown.ts";

export function drawingLegend(app: App): HTMLElement {
  const element = h("p", { class: "board-legend drawing-legend", hidden: true });
  app.store.watch(
    (state) => [shownDrawing(state)] as const,
    (drawing) => {
      const { cutPaths = [], bendLines = [], markLines = [], asideLines = [], offLines = [] } = drawing ?? {};
      const keys = [
        ["outline", "cut", cutPaths],
        ["bend", "bent", bendLines],
        ["tool", "engraved or marked", markLines],
        ["aside", "not made", asideLines],
        ["off", "on no part, left out", offLines],
      ] as const;
      const there = keys.filter(([, , lines]) => lines.length > 0);
      element.replaceChildren(...there.map(([kind, what]) => h("span", { class: `key-${kind}` }, what)));
      show(element, there.length > 0);
    },
  );
  return element;
}
