/** What a drawing says of the order: how many, of which material, how thick; taken with one click each. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { wantedOf } from "../../io/open/names.ts";
import type { Drawing } from "../../model/project.ts";
import { lengthText } from "../../model/units.ts";
import { button } from "../shell/controls.ts";

export function foundOffers(app: App, drawing: Drawing): HTMLElement | null {
  const { drawings, unit } = app.store.get().project;
  const offers: HTMLElement[] = [];
  const { quantity: wanted, named } = wantedOf(drawing);
  const offer = (words: string, take: () => void) =>
    offers.push(h("p", {}, button(words, take, { class: "link" })));
  if (wanted !== null) {
    offer(`${named ? "Its name" : "It"} asks for ${wanted}: take that`, () => takeQuantities(app, [drawing]));
    const others = drawings.filter((one) => wantedOf(one).quantity !== null);
    if (others.length > 1)
      offer(`Take the quantities of all ${others.length} drawings`, () => takeQuantities(app, others));
  }
  const { material = null, thickness = null } = drawing.hints ?? {};
  if (material !== null || thickness !== null) {
    const words = [material, thickness === null ? null : lengthText(thickness, unit)]
      .filter(Boolean)
      .join(", ");
    const said = drawing.hints?.from === "file name" ? "Its name says" : "It says";
    offer(`${said} ${words}: take that for the job`, () => takeMaterial(app, drawing));
  }
  return offers.length > 0 ? h("div", { class: "found-offers" }, ...offers) : null;
}

function takeQuantities({ store }: App, drawings: readonly Drawing[]): void {
  const wanted = new Map(drawings.map((one) => [one.id, wantedOf(one).quantity]));
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
