/** The head of a drawing in the list: its name, how much there is to look at, and a fold that holds the choices. */
import type { App } from "../../app.ts";
import { h, setText } from "../../dom.ts";
import { removeDrawing } from "../../edit/parts.ts";
import { wantedOf } from "../../io/open/names.ts";
import type { Drawing } from "../../model/project.ts";
import { count, type Unit } from "../../model/units.ts";
import { lazily } from "../library/lazy.ts";
import { iconButton } from "../shell/controls.ts";

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
  let shown: { drawing: Drawing; unit: Unit; others: number } | null = null;
  const fill = () => {
    if (!shown || !details.open) return;
    const { drawing } = shown;
    const load = async () => {
      const { importDetails } = await import("./details.ts");
      return h("div", { class: "drawing-choices" }, ...importDetails(app, drawing));
    };
    // What is there stays until the new is: nothing jumps, and the focus is given back.
    const focused = notes.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-label")
      : null;
    const next = lazily(load, () => {
      notes.replaceChildren(next);
      if (focused) notes.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    });
    if (notes.childElementCount === 0) notes.append(next);
  };
  details.addEventListener("toggle", fill);
  return {
    element,
    update() {
      const { project } = app.store.get();
      const drawing = project.drawings.find((one) => one.id === id);
      const others = project.drawings.length;
      if (!drawing) return;
      if (drawing === shown?.drawing && project.unit === shown.unit && others === shown.others) return;
      shown = { drawing, unit: project.unit, others };
      setText(title, drawing.name);
      remove.setAttribute("aria-label", `Remove ${drawing.name}`);
      look.setAttribute("aria-label", `Show drawing ${drawing.name}`);
      setText(summary, summaryOf(drawing));
      fill();
    },
  };
}

/** `3 notes · 2 gaps · it asks for 4`. */
function summaryOf(drawing: Drawing): string {
  const { findings, unit, openEnds = [] } = drawing;
  const { quantity, named } = wantedOf(drawing);
  return [
    findings.length === 0 ? `Read in ${unit.name}` : count(findings.length, "note"),
    openEnds.length > 0 ? count(openEnds.length, "gap") : "",
    quantity === null ? "" : `${named ? "its name" : "it"} asks for ${quantity}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
