/**
 * The one place that changes. `commit` replaces the document and can be undone; `update` changes the session: what
 * is selected, shown or running, which nobody wants to undo or save. Views watch a slice and redraw when it differs.
 */
import type { Point } from "../../engine/index.ts";
import type { Improvement, LayoutRequest, Mode, Project, ProjectDrawing, SolvedLayout } from "./project.ts";
import type { Ready } from "./ready.ts";

/** A solve under way, or paused. */
export interface SolveRun {
  mode: Mode;
  paused: boolean;
  elapsedMs: number;
  budgetMs: number;
  /** Request that sheets are searched for; null while bars or panels are planned. */
  asked: LayoutRequest | null;
  /** When the best was last improved on, on the clock of `elapsedMs`; null before the first layout. */
  improvedMs: number | null;
  best: SolvedLayout | null;
  improvements: readonly Improvement[];
  /** Last report of the search, for as long as there is no layout to show. */
  found: string | null;
}

export type MessagePanel = "parts" | "board" | "result" | "stock" | "pieces" | "plan" | "machine" | "page";

export interface Notice {
  id: number;
  kind: "info" | "error";
  place: MessagePanel;
  text: string;
  /** Drawings as they were when it was said of them, by `readingOf`: it goes when none of them is so any more. */
  readings?: readonly string[];
}

/** A field that holds what cannot be used. */
export interface FieldFault {
  /** `id` of its input element. */
  id: string;
  label: string;
  message: string;
}

export type Dialog = "help" | "share" | "code" | "projects" | "rack" | "saw" | "order";

export interface FindingSpot {
  drawing: string;
  at: Point | null;
}

/** Nothing is looked at or picked, as when another project is opened. */
export const FRESH_VIEW = {
  sheet: 0,
  /** Id of the part that list, table and board highlight. */
  selected: null as string | null,
  spot: null as FindingSpot | null,
  /** Copies on the board that the next edit is about, by `keyOf`. */
  picks: [] as readonly string[],
  /** Where the project was last saved, if the browser lets the page write there again. */
  file: null as FileSystemFileHandle | null,
};

const EMPTY_SESSION = {
  ...FRESH_VIEW,
  run: null as SolveRun | null,
  /** The layouts that a run found on its way, best last. */
  bests: [] as readonly SolvedLayout[],
  /** Counts requests to show everything; the board obeys each once. */
  fits: 0,
  toolpath: false,
  /** Seconds of the program that the player is at; null while all of it is shown. */
  playhead: null as number | null,
  labels: true,
  dialog: null as Dialog | null,
  notices: [] as readonly Notice[],
  /** The number of the last notice, also when it is gone. */
  said: 0,
  faults: [] as readonly FieldFault[],
  /** A field is being typed into and not left yet. */
  typing: false,
  /** Document for the printer: the shown page, labels for the pieces, or a quote. */
  printing: "page" as "page" | "labels" | "quote",
  /** A frame drawn on the board is a defect of the sheet. */
  marking: false,
  /** Last change that is worth an offer to undo it. */
  undoable: null as string | null,
  /** Reason why the project cannot be kept in this browser, or null. */
  unkept: null as string | null,
  /** The project whose search ended with the page before it had found anything, until one is begun. */
  cutOff: null as string | null,
  /** The last thing worth saying aloud; read by the live region. */
  spoken: "",
  /** Files being read. */
  reading: 0,
  /** The judgement of what would be exported; null before the first. */
  ready: null as Ready | null,
};

export type Session = typeof EMPTY_SESSION;

/** State that a step comes back to: the document, and the notices about it. */
interface Moment extends Pick<Session, "notices"> {
  project: Project;
}

/** A step, and the moment that it comes back to. Nobody changes a moment, so that a step is a reference. */
interface HistoryStep {
  /** Name of the step for people: "Change quantity". */
  label: string;
  document: Moment;
}

interface History {
  past: readonly HistoryStep[];
  future: readonly HistoryStep[];
}

const MOST_STEPS = 200;

/** `document` is about to be replaced by a change called `label`: remembers it and forgets what was undone. */
export function remember({ past }: History, label: string, document: Moment): History {
  return { past: [...past, { label, document }].slice(-MOST_STEPS), future: [] };
}

