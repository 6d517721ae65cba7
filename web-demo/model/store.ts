/**
 * The one place that changes. `commit` replaces the document and can be undone; `update` changes the session: what
 * is selected, shown or running, which nobody wants to undo or save. Views watch a slice and redraw when it differs.
 */
import type { Point } from "../../engine/index.ts";
import { emptyHistory, type History, remember, stepBack, stepForward } from "./history.ts";
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

/** The panel that a message is about, and stands in. */
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

/** A place in a drawing that a finding points to. */
export interface FindingSpot {
  drawing: string;
  at: Point | null;
}

export interface Session {
  sheet: number;
  /** Id of the part that list, table and board highlight. */
  selected: string | null;
  spot: FindingSpot | null;
  run: SolveRun | null;
  /** The layouts that a run found on its way, best last. */
  bests: readonly SolvedLayout[];
  /** Counts requests to show everything; the board obeys each once. */
  fits: number;
  toolpath: boolean;
  /** Seconds of the program that the player is at; null while all of it is shown. */
  playhead: number | null;
  labels: boolean;
  dialog: Dialog | null;
  notices: readonly Notice[];
  /** The number of the last notice, also when it is gone. */
  said: number;
  faults: readonly FieldFault[];
  /** A field is being typed into and not left yet. */
  typing: boolean;
  /** Copies on the board that the next edit is about, by `keyOf`. */
  picks: readonly string[];
  /** Document for the printer: the shown page, labels for the pieces, or a quote. */
  printing: "page" | "labels" | "quote";
  /** A frame drawn on the board is a defect of the sheet. */
  marking: boolean;
  /** Last change that is worth an offer to undo it. */
  undoable: string | null;
  /** Reason why the project cannot be kept in this browser, or null. */
  unkept: string | null;
  /** The project whose search ended with the page before it had found anything, until one is begun. */
  cutOff: string | null;
  /** The last thing worth saying aloud; read by the live region. */
  spoken: string;
  /** Files being read. */
  reading: number;
  /** The judgement of what would be exported; null before the first. */
  ready: Ready | null;
  /** Where the project was last saved, if the browser lets the page write there again. */
  file: FileSystemFileHandle | null;
}

/** State that a step comes back to: the document, and the notices about it. */
interface Moment extends Pick<Session, "notices"> {
  project: Project;
}

export interface State {
  project: Project;
  session: Session;
  history: History<Moment>;
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

function emptySession(): Session {
  return {
    sheet: 0,
    selected: null,
    spot: null,
    run: null,
    bests: [],
    fits: 0,
    toolpath: false,
    playhead: null,
    labels: true,
    dialog: null,
    notices: [],
    said: 0,
    faults: [],
    typing: false,
    picks: [],
    printing: "page",
    marking: false,
    undoable: null,
    unkept: null,
    cutOff: null,
    spoken: "",
    reading: 0,
    ready: null,
    file: null,
  };
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

export function createStore(project: Project, history: State["history"] = emptyHistory()): Store {
  let state: State = { project, session: emptySession(), history };
  const listeners = new Set<(state: State) => void>();

  function set(next: State): void {
    // Notices and findings belong to the project that they are about.
    const { project, session } = next;
    const isOther = project.id !== state.project.id;
    const notices = isOther ? [] : stillSo(session.notices, project);
    state = { ...next, session: { ...session, notices, ...(isOther ? { bests: [] } : {}) } };
    for (const listen of [...listeners]) listen(state);
  }

  function travel(direction: typeof stepBack, verb: string): void {
    const step = direction(state.history, momentOf(state));
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
    undo: () => travel(stepBack, "Undone"),
    redo: () => travel(stepForward, "Redone"),
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
