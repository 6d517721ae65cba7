/** Checks the project's layout and notes the outcome, without making it a step to undo. */
import type { Store } from "../model/store.ts";
import type { Workshop } from "./workshop.ts";

interface Judged {
  store: Store;
  workshop: Workshop;
}

/** Checks again until the layout that was checked is the one that is there; without one to check it does nothing. */
export async function verifyAgain({ store, workshop }: Judged): Promise<void> {
  const { layout } = store.get().project;
  if (!layout || layout.check) return;
  const check = await workshop.checker.checkLast(layout);
  if (store.get().project.layout !== layout) return verifyAgain({ store, workshop });
  store.amend((project) => ({ ...project, layout: { ...layout, check } }));
}
