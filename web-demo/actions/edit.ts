/** Undo and redo. */
import type { App } from "../app.ts";
import type { State } from "../model/store.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { actionsOf } from "./action.ts";

export const editActions = actionsOf("Edit", {
  undo: {
    label: "Undo",
    icon: "undo",
    keys: ["mod+z"],
    enabled: (state) => mayGo(state, state.history.past.at(-1)),
    about: ({ history }) => history.past.at(-1)?.label,
    perform: (app) => travel(app, "undo"),
  },
  redo: {
    label: "Redo",
    icon: "redo",
    keys: ["mod+shift+z", "mod+y"],
    enabled: (state) => mayGo(state, state.history.future[0]),
    about: ({ history }) => history.future[0]?.label,
    perform: (app) => travel(app, "redo"),
  },
});

/** Amid a search no step leads to another project or kind of job: it would get the result. */
function mayGo({ project, session }: State, step: State["history"]["past"][number] | undefined): boolean {
  if (!step) return false;
  const { id, mode } = step.document.project;
  return session.run === null || (id === project.id && mode === project.mode);
}

/** A layout that was changed again before its check had ended comes back without one. */
function travel(app: App, way: "undo" | "redo"): void {
  app.store[way]();
  void verifyAgain(app);
}
