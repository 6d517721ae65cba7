/**
 * Worker threads and who uses them: spawned when first needed, one call at a time each, replaced when they die,
 * ended when they have been idle for a minute. A call always settles: Comlink alone would leave it pending for
 * ever when its worker ends (measured with 4.4.2).
 */
import { proxy, type Remote, releaseProxy, wrap } from "comlink";
import { EngineError } from "../errors.ts";
import type { PauseSwitch } from "../pause.ts";
import type { Meet } from "../search/portfolio.ts";
import { Turnstile } from "./admission.ts";
import type { WorkerThread } from "./platform/platform.ts";
import type { TaskInput, TaskName, TaskOutput, TaskSettings } from "./tasks/tasks.ts";
import { unwrap, type WorkerApi } from "./worker/wire.ts";

/** How long a stopped task may take to hand over its best before its worker is ended. */
const STOP_GRACE_MS = 3_000;
/** How long past its own limit a task may run before it counts as hung. */
const HUNG_AFTER_MS = 5_000;
const IDLE_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A call on a worker, as the engine describes it. */
export interface PoolCall<Name extends TaskName> {
  name: Name;
  input: TaskInput<Name>;
  settings: TaskSettings;
  onProgress?: (event: object) => void;
  /** Where the task meets the others that search for the same answer. */
  meet?: Meet;
  signal?: AbortSignal | undefined;
  /** Holds the task; whoever is held is not hung. */
  pause?: PauseSwitch | undefined;
  /** Ends the worker with the call, before the answer is handed on: what it leaves behind is more than it is worth. */
  once?: boolean;
  /** What an abort does: `"stop"` asks for the best so far, `"kill"` ends the worker at once. */
  onAbort: "stop" | "kill";
  timeLimitMs: number;
}

interface Member {
  thread: WorkerThread;
  api: Remote<WorkerApi>;
  idleTimer?: ReturnType<typeof setTimeout>;
  /** Fails the call that runs on this worker. */
  interrupt?: (error: unknown) => void;
}

export class WorkerPool {
  private readonly idle: Member[] = [];
  private readonly members = new Set<Member>();
  private readonly turnstile: Turnstile;

  constructor(
    /** Resolves, once workers can be started, with what starts one. */
    private readonly ready: () => Promise<() => WorkerThread>,
    size: number,
  ) {
    this.turnstile = new Turnstile(size);
  }

  /**
   * Starts tasks that may wait for each other, each on a worker of its own, as soon as there is one for every one of
   * them: two groups with half of their workers each would wait for ever.
   */
  async start<Name extends TaskName>(calls: PoolCall<Name>[]): Promise<Promise<TaskOutput<Name>>[]> {
    const spawn = await this.ready();
    await this.turnstile.enter(calls.length, calls[0]!.signal);
    return calls.map((call) => this.runOn(this.acquire(spawn), call));
  }

  /** Ends every worker; calls that run or wait fail with ENGINE_CLOSED. */
  close(): void {
    this.turnstile.close(closedError());
    for (const member of [...this.members]) void this.discard(member, closedError());
  }

  /** Number of worker threads alive, for tests and status pages. */
  get alive(): number {
    return this.members.size;
  }

  private async runOn<Name extends TaskName>(
    member: Member,
    call: PoolCall<Name>,
  ): Promise<TaskOutput<Name>> {
    const { signal } = call;
    const end = ending<TaskOutput<Name>>();
    member.interrupt = end.reject;
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const onAbort = () => {
      if (call.onAbort === "kill") return void this.discard(member, signal!.reason);
      void member.api.stop();
      graceTimer = setTimeout(() => void this.discard(member, signal!.reason), STOP_GRACE_MS);
    };
    const patience = Math.min(call.timeLimitMs + HUNG_AFTER_MS, LONGEST_TIMER_MS);
    const startHungTimer = () => setTimeout(() => void this.discard(member, hung(call)), patience);
    let hungTimer = startHungTimer();
    const onHold = (paused: boolean) => {
      void member.api.hold(paused);
      clearTimeout(hungTimer);
      if (!paused) hungTimer = startHungTimer();
    };
    const unwatch = call.pause?.watch(onHold);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();

    const { name, input, settings } = call;
    const progress = call.onProgress && proxy(untilSettled(end, call.onProgress));
    // Comlink's mapped type cannot carry the generic through; the table in tasks.ts is what keeps it honest.
    const run = member.api.run as unknown as WorkerApi["run"];
    const meet = call.meet && proxy(call.meet);
    run(name, input, settings, progress as typeof call.onProgress, meet).then(
      (outcome) => {
        try {
          end.resolve(unwrap(outcome));
        } catch (error) {
          end.reject(error);
        }
      },
      (error: unknown) => end.reject(new EngineError("INVALID_INPUT", notPostable(error), { cause: error })),
    );
    if (call.pause?.paused) onHold(true);
    try {
      return await end.promise;
    } finally {
      unwatch?.();
      clearTimeout(hungTimer);
      clearTimeout(graceTimer);
      signal?.removeEventListener("abort", onAbort);
      delete member.interrupt;
      if (call.once) await this.discard(member, undefined);
      this.release(member);
    }
  }

  private acquire(spawn: () => WorkerThread): Member {
    const member = this.idle.pop() ?? this.enlist(spawn());
    clearTimeout(member.idleTimer);
    member.thread.keepAlive(true);
    return member;
  }

  private enlist(thread: WorkerThread): Member {
    const member: Member = { thread, api: wrap<WorkerApi>(thread.port) };
    this.members.add(member);
    void thread.died.then((reason) =>
      this.discard(member, new EngineError("WORKER_FAILED", `A worker failed: ${reason}`)),
    );
    return member;
  }

  private release(member: Member): void {
    if (this.members.has(member)) {
      member.thread.keepAlive(false);
      member.idleTimer = setTimeout(() => void this.discard(member, undefined), IDLE_MS);
      unref(member.idleTimer);
      this.idle.push(member);
    }
    this.turnstile.leave();
  }

  /** Ends a worker; the call that runs on it, if any, fails with `error`. */
  private async discard(member: Member, error: unknown): Promise<void> {
    if (!this.members.delete(member)) return;
    clearTimeout(member.idleTimer);
    const at = this.idle.indexOf(member);
    if (at >= 0) this.idle.splice(at, 1);
    member.api[releaseProxy]();
    const gone = member.thread.terminate();
    member.interrupt?.(error);
    await gone;
  }
}

/** A promise that settles once, and knows whether it has. */
function ending<Value>() {
  let settle: { resolve: (value: Value) => void; reject: (error: unknown) => void };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const end = {
    promise,
    settled: false,
    resolve(value: Value) {
      end.settled = true;
      settle.resolve(value);
    },
    reject(error: unknown) {
      end.settled = true;
      settle.reject(error);
    },
  };
  return end;
}

/** A callback that is under way may arrive after the answer: it is dropped. */
function untilSettled(end: { settled: boolean }, listener: (event: object) => void) {
  return (event: object) => {
    if (!end.settled) listener(event);
  };
}

function closedError(): EngineError {
  return new EngineError("ENGINE_CLOSED", "The engine has been closed");
}

function hung(call: { name: string; timeLimitMs: number }): EngineError {
  return new EngineError(
    "WORKER_FAILED",
    `A worker was ended because ${call.name} did not stop at its limit of ${call.timeLimitMs} ms`,
  );
}

function notPostable(error: unknown): string {
  return `The request cannot be handed to a worker: ${error instanceof Error ? error.message : String(error)}`;
}

/** Node's timers can let the process end; browsers' are plain numbers. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}
