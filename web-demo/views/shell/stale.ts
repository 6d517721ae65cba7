/** Beside a result that does not answer what is on the page: why, and what to do about it. */
import { goToField, presentFaults } from "../../actions/faults.ts";
import { solveActions } from "../../actions/solve.ts";
import { hasResult, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { button } from "./controls.ts";

export function staleNote(app: App): HTMLElement {
  const text = h("p", {});
  const again = button("Nest again", () => void solveActions.start.perform(app), { class: "button small" });
  let faulty = "";
  const there = button("Show the field", () => goToField(faulty), { class: "button small" });
  const note = h("div", { class: "stale-note", role: "status" }, text, again, there);
  app.store.watch(
    (state) =>
      [
        hasResult(state.project) && state.session.run === null ? standingOf(state) : "answers",
        presentFaults(state)[0],
        solveActions.start.enabled(state),
        state.project.mode,
      ] as const,
    (standing, fault, possible, mode) => {
      show(note, standing !== "answers");
      setText(text, fault ? `“${fault.label}” cannot be used as it is.` : "The job was changed since.");
      again.disabled = !possible;
      again.textContent = mode === "sheets" ? "Nest again" : "Plan again";
      faulty = fault?.id ?? "";
      show(again, fault === undefined);
      show(there, fault !== undefined);
    },
  );
  return note;
}
