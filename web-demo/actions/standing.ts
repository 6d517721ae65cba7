/** Does the result on the page answer everything that the page shows? One answer for badge, note and exports. */
import { known } from "../collect.ts";
import { PLANS, plansAreChecked, plansAreCurrent } from "../model/plans.ts";
import type { Project } from "../model/project.ts";
import { layoutIsCurrent } from "../model/request.ts";
import type { State } from "../model/store.ts";
import { presentFaults } from "./faults.ts";

/** It answers; the job was changed since; or a field holds something that no result can answer. */
export type Standing = "answers" | "changed" | "faulty";

export function standingOf(state: State): Standing {
  if (presentFaults(state).length > 0) return "faulty";
  const { typing, reading } = state.session;
  if (typing || (reading > 0 && state.project.mode === "sheets")) return "changed";
  const best = state.session.run?.best;
  if (best) return layoutIsCurrent({ ...state.project, layout: best }) ? "answers" : "changed";
  return isCurrent(state.project) ? "answers" : "changed";
}

/** True for a verified result of the present kind of job that may leave the page. */
export function mayLeave(state: State): boolean {
  const { project, session } = state;
  return session.run === null && isChecked(project) && standingOf(state) === "answers";
}

/** There is something to look at, whatever it is worth. */
export function hasResult(project: Project): boolean {
  const { mode, layout } = project;
  return mode === "sheets" ? layout !== null : PLANS[mode].results(project).length > 0;
}

function isChecked(project: Project): boolean {
  const { mode, layout } = project;
  if (mode !== "sheets") return plansAreChecked(project, mode);
  return layout?.check?.ok === true && layout.data.sheets.length > 0;
}

/** Asked by every button whenever anything changes. */
const isCurrent = known((project: Project) =>
  project.mode === "sheets" ? layoutIsCurrent(project) : plansAreCurrent(project, project.mode),
);
