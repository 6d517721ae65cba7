/** The machine of the job: which there are, chosen, changed, remembered, taken from files and from the clipboard. */
import { MACHINE_PRESETS, type Machine } from "../../engine/entries/machines.ts";
import type { Mark } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { emptyProject, type Project } from "../model/project.ts";
import { notify, quiet } from "../model/session.ts";
import { lengthText, sizeText } from "../model/units.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { cutByRow, findChartRow } from "../shop/charts.ts";
import { machineFrom, respelt } from "../shop/saved-machine.ts";
import { keepSettings, settingsFor } from "../shop/shop-settings.ts";
import { keepItem, readItem } from "../storage.ts";
import { keepLayout } from "./arrange.ts";

const UNTRIED = "starting point, not run on a machine";

/** Machines that no preset is about: whoever has one sets its numbers. */
const OTHERS: readonly Machine[] = [
  {
    name: "Other laser (GRBL)",
    process: "laser",
    dialect: "grbl-laser",
    defaults: { feed_rate: 1000, travel_rate: 3000, power: 800 },
    operations: {
      mark: { feed_rate: 3000, power: 200 },
      engrave: { feed_rate: 3000, power: 200 },
      bend: { feed_rate: 3000, power: 150 },
    },
    checked: UNTRIED,
  },
  {
    name: "Other router (GRBL)",
    process: "router",
    dialect: "grbl-router",
    defaults: { feed_rate: 1000, travel_rate: 3000, power: 10000, depth: 3 },
    checked: UNTRIED,
  },
];

export const MACHINES: readonly Machine[] = [...Object.values(MACHINE_PRESETS), ...OTHERS];

/** The job on this machine, with the kerf that it cuts; null leaves the program to the user's own CAM. */
export function withMachine(project: Project, machine: Machine | null): Project {
  const kerf = machine?.tool?.kerf ?? machine?.tool?.diameter ?? project.config.kerf;
  return { ...project, config: withKerf(project, kerf), machine };
}

function withKerf({ config }: Project, kerf: number): Project["config"] {
  return kerf === config.kerf ? config : { ...config, kerf };
}

export function isBeyondReach({ machine, sheet }: Project): boolean {
  const { work_area: workArea } = machine ?? {};
  return workArea !== undefined && (sheet.width > workArea.x || sheet.height > workArea.y);
}

const KEY = "offcut-machine";

export function rememberMachine(machine: Machine | null): void {
  // Without storage each visit asks again.
  keepItem(KEY, JSON.stringify(machine));
}

/** An empty project with these settings on the machine that was chosen last, with a sheet that it reaches. */
export function freshProject(settings: Partial<Project> = {}): Project {
  const project = { ...emptyProject(), ...settings };
  try {
    return onBed(withMachine(project, machineFrom(JSON.parse(readItem(KEY) ?? "null")) as Machine | null));
  } catch {
    return project;
  }
}

/** The project with a sheet as large as the bed, where the sheet is larger. */
export function onBed(project: Project): Project {
  if (!isBeyondReach(project)) return project;
  const { x, y } = project.machine!.work_area!;
  return { ...project, sheet: { width: x, height: y } };
}

export function changeMachine(app: App, label: string, change: (machine: Machine) => Machine): void {
  app.store.commit(label, (project) => {
    const { machine } = project;
    return machine ? { ...project, machine: { ...machine, ...change(machine) } } : project;
  });
  rememberMachine(app.store.get().project.machine);
}

/**
 * Takes a machine, and with it the kerf that it cuts, which nesting has to know. An empty job takes its bed too. A layout
 * stays where its gaps are wide enough for the kerf of the machine.
 */
export function useMachine(app: App, machine: Machine | null): void {
  const { store } = app;
  const before = store.get().project;
  store.commit(`Use ${machine?.name ?? "no machine"}`, (project) => {
    const now = withMachine(project, machine);
    return project.layout ? keepLayout(project, now) : onBed(now);
  });
  void verifyAgain(app);
  rememberMachine(machine);
  // Messages about the machine before do not hold for another.
  quiet(store, "machine");
  const { config, sheet, unit } = store.get().project;
  const words = [
    sheet === before.sheet
      ? ""
      : `The sheet is ${sizeText(sheet.width, sheet.height, unit)} now, as the bed is.`,
    config.kerf === before.config.kerf
      ? ""
      : `The kerf of the job is ${lengthText(config.kerf, unit)} now, as ${machine?.name ?? "it"} cuts.`,
  ].filter(Boolean);
  if (words.length > 0) notify(store, "machine", "info", words.join(" "));
  if (machine && store.get().project.material !== "") void recallSettings(app);
}

