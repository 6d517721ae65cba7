/** All projects of this browser as one file, and back. */
import type { App } from "../../app.ts";
import { freshId } from "../../dom.ts";
import { notify } from "../../model/session.ts";
import { count } from "../../model/units.ts";
import { download } from "../browser.ts";
import { restoreProject } from "../save/restore.ts";
import { migrated } from "./last-visit.ts";
import { cards, keep, projectCard, readKept } from "./project-shelf.ts";

const FORMAT = "offcut-projects";
const MOST_PROJECTS = 2000;

interface Collection {
  format: typeof FORMAT;
  written_by: string;
  projects: { changed: number; project: unknown }[];
}

export async function exportProjects({ workshop }: App): Promise<void> {
  const { VERSION } = await workshop.toolbox();
  const projects: Collection["projects"] = [];
  for (const { id, changed } of await cards()) {
    const kept = await readKept(id);
    if (kept) projects.push({ changed, project: kept.project });
  }
  const text = JSON.stringify({ format: FORMAT, written_by: VERSION, projects } satisfies Collection);
  download({ name: "projects.offcut", type: "application/vnd.offcut+json", text });
}

export function isCollection(saved: unknown): saved is Collection {
  const { format, projects } = Object(saved) as Partial<Collection>;
  return format === FORMAT && Array.isArray(projects);
}

/** Puts every project of a file into the list; what is damaged is counted. */
export async function importProjects({ store, workshop }: App, saved: Collection): Promise<void> {
  let [taken, damaged] = [0, 0];
  for (const one of saved.projects.slice(0, MOST_PROJECTS)) {
    try {
      const project = migrated(await restoreProject(workshop, Object(one).project))!;
      const changed = Number(Object(one).changed) || Date.now();
      const own = { ...project, id: freshId("project") };
      await keep({ project: own, version: 1, tab: "" }, { ...projectCard(own), changed }, 0);
      taken++;
    } catch {
      damaged++;
    }
  }
  const over = Math.max(0, saved.projects.length - MOST_PROJECTS);
  const words = [
    `${count(taken, "project")} added to the list.`,
    damaged > 0 ? `${count(damaged, "project")} could not be read.` : "",
    over > 0 ? `${count(over, "more project")} left out.` : "",
  ].filter(Boolean);
  notify(store, "page", words.length > 1 ? "error" : "info", words.join(" "));
}
