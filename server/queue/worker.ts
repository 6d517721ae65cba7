/**
 * The side of the queue that works: takes jobs, gives them to the threads of this process, and leaves the answer. A process that
 * dies in the middle of a job loses its lock on it within seconds; the job then goes to another, and its client gets the answer.
 */
import type { Job as QueueJob } from "bullmq";
import type { Redis } from "ioredis";
import { type Answer, isSearch, type JobKind, type SolveExecutor, usualMs } from "../jobs/executor.ts";
import { type Traces, traceFields } from "../operation/traces.ts";
import { answerKey, bodyKey, type Connect, KEEP_MS, ORDERS, QUEUE, type Ticket, unpackJob } from "./names.ts";
import { Shares } from "./shares.ts";

/** A worker says this often that it is alive; after `LOCK_MS` of silence its jobs go to others. */
const LOCK_MS = 5_000;
/** How often a job may lose its worker before it counts as one that kills workers. */
const LOST_WORKERS = 2;
/** A parked job looks for itself this often, should nobody wake it. */
const PARKED_MS = 2_000;
/** How often a worker looks whether somebody waits for its long jobs to end. */
const ROOM_MS = 500;
/** Most waiting jobs that are looked at, in the order in which they are served. */
const LOOKED_AT = 100;
/** Beside the time of the solver, before a job that runs counts as lost. */
const OVERRUN_MS = 40_000;

export interface WorkerOptions {
  connect: Connect;
  executor: SolveExecutor;
  concurrency: number;
  /** Jobs of one owner that run at the same time, on all workers together. */
  perOwner: number;
  traces?: Traces | undefined;
  usualMs?: number;
  /** Told of every job that has ended, or was left to other workers. */
  onJob?: (report: JobReport) => void;
}

export interface JobReport {
  id: string;
  kind: Ticket["job"]["kind"];
  owner: string;
  answer?: Answer;
  error?: unknown;
}

/** The result ends it: running jobs get `graceMs`, then hand in their best. */
export async function workOnQueue(options: WorkerOptions): Promise<(graceMs: number) => Promise<void>> {
  const { Queue, Worker } = await import("bullmq");
  const { connect, executor, concurrency, perOwner } = options;
  const [redis, orders] = [connect(true), connect(true)];
  const queue = new Queue<Ticket>(QUEUE, { connection: connect(true) });
  queue.on("error", () => undefined);
  const desk = new WorkerDesk(options, redis, new Shares(redis, perOwner), queue);
  orders.on("message", (_channel, order) => desk.obey(order));
  await orders.subscribe(ORDERS);
  const worker = new Worker<Ticket>(QUEUE, (job, token) => desk.serve(job, token), {
    connection: connect(true),
    name: String(concurrency),
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
    maxStalledCount: LOST_WORKERS,
  });
  worker.on("error", () => undefined);
  await worker.waitUntilReady();
  const end = async (graceMs: number) => {
    const closed = worker.close();
    await executor.close(graceMs);
    await closed;
    desk.close();
    orders.disconnect();
    void queue.close();
    redis.disconnect();
  };
  let ended: Promise<void> | undefined;
  return (graceMs) => (ended ??= end(graceMs));
}

interface RunningJob {
  owner: string;
  kind: JobKind;
  started: number;
  stop: AbortController;
  finish: AbortController;
}

class WorkerDesk {
  private readonly running = new Map<string, RunningJob>();
  private readonly roomTimer = setInterval(() => {
    this.makeRoom().catch(() => undefined);
  }, ROOM_MS);

  constructor(
    private readonly options: WorkerOptions,
    private readonly redis: Redis,
    private readonly shares: Shares,
    private readonly queue: import("bullmq").Queue<Ticket>,
  ) {}

  close(): void {
    clearInterval(this.roomTimer);
  }

  /** @throws Error of BullMQ for jobs that have to wait, and for what makes a job fail */
  async serve(job: QueueJob<Ticket>, token: string | undefined): Promise<void> {
    const id = String(job.id);
    const { owner } = job.data;
    const ms = job.data.job.timeLimitMs + OVERRUN_MS;
    if (!(await this.shares.claim(owner, id, job.opts.priority ?? 0, ms))) return this.park(job, token);
    try {
      await this.run(job, id);
    } finally {
      await this.wake(await this.shares.leave(owner, id));
    }
  }

  private async run(queued: QueueJob<Ticket>, id: string): Promise<void> {
    const { job, owner, trace } = queued.data;
    const span = this.options.traces?.begin(`work ${job.kind}`, "CONSUMER", trace);
    let answer: Answer | undefined;
    const report = { id, kind: job.kind, owner };
    const control = { stop: new AbortController(), finish: new AbortController() };
    this.running.set(id, { owner, kind: job.kind, started: performance.now(), ...control });
    try {
      const body = await this.redis.getBuffer(bodyKey(id));
      // The client has gone, or has been told to come again.
      if (!body) return;
      answer = await this.options.executor.run(unpackJob(queued.data, body), {
        owner,
        signal: control.stop.signal,
        finish: control.finish.signal,
        ...(job.progress
          ? { onProgress: (progress) => queued.updateProgress(progress).catch(() => undefined) }
          : {}),
      });
      await this.redis.set(answerKey(id), JSON.stringify(answer), "PX", KEEP_MS);
      this.options.onJob?.({ ...report, answer });
    } catch (error) {
      this.options.onJob?.({ ...report, error });
      throw error;
    } finally {
      span?.end(traceFields(job.kind, owner, answer), { failed: answer?.fault });
      this.running.delete(id);
    }
  }

  /** First out of the queue, then among the parked: whoever wakes it has to find it there. */
  private async park(job: QueueJob<Ticket>, token: string | undefined): Promise<never> {
    const { DelayedError } = await import("bullmq");
    await job.moveToDelayed(Date.now() + PARKED_MS, token);
    const waits = await this.shares.park(job.data.owner, String(job.id), job.opts.priority ?? 0);
    if (!waits) await this.wake(String(job.id));
    throw new DelayedError();
  }

  /** A job that is not there any more has been taken back by its client. */
  private async wake(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const job = await this.queue.getJob(id);
    await job?.promote().catch(() => undefined);
  }

  /** Time that a client asks for beyond the usual is given while nobody else waits. */
  private async makeRoom(): Promise<void> {
    const { concurrency } = this.options;
    const now = performance.now();
    const late = [...this.running.values()].filter(
      ({ kind, started, finish }) =>
        isSearch(kind) && !finish.signal.aborted && now - started > usualMs(kind, this.options),
    );
    if (late.length === 0 || this.running.size < concurrency) return;
    const waiting = await this.queue.getPrioritized(0, LOOKED_AT - 1);
    const isOther = (owner: string) => waiting.some((job) => job.data.owner !== owner);
    late.find(({ owner }) => isOther(owner))?.finish.abort();
  }

  obey(order: string): void {
    const [what, id = ""] = order.split(" ");
    const control = this.running.get(id);
    if (what === "finish") control?.finish.abort();
    else control?.stop.abort(new Error("The client has gone"));
  }
}
