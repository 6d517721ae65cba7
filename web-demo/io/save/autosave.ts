/**
 * The project is kept in this browser as it stands, so that closing the page loses nothing. Tabs that show the same
 * project tell each other of every change at once and take it over as a step that can be undone; a tab that slept
 * through one keeps what it has as a copy. A search under way leaves its best beside the project.
 */
import { freshId } from "../../dom.ts";
import { emptyProject, type Layout, PLAIN_SAW, PROJECT_VERSION, type Project } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import type { Session, Store } from "../../model/store.ts";
import { pictureOf } from "./picture.ts";
import {
  type Kept,
  keep,
  keepBest,
  keepLast,
  readKept,
  readOldest,
  type Shelved,
  shelved,
  taken,
} from "./shelf.ts";

/** The project that this tab shows, and the one that the last tab showed. */
const KEY = "offcut-project";
/** The project of this tab whose bars or panels are being planned. */
const PLANNING_KEY = "offcut-planning";
/** Changes within this time are written together. */
const DELAY_MS = 150;
const BEST_DELAY_MS = 500;

interface Restored {
  project: Project;
  version: number;
  /** From a search that the end of the page has ended. */
  interrupted: Layout | null;
  /** Bars or panels were being planned when the page ended; nothing of that is kept, and it is begun again. */
  planning: boolean;
}

/** The project of this tab's last visit, or of any tab's; null where there is none or it cannot be read. */
export async function restoreProject(): Promise<Restored | null> {
  try {
    const id = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    const kept = id === null ? undefined : await readKept(id);
    if (kept) {
      const project = migrated(kept.project);
      const planning = sessionStorage.getItem(PLANNING_KEY) === id;
      // Once: a search that brings the page down must not do it again and again.
      sessionStorage.removeItem(PLANNING_KEY);
      return project && { project, version: kept.version, interrupted: kept.best ?? null, planning };
    }
    const oldest = await readOldest();
    const project = oldest ? migrated(oldest) : null;
    return project && { project, version: 0, interrupted: null, planning: false };
  } catch {
    return null;
  }
}

/** What an earlier version has kept, with all that has come since. */
export function migrated(saved: Project): Project | null {
  if (saved?.version !== PROJECT_VERSION) return null;
  const base = emptyProject();
  const { layout } = saved;
  const check = layout?.check && { ...layout.check, faults: layout.check.faults ?? [] };
  return {
    ...base,
    ...saved,
    machine: { ...base.machine, ...saved.machine },
    bars: { ...base.bars, ...saved.bars, saw: { ...PLAIN_SAW, ...saved.bars?.saw } },
    panels: { ...base.panels, ...saved.panels, saw: { ...base.panels.saw, ...saved.panels?.saw } },
    layout: layout ? { ...layout, check: check ?? null } : null,
  };
}

/** True for a project that nobody would miss. */
export function isEmpty({ parts, drawings, bars, panels, rack }: Project): boolean {
  const lists = [parts, drawings, bars.stocks, bars.pieces, panels.stocks, panels.pieces, rack];
  return lists.every(({ length }) => length === 0);
}

type Message =
  | { kind: "hello" | "here"; id: string; tab: string }
  | ({ kind: "change"; id: string } & Shelved<Change>);

/** A version of the project, with the tab that made it and the one that made the version before it. */
type Change = Kept & { after: string | null };

/**
 * Writes the project a moment after every change and shares it with other tabs; returns how to stop, which ends when
 * the last change is written.
 */
export function keepSaved(
  store: Store,
  { version, planning }: Pick<Restored, "version" | "planning">,
): () => Promise<void> {
  const keeper = new Keeper(store, version, planning);
  return () => keeper.stop();
}

