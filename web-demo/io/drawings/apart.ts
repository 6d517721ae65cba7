/** A project for each material that a project has parts of. */
import type { App } from "../../app.ts";
import { freshId } from "../../dom.ts";
import { drawingsWithout } from "../../edit/edit-parts.ts";
import { type MaterialOfPart, materialKey, materialText, severalMaterials } from "../../edit/materials.ts";
import { countCopies, type Project } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import type { Store } from "../../model/store.ts";
import { count, listed } from "../../model/units.ts";
import { keep, projectCard, readKept, removeKept } from "../keep/project-shelf.ts";

/** The version of a project that nobody has changed since it was made. */
const FIRST = 1;

/** Leaves the parts of one material in this project, and puts those of each other one into a project of its own. */
export async function nestMaterial({ store }: App, chosen: MaterialOfPart): Promise<void> {
  const { project } = store.get();
  const others = severalMaterials(project.parts).filter((one) => materialKey(one) !== materialKey(chosen));
  const apart = others.map((one): Project => {
    const mine = projectOf(project, one);
    const drawings = mine.drawings.filter(({ id }) => mine.parts.some(({ drawing }) => drawing === id));
    return { ...mine, drawings, id: freshId("project"), layout: null };
  });
  try {
    await keepAll(apart);
  } catch {
    const text = "This browser keeps no projects for this page: all parts have stayed in this one.";
    notify(store, "parts", "error", text);
    return;
  }
  // A drawing that has no parts yet stays where one can see it.
  store.commit(`Nest ${materialText(chosen, project.unit) || "what is of no material"}`, (now) =>
    projectOf(now, chosen),
  );
  followSteps(store, apart);
  // The file that was saved has all of it.
  store.update({ file: null });
  const names = apart.map(({ name, parts }) => `“${name}” (${count(countCopies(parts), "piece")})`);
  notify(store, "parts", "info", `The other parts are under Projects now: ${listed(names, 8)}.`);
}

/**
 * Undoing the last step takes the projects that came with it away again, but for those that have changed since. It is
 * followed for as long as it can be undone or made again.
 */
function followSteps(store: Store, apart: readonly Project[]): void {
  const before = store.get().history.past.at(-1)!.document.project;
  let after: Project | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const stop = store.subscribe(({ project, history }) => {
    if (after === null && project === before) {
      after = history.future[0]?.document.project ?? null;
      last = last.then(() => takeBack(store, apart)).catch(() => {});
    } else if (after !== null && project === after) {
      after = null;
      last = last.then(() => keepAll(apart)).catch(() => {});
    } else {
      const [steps, sought] = after === null ? [history.past, before] : [history.future, after];
      if (!steps.some(({ document }) => document.project === sought)) stop();
    }
  });
}

async function takeBack(store: Store, apart: readonly Project[]): Promise<void> {
  for (const { id, name } of apart) {
    const kept = await readKept(id);
    if (kept?.version === FIRST) await removeKept(id);
    else if (kept) notify(store, "parts", "info", `“${name}” has changed since: it stays under Projects.`);
  }
}

/** Those that are there already stay as they are. */
async function keepAll(apart: readonly Project[]): Promise<void> {
  for (const project of apart) await keep({ project, version: FIRST, tab: "" }, projectCard(project), 0);
}

function projectOf(project: Project, told: MaterialOfPart): Project {
  const { unit, name } = project;
  const isMine = (part: MaterialOfPart) => materialKey(part) === materialKey(told);
  const parts = project.parts.filter(isMine);
  const others = project.parts.filter((part) => !isMine(part));
  return {
    ...project,
    name: `${name}, ${materialText(told, unit) || "other parts"}`.slice(0, 100),
    parts,
    drawings: drawingsWithout(project.drawings, parts, others),
    material: told.material ?? project.material,
    thickness: told.thickness ?? project.thickness,
  };
}
