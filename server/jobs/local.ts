/**
 * The executor on threads of this process. Each thread does one job at a time with an engine of its own; a job
 * whose client has gone is asked to stop and its thread ended if it does not, as is one that overruns its time.
 * A thread that dies fails its job alone.
 */
import { EngineError, type Fault } from "../../engine/index.node.ts";
import { answerFromError, type Reason, unavailable } from "../answers/errors.ts";
import {
  type Answer,
  type ExecutorStats,
  isSearch,
  type Job,
  type JobContext,
  type SolveExecutor,
  usualMs,
} from "./executor.ts";
import type { ThreadReport, ThreadRequest } from "./thread.ts";
import { Turns } from "./turns.ts";

/** A thread as the platform makes it. */
export interface JobThread {
  send(request: ThreadRequest, transfer: ArrayBuffer[]): void;
  onReport(listener: (report: ThreadReport) => void): void;
  /** Called once, with the reason, when the thread has ended for any reason but `terminate`. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface LocalOptions {
  spawn: () => JobThread;
  threads: number;
  /** Jobs that may wait. */
  queue: number;
  /** Jobs of one owner that may run at the same time. */
  perOwner: number;
  /** How long a job may wait for a thread. */
  waitMs: number;
  /** Milliseconds after which a search goes on only while nobody waits; what it has without asking for more by default. */
  usualMs?: number;
  /** Is told of what went wrong inside although the job was answered. */
  onFault?: (fault: Fault) => void;
}

/** A job that was asked to stop gets this long; more than the length of a step of the solvers. */
const STOP_GRACE_MS = 250;
/** Solvers watch their time themselves, but not that of reading long bodies; other work has to begin first. */
const OVERRUN_MS = 2_000;
/** A solver that has told of an answer gets this long past its limit to write its last one. */
const BEST_OVERRUN_MS = 1_000;
/**
 * Bodies up to this size, and those of searches, are kept until their job is answered: a thread that dies early is then
 * not the end of it.
 */
const KEPT_BYTES = 1024 * 1024;
const MOST_TRIES = 2;
/** A plain answer instead of a lost search. */
const PLAIN_MS = 8_000;
/** From the order to hand in the best to its arrival, when the service ends. */
const FLUSH_MS = 2_000;

interface Entry extends JobContext {
  /** When its thread got it; ms of `performance.now()`. */
  started: number;
  /** Has been asked for its best. */
  yielding: boolean;
  job: Job;
  kind: Job["kind"];
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
  timer?: ReturnType<typeof setTimeout>;
  /** Best answer that the thread has told of, should it be lost. */
  best?: Answer;
  tries: number;
  /** When the time is up, of all tries together; ms of `performance.now()`. */
  until?: number;
  onAbort: () => void;
  onFinish: () => void;
}

