/** Checks the project's layout and notes the outcome, without making it a step to undo. */
import type { SolvedLayout } from "../model/project.ts";
import type { Store } from "../model/store.ts";
import type { Workshop } from "./workshop.ts";

interface Judge {
  store: Store;
  workshop: Workshop;
}

/** Being checked now: of several changes in one turn only the last is asked about, and once. */
const asked = new WeakSet<SolvedLayout>();

/** Checks again until the layout that was checked is the one that is there; without one to check it does nothing. */
export async function verifyAgain({ store, workshop }: Judge): Promise<void> {
  // Handing ten thousand parts to the worker takes a third of a frame: the one that shows the change comes first.
  await new Promise((resolve) => setTimeout(resolve));
  const { layout } = store.get().project;
  if (!layout || layout.check || asked.has(layout)) return;
  asked.add(layout);
  const check = await workshop.checker.checkLast(layout);
  asked.delete(layout);
  if (store.get().project.layout !== layout) return verifyAgain({ store, workshop });
  store.amend((project) => ({ ...project, layout: { ...layout, check } }));
}
