/**
 * The project is kept in this browser as it stands, so that closing the page loses nothing. Tabs that show the same
 * project tell each other of every change at once and take it over as a step that can be undone; a tab that slept
 * through one keeps what it has as a copy. A search under way leaves its best beside the project.
 */
import { freshId } from "../../dom.ts";
import type { Project, SolvedLayout } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import type { Session, State, Store } from "../../model/store.ts";
import { afterSearch, holdSearch, noteSearching } from "../../run/searches.ts";
import { keepItem } from "../../storage.ts";
import { isEmpty, KEY, migrated, type Restored } from "./last-visit.ts";
import {
  forgetLast,
  keep,
  keepBest,
  keepBests,
  keepLast,
  keepSteps,
  projectCard,
  readBests,
  readKept,
  reasonOf,
  type SavedProject,
  type Shelved,
  shelved,
  taken,
} from "./project-shelf.ts";

/** Changes within this time are written together. */
const DELAY_MS = 150;
const BEST_DELAY_MS = 500;

/** The project on the page, and what is known of how it lies in the store. */
interface OpenProject {
  latest: Project;
  /** Project that was last given to be written, and the one that the store has. */
  given: Project | null;
  written: Project | null;
  /** The steps that were last given to be written beside it. */
  steps: State["history"] | null;
  /** Null until the store was asked. */
  version: number | null;
  /** The tabs that made this version and the one before it; null where nobody knows. */
  author: string | null;
  after: string | null;
  /** Another tab shows it. */
  accompanied: boolean;
}

type Message =
  | { kind: "hello" | "here" | "search"; id: string; tab: string }
  | ({ kind: "change"; id: string } & Shelved<SavedChange>);

/** A version of the project, with the tab that made it and the one that made the version before it. */
type SavedChange = SavedProject & { after: string | null };

/**
 * Writes the project a moment after every change and shares it with other tabs; returns how to stop, which ends when
 * the last change is written. `goOnFrom` gets the best that another tab had found when it was closed amid its search.
 */
export function keepSaved(
  store: Store,
  { version, author, searching }: Pick<Restored, "version" | "author" | "searching">,
  goOnFrom: (best: SolvedLayout) => void,
): () => Promise<void> {
  const again = searching && store.get().project.mode !== "sheets";
  const keeper = new Keeper(store, { version, author }, again, goOnFrom);
  return () => keeper.stop();
}

class Keeper {
  private readonly tab = freshId("tab");
  private readonly channel = new BroadcastChannel("offcut-projects");
  private shown: OpenProject;
  private shownBest: SolvedLayout | null = null;
  private shownBests: readonly SolvedLayout[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private bestTimer: ReturnType<typeof setTimeout> | undefined;
  private searching = false;
  private letGo = () => {};
  private wait = new AbortController();
  /** Writes follow one another; so many have not begun. */
  private writing: Promise<void> = Promise.resolve();
  private waiting = 0;
  private readonly unsubscribe: () => void;
  private readonly flush = () => void this.write();
  private readonly ending = new AbortController();

  constructor(
    private readonly store: Store,
    found: Pick<Restored, "version" | "author">,
    /** The search that is begun again is not begun a third time. */
    private again: boolean,
    private readonly goOnFrom: (best: SolvedLayout) => void,
  ) {
    const { project, history } = store.get();
    this.shown = { ...shownFirst(project), given: project, written: project, steps: history, ...found };
    this.unsubscribe = store.subscribe(() => this.noticeChange());
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data);
    addEventListener("pagehide", () => this.hide(), this.ending);
    addEventListener("beforeunload", (event) => this.leave(event), this.ending);
    document.addEventListener("visibilitychange", () => this.wake(), this.ending);
    this.remember(project);
    this.say("hello");
    void this.bringBests();
  }

  stop(): Promise<void> {
    const written = this.write();
    this.unsubscribe();
    this.channel.close();
    clearTimeout(this.bestTimer);
    this.letGo();
    this.wait.abort();
    this.ending.abort();
    return written;
  }

  private hide(): void {
    this.keepTyped();
    const { latest, version } = this.shown;
    // With the version that the next page knows another tab's from.
    if (this.searching && !this.again) noteSearching(latest.id, version);
  }

  /** The browser asks before it drops what is not kept: files that are still being read, what cannot be used as typed. */
  private leave(event: BeforeUnloadEvent): void {
    const isKept = this.keepTyped();
    const { project, session } = this.store.get();
    const isLost = !isKept || (session.unkept !== null && !isEmpty(project));
    const isUnused = session.faults.some(({ id }) => document.getElementById(id));
    if (session.reading > 0 || isLost || isUnused) event.preventDefault();
  }

  private wake(): void {
    if (document.visibilityState === "visible") void this.lookAgain();
    else this.keepAtOnce();
  }

  private say(kind: "hello" | "here" | "search"): void {
    this.channel.postMessage({ kind, id: this.shown.latest.id, tab: this.tab } satisfies Message);
  }

