/** The numbers of a machine that change from job to job; its file has the others. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { changeMachine } from "../../edit/machine.ts";
import type { State } from "../../model/store.ts";
import { lengthField, numberField } from "../shell/controls.ts";
import { ownMachines } from "./own.ts";

type Defaults = NonNullable<Machine["defaults"]>;
type LeadLength = "lead_in" | "lead_out";

/** How far apart the app's box keeps neighbours, in their own sizes. */
const SPREAD = 0.5;

export function machineNumbers(app: App): HTMLElement {
  const about = h("p", { class: "machine-about" });
  const beam = h(
    "div",
    { class: "pair" },
    length(app, "lead_in", "Lead-in"),
    length(app, "lead_out", "Lead-out"),
  );
  const cutter = h("div", { class: "pair" }, tabs(app));
  const own = h(
    "div",
    { class: "machine-fields" },
    about,
    h("div", { class: "pair" }, travelRate(app), hourlyRate(app)),
    beam,
    cutter,
    orderOfCuts(app),
  );
  app.store.watch(
    ({ project }) => [project.machine] as const,
    (machine) => {
      show(own, machine !== null);
      show(beam, machine?.process !== "router");
      show(cutter, machine?.process === "router");
      setText(about, [machine?.checked, machine?.basis].filter(Boolean).join(" · "));
    },
  );
  return h("div", { class: "machine-panel" }, own, ownMachines(app));
}

/** How the machine draws and orders its cuts. */
function orderOfCuts(app: App): HTMLElement {
  return h(
    "div",
    { class: "checks" },
    check(
      app,
      "Arcs as G2 and G3",
      (machine) => machine?.output?.arcs !== false,
      (arcs) => changeMachine(app, "Change arcs", ({ output }) => ({ output: { ...output, arcs } })),
    ),
    check(
      app,
      "Cut shared lines once",
      (machine) => machine?.defaults?.common_lines === true,
      (commonLines) => changeDefaults(app, "Change shared lines", { common_lines: commonLines }),
    ),
    check(
      app,
      "Cut neighbours apart, against heat",
      (machine) => (machine?.defaults?.spread ?? 0) > 0,
      (on) => changeDefaults(app, "Change the order", { spread: on ? SPREAD : 0 }),
    ),
    check(
      app,
      "Travel round what is cut out",
      (machine) => machine?.defaults?.tip_up === true,
      (tipUp) => changeDefaults(app, "Change travels", { tip_up: tipUp }),
    ),
  );
}

function changeDefaults(app: App, label: string, more: Defaults): void {
  changeMachine(app, label, ({ defaults }) => ({ defaults: { ...defaults, ...more } }));
}

function travelRate(app: App): HTMLElement {
  return numberField(app, {
    label: "Travel",
    value: ({ project }) => project.machine?.defaults?.travel_rate ?? 3000,
    min: 1,
    max: 100_000,
    step: 10,
    suffix: "mm/min",
    set: (value) => changeDefaults(app, "Change travel", { travel_rate: value }),
  });
}

function length(app: App, key: LeadLength, label: string): HTMLElement {
  return lengthField(app, {
    label,
    value: ({ project }) => project.machine?.defaults?.[key] ?? 0,
    min: 0,
    max: 1000,
    stepMm: 0.5,
    set: (mm) => changeDefaults(app, `Change ${label.toLowerCase()}`, { [key]: mm }),
  });
}

function tabs(app: App): HTMLElement {
  return numberField(app, {
    label: "Tabs a part",
    value: ({ project }) => project.machine?.defaults?.tabs ?? 0,
    min: 0,
    max: 100,
    whole: true,
    set: (count) => changeDefaults(app, "Change tabs", { tabs: count }),
  });
}

export function hourlyRate(app: App): HTMLElement {
  return numberField(app, {
    label: "Cost per hour",
    value: ({ project }) => project.machine?.hourly_rate ?? 0,
    min: 0,
    max: 1e6,
    set: (value) => changeMachine(app, "Change cost", () => ({ hourly_rate: value })),
  });
}

function check(
  app: App,
  label: string,
  value: (machine: Machine | null) => boolean,
  set: (on: boolean) => void,
): HTMLElement {
  const box = h("input", { type: "checkbox", onchange: () => set(box.checked) });
  app.store.watch(
    ({ project }: State) => [value(project.machine)] as const,
    (on) => {
      box.checked = on;
    },
  );
  return h("label", { class: "check" }, box, label);
}
