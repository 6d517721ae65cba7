/** The top line: the project's name, what kind of job it is, and what concerns all of it. */
import { editActions } from "../../actions/edit.ts";
import { fileActions } from "../../actions/file.ts";
import { viewActions } from "../../actions/view.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { actionButton, button, iconButton, SMALL, segmented } from "./controls.ts";
import { keep, keepText, showWhile } from "./follow.ts";
import { icon, mark } from "./icons.ts";
import { messages } from "./notices.ts";

export function headerView(app: App): HTMLElement {
  const { store } = app;
  const name = h("input.project-name", {
    "aria-label": "Project name",
    maxlength: 100,
    spellcheck: "false",
    onchange: () =>
      store.commit("Rename project", (project) => ({ ...project, name: name.value.trim() || "Untitled" })),
  });
  keep(app, name, "value", ({ project }) => project.name);
  const mode = segmented(
    app,
    "Kind of job",
    [
      ["sheets", "Sheets"],
      ["bars", "Bars"],
      ["panels", "Panels"],
    ],
    ({ project }) => project.mode,
    (value) => store.commit("Change mode", (project) => ({ ...project, mode: value })),
  );
  store.watch(
    ({ session }) => [session.run !== null],
    (running) => {
      for (const input of mode.querySelectorAll("input")) input.disabled = running;
    },
  );
  const unit = segmented(
    app,
    "Unit",
    [
      ["mm", "mm"],
      ["in", "in"],
    ],
    ({ project }) => project.unit,
    (value) => store.commit("Change unit", (project) => ({ ...project, unit: value })),
  );
  const { fresh, projects, save, share } = fileActions;
  return h(
    "header.top",
    h("div.brand.row", mark(), h("h1", "Offcut")),
    name,
    mode,
    h(
      "div.tools",
      { role: "toolbar", "aria-label": "Project" },
      actionButton(app, editActions.undo),
      actionButton(app, editActions.redo),
      h("span.rule"),
      unit,
      ...folded([
        actionButton(app, projects),
        actionButton(app, fresh),
        actionButton(app, save),
        actionButton(app, share),
        h("span.rule"),
        actionButton(app, viewActions.theme),
        actionButton(app, viewActions.help),
      ]),
    ),
  );
}

function folded(tools: HTMLElement[]): HTMLElement[] {
  const id = "more-tools";
  const group = h("div.tools", { id, hidden: true }, ...tools);
  const toggle = iconButton("more", "More tools", () => {
    const open = toggle.getAttribute("aria-expanded") !== "true";
    show(group, open);
    toggle.setAttribute("aria-expanded", String(open));
  });
  toggle.setAttribute("aria-expanded", "false");
  toggle.setAttribute("aria-controls", id);
  return [group, toggle];
}

/** Notice that concerns the whole page: that nothing is kept, say. Takes no room while there is none. */
export function pageStrip(app: App): HTMLElement {
  const text = h("p");
  const save = button("Save to a file", () => void fileActions.save.perform(app), SMALL);
  const unkept = h("div.unkept.warn.row", { role: "alert" }, icon("warning"), text, save);
  showWhile(app, unkept, ({ session }) => session.unkept !== null);
  keepText(app, text, ({ session }) => `This project is not kept: ${session.unkept}.`);
  return h("section.page-strip", { "aria-label": "About this project" }, unkept, messages(app, "page"));
}
