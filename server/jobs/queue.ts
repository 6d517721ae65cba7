/**
 * The executor for more than one machine: jobs go through BullMQ on Redis to whichever process has room. Bodies
 * and answers travel as bytes beside the queue, which itself carries only names. A process that dies in the
 * middle of a job loses its lock on it within seconds; the job then goes to another, and its client gets the
 * answer it waits for.
 */
import type { Job as QueueJob } from "bullmq";
import type { Redis } from "ioredis";
import { tooManyRequests, unavailable } from "../answers/errors.ts";
import type { Answer, ExecutorStats, Job, JobContext, SolveExecutor } from "./executor.ts";

const NAME = "offcut";
/** A worker says this often that it is alive; after `LOCK_MS` of silence its jobs go to others. */
const LOCK_MS = 5_000;
/** How often a job may lose its worker before it counts as one that kills workers. */
const LOST_WORKERS = 2;
/** Bodies and answers that nobody fetches any more are forgotten. */
const KEEP_MS = 10 * 60_000;
/** Time for hand-over, parsing and writing, beside the time of the solver. */
const OVERRUN_MS = 30_000;
const CANCEL = "offcut:cancel";

/** Beside the body: what the queue carries. */
interface Ticket {
  job: Omit<Job, "body">;
  owner: string;
}

/**
 * Opens a connection; several are needed. A patient one waits for Redis to come back, the other fails at once.
 */
export type Connect = (patient: boolean) => Redis;

export interface QueueOptions {
  connect: Connect;
  /** Jobs of this process that may be under way. */
  queue: number;
  /** How long a job may wait for a worker. */
  waitMs: number;
}

/** The side of a process that takes requests. */
export async function openQueue(options: QueueOptions): Promise<SolveExecutor> {
  const { Queue, QueueEvents } = await import("bullmq");
  const redis = options.connect(false);
  const queue = new Queue<Ticket>(NAME, {
    connection: options.connect(false),
    defaultJobOptions: { attempts: 1, removeOnComplete: { age: 60 }, removeOnFail: { age: 60 } },
  });
  const events = new QueueEvents(NAME, { connection: options.connect(true) });
  // Each job that is waited for listens.
  events.setMaxListeners(0);
  // What goes wrong shows in the calls that need it.
  queue.on("error", () => undefined);
  events.on("error", () => undefined);
  await events.waitUntilReady();
  return new QueueExecutor(options, redis, queue, events);
}

class QueueExecutor implements SolveExecutor {
  /** Jobs of each owner that are under way. */
  private readonly pending = new Map<string, number>();
  private count = 0;
  private closing = false;

  constructor(
    private readonly options: QueueOptions,
    private readonly redis: Redis,
    private readonly queue: import("bullmq").Queue<Ticket>,
    private readonly events: import("bullmq").QueueEvents,
  ) {}

  async run({ body, ...job }: Job, { owner, signal }: JobContext): Promise<Answer> {
    if (this.closing || this.count >= this.options.queue) throw unavailable();
    signal.throwIfAborted();
    const own = this.pending.get(owner) ?? 0;
    if (own >= Math.ceil(this.options.queue / 2)) {
      throw tooManyRequests("Too many requests of this key are waiting for a worker");
    }
    this.enter(owner);
    try {
      // The more an owner has under way, the later its next job: owners take turns.
      return await this.submit(crypto.randomUUID(), body, { job, owner }, own + 1, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(error);
    } finally {
      this.leave(owner);
    }
  }

  stats(): ExecutorStats {
    return { workers: 0, running: this.count, waiting: 0 };
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  async close(graceMs: number): Promise<void> {
    this.closing = true;
    const until = Date.now() + graceMs;
    while (this.count > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([this.queue.close(), this.events.close()]);
    this.redis.disconnect();
  }

  private async submit(
    id: string,
    body: Uint8Array,
    ticket: Ticket,
    priority: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { waitMs } = this.options;
    await this.redis.set(bodyKey(id), Buffer.from(body), "PX", KEEP_MS);
    const queued = await this.queue.add(ticket.job.kind, ticket, { jobId: id, priority });
    const finished = queued.waitUntilFinished(this.events, waitMs + ticket.job.timeLimitMs + OVERRUN_MS);
    finished.catch(() => undefined);
    const left = new AbortController();
    try {
      await Promise.race([finished, waitedTooLong(queued, waitMs, left.signal), rejectedBy(signal)]);
      return await this.answer(id);
    } finally {
      left.abort();
      if (signal.aborted) await this.cancel(queued);
      await this.redis.del(bodyKey(id)).catch(() => undefined);
    }
  }

  private async answer(id: string): Promise<Answer> {
    const text = await this.redis.getdel(answerKey(id));
    if (text === null) throw new Error("The answer of a job has gone");
    return JSON.parse(text);
  }

  /** Out of the queue where it waits; where it runs, its worker is told. Without its body it cannot begin later. */
  private async cancel(job: QueueJob<Ticket>): Promise<void> {
    await this.redis.del(bodyKey(String(job.id))).catch(() => undefined);
    await job.remove().catch(() => undefined);
    await this.redis.publish(CANCEL, String(job.id)).catch(() => undefined);
  }

  private enter(owner: string): void {
    this.pending.set(owner, (this.pending.get(owner) ?? 0) + 1);
    this.count++;
  }

  private leave(owner: string): void {
    const left = this.pending.get(owner)! - 1;
    if (left > 0) this.pending.set(owner, left);
    else this.pending.delete(owner);
    this.count--;
  }
}

/** The side of a process that works: takes jobs and gives them to `executor`. The result ends it. */
export async function workOnQueue(
  connect: Connect,
  executor: SolveExecutor,
  concurrency: number,
): Promise<() => Promise<void>> {
  const { Worker } = await import("bullmq");
  const redis = connect(true);
  const running = new Map<string, AbortController>();
  const cancels = connect(true);
  cancels.on("message", (_channel, id) => running.get(id)?.abort(new Error("The client has gone")));
  await cancels.subscribe(CANCEL);
  const worker = new Worker<Ticket>(
    NAME,
    async ({ id, data }) => {
      const { job, owner } = data;
      const controller = new AbortController();
      running.set(String(id), controller);
      try {
        const body = await redis.getBuffer(bodyKey(String(id)));
        if (!body) throw new Error("The body of a job has gone");
        const answer = await executor.run({ ...job, body }, { owner, signal: controller.signal });
        await redis.set(answerKey(String(id)), JSON.stringify(answer), "PX", KEEP_MS);
      } finally {
        running.delete(String(id));
      }
    },
    {
      connection: connect(true),
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS,
      maxStalledCount: LOST_WORKERS,
    },
  );
  worker.on("error", () => undefined);
  await worker.waitUntilReady();
  return async () => {
    await worker.close();
    redis.disconnect();
    cancels.disconnect();
  };
}

function bodyKey(id: string): string {
  return `offcut:body:${id}`;
}

function answerKey(id: string): string {
  return `offcut:answer:${id}`;
}

/** Takes the job out of the queue and rejects, unless a worker has it by then. `left` ends the wait. */
function waitedTooLong(job: QueueJob<Ticket>, waitMs: number, left: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(() => {
      job.remove().then(
        () => reject(new Error("A job has waited too long for a worker")),
        () => undefined,
      );
    }, waitMs);
    left.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
