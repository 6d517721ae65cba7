/**
 * Workers in this process that fail at a moment: at the n-th call into the core, or at the n-th message of the channel
 * that they serve. What they do is told from outside alone, so no thread has to be started, and nothing has to be waited for.
 */
import { vi } from "vitest";
import type { CoreKind } from "../../../engine/plan/wasm/load.ts";
import { nodePlatform } from "../../../engine/run/platform/node.ts";
import type { Platform, WorkerThread } from "../../../engine/run/platform/platform.ts";
import { cutTasks } from "../../../engine/run/tasks/cut-task.ts";
import { fileTasks } from "../../../engine/run/tasks/files-task.ts";
import { TASKS_WHEN_NEEDED } from "../../../engine/run/tasks/load.ts";
import { nestTasks } from "../../../engine/run/tasks/nest-task.ts";
import { panelTasks } from "../../../engine/run/tasks/panel-task.ts";
import type { SolveContext } from "../../../engine/run/tasks/solve-settings.ts";
import type { TaskTable, WorkerKind } from "../../../engine/run/tasks/tasks.ts";
import { serve } from "../../../engine/run/worker/serve.ts";

export const FAULTS = [
  "hangs",
  "stands still",
  "dies",
  "runs out of memory",
  "traps",
  "sends garbage",
] as const;
export type FaultName = (typeof FAULTS)[number] | "builds what is wrong";

export interface Moment {
  fault: FaultName;
  at: number;
  on: "calls" | "messages";
}

/** Ends a task whose worker is not heard of any more. */
class Silence extends Error {}

type Exports = Record<string, unknown> & { memory: WebAssembly.Memory };

const platform = nodePlatform({});
/** Memories that hundreds of faults leave behind serve again: to let go of one costs tens of milliseconds. */
const freeMemories = new Set<WebAssembly.Memory>();
const cores = new Map<CoreKind, Promise<WebAssembly.Module>>();

/** The first worker that is started has the fault, or with `all` every one. Needs `vi.useFakeTimers` for what waits. */
export class FaultyPlatform implements Platform {
  readonly cores = 2;
  readonly tasks = TASKS_WHEN_NEEDED;
  /** Whether the moment has come. */
  fired = false;
  private readonly threads: FaultyThread[] = [];

  constructor(
    private readonly moment: Moment | undefined,
    private readonly all = false,
  ) {}

  loadCore(kind: CoreKind): Promise<WebAssembly.Module> {
    const core = cores.get(kind) ?? platform.loadCore(kind);
    cores.set(kind, core);
    return core;
  }

  spawn(kind: WorkerKind): WorkerThread {
    const faulty = this.moment && (this.all || this.threads.length === 0) ? this.moment : undefined;
    const thread = new FaultyThread(kind, faulty, () => {
      this.fired = true;
    });
    this.threads.push(thread);
    return thread;
  }

  /** Lets workers that have stood still go on. */
  release(): void {
    for (const thread of this.threads) thread.release();
  }
}

class FaultyThread implements WorkerThread {
  readonly port: MessagePort;
  readonly died: Promise<string>;
  private die: (reason: string) => void = () => {};
  private readonly own: MessagePort;
  private calls = 0;
  private messages = 0;
  private held: [unknown, Transferable[]][] | undefined;
  private silent = false;
  private garbage = false;
  private terminated = false;
  /** Memories of the core of its task. */
  private readonly taken: WebAssembly.Memory[] = [];

  constructor(
    kind: WorkerKind,
    private readonly moment: Moment | undefined,
    private readonly onFault: () => void,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.own = port2;
    this.died = new Promise((resolve) => {
      this.die = resolve;
    });
    const table = { nest: nestTasks, cut: cutTasks, panels: panelTasks, files: fileTasks }[kind];
    serve(kind === "files" ? table : this.countingTasks(table), this.counted());
  }

  keepAlive(): void {}

