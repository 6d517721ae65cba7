/**
 * Does the jobs that nobody waits for on the line, with the same executor and in the same turns as all others. What is
 * acknowledged is on disk: a job whose process has gone is taken over by another, or by this one when it is back.
 */
import { EventEmitter, once, setMaxListeners } from "node:events";
import type { SqlStore } from "../accounts/sqlstore.ts";
import { answerFromError, Unavailable } from "../answers/errors.ts";
import type { Answer, JobContext, JobProgress, SolveExecutor } from "../jobs/executor.ts";
import { until, within } from "../jobs/promises.ts";
import type { Logger } from "../operation/logger.ts";
import { type Traces, traced } from "../operation/traces.ts";
import { hasEnded, type JobRecord, type JobState, type JobStore } from "./job-store.ts";
import type { Notifier } from "./webhooks.ts";

const EVERY_MS = 2_000;
const LEASE_MS = 10_000;
/** A job whose process or worker is lost so often counts as one that kills them. */
const MOST_ATTEMPTS = 3;
/** Pause before a job that found no room among the waiting tries again. */
const PAUSE_MS = 1_000;

export interface RunnerParts {
  store: JobStore;
  accounts: SqlStore;
  executor: SolveExecutor;
  logger: Logger;
  /** Milliseconds that a job is kept after its end. */
  keepMs: number;
  /** Results of one account that are kept. */
  keepBytes: number;
  notifier?: Notifier | undefined;
  traces?: Traces | undefined;
  /** Told of every answer, to count it. */
  onAnswer?: (record: JobRecord, answer: Answer) => void;
  now?: () => number;
}

interface RunningRecord {
  finish: AbortController;
  progress: JobProgress | null;
  ended: Promise<void>;
}

export class JobRunner {
  private readonly running = new Map<string, RunningRecord>();
  /** Tells of changes of jobs of this process, by their ids. */
  private readonly changes = new EventEmitter();
  /** Webhooks on their way. */
  private readonly deliveries = new Map<string, Promise<void>>();
  private readonly ending = new AbortController();
  private readonly timer: ReturnType<typeof setInterval>;
  private closing = false;
  private readonly now: () => number;

  constructor(private readonly parts: RunnerParts) {
    this.now = parts.now ?? Date.now;
    // Each webhook on its way listens, and each stream of events, and there may be any number.
    setMaxListeners(0, this.ending.signal, this.changes);
    const warn = (error: unknown) => parts.logger.warn({ fault: String(error) }, "jobs not looked after");
    this.timer = setInterval(() => this.look().catch(warn), EVERY_MS).unref();
  }

  /** Acknowledged once it resolves; false where the account has `most` open jobs. `onEnd`: the body has left the memory. */
  async submit(record: JobRecord, most?: number, onEnd: () => void = () => undefined): Promise<boolean> {
    let isTaken = false;
    try {
      isTaken = await this.parts.store.add(record, LEASE_MS, most);
    } finally {
      if (!isTaken) onEnd();
    }
    if (isTaken) this.begin(record, onEnd);
    return isTaken;
  }

  /** The latest figures; nothing for a job of another process. */
  progress(id: string): JobProgress | null | undefined {
    return this.running.get(id)?.progress;
  }

  /** Resolves when a job of this process has changed, after `ms`, and once `gone` is aborted. */
  async change(id: string, ms: number, gone: AbortSignal): Promise<void> {
    await until(ms, gone, (signal) => once(this.changes, id, { signal })).catch(() => undefined);
  }

  /** Asks for the best so far; resolves when it is there, or after `ms`. */
  async cancel(id: string, ms: number): Promise<void> {
    await this.parts.store.cancel(id);
    const running = this.running.get(id);
    running?.finish.abort();
    if (running) await within(ms, running.ended);
  }

  /** Takes nothing up any more. */
  stop(): void {
    this.closing = true;
    clearInterval(this.timer);
  }

  /** Leaves jobs that have not ended with the executor, and callers that have not been told, to other processes. */
  async close(): Promise<void> {
    this.stop();
    this.ending.abort();
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
    await Promise.all(this.deliveries.values());
  }

  /** Keeps what is here, takes up what others have left, forgets what has expired. */
  async look(): Promise<void> {
    const { store } = this.parts;
    const held = [...this.running.keys(), ...this.deliveries.keys()];
    const cancelled = await store.renew(held, this.now() + LEASE_MS);
    for (const id of cancelled) this.running.get(id)?.finish.abort();
    while (!this.closing) {
      const record = await store.adopt(this.now(), this.now() + LEASE_MS);
      if (!record) break;
      if (hasEnded(record.state)) this.tell(record);
      else this.begin(record);
    }
    await store.sweep(this.now());
  }