class Keeper {
  private readonly tab = freshId("tab");
  private readonly channel = new BroadcastChannel("offcut-projects");
  private saved: Project;
  /** What the store has. */
  private written: Project;
  /** What the next write is about. */
  private awaited: Project | null = null;
  private shownBest: Layout | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private bestTimer: ReturnType<typeof setTimeout> | undefined;
  private planning = false;
  /** Another tab shows this project. */
  private accompanied = false;
  /** Writes follow one another; so many have not begun. */
  private writing: Promise<void> = Promise.resolve();
  private waiting = 0;
  /** The tab that made the version that is shown; null for one that was found in the store. */
  private author: string | null = null;
  private readonly unsubscribe: () => void;
  private readonly flush = () => void this.write();
  private readonly hide = () => void this.keepAtOnce();
  /** The browser asks before it drops what is not kept, files that are still being read among it. */
  private readonly leave = (event: BeforeUnloadEvent) => {
    // What is being typed counts, as it does when its field is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const { project, session } = this.store.get();
    const isLost = !this.keepAtOnce() || (session.unkept !== null && !isEmpty(project));
    if (session.reading > 0 || isLost) event.preventDefault();
  };
  private readonly wake = () => {
    if (document.visibilityState === "visible") void this.lookAgain();
    else this.keepAtOnce();
  };

