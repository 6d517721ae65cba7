/** Fields that hold something unusable: which of them stop the present job, and the way to one. */
import type { FieldFault, State } from "../model/store.ts";

/**
 * The fields in error that the present job depends on, folded away or not; those of rows that are gone, and those
 * that the job no longer asks for, do not count.
 */
export function presentFaults({ session, project }: State): readonly FieldFault[] {
  return session.faults.filter(({ id }) => {
    const element = document.getElementById(id);
    const page = element?.closest(".mode-page");
    return page?.classList.contains(`${project.mode}-page`) && !element!.closest("[hidden]");
  });
}

/** Brings a field into view, whatever it is folded away in, and puts the cursor there. */
export function goToField(id: string): void {
  const element = document.getElementById(id);
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  element?.scrollIntoView({ block: "center" });
  element?.focus();
}