  private noticeChange(): void {
    const { project, session } = this.store.get();
    if (project.id !== this.shown.latest.id) {
      this.leaveShown();
      this.shown = shownFirst(project);
      this.shownBests = session.bests;
      void this.bringBests();
      this.say("hello");
      this.writeSoon();
    } else if (project !== this.shown.latest) {
      this.shown.latest = project;
      this.writeSoon();
    }
    const best = session.run?.best ?? null;
    this.noteSearch(session);
    const isFound = session.run?.mode === "sheets" && best !== this.shownBest;
    if (isFound || session.bests !== this.shownBests) {
      this.shownBest = best;
      this.shownBests = session.bests;
      this.bestTimer ??= setTimeout(() => this.writeBest(), BEST_DELAY_MS);
    }
  }

  /** Notes the search that is under way when the page ends: the next page tells of it or begins it again. */
  private noteSearch({ run, cutOff }: Session): void {
    const { id } = this.shown.latest;
    const searching = run !== null || cutOff === id;
    if (searching === this.searching) return;
    this.searching = searching;
    // The search's findings are written before another tab learns that it has ended.
    void this.writing.then(this.letGo);
    this.letGo = searching ? holdSearch(id, () => this.say("search")) : () => {};
    noteSearching(searching && !this.again ? id : null);
    if (!searching) this.again = false;
  }

  private writeBest(): void {
    clearTimeout(this.bestTimer);
    this.bestTimer = undefined;
    const { id } = this.shown.latest;
    const { session } = this.store.get();
    if (session.run?.best) keepBest(id, session.run.best).catch(() => {});
    keepBests(id, this.shownBests).catch(() => {});
  }

  /** Brings the layouts that the last search of the project has found on its way, in this visit or an earlier one. */
  private async bringBests(): Promise<void> {
    const { id } = this.shown.latest;
    const kept = await readBests(id).catch(() => []);
    const { project, session } = this.store.get();
    if (kept.length === 0 || project.id !== id || session.run || session.bests.length > 0) return;
    const { layout } = project;
    // The result is the last that was found by its time, and known by that.
    const result = layout?.data.byHand
      ? -1
      : kept.findLastIndex((one) => one.elapsedMs === layout?.elapsedMs);
    this.shownBests = kept.map((one, i) => (i === result ? layout! : one));
    this.store.update({ bests: this.shownBests });
  }

