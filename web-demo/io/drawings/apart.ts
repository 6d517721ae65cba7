/** A project for each material that a project has parts of. */
import type { App } from "../../app.ts";
import { freshId } from "../../dom.ts";
import { materialKey, materialText, severalMaterials, type Told } from "../../edit/materials.ts";
import { copiesOf, type Project } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import { count, listed } from "../../model/units.ts";
import { cardOf, keep } from "../save/shelf.ts";

/** Leaves the parts of one material in this project, and puts those of each other one into a project of its own. */
export async function nestMaterial({ store }: App, chosen: Told): Promise<void> {
  const { project } = store.get();
  const others = severalMaterials(project.parts).filter((one) => materialKey(one) !== materialKey(chosen));
  const apart = others.map((one) => ({ ...projectOf(project, one), id: freshId("project"), layout: null }));
  try {
    for (const one of apart) await keep({ project: one, version: 1, tab: "" }, cardOf(one), 0);
  } catch {
    const text = "This browser keeps no projects for this page: all parts have stayed in this one.";
    notify(store, "parts", "error", text);
    return;
  }
  store.commit(`Nest ${materialText(chosen, project.unit) || "what is of no material"}`, (now) => {
    const mine = projectOf(now, chosen);
    const isWithout = (id: string) => !now.parts.some(({ drawing }) => drawing === id);
    // A drawing that has no parts yet stays where one can see it.
    return {
      ...mine,
      drawings: now.drawings.filter((one) => mine.drawings.includes(one) || isWithout(one.id)),
    };
  });
  // What was saved there has all of it.
  store.update({ file: null });
  const names = apart.map(({ name, parts }) => `“${name}” (${count(copiesOf(parts), "piece")})`);
  notify(store, "parts", "info", `The other parts are under Projects now: ${listed(names, 8)}.`);
}

function projectOf(project: Project, told: Told): Project {
  const { unit, name } = project;
  const parts = project.parts.filter((part) => materialKey(part) === materialKey(told));
  return {
    ...project,
    name: `${name}, ${materialText(told, unit) || "other parts"}`.slice(0, 100),
    parts,
    drawings: project.drawings.filter(({ id }) => parts.some(({ drawing }) => drawing === id)),
    material: told.material ?? project.material,
    thickness: told.thickness ?? project.thickness,
  };
}
