/** Undo and redo: documents before and after the present one, which nobody changes, so that a step is a reference. */

const MOST_STEPS = 200;

export interface HistoryStep<Document> {
  /** Name of the step for people: "Change quantity". */
  label: string;
  document: Document;
}

export interface History<Document> {
  past: readonly HistoryStep<Document>[];
  future: readonly HistoryStep<Document>[];
}

export function emptyHistory<Document>(): History<Document> {
  return { past: [], future: [] };
}

/** `document` is about to be replaced by a change called `label`: remember it and forget what was undone. */
export function remember<Document>(
  history: History<Document>,
  label: string,
  document: Document,
): History<Document> {
  return { past: [...history.past, { label, document }].slice(-MOST_STEPS), future: [] };
}

/** One step back from `present`, or null when there is none. */
export function stepBack<Document>(
  history: History<Document>,
  present: Document,
): { history: History<Document>; document: Document; label: string } | null {
  const step = history.past.at(-1);
  if (!step) return null;
  const future = [{ label: step.label, document: present }, ...history.future];
  return { history: { past: history.past.slice(0, -1), future }, document: step.document, label: step.label };
}

/** One step forward from `present`, or null when there is none. */
export function stepForward<Document>(
  history: History<Document>,
  present: Document,
): { history: History<Document>; document: Document; label: string } | null {
  const step = history.future[0];
  if (!step) return null;
  const past = [...history.past, { label: step.label, document: present }];
  return { history: { past, future: history.future.slice(1) }, document: step.document, label: step.label };
}
