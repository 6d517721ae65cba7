/**
 * The executor for more than one machine: searches go through BullMQ on Redis to whichever process has room. What ends soon is
 * not worth the way, and is done by the threads of this process. Bodies and answers travel as bytes beside the queue, which
 * itself carries only names.
 *
 * Why BullMQ on Redis and not a queue in PostgreSQL, which would make Redis unnecessary: the limits of the minute are in Redis
 * anyway (6,100 counts a second there, 268 in one row of PostgreSQL), a job costs 16 ms there (28 to 82 ms on BullMQ's PostgreSQL
 * backend, 500 ms with pg-boss, which polls), and a job whose worker dies is back in the queue after seconds (graphile-worker
 * keeps its lock for hours).
 */
import type { Job as QueueJob } from "bullmq";
import type { Redis } from "ioredis";
import { TooManyRequests, Unavailable } from "../answers/errors.ts";
import {
  type Answer,
  type ExecutorJob,
  type ExecutorStats,
  isSearch,
  type JobContext,
  type SolveExecutor,
} from "../jobs/executor.ts";
import { answerKey, bodyKey, type Connect, KEEP_MS, ORDERS, packJob, QUEUE, type Ticket } from "./names.ts";
import { Shares } from "./shares.ts";

/** Time for hand-over, parsing and writing, beside the time of the solver. */
const OVERRUN_MS = 30_000;
/** How long past its limit a search may be on a worker: long enough for another to take it over from one that is lost. */
const LOST_MS = 12_000;
/** From the order to hand in the best to its arrival, when the service ends. */
const FINISH_MS = 2_500;
/** Bytes of a body that are sent at a time. */
const PIECE = 1024 * 1024;
/** A job that has vanished with Redis is handed in again so often. */
const TRIES = 3;
/** Lists of the queue in which jobs wait or run. */
const LISTS = ["active", "wait", "prioritized", "delayed"] as const;

export interface QueueOptions {
  connect: Connect;
  /** Jobs of this process that may be under way. */
  queue: number;
  waitMs: number;
  perOwner: number;
  /** Does what is no search, and answers searches plainly that are lost on their way. */
  threads: Pick<SolveExecutor, "run" | "close">;
  lostMs?: number;
  finishMs?: number;
}

/** The side of a process that takes requests. */
export async function openQueue(options: QueueOptions): Promise<SolveExecutor> {
  const { Queue, QueueEvents } = await import("bullmq");
  const redis = options.connect(false);
  const queue = new Queue<Ticket>(QUEUE, {
    connection: options.connect(false),
    // A job that fails for a worker that is about to end is done by another.
    defaultJobOptions: { attempts: TRIES, removeOnComplete: { age: 60 }, removeOnFail: { age: 60 } },
  });
  const events = new QueueEvents(QUEUE, { connection: options.connect(true) });
  // Faults of Redis show in the calls that need it.
  queue.on("error", () => undefined);
  events.on("error", () => undefined);
  await events.waitUntilReady();
  return new QueueExecutor(options, redis, queue, events);
}

/** One job on its way. */
interface QueuedJob extends JobContext {
  id: string;
  body: Uint8Array;
  ticket: Ticket;
  /** A worker has had it. */
  begun: boolean;
  /** Ends the wait for a worker that stands still. */
  timer?: ReturnType<typeof setTimeout>;
  /** Asks the queue whether it has ended or vanished. */
  look: () => void;
  /** End the wait for it. */
  end: () => void;
  fail: (reason: unknown) => void;
}

class QueueExecutor implements SolveExecutor {
  private readonly errands = new Map<string, QueuedJob>();
  private readonly shares: Shares;
  private closing = false;

  constructor(
    private readonly options: QueueOptions,
    private readonly redis: Redis,
    private readonly queue: import("bullmq").Queue<Ticket>,
    private readonly events: import("bullmq").QueueEvents,
  ) {
    this.shares = new Shares(redis, options.perOwner);
    // Redis has been away, and may have come back with nothing.
    redis.on("ready", () => {
      for (const errand of this.errands.values()) errand.look();
    });
    events.on("active", ({ jobId }) => this.begin(jobId));
    // Its owner has enough of others at work.
    events.on("delayed", ({ jobId }) => this.park(jobId));
    events.on("completed", ({ jobId }) => this.errands.get(jobId)?.end());
    events.on("failed", ({ jobId, failedReason }) => this.errands.get(jobId)?.fail(new Error(failedReason)));
    events.on("progress", ({ jobId, data }) => this.errands.get(jobId)?.onProgress?.(data as never));
  }

  async run(job: ExecutorJob, context: JobContext): Promise<Answer> {
    const { threads } = this.options;
    if (!isSearch(job.kind)) return threads.run(job, context);
    const { owner, signal, trace, onProgress } = context;
    const free = this.options.queue - this.errands.size;
    if (this.closing) throw new Unavailable("ending");
    if (free <= 0) throw new Unavailable("queue full");
    signal.throwIfAborted();
    const own = [...this.errands.values()].filter((errand) => errand.owner === owner).length;
    if (own > 0 && own >= free) {
      throw new TooManyRequests("Too many requests of this key are waiting for a worker");
    }
    const { body, ticket: packed } = packJob({ ...job, progress: onProgress !== undefined });
    const ticket = { ...packed, owner, ...(trace ? { trace } : {}) };
    const id = crypto.randomUUID();
    const errand: QueuedJob = { ...context, id, body, ticket, begun: false, look() {}, end() {}, fail() {} };
    this.errands.set(errand.id, errand);
    const finish = () => void this.order("finish", errand.id);
    context.finish?.addEventListener("abort", finish, { once: true });
    try {
      return await this.submit(errand);
    } catch (error) {
      signal.throwIfAborted();
      if (this.closing) throw new Unavailable("ending", error);
      if (error instanceof Unavailable) throw error;
      if (!errand.begun) throw new Unavailable("queue", error);
      return await threads.run({ ...job, search: false }, { owner, signal });
    } finally {
      context.finish?.removeEventListener("abort", finish);
      clearTimeout(errand.timer);
      this.errands.delete(id);
    }
  }

