/** Reads what the last visit has left in this browser: the project, its history, and the layouts of a search. */
import { withMachine } from "../../edit/machine.ts";
import {
  emptyProject,
  PLAIN_SAW,
  PROJECT_VERSION,
  type Project,
  type SolvedLayout,
} from "../../model/project.ts";
import type { State } from "../../model/store.ts";
import { isSearched, takeSearching } from "../../run/searches.ts";
import { machineFrom } from "../../shop/saved-machine.ts";
import { keep, projectCard, readKept, readOldest, readSteps } from "./project-shelf.ts";

/** The project that this tab shows, and the one that the last tab showed. */
export const KEY = "offcut-project";

export interface Restored {
  project: Project;
  history?: State["history"];
  version: number;
  /** The tab that made this version; null where nobody knows. */
  author: string | null;
  /** From a search that the end of the page has ended. */
  interrupted: SolvedLayout | null;
  /** A search was under way when the page ended; of one that had found nothing yet nothing else is kept. */
  searching: boolean;
}

/** The project of this tab's last visit, or of any tab's; null where there is none or it cannot be read. */
export async function restoreProject(): Promise<Restored | null> {
  try {
    const id = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    const searched = takeSearching();
    const kept = id === null ? undefined : await readKept(id);
    if (kept) {
      const project = migrated(kept.project);
      const steps = await readSteps(kept.project.id, kept.version).catch(() => null);
      // A last change that the store has not seen goes there now: nothing but another change would bring it there.
      if (project && kept.tab === "" && !isEmpty(project))
        keep(kept, projectCard(project), kept.version - 1).catch(() => {});
      // A tab beside this one may have gone on from what was found.
      const passedOn = kept.tab !== "" && kept.version > (searched.version ?? kept.version);
      const searching = searched.id === id && !passedOn;
      // An empty one is not in the store.
      const version = project && isEmpty(project) && kept.tab === "" ? 0 : kept.version;
      const interrupted = !searching && (await isSearched(kept.project.id)) ? null : (kept.best ?? null);
      const history = steps ? { history: migratedSteps(steps) } : {};
      return project && { project, ...history, version, author: kept.tab, interrupted, searching };
    }
    const oldest = await readOldest();
    const project = oldest ? migrated(oldest) : null;
    return project && { project, version: 0, author: null, interrupted: null, searching: false };
  } catch {
    return null;
  }
}

/** Brings a project of an earlier version up to date. */
export function migrated(saved: Project): Project | null {
  if (saved?.version !== PROJECT_VERSION) return null;
  const base = emptyProject();
  const { layout } = saved;
  const check = layout?.check && { ...layout.check, faults: layout.check.faults ?? [] };
  return {
    ...base,
    ...saved,
    machine: machineFrom(saved.machine) as Project["machine"],
    bars: { ...base.bars, ...saved.bars, saw: { ...PLAIN_SAW, ...saved.bars?.saw } },
    panels: { ...base.panels, ...saved.panels, saw: { ...base.panels.saw, ...saved.panels?.saw } },
    layout: layout ? { ...layout, check: check ?? null } : null,
  };
}

function migratedSteps({ past, future }: State["history"]): State["history"] {
  const each = (steps: typeof past) =>
    steps.flatMap(({ label, document }) => {
      const project = migrated(document.project);
      return project ? [{ label, document: { ...document, project } }] : [];
    });
  return { past: each(past), future: each(future) };
}

/** True for a project that nobody would miss: nothing in it, and nothing set but what one looks at. */
export function isEmpty(project: Project): boolean {
  const { id, mode, unit, parts, sheet, machine } = project;
  // Asked with every change: thousands of holes are not written out for it.
  if (parts.length > 0) return false;
  const empty = withMachine({ ...emptyProject(), id, mode, unit, sheet }, machine);
  return JSON.stringify(project) === JSON.stringify(empty);
}
