/**
 * One running solve as the step loops see it: seed, budget, stop request, progress. It knows nothing of threads;
 * the worker and the caller's thread build it alike.
 */
import type { Ended } from "../contract/values/ended.ts";
import type { SolveOptions } from "../options.ts";
import type { PauseSwitch } from "../pause.ts";
import { Status } from "../wasm/load.ts";
import { type Incumbent, Kept } from "./incumbent.ts";
import { type Meet, type Offer, ROUND_WORK } from "./portfolio.ts";
import { turn } from "./turn.ts";

/**
 * Target length of one slice: long enough to amortise the call, short enough to hear an abort in time. A unit of work
 * on the largest parts can cost several times what it did a moment ago, so the target lies well below 50 ms.
 */
const SLICE_MS = 12;
/** The grant of the first step, before anything is known of its cost, and how much the last steps count for the next. */
const FIRST_WORK = 1000;
const RECENT = 0.8;
/** Shortest time between two progress events. */
const PROGRESS_MS = 50;
/** Share of the time that handing over better answers may take. */
const KEEP_SHARE = 0.02;

/** Distributes over a union of events: everything but what the job itself fills in. */
type Report<Event> = Omit<Event, "seq" | "elapsedMs">;

interface JobOptions<Event> extends SolveOptions<Event> {
  /** Where this search meets the others for the same answer. */
  meet?: Meet | undefined;
  /** Place among them, 0 when absent. */
  seat?: number;
  /** Is handed better answers as they are found. */
  keep?: ((incumbent: Incumbent) => void) | undefined;
}

/** What a search shares with others for the same answer. */
export interface Sharing {
  offer(): Omit<Offer, "state">;
  /** Goes on from a better layout. */
  adopt(layout: Float64Array): void;
}

export class Job<Event> {
  readonly seed: number;
  readonly seat: number;
  private started = performance.now();
  private deadline: number;
  private readonly signal: AbortSignal | undefined;
  private readonly onProgress: ((event: Event) => void) | undefined;
  private readonly pause: PauseSwitch | undefined;
  private readonly meet: Meet | undefined;
  private readonly keeper: ((incumbent: Incumbent) => void) | undefined;
  /** What has been handed over, for when the last of it turns out to be wrong. */
  readonly kept = new Kept();
  private keptRevision = -1;
  private keepAgain = Number.NEGATIVE_INFINITY;
  private dry = false;
  private workLeft: number;
  private seq = 0;
  private reported = Number.NEGATIVE_INFINITY;

  constructor(options: JobOptions<Event> = {}) {
    this.seed = (options.seed ?? 1) >>> 0;
    this.seat = options.seat ?? 0;
    this.deadline = this.started + (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
    this.signal = options.signal;
    this.onProgress = options.onProgress;
    this.pause = options.pause;
    this.meet = options.meet;
    this.keeper = options.keep;
    this.workLeft = options.workBudget ?? Number.POSITIVE_INFINITY;
  }

  /** True once the caller has aborted, the time is up or the work budget is used up: return the best at once. */
  get stopped(): boolean {
    return this.signal?.aborted === true || performance.now() >= this.deadline || this.workLeft <= 0;
  }

  /** Why the search is over, once it is. */
  get ended(): Ended {
    if (this.signal?.aborted) return "aborted";
    return this.dry || !this.stopped ? "done" : "limit";
  }

  /**
   * Hands over the best answer if it is another one than before, unless the last time was so dear that it has to wait;
   * what an event is about to tell of does not wait. Ask between any two steps: `best` is called only when it is wanted.
   */
  keep(revision: number, best: () => Incumbent): void {
    if (revision === this.keptRevision) return;
    if (performance.now() < this.keepAgain && !this.wantsProgress) return;
    this.keptRevision = revision;
    const since = performance.now();
    this.keepLast(best);
    const now = performance.now();
    this.keepAgain = now + (now - since) / KEEP_SHARE;
  }

  /** As `keep`, however soon after the last time: for what a search ends with. */
  keepLast(best: () => Incumbent): void {
    const incumbent = best();
    this.kept.add(incumbent);
    this.keeper?.({ ...incumbent, block: incumbent.block.slice() });
  }

  /** True when the next progress event may be sent; building one can be costly, so ask first. */
  get wantsProgress(): boolean {
    return this.onProgress !== undefined && performance.now() - this.reported >= PROGRESS_MS;
  }

  report(event: Report<Event>): void {
    this.reported = performance.now();
    const elapsedMs = this.reported - this.started;
    this.onProgress?.({ ...event, seq: this.seq++, elapsedMs } as Event);
  }

  /**
   * Calls `step(work)` until it is done or the job is stopped. `work` is chosen so that a call takes about a slice;
   * where the pauses fall never changes what the solver does. After each call `afterStep` may report, then the
   * event loop gets a turn, so that an abort or a pause is heard. A search that shares meets the others after every round.
   */
  async run(step: (work: number) => number, afterStep: () => void, sharing?: Sharing): Promise<void> {
    let work = FIRST_WORK;
    let recentWork = 0;
    let recentMs = 0;
    let roundLeft = ROUND_WORK;
    while (await this.goesOn()) {
      const granted = Math.min(work, this.workLeft, roundLeft);
      const before = performance.now();
      const status = step(granted);
      // A step that overdraws its grant makes the next ones look cheap: only several together tell the rate.
      recentWork = RECENT * recentWork + granted;
      recentMs = RECENT * recentMs + performance.now() - before;
      this.workLeft -= granted;
      roundLeft -= granted;
      afterStep();
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
      const fitting = (SLICE_MS * recentWork) / Math.max(recentMs, 0.1);
      work = Math.max(1, Math.round(Math.min(fitting, 4 * work)));
      await turn();
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
  private async meetOthers(state: Offer["state"], sharing: Sharing | undefined): Promise<boolean> {
    if (!this.meet || !sharing) return state === "dry";
    const { better, over } = await this.meet({ ...sharing.offer(), state });
    if (better) sharing.adopt(better);
    return over;
  }
}
