/** Orders in a drawing: how many, of which material, how thick; taken with one click each. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { alikeAmong, listOnce } from "../../edit/alike.ts";
import { MOST_COPIES } from "../../edit/edit-parts.ts";
import { severalMaterials } from "../../edit/materials.ts";
import { ordersInDrawing, quantitySource } from "../../io/drawings/wanted.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { count, lengthText } from "../../model/units.ts";
import { button } from "../shell/controls.ts";

export function foundOffers(app: App, drawing: ProjectDrawing): HTMLElement | null {
  const { project } = app.store.get();
  const { drawings, parts, unit } = project;
  const offers: HTMLElement[] = [];
  const wanted = ordersInDrawing(drawing, parts);
  const offer = (words: string, take: () => void) =>
    offers.push(h("p", button(words, take, { class: "link" })));
  if (wanted) {
    offer(`${wanted.sentence}: take that`, () => takeQuantities(app, [drawing]));
    const others = drawings.filter((one) => ordersInDrawing(one, parts));
    if (others.length > 1)
      offer(`Take the quantities of all ${others.length} drawings`, () => takeQuantities(app, others));
  }
  const { hints } = drawing;
  const mine = parts.filter((part) => part.drawing === drawing.id);
  const alike = alikeAmong(mine);
  if (alike.length > 0) {
    const copies = alike.flat().length;
    offer(`${copies} of its parts are ${count(alike.length, "shape")}: list each once, with its number`, () =>
      listOnce(app, drawing.name, alike),
    );
  }
  const { material = null, thickness = null } = hints ?? {};
  const isOpen =
    (material !== null && material !== project.material) ||
    (thickness !== null && thickness !== project.thickness);
  // Several materials are chosen from above the parts.
  if (hints && isOpen && severalMaterials(mine).length === 0) {
    const words = [material, thickness === null ? null : lengthText(thickness, unit)]
      .filter(Boolean)
      .join(", ");
    offer(`${quantitySource(hints)} says ${words}: take that for the job`, () => takeMaterial(app, drawing));
  }
  return offers.length > 0 ? h("div.found-offers", ...offers) : null;
}

function takeQuantities({ store }: App, drawings: readonly ProjectDrawing[]): void {
  const label = drawings.length === 1 ? `Quantity of ${drawings[0]!.name}` : "Quantities of all drawings";
  store.commit(label, (project) => {
    const wanted = new Map(drawings.map((one) => [one.id, ordersInDrawing(one, project.parts)]));
    const parts = project.parts.map((part) => {
      const quantity = wanted.get(part.drawing ?? "")?.quantityOf(part);
      return quantity ? { ...part, quantity: Math.min(quantity, MOST_COPIES) } : part;
    });
    return { ...project, parts };
  });
}

function takeMaterial({ store }: App, { name, hints }: ProjectDrawing): void {
  store.commit(`Material of ${name}`, (project) => ({
    ...project,
    material: hints?.material ?? project.material,
    thickness: hints?.thickness ?? project.thickness,
  }));
}
