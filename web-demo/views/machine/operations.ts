/** Operations: what the job is of, how each kind of line is run along, and which lines of the drawings are of which kind. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { Mark } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { addOperation, recallSettings, setOperation, useChart } from "../../edit/machine.ts";
import type { Part, Project } from "../../model/project.ts";
import { formatLength, lengthText, notPlainly, parseLength } from "../../model/units.ts";
import { MOST_THICKNESS } from "../../order/columns.ts";
import { findChartRow, follows, materialsInChart } from "../../shop/charts.ts";
import { knownMaterials } from "../../shop/shop-settings.ts";
import { lazily } from "../library/lazy.ts";
import { button, field, lengthField, numberField, panel, SMALL } from "../shell/controls.ts";

type Role = "cut" | Mark["role"];
const ROLES: readonly (readonly [Role, string])[] = [
  ["cut", "Cut"],
  ["engrave", "Engrave"],
  ["mark", "Mark"],
  ["bend", "Bend lines"],
];

export function operationsView(app: App): HTMLElement {
  const settings = h("div.settings");
  const layers = h("div");
  const element = panel(
    { id: "operations", title: "Operations" },
    [],
    h("div.pair", materialField(app), thicknessField(app)),
    ...[chartNote(app), settings, layers],
  );
  let drawn = "";
  app.store.watch(
    ({ project }) => [project.parts, project.machine, project.mode],
    (parts, machine, mode) => {
      show(element, mode === "sheets" && parts.length > 0);
      const roles = rolesOf(parts);
      // The fields stay while only their numbers change.
      const key = JSON.stringify([roles, machine?.process, roles.map((role) => isSet(machine, role))]);
      if (key === drawn) return;
      drawn = key;
      settings.replaceChildren(...(machine ? roles.map((role) => settingsOf(app, machine, role)) : []));
    },
  );
  app.store.watch(
    ({ project }) => [project.drawings.length > 0],
    (some) => {
      if (some && layers.childElementCount === 0)
        layers.append(lazily(async () => (await import("./layers.ts")).layerTable(app)));
    },
  );
  return element;
}

function rolesOf(parts: readonly Part[]): Role[] {
  const drawn = new Set(parts.flatMap(({ marks = [] }) => marks.map(({ role }) => role)));
  return ROLES.map(([role]) => role).filter((role) => role === "cut" || drawn.has(role));
}

function isSet(machine: Machine | null, role: Role): boolean {
  if (role === "cut") return true;
  const operation = machine?.operations?.[role];
  return operation ? operation.on !== false : machine?.process === "router";
}

function settingsOf(app: App, machine: Machine, role: Role): HTMLElement {
  const [, name] = ROLES.find(([one]) => one === role)!;
  const row = (...children: HTMLElement[]) =>
    h("div.setting.trio", { role: "group", "aria-label": name }, h("h3", name), ...children);
  if (!isSet(machine, role)) {
    const set = button("Set how", () => addOperation(app, role as Mark["role"]), SMALL);
    const words = h(
      "p.setting-out.row.between.soft",
      "left out by this machine",
      machine.process === "laser" ? set : null,
    );
    return row(words);
  }
  const own = (now: Machine | null) =>
    role === "cut" ? now?.defaults : (now?.operations?.[role] ?? now?.defaults);
  const number = (key: "power" | "feed_rate" | "passes", label: string, otherwise: number, more: object) =>
    numberField(app, {
      label,
      value: ({ project }) => own(project.machine)?.[key] ?? otherwise,
      min: key === "power" ? 0 : 1,
      max: key === "passes" ? 100 : 100_000,
      set: (value) => setOperation(app, role, { [key]: value }),
      attributes: { "aria-label": `${label} of ${name.toLowerCase()}` },
      ...more,
    });
  const speed = number("feed_rate", "Speed", 1000, { step: 10, suffix: "mm/min" });
  const passes = number("passes", "Passes", 1, { whole: true });
  if (machine.process === "laser")
    return row(number("power", "Power", 100, { step: 10, suffix: "S" }), speed, passes);
  if (machine.process !== "router") return row(speed);
  const depth = lengthField(app, {
    label: "Depth",
    value: ({ project }) => own(project.machine)?.depth ?? (role === "cut" ? 1 : 0.3),
    above: 0,
    max: 1000,
    stepMm: 0.5,
    set: (mm) => setOperation(app, role, { depth: mm }),
    attributes: { "aria-label": `Depth of ${name.toLowerCase()}` },
  });
  return row(depth, speed, passes);
}

/** Tells whether the job is cut with the starting values of the machine's chart, and how to get them back. */
function chartNote(app: App): HTMLElement {
  const words = h("span");
  const again = button("Use the chart", () => useChart(app), { class: "link" });
  const note = h("p.quiet", words, " ", again);
  app.store.watch(
    ({ project }) => [project.machine, project.material, project.thickness, project.unit],
    (machine, material, thickness, unit) => {
      const found = findChartRow(machine, material, thickness);
      show(note, found !== null);
      if (!machine || !found) return;
      const { row, isThicker } = found;
      const name = `${row.material} of ${lengthText(row.thickness, unit)}`;
      const next = isThicker ? ", the next thicker in the chart" : "";
      const notes = row.notes ? ` ${row.notes}` : "";
      const isChart = follows(machine, row);
      const starting = `Starting values for ${name}${next}: cut a test piece first.${notes}`;
      setText(words, isChart ? starting : `Your own settings. The chart has others for ${name}${next}.`);
      note.title = [machine.chart?.name, machine.chart?.basis].filter(Boolean).join(": ");
      show(again, !isChart);
    },
  );
  return note;
}

