/** At the saw: one panel and one cut at a time, large enough for a phone that lies beside the fence. */
import { panelCuts } from "../../../engine/entries/sawing.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import type { SawingAt } from "../../model/project.ts";
import { lengthText, sizeText } from "../../model/units.ts";
import { cutWords, listPanels, type PanelRow } from "../plans/job.ts";
import { button } from "../shell/controls.ts";
import { panelDrawing } from "./pattern-drawing.ts";

export function panelSaw(app: App): HTMLElement {
  const { panelPlans, unit } = app.store.get().project;
  const rows = listPanels(panelPlans);
  const cutsOf = ({ pattern, result }: PanelRow) => panelCuts(pattern, result.plan.kerf);
  const title = h("p.soft", { role: "status" });
  const what = h("p.saw-cut");
  const result = h("p.saw-result");
  const picture = h("div.saw-picture");
  const at = (): SawingAt => app.store.get().project.sawingAt;
  const go = (to: SawingAt) => {
    // How far one has come is no step that anybody takes back by undo.
    app.store.amend((project) => ({ ...project, sawingAt: to }));
    draw();
  };
  const back = button("Back", () => go(stepBack(at(), rows, cutsOf)), { class: "button" });
  const next = button("Cut done", () => go(stepOn(at(), rows, cutsOf)), { class: "button primary" });
  const again = button("From the beginning", () => go({ panel: 0, cut: 0 }), { class: "link" });
  function draw(): void {
    const { panel, cut } = at();
    const row = rows[Math.min(panel, rows.length - 1)];
    if (!row) return;
    const finished = panel >= rows.length;
    const cuts = cutsOf(row);
    const step = finished ? undefined : cuts[cut];
    const material = row.result.material ? `${row.result.material}: ` : "";
    const size = sizeText(row.pattern.length, row.pattern.width, unit);
    setText(
      title,
      finished
        ? rows.length === 1
          ? "The panel is sawn."
          : `All ${rows.length} panels are sawn.`
        : `${material}panel ${row.number} of ${rows.length}, ${row.pattern.stock_id}, ${size} · cut ${Math.min(cut + 1, cuts.length)} of ${cuts.length}`,
    );
    const words = step ? cutWords(step, (mm) => lengthText(mm, unit)) : null;
    setText(what, words?.what ?? (finished ? "" : "This panel needs no more cuts."));
    setText(result, words?.result ?? "");
    picture.replaceChildren(
      panelDrawing(row.pattern, row.result, { unit, done: finished ? cuts.length : cut }),
    );
    back.disabled = panel === 0 && cut === 0;
    show(next, !finished);
    setText(
      next,
      cut + 1 >= cuts.length ? (panel + 1 >= rows.length ? "Last cut done" : "Next panel") : "Cut done",
    );
  }
  draw();
  return h(
    "div.panel-saw.stack.tight",
    title,
    what,
    result,
    picture,
    h("div.saw-buttons", back, next),
    again,
  );
}

type CutsOfPanel = (row: PanelRow) => readonly unknown[];

function stepOn({ panel, cut }: SawingAt, rows: readonly PanelRow[], cutsOf: CutsOfPanel): SawingAt {
  const row = rows[panel];
  if (!row) return { panel, cut };
  return cut + 1 < cutsOf(row).length ? { panel, cut: cut + 1 } : { panel: panel + 1, cut: 0 };
}

function stepBack({ panel, cut }: SawingAt, rows: readonly PanelRow[], cutsOf: CutsOfPanel): SawingAt {
  if (cut > 0) return { panel, cut: cut - 1 };
  const before = rows[panel - 1];
  return before ? { panel: panel - 1, cut: Math.max(0, cutsOf(before).length - 1) } : { panel, cut };
}
