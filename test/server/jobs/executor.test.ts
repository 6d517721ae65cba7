/** Jobs on the engine's threads: who is next, how long, what a full queue does. The engine here is played by the test. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../../../engine/index.node.ts";
import type { ExecutorJob, JobKind } from "../../../server/jobs/executor.ts";
import { LocalExecutor, type LocalOptions } from "../../../server/jobs/local.ts";
import { Turns } from "../../../server/jobs/turns.ts";

/** A call of the engine that has not ended. */
interface Call {
  text: string;
  signal: AbortSignal;
  end: () => void;
  fail: (code: "WORKER_FAILED") => void;
}

let calls: Call[];
let closed: number;
const texts = () => calls.map(({ text }) => text);

/** Leaves every call open until the test ends it. */
function engine() {
  const open = ({ checked: text }: { checked: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const leave = () => calls.splice(calls.indexOf(call), 1);
      const call: Call = {
        text,
        signal,
        end: () => [leave(), resolve(text)],
        fail: (code) => [leave(), reject(new EngineError(code, "out of memory"))],
      };
      calls.push(call);
    });
  const file = async (request: { checked: string }, options: { signal: AbortSignal }) =>
    open(request, options).then((gcode) => ({ gcode, findings: [] }));
  const reads = async (_: Uint8Array, options: { signal: AbortSignal }) =>
    open({ checked: "drawing" }, options);
  const close = async () => void closed++;
  return { nest: open, write: file, parse: reads, close } as unknown as LocalOptions["engine"];
}

function createExecutor(options: Partial<LocalOptions> = {}): LocalExecutor {
  calls = [];
  closed = 0;
  const limits = { threads: 1, queue: 100, perOwner: 100, waitMs: 30_000 };
  return new LocalExecutor({ engine: engine(), ...limits, ...options });
}

const job = (text: string, kind: JobKind = "nest"): ExecutorJob => ({
  kind,
  body: new Uint8Array(),
  request: kind === "parse" ? { file: { name: text, bytes: new Uint8Array() } } : text,
  timeLimitMs: 5000,
});
const never = () => new AbortController().signal;
const settled = () => vi.advanceTimersByTimeAsync(0);

