/**
 * The executor on the engine's own pool of threads: who is next, and how long. What becomes of a job on its thread, threads that
 * are lost and searches that hand in nothing included, is the engine's business.
 */
import type { Engine } from "../../engine/index.node.ts";
import { type Reason, Unavailable } from "../answers/errors.ts";
import {
  type Answer,
  type ExecutorJob,
  type ExecutorStats,
  isSearch,
  type JobContext,
  type SolveExecutor,
  usualMs,
} from "./executor.ts";
import { within } from "./promises.ts";
import { Turns } from "./turns.ts";
import { type WorkEngine, work } from "./work.ts";

export interface LocalOptions {
  engine: WorkEngine & Pick<Engine, "close">;
  /** Jobs that run at the same time: as many as the engine has threads. */
  threads: number;
  queue: number;
  perOwner: number;
  waitMs: number;
  /** Milliseconds after which a search goes on only while nobody waits; what it has without asking for more by default. */
  usualMs?: number;
  flushMs?: number;
}

/** From the order to hand in the best to its arrival, when the service ends. */
const FLUSH_MS = 2_000;

interface LocalJob extends JobContext {
  job: ExecutorJob;
  kind: ExecutorJob["kind"];
  /** When it began to run; ms of `performance.now()`. */
  started: number;
  /** Aborted when the client has gone, and when the best of a search is wanted now. */
  end: AbortController;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

export class LocalExecutor implements SolveExecutor {
  private readonly turns: Turns<LocalJob>;
  private readonly running = new Set<LocalJob>();
  private closing = false;
  private closed: Promise<void> | undefined;
  private readonly answers = new Set<Promise<Answer>>();
  private roomTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LocalOptions) {
    this.turns = new Turns({ waiting: options.queue, running: options.perOwner });
  }

  async run(job: ExecutorJob, context: JobContext): Promise<Answer> {
    const { signal, finish } = context;
    if (this.closing) throw new Unavailable("ending");
    signal.throwIfAborted();
    const answered = new AbortController();
    const listening = { once: true, signal: answered.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = new Promise<Answer>((resolve, reject) => {
      const { kind } = job;
      const entry = { ...context, job, kind, started: 0, end: new AbortController(), resolve, reject };
      this.turns.add(entry);
      timer = setTimeout(() => this.refuse(entry, "waited too long"), this.options.waitMs);
      signal.addEventListener("abort", () => this.abort(entry), listening);
      finish?.addEventListener("abort", () => this.finish(entry), listening);
      this.startNext();
      if (finish?.aborted) this.finish(entry);
    }).finally(() => {
      clearTimeout(timer);
      answered.abort();
      this.answers.delete(answer);
    });
    this.answers.add(answer);
    return answer;
  }

  async stats(): Promise<ExecutorStats> {
    return { workers: this.options.threads, running: this.running.size, waiting: this.turns.waiting };
  }

  async ping(): Promise<void> {
    if (this.closing) throw new Unavailable("ending");
  }

  close(graceMs: number): Promise<void> {
    this.closed ??= this.end(graceMs);
    return this.closed;
  }

  private async end(graceMs: number): Promise<void> {
    this.closing = true;
    clearTimeout(this.roomTimer);
    await within(graceMs, Promise.allSettled(this.answers));
    this.flush();
    await within(this.options.flushMs ?? FLUSH_MS, Promise.allSettled(this.answers));
    // These jobs were asked for their best and have not answered.
    for (const { reject } of this.running) reject(new Unavailable("ending"));
    await this.options.engine.close();
  }

  /** Asks every running search for the best it has; what waits would not be done in time. */
  private flush(): void {
    for (const entry of this.turns.all()) this.refuse(entry, "ending");
    for (const entry of this.running) this.handIn(entry);
  }

  private finish(entry: LocalJob): void {
    if (!this.refuse(entry, "ending")) this.handIn(entry);
  }

  /** Only a search has a best so far; other work is short. */
  private handIn(entry: LocalJob): void {
    if (isSearch(entry.kind)) entry.end.abort();
  }

  /** False where it does not wait any more. */
  private refuse(entry: LocalJob, reason: Reason): boolean {
    const waited = this.turns.remove(entry);
    if (waited) entry.reject(new Unavailable(reason));
    return waited;
  }

  private startNext(): void {
    while (this.running.size < this.options.threads) {
      const entry = this.turns.next();
      if (!entry) break;
      void this.start(entry);
    }
    this.makeRoom();
  }

  /** Time that a client asks for beyond the usual is given while nobody waits who has nothing running. */
  private makeRoom(): void {
    clearTimeout(this.roomTimer);
    if (this.closing || !this.turns.starving) return;
    const rest = (entry: LocalJob) => entry.started + usualMs(entry.kind, this.options) - performance.now();
    const searches = [...this.running].filter(({ kind, end }) => isSearch(kind) && !end.signal.aborted);
    const [first] = searches.sort((a, b) => rest(a) - rest(b));
    if (!first) return;
    if (rest(first) > 0) this.roomTimer = setTimeout(() => this.makeRoom(), rest(first));
    else first.end.abort();
  }

  private async start(entry: LocalJob): Promise<void> {
    const { job, end, onProgress, resolve, reject } = entry;
    entry.started = performance.now();
    this.running.add(entry);
    const context = { signal: end.signal, onProgress };
    await work(this.options.engine, job, context).then(resolve, reject);
    this.leave(entry);
  }

  private abort(entry: LocalJob): void {
    const { reason } = entry.signal;
    if (!this.turns.remove(entry)) entry.end.abort(reason);
    entry.reject(reason);
  }

  private leave(entry: LocalJob): void {
    if (!this.running.delete(entry)) return;
    this.turns.done(entry);
    this.startNext();
  }
}
