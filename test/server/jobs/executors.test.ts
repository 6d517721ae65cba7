/** Duties of every executor, run on each of them with the built threads: jobs in, answers out, nothing lost. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngineOn } from "../../../engine/threads.node.ts";
import { Unavailable } from "../../../server/answers/errors.ts";
import type { ExecutorJob, JobKind, JobProgress, SolveExecutor } from "../../../server/jobs/executor.ts";
import { LocalExecutor } from "../../../server/jobs/local.ts";
import { workEngine } from "../../../server/jobs/work.ts";
import { openQueue } from "../../../server/queue/client.ts";
import type { Connect } from "../../../server/queue/names.ts";
import { workOnQueue } from "../../../server/queue/worker.ts";
import { type Backend, startRedis, unavailable } from "../support/backends.ts";
import { DRAWING } from "../support/drawing.ts";
import { CUT_BODY, EXPORT_BODY, NEST_BODY } from "../support/service.ts";

const PROGRAM = new URL("../../../dist/main.js", import.meta.url);

const localExecutor = async ({ room, threads = 1, perOwner = 10, usualMs = 60_000 }: Wanted) =>
  new LocalExecutor({
    engine: workEngine(await createEngineOn(PROGRAM, { workers: threads })),
    threads,
    queue: room,
    perOwner,
    waitMs: 60_000,
    usualMs,
    flushMs: 60_000,
  });

interface Opened {
  executor: SolveExecutor;
  close: () => Promise<void>;
}
interface Wanted {
  /** Jobs that may wait. */
  room: number;
  threads?: number;
  /** Jobs of one owner that run at the same time. */
  perOwner?: number;
  /** How long a search may go on while others wait; by default as long as none of the tests takes. */
  usualMs?: number;
  /** Executor of a queue's worker, and how long it may say nothing. */
  worker?: SolveExecutor;
  lostMs?: number;
  /** Opens the connections of the executor. */
  connectWith?: (connect: Connect) => Connect;
}

async function local(wanted: Wanted): Promise<Opened> {
  const executor = await localExecutor(wanted);
  return { executor, close: () => executor.close(1000) };
}

let server: Backend | undefined;
afterAll(() => server?.stop());

/** Each thread is another process's. */
async function queue(wanted: Wanted): Promise<Opened> {
  const { room, threads = 1, perOwner = 10, usualMs = 60_000, worker, lostMs = 60_000 } = wanted;
  const { connectWith = (connect) => connect } = wanted;
  server ??= await startRedis();
  const connections: Redis[] = [];
  const connect: Connect = (patient) => {
    const redis = new Redis(server!.url, { maxRetriesPerRequest: patient ? null : 1 });
    connections.push(redis);
    return redis.on("error", () => undefined);
  };
  await connect(true).flushall();
  const workers = await Promise.all(
    Array.from({ length: threads }, async () =>
      workOnQueue({
        connect,
        executor: worker ?? (await localExecutor({ room })),
        concurrency: 1,
        perOwner,
        usualMs,
      }),
    ),
  );
  // Jobs at a worker count as under way here.
  const plain = await localExecutor({ room });
  const own = { waitMs: 60_000, perOwner, lostMs, threads: plain, finishMs: 60_000 };
  const executor = await openQueue({ connect: connectWith(connect), queue: room + threads, ...own });
  const close = async () => {
    await executor.close(1000);
    await plain.close(1000);
    await Promise.all(workers.map((stop) => stop(0)));
    for (const connection of connections) connection.disconnect();
  };
  return { executor, close };
}

const bytes = (body: unknown) =>
  new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
const job = (kind: JobKind, body: unknown, timeLimitMs = 1000): ExecutorJob => ({
  kind,
  body: bytes(body),
  timeLimitMs,
});
const form = (kind: JobKind, drawing: string): ExecutorJob => ({
  ...job(
    kind,
    `--XX\r\nContent-Disposition: form-data; name=file; filename=plate.dxf\r\n\r\n${drawing}\r\n--XX--`,
    10_000,
  ),
  form: "multipart/form-data; boundary=XX",
});
const stays = () => new AbortController().signal;