/** One step back or forward from the present, or null when there is none. */
function takeStep({ past, future }: History, present: Moment, isBack: boolean) {
  const step = isBack ? past.at(-1) : future[0];
  if (!step) return null;
  const here = { label: step.label, document: present };
  const history = isBack
    ? { past: past.slice(0, -1), future: [here, ...future] }
    : { past: [...past, here], future: future.slice(1) };
  return { ...step, history };
}

export interface State {
  project: Project;
  session: Session;
  history: History;
}

export interface Store {
  get(): State;
  /** Replaces the document by what `change` makes of it; the same document back means nothing happened. */
  commit(label: string, change: (project: Project) => Project): void;
  update(change: Partial<Session>): void;
  /** As `commit`, for what takes something away: the page offers to undo it. */
  take(label: string, change: (project: Project) => Project): void;
  /** Completes the document without a step of its own: what arrived late, not what somebody did. */
  amend(change: (project: Project) => Project): void;
  /** Makes one step of all that were made since there were so many. */
  fold(steps: number, label: string): void;
  undo(): void;
  redo(): void;
  /** Calls `listen` after every change; returns how to stop. */
  subscribe(listen: (state: State) => void): () => void;
  /** Calls `render` now and whenever one of the selected values is another one. */
  watch<Values extends readonly unknown[]>(
    select: (state: State) => readonly [...Values],
    render: NoInfer<(...values: Values) => void>,
  ): void;
}

/** Notices of the panels at that step; the page's own are about no step. */
function saidThen(then: readonly Notice[], now: readonly Notice[]): Notice[] {
  return [...then.filter(({ place }) => place !== "page"), ...now.filter(({ place }) => place === "page")];
}

/** Key of one reading of a drawing, to which notices belong. */
export function findReading({ id, openEnds = [] }: ProjectDrawing): string {
  return `${id} ${openEnds.length}`;
}

/** Keeps notices that still hold: drawings may have been removed or read again, in this tab or in another. */
function stillSo(notices: readonly Notice[], { drawings }: Project): readonly Notice[] {
  const now = new Set(drawings.map(findReading));
  const isSo = ({ readings }: Notice) => readings?.some((one) => now.has(one)) ?? true;
  return notices.every(isSo) ? notices : notices.filter(isSo);
}

function momentOf({ project, session: { notices } }: State): Moment {
  return { project, notices };
}

export function createStore(project: Project, history: History = { past: [], future: [] }): Store {
  let state: State = { project, session: EMPTY_SESSION, history };
  const listeners = new Set<(state: State) => void>();

  function set(next: State): void {
    // Notices and findings belong to the project that they are about.
    const { project, session } = next;
    const isOther = project.id !== state.project.id;
    const notices = isOther ? [] : stillSo(session.notices, project);
    state = { ...next, session: { ...session, notices, ...(isOther ? { bests: [] } : {}) } };
    for (const listen of [...listeners]) listen(state);
  }

  function travel(isBack: boolean, verb: string): void {
    const step = takeStep(state.history, momentOf(state), isBack);
    if (!step) return;
    const spoken = `${verb}: ${step.label}`;
    const { notices, picks, selected } = state.session;
    const { project, notices: said } = step.document;
    // A copy that was picked is picked no more, and not all copies of its part instead.
    const session = {
      ...state.session,
      spoken,
      notices: saidThen(said, notices),
      undoable: null,
      picks: [],
      selected: picks.length > 0 ? null : selected,
    };
    set({ project, history: step.history, session });
  }

  const store: Store = {
    get: () => state,
    commit(label, change) {
      const next = change(state.project);
      if (next === state.project) return;
      const session = { ...state.session, undoable: null };
      set({ session, project: next, history: remember(state.history, label, momentOf(state)) });
    },
    take(label, change) {
      const before = state.project;
      store.commit(label, change);
      if (state.project !== before) store.update({ undoable: label });
    },
    update: (change) => set({ ...state, session: { ...state.session, ...change } }),
    amend: (change) => set({ ...state, project: change(state.project) }),
    fold(steps, label) {
      const { past, future } = state.history;
      const first = past[steps];
      if (!first || past.length <= steps + 1) return;
      set({ ...state, history: { past: [...past.slice(0, steps), { ...first, label }], future } });
    },
    undo: () => travel(true, "Undone"),
    redo: () => travel(false, "Redone"),
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    watch(select, render) {
      let last = select(state);
      render(...last);
      store.subscribe((now) => {
        const values = select(now);
        if (values.every((value, i) => Object.is(value, last[i]))) return;
        last = values;
        render(...values);
      });
    },
  };
  return store;
}