  constructor(
    private readonly store: Store,
    private version: number,
    /** The search that is begun again is not begun a third time. */
    private again: boolean,
  ) {
    this.saved = store.get().project;
    this.written = this.saved;
    this.unsubscribe = store.subscribe(() => this.noticeChange());
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data);
    addEventListener("pagehide", this.hide);
    addEventListener("beforeunload", this.leave);
    document.addEventListener("visibilitychange", this.wake);
    this.remember();
    this.say("hello");
  }

  stop(): Promise<void> {
    const written = this.write();
    this.unsubscribe();
    this.channel.close();
    clearTimeout(this.bestTimer);
    removeEventListener("pagehide", this.hide);
    removeEventListener("beforeunload", this.leave);
    document.removeEventListener("visibilitychange", this.wake);
    return written;
  }

  private get id(): string {
    return this.store.get().project.id;
  }

  private say(kind: "hello" | "here"): void {
    this.channel.postMessage({ kind, id: this.id, tab: this.tab } satisfies Message);
  }

  private noticeChange(): void {
    const { project, session } = this.store.get();
    if (project !== this.saved && project !== this.awaited) {
      // The last change of a project that is left is its own.
      if (this.awaited && this.awaited.id !== project.id) void this.write(this.awaited);
      this.awaited = project;
      clearTimeout(this.timer);
      if (this.accompanied) this.flush();
      else this.timer = setTimeout(this.flush, DELAY_MS);
    }
    const best = session.run?.best ?? null;
    this.notePlanning(session);
    if (session.run?.mode === "sheets" && best !== this.shownBest) {
      this.shownBest = best;
      this.bestTimer ??= setTimeout(() => this.writeBest(), BEST_DELAY_MS);
    }
  }

  /** What was being planned when the page ends is begun again by the next one. */
  private notePlanning({ run }: Session): void {
    const planning = run !== null && run.mode !== "sheets";
    if (planning === this.planning) return;
    this.planning = planning;
    try {
      if (planning && !this.again) sessionStorage.setItem(PLANNING_KEY, this.id);
      else sessionStorage.removeItem(PLANNING_KEY);
    } catch {
      // The database will say what is wrong.
    }
    if (!planning) this.again = false;
  }

  private writeBest(): void {
    this.bestTimer = undefined;
    const { session } = this.store.get();
    if (session.run?.best) keepBest(this.id, session.run.best).catch(() => {});
  }

  private write(project = this.store.get().project): Promise<void> {
    clearTimeout(this.timer);
    this.awaited = null;
    if (project === this.saved) return this.writing;
    const moved = project.id !== this.saved.id;
    this.saved = project;
    if (moved) {
      this.remember();
      this.accompanied = false;
      this.say("hello");
    }
    // Nothing is begun before there is something in it.
    if (isEmpty(project) && (moved || this.version === 0)) {
      this.version = 0;
      return this.writing;
    }
    this.waiting++;
    this.writing = this.writing.then(() => this.put(project, moved));
    return this.writing;
  }

  /** The page may end at any moment, and writing takes some. False where there is no room. */
  private keepAtOnce(): boolean {
    this.flush();
    const { project } = this.store.get();
    if (project === this.written || (isEmpty(project) && this.version === 0)) return true;
    try {
      keepLast(project, this.version);
      return true;
    } catch {
      return false;
    }
  }

  private async put(project: Project, moved: boolean): Promise<void> {
    this.waiting--;
    // Meanwhile there is a later state of it, of this tab or of another.
    if (!moved && project !== this.saved && project.id === this.saved.id) return;
    try {
      // Coming back to another project, by undo or from the list, one goes on from what is kept of it.
      if (moved) this.version = (await readKept(project.id))?.version ?? 0;
      const known = this.version;
      const after = moved ? null : this.author;
      this.version = known + 1;
      this.author = this.tab;
      const { id, name, mode } = project;
      const kept: Kept = { project, version: this.version, tab: this.tab };
      if (this.accompanied)
        this.channel.postMessage({ kind: "change", id, ...shelved({ ...kept, after }) } satisfies Message);
      const card = { id, name, mode, changed: Date.now(), picture: pictureOf(project) };
      const newer = await keep(kept, card, known);
      if (!newer) this.written = project;
      if (newer && !this.accompanied) this.part(newer);
      // At the same moment in both: as `adopt` has it, one of them holds.
      else if (newer && newer.version === kept.version && newer.tab < this.tab)
        await keep(kept, card, newer.version);
      else if (newer) this.adopt({ ...newer, after: null });
      if (this.store.get().session.unkept !== null) this.store.update({ unkept: null });
    } catch (error) {
      this.store.update({ unkept: reasonOf(error, this.version > 1) });
    }
  }

  /** Somebody else has changed the project meanwhile: both versions are kept. */
  private part(newer: Kept): void {
    if (newer.tab === this.tab) return;
    const name = `${this.store.get().project.name} (copy)`;
    this.store.amend((project) => ({ ...project, id: freshId("project"), name }));
    const text = `This project was changed in another tab meanwhile. What you see is kept beside it, as “${name}”.`;
    notify(this.store, "page", "info", text);
  }

  private hear(message: Message): void {
    if (message.tab === this.tab || message.id !== this.id) return;
    if (message.kind === "hello") this.say("here");
    if (message.kind !== "change") {
      this.accompanied = true;
      return;
    }
    this.accompanied = true;
    this.adopt(taken<Change>(message));
  }

  /** The later change holds; of two at the same time, that of the tab with the greater name. */
  private adopt(change: Change): void {
    const { project, version, tab } = change;
    if (version < this.version || (version === this.version && tab < this.tab)) return;
    // It came through the channel before the database told of it, and may have been undone since.
    if (version === this.version && tab === this.author) return;
    clearTimeout(this.timer);
    const passedOver = this.passesOver(change);
    this.version = version;
    this.author = tab;
    const theirs = migrated(project);
    if (!theirs) return;
    this.saved = theirs;
    this.written = theirs;
    this.awaited = null;
    this.store.commit("Change in another tab", () => theirs);
    if (!passedOver) return;
    const text =
      "Another tab changed this project at the same moment. Its change stands; Undo brings yours back.";
    notify(this.store, "page", "info", text);
  }

  /** True where the other tab did not know of this one's last change when it made its own. */
  private passesOver({ version, after }: Change): boolean {
    if (this.waiting > 0 || this.store.get().project !== this.saved) return true;
    if (this.author !== this.tab) return false;
    return version === this.version || (version === this.version + 1 && after !== this.tab);
  }

  /** A tab that was asleep may have missed something. */
  private async lookAgain(): Promise<void> {
    const { project } = this.store.get();
    if (project !== this.saved) return;
    const kept = await readKept(project.id).catch(() => undefined);
    if (kept && kept.version > this.version && kept.tab !== this.tab && project === this.store.get().project)
      this.adopt({ ...kept, after: this.author });
  }

  private remember(): void {
    try {
      sessionStorage.setItem(KEY, this.id);
      localStorage.setItem(KEY, this.id);
    } catch {
      // The database will say what is wrong.
    }
  }
}

/** On a full disk browsers fail in ways of their own: what was kept before is the sign of it. */
function reasonOf(error: unknown, keptBefore: boolean): string {
  const name = (error as Partial<DOMException> | null)?.name ?? "";
  if (name === "QuotaExceededError") return "this browser's storage is full";
  if (keptBefore) return "this browser's storage takes no more, perhaps because the disk is full";
  return "this browser keeps nothing for this page";
}
