/**
 * Jobs on threads: who is next, what a full queue does, and that no job is lost without an answer. The threads
 * here are played by the test.
 */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Fault } from "../../../engine/index.node.ts";
import type { Job, JobKind } from "../../../server/jobs/executor.ts";
import { type JobThread, LocalExecutor, type LocalOptions } from "../../../server/jobs/local.ts";
import type { ThreadReport, ThreadRequest } from "../../../server/jobs/thread.ts";
import { Turns } from "../../../server/jobs/turns.ts";

class PlayedThread implements JobThread {
  readonly heard: ThreadRequest[] = [];
  terminated = false;
  private report: (report: ThreadReport) => void = () => undefined;
  die: (reason: string) => void = () => undefined;

  send(request: ThreadRequest): void {
    this.heard.push(request);
  }
  onReport(listener: (report: ThreadReport) => void): void {
    this.report = listener;
  }
  onDeath(listener: (reason: string) => void): void {
    this.die = listener;
  }
  terminate(): void {
    this.terminated = true;
  }
  /** The text of the job that this thread has in hand, after "plain" where no search is wanted. */
  get job(): string {
    const job = this.heard.findLast((request) => request.type === "job")?.job;
    if (!job) return "";
    return `${job.search === false ? "plain " : ""}${new TextDecoder().decode(job.body)}`;
  }
  tell(best: string): void {
    this.report({ type: "best", answer: { status: 200, headers: {}, body: best, elapsedMs: 1 } });
  }
  finish(): void {
    this.report({ type: "answer", answer: { status: 200, headers: {}, body: this.job, elapsedMs: 1 } });
  }
}

let threads: PlayedThread[];
const live = () => threads.filter(({ terminated }) => !terminated);

function createExecutor(options: Partial<LocalOptions> = {}): LocalExecutor {
  threads = [];
  const spawn = () => {
    const thread = new PlayedThread();
    threads.push(thread);
    return thread;
  };
  const limits = { threads: 1, queue: 100, perOwner: 100, waitMs: 30_000 };
  return new LocalExecutor({ spawn, ...limits, ...options });
}

