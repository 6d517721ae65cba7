/** The projects that this browser keeps: pictures, names, dates; to open, to delete, to take along as one file. */
import { fileActions } from "../../actions/file.ts";
import type { App } from "../../app.ts";
import { h, s } from "../../dom.ts";
import { exportProjects } from "../../io/keep/collection.ts";
import { migrated } from "../../io/keep/last-visit.ts";
import {
  type Card,
  cards,
  keep,
  keepBests,
  readBests,
  readKept,
  removeKept,
} from "../../io/keep/project-shelf.ts";
import type { VectorPicture } from "../../io/save/picture.ts";
import { FRESH_VIEW } from "../../model/store.ts";
import { verifyAgain } from "../../run/verify-again.ts";
import { partStyle } from "../../theme.ts";
import { button, iconButton, SMALL } from "../shell/controls.ts";
import { recentList } from "./recent.ts";

export async function projectsList(app: App): Promise<HTMLElement> {
  const list = h("ul.project-cards", { "aria-label": "Projects" });
  const kept = await cards().catch(() => null);
  const all = kept ?? [];
  const none = h(
    "p.soft",
    kept
      ? "Projects are kept here as soon as there is something in them."
      : "This browser keeps no projects for this page. Save them to files instead.",
  );
  list.append(...all.map((card) => projectCard(app, card)));
  const out = button("Export all as one file", () => void exportProjects(app), SMALL);
  out.disabled = all.length === 0;
  const close = () => app.store.update({ dialog: null });
  const openFile = () => {
    close();
    void fileActions.add.perform(app);
  };
  return h(
    "div.library.stack",
    all.length > 0 ? list : none,
    recentList(app, close),
    h("div.row", out, button("Open from a file", openFile, SMALL)),
  );
}

function projectCard(app: App, card: Card): HTMLElement {
  const { id, changed, picture } = card;
  const isHere = () => app.store.get().project.id === id;
  const open = h(
    "button.project-open.card.stack",
    {
      type: "button",
      "aria-current": isHere() && "true",
      onclick: async () => {
        if (!(await openCard(app, id))) say(`${card.name} cannot be opened: it is no longer kept here.`);
      },
    },
    drawn(picture),
    // The text that is read out begins with the one that is seen.
    h("strong.clip", h("span.visually-hidden", "Open "), card.name),
    h("span.quiet", new Date(changed).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })),
  );
  const element = h("li.project-card");
  const say = (text: string) => element.replaceChildren(h("p.project-gone.soft", { role: "alert" }, text));
  const rename = iconButton("pen", `Rename ${card.name}`, () => {
    const field = nameField(card.name, async (name) => {
      if (name !== null) await renameCard(app, card, name);
      const renamed = projectCard(app, card);
      element.replaceWith(renamed);
      renamed.querySelector<HTMLElement>(".project-tools button")?.focus();
    });
    element.replaceChildren(open, field);
    field.select();
  });
  const remove = iconButton("close", `Delete ${card.name}`, async () => {
    // The shown project goes as by "New project".
    if (isHere()) fileActions.fresh.perform(app);
    const kept = await readKept(id);
    const bests = await readBests(id);
    await removeKept(id);
    if (!kept) return say(`${card.name} is no longer kept here.`);
    element.replaceChildren(
      undoRow(card.name, async () => {
        await keep(kept, card, kept.version);
        await keepBests(id, bests);
        element.replaceChildren(open, tools);
      }),
    );
  });
  const tools = h("div.project-tools", rename, remove);
  element.append(open, tools);
  return element;
}

/** A field for another name; `done` gets null where it shall stay. */
function nameField(before: string, done: (name: string | null) => void): HTMLInputElement {
  const field = h("input.project-rename", {
    "aria-label": `New name of ${before}`,
    maxlength: 100,
  });
  field.value = before;
  let ended = false;
  const end = (name: string | null) => {
    if (ended) return;
    ended = true;
    done(name === "" || name === before ? null : name);
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // The dialog stays open.
    event.preventDefault();
    event.stopPropagation();
    end(event.key === "Enter" ? field.value.trim() : null);
  });
  field.addEventListener("blur", () => end(field.value.trim()));
  return field;
}

/** In the page where it is shown, which keeps it; else where it lies. */
async function renameCard({ store }: App, card: Card, name: string): Promise<void> {
  if (store.get().project.id === card.id) {
    store.commit("Rename", (project) => ({ ...project, name }));
  } else {
    const kept = await readKept(card.id);
    if (!kept) return;
    const version = kept.version + 1;
    await keep({ ...kept, version, project: { ...kept.project, name } }, { ...card, name }, kept.version);
  }
  card.name = name;
}

function undoRow(name: string, undo: () => void): HTMLElement {
  return h("p.project-gone.soft", `${name} deleted.`, " ", button("Undo", undo, { class: "link" }));
}

/** False where it is not kept any more, as another tab may have deleted it. */
async function openCard(app: App, id: string): Promise<boolean> {
  const { store } = app;
  const kept = await readKept(id).catch(() => undefined);
  const project = kept && migrated(kept.project);
  if (!project) return false;
  if (store.get().session.run) return true;
  if (store.get().project.id !== id) {
    store.commit(`Open ${project.name}`, () => project);
    store.update(FRESH_VIEW);
    void verifyAgain(app);
  }
  store.update({ dialog: null, spoken: `${project.name} opened.` });
  return true;
}

function drawn(picture: VectorPicture | null): SVGSVGElement {
  const { width = 4, height = 3, paths = [] } = picture ?? {};
  return s(
    "svg.project-picture",
    { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...paths.map(({ d, color }) => s("path.part-color.flat", { d, style: partStyle(color) })),
  );
}
