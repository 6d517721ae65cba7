/** What every view and action gets: the store, the engine and the solver. */

import type { Source } from "./io/source.ts";
import type { Project } from "./model/project.ts";
import type { Store } from "./model/store.ts";
import type { Solver } from "./run/solver.ts";
import type { Workshop } from "./run/workshop.ts";

export interface App {
  store: Store;
  workshop: Workshop;
  solver: Solver;
  /** The files behind the project's drawings, by the drawing's id; a project that was opened has none. */
  sources: Map<string, Source>;
  /** What comes with parts of the page that are loaded when they are first asked for. */
  later: Later;
}

/** Of the page of panels: what the printer gets. */
export interface Later {
  paper?: (project: Project, what: "page" | "labels") => HTMLElement[];
}