/** Enough to search in for as long as there is time. */
const ENDLESS = {
  parts: [
    {
      id: "star",
      exterior: Array.from({ length: 80 }, (_, i) => [
        40 * Math.cos(i / 12.7) * (1 + 0.3 * (i % 3)),
        40 * Math.sin(i / 12.7) * (1 + 0.3 * (i % 3)),
      ]),
      quantity: 80,
    },
  ],
  sheet: { width: 700, height: 500 },
};

/** A search that holds a thread until it is told to end. */
async function holdOne(executor: SolveExecutor, owner = "z") {
  const held = new AbortController();
  const context = { owner, signal: stays(), finish: held.signal };
  const first = executor.run(job("nest", ENDLESS, 60_000), context);
  await expect.poll(async () => (await executor.stats()).running).toBe(1);
  return { held, first };
}

describe.skipIf(unavailable.redis !== undefined)("a queue that Redis leaves", () => {
  it("answers a search that was handed in just before", async () => {
    const { executor, close } = await queue({ room: 4, connectWith: deafAfterScript });
    const answer = await executor.run(job("nest", NEST_BODY, 10), { owner: "a", signal: stays() });
    expect([answer.status, JSON.parse(answer.body).data.summary.placed_parts]).toEqual([200, 2]);
    await close();
  });

  /** Every command fails on the connection of BullMQ (it alone names scripts by their hash) after its first script. */
  function deafAfterScript(connect: Connect): Connect {
    return (patient) => {
      const redis = connect(patient);
      const send = redis.sendCommand.bind(redis);
      let isOfQueue = false;
      let isGone = false;
      redis.sendCommand = (command, stream) => {
        if (isGone) command.reject(new Error("Connection is closed."));
        isOfQueue ||= command.name === "evalsha";
        const gone = () => {
          isGone = isOfQueue;
        };
        command.promise.then(gone, () => undefined);
        return isGone ? command.promise : send(command, stream);
      };
      return redis;
    };
  }
});

