/** Which thread does a call run on? A pool of workers for each kind of task, or the caller's own thread. */
import { CALL_OPTIONS, checkOptions } from "../base/contract/options.ts";
import type { CallOptions } from "../base/contract/search-options.ts";
import { EngineError } from "../base/errors.ts";
import { type CoreCode, type CoreKind, compiled } from "../plan/wasm/load.ts";
import { Turnstile } from "./admission.ts";
import type { PoolCall } from "./call.ts";
import type { Platform } from "./platform/platform.ts";
import { isPlausible } from "./plausible.ts";
import { WorkerPool } from "./pool.ts";
import type { OwnTasks } from "./tasks/load.ts";
import { runTask, type TaskInput, type TaskName, type TaskOutput, type WorkerKind } from "./tasks/tasks.ts";

/** A plain construction of the largest request, on a busy machine. */
const RESCUE_MS = 8_000;
const OWN_GRACE_MS = 1_000;

export class Dispatcher {
  private readonly pools: Record<WorkerKind, WorkerPool>;
  private readonly cores = new Map<CoreKind, { bytes: boolean; code: Promise<CoreCode> }>();
  /** Controllers that end the calls in the caller's thread. */
  private readonly own = new Set<AbortController>();
  private closed = false;
  /** Workers that make answers of what lost searches have left, where the caller's thread cannot. */
  private readonly rescuers: WorkerPool | undefined;
  /** Where that takes a thread of its own, a search may take longer to hand in its best by itself. */
  private readonly grace: { graceMs?: number } = {};

  /** With `workers` threads at most for solving, and as many for files; 0 runs everything in the caller's thread. */
  constructor(
    private readonly platform: Platform,
    private readonly workers: number,
  ) {
    const poolOf = (kind: WorkerKind, turnstile: Turnstile) =>
      new WorkerPool(async () => {
        await platform.prepare?.(kind);
        return () => platform.spawn(kind);
      }, turnstile);
    const solving = new Turnstile(workers);
    if (platform.ownProgram) {
      const pool = poolOf("files", solving);
      this.pools = { nest: pool, cut: pool, panels: pool, files: pool };
      this.rescuers = poolOf("files", new Turnstile(1));
      this.grace = { graceMs: OWN_GRACE_MS };
    } else {
      this.pools = {
        nest: poolOf("nest", solving),
        cut: poolOf("cut", solving),
        panels: poolOf("panels", solving),
        files: poolOf("files", new Turnstile(workers)),
      };
    }
  }

  /** Makes an answer of what a call has kept: on a worker where no other thread can read the request, else here. */
  readonly rescue: OwnTasks["rescue"] = async () => {
    const { rescuers } = this;
    if (!rescuers || this.workers === 0) return this.platform.tasks.rescue();
    return async (name, input, incumbents, ending) => {
      const call = {
        name: "rescue",
        input: { name, input, incumbents, ending },
        settings: {},
        onAbort: "kill",
        timeLimitMs: RESCUE_MS,
        accept: (rescued: { answer: unknown }) => isPlausible(name, rescued?.answer),
      };
      // No caller asks for this task by its name, so no table of types has it.
      const [rescued] = await rescuers.start([call as unknown as PoolCall<TaskName>]);
      return (await rescued) as never;
    };
  };

  /** Loads the function that opens drawings, which most pages never need. */
  openDrawing(): ReturnType<OwnTasks["openDrawing"]> {
    return this.platform.tasks.openDrawing();
  }

  /** Ends the workers. Calls under way fail with ENGINE_CLOSED. */
  close(): void {
    this.closed = true;
    for (const pool of new Set([...Object.values(this.pools), this.rescuers])) pool?.close();
    for (const end of this.own) end.abort();
  }

  /** @throws EngineError ENGINE_CLOSED */
  throwIfClosed(): void {
    if (this.closed) throw new EngineError("ENGINE_CLOSED", "The engine has been closed");
  }

  /** A task for files, tried once more where its worker was lost. */
  async run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    options: { [Option in keyof CallOptions]: CallOptions[Option] | undefined },
    defaultLimitMs: number,
    once = false,
  ): Promise<TaskOutput<Name>> {
    checkOptions(CALL_OPTIONS, options);
    const { signal, timeLimitMs = defaultLimitMs } = options;
    this.throwIfClosed();
    signal?.throwIfAborted();
    const accept = (answer: unknown) => isPlausible(name, answer);
    const call: PoolCall<Name> = {
      name,
      input,
      settings: {},
      signal,
      timeLimitMs,
      onAbort: "kill",
      once,
      accept,
    };
    const begun = performance.now();
    const attempt = async (own: PoolCall<Name>): Promise<TaskOutput<Name>> => {
      const [answer] = await this.start([own], "files");
      return answer!;
    };
    try {
      return await attempt(call);
    } catch (error) {
      // A worker may die of what is not its call's fault: a fresh one is asked for as long as there is time.
      const left = timeLimitMs - (performance.now() - begun);
      const lost = error instanceof EngineError && error.code === "WORKER_FAILED";
      if (!lost || left <= 0 || this.closed) throw error;
      return attempt({ ...call, timeLimitMs: left });
    }
  }

  /** Starts calls at the same time, each on a worker of that kind; the promise is kept when all have begun. */
  async start<Name extends TaskName>(
    calls: PoolCall<Name>[],
    kind: WorkerKind,
  ): Promise<Promise<TaskOutput<Name>>[]> {
    const panels = kind === "nest" ? { panelCore: () => this.load("panels") } : {};
    const solver = kind === "files" ? {} : { core: await this.load(kind), ...panels, ...this.grace };
    if (this.workers > 0) return this.pools[kind].start(calls.map((call) => ({ ...call, ...solver })));
    const table = await this.platform.tasks.table(kind);
    return calls.map((call) => this.runHere(table, { ...call, ...solver }));
  }

  private async runHere<Name extends TaskName>(
    table: Parameters<typeof runTask>[0],
    {
      name,
      input,
      core,
      panelCore,
      signal,
      meet,
      pause,
      onProgress,
      keep,
      reject,
      onAbort,
      ...call
    }: PoolCall<Name>,
  ): Promise<TaskOutput<Name>> {
    const end = new AbortController();
    const onSignal = () => end.abort(signal!.reason);
    const settings = { ...call.settings, ...(onProgress ? { onProgress } : {}) };
    if (signal?.aborted) onSignal();
    signal?.addEventListener("abort", onSignal, { once: true });
    this.own.add(end);
    try {
      const solver = core ? { core: await compiled(core), panelCore } : {};
      const context = { ...solver, signal: end.signal, pause, meet, keep, reject };
      const answer = await runTask(table, name, context, input, settings);
      this.throwIfClosed();
      if (onAbort === "kill") signal?.throwIfAborted();
      return answer;
    } catch (error) {
      this.throwIfClosed();
      if (error instanceof EngineError || error === end.signal.reason) throw error;
      throw new EngineError("INTERNAL", messageOf(error), { cause: error });
    } finally {
      this.own.delete(end);
      signal?.removeEventListener("abort", onSignal);
    }
  }

  private load(kind: CoreKind): Promise<CoreCode> {
    const bytes = this.platform.sending?.bytes ?? false;
    const known = this.cores.get(kind);
    if (known?.bytes === bytes) return known.code;
    const code = this.platform.loadCore(kind);
    this.cores.set(kind, { bytes, code });
    return code;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
