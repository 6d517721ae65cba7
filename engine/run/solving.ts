/**
 * One solve as the side that asked sees it. What the searches find is kept here, so that whatever becomes of them the call
 * ends with the best of it: what a lost search has left, what another try on a fresh worker finds where there is
 * nothing, and a plain construction where that comes to nothing either. Only a request that is wrong, an abort that is
 * to reject, what a listener throws and the end of the engine reject the call.
 */

import type { SolveOptions } from "../base/contract/search-options.ts";
import type { Ended } from "../base/contract/values/plan.ts";
import { EngineError } from "../base/errors.ts";
import { type Incumbent, Incumbents, isBehind } from "../plan/search/incumbent.ts";
import { runTeam, seedOfSeat } from "../plan/search/portfolio.ts";
import type { PoolCall } from "./call.ts";
import type { EngineFault } from "./fault.ts";
import { isPlausible } from "./plausible.ts";
import { ProgressRelay } from "./progress.ts";
import type { OwnTasks } from "./tasks/load.ts";
import type { SolveName } from "./tasks/rescue.ts";
import type { TaskInput, TaskOutput, TaskSettings } from "./tasks/tasks.ts";
import { Overdue } from "./watch.ts";

/** Starts searches that may wait for each other. */
export type StartSearches = <Name extends SolveName>(
  calls: PoolCall<Name>[],
) => Promise<Promise<TaskOutput<Name>>[]>;

export interface SolveCall<Name extends SolveName> {
  name: Name;
  input: TaskInput<Name>;
  options: SolveOptions<never>;
  timeLimitMs: number;
  /** How many search at the same time. */
  searches: number;
  start: StartSearches;
  /** Loads what makes an answer of what has been kept. */
  rescue: OwnTasks["rescue"];
  onFault: (fault: EngineFault) => void;
}

/** Tries on fresh workers, the first one included, before the call is answered without. */
const MOST_TRIES = 2;

export function solveAtAnyRate<Name extends SolveName>(call: SolveCall<Name>): Promise<TaskOutput<Name>> {
  return new Solving(call).answer();
}

class Solving<Name extends SolveName> {
  /** By search. */
  private readonly kept: Incumbents[];
  /** By search, why its call has ended without an answer. */
  private readonly lost = new Map<number, unknown>();
  private readonly relay: ProgressRelay | undefined;
  /** Aborted with the caller's signal, and when the listener throws. */
  private readonly controller = new AbortController();
  private readonly seed: number;
  private settled = false;
  private fail: (error: unknown) => void = () => {};

  constructor(private readonly call: SolveCall<Name>) {
    const { onProgress, seed = 1 } = call.options;
    this.seed = seed >>> 0;
    this.kept = Array.from({ length: call.searches }, () => new Incumbents());
    if (!onProgress) return;
    this.relay = new ProgressRelay(onProgress as (event: object) => unknown, (error) => {
      // Nobody waits any more for what a listener's promise has to say: it is the program's own then.
      if (this.settled) throw error;
      this.fail(error);
      this.controller.abort(error);
    });
  }