  /** However many changes follow: what is written is never older than this. */
  private writeSoon(): void {
    if (this.shown.accompanied) this.flush();
    else this.timer ??= setTimeout(this.flush, DELAY_MS);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** The last change of a project that is left is its own. */
  private leaveShown(): void {
    const { latest, version } = this.shown;
    if (!version && isEmpty(latest)) forgetLast(latest.id);
    else this.keepAtOnce();
  }

  private write(): Promise<void> {
    this.stopTimer();
    const { shown } = this;
    const { latest } = shown;
    if (latest === shown.given) return this.writing;
    shown.given = latest;
    this.waiting++;
    this.writing = this.writing.then(() => this.put(latest, shown));
    return this.writing;
  }

  private keepTyped(): boolean {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return this.keepAtOnce();
  }

  /** The page may end at any moment, and writing takes some. False where there is no room. */
  private keepAtOnce(): boolean {
    this.flush();
    const { latest, written, version, steps } = this.shown;
    const isBestKept = this.bestTimer === undefined;
    if (!isBestKept) this.writeBest();
    // The best of a search that has ended is in the project.
    if (latest === written && (isBestKept || !this.bestOf(latest))) return true;
    // A project that is being written has its number already: it is the change of the version before.
    const before = this.waiting === 0 && latest !== written && version ? version - 1 : version;
    const amends = this.store.get().history === steps;
    const isKept = keepLast({ project: latest, version: before, best: this.bestOf(latest), amends });
    if (isKept) this.remember(latest);
    return isKept;
  }

  private bestOf({ id }: Project): SolvedLayout | null {
    const { project, session } = this.store.get();
    return project.id === id ? (session.run?.best ?? null) : null;
  }

  private async put(project: Project, shown: OpenProject): Promise<void> {
    this.waiting--;
    // Meanwhile there is a later state of it, of this tab or of another.
    if (project !== shown.given) return;
    try {
      // Coming to another project, by undo or from the list, one goes on from what is kept of it.
      let { version } = shown;
      if (version === null) {
        const kept = await readKept(project.id);
        version = kept?.version ?? 0;
        Object.assign(shown, { version, author: kept?.tab ?? null } satisfies Partial<OpenProject>);
      }
      // Nothing is begun before there is something in it; how it is looked at is kept beside.
      if (version > 0 || !isEmpty(project)) await this.give(project, shown, version);
      else if (this.shown === shown && !keepLast({ project, version })) throw new Error("there is no room");
      if (this.shown === shown) this.remember(project);
    } catch (error) {
      this.store.update({ unkept: reasonOf(error, (shown.version ?? 0) > 1) });
    }
  }

  private async give(project: Project, shown: OpenProject, known: number): Promise<void> {
    const { id } = project;
    const version = known + 1;
    Object.assign(shown, { version, author: this.tab, after: shown.author } satisfies Partial<OpenProject>);
    const kept: SavedProject = { project, version, tab: this.tab };
    if (shown.accompanied) this.tellChange(kept, shown);
    const card = projectCard(project);
    const newer = await keep({ ...kept, best: this.bestOf(project) }, card, known);
    if (!newer) {
      shown.written = project;
      if (project === shown.latest) {
        forgetLast(id);
        if (this.shown === shown) {
          shown.steps = this.store.get().history;
          await keepSteps(id, version, shown.steps).catch(() => {});
        }
      }
    } else if (this.shown === shown) {
      if (!shown.accompanied) this.part(newer);
      // At the same moment in both: as `adopt` has it, one of them holds.
      else if (newer.version === version && newer.tab < this.tab) await keep(kept, card, version);
      else this.adopt({ ...newer, after: null });
    }
    if (this.store.get().session.unkept !== null) this.store.update({ unkept: null });
  }

  private tellChange(kept: SavedProject, { after }: OpenProject): void {
    const { id } = kept.project;
    this.channel.postMessage({ kind: "change", id, ...shelved({ ...kept, after }) } satisfies Message);
  }

  /** Somebody else has changed the project meanwhile: both versions are kept. */
  private part(newer: SavedProject): void {
    if (newer.tab === this.tab) return;
    const { shown } = this;
    shown.given = shown.written = shown.latest;
    const name = `${this.store.get().project.name} (copy)`;
    this.store.amend((project) => ({ ...project, id: freshId("project"), name }));
    const text = `This project was changed in another tab meanwhile. What you see is kept beside it, as “${name}”.`;
    notify(this.store, "page", "info", text);
  }

  private hear(message: Message): void {
    if (message.tab === this.tab || message.id !== this.shown.latest.id) return;
    if (message.kind === "hello") this.say(this.searching ? "search" : "here");
    if (message.kind === "search") this.waitForSearch();
    const { shown } = this;
    const { given, version, author, accompanied } = shown;
    shown.accompanied = true;
    // A change that was written before the other tab was heard of was told to nobody.
    if (!accompanied && given && version && author === this.tab)
      this.tellChange({ project: given, version, tab: this.tab }, shown);
    if (message.kind === "change") this.adopt(taken<SavedChange>(message));
  }

  /** A tab that is closed amid its search leaves what it has found to one that shows the same. */
  private waitForSearch(): void {
    this.wait.abort();
    this.wait = new AbortController();
    const { shown } = this;
    const { id } = shown.latest;
    afterSearch(id, this.wait.signal, async () => {
      await this.lookAgain();
      const best = this.shown === shown && (await readKept(id))?.best;
      if (!best || this.shown !== shown || this.store.get().session.run) return;
      this.goOnFrom(best);
      await this.write();
    });
  }

  /** The later change holds; of two at the same time, that of the tab with the greater name. */
  private adopt(change: SavedChange): void {
    const { project, version, tab } = change;
    const { shown } = this;
    const mine = shown.version ?? 0;
    if (version < mine || (version === mine && tab < this.tab)) return;
    // It came through the channel before the database told of it, and may have been undone since.
    if (version === mine && tab === shown.author) return;
    this.stopTimer();
    const passedOver = this.passesOver(change);
    Object.assign(shown, { version, author: tab } satisfies Partial<OpenProject>);
    const theirs = migrated(project);
    if (!theirs) return;
    Object.assign(shown, { latest: theirs, given: theirs, written: theirs } satisfies Partial<OpenProject>);
    this.store.commit("Change in another tab", () => theirs);
    if (!passedOver) return;
    const text =
      "Another tab changed this project at the same moment. Its change stands; Undo brings yours back.";
    notify(this.store, "page", "info", text);
  }

  /** True where the other tab did not know of this one's last change when it made its own. */
  private passesOver({ version, after }: SavedChange): boolean {
    const { shown } = this;
    if (this.waiting > 0 || shown.latest !== shown.given) return true;
    if (shown.author !== this.tab) return false;
    return version === shown.version || (version === shown.version! + 1 && after !== this.tab);
  }

  /** A tab that was asleep may have missed something. */
  private async lookAgain(): Promise<void> {
    const { shown } = this;
    const { latest, version } = shown;
    if (latest !== shown.given || version === null) return;
    const kept = await readKept(latest.id).catch(() => undefined);
    if (this.shown !== shown || shown.latest !== latest || !kept) return;
    if (kept.version > shown.version! && kept.tab !== this.tab) this.adopt({ ...kept, after: shown.author });
  }

  private remember({ id }: Project): void {
    keepItem(KEY, id, "sessionStorage");
    keepItem(KEY, id);
  }
}

function shownFirst(project: Project): OpenProject {
  const unknown = { given: null, written: null, steps: null, version: null, author: null, after: null };
  return { latest: project, ...unknown, accompanied: false };
}
