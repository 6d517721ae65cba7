/**
 * One running solve as the step loops see it: seed, budget, stop request, progress. It knows nothing of threads;
 * the worker and the caller's thread build it alike.
 */

import { type SolveOptions, TIME_LIMITS_MS } from "../../base/contract/search-options.ts";
import type { Ended } from "../../base/contract/values/plan.ts";
import type { PauseSwitch } from "../../base/pause.ts";
import { Status } from "../wasm/load.ts";
import { type Incumbent, Incumbents } from "./incumbent.ts";
import { type Meet, type MeetingOffer, ROUND_WORK } from "./portfolio.ts";
import { turn } from "./turn.ts";

/**
 * Target length of one slice: long enough to amortise the call, short enough to hear an abort in time. A unit of work
 * on the largest parts can cost several times what it did a moment ago, so the target lies well below 50 ms.
 */
const SLICE_MS = 12;
/** The grant of the first step, before anything is known of its cost, and how much the last steps count for the next. */
const FIRST_WORK = 1000;
/** No step is granted more, however cheap the last ones were: a unit of the next stage may take forty times as long. */
const MOST_WORK = 32_000;
const RECENT = 0.8;
/** Shortest time between two progress events. */
const PROGRESS_MS = 50;
/** Share of the time that telling of better answers may take. */
const TELL_SHARE = 0.05;
/** Share of the time that handing over better answers may take. */
const KEEP_SHARE = 0.02;
/** Share of the time that may be kept for what has to be done with an answer. */
const CLOSING_SHARE = 0.75;

/** Timers of a longer time run out at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An errand takes a few per cent of the time: so many steps before the search, and after one that its limit has ended. */
const FIRST_STEPS = 60;
const LAST_STEPS = 200;
/** In between, so many steps after every so much work of the search. */
const ERRAND_STEPS = 20;
const ERRAND_WORK = 100_000;

/** Distributes over a union of events: everything but what the job itself fills in. */
type ProgressReport<Event> = Omit<Event, "seq" | "elapsed_ms">;

interface JobOptions<Event> extends SolveOptions<Event> {
  /** When its clock began, by `performance.now()`; at once when absent. */
  begun?: number | undefined;
  /** Where this search meets the others for the same answer. */
  meet?: Meet | undefined;
  /** Place among them, 0 when absent. */
  seat?: number;
  /** Is handed better answers as they are found. */
  keep?: ((incumbent: Incumbent) => void) | undefined;
}

/** Exchange of layouts with other searches for the same answer. */
export interface Sharing {
  offer(): Omit<MeetingOffer, "state">;
  /** Goes on from a better layout. */
  adopt(layout: Float64Array): void;
}

/** Other work that goes along with a search, in small equal steps: what it finds comes at fixed points of the search. */
export interface SideWork {
  steps: Iterator<undefined, void>;
  /** Hands over what has been found. */
  afterSteps(): void;
}

export class SearchJob<Event> {
  readonly seed: number;
  readonly seat: number;
  /** Whoever names a work budget, or a limit beyond what a moment is, wants it used. */
  readonly tenacious: boolean;
  /** Infinity where there is none. */
  readonly workBudget: number;
  private started: number;
  private deadline: number;
  /** So long before the deadline the search ends. */
  private reserved = 0;
  /** Work that a millisecond is good for, as far as is known. */
  private rate = FIRST_WORK;
  private readonly signal: AbortSignal | undefined;
  private readonly onProgress: ((event: Event) => void) | undefined;
  private readonly pause: PauseSwitch | undefined;
  private readonly meet: Meet | undefined;
  private readonly keeper: ((incumbent: Incumbent) => void) | undefined;
  /** Incumbents that were handed over, for when the last one turns out to be wrong. */
  readonly kept = new Incumbents();
  private keptRevision = -1;
  private keepAgain = Number.NEGATIVE_INFINITY;
  private dry = false;
  private workLeft: number;
  private seq = 0;
  private reportAgain = Number.NEGATIVE_INFINITY;
  /** When the event that is under way was begun. */
  private tellingSince = 0;