  async answer(): Promise<TaskOutput<Name>> {
    const { signal } = this.call.options;
    signal?.throwIfAborted();
    const onAbort = () => this.controller.abort(signal!.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const failure = new Promise<never>((_resolve, reject) => {
      this.fail = reject;
    });
    try {
      return await Promise.race([this.searchOrRescue(), failure]);
    } finally {
      this.settled = true;
      signal?.removeEventListener("abort", onAbort);
    }
  }

  private async searchOrRescue(): Promise<TaskOutput<Name>> {
    if (this.call.options.search === false) return this.rescue("done");
    const begun = performance.now();
    for (let tries = 1; ; tries++) {
      const left = this.call.timeLimitMs - (tries === 1 ? 0 : performance.now() - begun);
      if (tries > 1 && left <= 0) return this.rescue();
      try {
        return await this.search(left);
      } catch (error) {
        this.throwUnlessLost(error);
        const hopeless = tries === MOST_TRIES || this.controller.signal.aborted;
        if (hopeless || this.kept.some(({ latest }) => latest)) return this.rescue();
      }
    }
  }

  /** The answer of the first search that has one, unless a lost one had a better. */
  private async search(timeLimitMs: number): Promise<TaskOutput<Name>> {
    const { searches, start } = this.call;
    let winner = -1;
    this.lost.clear();
    const begin = async (meets: PoolCall<Name>["meet"][]) => {
      const running = await start(meets.map((meet, seat) => this.callFor(seat, meet, timeLimitMs)));
      return running.map((search, seat) => this.watched(search, seat, () => (winner = seat)));
    };
    const answer = await (searches === 1 ? (await begin([undefined]))[0]! : runTeam(searches, begin));
    const [own, others] = [
      this.kept[winner]!.latest,
      [...this.lost.keys()].map((seat) => this.kept[seat]!.latest),
    ];
    if (own && others.some((other) => other && isBehind(own, other))) return this.rescue();
    this.relay?.finish(winner);
    return answer;
  }

  private callFor(seat: number, meet: PoolCall<Name>["meet"], timeLimitMs: number): PoolCall<Name> {
    const { name, input, options } = this.call;
    const { pause, workBudget, onAbort = "best" } = options;
    const { relay } = this;
    const settings: TaskSettings = {
      timeLimitMs,
      seed: seedOfSeat(this.seed, seat),
      seat,
      ...(workBudget === undefined ? {} : { workBudget }),
    };
    return {
      name,
      input,
      settings,
      timeLimitMs,
      signal: this.controller.signal,
      pause,
      onAbort: onAbort === "best" ? "stop" : "kill",
      accept: (answer) => isPlausible(name, answer),
      keep: (incumbent) => this.keep(seat, incumbent),
      reject: (message) => this.report("answer rejected", message),
      hang: ({ message }) => this.report("worker lost", message),
      ...(meet ? { meet } : {}),
      ...(relay ? { onProgress: (event: object) => relay.tell(seat, event) } : {}),
    };
  }

  /** Keeps an incumbent; values that are no block are not worth the place. */
  private keep(seat: number, incumbent: Incumbent): void {
    if (incumbent?.block instanceof Float64Array && Array.isArray(incumbent.score)) {
      this.kept[seat]!.add(incumbent);
    }
  }

  private async watched(
    search: Promise<TaskOutput<Name>>,
    seat: number,
    onAnswer: () => void,
  ): Promise<TaskOutput<Name>> {
    try {
      const answer = await search;
      onAnswer();
      return answer;
    } catch (error) {
      // An abort is answered at once: that a worker on a busy machine hears of it late is no fault.
      const isLate = error instanceof Overdue || this.controller.signal.aborted;
      if (isLoss(error) && !isLate) this.report("worker lost", error.message);
      this.lost.set(seat, error);
      this.relay?.lose(seat);
      throw error;
    }
  }

  private throwUnlessLost(error: unknown): void {
    const { signal } = this.controller;
    if (
      isLoss(error) ||
      (signal.aborted && this.call.options.onAbort !== "reject" && error === signal.reason)
    )
      return;
    throw error;
  }

  private ending(): Ended {
    if (this.controller.signal.aborted) return "aborted";
    return [...this.lost.values()].every((error) => error instanceof Overdue) ? "limit" : "worker lost";
  }

  private async rescue(ended = this.ending()): Promise<TaskOutput<Name>> {
    const { name, input } = this.call;
    const all = this.kept.flatMap((kept) => kept.bestFirst());
    all.sort((a, b) => (isBehind(a, b) ? 1 : isBehind(b, a) ? -1 : 0));
    const rescue = await this.call.rescue();
    const { answer, event, faults } = await rescue(name, input, all, { ended, seed: this.seed });
    for (const fault of faults) this.report("answer rejected", fault);
    this.relay?.finish(event);
    return answer;
  }

  private report(kind: EngineFault["kind"], message: string): void {
    this.call.onFault({ kind, method: this.call.name, seed: this.seed, message });
  }
}

/** The worker or the core has failed, not the request. */
function isLoss(error: unknown): error is EngineError {
  return error instanceof EngineError && (error.code === "WORKER_FAILED" || error.code === "INTERNAL");
}
