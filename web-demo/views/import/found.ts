/** What a drawing says of the order: how many, of which material, how thick; taken with one click each. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { quantityIn } from "../../io/open/names.ts";
import type { Drawing } from "../../model/project.ts";
import { lengthText } from "../../model/units.ts";
import { button } from "../shell/controls.ts";

/** How many the drawing asks for, by what stands in it or by its name. */
export function quantityFound({ name, hints }: Drawing): number | null {
  return hints?.quantity ?? quantityIn(name).quantity;
}

export function foundOffers(app: App, drawing: Drawing): HTMLElement | null {
  const { drawings, unit } = app.store.get().project;
  const offers: HTMLElement[] = [];
  const wanted = quantityFound(drawing);
  const offer = (words: string, take: () => void) =>
    offers.push(h("p", {}, button(words, take, { class: "link" })));
  if (wanted !== null) {
    const said = quantityIn(drawing.name).quantity === wanted ? "Its name asks" : "It asks";
    offer(`${said} for ${wanted}: take that`, () => takeQuantities(app, [drawing]));
    const others = drawings.filter((one) => quantityFound(one) !== null);
    if (others.length > 1)
      offer(`Take the quantities of all ${others.length} drawings`, () => takeQuantities(app, others));
  }
  const { material = null, thickness = null } = drawing.hints ?? {};
  if (material !== null || thickness !== null) {
    const words = [material, thickness === null ? null : lengthText(thickness, unit)]
      .filter(Boolean)
      .join(", ");
    offer(`It says ${words}: take that for the job`, () => takeMaterial(app, drawing));
  }
  return offers.length > 0 ? h("div", { class: "found-offers" }, ...offers) : null;
}

function takeQuantities({ store }: App, drawings: readonly Drawing[]): void {
  const wanted = new Map(drawings.map((one) => [one.id, quantityFound(one)]));
  const label = drawings.length === 1 ? `Quantity of ${drawings[0]!.name}` : "Quantities of all drawings";
  store.commit(label, (project) => ({
    ...project,
    parts: project.parts.map((part) => {
      const quantity = wanted.get(part.drawing ?? "");
      return quantity ? { ...part, quantity } : part;
    }),
  }));
}

function takeMaterial({ store }: App, { name, hints }: Drawing): void {
  store.commit(`Material of ${name}`, (project) => ({
    ...project,
    material: hints?.material ?? project.material,
    thickness: hints?.thickness ?? project.thickness,
  }));
}
