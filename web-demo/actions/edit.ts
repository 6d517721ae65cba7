/** Undo and redo. */
import type { App } from "../app.ts";
import { verifyAgain } from "../run/verify-again.ts";
import type { Action } from "./action.ts";

export const editActions = {
  undo: {
    id: "undo",
    group: "Edit",
    label: "Undo",
    icon: "undo",
    keys: ["mod+z"],
    enabled: ({ history, session }) => history.past.length > 0 && session.run === null,
    perform: (app) => travel(app, "undo"),
  },
  redo: {
    id: "redo",
    group: "Edit",
    label: "Redo",
    icon: "redo",
    keys: ["mod+shift+z", "mod+y"],
    enabled: ({ history, session }) => history.future.length > 0 && session.run === null,
    perform: (app) => travel(app, "redo"),
  },
} satisfies Record<string, Action>;

/** A layout that was changed again before its check had ended comes back without one. */
function travel(app: App, way: "undo" | "redo"): void {
  app.store[way]();
  void verifyAgain(app);
}