type MachineOperation = NonNullable<NonNullable<Machine["operations"]>[Mark["role"]]>;

/** Changes how lines of a role are run along, or with "cut" how everything is cut that has no operation of its own. */
export function setOperation(app: App, role: Mark["role"] | "cut", change: MachineOperation): void {
  changeMachine(app, "Change an operation", ({ defaults, operations }) =>
    role === "cut"
      ? { defaults: { ...defaults, ...change } }
      : { operations: { ...operations, [role]: { ...operations?.[role], on: true, ...change } } },
  );
  rememberSettings(app);
}

/** Gives a laser settings for lines of a role: three times as fast as it cuts, at a quarter of the power. */
export function addOperation(app: App, role: Mark["role"]): void {
  const { feed_rate = 1000, power = 800 } = app.store.get().project.machine?.defaults ?? {};
  setOperation(app, role, { feed_rate: 3 * feed_rate, power: Math.round(power / 4) });
}

/** Keeps how the machine cuts for the next job of this material. */
export function rememberSettings(app: App): void {
  const { machine, material, thickness, config } = app.store.get().project;
  if (!machine || material === "") return;
  const { feed_rate, power, passes, depth } = machine.defaults ?? {};
  const defaults = Object.fromEntries(
    Object.entries({ feed_rate, power, passes, depth }).filter(([, value]) => value !== undefined),
  );
  const key = { machine: machine.name ?? "", material, thickness };
  const { operations = {} } = machine;
  // Without storage the next job begins with what the machine says.
  keepSettings({ ...key, kerf: config.kerf, defaults, operations }).catch(() => {});
}

/** Cuts as this machine has last cut this material, or else as its chart says. */
export async function recallSettings(app: App): Promise<void> {
  const { store } = app;
  const { machine, material, thickness } = store.get().project;
  if (!machine || material === "") return;
  const known = await settingsFor({ machine: machine.name ?? "", material, thickness });
  if (store.get().project.machine !== machine) return;
  if (!known) return useChart(app);
  const { kerf, defaults, operations } = known;
  const cuts = { ...machine, defaults: { ...machine.defaults, ...defaults }, operations };
  cutAs(app, `Cut ${material} as before`, cuts, kerf);
  notify(store, "machine", "info", `${material} is cut with the settings of last time on ${machine.name}.`);
}

/** Cuts as the machine's chart says for the material and its thickness, where it has them. */
export function useChart(app: App): void {
  const { machine, material, thickness, config } = app.store.get().project;
  const found = findChartRow(machine, material, thickness);
  if (!machine || !found) return;
  const { row } = found;
  const kerf = row.kerf ?? config.kerf;
  cutAs(app, `Cut ${material} by the chart`, cutByRow(machine, row), kerf);
}

/** Cuts the job with these settings. The layout stays where its gaps are wide enough for the kerf. */
function cutAs(app: App, label: string, machine: Machine, kerf: number): void {
  app.store.commit(label, (project) => keepLayout(project, { config: withKerf(project, kerf), machine }));
  void verifyAgain(app);
}

export function useBed({ store }: App): void {
  if (isBeyondReach(store.get().project)) store.commit("Use the bed as sheet", onBed);
}

export function isMachine(saved: unknown): boolean {
  return (respelt(Object(saved)) as Machine).offcut_machine === 1;
}

/**
 * Takes a machine that came as a file or from the clipboard.
 * @throws Error with a sentence that names the field that is wrong
 */
export async function openMachine(app: App, saved: unknown): Promise<void> {
  const { machineSchema } = await app.workshop.toolbox();
  const read = machineSchema.safeParse(respelt(saved));
  if (!read.success) {
    const [first] = read.error.issues;
    throw new Error(`this machine cannot be used: ${first?.path.join(".") || "it"}: ${first?.message}`);
  }
  useMachine(app, read.data);
  app.store.update({ spoken: `${read.data.name ?? "The machine"} is used now.` });
}
