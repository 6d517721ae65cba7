/** Changes of the session that several actions make. */
import type { Notice, Store } from "./store.ts";

const MOST_NOTICES = 4;

export function notify(store: Store, kind: Notice["kind"], text: string): void {
  const { notices } = store.get().session;
  const id = (notices.at(-1)?.id ?? 0) + 1;
  store.update({ notices: [...notices, { id, kind, text }].slice(-MOST_NOTICES), spoken: text });
}

export function dismiss(store: Store, id: number): void {
  store.update({ notices: store.get().session.notices.filter((notice) => notice.id !== id) });
}
