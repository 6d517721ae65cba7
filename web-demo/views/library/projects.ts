/** The projects that this browser keeps: pictures, names, dates; to open, to delete, to take along as one file. */
import type { App } from "../../app.ts";
import { h, s } from "../../dom.ts";
import { migrated } from "../../io/save/autosave.ts";
import { exportProjects } from "../../io/save/collection.ts";
import type { Picture } from "../../io/save/picture.ts";
import { type Card, cards, type Kept, keep, readKept, removeKept } from "../../io/save/shelf.ts";
import { verifyAgain } from "../../run/verify-again.ts";
import { button, iconButton } from "../shell/controls.ts";
import { recentList } from "./recent.ts";

export async function projectsList(app: App): Promise<HTMLElement> {
  const list = h("ul", { class: "project-cards", "aria-label": "Projects" });
  const all = await cards();
  const none = h(
    "p",
    { class: "panel-empty" },
    "Projects are kept here as soon as there is something in them.",
  );
  list.append(...all.map((card) => projectCard(app, card)));
  const out = button("Export all as one file", () => void exportProjects(app), { class: "button small" });
  out.disabled = all.length === 0;
  return h(
    "div",
    { class: "library" },
    all.length > 0 ? list : none,
    recentList(app, () => app.store.update({ dialog: null })),
    h("div", { class: "library-foot" }, out),
  );
}

function projectCard(app: App, card: Card): HTMLElement {
  const { id, name, changed, picture } = card;
  const here = app.store.get().project.id === id;
  const open = h(
    "button",
    {
      type: "button",
      class: "project-open",
      "aria-current": here && "true",
      onclick: () => void openCard(app, id),
    },
    drawn(picture),
    // What is read out begins with what is seen.
    h("strong", {}, h("span", { class: "visually-hidden" }, "Open "), name),
    h("span", {}, new Date(changed).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })),
  );
  const element = h("li", { class: "project-card" }, open);
  const remove = iconButton("close", `Delete ${name}`, async () => {
    const kept = await readKept(id);
    await removeKept(id);
    element.replaceChildren(undoRow(name, () => putBack(element, [open, remove], kept, card)));
  });
  if (!here) element.append(remove);
  return element;
}

function undoRow(name: string, undo: () => void): HTMLElement {
  return h("p", { class: "project-gone" }, `${name} deleted.`, " ", button("Undo", undo, { class: "link" }));
}

async function putBack(
  element: HTMLElement,
  children: HTMLElement[],
  kept: Kept | undefined,
  card: Card,
): Promise<void> {
  if (kept) await keep(kept, card, kept.version);
  element.replaceChildren(...children);
}

async function openCard(app: App, id: string): Promise<void> {
  const { store } = app;
  const kept = await readKept(id);
  const project = kept && migrated(kept.project);
  if (!project || store.get().session.run) return;
  if (store.get().project.id !== id) {
    store.commit(`Open ${project.name}`, () => project);
    store.update({ spot: null, selected: null, picks: [], bests: [], sheet: 0, file: null });
    void verifyAgain(app);
  }
  store.update({ dialog: null, spoken: `${project.name} opened.` });
}

function drawn(picture: Picture | null): SVGSVGElement {
  const { width = 4, height = 3, paths = [] } = picture ?? {};
  return s(
    "svg",
    { class: "project-picture", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...paths.map(({ d, color }) => s("path", { d, class: `part-color-${color} flat` })),
  );
}