describe.each([
  ["threads", local, undefined],
  ["a queue", queue, unavailable.redis],
] as const)("the executor on %s", (name, open, reason) => {
  if (reason !== undefined) {
    console.warn(`The executor on ${name} is not tested: ${reason}`);
    it.skip(reason, () => undefined);
    return;
  }
  let opened: Opened;
  let executor: SolveExecutor;
  beforeAll(async () => {
    opened = await open({ room: 4 });
    executor = opened.executor;
  });
  afterAll(() => opened.close());
  const run = (wanted: ExecutorJob, owner = "a", signal = stays()) => executor.run(wanted, { owner, signal });

  it("answers every kind of job, ready to be sent", async () => {
    await executor.ping();
    const nest = await run(job("nest", NEST_BODY));
    expect([nest.status, JSON.parse(nest.body).data.summary.placed_parts]).toEqual([200, 2]);
    const cut = await run(job("cut", CUT_BODY));
    expect([cut.status, cut.body, cut.plan?.summary.stocks_used]).toEqual([200, "", 1]);
    const parse = await run(form("parse", DRAWING));
    expect(JSON.parse(parse.body).data).toMatchObject({ name: "plate", hole_count: 1 });
    const look = { width: "200", height: "100" };
    const svg = await run({ ...form("svg", DRAWING), query: look });
    expect(JSON.parse(svg.body).data.width).toBe(200);
    const gcode = await run(job("gcode", EXPORT_BODY));
    expect([gcode.headers["Content-Disposition"], gcode.body.includes("M2")]).toEqual([
      'attachment; filename="nest_sheet_2.gcode"',
      true,
    ]);
    expect((await run(job("dxf", EXPORT_BODY))).body).toContain("EOF");
  });

  it("answers what is wrong with a request as it answers everything", async () => {
    const answers = [
      await run(job("nest", "{")),
      await run(job("cut", { stocks: [] })),
      await run(form("parse", "no drawing")),
      await run({ kind: "gcode", body: new Uint8Array([0xff, 0xfe]), timeLimitMs: 60_000 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 400, 400]);
    expect(answers.map(({ body }) => typeof JSON.parse(body).detail)).toEqual(Array(4).fill("object"));
  });

  it("frees its worker when the client has gone", async () => {
    const gone = new AbortController();
    const left = run(job("nest", ENDLESS, 60_000), "a", gone.signal);
    const waiting = new AbortController();
    const second = run(job("nest", ENDLESS, 60_000), "a", waiting.signal);
    waiting.abort(new Error("changed my mind"));
    await expect(second).rejects.toThrow("changed my mind");
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    // Would wait a minute behind the first.
    expect((await run(job("cut", CUT_BODY))).status).toBe(200);
  });

  it("takes as many as there is room for, and answers those", async () => {
    const { held, first } = await holdOne(executor);
    let refusals = 0;
    const jobs = Array.from({ length: 12 }, (_, i) =>
      run(job("nest", NEST_BODY), `owner ${i}`).catch((error) => {
        // The thread is held until all that find no room have heard so.
        if (++refusals === 8) held.abort();
        throw error;
      }),
    );
    const results = await Promise.allSettled([first, ...jobs]);
    const answered = results.filter(({ status }) => status === "fulfilled");
    const refused = results.filter((result) => result.status === "rejected");
    expect(answered).toHaveLength(5);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 });
    expect((await run(job("cut", CUT_BODY))).status).toBe(200);
  });

  it("hands in the best of one job when it is asked to, and tells of it on the way", async () => {
    const enough = new AbortController();
    const heard: JobProgress[] = [];
    const context = { owner: "a", signal: stays(), finish: enough.signal };
    const answer = executor.run(job("nest", ENDLESS, 60_000), {
      ...context,
      onProgress: (progress) => {
        heard.push(progress);
        enough.abort();
      },
    });
    expect(JSON.parse((await answer).body).data.summary.placed_parts).toBeGreaterThan(0);
    expect(heard[0]).toMatchObject({
      seq: 0,
      placed_parts: expect.any(Number),
      utilization: expect.any(Number),
    });
  });

  it("finishes what it has time for before it ends, hands in the best of the rest, and takes no more", async () => {
    const taken = [run(job("cut", CUT_BODY)), run(job("nest", ENDLESS, 60_000), "b")];
    await expect.poll(async () => (await executor.stats()).running).toBe(1);
    await taken[0];
    await expect.poll(async () => (await executor.stats()).waiting).toBe(0);
    const closed = executor.close(200);
    await expect(run(job("cut", CUT_BODY))).rejects.toMatchObject({ status: 503 });
    const answers = await Promise.all(taken);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.parse(answers[1]!.body).data.summary.placed_parts).toBeGreaterThan(0);
    await closed;
  });
});

describe.skipIf(unavailable.redis !== undefined)("a queue whose worker ends before its job has begun", () => {
  it("gives the job to the next worker", async () => {
    const next = await localExecutor({ room: 4 });
    let asked = 0;
    const worker: SolveExecutor = {
      run: async (...call) => {
        if (++asked === 1) throw new Unavailable("ending");
        return next.run(...call);
      },
      stats: () => next.stats(),
      ping: () => next.ping(),
      close: (graceMs) => next.close(graceMs),
    };
    const { executor, close } = await queue({ room: 4, worker });
    const answer = await executor.run(job("nest", NEST_BODY), { owner: "a", signal: stays() });
    expect([asked, answer.status, JSON.parse(answer.body).data.summary.placed_parts]).toEqual([2, 200, 2]);
    await close();
  });
});

describe.skipIf(unavailable.redis !== undefined)("a queue whose worker stands still with a job", () => {
  it("answers a search plainly", async () => {
    let end = () => {};
    const ended = new Promise<never>((_, reject) => {
      end = () => reject(new Error("ended"));
    });
    const deaf: SolveExecutor = {
      run: () => ended,
      stats: async () => ({ workers: 1, running: 1, waiting: 0 }),
      ping: async () => undefined,
      close: async () => end(),
    };
    const { executor, close } = await queue({ room: 4, worker: deaf, lostMs: 50 });
    const answer = await executor.run(job("nest", NEST_BODY, 10), { owner: "a", signal: stays() });
    expect([answer.status, JSON.parse(answer.body).data.summary.placed_parts]).toEqual([200, 2]);
    await close();
  });
});

