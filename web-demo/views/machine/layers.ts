/** Table of the lines of the drawings by layer, colour and line type: their role is chosen and read again at once. */
import { LIGHTBURN_COLOURS } from "../../../engine/entries/machines.ts";
import type { LayerRole, RoleChoice } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { rereadDrawings } from "../../io/drawings/again.ts";
import type { DrawingPreset, ProjectDrawing } from "../../model/project.ts";
import { count, type DisplayUnit, roundedText } from "../../model/units.ts";
import { listInSteps } from "../import/more.ts";
import { choice } from "../shell/controls.ts";

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

/** The field of a choice, and the name of it in the drawing's groups. */
const FIELDS = { roles: "layer", colours: "colour", lineTypes: "line_type" } as const;
const CALLED = { roles: "Layer", colours: "Colour", lineTypes: "Line type" } as const;
type LayerField = keyof typeof FIELDS;

/** One row of the table: the lines of all drawings that are on a layer, in a colour or of a line type. */
interface LayerLine {
  kind: LayerField;
  name: string;
  colour: string;
  count: number;
  length: number;
  role: LayerRole;
  chosen: RoleChoice | undefined;
  drawings: Set<string>;
}

export function layerTable(app: App): HTMLElement {
  const element = h("div.operations");
  app.store.watch(
    ({ project }) => [project.drawings, project.unit],
    (drawings, unit) => {
      const focused =
        element.contains(document.activeElement) && document.activeElement?.getAttribute("aria-label");
      element.replaceChildren(...(drawings.length > 0 ? tableOf(app, drawings, unit) : []));
      if (focused) element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    },
  );
  return element;
}

function tableOf(app: App, drawings: readonly ProjectDrawing[], unit: DisplayUnit): Node[] {
  const layers = linesBy(drawings, "roles");
  // Colours and line types are another question only where one layer has several.
  const isMixed = (kind: LayerField) =>
    drawings.some(
      (drawing) =>
        Object.keys(drawing[kind] ?? {}).length > 0 ||
        layers.some(({ name }) => {
          const mine = (drawing.groups ?? []).filter(({ layer }) => layer === name);
          return new Set(mine.map((group) => group[FIELDS[kind]])).size > 1;
        }),
    );
  const isPreset = drawings.some(({ preset = null }) => preset !== null);
  const others = [
    ...(isPreset || isMixed("colours") ? linesBy(drawings, "colours") : []),
    ...(isMixed("lineTypes") ? linesBy(drawings, "lineTypes") : []),
  ];
  const shown = others.length > 0 ? [...(layers.length > 1 ? layers : []), ...others] : layers;
  if (shown.length === 0) return [];
  const head = ["Lines", "Length", "Operation"].map((text) => h("th", { scope: "col" }, text));
  return [
    ...listInSteps(shown, MOST, "rows", (some) =>
      h(
        "table",
        { "aria-label": "Operations of the drawings' lines" },
        h("thead", h("tr", ...head)),
        h("tbody", ...some.map((line) => row(app, line, isPreset, unit))),
      ),
    ),
    presetControl(app, drawings),
  ];
}

/** Meanings of colours in the trade, for lines of which nobody has said anything else. */
function presetControl(app: App, drawings: readonly ProjectDrawing[]): HTMLElement {
  const [{ preset = null }] = drawings as [ProjectDrawing];
  const ids = drawings.map(({ id }) => id);
  const take = (value: DrawingPreset | "") => void rereadDrawings(app, ids, { preset: value || null });
  return h("label.gap-control.row.soft", "Read", choice("Colours mean", PRESETS, take, preset ?? ""));
}

/** LightBurn's name of a layer that has this colour, or the colour itself. */
function nameOfColour(colour: string): string {
  const layer = LIGHTBURN_COLOURS.indexOf(colour.toLowerCase());
  return layer < 0 ? colour : `C${String(layer).padStart(2, "0")}`;
}

function linesBy(drawings: readonly ProjectDrawing[], kind: LayerField): LayerLine[] {
  const lines = new Map<string, LayerLine & { largest: number }>();
  for (const drawing of drawings)
    for (const group of drawing.groups ?? []) {
      const { colour, count: more, length, role } = group;
      const name = group[FIELDS[kind]];
      const chosen = drawing[kind]?.[name];
      const line = lines.get(name) ?? {
        ...{ kind, name, colour, count: 0, length: 0, role, chosen, largest: -1 },
        drawings: new Set<string>(),
      };
      lines.set(name, {
        ...line,
        count: line.count + more,
        length: line.length + length,
        chosen: line.chosen ?? chosen,
        drawings: line.drawings.add(drawing.id),
        // Most of the lines decide what is shown.
        ...(length > line.largest ? { role, colour, largest: length } : {}),
      });
    }
  return [...lines.values()].sort((a, b) => b.length - a.length);
}

function row(app: App, line: LayerLine, isPreset: boolean, unit: DisplayUnit): HTMLElement {
  const { kind, name, colour, chosen, drawings } = line;
  const called = `${CALLED[kind]} ${name}`;
  const value = chosen ?? (line.role === "construction" || line.role === "extent" ? "ignore" : line.role);
  const choices: readonly (readonly [RoleChoice | "", string])[] = chosen
    ? [["", "As read"], ...CHOICES]
    : CHOICES;
  const take = (role: RoleChoice | "") =>
    void rereadDrawings(app, [...drawings], { [kind]: { [name]: role || null } });
  const isFill = kind === "lineTypes" && name === "FILL";
  const isColour = /^#[0-9a-f]{6}$/i.test(colour);
  const swatch = h("span.swatch", { style: `background:${isColour ? colour : "none"}` });
  const shown = isPreset ? nameOfColour(colour) : colour;
  return h(
    "tr",
    h(
      "th.clip",
      { scope: "row", title: called },
      kind === "lineTypes" ? null : swatch,
      kind === "colours" ? shown : isFill ? "Filled areas" : name,
      kind === "lineTypes" ? h("small", isFill ? "without a stroke" : "line type") : null,
    ),
    h("td", roundedText(line.length, unit), h("small", count(line.count, "line"))),
    h("td", choice(`Operation of ${called.toLowerCase()}`, choices, take, value)),
  );
}
