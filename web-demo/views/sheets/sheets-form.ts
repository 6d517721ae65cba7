/** The questions that a nesting job asks: sheet, clearances, angles. Each number says its unit and its limits. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { countCopies, type Project } from "../../model/project.ts";
import { sheetWishes } from "../../model/request.ts";
import { count, formatLength, sizeText } from "../../model/units.ts";
import { fittingSheets, isTurned, SHEET_GRAINS } from "../../shop/rack.ts";
import { button, choice, lengthField, numberField, panel, SMALL, selectField } from "../shell/controls.ts";
import { keepText } from "../shell/follow.ts";
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
  ["90", "0° and 90°"],
  ["45", "every 45°"],
  ["30", "every 30°"],
  ["15", "every 15°"],
  ["any", "any angle"],
] as const;

const REMNANTS: readonly (readonly [Project["remnant"], string])[] = [
  ["strip", "largest strip"],
  ["right", "on the right"],
  ["top", "at the top"],
  ["largest-rectangle", "largest rectangle"],
];

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
    h("div.pair", side("width", "Width"), side("height", "Height")),
    rackLine(app),
    h(
      "details.fold",
      gapsSummary(app),
      sketch.element,
      h(
        "div.trio",
        distance("edge_margin", "Margin", nest.edge_margin),
        distance("spacing", "Spacing", nest.spacing),
        distance("kerf", "Kerf", nest.kerf),
      ),
    ),
    h(
      "details.fold",
      h("summary", "Rotation, grain, remnant"),
      h("div.pair", angleField(app), ownChoice(app, "grain", "Grain", SHEET_GRAINS)),
      h("div.pair", ownChoice(app, "remnant", "Remnant", REMNANTS), seedField(app)),
    ),
  );
  return panel({ id: "sheet", name: "sheet-form", title: "Sheet" }, [presetMenu(app, set)], fields);
}

/** Fields under the size of the sheet, folded until there is something to lay on it. */
function sheetFold(app: App, ...fields: HTMLElement[]): HTMLElement {
  const summary = h("summary");
  const fold = h("details.fold", summary, ...fields);
  keepText(app, summary, ({ project: { sheet, unit } }) => sizeText(sheet.width, sheet.height, unit));
  app.store.watch(
    ({ project }) => [project.parts.length + project.drawings.length > 0],
    (some) => {
      if (some) fold.open = true;
    },
  );
  return fold;
}

/** The gaps as numbers, which tell without opening the fold. */
function gapsSummary(app: App): HTMLElement {
  const summary = h("summary");
  keepText(app, summary, ({ project: { config, unit } }) => {
    const mm = (length: number) => formatLength(length, unit);
    const { edge_margin, spacing, kerf } = config;
    return `Margin ${mm(edge_margin)}, spacing ${mm(spacing)}, kerf ${mm(kerf)} ${unit}`;
  });
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

function ownChoice<Key extends "grain" | "remnant">(
  app: App,
  key: Key,
  label: string,
  choices: readonly (readonly [Project[Key], string])[],
): HTMLElement {
  return selectField<Project[Key]>(app, {
    label,
    choices,
    value: ({ project }) => project[key],
    set: (value) => app.store.commit(`Change ${key}`, (project) => ({ ...project, [key]: value })),
  });
}

function rackLine(app: App): HTMLElement {
  const words = h("span");
  const open = button("Rack …", () => app.store.update({ dialog: "rack" }), SMALL);
  keepText(app, words, ({ project }) => rackText(project));
  return h("div.rack-line.row.between.soft", words, open);
}

function rackText(project: Project): string {
  const { rack, rackOnly } = project;
  if (rack.length === 0) return "As many as are needed";
  const wishes = sheetWishes(project);
  const fitting = fittingSheets(rack, wishes);
  const [all, there] = [countCopies(rack), countCopies(fitting)];
  if (there === 0)
    return `No sheet in the rack is of this material and thickness${rackOnly ? "" : ": all are bought"}`;
  const turned = countCopies(fitting.filter((one) => isTurned(one, wishes)));
  const others = all > there ? `; ${all - there} of other material or thickness` : "";
  const across = turned > 0 ? `; ${turned} turned, for the grain` : "";
  return `${rackOnly ? "Only" : "First"} ${count(there, "sheet")} from the rack${across}${others}`;
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
  const sizes = PRESETS.map(([label], i) => [String(i), label] as const);
  const select = choice("Common sheets", [["", "Common sizes"], ...sizes], (at) => {
    const preset = PRESETS[Number(at)];
    if (preset) set("Choose sheet", () => ({ sheet: { width: preset[1], height: preset[2] } }));
  });
  select.className = "preset";
  app.store.watch(
    ({ project }) => [project.sheet, project.unit],
    (sheet, unit) => {
      const at = PRESETS.findIndex(([, width, height]) => width === sheet.width && height === sheet.height);
      select.value = at < 0 ? "" : String(at);
      select.title = `${formatLength(sheet.width, unit)} × ${formatLength(sheet.height, unit)} ${unit}`;
    },
  );
  return select;
}
