/** Shared by all views and actions: the store, the engine and the solver. */
import type { Source } from "./io/source.ts";
import type { PlanMode } from "./model/plans.ts";
import type { Project } from "./model/project.ts";
import type { Ready } from "./model/ready.ts";
import type { Store } from "./model/store.ts";
import type { LayoutSolver } from "./run/solver.ts";
import type { Workshop } from "./run/workshop.ts";

export interface App {
  store: Store;
  workshop: Workshop;
  solver: LayoutSolver;
  /** The files behind the project's drawings, by the drawing's id; a project that was opened has none. */
  sources: Map<string, Source>;
  /** The first page nests an example by itself. */
  showsLive: boolean;
  /** Functions of parts of the page that are loaded when they are first asked for. */
  later: Later;
}

/** Functions of pages that are loaded late for the printer. */
export interface Later {
  paper: Partial<Record<PlanMode, (project: Project, what: "page" | "labels") => HTMLElement[]>>;
  quote?: (project: Project, ready: Ready | null) => HTMLElement[];
}
