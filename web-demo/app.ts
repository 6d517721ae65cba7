/** What every view and action gets: the store, the engine and the solver. */
import type { Solver } from "./solver.ts";
import type { Store } from "./store.ts";
import type { Workshop } from "./workshop.ts";

export interface App {
  store: Store;
  workshop: Workshop;
  solver: Solver;
}