/** Suggestions for a field, by the id that its attribute `list` names. */
function suggestions(
  app: App,
  id: string,
  values: (project: Project) => readonly string[] | Promise<readonly string[]>,
): HTMLElement {
  const list = h("datalist", { id });
  app.store.watch(
    ({ project }) => [project.machine, project.material, project.unit],
    async () => {
      const found = await values(app.store.get().project);
      list.replaceChildren(...found.map((value) => h("option", { value })));
    },
  );
  return list;
}

/** The material decides which sheets of the rack are taken, and how it is cut: as the last time, or by the chart. */
function materialField(app: App): HTMLElement {
  const element = field(app, {
    label: "Material",
    text: ({ project }) => project.material,
    commit: (text) => {
      app.store.commit("Change material", (project) => ({ ...project, material: text.trim() }));
      void recallSettings(app);
      return null;
    },
    attributes: { maxlength: 100, placeholder: "any", list: "materials" },
  });
  const known = async ({ machine }: Project) => [
    ...new Set([
      ...(await knownMaterials(machine?.name ?? "")),
      ...materialsInChart(machine).map(({ material: known }) => known),
    ]),
  ];
  element.append(suggestions(app, "materials", known));
  return element;
}

function thicknessField(app: App): HTMLElement {
  const element = field(app, {
    label: "Thickness",
    text: ({ project }) => (project.thickness === null ? "" : formatLength(project.thickness, project.unit)),
    suffix: ({ project }) => project.unit,
    commit: (text) => {
      const mm = text.trim() === "" ? null : parseLength(text, app.store.get().project.unit);
      if (text.trim() !== "" && (mm === null || mm <= 0 || mm > MOST_THICKNESS))
        return notPlainly(text, `a thickness above 0 and up to ${MOST_THICKNESS} mm`);
      app.store.commit("Change thickness", (project) => ({ ...project, thickness: mm }));
      void recallSettings(app);
      return null;
    },
    attributes: { inputmode: "decimal", placeholder: "any", list: "thicknesses" },
  });
  const known = ({ machine, material, unit }: Project) =>
    materialsInChart(machine)
      .filter((known) => known.material.toLowerCase() === material.trim().toLowerCase())
      .flatMap(({ thicknesses }) => thicknesses.map((mm) => formatLength(mm, unit)));
  element.append(suggestions(app, "thicknesses", known));
  return element;
}
