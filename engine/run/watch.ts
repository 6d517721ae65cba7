/**
 * The clock on the side that asked, for one call on one worker: it passes an abort on, and ends the waiting for a worker
 * that hears neither that nor its own limit. A search that has handed over an answer is not waited for long.
 */
import { EngineError } from "../base/errors.ts";
import { turn } from "../plan/search/turn.ts";
import type { PoolCall } from "./call.ts";
import type { TaskName } from "./tasks/tasks.ts";

/** How long after an abort, and past its limit, a search may take to hand over its best: then its call goes on without it. */
const ABORT_GRACE_MS = 40;
const LIMIT_GRACE_MS = 250;
/** How long past its limit a search may take until there is anything at all: its worker has to start first. */
const START_GRACE_MS = 2_000;
/** How long past its limit a task that is no search may run before it counts as hung. */
const HUNG_AFTER_MS = 5_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Actions on the worker and on the call. */
interface Actions {
  stop(): void;
  hold(paused: boolean): void;
  /** Ends the worker, and the call with this error. */
  kill(error: unknown): void;
  /** Ends the call alone. */
  giveUp(error: EngineError): void;
}

/** A search is past its limit: on a busy machine that is no fault, unless it does not come to rest. */
export class Overdue extends EngineError {}

export class Watch {
  /** Why the call has ended before its worker. */
  gaveUp: EngineError | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unwatch: (() => void) | undefined;
  private over = false;
  private patience: number;

  constructor(
    private readonly call: Omit<PoolCall<TaskName>, "input">,
    private readonly actions: Actions,
  ) {
    this.patience = call.timeLimitMs + (call.onAbort === "kill" ? HUNG_AFTER_MS : START_GRACE_MS);
  }

  begin(): void {
    const { signal, pause } = this.call;
    this.unwatch = pause?.watch(this.onHold);
    signal?.addEventListener("abort", this.onAbort, { once: true });
    this.wait();
    if (pause?.paused) this.onHold(true);
    if (signal?.aborted) this.onAbort();
  }

  /** The search has an answer: from now on it has its limit and little more. */
  started(): void {
    const patience = this.call.timeLimitMs + (this.call.graceMs ?? LIMIT_GRACE_MS);
    if (this.patience === patience || this.call.signal?.aborted) return;
    this.patience = patience;
    if (!this.call.pause?.paused) this.wait();
  }

  end(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.unwatch?.();
    this.call.signal?.removeEventListener("abort", this.onAbort);
  }

  private readonly onAbort = () => {
    const { signal, onAbort } = this.call;
    if (onAbort === "kill") return this.actions.kill(signal!.reason);
    this.actions.stop();
    this.patience = this.call.graceMs ?? ABORT_GRACE_MS;
    this.wait();
  };

  private readonly onHold = (paused: boolean) => {
    this.actions.hold(paused);
    if (paused && !this.call.signal?.aborted) clearTimeout(this.timer);
    else this.wait();
  };

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.expire(), Math.min(this.patience, LONGEST_TIMER_MS));
  }

  private async expire(): Promise<void> {
    const { name, timeLimitMs, onAbort } = this.call;
    // After a standstill of the whole process what has been sent in time is read first.
    for (let turns = 0; turns < 3; turns++) await turn();
    if (this.over) return;
    const message = `${name} did not stop at its limit of ${timeLimitMs} ms`;
    if (onAbort === "kill") return this.actions.kill(new EngineError("WORKER_FAILED", message));
    const error = new Overdue("WORKER_FAILED", message);
    this.gaveUp = error;
    this.actions.stop();
    this.actions.giveUp(error);
  }
}
