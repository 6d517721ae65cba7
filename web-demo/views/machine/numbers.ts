/** The numbers of a machine that change from job to job; its file has the others. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { changeMachine } from "../../edit/machine.ts";
import { checkField, lengthField, numberField } from "../shell/controls.ts";
import { keepText, showWhile } from "../shell/follow.ts";
import { ownMachines } from "./own.ts";

type Defaults = NonNullable<Machine["defaults"]>;
type LeadLength = "lead_in" | "lead_out";

/** How far apart the app's box keeps neighbours, in their own sizes. */
const SPREAD = 0.5;

export function machineNumbers(app: App): HTMLElement {
  const about = h("p.quiet");
  keepText(app, about, ({ project: { machine } }) =>
    [machine?.checked, machine?.basis].filter(Boolean).join(" · "),
  );
  const beam = h("div.pair", length(app, "lead_in", "Lead-in"), length(app, "lead_out", "Lead-out"));
  const cutter = h("div.pair", tabs(app));
  const rates = h("div.pair", travelRate(app), hourlyRate(app));
  const own = h("div.machine-fields.stack", about, rates, beam, cutter, orderOfCuts(app));
  showWhile(app, own, ({ project }) => project.machine !== null);
  showWhile(app, beam, ({ project }) => project.machine?.process !== "router");
  showWhile(app, cutter, ({ project }) => project.machine?.process === "router");
  return h("div.machine-panel.stack", own, ownMachines(app));
}

function orderOfCuts(app: App): HTMLElement {
  const set = (label: string, more: Defaults) => changeDefaults(app, label, more);
  return h(
    "div.checks.stack",
    checkField(
      app,
      "Arcs as G2 and G3",
      ({ project }) => project.machine?.output?.arcs !== false,
      (arcs) => changeMachine(app, "Change arcs", ({ output }) => ({ output: { ...output, arcs } })),
    ),
    checkField(
      app,
      "Cut shared lines once",
      ({ project }) => project.machine?.defaults?.common_lines === true,
      (common_lines) => set("Change shared lines", { common_lines }),
    ),
    checkField(
      app,
      "Cut neighbours apart, against heat",
      ({ project }) => (project.machine?.defaults?.spread ?? 0) > 0,
      (on) => set("Change the order", { spread: on ? SPREAD : 0 }),
    ),
    checkField(
      app,
      "Travel round what is cut out",
      ({ project }) => project.machine?.defaults?.tip_up === true,
      (tip_up) => set("Change travels", { tip_up }),
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