describe.each([
  ["threads", local, undefined],
  ["a queue", queue, unavailable.redis],
] as const)("who is next on %s", (_name, open, reason) => {
  if (reason !== undefined) {
    it.skip(reason, () => undefined);
    return;
  }

  /** Runs jobs behind one that holds the only thread; the order in which they end. */
  async function orderOf(jobs: [owner: string, kind: JobKind][]): Promise<string[]> {
    const { executor, close } = await open({ room: 40 });
    const ended: string[] = [];
    const { held, first } = await holdOne(executor);
    const all: Promise<unknown>[] = [];
    for (const [i, [owner, kind]] of jobs.entries()) {
      const wanted = kind === "gcode" ? job(kind, EXPORT_BODY) : job(kind, CUT_BODY);
      all.push(executor.run(wanted, { owner, signal: stays() }).then(() => ended.push(`${owner}${i}`)));
      await expect.poll(async () => (await executor.stats()).waiting).toBe(i + 1);
    }
    held.abort();
    await Promise.all([first, ...all]);
    await close();
    return ended;
  }

  it("owners take turns, however much one of them asks for", async () => {
    const busy = Array.from({ length: 6 }, (): [string, JobKind] => ["a", "cut"]);
    const steady = ["b", "c", "d", "e"].map((owner): [string, JobKind] => [owner, "cut"]);
    const order = await orderOf([...busy, ...steady]);
    expect(order).toHaveLength(10);
    // One job of the busy owner comes before or between those of the steady ones; two where he was there first.
    const last = Math.max(...["b6", "c7", "d8", "e9"].map((name) => order.indexOf(name)));
    expect(last).toBeLessThanOrEqual(5);
  });

  it("beyond the usual time a search goes on only while nobody else waits, and then hands in its best", async () => {
    const { executor, close } = await open({ room: 40, usualMs: 500 });
    const endless = executor.run(job("nest", ENDLESS, 90_000), { owner: "a", signal: stays() });
    await expect.poll(async () => (await executor.stats()).running).toBe(1);
    // Nobody waits for his own: that would only halve what he asked for.
    const own = executor.run(job("cut", CUT_BODY), { owner: "a", signal: stays() });
    const other = await executor.run(job("cut", CUT_BODY), { owner: "b", signal: stays() });
    expect(other.status).toBe(200);
    expect(JSON.parse((await endless).body).data.summary.placed_parts).toBeGreaterThan(0);
    expect((await own).status).toBe(200);
    await close();
  });

  it.runIf(open === queue)("what is no search does not wait for those that are", async () => {
    const { executor, close } = await open({ room: 40 });
    const { held, first } = await holdOne(executor);
    const answer = await executor.run(job("gcode", EXPORT_BODY), { owner: "a", signal: stays() });
    expect([answer.status, (await executor.stats()).running]).toEqual([200, 1]);
    held.abort();
    await first;
    await close();
  });

  it.runIf(open === local)("of one owner short jobs pass the long ones", async () => {
    const order = await orderOf([
      ["a", "cut"],
      ["a", "cut"],
      ["a", "cut"],
      ["a", "gcode"],
    ]);
    expect(order.indexOf("a3")).toBeLessThanOrEqual(1);
  });

  it("of one owner only so many run at the same time, on all threads together, and none is lost", async () => {
    const { executor, close } = await open({ room: 40, threads: 3, perOwner: 1 });
    const { held, first } = await holdOne(executor, "a");
    const others = Array.from({ length: 5 }, async () => {
      const answer = await executor.run(job("cut", CUT_BODY), { owner: "a", signal: stays() });
      return answer.status;
    });
    // Another owner is served meanwhile, on a thread that the first may not take.
    const other = await executor.run(job("cut", CUT_BODY), { owner: "b", signal: stays() });
    expect(other.status).toBe(200);
    expect(await Promise.race([...others, Promise.resolve("waiting")])).toBe("waiting");
    held.abort();
    expect((await first).status).toBe(200);
    expect(await Promise.all(others)).toEqual([200, 200, 200, 200, 200]);
    await close();
  });
});
