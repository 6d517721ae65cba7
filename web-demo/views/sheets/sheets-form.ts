/** The questions that a nesting job asks: sheet, clearances, angles. Each number says its unit and its limits. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { h, keyed, setText } from "../../dom.ts";
import type { Project } from "../../model/project.ts";
import { sheetWishes } from "../../model/request.ts";
import { count, formatLength, sizeText } from "../../model/units.ts";
import { fittingSheets, isTurned, type RackSheet, type SheetGrain } from "../../shop/rack.ts";
import { button, lengthField, numberField, selectField } from "../shell/controls.ts";
import { clearanceSketch } from "./sketch.ts";

/** Sheets that shops buy, in millimetres. */
const PRESETS: readonly (readonly [name: string, width: number, height: number])[] = [
  ["Plywood 8 × 4 ft", 2438.4, 1219.2],
  ["Plywood 2500 × 1250", 2500, 1250],
  ["Steel 2000 × 1000", 2000, 1000],
  ["Steel 3000 × 1500", 3000, 1500],
  ["Laser bed 600 × 400", 600, 400],
  ["Laser bed 1300 × 900", 1300, 900],
  ["Laser bed 24 × 18 in", 609.6, 457.2],
];

const ANGLES = [
  { value: "90", label: "0° and 90°" },
  { value: "45", label: "every 45°" },
  { value: "30", label: "every 30°" },
  { value: "15", label: "every 15°" },
  { value: "any", label: "any angle" },
] as const;

export function sheetForm(app: App): HTMLElement {
  const { nest } = LIMITS;
  const set = (label: string, change: (project: Project) => Partial<Project>) =>
    app.store.commit(label, (project) => ({ ...project, ...change(project) }));
  const config = (label: string, change: Partial<Project["config"]>) =>
    set(label, (project) => ({ config: { ...project.config, ...change } }));
  const sketch = clearanceSketch();
  const distance = (key: "spacing" | "edge_margin" | "kerf", label: string, max: number) =>
    lengthField(app, {
      label,
      value: ({ project }) => project.config[key],
      min: 0,
      max,
      stepMm: key === "kerf" ? 0.1 : 0.5,
      set: (mm) => config(`Change ${label.toLowerCase()}`, { [key]: mm }),
      attributes: { id: key, onfocus: () => sketch.point(key), onblur: () => sketch.point(null) },
    });
  const side = (key: "width" | "height", label: string) =>
    lengthField(app, {
      label,
      value: ({ project }) => project.sheet[key],
      above: 0,
      max: nest.sheet_side,
      stepMm: 10,
      set: (mm) => set("Change sheet", (project) => ({ sheet: { ...project.sheet, [key]: mm } })),
      attributes: { onfocus: () => sketch.point(key), onblur: () => sketch.point(null) },
    });
  const fields = sheetFold(
    app,
    h("div", { class: "pair" }, side("width", "Width"), side("height", "Height")),
    rackLine(app),
    h(
      "details",
      { class: "fold" },
      gapsSummary(app),
      sketch.element,
      h(
        "div",
        { class: "trio" },
        distance("edge_margin", "Margin", nest.edge_margin),
        distance("spacing", "Spacing", nest.spacing),
        distance("kerf", "Kerf", nest.kerf),
      ),
    ),
    h(
      "details",
      { class: "fold" },
      h("summary", {}, "Rotation, grain, remnant"),
      h("div", { class: "pair" }, angleField(app), grainField(app)),
      h("div", { class: "pair" }, remnantField(app), seedField(app)),
    ),
  );
  return h(
    "section",
    { class: "panel sheet-form", "aria-labelledby": "sheet-title" },
    h("header", { class: "panel-head" }, h("h2", { id: "sheet-title" }, "Sheet"), presetMenu(app, set)),
    h("div", { class: "panel-body" }, fields),
  );
}

/** Fields under the size of the sheet, folded until there is something to lay on it. */
function sheetFold(app: App, ...fields: HTMLElement[]): HTMLElement {
  const summary = h("summary", {});
  const fold = h("details", { class: "fold" }, summary, ...fields);
  app.store.watch(
    ({ project }) => [project.sheet, project.unit] as const,
    ({ width, height }, unit) => setText(summary, sizeText(width, height, unit)),
  );
  app.store.watch(
    ({ project }) => [project.parts.length + project.drawings.length > 0] as const,
    (some) => {
      if (some) fold.open = true;
    },
  );
  return fold;
}

