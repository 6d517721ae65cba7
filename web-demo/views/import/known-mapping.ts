/** Drawings of a kind for which somebody has chosen operations before: told, and taken with one click that can be undone. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { rereadDrawings } from "../../io/drawings/again.ts";
import { hasMapping, type Mapping, mappingFor } from "../../io/drawings/mappings.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { listed } from "../../model/units.ts";
import { button, SMALL } from "../shell/controls.ts";

interface MappingOffer {
  from: string;
  mapping: Mapping;
  ids: string[];
}

export function knownMappings(app: App): HTMLElement {
  const element = h("div.unit-question.box", {
    role: "group",
    "aria-label": "Operations chosen before",
  });
  /** Drawings that were looked up, or for which somebody has said no. */
  const asked = new Set<string>();
  let offers: MappingOffer[] = [];
  const draw = (drawings: readonly ProjectDrawing[]) => {
    const open = offers.flatMap((offer) => {
      const mine = drawings.filter((one) => offer.ids.includes(one.id) && !hasMapping(one));
      return mine.length > 0 ? [offerView(app, offer, mine, () => drop(offer))] : [];
    });
    show(element, open.length > 0);
    element.replaceChildren(...open.flat());
  };
  const drop = (offer: MappingOffer) => {
    offers = offers.filter((one) => one !== offer);
    draw(app.store.get().project.drawings);
  };
  const look = async (drawing: ProjectDrawing) => {
    const found = await mappingFor(drawing);
    if (!found) return;
    const { from, roles, colours, lineTypes, preset } = found;
    const mapping = { roles, colours, lineTypes, preset };
    const same = offers.find((one) => JSON.stringify(one.mapping) === JSON.stringify(mapping));
    if (same) same.ids.push(drawing.id);
    else offers.push({ from, mapping, ids: [drawing.id] });
    draw(app.store.get().project.drawings);
  };
  app.store.watch(
    ({ project }) => [project.drawings],
    (drawings) => {
      const fresh = drawings.filter(({ id }) => !asked.has(id));
      for (const { id } of fresh) asked.add(id);
      for (const drawing of fresh) void look(drawing);
      draw(drawings);
    },
  );
  return element;
}

function offerView(
  app: App,
  { from, mapping }: MappingOffer,
  drawings: readonly ProjectDrawing[],
  drop: () => void,
): Node[] {
  const ids = drawings.map(({ id }) => id);
  const has = drawings.length === 1 ? "has" : "have";
  return [
    h(
      "p",
      `${listed(drawings, 2)} ${has} the layers of ${from}, for which was chosen: ${mappingText(mapping)}.`,
    ),
    h(
      "div.row",
      button("Choose the same", () => void rereadDrawings(app, ids, chosenIn(mapping)), SMALL),
      button("Leave as read", drop, SMALL),
    ),
  ];
}

function chosenIn({ roles = {}, colours = {}, lineTypes = {}, preset = null }: Mapping) {
  return { roles, colours, lineTypes, preset };
}

/** `Top engrave, #0000ff mark`. */
function mappingText({ roles, colours, lineTypes, preset }: Mapping): string {
  const chosen = [roles, colours, lineTypes].flatMap((names) => Object.entries(names ?? {}));
  const words = chosen.map(([name, role]) => `${name} ${role}`);
  return listed(preset ? [...words, `colours as ${preset}`] : words, 6);
}
