/** Files for the machine: one button for all that it needs, a menu for everything else. */
import type { PageAction } from "../../actions/action.ts";
import { exportActions, exportable } from "../../actions/export-actions.ts";
import { goToField } from "../../actions/faults.ts";
import { rackActions } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { isJudged, type Ready, readiness, totalOf } from "../../model/ready.ts";
import { shownLayout } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import { lengthText } from "../../model/units.ts";
import { moneyText, timeText } from "../machine/time.ts";
import { actionButton, button, panel } from "../shell/controls.ts";
import { keepText, showWhile } from "../shell/follow.ts";

export function exportView(app: App): HTMLElement {
  const { cut, preview } = exportActions;
  const main = actionButton(app, cut, "text");
  main.classList.add("primary", "wide");
  const estimate = h("p.estimate.soft");
  const choose = button("Choose a machine for G-code", () => goToField("machine"), { class: "link" });
  const path = actionButton(app, preview, "text");
  const element = panel(
    { id: "export", name: "export", title: "Export" },
    [],
    ...[main, estimate, choose, path, otherFiles(app)],
  );
  showWhile(app, element, (state) => state.project.mode === "sheets" && shownLayout(state) !== null);
  showWhile(app, choose, ({ project }) => project.machine === null);
  showWhile(app, path, ({ project }) => project.machine !== null);
  keepText(app, main.lastChild!, (state) => {
    const { machine } = state.project;
    const of = sheetsOf(state) > 1 ? `, ${sheetsOf(state)} sheets` : "";
    return machine ? `G-code for ${machine.name ?? "the machine"}${of}` : `DXF${of}`;
  });
  keepText(app, estimate, (state) => (state.project.machine ? estimateText(readiness(state)) : moved(state)));
  app.store.watch(
    (state) => [exportable(state)],
    (possible) => element.toggleAttribute("data-refused", !possible),
  );
  return element;
}

function estimateText(ready: Ready | null): string {
  const { seconds, cost } = ready && isJudged(ready) ? totalOf(ready) : { seconds: 0, cost: 0 };
  const money = cost > 0 ? ` · ${moneyText(cost)}` : "";
  return seconds > 0 ? `${timeText(seconds)} on the machine${money}` : "";
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

function otherFiles(app: App): HTMLElement {
  const { dxf, outlines, gcode, lightburn, laser, svg, csv, remnant, all, code, print, report } =
    exportActions;
  const row = (action: PageAction, text: (state: State) => string | null) => {
    const words = h("small");
    const line = h("li", actionButton(app, action, "text"), words);
    showWhile(app, line, (state) => text(state) !== null);
    keepText(app, words, (state) => text(state) ?? "");
    return line;
  };
  const several = (text: string) => (state: State) => (sheetsOf(state) > 1 ? text : null);
  return h(
    "details.menu",
    h("summary", "Other files"),
    h(
      "ul.stack.tight",
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
      row(rackActions.keep, () => "for the rack of the next job"),
      row(remnant, () => "the free strip as a drawing"),
      row(code, () => "the job as a call of the package"),
    ),
  );
}
