/** Beside a result that does not answer what is on the page: why, and what to do about it. */
import { goToField, presentFaults } from "../../actions/faults.ts";
import { solveActions } from "../../actions/solve-actions.ts";
import { hasResult, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import type { LayoutRequest, Project } from "../../model/project.ts";
import { asksTheSame, makeNestRequest } from "../../model/request.ts";
import type { State } from "../../model/store.ts";
import { button, SMALL } from "./controls.ts";

/** Sentences about a result that does not answer the job, by what is wrong. */
const SAID = {
  changed: "The job was changed since. This result is of the job as it was.",
  cutOff: "The page closed amid a search that had found nothing yet.",
  searching: "Changed since the search began: its result will be of the job as it was.",
};

export function staleNote(app: App): HTMLElement {
  const text = h("p");
  const start = () => {
    const { run } = app.store.get().session;
    void (run ? app.solver.restart() : solveActions.start.perform(app));
  };
  const again = button("Nest again", start, SMALL);
  let faulty = "";
  const there = button("Show the field", () => goToField(faulty), SMALL);
  const note = h("div.stale-note.box.row.between", { role: "status" }, text, again, there);
  app.store.watch(
    (state) => [
      wrongWith(state),
      presentFaults(state)[0],
      state.session.run !== null || solveActions.start.enabled(state),
      state.project.mode,
    ],
    (wrong, fault, possible, mode) => {
      show(note, wrong !== null);
      setText(text, fault ? `“${fault.label}” cannot be used as it is.` : wrong ? SAID[wrong] : "");
      again.disabled = !possible;
      const does = mode === "sheets" ? "Nest again" : "Plan again";
      setText(again, wrong === "changed" ? does : "Start again");
      faulty = fault?.id ?? "";
      show(again, fault === undefined);
      show(there, fault !== undefined);
    },
  );
  return note;
}

/** A search under way answers what was asked when it began. */
function wrongWith(state: State): keyof typeof SAID | null {
  const { session, project } = state;
  const { run } = session;
  if (session.cutOff === project.id) return "cutOff";
  if (run) return run.asked && !answersNow(run.asked, project) ? "searching" : null;
  return hasResult(project) && standingOf(state) !== "answers" ? "changed" : null;
}

/** Asked with every tick of the clock. */
function answersNow(asked: LayoutRequest, project: Project): boolean {
  if (last?.asked !== asked || last.project !== project)
    last = { asked, project, answers: asksTheSame(asked, makeNestRequest(project)) };
  return last.answers;
}

let last: { asked: LayoutRequest; project: Project; answers: boolean } | null = null;
