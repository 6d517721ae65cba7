/** Operations: what the job is of, how each kind of line is run along, and which lines of the drawings are of which kind. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { Mark } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { addOperation, recallSettings, setOperation } from "../../edit/machine.ts";
import type { Part } from "../../model/project.ts";
import { formatLength, notPlainly, parseLength } from "../../model/units.ts";
import { knownMaterials } from "../../shop/shop-settings.ts";
import { lazily } from "../library/lazy.ts";
import { button, field, lengthField, numberField } from "../shell/controls.ts";

/** In mm. */
const MOST_THICKNESS = 1000;

type Role = "cut" | Mark["role"];
const ROLES: readonly (readonly [Role, string])[] = [
  ["cut", "Cut"],
  ["engrave", "Engrave"],
  ["mark", "Mark"],
  ["bend", "Bend lines"],
];

export function operationsView(app: App): HTMLElement {
  const settings = h("div", { class: "settings" });
  const layers = h("div", {});
  const element = h(
    "section",
    { class: "panel", "aria-labelledby": "operations-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "operations-title" }, "Operations")),
    h(
      "div",
      { class: "panel-body" },
      h("div", { class: "pair" }, materialField(app), thicknessField(app)),
      settings,
      layers,
    ),
  );
  let drawn = "";
  app.store.watch(
    ({ project }) => [project.parts, project.machine, project.mode] as const,
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
    ({ project }) => [project.drawings.length > 0] as const,
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
    h("div", { class: "setting", role: "group", "aria-label": name }, h("h3", {}, name), ...children);
  if (!isSet(machine, role)) {
    const set = button("Set how", () => addOperation(app, role as Mark["role"]), { class: "button small" });
    const words = h(
      "p",
      { class: "setting-out" },
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

/** The material decides which sheets of the rack are taken, and how it was cut the last time. */
function materialField(app: App): HTMLElement {
  const known = h("datalist", { id: "materials" });
  app.store.watch(
    ({ project }) => [project.machine?.name, project.material] as const,
    async (machine = "") => {
      known.replaceChildren(...(await knownMaterials(machine)).map((value) => h("option", { value })));
    },
  );
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
  element.append(known);
  return element;
}

function thicknessField(app: App): HTMLElement {
  return field(app, {
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
    attributes: { inputmode: "decimal", placeholder: "any" },
  });
}
