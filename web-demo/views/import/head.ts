/** The head of a drawing in the list: its name, how much there is to look at, and a fold that holds the choices. */
import type { App } from "../../app.ts";
import { h, setName, setText } from "../../dom.ts";
import { alikeAmong } from "../../edit/alike.ts";
import { removeDrawing } from "../../edit/edit-parts.ts";
import { ordersInDrawing } from "../../io/drawings/wanted.ts";
import type { Part, ProjectDrawing } from "../../model/project.ts";
import { count } from "../../model/units.ts";
import { lazily } from "../library/lazy.ts";
import { iconButton } from "../shell/controls.ts";

interface HeadView {
  element: Element;
  update(): void;
}

/** Folds that stay open when all is drawn anew. */
const FOLDS = [".account", ".open-ends > .fold"];

export function drawingHead(app: App, id: string): HeadView {
  const title = h("h3.ends.grow.quiet");
  const notes = h("div.drawing-notes.stack.tight");
  const summary = h("summary");
  const details = h("details.drawing-details", summary, notes);
  const remove = iconButton("close", "Remove drawing", () => removeDrawing(app, id));
  const look = iconButton("fit", "Show drawing", () => app.store.update({ spot: { drawing: id, at: null } }));
  const head = h("div.drawing-title", title, look, remove);
  const element = h("li.drawing", head, details);
  let shown: ProjectDrawing | null = null;
  let told: unknown[] = [];
  const fill = () => {
    if (!shown || !details.open) return;
    const drawing = shown;
    const load = async () => {
      const { importDetails } = await import("./details.ts");
      return h("div.drawing-choices.stack.tight", ...importDetails(app, drawing));
    };
    // Old notes stay until the new ones are there: nothing jumps, and the focus is given back.
    const focused = notes.contains(document.activeElement)
      ? (document.activeElement?.getAttribute("aria-label") ?? " ")
      : null;
    const next = lazily(load, () => {
      const open = FOLDS.filter((fold) => notes.querySelector<HTMLDetailsElement>(fold)?.open);
      notes.replaceChildren(next);
      for (const fold of open) notes.querySelector(fold)?.toggleAttribute("open", true);
      if (!focused) return;
      // The pressed button may be gone, as is that of a gap that was closed.
      const again = notes.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`);
      (again ?? summary).focus();
    });
    if (notes.childElementCount === 0) notes.append(next);
  };
  details.addEventListener("toggle", fill);
  return {
    element,
    update() {
      const { project } = app.store.get();
      const drawing = project.drawings.find((one) => one.id === id);
      if (!drawing) return;
      const { unit, drawings, parts, material, thickness } = project;
      const now = [drawing, unit, drawings.length, parts, material, thickness];
      if (now.every((value, i) => value === told[i])) return;
      shown = drawing;
      told = now;
      setName(title, drawing.name);
      remove.setAttribute("aria-label", `Remove ${drawing.name}`);
      look.setAttribute("aria-label", `Show drawing ${drawing.name}`);
      setText(summary, summaryOf(drawing, parts));
      summary.toggleAttribute("data-stop", isStopped(drawing));
      fill();
    },
  };
}

/** Something in it is to be decided: gaps, or what the reader asks to look at. */
export function isToLookAt(drawing: ProjectDrawing): boolean {
  return isStopped(drawing) || (drawing.openEnds ?? []).length > 0;
}

/** Something in it is to be looked at before it is cut. */
function isStopped({ findings }: ProjectDrawing): boolean {
  return findings.some(({ severity }) => severity === "stop");
}

/** `3 notes · 2 gaps · it asks for 4`. */
function summaryOf(drawing: ProjectDrawing, parts: readonly Part[]): string {
  const { findings, unit, openEnds = [] } = drawing;
  const off = findings.find(({ code }) => code === "lines-off-parts")?.count ?? 0;
  const wanted = ordersInDrawing(drawing, parts);
  const alike = alikeAmong(parts.filter((part) => part.drawing === drawing.id)).flat().length;
  return [
    isStopped(drawing) ? "Look before cutting" : "",
    findings.length === 0 ? `Read in ${unit.name}` : count(findings.length, "note"),
    off > 0 ? `${count(off, "line")} on no part` : "",
    openEnds.length > 0 ? count(openEnds.length, "gap") : "",
    alike > 0 ? `${alike} alike` : "",
    wanted ? wanted.sentence[0]!.toLowerCase() + wanted.sentence.slice(1) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