  private begin(record: JobRecord, onEnd: () => void = () => undefined): void {
    const finish = new AbortController();
    if (record.cancelled) finish.abort();
    const running: RunningRecord = { finish, progress: record.progress, ended: Promise.resolve() };
    this.running.set(record.id, running);
    running.ended = this.perform(record, running)
      .catch((error: unknown) => {
        this.parts.logger.warn({ job: record.id, fault: String(error) }, "job left to others");
        return this.parts.store.release(record.id).catch(() => undefined);
      })
      .finally(() => {
        this.running.delete(record.id);
        onEnd();
        this.changes.emit(record.id);
      });
  }

  private async perform(record: JobRecord, running: RunningRecord): Promise<void> {
    const isLost = (record.attempts ?? 1) > MOST_ATTEMPTS;
    const answer = isLost ? lostAnswer() : await this.answer(record, running);
    if (!answer && !running.finish.signal.aborted) return this.parts.store.release(record.id);
    await this.end(record, running.finish.signal.aborted, answer);
  }

  /** Nothing where it was cancelled before it had begun, or this process ends. */
  private async answer(record: JobRecord, running: RunningRecord): Promise<Answer | undefined> {
    const { id, accountId, job } = record;
    let seen = -1;
    const context: JobContext = {
      owner: accountId,
      signal: new AbortController().signal,
      finish: running.finish.signal,
      onProgress: (progress) => {
        running.progress = progress;
        this.changes.emit(id);
        const second = Math.floor(progress.elapsed_ms / 1000);
        if (second > seen) void this.parts.store.progress(id, progress).catch(() => undefined);
        seen = second;
      },
    };
    while (!this.closing && !running.finish.signal.aborted) {
      try {
        // The executor may take the buffer over, and another try needs it too.
        return await traced(this.parts.traces, { kind: job.kind, owner: accountId }, (trace) =>
          this.parts.executor.run({ ...job, body: new Uint8Array(job.body) }, { ...context, ...trace }),
        );
      } catch (error) {
        if (running.finish.signal.aborted || this.closing) return undefined;
        const isLost = error instanceof Unavailable && error.reason === "worker lost";
        if (isLost && (await this.parts.store.attempt(id)) >= MOST_ATTEMPTS) return lostAnswer();
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    return undefined;
  }

  private async end(record: JobRecord, cancelled: boolean, answer: Answer | undefined): Promise<void> {
    const { store, accounts, keepMs, keepBytes, logger } = this.parts;
    const good = answer !== undefined && answer.status < 300;
    const state: JobState = cancelled ? "cancelled" : good ? "succeeded" : "failed";
    const now = this.now();
    if (!(await store.finish(record.id, state, answer, now, now + keepMs))) return;
    const trimmed = store.trim(record.accountId, keepBytes);
    await trimmed.catch((error) =>
      logger.warn({ job: record.id, fault: String(error) }, "old results are kept"),
    );
    if (answer) this.parts.onAnswer?.(record, answer);
    if (!good) await accounts.usage.refund(record.accountId, record.period);
    const fields = { job: record.id, kind: record.job.kind, account: record.accountId, state };
    logger.info({ ...fields, work_ms: Math.round(answer?.elapsedMs ?? 0), fault: answer?.fault }, "job");
    this.tell({ ...record, state, finishedAt: now, expiresAt: now + keepMs });
  }

  /** Nobody waits for it: whom this process has not told when it ends is told by another. */
  private tell(record: JobRecord): void {
    const { store, notifier, logger } = this.parts;
    const { id, notify } = record;
    if (notify === null) return;
    const deliver = async () => {
      const isDone = (await notifier?.(notify, record, this.ending.signal)) ?? true;
      if (isDone) await store.told(id);
      else await store.release(id);
    };
    const delivery = deliver()
      .catch((error: unknown) => logger.warn({ job: id, fault: String(error) }, "webhook left to others"))
      .finally(() => this.deliveries.delete(id));
    this.deliveries.set(id, delivery);
  }
}

/** Answer for a job that ended every process which did it. */
function lostAnswer(): Answer {
  const error = new Error(`The job has lost its process or worker ${MOST_ATTEMPTS} times`);
  return { ...answerFromError(error), elapsedMs: 0 };
}