const job = (text: string, kind: JobKind = "nest"): Job => ({
  kind,
  body: new TextEncoder().encode(text),
  timeLimitMs: 5000,
});
const never = () => new AbortController().signal;

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
  it("runs as many jobs at once as it has threads, and uses a thread again", async () => {
    const executor = createExecutor({ threads: 2 });
    const answers = ["1", "2", "3"].map((text) => submit(executor, text));
    expect(threads.map((thread) => thread.job)).toEqual(["1", "2"]);
    expect(await executor.stats()).toEqual({ workers: 2, running: 2, waiting: 1 });
    threads[0]!.finish();
    expect(threads[0]!.job).toBe("3");
    threads[0]!.finish();
    threads[1]!.finish();
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(["1", "2", "3"]);
    expect(threads).toHaveLength(2);
    expect(await executor.stats()).toEqual({ workers: 2, running: 0, waiting: 0 });
  });

  it("gives owners turns, however much one of them asks for", async () => {
    const executor = createExecutor();
    for (const text of ["a1", "a2", "a3", "a4"]) submit(executor, text, "a");
    submit(executor, "b1", "b");
    submit(executor, "c1", "c");
    const order = [];
    while ((await executor.stats()).running > 0) {
      order.push(threads[0]!.job);
      threads[0]!.finish();
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
    threads[0]!.finish();
    expect(threads[0]!.job).toBe("first");
    expect((await executor.stats()).waiting).toBe(0);
    await expect(submit(executor, "late", "a", gone.signal)).rejects.toThrow("gone");
  });

  it("stops a running job whose client has gone, and keeps its thread when it listens", async () => {
    const executor = createExecutor();
    const gone = new AbortController();
    const answer = submit(executor, "first", "a", gone.signal);
    gone.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    expect(threads[0]!.heard.at(-1)).toEqual({ type: "stop" });
    threads[0]!.finish();
    submit(executor, "second");
    await vi.advanceTimersByTimeAsync(1000);
    expect(threads).toHaveLength(1);
    expect(threads[0]!.job).toBe("second");
  });

  it("ends a thread that does not listen within 300 ms, and the next job gets a new one", async () => {
    const executor = createExecutor();
    const gone = new AbortController();
    submit(executor, "deaf", "a", gone.signal);
    submit(executor, "next");
    gone.abort(new Error("gone"));
    await vi.advanceTimersByTimeAsync(300);
    expect(threads.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(threads[1]!.job).toBe("next");
  });

  it("tries a job again whose thread dies, and answers it plainly when that dies too", async () => {
    const faults: Fault[] = [];
    const executor = createExecutor({ threads: 2, onFault: (fault) => faults.push(fault) });
    const [one, two, three] = ["1", "2", "3"].map((text) => submit(executor, text));
    threads[0]!.die("out of memory");
    expect(faults).toMatchObject([{ kind: "worker lost", method: "nest" }]);
    // It stands behind what has waited.
    expect(threads[2]!.job).toBe("3");
    threads[1]!.finish();
    expect(threads[1]!.job).toBe("1");
    threads[1]!.die("out of memory");
    expect(faults).toHaveLength(2);
    expect(live().map((thread) => thread.job)).toEqual(["3", "plain 1"]);
    for (const thread of live()) thread.finish();
    expect((await Promise.all([one, two, three])).map((answer) => answer?.body)).toEqual([
      "plain 1",
      "2",
      "3",
    ]);
  });

  it("fails a search that dies plainly too", async () => {
    const executor = createExecutor();
    const answer = submit(executor, "1");
    for (let i = 0; i < 3; i++) threads[i]!.die("out of memory");
    expect(await answer).toMatchObject({ status: 500 });
    expect(threads).toHaveLength(3);
  });

  it("fails other work whose threads die, and that alone", async () => {
    const executor = createExecutor();
    const answer = executor.run(job("x", "parse"), { owner: "a", signal: never() });
    threads[0]!.die("out of memory");
    threads[1]!.die("out of memory");
    expect(await answer).toMatchObject({ status: 500, fault: expect.stringContaining("out of memory") });
    expect((await answer).body).not.toContain("memory");
  });

  it("gives a second try the time that is left of the first, and none where there is none", async () => {
    const executor = createExecutor();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 1000);
    const answers = ["1", "2"].map((text) => submit(executor, text));
    clock.mockImplementation(() => 4000);
    threads[0]!.die("out of memory");
    threads[1]!.finish();
    const limits = threads[1]!.heard.map((request) => request.type === "job" && request.job.timeLimitMs);
    expect(limits).toEqual([5000, 2000]);
    clock.mockImplementation(() => 6000);
    threads[1]!.die("out of memory");
    threads[2]!.finish();
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(["plain 1", "2"]);
    clock.mockRestore();
  });

  it.each([
    ["dies", (thread: PlayedThread) => thread.die("out of memory")],
    ["overruns its limit", () => vi.advanceTimersByTime(10_000)],
  ])("answers with the best that a thread has told of when it %s", async (_, lose) => {
    const executor = createExecutor();
    const answer = submit(executor, "1");
    threads[0]!.tell("good");
    threads[0]!.tell("better");
    lose(threads[0]!);
    expect(await answer).toMatchObject({ status: 200, body: "better" });
    expect(threads[0]!.terminated).toBe(true);
    expect((await executor.stats()).running).toBe(0);
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

  it("lets one owner run only so many at a time", () => {
    const executor = createExecutor({ threads: 3, perOwner: 2 });
    for (const text of ["a1", "a2", "a3"]) submit(executor, text, "a");
    expect(threads.map((thread) => thread.job)).toEqual(["a1", "a2"]);
    submit(executor, "b1", "b");
    expect(threads.map((thread) => thread.job)).toEqual(["a1", "a2", "b1"]);
    threads[2]!.finish();
    expect(threads[2]!.job).toBe("b1");
    threads[0]!.finish();
    expect(threads.map((thread) => thread.job)).toContain("a3");
  });

  it("gives up a thread that overruns: a drawing cannot be read, an export is to be asked for again, a search is answered plainly", async () => {
    const executor = createExecutor({ threads: 3 });
    const program = executor.run(job("z", "gcode"), { owner: "b", signal: never() });
    const refused = expect(program).rejects.toMatchObject({ status: 503 });
    const drawing = executor.run(job("x", "parse"), { owner: "a", signal: never() });
    const solve = submit(executor, "y");
    await vi.advanceTimersByTimeAsync(7000);
    expect(await drawing).toMatchObject({ status: 400, body: expect.stringContaining("INVALID_DXF") });
    await refused;
    expect(live().map((thread) => thread.job)).toEqual(["plain y"]);
    live()[0]!.finish();
    expect(await solve).toMatchObject({ status: 200, body: "plain y" });
    expect((await executor.stats()).running).toBe(0);
  });

  it("tells a client to come again for whom there was no time even for a plain answer", async () => {
    const executor = createExecutor();
    const refused = expect(submit(executor, "y")).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    expect(live()).toEqual([]);
  });

  it("ends when what runs has ended, after asking it to", async () => {
    const executor = createExecutor();
    const answers = [submit(executor, "1"), submit(executor, "2")];
    const closed = executor.close(1000);
    await expect(submit(executor, "3")).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(threads[0]!.heard.at(-1)).toEqual({ type: "flush" });
    await expect(answers[1]).rejects.toMatchObject({ status: 503 });
    threads[0]!.finish();
    await closed;
    expect((await answers[0])?.status).toBe(200);
    expect(live()).toEqual([]);
  });

  it("ends also when a thread hands in nothing: its client is told to come again", async () => {
    const executor = createExecutor();
    const answer = submit(executor, "deaf");
    const closed = executor.close(1000);
    await vi.advanceTimersByTimeAsync(3000);
    await closed;
    await expect(answer).rejects.toMatchObject({ status: 503 });
    expect(live()).toEqual([]);
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
    expect(threads[0]!.heard.at(-1)).toEqual({ type: "flush" });
    threads[0]!.finish();
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