function submit(executor: LocalExecutor, text: string, owner = "a", signal: AbortSignal = never()) {
  const answer = executor.run(job(text), { owner, signal });
  answer.catch(() => undefined);
  return answer;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

describe("the local executor", () => {
  it("runs as many jobs at once as the engine has threads", async () => {
    const executor = createExecutor({ threads: 2 });
    const answers = ["1", "2", "3"].map((text) => submit(executor, text));
    expect(texts()).toEqual(["1", "2"]);
    expect(await executor.stats()).toEqual({ workers: 2, running: 2, waiting: 1 });
    calls[0]!.end();
    await settled();
    expect(texts()).toEqual(["2", "3"]);
    for (const call of [...calls]) call.end();
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(["1", "2", "3"]);
    expect(await executor.stats()).toEqual({ workers: 2, running: 0, waiting: 0 });
  });

  it("gives owners turns, however much one of them asks for", async () => {
    const executor = createExecutor();
    for (const text of ["a1", "a2", "a3", "a4"]) submit(executor, text, "a");
    submit(executor, "b1", "b");
    submit(executor, "c1", "c");
    const order = [];
    while (calls.length > 0) {
      order.push(calls[0]!.text);
      calls[0]!.end();
      await settled();
    }
    expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
  });

  it("drops a waiting job whose client has gone", async () => {
    const executor = createExecutor();
    const gone = new AbortController();
    submit(executor, "first");
    const second = submit(executor, "second", "a", gone.signal);
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    calls[0]!.end();
    await settled();
    expect(texts()).toEqual([]);
    expect((await executor.stats()).waiting).toBe(0);
    await expect(submit(executor, "late", "a", gone.signal)).rejects.toThrow("gone");
  });

  it("stops a running job whose client has gone, and begins the next when the engine has let go of it", async () => {
    const executor = createExecutor();
    const gone = new AbortController();
    const answer = submit(executor, "first", "a", gone.signal);
    submit(executor, "second");
    gone.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    expect([texts(), calls[0]!.signal.aborted]).toEqual([["first"], true]);
    calls[0]!.end();
    await settled();
    expect([texts(), calls[0]!.signal.aborted]).toEqual([["second"], false]);
  });

  it("answers 500 where the engine has lost its threads, and tells nobody why", async () => {
    const executor = createExecutor();
    const answer = submit(executor, "1");
    calls[0]!.fail("WORKER_FAILED");
    expect(await answer).toMatchObject({ status: 500, fault: expect.stringContaining("out of memory") });
    expect((await answer).body).not.toContain("memory");
  });

  it("past the limit a drawing cannot be read, and other work is to be asked for again", async () => {
    const executor = createExecutor({ threads: 3 });
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 1000);
    const kinds = ["parse", "gcode", "nest"] as const;
    const answers = kinds.map((kind) => executor.run(job("x", kind), { owner: "a", signal: never() }));
    await settled();
    clock.mockImplementation(() => 6000);
    for (const call of [...calls]) call.fail("WORKER_FAILED");
    const told = (await Promise.all(answers)).map(({ status, reason }) => [status, reason]);
    expect(told).toEqual([
      [400, undefined],
      [503, "overran"],
      [503, "worker lost"],
    ]);
    expect((await answers[0])!.body).toContain("INVALID_DXF");
    clock.mockRestore();
  });

  it("refuses with 503 what cannot wait, and with 429 what one owner has too much of", async () => {
    const executor = createExecutor({ queue: 4 });
    submit(executor, "running");
    submit(executor, "1");
    submit(executor, "2");
    await expect(submit(executor, "3")).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    submit(executor, "3", "b");
    await expect(submit(executor, "4", "b")).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    submit(executor, "4", "c");
    await expect(submit(executor, "5", "d")).rejects.toMatchObject({ status: 503 });
    expect((await executor.stats()).waiting).toBe(4);
  });

  it("refuses with 503 what has waited too long", async () => {
    const executor = createExecutor({ waitMs: 2000 });
    submit(executor, "running");
    const waiting = submit(executor, "waiting");
    await vi.advanceTimersByTimeAsync(2000);
    await expect(waiting).rejects.toMatchObject({ status: 503 });
    expect(await executor.stats()).toMatchObject({ running: 1, waiting: 0 });
  });

  it("lets one owner run only so many at a time", async () => {
    const executor = createExecutor({ threads: 3, perOwner: 2 });
    for (const text of ["a1", "a2", "a3"]) submit(executor, text, "a");
    expect(texts()).toEqual(["a1", "a2"]);
    submit(executor, "b1", "b");
    expect(texts()).toEqual(["a1", "a2", "b1"]);
    calls[2]!.end();
    await settled();
    expect(texts()).toEqual(["a1", "a2"]);
    calls[0]!.end();
    await settled();
    expect(texts()).toEqual(["a2", "a3"]);
  });

  it("beyond the usual time ends a search where somebody waits who has nothing running, and only there", async () => {
    const executor = createExecutor({ usualMs: 1000 });
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 0);
    submit(executor, "long", "a");
    clock.mockImplementation(() => 5000);
    submit(executor, "own", "a");
    await settled();
    expect(calls[0]!.signal.aborted).toBe(false);
    submit(executor, "other", "b");
    expect(calls[0]!.signal.aborted).toBe(true);
    clock.mockRestore();
  });

  it("ends when what runs has ended, after asking it to", async () => {
    const executor = createExecutor({ threads: 2 });
    const answers = [submit(executor, "1"), executor.run(job("2", "gcode"), { owner: "b", signal: never() })];
    const late = submit(executor, "3");
    const ended = executor.close(1000);
    await expect(submit(executor, "4")).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(1000);
    // Other work than a search has no best so far: it just ends.
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await expect(late).rejects.toMatchObject({ status: 503 });
    for (const call of [...calls]) call.end();
    await ended;
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect(closed).toBe(1);
  });

  it("ends also when the engine hands in nothing: its client is told to come again", async () => {
    const executor = createExecutor();
    const answer = submit(executor, "deaf");
    const ended = executor.close(1000);
    await vi.advanceTimersByTimeAsync(3000);
    await ended;
    await expect(answer).rejects.toMatchObject({ status: 503 });
    expect(closed).toBe(1);
  });

  it("asks a job for its best also where that was wanted before it came", async () => {
    const executor = createExecutor();
    const context = { owner: "a", signal: never(), finish: AbortSignal.abort() };
    const running = executor.run(job("1"), context);
    expect(calls[0]!.signal.aborted).toBe(true);
    await expect(executor.run(job("2"), context)).rejects.toMatchObject({ status: 503 });
    calls[0]!.end();
    expect((await running).status).toBe(200);
  });

  it("asks one job for its best, and refuses it where it has not begun", async () => {
    const executor = createExecutor();
    const [first, second] = [new AbortController(), new AbortController()];
    const finishing = (text: string, { signal }: AbortController) => {
      const answer = executor.run(job(text), { owner: "a", signal: never(), finish: signal });
      answer.catch(() => undefined);
      return answer;
    };
    const answers = [finishing("1", first), finishing("2", second)];
    second.abort();
    await expect(answers[1]).rejects.toMatchObject({ status: 503 });
    first.abort();
    expect(calls[0]!.signal.aborted).toBe(true);
    calls[0]!.end();
    expect((await answers[0])?.status).toBe(200);
  });
});

