/**
 * Worker threads and who uses them: spawned when first needed, one call at a time each, replaced when they die,
 * ended when they have been idle for a minute. A call always settles: Comlink alone would leave it pending for
 * ever when its worker ends (measured with 4.4.2).
 */
import { proxy, type Remote, releaseProxy, transfer, wrap } from "comlink";
import { EngineError } from "../base/errors.ts";
import type { Incumbent } from "../plan/search/incumbent.ts";
import type { Turnstile } from "./admission.ts";
import type { PoolCall } from "./call.ts";
import type { WorkerThread } from "./platform/platform.ts";
import type { TaskName, TaskOutput } from "./tasks/tasks.ts";
import { Overdue, Watch } from "./watch.ts";
import { pack, unpack } from "./worker/pack.ts";
import { callOnEndpoints, endpointOf } from "./worker/ports.ts";
import { sharedNow, unwrap, type WorkerApi } from "./worker/wire.ts";

/** How long a worker that its call has given up may take to come to rest before it is ended. */
const REST_MS = 3_000;
const IDLE_MS = 60_000;

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

  constructor(
    /** Resolves, once workers can be started, with what starts one. */
    private readonly ready: () => Promise<() => WorkerThread>,
    /** Admits the calls of this pool and of others that share its places. */
    private readonly turnstile: Turnstile,
  ) {
    callOnEndpoints();
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
    const end = ending<TaskOutput<Name>>();
    member.interrupt = end.reject;
    const watch = new Watch(call, {
      stop: () => void member.api.stop(),
      kill: (error) => void this.discard(member, error),
      giveUp: end.reject,
      hold: (paused) => void member.api.hold(paused),
    });
    const answered = this.post(member, call, end, watch);
    watch.begin();
    try {
      return await end.promise;
    } finally {
      watch.end();
      delete member.interrupt;
      if (call.once) await this.discard(member, undefined);
      if (watch.gaveUp) void this.rest(member, answered, watch.gaveUp, call.hang);
      else this.release(member);
    }
  }

  /** Hands the task to the worker; the result resolves when that has answered. */
  private async post<Name extends TaskName>(
    member: Member,
    call: PoolCall<Name>,
    end: SettledPromise<TaskOutput<Name>>,
    watch: Watch,
  ): Promise<void> {
    const { name, input, settings, core, panelCore, onProgress, meet, keep } = call;
    const progress = onProgress && proxy(untilSettled(end, (event: object) => onProgress(unpack(event))));
    const kept = (incumbent: Incumbent) => {
      watch.started();
      keep!(incumbent);
    };
    // Comlink's mapped type cannot carry the generic through; the table in tasks.ts is what keeps it honest.
    const run = member.api.run as unknown as WorkerApi["run"];
    const sentAt = sharedNow();
    try {
      const { value: sent, buffers } = pack(input);
      const outcome = await run(
        name,
        (buffers.length > 0 ? transfer(sent as object, buffers) : sent) as typeof input,
        settings,
        { core, sentAt },
        progress as typeof onProgress,
        keep && proxy(untilSettled(end, kept)),
        meet && proxy(meet),
        panelCore && proxy(panelCore),
      );
      const { value, faults } = unwrap(outcome);
      for (const fault of faults) call.reject?.(fault);
      const answer = unpack(value);
      if (call.accept?.(answer) === false) {
        throw new EngineError("WORKER_FAILED", "A worker has sent what is not an answer");
      }
      end.resolve(answer);
    } catch (thrown) {
      const error = thrown instanceof EngineError ? thrown : failure(thrown);
      // A worker that has failed is not asked again.
      if (error.code === "WORKER_FAILED") void this.discard(member, error);
      end.reject(error);
    }
  }

  /** Waits for a worker that its call has given up for that error; one that does not come to rest is ended. */
  private async rest(
    member: Member,
    answered: Promise<void>,
    error: EngineError,
    hang?: PoolCall<TaskName>["hang"],
  ): Promise<void> {
    const ended = new Promise<unknown>((resolve) => {
      member.interrupt = resolve;
    });
    const timer = setTimeout(() => void this.discard(member, error), REST_MS);
    unref(timer);
    const end = await Promise.race([answered, ended]);
    // A worker that was merely overdue has turned out to be lost.
    if (error instanceof Overdue && end instanceof EngineError && end.code === "WORKER_FAILED") hang?.(end);
    clearTimeout(timer);
    delete member.interrupt;
    this.release(member);
  }

  private acquire(spawn: () => WorkerThread): Member {
    const member = this.idle.pop() ?? this.enlist(spawn());
    clearTimeout(member.idleTimer);
    member.thread.keepAlive(true);
    return member;
  }

  private enlist(thread: WorkerThread): Member {
    const member: Member = { thread, api: wrap<WorkerApi>(endpointOf(thread.port)) };
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
interface SettledPromise<Value> {
  promise: Promise<Value>;
  settled: boolean;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

function ending<Value>(): SettledPromise<Value> {
  let settle: { resolve: (value: Value) => void; reject: (error: unknown) => void };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const end: SettledPromise<Value> = {
    promise,
    settled: false,
    resolve(value) {
      end.settled = true;
      settle.resolve(value);
    },
    reject(error) {
      end.settled = true;
      settle.reject(error);
    },
  };
  return end;
}

/** A callback that is under way may arrive after the answer: it is dropped. */
function untilSettled<Event>(end: { settled: boolean }, listener: (event: Event) => void) {
  return (event: Event) => {
    if (!end.settled) listener(event);
  };
}

function closedError(): EngineError {
  return new EngineError("ENGINE_CLOSED", "The engine has been closed");
}

function failure(error: unknown): EngineError {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof DOMException && error.name === "DataCloneError"
    ? new EngineError("INVALID_INPUT", `The request cannot be handed to a worker: ${message}`, {
        cause: error,
      })
    : new EngineError("WORKER_FAILED", `A worker failed: ${message}`, { cause: error });
}

/** Node's timers can let the process end; browsers' are plain numbers. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}
