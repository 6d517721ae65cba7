/**
 * Which projects are searched for, in whatever tab? A tab holds a lock while it searches, which its end lets go of too;
 * for the page that follows in the same tab it leaves a note.
 */

import { keepItem } from "../storage.ts";

/** The project of this tab that is being searched, and its version when the page ended. */
const KEY = "offcut-searching";

/** Held by a tab for as long as it searches for this project. */
function lockOf(id: string): string {
  return `${KEY}:${id}`;
}

/** Another tab searches for this project: its search was not cut off. */
export async function isSearched(id: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(id));
}

/** This tab searches, until what is returned is called or the tab is gone; `held` is called when others can wait for it. */
export function holdSearch(id: string, held: () => void): () => void {
  let letGo = () => {};
  const ended = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = () => {
    held();
    return ended;
  };
  // The page may have been taken down meanwhile.
  navigator.locks?.request(lockOf(id), { mode: "shared" }, hold).catch(() => {});
  return letGo;
}

/** Calls `then` when no tab searches for the project any more; in several that wait, one after the other. */
export function afterSearch(id: string, signal: AbortSignal, then: () => Promise<void>): void {
  const look = async () => {
    // One that has begun its next search waits for this lock.
    const { pending = [] } = await navigator.locks.query();
    if (!pending.some(({ name, mode }) => name === lockOf(id) && mode === "shared")) await then();
  };
  navigator.locks?.request(lockOf(id), { signal }, look).catch(() => {});
}

/** Notes for the next page of this tab that this one searches; with null that it no longer does. */
export function noteSearching(id: string | null, version: number | null = null): void {
  keepItem(KEY, id && JSON.stringify({ id, version }), "sessionStorage");
}

/** Takes the note of the page before this one. Once: a search that brings the page down must not do it again and again. */
export function takeSearching(): { id?: string; version?: number | null } {
  const noted = sessionStorage.getItem(KEY) ?? "";
  sessionStorage.removeItem(KEY);
  // Earlier versions have noted the project alone.
  return noted.startsWith("{") ? JSON.parse(noted) : { id: noted };
}