describe("turns", () => {
  it("put short kinds of work of one owner before long ones", () => {
    const turns = new Turns<{ kind: JobKind; owner: string }>({ waiting: 10, running: 10 });
    for (const kind of ["nest", "cut", "parse", "gcode"] as const) turns.add({ kind, owner: "a" });
    expect([1, 2, 3, 4].map(() => turns.next()?.kind)).toEqual(["parse", "gcode", "nest", "cut"]);
  });

  it("go to whoever runs least", () => {
    const turns = new Turns<{ kind: JobKind; owner: string }>({ waiting: 10, running: 10 });
    const next = () => turns.next()?.owner;
    for (const owner of ["a", "a", "a"]) turns.add({ kind: "nest", owner });
    expect([next(), turns.starving]).toEqual(["a", false]);
    turns.add({ kind: "nest", owner: "b" });
    expect([turns.starving, next(), turns.starving, next()]).toEqual([true, "b", false, "a"]);
  });

  it("have a place for the next owner where others fill all that they can", () => {
    const turns = new Turns<{ kind: JobKind; owner: string }>({ waiting: 512, running: 4 });
    for (let i = 0; i < 8; i++) {
      const fill = () => {
        for (;;) turns.add({ kind: "nest", owner: `greedy ${i}` });
      };
      expect(fill).toThrow(expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" }));
    }
    turns.add({ kind: "nest", owner: "late" });
  });

  it("lose nothing and keep their bounds through any sequence of calls", () => {
    const command = fc.tuple(fc.constantFrom("add", "next", "done", "remove"), fc.nat(3));
    fc.assert(
      fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
        const turns = new Turns<{ kind: JobKind; owner: string }>({ waiting: 6, running: 2 });
        const waiting = new Set<object>();
        const running: { kind: JobKind; owner: string }[] = [];
        for (const [name, n] of commands) {
          if (name === "add") {
            const entry = { kind: n === 0 ? "parse" : "nest", owner: `o${n}` } as const;
            try {
              turns.add(entry);
              waiting.add(entry);
            } catch {
              const own = [...waiting].filter((other) => (other as typeof entry).owner === entry.owner);
              expect(waiting.size === 6 || own.length >= 6 - waiting.size).toBe(true);
            }
          } else if (name === "next") {
            const entry = turns.next();
            if (entry) {
              expect(waiting.delete(entry)).toBe(true);
              running.push(entry);
              expect(running.filter(({ owner }) => owner === entry.owner).length).toBeLessThanOrEqual(2);
            }
          } else if (name === "done") {
            const entry = running.splice(n % Math.max(1, running.length), 1)[0];
            if (entry) turns.done(entry);
          } else {
            const entry = [...waiting][n] as { kind: JobKind; owner: string } | undefined;
            if (entry) {
              expect(turns.remove(entry)).toBe(true);
              expect(turns.remove(entry)).toBe(false);
              waiting.delete(entry);
            }
          }
          expect(turns.waiting).toBe(waiting.size);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
