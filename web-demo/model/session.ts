/** Changes of the session that several actions make. */
import type { FieldFault, Notice, Place, Store } from "./store.ts";

const MOST_NOTICES = 6;

/** Says something in the panel that it is about, and aloud. The same words are not said twice. */
export function notify(store: Store, place: Place, kind: Notice["kind"], text: string): void {
  const { notices } = store.get().session;
  const id = Math.max(0, ...notices.map((notice) => notice.id)) + 1;
  const others = notices.filter((notice) => notice.text !== text || notice.place !== place);
  store.update({ notices: [...others, { id, kind, place, text }].slice(-MOST_NOTICES), spoken: text });
}

export function dismiss(store: Store, id: number): void {
  store.update({ notices: store.get().session.notices.filter((notice) => notice.id !== id) });
}

/** Takes away what a panel has said: it is about something that has been put right or replaced. */
export function quiet(store: Store, place: Place): void {
  const { notices } = store.get().session;
  if (notices.some((notice) => notice.place === place))
    store.update({ notices: notices.filter((notice) => notice.place !== place) });
}

/** Notes that a field holds something unusable, or with null that it no longer does. */
export function setFault(store: Store, id: string, fault: Omit<FieldFault, "id"> | null): void {
  const { faults } = store.get().session;
  if (!fault && !faults.some((one) => one.id === id)) return;
  const others = faults.filter((one) => one.id !== id);
  store.update({ faults: fault ? [...others, { id, ...fault }] : others });
}