/** The gaps as numbers, which tell without opening the fold. */
function gapsSummary(app: App): HTMLElement {
  const summary = h("summary", {});
  app.store.watch(
    ({ project }) => [project.config, project.unit] as const,
    ({ edge_margin, spacing, kerf }, unit) => {
      const mm = (length: number) => formatLength(length, unit);
      setText(summary, `Margin ${mm(edge_margin)}, spacing ${mm(spacing)}, kerf ${mm(kerf)} ${unit}`);
    },
  );
  return summary;
}

function angleField(app: App): HTMLElement {
  return selectField<string>(app, {
    label: "Rotation",
    choices: ANGLES,
    value: ({ project }) => (project.anyAngle ? "any" : String(project.config.rotation_step)),
    set: (step) =>
      app.store.commit("Change rotation", (project) => ({
        ...project,
        anyAngle: step === "any",
        config: step === "any" ? project.config : { ...project.config, rotation_step: Number(step) },
      })),
    other: (step) => `every ${step}°`,
  });
}

function remnantField(app: App): HTMLElement {
  return selectField<Project["remnant"]>(app, {
    label: "Remnant",
    choices: [
      { value: "strip", label: "largest strip" },
      { value: "right", label: "on the right" },
      { value: "top", label: "at the top" },
      { value: "largest-rectangle", label: "largest rectangle" },
    ],
    value: ({ project }) => project.remnant,
    set: (remnant) => app.store.commit("Change remnant", (project) => ({ ...project, remnant })),
  });
}

/** Line about the rack beside the size above, and the way to it. */
function rackLine(app: App): HTMLElement {
  const words = h("span", {});
  const open = button("Rack …", () => app.store.update({ dialog: "rack" }), { class: "button small" });
  app.store.watch(
    ({ project }) => {
      const { rack, rackOnly, material, thickness, grain, parts } = project;
      return [rack, rackOnly, material, thickness, grain, parts] as const;
    },
    (rack, only) => {
      const wishes = sheetWishes(app.store.get().project);
      const fitting = fittingSheets(rack, wishes);
      const number = (sheets: readonly RackSheet[]) =>
        sheets.reduce((sum, { quantity }) => sum + quantity, 0);
      const left = number(rack) - number(fitting);
      const turned = number(fitting.filter((one) => isTurned(one, wishes)));
      const others = left > 0 ? `; ${left} of other material or thickness` : "";
      const across = turned > 0 ? `; ${turned} turned, for the grain` : "";
      const none =
        number(fitting) === 0
          ? `No sheet in the rack is of this material and thickness${only ? "" : ": all are bought"}`
          : null;
      const told =
        none ??
        `${only ? "Only" : "First"} ${count(number(fitting), "sheet")} from the rack${across}${others}`;
      setText(words, rack.length === 0 ? "As many as are needed" : told);
    },
  );
  return h("div", { class: "rack-line" }, words, open);
}

function grainField(app: App): HTMLElement {
  return selectField<SheetGrain>(app, {
    label: "Grain",
    choices: [
      { value: "none", label: "none" },
      { value: "x", label: "across" },
      { value: "y", label: "upright" },
    ],
    value: ({ project }) => project.grain,
    set: (grain) => app.store.commit("Change grain", (project) => ({ ...project, grain })),
  });
}

function seedField(app: App): HTMLElement {
  return numberField(app, {
    label: "Seed",
    value: ({ project }) => project.seed,
    min: 0,
    max: 2 ** 32 - 1,
    whole: true,
    set: (seed) => app.store.commit("Change seed", (project) => ({ ...project, seed })),
    attributes: { title: "The same job with the same seed searches the same way again" },
  });
}

function presetMenu(
  app: App,
  set: (label: string, change: (project: Project) => Partial<Project>) => void,
): HTMLElement {
  const select = h("select", {
    class: "preset",
    "aria-label": "Common sheets",
    onchange: () => {
      const preset = PRESETS[Number(select.value)];
      if (preset) set("Choose sheet", () => ({ sheet: { width: preset[1], height: preset[2] } }));
    },
  });
  const fill = keyed<{ value: string; label: string }, { element: Element; update(): void }>(
    select,
    ({ value }) => value,
    ({ value, label }) => ({ element: h("option", { value }, label), update: () => {} }),
  );
  fill([{ value: "", label: "Common sizes" }, ...PRESETS.map(([label], i) => ({ value: String(i), label }))]);
  app.store.watch(
    ({ project }) => [project.sheet, project.unit] as const,
    (sheet, unit) => {
      const at = PRESETS.findIndex(([, width, height]) => width === sheet.width && height === sheet.height);
      select.value = at < 0 ? "" : String(at);
      select.title = `${formatLength(sheet.width, unit)} × ${formatLength(sheet.height, unit)} ${unit}`;
    },
  );
  return select;
}
