/** What the lines of a drawing are for, by layer, colour and line type: chosen in a table, and read again at once. */
import {
  type DrawingGroup,
  type LayerRole,
  LIGHTBURN_COLOURS,
  type RoleChoice,
} from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { rereadDrawings } from "../../io/drawings/again.ts";
import type { Drawing, DrawingPreset } from "../../model/project.ts";
import { count, roundedText, type Unit } from "../../model/units.ts";
import { button } from "../shell/controls.ts";
import { listInSteps } from "./more.ts";

const PRESETS: readonly (readonly [DrawingPreset | "", string])[] = [
  ["", "by the names of layers"],
  ["red-cuts", "red cuts, blue and green mark"],
  ["lightburn", "as LightBurn: its tool layers are no cuts"],
];
const CHOICES: readonly (readonly [RoleChoice, string])[] = [
  ["cut", "Cut"],
  ["engrave", "Engrave"],
  ["mark", "Mark"],
  ["bend", "Bend"],
  ["ignore", "Ignore"],
];
/** More layers than this are no table that anybody reads at once. */
const MOST = 30;

/** What a choice is for, and how the drawing's groups call it. */
const FIELDS = { roles: "layer", colours: "colour", lineTypes: "lineType" } as const;
const CALLED = { roles: "Layer", colours: "Colour", lineTypes: "Line type" } as const;
type Kind = keyof typeof FIELDS;

/** One line of the table. */
interface Line {
  kind: Kind;
  name: string;
  colour: string;
  count: number;
  length: number;
  role: LayerRole;
  chosen: boolean;
}

export function operationTable(app: App, drawing: Drawing): HTMLElement | null {
  const layers = linesBy(drawing, "roles");
  // Colours and line types are another question only where one layer has several.
  const mixed = (kind: Kind) =>
    Object.keys(drawing[kind] ?? {}).length > 0 ||
    layers.some(({ name }) => {
      const mine = (drawing.groups ?? []).filter(({ layer }) => layer === name);
      return new Set(mine.map((group) => group[FIELDS[kind]])).size > 1;
    });
  const others = [
    ...((drawing.preset ?? null) !== null || mixed("colours") ? linesBy(drawing, "colours") : []),
    ...(mixed("lineTypes") ? linesBy(drawing, "lineTypes") : []),
  ];
  const shown = others.length > 0 ? [...(layers.length > 1 ? layers : []), ...others] : layers;
  if (shown.length === 0) return null;
  const { unit } = app.store.get().project;
  return h(
    "div",
    { class: "operations" },
    ...listInSteps(shown, MOST, "rows", (some) =>
      h(
        "table",
        { "aria-label": `Operations of ${drawing.name}` },
        h(
          "thead",
          {},
          h("tr", {}, ...["Lines", "Length", "Operation"].map((text) => h("th", { scope: "col" }, text))),
        ),
        h("tbody", {}, ...some.map((line) => row(app, drawing, line, unit))),
      ),
    ),
    presetControl(app, drawing),
    forAll(app, drawing),
  );
}

/** What colours mean in the trade, for lines of which nobody has said anything else. */
function presetControl(app: App, { id, name, preset = null }: Drawing): HTMLElement {
  const select = h("select", {
    "aria-label": `Colours of ${name} mean`,
    onchange: () =>
      void rereadDrawings(app, [id], { preset: (select.value || null) as DrawingPreset | null }),
  });
  for (const [value, label] of PRESETS)
    select.append(h("option", { value, selected: value === (preset ?? "") }, label));
  return h("label", { class: "gap-control" }, "Operations", select);
}

/** LightBurn's name of a layer that has this colour, or the colour itself. */
function nameOfColour(colour: string): string {
  const layer = LIGHTBURN_COLOURS.indexOf(colour.toLowerCase());
  return layer < 0 ? colour : `C${String(layer).padStart(2, "0")}`;
}

function linesBy({ groups = [] }: Drawing, kind: Line["kind"]): Line[] {
  const lines = new Map<string, Line & { largest: number }>();
  for (const group of groups) {
    const { colour, count: lines_, length, role, chosen } = group;
    const name = group[FIELDS[kind]];
    const line = lines.get(name) ?? {
      kind,
      name,
      colour,
      count: 0,
      length: 0,
      role,
      chosen: false,
      largest: -1,
    };
    lines.set(name, {
      ...line,
      count: line.count + lines_,
      length: line.length + length,
      chosen: line.chosen || chosen,
      // Most of the lines decide what is shown.
      ...(length > line.largest ? { role, colour, largest: length } : {}),
    });
  }
  return [...lines.values()].sort((a, b) => b.length - a.length);
}

function row(app: App, drawing: Drawing, line: Line, unit: Unit): HTMLElement {
  const { kind, name, colour } = line;
  const called = `${CALLED[kind]} ${name}`;
  const shown = drawing.preset === "lightburn" ? nameOfColour(colour) : colour;
  const chosen = drawing[kind]?.[name];
  const value = chosen ?? shownRole(line.role);
  const select = h("select", {
    "aria-label": `Operation of ${called.toLowerCase()} in ${drawing.name}`,
    onchange: () =>
      void rereadDrawings(app, [drawing.id], { [kind]: { [name]: (select.value || null) as RoleChoice } }),
  });
  if (chosen) select.append(h("option", { value: "" }, "As read"));
  for (const [choice, label] of CHOICES)
    select.append(h("option", { value: choice, selected: choice === value }, label));
  const isFill = kind === "lineTypes" && name === "FILL";
  const isColour = /^#[0-9a-f]{6}$/i.test(colour);
  const swatch = h("span", { class: "swatch", style: `background:${isColour ? colour : "none"}` });
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row", title: called },
      kind === "lineTypes" ? null : swatch,
      kind === "colours" ? shown : isFill ? "Filled areas" : name,
      kind === "lineTypes" ? h("small", {}, isFill ? "without a stroke" : "line type") : null,
    ),
    h("td", {}, roundedText(line.length, unit), h("small", {}, count(line.count, "line"))),
    h("td", {}, select),
  );
}

function shownRole(role: DrawingGroup["role"]): RoleChoice {
  return role === "construction" || role === "extent" ? "ignore" : role;
}

/** The same choices for every drawing that was added. */
function forAll(app: App, drawing: Drawing): HTMLElement | null {
  const { id, roles = {}, colours = {}, lineTypes = {}, preset = null } = drawing;
  const others = app.store.get().project.drawings.filter((one) => one.id !== id);
  const chosen = [roles, colours, lineTypes].flatMap(Object.keys).length + (preset ? 1 : 0);
  if (others.length === 0 || chosen === 0) return null;
  const ids = others.map((one) => one.id);
  return button(
    "Choose the same in all drawings",
    () => void rereadDrawings(app, ids, { roles, colours, lineTypes, preset }),
    { class: "link" },
  );
}