export class LocalExecutor implements SolveExecutor {
  private readonly turns: Turns<Entry>;
  private readonly idle: JobThread[] = [];
  private readonly busy = new Map<JobThread, Entry>();
  private closing = false;
  private drained: (() => void) | undefined;
  private roomTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LocalOptions) {
    this.turns = new Turns({ waiting: options.queue, running: options.perOwner });
  }

  async run(job: Job, context: JobContext): Promise<Answer> {
    if (this.closing) throw unavailable("ending");
    context.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        ...context,
        job,
        kind: job.kind,
        tries: 0,
        started: 0,
        yielding: false,
        resolve,
        reject,
        onAbort: () => this.abort(entry),
        onFinish: () => this.finish(entry),
      };
      this.enqueue(entry);
      this.startNext();
    });
  }

  private enqueue(entry: Entry): void {
    this.turns.add(entry);
    entry.timer = setTimeout(() => this.giveUpWaiting(entry), this.options.waitMs);
    entry.signal.addEventListener("abort", entry.onAbort, { once: true });
    entry.finish?.addEventListener("abort", entry.onFinish, { once: true });
  }

  async stats(): Promise<ExecutorStats> {
    return { workers: this.options.threads, running: this.busy.size, waiting: this.turns.waiting };
  }

  async ping(): Promise<void> {
    if (this.closing) throw unavailable("ending");
  }

  async close(graceMs: number): Promise<void> {
    this.closing = true;
    clearTimeout(this.roomTimer);
    const drained = new Promise<void>((resolve) => {
      this.drained = resolve;
    });
    this.reportDrained();
    const timers = [
      setTimeout(() => this.flush(), graceMs),
      setTimeout(() => this.giveUp(), graceMs + FLUSH_MS),
    ];
    await drained;
    for (const timer of timers) clearTimeout(timer);
    for (const thread of this.idle.splice(0)) thread.terminate();
  }

  /** Asks every running job for the best it has; what waits would not be done in time. */
  private flush(): void {
    for (let entry = this.turns.drop(); entry; entry = this.turns.drop()) this.refuse(entry, "ending");
    for (const thread of this.busy.keys()) thread.send({ type: "flush" }, []);
    this.reportDrained();
  }

  /** Answers threads that hand in nothing all the same. */
  private giveUp(): void {
    for (const thread of [...this.busy.keys()]) {
      this.replace(thread, (entry) =>
        entry.best ? entry.resolve(entry.best) : entry.reject(unavailable("ending")),
      );
    }
  }

  private finish(entry: Entry): void {
    if (this.turns.remove(entry)) this.refuse(entry, "ending");
    else this.threadOf(entry)?.send({ type: "flush" }, []);
  }

  private refuse(entry: Entry, reason: Reason): void {
    this.settle(entry);
    entry.reject(unavailable(reason));
  }

  private threadOf(entry: Entry): JobThread | undefined {
    return [...this.busy].find(([, running]) => running === entry)?.[0];
  }

  private startNext(): void {
    while (this.busy.size < this.options.threads) {
      const entry = this.turns.next();
      if (!entry) return;
      this.start(entry, this.idle.pop() ?? this.spawn());
    }
    this.makeRoom();
  }

  /** Time that a client asks for beyond the usual is given while nobody waits who has nothing running. */
  private makeRoom(): void {
    clearTimeout(this.roomTimer);
    if (this.closing || !this.turns.starving) return;
    const rest = (entry: Entry) => entry.started + usualMs(entry.kind, this.options) - performance.now();
    const searches = [...this.busy].filter(([, entry]) => isSearch(entry.kind) && !entry.yielding);
    const [first] = searches.sort(([, a], [, b]) => rest(a) - rest(b));
    if (!first) return;
    const [thread, entry] = first;
    if (rest(entry) > 0) {
      this.roomTimer = setTimeout(() => this.makeRoom(), rest(entry));
      return;
    }
    entry.yielding = true;
    thread.send({ type: "flush" }, []);
  }

  private start(entry: Entry, thread: JobThread): void {
    clearTimeout(entry.timer);
    entry.started = performance.now();
    entry.yielding = false;
    this.busy.set(thread, entry);
    const { job } = entry;
    entry.until ??= entry.started + job.timeLimitMs;
    const timeLimitMs = isPlain(job) ? PLAIN_MS : Math.max(0, entry.until - entry.started);
    entry.timer = setTimeout(() => this.overrun(thread), timeLimitMs + OVERRUN_MS);
    entry.tries++;
    // Who sends a copy can send another one.
    const kept = isSearch(job.kind) || job.body.byteLength <= KEPT_BYTES;
    const body = kept ? new Uint8Array(job.body) : ownBuffer(job.body);
    const progress = entry.onProgress !== undefined;
    thread.send({ type: "job", job: { ...job, timeLimitMs, body, progress } }, [body.buffer]);
  }

  private spawn(): JobThread {
    const thread = this.options.spawn();
    thread.onReport((report) => {
      if (report.type === "progress") return this.busy.get(thread)?.onProgress?.(report.progress);
      if (report.type === "best") return this.keepBest(thread, report.answer);
      if (report.type === "fault") return this.options.onFault?.(report.fault);
      const { answer } = report;
      const entry = this.release(thread);
      this.idle.push(thread);
      entry?.resolve(answer);
      this.startNext();
    });
    thread.onDeath((reason) =>
      this.replace(thread, (entry) =>
        this.answerWithout(entry, new Error(`The thread has ended: ${reason}`), this.canTryAgain(entry)),
      ),
    );
    return thread;
  }

  /** From now on the job has an answer, and no reason to wait long for a better one. */
  private keepBest(thread: JobThread, answer: Answer): void {
    const entry = this.busy.get(thread);
    if (!entry || entry.signal.aborted) return;
    if (!entry.best) {
      clearTimeout(entry.timer);
      const left = entry.until! - performance.now();
      entry.timer = setTimeout(() => this.overrun(thread), Math.max(0, left) + BEST_OVERRUN_MS);
    }
    entry.best = answer;
  }

  private canTryAgain({ job, kind, tries, until }: Entry): boolean {
    if (tries >= MOST_TRIES || this.closing || job.body.byteLength === 0) return false;
    return !isSearch(kind) || until! > performance.now();
  }

  /** Answers a job whose thread is lost: with what it has told of, by another try, plainly, or with its failure. */
  private answerWithout(entry: Entry, error: Error, again: boolean): void {
    if (entry.signal.aborted) return;
    const { best, kind, job, resolve, reject } = entry;
    if (!best && !again && (!isSearch(kind) || isPlain(job) || job.body.byteLength === 0)) {
      resolve(failure(error));
      return;
    }
    this.report(entry, error);
    if (best) resolve(best);
    else if (this.closing) reject(unavailable("ending"));
    else {
      if (!again) entry.job = { ...job, search: false };
      this.enqueueOrRefuse(entry);
    }
  }

  private enqueueOrRefuse(entry: Entry): void {
    try {
      this.enqueue(entry);
    } catch (full) {
      entry.reject(full);
    }
  }

  private report({ kind }: Entry, { message }: Error): void {
    this.options.onFault?.({ kind: "worker lost", method: kind, seed: 1, message });
  }

  private abort(entry: Entry): void {
    if (this.turns.remove(entry)) {
      this.settle(entry);
      entry.reject(entry.signal.reason);
      return;
    }
    const thread = this.threadOf(entry);
    if (!thread) return;
    thread.send({ type: "stop" }, []);
    clearTimeout(entry.timer);
    entry.reject(entry.signal.reason);
    entry.timer = setTimeout(() => this.replace(thread, () => undefined), STOP_GRACE_MS);
  }

  private giveUpWaiting(entry: Entry): void {
    if (this.turns.remove(entry)) this.refuse(entry, "waited too long");
  }

  private overrun(thread: JobThread): void {
    this.replace(thread, (entry) => {
      if (isSearch(entry.kind) && !isPlain(entry.job)) {
        this.answerWithout(entry, new Error("The thread did not stop at its limit"), false);
      } else if (canBeAskedAgain(entry.job)) this.refuse(entry, "overran");
      else entry.resolve(overrunAnswer(entry.job));
    });
  }

  /** Ends a thread; the next job gets a new one. */
  private replace(thread: JobThread, settle: (entry: Entry) => void): void {
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
    const entry = this.release(thread);
    thread.terminate();
    if (entry) settle(entry);
    this.startNext();
  }

  private release(thread: JobThread): Entry | undefined {
    const entry = this.busy.get(thread);
    if (!entry) return undefined;
    this.busy.delete(thread);
    this.turns.done(entry);
    this.settle(entry);
    this.reportDrained();
    return entry;
  }

  private settle(entry: Entry): void {
    clearTimeout(entry.timer);
    entry.signal.removeEventListener("abort", entry.onAbort);
    entry.finish?.removeEventListener("abort", entry.onFinish);
  }

  private reportDrained(): void {
    if (this.busy.size === 0 && this.turns.waiting === 0) this.drained?.();
  }
}

/** A view with a buffer of its own, which can then be handed over instead of copied. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

function isPlain({ search = true }: Job): boolean {
  return !search;
}

/** True for jobs whose writing or searching may take long on a loaded machine. */
function canBeAskedAgain({ kind }: Job): boolean {
  return kind === "gcode" || kind === "dxf" || isSearch(kind);
}

function overrunAnswer({ kind, timeLimitMs }: Job): Answer {
  if (kind !== "parse" && kind !== "svg") return failure(new Error(`A ${kind} job overran its time`));
  const message = `The drawing could not be read within ${timeLimitMs / 1000} s`;
  return failure(new EngineError("INVALID_DXF", message));
}

function failure(error: Error): Answer {
  return { ...answerFromError(error), elapsedMs: 0 };
}
