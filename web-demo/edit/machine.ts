/** The machine of the job: its numbers, a whole profile in their place, and profiles that come as files. */
import type { Machine as Profile } from "../../engine/index.ts";
import type { App } from "../app.ts";
import type { Machine, Project } from "../model/project.ts";
import { notify, quiet } from "../model/session.ts";
import { lengthText } from "../model/units.ts";

export function changeMachine({ store }: App, change: Partial<Machine>): void {
  store.commit("Change machine", (project) => ({
    ...project,
    machine: { ...project.machine, ...change },
  }));
}

/** Changes the profile that is chosen. */
export function changeProfile(app: App, label: string, change: (profile: Profile) => Profile): void {
  app.store.commit(label, (project) => {
    const { profile } = project.machine;
    if (!profile) return project;
    return { ...project, machine: { ...project.machine, profile: { ...profile, ...change(profile) } } };
  });
}

/** Takes a machine, and with it the kerf that it cuts, which nesting has to know. */
export function useProfile({ store }: App, profile: Profile | null): void {
  const name = profile?.name ?? "plain machine";
  const before = store.get().project.config.kerf;
  store.commit(`Use ${name}`, (project) => withProfile(project, profile));
  // What was said of the machine before is of no other.
  quiet(store, "machine");
  const { config, unit } = store.get().project;
  if (config.kerf === before) return;
  notify(
    store,
    "machine",
    "info",
    `The kerf of the job is ${lengthText(config.kerf, unit)} now, as ${name} cuts.`,
  );
}

function withProfile(project: Project, profile: Profile | null): Project {
  const kerf = profile?.tool?.kerf ?? profile?.tool?.diameter ?? project.config.kerf;
  const config = kerf === project.config.kerf ? project.config : { ...project.config, kerf };
  return { ...project, config, machine: { ...project.machine, profile } };
}

/** True for a file that holds a machine. */
export function isMachine(saved: unknown): boolean {
  return (Object(saved) as Profile).offcutMachine === 1;
}

/**
 * Takes a machine that came as a file or from the clipboard.
 * @throws Error with a sentence that names the field that is wrong
 */
export async function openMachine(app: App, saved: unknown): Promise<void> {
  const { machineSchema } = await app.workshop.toolbox();
  const read = machineSchema.safeParse(saved);
  if (!read.success) {
    const [first] = read.error.issues;
    throw new Error(`this machine cannot be used: ${first?.path.join(".") || "it"}: ${first?.message}`);
  }
  useProfile(app, read.data);
  app.store.update({ spoken: `${read.data.name ?? "The machine"} is used now.` });
}
