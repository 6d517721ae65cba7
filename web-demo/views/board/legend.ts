/** Legend of the colours of a drawing on the board. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { legendKey } from "../shell/controls.ts";
import { shownDrawing } from "./shown.ts";

export function drawingLegend(app: App): HTMLElement {
  const element = h("p.board-legend.drawing-legend.row", { hidden: true });
  app.store.watch(
    (state) => [shownDrawing(state)],
    (drawing) => {
      const { cutPaths = [], bendLines = [], markLines = [], asideLines = [], offLines = [] } = drawing ?? {};
      const keys = [
        ["2px solid var(--outline)", "cut", cutPaths],
        ["2px dashed var(--bend)", "bent", bendLines],
        ["2px solid var(--accent)", "engraved or marked", markLines],
        ["2px solid var(--aside)", "not made", asideLines],
        ["2px solid var(--warn)", "on no part, left out", offLines],
      ] as const;
      const there = keys.filter(([, , lines]) => lines.length > 0);
      element.replaceChildren(...there.map(([line, what]) => legendKey(line, what)));
      show(element, there.length > 0);
    },
  );
  return element;
}
