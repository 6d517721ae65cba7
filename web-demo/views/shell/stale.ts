/** Beside a result that no longer answers what is on the page: what to do about it. */
import { solveActions } from "../../actions/solve.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { button } from "./controls.ts";

export function staleNote(app: App): HTMLElement {
  const again = button("Nest again", () => void solveActions.start.perform(app), { class: "button small" });
  app.store.watch(
    (state) => [solveActions.start.enabled(state), state.project.mode] as const,
    (possible, mode) => {
      again.disabled = !possible;
      again.textContent = mode === "sheets" ? "Nest again" : "Plan again";
    },
  );
  return h("div", { class: "stale-note", role: "status" }, h("p", {}, "The job was changed since."), again);
}
