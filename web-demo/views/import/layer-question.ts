/** Layers whose names nobody knows: asked once for all drawings, answered by one click, remembered by the names. */
import type { RoleChoice } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { rereadDrawings } from "../../io/drawings/again.ts";
import { keptLayers } from "../../io/drawings/mappings.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { count, listed, roundedText } from "../../model/units.ts";
import { button } from "../shell/controls.ts";
import { question, questionBox } from "../shell/question.ts";

const ANSWERS: readonly (readonly [RoleChoice, string])[] = [
  ["cut", "Cut"],
  ["engrave", "Engrave"],
  ["mark", "Mark"],
  ["ignore", "Leave out"],
];

/** Layers that are asked about at once. */
const MOST = 4;

export function layerQuestion(app: App): HTMLElement {
  return questionBox(
    app,
    "Layers",
    ({ drawings, unit }) => [drawings, unit],
    async ({ drawings }) => {
      const layers = unknownLayers(drawings);
      const before = layers.size > 0 ? await keptLayers() : {};
      return [...layers].slice(0, MOST).flatMap((one) => ask(app, ...one, before));
    },
  );
}

/** Drawings by the layer that they leave out because its name says nothing. */
function unknownLayers(drawings: readonly ProjectDrawing[]): Map<string, ProjectDrawing[]> {
  const layers = new Map<string, ProjectDrawing[]>();
  for (const drawing of drawings)
    for (const { code, layer } of drawing.findings)
      if (code === "layer-unknown" && layer !== undefined)
        layers.set(layer, [...(layers.get(layer) ?? []), drawing]);
  return layers;
}

function ask(
  app: App,
  layer: string,
  drawings: readonly ProjectDrawing[],
  before: Readonly<Record<string, RoleChoice>>,
): Node[] {
  const groups = drawings.flatMap(({ groups: all = [] }) => all.filter((one) => one.layer === layer));
  const sum = (key: "count" | "length") => groups.reduce((total, group) => total + group[key], 0);
  const what = `${count(sum("count"), "line")}, ${roundedText(sum("length"), app.store.get().project.unit)}`;
  const ids = drawings.map(({ id }) => id);
  const answer = ([role, label]: readonly [RoleChoice, string]) => {
    const take = () => void rereadDrawings(app, ids, { roles: { [layer]: role } });
    const text = before[layer] === role ? `${label}, as last time` : label;
    return button(text, take, { class: "button small", "aria-label": `${text}: layer ${layer}` });
  };
  const text = `What is layer ${layer} of ${listed(drawings, 2)} for? ${what}, not cut so far.`;
  return question(text, ANSWERS.map(answer));
}
