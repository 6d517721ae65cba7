/** Files for the machine: this sheet or all of them. What was not verified is not handed out. */
import { exportActions, exportable } from "../../actions/export.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import type { Machine } from "../../model/project.ts";
import { shownLayout } from "../../model/shown.ts";
import { actionButton, numberField } from "../shell/controls.ts";

export function exportView(app: App): HTMLElement {
  const { dxf, gcode, svg, csv, remnant, all, preview, code, print } = exportActions;
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
      whole,
      actionButton(app, remnant, "text"),
      h(
        "div",
        { class: "export-more" },
        ...[preview, print, code].map((action) => actionButton(app, action, "text")),
      ),
      machineForm(app),
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

/** The numbers that a program needs beside the geometry. */
function machineForm(app: App): HTMLElement {
  const set = (change: Partial<Machine>) =>
    app.store.commit("Change machine", (project) => ({
      ...project,
      machine: { ...project.machine, ...change },
    }));
  const number = (key: "feed_rate" | "travel_rate" | "laser_power", label: string, suffix: string) =>
    numberField(app, {
      label,
      value: ({ project }) => project.machine[key],
      min: key === "laser_power" ? 0 : 1,
      max: 100_000,
      step: 10,
      suffix,
      set: (value) => set({ [key]: value }),
    });
  const check = (key: "use_z" | "arcs", label: string) => {
    const box = h("input", { type: "checkbox", onchange: () => set({ [key]: box.checked }) });
    app.store.watch(
      ({ project }) => [project.machine[key]] as const,
      (on) => {
        box.checked = on;
      },
    );
    return h("label", { class: "check" }, box, label);
  };
  return h(
    "details",
    { class: "machine" },
    h("summary", {}, "Machine"),
    h(
      "div",
      { class: "pair" },
      number("feed_rate", "Feed", "mm/min"),
      number("travel_rate", "Travel", "mm/min"),
    ),
    h("div", { class: "pair" }, number("laser_power", "Power", "S"), check("use_z", "Router with Z axis")),
    check("arcs", "Arcs as G2 and G3"),
  );
}
