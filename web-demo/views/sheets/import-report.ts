/** The head of a drawing in the list: its name, what its numbers mean, and each finding with the place it speaks of. */
import type { Finding } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { removeDrawing } from "../../edit/parts.ts";
import { quantityIn } from "../../io/open/names.ts";
import { rereadDrawings } from "../../io/open/open.ts";
import type { Drawing } from "../../model/project.ts";
import { count, lengthText, type Unit } from "../../model/units.ts";
import { button, iconButton } from "../shell/controls.ts";
import { UNITS, type UnitName } from "./unit-question.ts";

interface HeadView {
  element: Element;
  update(): void;
}

export function drawingHead(app: App, id: string): HeadView {
  const title = h("h3", {});
  const notes = h("div", { class: "drawing-notes" });
  const summary = h("summary", {});
  const details = h("details", { class: "drawing-details" }, summary, notes);
  const remove = iconButton("close", "Remove drawing", () => removeDrawing(app, id));
  const look = iconButton("fit", "Show drawing", () => app.store.update({ spot: { drawing: id, at: null } }));
  const head = h("div", { class: "drawing-title" }, title, look, remove);
  const element = h("li", { class: "drawing" }, head, details);
  let shown: Drawing | null = null;
  let shownUnit: Unit | null = null;
  return {
    element,
    update() {
      const { project } = app.store.get();
      const drawing = project.drawings.find((one) => one.id === id);
      if (!drawing || (drawing === shown && project.unit === shownUnit)) return;
      shown = drawing;
      shownUnit = project.unit;
      setText(title, drawing.name);
      remove.setAttribute("aria-label", `Remove ${drawing.name}`);
      look.setAttribute("aria-label", `Show drawing ${drawing.name}`);
      const { findings, unit } = drawing;
      const asks = quantityIn(drawing.name).quantity;
      const told = findings.length === 0 ? `Read in ${unit.name}` : count(findings.length, "note");
      setText(summary, asks === null ? told : `${told} · its name asks for ${asks}`);
      notes.replaceChildren(
        h("ul", {}, ...findings.map((finding) => findingRow(app, drawing, finding))),
        quantityOffer(app, drawing),
        h("div", { class: "reread" }, unitControl(app, drawing), gapControl(app, drawing)),
      );
    },
  };
}

/** What the file's name says of how many are wanted, to be taken with one click. */
function quantityOffer(app: App, { id, name }: Drawing): HTMLElement {
  const { quantity } = quantityIn(name);
  const take = () =>
    app.store.commit(`Quantity of ${name}`, (project) => ({
      ...project,
      parts: project.parts.map((part) => (part.drawing === id ? { ...part, quantity: quantity! } : part)),
    }));
  const element = h("p", {}, button(`Its name asks for ${quantity}: take that`, take, { class: "link" }));
  show(element, quantity !== null);
  return element;
}

function findingRow(app: App, drawing: Drawing, finding: Finding): HTMLElement {
  const { at, message, count } = finding;
  const text = count > 1 && !/\d/.test(message) ? `${message} (${count}×)` : message;
  if (!at) return h("li", {}, text);
  const go = () => app.store.update({ spot: { drawing: drawing.id, at } });
  return h("li", {}, text, " ", button("Show where", go, { class: "link" }));
}

/** The unit of a drawing, whatever the file says. */
function unitControl(app: App, { id, name, unit }: Drawing): HTMLElement {
  const known = Object.keys(UNITS).filter((one) => one !== "px" || unit.name === "px");
  const select = h("select", {
    "aria-label": `Unit of ${name}`,
    onchange: () => void rereadDrawings(app, [id], { unit: select.value as UnitName }),
  });
  for (const one of known.includes(unit.name) ? known : [unit.name, ...known]) {
    select.append(h("option", { value: one, selected: one === unit.name }, one));
  }
  return h("label", { class: "gap-control" }, "Unit", select);
}

/** "Close gaps up to": reads the file again with a wider tolerance. */
function gapControl(app: App, drawing: Drawing): HTMLElement {
  const { unit } = app.store.get().project;
  const choices = [0.05, 0.2, 0.5, 1, 2];
  const select = h("select", {
    "aria-label": `Close gaps in ${drawing.name} up to`,
    onchange: () => void rereadDrawings(app, [drawing.id], { joinTolerance: Number(select.value) }),
  });
  for (const mm of choices) {
    select.append(h("option", { value: mm, selected: mm === drawing.joinTolerance }, lengthText(mm, unit)));
  }
  return h("label", { class: "gap-control" }, "Close gaps", select);
}