  async stats(): Promise<ExecutorStats> {
    const { active = 0, ...waits } = await this.queue.getJobCounts(...LISTS);
    // Each worker has how many jobs it does at a time for its name; a Redis that lists no clients tells of none.
    const threads = (await this.queue.getWorkers()).map(({ rawname = "0" }) =>
      Number(rawname.split(":").at(-1)),
    );
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
    return { workers: sum(threads), running: active, waiting: sum(Object.values(waits)) };
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  async close(graceMs: number): Promise<void> {
    await Promise.all([this.end(graceMs), this.options.threads.close(graceMs)]);
  }

  private async end(graceMs: number): Promise<void> {
    this.closing = true;
    await this.settled(graceMs);
    for (const { id } of this.errands.values()) {
      await this.order("finish", id);
      // A job that no worker has yet will not get one in time.
      const job = await this.queue.getJob(id).catch(() => undefined);
      await job?.remove().catch(() => undefined);
      this.errands.get(id)?.look();
    }
    await this.settled(this.options.finishMs ?? FINISH_MS);
    for (const errand of this.errands.values()) errand.fail(new Error("The service ends"));
    await Promise.all([this.queue.close(), this.events.close()]);
    this.redis.disconnect();
  }

  /** Until nothing is under way, or the time is over. */
  private async settled(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (this.errands.size > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async submit(errand: QueuedJob): Promise<Answer> {
    const { id, signal } = errand;
    try {
      for (let tries = 1; ; tries++) {
        await this.attempt(errand);
        const text = await this.redis.getdel(answerKey(id));
        if (text !== null) return JSON.parse(text);
        if (tries === TRIES || this.closing) throw new Error("The answer of a job has gone");
      }
    } finally {
      if (signal.aborted) await this.cancel(id);
      await this.redis.del(bodyKey(id)).catch(() => undefined);
    }
  }

  /** Hands the job in and waits until it has ended, or has vanished from the queue. */
  private async attempt(errand: QueuedJob): Promise<void> {
    const { id, body, ticket, owner, signal } = errand;
    const { waitMs } = this.options;
    await this.keep(bodyKey(id), body);
    // Its end may be told before the queue has answered that it took it.
    const ended = new Promise<void>((resolve, reject) =>
      Object.assign(errand, { end: resolve, fail: reject }),
    );
    ended.catch(() => undefined);
    const lists = LISTS.map((list) => this.queue.toKey(list));
    const priority = await this.shares.stamp(owner, lists);
    const queued = await this.queue.add(ticket.job.kind, ticket, { jobId: id, priority });
    const { fail } = errand;
    errand.look = () => void lookAt(queued, errand);
    errand.look();
    const leave = () => fail(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    // A job that a worker has by then stays in the queue, and has more time.
    const refuse = () =>
      queued.remove().then(
        () => fail(new Unavailable("waited too long")),
        () => undefined,
      );
    const overdue = () => fail(new Error("A job has not ended in its time"));
    const timers = [
      setTimeout(refuse, waitMs),
      setTimeout(overdue, waitMs + ticket.job.timeLimitMs + OVERRUN_MS),
    ];
    await ended.finally(() => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    });
  }

  /** In pieces, each of which takes its time; other commands go in between. */
  private async keep(key: string, body: Uint8Array): Promise<void> {
    const piece = (at: number) =>
      Buffer.from(body.buffer, body.byteOffset + at, Math.min(PIECE, body.byteLength - at));
    await this.redis.set(key, piece(0), "PX", KEEP_MS);
    for (let at = PIECE; at < body.byteLength; at += PIECE) await this.redis.append(key, piece(at));
  }

  /** Out of the queue where it waits; where it runs, its worker is told. Without its body it cannot begin later. */
  private async cancel(id: string): Promise<void> {
    await this.redis.del(bodyKey(id)).catch(() => undefined);
    await this.queue.remove(id).catch(() => undefined);
    await this.order("stop", id);
  }

  private async order(what: "stop" | "finish", id: string): Promise<void> {
    await this.redis.publish(ORDERS, `${what} ${id}`).catch(() => undefined);
  }

  /** A worker has taken a job, the first time or from one that is lost. */
  private begin(id: string): void {
    const errand = this.errands.get(id);
    if (!errand) return;
    errand.begun = true;
    clearTimeout(errand.timer);
    errand.timer = setTimeout(
      () => {
        void this.cancel(id);
        errand.fail(new Error("The worker stands still"));
      },
      errand.ticket.job.timeLimitMs + (this.options.lostMs ?? LOST_MS),
    );
  }

  private park(id: string): void {
    const errand = this.errands.get(id);
    if (!errand) return;
    errand.begun = false;
    clearTimeout(errand.timer);
  }
}

/** While Redis is away nothing is learnt; the next look or event tells. */
async function lookAt(job: QueueJob<Ticket>, { end, fail }: QueuedJob): Promise<void> {
  const state = await job.getState().catch(() => undefined);
  if (state === "completed" || state === "unknown") end();
  if (state === "failed") fail(new Error("A job has failed"));
}
