/** Files for the machine: this sheet or all of them. What was not verified is not handed out. */

import { exportActions, exportable } from "../../actions/export.ts";
import { keepRemnantAction } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import type { Project } from "../../model/project.ts";
import { shownLayout } from "../../model/session.ts";
import { lengthText } from "../../model/units.ts";
import { lazily } from "../library/lazy.ts";
import { actionButton } from "../shell/controls.ts";
import { messages } from "../shell/notices.ts";

export function exportView(app: App): HTMLElement {
  const { dxf, outlines, gcode, svg, csv, remnant, all, preview, code, print, report } = exportActions;
  const formats = h(
    "div",
    { class: "export-formats" },
    ...[dxf, gcode, svg, csv].map((action) => actionButton(app, action, "text")),
  );
  const whole = actionButton(app, all, "text");
  const element = h(
    "section",
    { class: "panel export", "aria-labelledby": "export-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "export-title" }, "Export")),
    h(
      "div",
      { class: "panel-body" },
      formats,
      kerfNote(app, actionButton(app, outlines, "text")),
      whole,
      h(
        "div",
        { class: "pair" },
        actionButton(app, keepRemnantAction, "text"),
        actionButton(app, remnant, "text"),
      ),
      h(
        "div",
        { class: "export-more" },
        ...[preview, report, print, code].map((action) => actionButton(app, action, "text")),
      ),
    ),
  );
  app.store.watch(
    (state) => [state.project.mode, shownLayout(state)] as const,
    (mode, layout) => {
      show(element, mode === "sheets" && layout !== null);
      show(whole, (layout?.data.sheets.length ?? 0) > 1);
    },
  );
  app.store.watch(
    (state) => [exportable(state)] as const,
    (possible) => element.toggleAttribute("data-refused", !possible),
  );
  return element;
}

/** Whether the kerf is in the files already, or the machine is to see to it. */
function kerfNote(app: App, without: HTMLElement): HTMLElement {
  const text = h("p", {});
  const element = h("div", { class: "kerf-note" }, text, without);
  app.store.watch(
    ({ project }) => [shownLayoutKerf(project), project.unit] as const,
    (kerf, unit) => {
      show(element, kerf > 0);
      setText(
        text,
        `DXF and G-code are compensated by ${lengthText(kerf / 2, unit)}: switch off compensation in your CAM, or take the outlines.`,
      );
    },
  );
  return element;
}

function shownLayoutKerf({ layout }: Project): number {
  return layout?.request.config.kerf ?? 0;
}

/** Which machine, its numbers, and what the job takes on it: there before anything is nested, as the kerf is its. */
export function machineFold(app: App): HTMLElement {
  const details = h("details", { class: "machine" }, h("summary", {}, "Machine"), messages(app, "machine"));
  details.addEventListener(
    "toggle",
    () => {
      details.append(lazily(async () => (await import("../machine/panel.ts")).machinePanel(app)));
    },
    { once: true },
  );
  return h("section", { class: "panel machine-section" }, details);
}
