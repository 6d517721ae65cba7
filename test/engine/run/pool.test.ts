/** The pool against threads that live in this one: they answer, stall, die and count how often they were made. */
import { expose } from "comlink";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../../../engine/base/errors.ts";
import { Turnstile } from "../../../engine/run/admission.ts";
import type { PoolCall } from "../../../engine/run/call.ts";
import { WorkerPool } from "../../../engine/run/pool.ts";
import { Overdue } from "../../../engine/run/watch.ts";
import { failed } from "../../../engine/run/worker/wire.ts";

type Behaviour = (
  thread: FakeThread,
  input: unknown,
  onProgress?: (event: object) => Promise<void>,
  keep?: (answer: object) => Promise<void>,
) => unknown;

class FakeThread {
  readonly port: MessagePort;
  readonly died: Promise<string>;
  die!: (reason: string) => void;
  terminated = false;
  stopped = false;
  busy = false;
  private readonly far: MessagePort;

  constructor(behave: Behaviour) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.far = port2;
    this.died = new Promise((resolve) => {
      this.die = resolve;
    });
    const api = {
      run: async (
        _name: string,
        input: unknown,
        _settings: unknown,
        _start: unknown,
        onProgress?: () => Promise<void>,
        keep?: () => Promise<void>,
      ) => {
        try {
          return { ok: true, value: await behave(this, input, onProgress, keep), faults: [] };
        } catch (error) {
          return failed(error);
        }
      },
      stop: () => {
        this.stopped = true;
      },
    };
    expose(api, port2);
  }

  keepAlive(busy: boolean) {
    this.busy = busy;
  }

  async terminate() {
    this.port.close();
    this.far.close();
    await Promise.resolve();
    this.terminated = true;
  }
}

const pools: WorkerPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
  vi.useRealTimers();
});

function makePool(size: number, behave: Behaviour) {
  const threads: FakeThread[] = [];
  const start = () => {
    const thread = new FakeThread(behave);
    threads.push(thread);
    return thread;
  };
  const pool = new WorkerPool(async () => start, new Turnstile(size));
  pools.push(pool);
  const callFor = (input: unknown, more: Partial<PoolCall<"verifyPlan">>): PoolCall<"verifyPlan"> => ({
    name: "verifyPlan",
    input: input as never,
    settings: {},
    onAbort: "kill",
    timeLimitMs: 60_000,
    ...more,
  });
  const run = async (input: unknown, more: Partial<PoolCall<"verifyPlan">> = {}) =>
    (await pool.start([callFor(input, more)]))[0]!;
  return { pool, threads, run };
}

