/** The registry: every action that has a key may be asked for by it. Shortcuts and the help overlay read it. */
import type { App } from "../app.ts";
import { matches, type PageAction } from "./action.ts";
import { arrangeActions } from "./arrange.ts";
import { editActions } from "./edit.ts";
import { exportActions } from "./export-actions.ts";
import { fileActions } from "./file.ts";
import { solveActions } from "./solve-actions.ts";
import { viewActions } from "./view.ts";

export const ACTIONS: readonly PageAction[] = [
  fileActions,
  editActions,
  solveActions,
  arrangeActions,
  viewActions,
  exportActions,
].flatMap((group): PageAction[] => Object.values(group));

/** Lets the keyboard perform actions. Keys without a modifier are left alone while something is being typed. */
export function listenForKeys(app: App, target: HTMLElement | Document): () => void {
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    const plain = !event.ctrlKey && !event.metaKey;
    if (plain && isTyping(event.target)) return;
    // Text that is being typed counts before anything is done with it.
    if (isTyping(event.target) && event.key.length > 1) settleField(event.target as HTMLElement);
    if (app.store.get().session.dialog && event.key !== "?") return;
    const state = app.store.get();
    const asked = ACTIONS.filter(({ keys }) => keys.some((key) => matches(event, key)));
    const action = asked.find(({ enabled }) => enabled?.(state) ?? true);
    // The browser would undo what was typed into some field before.
    if (!action && !isTyping(event.target) && asked.some(({ group }) => group === "Edit"))
      event.preventDefault();
    // In a field, keys such as Ctrl+A are the field's.
    if (!action || (action.group === "Board" && isTyping(event.target))) return;
    event.preventDefault();
    void action.perform(app);
  };
  target.addEventListener("keydown", listen);
  return () => target.removeEventListener("keydown", listen);
}

function settleField(element: HTMLElement): void {
  element.blur();
  element.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), textarea, select")
  );
}
