/** Fields that hold something unusable: which of them stop the present job, and the way to one. */
import type { App } from "../app.ts";
import { MODES, type Mode } from "../model/project.ts";
import type { FieldFault, State } from "../model/store.ts";

/**
 * The fields in error that the present job depends on, folded away or not; those of rows that are gone, and those
 * that the job no longer asks for, do not count.
 */
export function presentFaults(state: State): readonly FieldFault[] {
  return faultsIn(state, state.project.mode);
}

/** Those of all kinds of job, which a project or a link carries together. */
export function projectFaults(state: State): readonly FieldFault[] {
  return MODES.flatMap((mode) => faultsIn(state, mode));
}

function faultsIn({ session }: State, mode: Mode): readonly FieldFault[] {
  return session.faults.filter(({ id }) => {
    const element = document.getElementById(id);
    return element?.closest(`.${mode}-page`) && !element.closest("[hidden]");
  });
}

/** The same for a field of any kind of job. */
export function goToFault({ store }: App, { id }: FieldFault): void {
  const page = document.getElementById(id)?.closest(".mode-page");
  const mode = MODES.find((one) => page?.classList.contains(`${one}-page`));
  if (mode && mode !== store.get().project.mode)
    store.commit("Change mode", (project) => ({ ...project, mode }));
  goToField(id);
}

/** Brings a field into view, whatever it is folded away in, and puts the cursor there. */
export function goToField(id: string): void {
  const element = document.getElementById(id);
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  element?.scrollIntoView({ block: "center" });
  element?.focus();
}