const never = () => new Promise(() => {});
/** Lets every message that is under way arrive. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
const until = async (claim: () => boolean) => {
  while (!claim()) await settle();
};

describe("the worker pool", () => {
  it("answers, and uses one worker again", async () => {
    const { threads, run } = makePool(2, (_, input) => `${input}!`);
    expect(await run("a")).toBe("a!");
    expect(await run("b")).toBe("b!");
    expect(threads).toHaveLength(1);
  });

  it("keeps the program running for a worker that works, and for none that waits", async () => {
    const { threads, run } = makePool(1, (thread) => thread.busy);
    for (const call of [1, 2]) {
      expect(await run(call)).toBe(true);
      expect(threads[0]!.busy).toBe(false);
    }
    expect(threads).toHaveLength(1);
  });

  it("ends a worker that is wanted once before it answers, and lets the next call have its place", async () => {
    const { pool, threads, run } = makePool(1, (_, input) => `${input}!`);
    const first = run("a", { once: true }).then((answer) => {
      expect(threads[0]!.terminated).toBe(true);
      return answer;
    });
    expect(await Promise.all([first, run("b")])).toEqual(["a!", "b!"]);
    expect(threads).toHaveLength(2);
    expect(pool.alive).toBe(1);
  });

  it("never runs more workers than its size, and serves those who wait in turn", async () => {
    let running = 0;
    let most = 0;
    const { threads, run } = makePool(2, async (_, input) => {
      most = Math.max(most, ++running);
      await settle();
      running--;
      return input;
    });
    const inputs = [1, 2, 3, 4, 5, 6, 7];
    expect(await Promise.all(inputs.map((input) => run(input)))).toEqual(inputs);
    expect(most).toBe(2);
    expect(threads).toHaveLength(2);
  });

  it("carries the code and the details of an error", async () => {
    const details = [{ path: ["parts", 0, "exterior"], message: "has no area" }];
    const { run } = makePool(1, () => {
      throw new EngineError("INVALID_INPUT", "no area", { details });
    });
    await expect(run(1)).rejects.toMatchObject({ name: "EngineError", code: "INVALID_INPUT", details });
  });

  it("fails the call of a worker that dies, that call alone, and replaces the worker", async () => {
    const { pool, threads, run } = makePool(2, (_, input) => (input === "doomed" ? never() : input));
    const doomed = run("doomed");
    const fine = run("fine");
    await until(() => threads.length === 2);
    threads[0]!.die("it ran out of memory");
    await expect(doomed).rejects.toMatchObject({
      code: "WORKER_FAILED",
      message: expect.stringContaining("out of memory"),
    });
    expect(await fine).toBe("fine");
    expect(threads[0]!.terminated).toBe(true);
    expect(await Promise.all([run(1), run(2)])).toEqual([1, 2]);
    expect(threads).toHaveLength(3);
    expect(pool.alive).toBe(2);
  });

  it("ends the worker of a call that is aborted to be killed", async () => {
    const { threads, run } = makePool(1, (_, input) => (input === "long" ? never() : input));
    const controller = new AbortController();
    const call = run("long", { signal: controller.signal });
    await until(() => threads.length === 1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(threads[0]!.terminated).toBe(true);
    expect(await run("next")).toBe("next");
  });

  it("asks the worker of a call that is aborted to be stopped for its best", async () => {
    const { threads, run } = makePool(1, async (thread) => {
      await until(() => thread.stopped);
      return "the best";
    });
    const controller = new AbortController();
    const call = run("long", { signal: controller.signal, onAbort: "stop" });
    await until(() => threads.length === 1);
    controller.abort();
    expect(await call).toBe("the best");
    expect(threads[0]!.terminated).toBe(false);
  });

  it("lets a call that waits be aborted, without harm to the one that runs", async () => {
    let finish: (value: string) => void = () => {};
    const { run } = makePool(1, (_, input) =>
      input === "first" ? new Promise((resolve) => (finish = resolve)) : input,
    );
    const first = run("first");
    const controller = new AbortController();
    const second = run("second", { signal: controller.signal });
    const third = run("third");
    await settle();
    controller.abort(new Error("changed my mind"));
    await expect(second).rejects.toThrow("changed my mind");
    finish("done");
    expect(await first).toBe("done");
    expect(await third).toBe("third");
  });

  it("ends a worker that overruns its limit by far", async () => {
    const { threads, run } = makePool(1, never);
    // The pool allows five seconds beyond the limit: a limit of minus five seconds is over at once.
    await expect(run("hung", { timeLimitMs: -5_000 })).rejects.toMatchObject({ code: "WORKER_FAILED" });
    expect(threads[0]!.terminated).toBe(true);
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])(
    "tells that a search, with an answer (%s) or none, is lost unless it comes to rest: %s",
    async (answers, rests) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      let rest: ((value: string) => void) | undefined;
      const { threads, run } = makePool(1, async (_, __, ___, keep) => {
        if (answers) await keep!({});
        return new Promise((resolve) => (rest = resolve));
      });
      const [hung, kept] = [vi.fn(), vi.fn()];
      const late = run("x", { onAbort: "stop", timeLimitMs: 1000, keep: kept, hang: hung });
      await until(() => rest !== undefined);
      vi.advanceTimersByTime(answers ? 1250 : 3000);
      await expect(late).rejects.toBeInstanceOf(Overdue);
      if (rests) rest!("too late");
      await settle();
      vi.advanceTimersByTime(3000);
      await until(() => threads[0]!.terminated || rests);
      await settle();
      expect([hung.mock.calls.length, threads[0]!.terminated]).toEqual(rests ? [0, false] : [1, true]);
    },
  );

  it("fails what runs and what waits when it is closed", async () => {
    const { pool, threads, run } = makePool(1, never);
    const calls = [run(1), run(2)];
    await until(() => threads.length === 1);
    pool.close();
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "ENGINE_CLOSED" });
    expect(threads[0]!.terminated).toBe(true);
    await expect(run(3)).rejects.toMatchObject({ code: "ENGINE_CLOSED" });
  });

  it("delivers progress in order and none after the answer", async () => {
    let late: (event: object) => Promise<void> = async () => {};
    const { run } = makePool(1, async (_, __, onProgress) => {
      late = onProgress!;
      for (let seq = 0; seq < 5; seq++) await onProgress!({ seq });
      return "answer";
    });
    const events: object[] = [];
    expect(await run("x", { onProgress: (event) => events.push(event) })).toBe("answer");
    void late({ seq: 5 });
    await settle();
    expect(events).toEqual([0, 1, 2, 3, 4].map((seq) => ({ seq })));
  });
});
