/** Undo and redo. */
import type { Action } from "./action.ts";

export const editActions = {
  undo: {
    id: "undo",
    group: "Edit",
    label: "Undo",
    icon: "undo",
    keys: ["mod+z"],
    enabled: ({ history, session }) => history.past.length > 0 && session.run === null,
    perform: ({ store }) => store.undo(),
  },
  redo: {
    id: "redo",
    group: "Edit",
    label: "Redo",
    icon: "redo",
    keys: ["mod+shift+z", "mod+y"],
    enabled: ({ history, session }) => history.future.length > 0 && session.run === null,
    perform: ({ store }) => store.redo(),
  },
} satisfies Record<string, Action>;
