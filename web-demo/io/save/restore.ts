/**
 * Is this text a project? Files and links come from anywhere, so everything is checked before it replaces anything. A result
 * is kept only as a layout to be verified again: a file can claim anything.
 */
import type { App } from "../../app.ts";
import { freshId } from "../../dom.ts";
import { freeId } from "../../edit/edit-parts.ts";
import { emptyProject, type Part, PROJECT_VERSION, type Project } from "../../model/project.ts";
import { FRESH_VIEW } from "../../model/store.ts";
import { plansFrom } from "../../run/saved-plans.ts";
import { verifyAgain } from "../../run/verify-again.ts";
import type { Toolbox, Workshop } from "../../run/workshop.ts";
import type { SavedProject } from "./save.ts";

export async function openProject(app: App, saved: unknown): Promise<void> {
  const project = await restoreProject(app.workshop, saved);
  // A search belongs to the project that is left.
  await app.solver.end();
  app.store.commit("Open project", () => project);
  app.store.update({ ...FRESH_VIEW, spoken: `${project.name} opened.` });
  void verifyAgain(app);
}

/** The project in a saved document with its plans, which are judged again at once. */
export async function restoreProject(workshop: Workshop, saved: unknown): Promise<Project> {
  const project = projectOf(await workshop.toolbox(), saved);
  return { ...project, ...(await plansFrom(workshop, projectIn(saved), project)) };
}

function projectIn(saved: unknown): unknown {
  return (saved as Partial<SavedProject> | null)?.project ?? saved;
}

/**
 * The project in a saved document without plans; what is missing becomes the default.
 * @throws Error with a sentence for people
 */
export function projectOf({ savedProjectSchema }: Toolbox, saved: unknown): Project {
  const found = projectIn(saved);
  const { version } = Object(found) as Partial<Project>;
  if (version === undefined) throw new Error("this is not an Offcut project");
  if (version !== PROJECT_VERSION) throw new Error("this project was written by another version of Offcut");
  const given = valid(savedProjectSchema, found);
  const parts: Part[] = [];
  for (const part of given.parts) parts.push({ ...part, id: freeId(parts, part.id) });
  return { ...emptyProject(), ...given, id: freshId("project"), parts };
}

/** The value as the schema has it, or an error that names the field. */
export function valid<Value>(schema: SavedSchema<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new Error(`${first?.path.map(String).join(".") || "value"}: ${first?.message}`);
}

interface SavedSchema<Value> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Value }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the file is damaged: it is not JSON");
  }
}