  constructor(options: JobOptions<Event> = {}) {
    this.seed = (options.seed ?? 1) >>> 0;
    this.seat = options.seat ?? 0;
    this.tenacious = options.workBudget !== undefined || (options.timeLimitMs ?? 0) > 2 * TIME_LIMITS_MS.nest;
    this.started = options.begun ?? performance.now();
    this.deadline = this.started + (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
    this.signal = options.signal;
    this.onProgress = options.onProgress;
    this.pause = options.pause;
    this.meet = options.meet;
    this.keeper = options.keep;
    this.workBudget = options.workBudget ?? Number.POSITIVE_INFINITY;
    this.workLeft = this.workBudget;
  }

  /** True once the caller has aborted, the time is up or the work budget is used up: return the best at once. */
  get stopped(): boolean {
    return (
      this.signal?.aborted === true ||
      performance.now() >= this.deadline - this.reserved ||
      this.workLeft <= 0
    );
  }

  /** Milliseconds until the deadline, Infinity without one. */
  get msLeft(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  /** The work that can be done until the deadline, and `lateMs` beyond; after an abort in those alone. */
  workLeftFor(lateMs: number): number {
    const left = this.signal?.aborted ? 0 : this.msLeft;
    return this.rate * (left + lateMs);
  }

  /**
   * Keeps a share of the time for what comes after the search, and so many milliseconds for what has to be done with the
   * answer after that: at most a share of what is left.
   */
  reserve(share: number, closingMs: number): void {
    const left = this.msLeft;
    if (left === 0 || !Number.isFinite(left)) return;
    const closing = Math.min(closingMs, CLOSING_SHARE * left);
    this.deadline -= closing;
    this.reserved += share * (left - closing);
  }

  /** True once there is no time left for anything, whatever work was granted. */
  get interrupted(): boolean {
    return this.signal?.aborted === true || performance.now() >= this.deadline;
  }

  /** Why the search is over, once it is. */
  get ended(): Ended {
    if (this.signal?.aborted) return "aborted";
    return this.dry || !this.stopped ? "done" : "limit";
  }

  /**
   * Hands over the best answer if it is another one than before, unless the last time was so dear that it has to wait;
   * what an event is about to tell of does not wait: true when there is to be one. Ask between any two steps: `best` is
   * called only when it is wanted.
   */
  keep(revision: number, best: () => Incumbent): boolean {
    const tells = this.wantsProgress;
    if (revision === this.keptRevision || (performance.now() < this.keepAgain && !tells)) return tells;
    this.keptRevision = revision;
    const since = performance.now();
    this.keepLast(best);
    const now = performance.now();
    this.keepAgain = now + (now - since) / KEEP_SHARE;
    return tells;
  }

  /** As `keep`, however soon after the last time: for what a search ends with. */
  keepLast(best: () => Incumbent): void {
    const incumbent = best();
    this.kept.add(incumbent);
    this.keeper?.({ ...incumbent, block: incumbent.block.slice() });
  }

  /** True when the next progress event may be sent; building one can be costly, so ask first. */
  get wantsProgress(): boolean {
    const now = performance.now();
    if (this.onProgress === undefined || now < this.reportAgain) return false;
    this.tellingSince = now;
    return true;
  }

  report(event: ProgressReport<Event>): void {
    const reported = performance.now();
    this.onProgress?.({ ...event, seq: this.seq++, elapsed_ms: reported - this.started } as Event);
    const now = performance.now();
    const cost = now - Math.max(this.tellingSince, this.started);
    this.reportAgain = Math.max(reported + PROGRESS_MS, now + cost / TELL_SHARE);
  }

  /**
   * Calls `step(work)` until it is done or the job is stopped. `work` is chosen so that a call takes about a slice;
   * where the pauses fall never changes what the solver does. After each call `afterStep` may report, then the
   * event loop gets a turn, so that an abort or a pause is heard. A search that shares meets the others after every round.
   * The rest of an errand is done when the search has ended by itself; at its limit only a little of it.
   */
  async run(
    step: (work: number) => number,
    afterStep: () => void,
    sharing?: Sharing,
    errand?: SideWork,
  ): Promise<void> {
    if (errand) await this.runErrand(errand, FIRST_STEPS);
    await this.runSteps(step, afterStep, sharing, errand);
    if (errand) await this.runErrand(errand, this.dry ? Number.POSITIVE_INFINITY : LAST_STEPS);
  }

  /** Calls `step` until it answers true, in slices; false when it was interrupted, or so late before that. */
  async prepare(step: () => boolean, lateMs: number): Promise<boolean> {
    if (this.isLate(lateMs)) return false;
    let slice = performance.now();
    while (!step()) {
      const now = performance.now();
      if (now - slice <= SLICE_MS) continue;
      await turn();
      if (this.signal?.aborted || now >= this.deadline + lateMs) return false;
      slice = performance.now();
    }
    return true;
  }

  /** Waits for a promise. Resolves with undefined where it is rejected, or where the search is to stop first. */
  async wait<Value>(promise: Promise<Value>): Promise<Value | undefined> {
    const ms = this.msLeft - this.reserved;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    const over = new Promise<undefined>((resolve) => {
      stop = () => resolve(undefined);
      if (Number.isFinite(ms)) timer = setTimeout(stop, Math.min(ms, LONGEST_TIMER_MS));
      if (this.signal?.aborted) stop();
      this.signal?.addEventListener("abort", stop, { once: true });
    });
    try {
      return await Promise.race([promise, over]);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
      this.signal?.removeEventListener("abort", stop);
    }
  }

  /** True when the time has been up for longer than this. */
  isLate(lateMs: number): boolean {
    return performance.now() >= this.deadline + lateMs;
  }

  /** Calls `next` up to `most` times, in slices, until it is done or there is no time left; true when it is done. */
  async runErrand({ steps, afterSteps }: SideWork, most: number): Promise<boolean> {
    let done = false;
    let slice = performance.now();
    if (this.signal?.aborted || slice >= this.deadline) return false;
    for (let count = 0; count < most && !done; count++) {
      const now = performance.now();
      if (now >= this.deadline) break;
      if (now - slice > SLICE_MS) {
        await turn();
        if (this.interrupted) return false;
        slice = performance.now();
      }
      done = steps.next().done === true;
    }
    afterSteps();
    return done;
  }

  private async runSteps(
    step: (work: number) => number,
    afterStep: () => void,
    sharing: Sharing | undefined,
    errand: SideWork | undefined,
  ): Promise<void> {
    let work = FIRST_WORK;
    let recentWork = 0;
    let recentMs = 0;
    let roundLeft = ROUND_WORK;
    let errandLeft = errand ? ERRAND_WORK : Number.POSITIVE_INFINITY;
    let slice = performance.now();
    while (await this.goesOn()) {
      const granted = Math.min(work, this.workLeft, roundLeft, errandLeft);
      const before = performance.now();
      const status = step(granted);
      // A step that overdraws its grant makes the next ones look cheap: only several together tell the rate.
      recentWork = RECENT * recentWork + granted;
      recentMs = RECENT * recentMs + performance.now() - before;
      this.workLeft -= granted;
      roundLeft -= granted;
      errandLeft -= granted;
      afterStep();
      if (errand && errandLeft <= 0) {
        errandLeft = (await this.runErrand(errand, ERRAND_STEPS)) ? Number.POSITIVE_INFINITY : ERRAND_WORK;
      }
      const dry = status === Status.DONE;
      if (dry || roundLeft <= 0) {
        // Who is done early sits the rest of the round out: grants differ from run to run, rounds do not.
        this.workLeft -= roundLeft;
        roundLeft = ROUND_WORK;
        if (await this.meetOthers(dry ? "dry" : "searching", sharing)) {
          this.dry = true;
          return;
        }
      }
      this.rate = recentWork / Math.max(recentMs, 0.1);
      const fitting = Math.max(1, Math.min(SLICE_MS, this.msLeft - this.reserved)) * this.rate;
      work = Math.max(1, Math.round(Math.min(fitting, 4 * work, MOST_WORK)));
      if (performance.now() - slice < SLICE_MS / 2) continue;
      await turn();
      slice = performance.now();
    }
    await this.meetOthers("stopped", sharing);
  }

  /** Waits while the search is held, with its clock standing still; false once it is stopped. */
  private async goesOn(): Promise<boolean> {
    if (this.pause?.paused) {
      const since = performance.now();
      await this.pause.whenResumed(this.signal);
      const waited = performance.now() - since;
      this.started += waited;
      this.deadline += waited;
    }
    return !this.stopped;
  }

  /** True when the search is over. Alone, that is when it is dry. */
  private async meetOthers(state: MeetingOffer["state"], sharing: Sharing | undefined): Promise<boolean> {
    if (!this.meet || !sharing) return state === "dry";
    const { better, over } = await this.meet({ ...sharing.offer(), state });
    if (better) sharing.adopt(better);
    return over;
  }
}
