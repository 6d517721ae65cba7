/** Files for the machine: one button for all that it needs, a menu for everything else. */
import { exportActions, exportable } from "../../actions/export-actions.ts";
import { goToField } from "../../actions/faults.ts";
import { keepRemnantAction } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { isJudged, readiness, totalOf } from "../../model/ready.ts";
import { shownLayout } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import { lengthText } from "../../model/units.ts";
import { moneyText, timeText } from "../machine/time.ts";
import { actionButton, button } from "../shell/controls.ts";

export function exportView(app: App): HTMLElement {
  const { cut, preview } = exportActions;
  const main = actionButton(app, cut, "text");
  main.classList.add("primary", "wide");
  const estimate = h("p", { class: "estimate" });
  const choose = button("Choose a machine for G-code", () => goToField("machine"), { class: "link" });
  const path = actionButton(app, preview, "text");
  const element = h(
    "section",
    { class: "panel export", "aria-labelledby": "export-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "export-title" }, "Export")),
    h("div", { class: "panel-body" }, main, estimate, choose, path, otherFiles(app)),
  );
  app.store.watch(
    (state) => [state.project.mode, shownLayout(state), state.project.machine, readiness(state)] as const,
    (mode, layout, machine, ready) => {
      const sheets = layout?.data.sheets.length ?? 0;
      show(element, mode === "sheets" && layout !== null);
      const of = sheets > 1 ? `, ${sheets} sheets` : "";
      setText(main.lastChild!, machine ? `G-code for ${machine.name ?? "the machine"}${of}` : `DXF${of}`);
      show(choose, machine === null);
      show(path, machine !== null);
      const { seconds, cost } = ready && isJudged(ready) ? totalOf(ready) : { seconds: 0, cost: 0 };
      const money = cost > 0 ? ` · ${moneyText(cost)}` : "";
      const time = seconds > 0 ? `${timeText(seconds)} on the machine${money}` : "";
      setText(estimate, machine ? time : moved(app.store.get()));
    },
  );
  app.store.watch(
    (state) => [exportable(state)] as const,
    (possible) => element.toggleAttribute("data-refused", !possible),
  );
  return element;
}

function sheetsOf(state: State): number {
  return shownLayout(state)?.data.sheets.length ?? 0;
}

function kerfOf(state: State): number {
  return shownLayout(state)?.request.config.kerf ?? 0;
}

/** True where the main button hands out the same DXF. */
function isMain(state: State): boolean {
  return state.project.machine === null && sheetsOf(state) === 1;
}

/** Where the lines of a drawing lie, which its CAM has to know. */
function moved(state: State): string {
  if (kerfOf(state) === 0) return "outlines as they are drawn";
  const half = lengthText(kerfOf(state) / 2, state.project.unit);
  return `cuts moved out by ${half}: switch compensation off in your CAM`;
}

/** Purposes of the other files. */
function otherFiles(app: App): HTMLElement {
  const { dxf, outlines, gcode, lightburn, laser, svg, csv, remnant, all, code, print, report } =
    exportActions;
  const row = (action: typeof dxf, text: (state: State) => string | null) => {
    const words = h("small", {});
    const line = h("li", {}, actionButton(app, action, "text"), words);
    app.store.watch(
      (state) => [text(state)] as const,
      (now) => {
        show(line, now !== null);
        setText(words, now ?? "");
      },
    );
    return line;
  };
  const several = (text: string) => (state: State) => (sheetsOf(state) > 1 ? text : null);
  return h(
    "details",
    { class: "menu" },
    h("summary", {}, "Other files"),
    h(
      "ul",
      {},
      row(all, several("one after the other")),
      row(gcode, several("this sheet alone")),
      row(dxf, (state) => (isMain(state) ? null : moved(state))),
      row(outlines, (state) => (kerfOf(state) > 0 ? "this sheet, for a CAM that compensates" : null)),
      row(lightburn, ({ project }) =>
        project.machine?.process === "laser" ? "this sheet, with speed and power of each operation" : null,
      ),
      row(laser, moved),
      row(svg, () => "this sheet with names, to look at"),
      row(csv, () => "this sheet as a table"),
      row(report, () => "all sheets, parts, times on one page"),
      row(print, () => "what the page shows"),
      row(keepRemnantAction, () => "for the rack of the next job"),
      row(remnant, () => "the free strip as a drawing"),
      row(code, () => "the job as a call of the package"),
    ),
  );
}