  async terminate(): Promise<void> {
    this.terminated = true;
    this.silent = true;
    this.port.close();
  }

  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const [message, transfer] of held) this.own.postMessage(message, transfer);
  }

  /** The worker's end of the channel. */
  private counted(): MessagePort {
    const { own } = this;
    const listen = (type: string, listener: (event: MessageEvent) => void) =>
      own.addEventListener(type as "message", (event) => {
        if (!this.silent && this.passes("messages", this.messages++)) listener(event);
      });
    const postMessage = (message: { type?: string }, transfer: Transferable[]) => {
      if (this.silent || !this.passes("messages", this.messages++)) return;
      const value = { ok: true, value: { sheets: [{}] }, faults: [] };
      const sent = this.garbage ? { ...message, type: "RAW", value } : message;
      if (this.held) this.held.push([sent, transfer]);
      else own.postMessage(sent, transfer);
    };
    const start = () => own.start();
    return {
      addEventListener: listen,
      postMessage,
      start,
      removeEventListener() {},
    } as unknown as MessagePort;
  }

  /** The tasks of a worker that solves, whose core is counted. */
  private countingTasks(table: TaskTable): TaskTable {
    const counted = Object.entries(table as unknown as Record<string, (...given: never[]) => unknown>).map(
      ([name, task]) => [
        name,
        async ({ core, ...context }: SolveContext, ...given: never[]) => {
          try {
            return await task({ ...context, core: this.counting(core) } as never, ...given);
          } finally {
            for (const memory of this.taken.splice(0)) freeMemories.add(memory);
          }
        },
      ],
    );
    return Object.fromEntries(counted);
  }

  /** Stands for the core: `countCalls` makes an instance of it whose calls are counted. */
  private counting(module: WebAssembly.Module): WebAssembly.Module {
    return Object.assign(Object.create(COUNTED), { module, thread: this });
  }

  take(memory: WebAssembly.Memory): void {
    freeMemories.delete(memory);
    this.taken.push(memory);
  }

  wrap(exports: Exports): Exports {
    const wrapped = Object.entries(exports).map(([name, value]) => {
      if (typeof value !== "function") return [name, value];
      return [
        name,
        (...given: unknown[]) => {
          if (this.silent || !this.passes("calls", this.calls++)) throw new Silence();
          const answer = value(...given);
          const { fault, at } = this.moment ?? { fault: undefined, at: 0 };
          if (fault === "builds what is wrong" && this.calls > at) spoil(exports, name, answer);
          return answer;
        },
      ];
    });
    return Object.fromEntries(wrapped);
  }

  /** Until the engine has given it up. */
  private passTime(): void {
    setImmediate(() => {
      if (this.terminated) return;
      vi.advanceTimersByTime(70_000);
      this.passTime();
    });
  }

  /** False when the worker is not heard of any more from this moment on. */
  private passes(on: Moment["on"], count: number): boolean {
    if (this.moment?.on !== on || this.moment.at !== count) return true;
    this.onFault();
    const { fault } = this.moment;
    if (fault === "traps") throw new WebAssembly.RuntimeError("unreachable");
    if (fault === "sends garbage") this.garbage = true;
    if (fault === "stands still") this.held = [];
    if (fault === "hangs" || fault === "dies" || fault === "runs out of memory") this.silent = true;
    if (fault === "dies") this.die("it ended with code 3");
    if (fault === "runs out of memory") this.die("it ran out of memory");
    // Whoever waits for it does so until its limit.
    if (fault === "hangs" || fault === "stands still") this.passTime();
    return !this.silent;
  }
}

const COUNTED = {};

/** To be called before any core is instantiated. */
export function countCalls(): void {
  const { instantiate, Memory } = WebAssembly;
  const spied = async (given: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    if (Object.getPrototypeOf(given) !== COUNTED) return instantiate(given, imports);
    const { module, thread } = given as unknown as { module: WebAssembly.Module; thread: FaultyThread };
    thread.take(imports!.env!.memory as WebAssembly.Memory);
    const { exports } = await instantiate(module, imports);
    return { exports: thread.wrap(exports as Exports) };
  };
  vi.spyOn(WebAssembly, "instantiate").mockImplementation(spied as never);
  function reused(descriptor: WebAssembly.MemoryDescriptor): WebAssembly.Memory {
    const [free] = freeMemories;
    return free ?? new Memory(descriptor);
  }
  vi.spyOn(WebAssembly, "Memory").mockImplementation(reused as never);
}

/** Moves every part to the corner, or cuts the first pattern a thousand times. */
function spoil({ memory }: Exports, name: string, answer: number): void {
  if (name !== "nestBest" && name !== "cutBest") return;
  const slots = new Float64Array(memory.buffer, answer);
  if (name === "cutBest") {
    if (slots[6]! > 0) slots[8] = 1000;
    return;
  }
  for (let record = 0, slot = 7; record < slots[2]!; record++) {
    const placements = slots[slot + 2]!;
    slot += 3;
    for (let i = 0; i < placements; i++, slot += 4) slots.fill(0, slot + 2, slot + 4);
  }
}
