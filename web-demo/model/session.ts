/** Parts of the session that are shown, and changes of them that several actions make. */
import { PALETTE_SIZE, type Part, type SolvedLayout, type SolvedSheet } from "./project.ts";
import type { FieldFault, MessagePanel, Notice, State, Store } from "./store.ts";

const MOST_NOTICES = 100;

/** Says something in the panel that it is about, and aloud. The same words are not said twice. */
export function notify(
  store: Store,
  place: MessagePanel,
  kind: Notice["kind"],
  text: string,
  more: Pick<Notice, "readings"> = {},
): void {
  const { notices } = store.get().session;
  const id = latestNotice(store) + 1;
  const others = notices.filter((notice) => notice.text !== text || notice.place !== place);
  const notice = { id, kind, place, text, ...more };
  store.update({ notices: [...others, notice].slice(-MOST_NOTICES), said: id, spoken: text });
}

export function dismiss(store: Store, id: number): void {
  store.update({ notices: store.get().session.notices.filter((notice) => notice.id !== id) });
}

export function latestNotice(store: Store): number {
  return store.get().session.said;
}

/**
 * Takes away what a panel has said, up to the notice of this number: it is about something that has been put right or
 * replaced. What is said of a reading of a drawing goes with that reading. After the step that does so, as undo brings back
 * what was said before it.
 */
export function quiet(store: Store, place: MessagePanel, latest = Number.POSITIVE_INFINITY): void {
  const { notices } = store.get().session;
  const others = notices.filter(({ place: at, id, readings }) => at !== place || id > latest || readings);
  if (others.length < notices.length) store.update({ notices: others });
}

/** Notes that a field holds something unusable, or with null that it no longer does. */
export function setFault(store: Store, id: string, fault: Omit<FieldFault, "id"> | null): void {
  const { faults } = store.get().session;
  if (!fault && !faults.some((one) => one.id === id)) return;
  const others = faults.filter((one) => one.id !== id);
  store.update({ faults: fault ? [...others, { id, ...fault }] : others });
}

/** The layout that is being improved, or the document's. */
export function shownLayout({ project, session }: State): SolvedLayout | null {
  return session.run?.best ?? project.layout;
}

export function shownSheet(state: State): SolvedSheet | undefined {
  const sheets = shownLayout(state)?.data.sheets ?? [];
  return sheets[Math.min(state.session.sheet, sheets.length - 1)];
}

/** Colour of a part by name, and what is drawn on it; for a part since removed a stable colour from its name. */
export function partLooks({ project }: State): (id: string) => Pick<Part, "color" | "marks"> {
  const parts = new Map(project.parts.map((part) => [part.id, part]));
  const colorOf = (id: string) =>
    [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % PALETTE_SIZE;
  return (id) => parts.get(id) ?? { color: colorOf(id) };
}
