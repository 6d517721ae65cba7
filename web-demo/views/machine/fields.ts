/** The numbers of a machine that change from job to job; the rest of a profile is its file's. */
import type { Machine as Profile } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { changeMachine, changeProfile } from "../../edit/machine.ts";
import type { Machine } from "../../model/project.ts";
import type { State } from "../../model/store.ts";
import { lengthField, numberField } from "../shell/controls.ts";

type Defaults = NonNullable<Profile["defaults"]>;
type Rate = "feedRate" | "travelRate" | "power";
type Length = "leadIn" | "leadOut" | "depth";

/** The same three numbers of both kinds of machine. */
const PLAIN: Record<Rate, "feed_rate" | "travel_rate" | "laser_power"> = {
  feedRate: "feed_rate",
  travelRate: "travel_rate",
  power: "laser_power",
};

/** How far apart the app's box keeps neighbours, in their own sizes. */
const SPREAD = 0.5;

export function machineFields(app: App): HTMLElement {
  const beam = h(
    "div",
    { class: "pair" },
    length(app, "leadIn", "Lead-in"),
    length(app, "leadOut", "Lead-out"),
  );
  const cutter = h("div", { class: "pair" }, length(app, "depth", "Depth"), tabs(app));
  const cost = h("div", { class: "pair" }, hourlyRate(app));
  const plain = h(
    "div",
    { class: "checks" },
    check(
      app,
      "Router with Z axis",
      ({ use_z }) => use_z,
      (use_z) => changeMachine(app, { use_z }),
    ),
    check(
      app,
      "Arcs as G2 and G3",
      ({ arcs }) => arcs,
      (arcs) => changeMachine(app, { arcs }),
    ),
  );
  const whole = orderOfProfile(app);
  app.store.watch(
    ({ project }) => [project.machine.profile] as const,
    (profile) => {
      for (const part of [cost, whole]) show(part, profile !== null);
      show(plain, profile === null);
      show(beam, profile !== null && profile.process !== "router");
      show(cutter, profile?.process === "router");
    },
  );
  return h(
    "div",
    { class: "machine-fields" },
    h(
      "div",
      { class: "trio" },
      rate(app, "feedRate", "Feed"),
      rate(app, "travelRate", "Travel"),
      rate(app, "power", "Power"),
    ),
    beam,
    cutter,
    cost,
    plain,
    whole,
  );
}

/** How a whole profile draws and orders its cuts. */
function orderOfProfile(app: App): HTMLElement {
  return h(
    "div",
    { class: "checks" },
    check(
      app,
      "Arcs as G2 and G3",
      ({ profile }) => profile?.output?.arcs !== false,
      (arcs) => changeProfile(app, "Change arcs", ({ output }) => ({ output: { ...output, arcs } })),
    ),
    check(
      app,
      "Cut shared lines once",
      ({ profile }) => profile?.defaults?.commonLines === true,
      (commonLines) => changeDefaults(app, "Change shared lines", { commonLines }),
    ),
    check(
      app,
      "Cut neighbours apart, against heat",
      ({ profile }) => (profile?.defaults?.spread ?? 0) > 0,
      (on) => changeDefaults(app, "Change the order", { spread: on ? SPREAD : 0 }),
    ),
    check(
      app,
      "Travel round what is cut out",
      ({ profile }) => profile?.defaults?.tipUp === true,
      (tipUp) => changeDefaults(app, "Change travels", { tipUp }),
    ),
  );
}

function changeDefaults(app: App, label: string, more: Defaults): void {
  changeProfile(app, label, ({ defaults }) => ({ defaults: { ...defaults, ...more } }));
}

function rate(app: App, key: Rate, label: string): HTMLElement {
  return numberField(app, {
    label,
    value: ({ project }) => rateOf(project.machine, key),
    min: key === "power" ? 0 : 1,
    max: 100_000,
    step: 10,
    suffix: key === "power" ? "S" : "mm/min",
    set: (value) =>
      app.store.get().project.machine.profile
        ? changeDefaults(app, `Change ${label.toLowerCase()}`, { [key]: value })
        : changeMachine(app, { [PLAIN[key]]: value }),
  });
}

/** What a profile leaves open is what the interface fills in. */
function rateOf(machine: Machine, key: Rate): number {
  const { profile } = machine;
  return profile
    ? (profile.defaults?.[key] ?? { feedRate: 1000, travelRate: 3000, power: 100 }[key])
    : machine[PLAIN[key]];
}

function length(app: App, key: Length, label: string): HTMLElement {
  return lengthField(app, {
    label,
    value: ({ project }) => project.machine.profile?.defaults?.[key] ?? (key === "depth" ? 1 : 0),
    ...(key === "depth" ? { above: 0 } : { min: 0 }),
    max: 1000,
    stepMm: 0.5,
    set: (mm) => changeDefaults(app, `Change ${label.toLowerCase()}`, { [key]: mm }),
  });
}

function tabs(app: App): HTMLElement {
  return numberField(app, {
    label: "Tabs a part",
    value: ({ project }) => project.machine.profile?.defaults?.tabs ?? 0,
    min: 0,
    max: 100,
    whole: true,
    set: (count) => changeDefaults(app, "Change tabs", { tabs: count }),
  });
}

function hourlyRate(app: App): HTMLElement {
  return numberField(app, {
    label: "Cost per hour",
    value: ({ project }) => project.machine.profile?.hourlyRate ?? 0,
    min: 0,
    max: 1e6,
    set: (value) => changeProfile(app, "Change cost", () => ({ hourlyRate: value })),
  });
}

function check(
  app: App,
  label: string,
  value: (machine: Machine) => boolean,
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
