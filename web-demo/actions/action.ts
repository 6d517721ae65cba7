/** An action: a name, its key, when it makes sense, and its effect. */
import type { App } from "../app.ts";
import type { State } from "../model/store.ts";

export type ActionGroup = "File" | "Edit" | "Solve" | "Board" | "View" | "Export";

export interface PageAction {
  group: ActionGroup;
  label: string;
  /** Name of what it is about just now, behind the label in the title. */
  about?(state: State): string | undefined;
  /** Combinations as in `mod+z` or `?`; `mod` is Ctrl, or Command on a Mac. The first is the one that is shown. */
  keys: readonly string[];
  icon?: string;
  /** False greys it out; always possible when absent. */
  enabled?(state: State): boolean;
  /** For a switch: whether it is on. */
  pressed?(state: State): boolean;
  perform(app: App): void | Promise<void>;
}

type ActionSpec = Omit<PageAction, "group" | "keys"> & Partial<Pick<PageAction, "group" | "keys">>;

/** The actions of a group; those without keys of their own are for buttons alone. */
export function actionsOf<Specs extends Record<string, ActionSpec>>(
  group: ActionGroup,
  specs: Specs,
): { [Name in keyof Specs]: Specs[Name] & PageAction } {
  const entries = Object.entries(specs).map(([name, spec]) => [name, { group, keys: [], ...spec }]);
  return Object.fromEntries(entries);
}

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** `mod+shift+z` as people read it: `Ctrl+Shift+Z` or `⇧⌘Z`. */
export function keyText(combination: string): string {
  const names = combination.split("+").map((key) => KEY_NAMES[key] ?? key.toUpperCase());
  return names.join(MAC ? "" : "+");
}

/** True when the event is that combination and nothing more. */
export function matches(event: KeyboardEvent, combination: string): boolean {
  const keys = combination.split("+");
  const key = keys.at(-1)!;
  const mod = MAC ? event.metaKey : event.ctrlKey;
  if (keys.includes("mod") !== mod || event.altKey) return false;
  // A sign such as `?` needs Shift on many keyboards, so Shift counts for letters and named keys only.
  const sign = key.length === 1 && !/[a-z]/.test(key);
  if (!sign && keys.includes("shift") !== event.shiftKey) return false;
  return event.key.toLowerCase() === key;
}

const KEY_NAMES: Record<string, string> = {
  mod: MAC ? "⌘" : "Ctrl",
  shift: MAC ? "⇧" : "Shift",
  enter: MAC ? "⏎" : "Enter",
  escape: "Esc",
  arrowleft: "←",
  arrowright: "→",
  delete: "Del",
  backspace: "⌫",
  pageup: "PgUp",
  pagedown: "PgDn",
};
