/** Files in, projects out. */
import type { App } from "../app.ts";
import { freshProject } from "../edit/machine.ts";
import { pickFiles } from "../io/browser.ts";
import { openFiles } from "../io/open/open.ts";
import { openHandles } from "../io/open/recent.ts";
import { saveProject } from "../io/save/save.ts";
import { notify } from "../model/session.ts";
import { FRESH_VIEW } from "../model/store.ts";
import { listed } from "../model/units.ts";
import { actionsOf } from "./action.ts";
import { projectFaults } from "./faults.ts";

const ACCEPTED = ".dxf,.svg,.svgz,.lbrn2,.lbrn,.csv,.txt,.json,.offcut";
const TYPES = [
  {
    description: "Drawings, tables and projects",
    accept: { "application/octet-stream": ACCEPTED.split(",") },
  },
];

export const fileActions = actionsOf("File", {
  add: {
    label: "Add drawings",
    icon: "plus",
    keys: ["mod+o"],
    perform: addFiles,
  },
  order: {
    label: "Order",
    icon: "list",
    keys: ["o"],
    enabled: ({ project }) => project.mode === "sheets" && project.parts.length > 0,
    perform: ({ store }) => store.update({ dialog: "order" }),
  },
  projects: {
    label: "Projects",
    icon: "open",
    keys: ["mod+shift+o"],
    enabled: ({ session }) => session.run === null,
    perform: ({ store }) => store.update({ dialog: "projects" }),
  },
  save: {
    label: "Save project",
    icon: "save",
    keys: ["mod+s"],
    perform: save,
  },
  share: {
    label: "Share link",
    icon: "share",
    keys: ["mod+shift+l"],
    perform: ({ store }) => store.update({ dialog: "share" }),
  },
  fresh: {
    label: "New project",
    icon: "fresh",
    keys: ["mod+shift+x"],
    enabled: ({ session }) => session.run === null,
    // A commit, so that undo brings the old one back.
    perform: ({ store }) => {
      store.take("New project", ({ unit, mode }) => freshProject({ unit, mode }));
      store.update(FRESH_VIEW);
    },
  },
});

async function save(app: App): Promise<void> {
  if (!(await saveProject(app))) return;
  const faults = projectFaults(app.store.get()).map(({ label }) => `“${label}”`);
  if (faults.length === 0) return;
  const text = `${listed(faults, 5)} cannot be used as typed: the file has what was there before.`;
  notify(app.store, "page", "error", text);
}

/** Where a browser lets a page know the files that it is given. */
type OpenPicker = (options: {
  multiple: boolean;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle[]>;

async function addFiles(app: App): Promise<void> {
  const pickPlain = () => pickFiles(ACCEPTED, (files) => openFiles(app, files), true);
  const { showOpenFilePicker: pick } = window as { showOpenFilePicker?: OpenPicker };
  if (!pick) return pickPlain();
  try {
    await openHandles(app, await pick({ multiple: true, types: TYPES }));
  } catch (error) {
    // Nothing was chosen; or this page may not ask like this, in a frame of another origin say.
    if ((error as Error).name !== "AbortError") pickPlain();
  }
}
