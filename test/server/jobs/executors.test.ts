/** What every executor must do, run on each of them with the built threads: jobs in, answers out, nothing lost. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job, JobKind, SolveExecutor } from "../../../server/jobs/executor.ts";
import { type JobThread, LocalExecutor } from "../../../server/jobs/local.ts";
import { type Connect, openQueue, workOnQueue } from "../../../server/jobs/queue.ts";
import { type Backend, startRedis, unavailable } from "../support/backends.ts";
import { DRAWING } from "../support/drawing.ts";
import { CUT_BODY, EXPORT_BODY, NEST_BODY } from "../support/service.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const THREAD = fileURLToPath(new URL("../../../dist/main.js", import.meta.url));

function spawnThread(): JobThread {
  const worker = new Worker(THREAD);
  return {
    send: (request, transfer) => worker.postMessage(request, transfer),
    onReport: (listener) => worker.on("message", listener),
    onDeath: (listener) => worker.on("error", (error) => listener(error.message)),
    terminate: () => void worker.terminate(),
  };
}

const localExecutor = (queue: number) =>
  new LocalExecutor({ spawn: spawnThread, threads: 1, queue, perOwner: 10, waitMs: 60_000 });

interface Opened {
  executor: SolveExecutor;
  close: () => Promise<void>;
}

async function local(room: number): Promise<Opened> {
  const executor = localExecutor(room);
  return { executor, close: () => executor.close(1000) };
}

let server: Backend | undefined;
afterAll(() => server?.stop());

async function queue(room: number): Promise<Opened> {
  server ??= await startRedis();
  const connections: Redis[] = [];
  const connect: Connect = (patient) => {
    const redis = new Redis(server!.url, { maxRetriesPerRequest: patient ? null : 1 });
    connections.push(redis);
    return redis.on("error", () => undefined);
  };
  const threads = localExecutor(room);
  const stop = await workOnQueue(connect, threads, 1);
  // One job is with the worker, which for the queue counts as under way.
  const executor = await openQueue({ connect, queue: room + 1, waitMs: 60_000 });
  const close = async () => {
    await executor.close(1000);
    await stop();
    await threads.close(1000);
    for (const connection of connections) connection.disconnect();
  };
  return { executor, close };
}

const bytes = (body: unknown) =>
  new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
const job = (kind: JobKind, body: unknown, timeLimitMs = 1000): Job => ({
  kind,
  body: bytes(body),
  timeLimitMs,
});
const form = (kind: JobKind, drawing: string): Job => ({
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
  beforeEach(async () => {
    opened = await open(4);
    executor = opened.executor;
  });
  afterEach(() => opened.close());
  const run = (wanted: Job, owner = "a", signal = stays()) => executor.run(wanted, { owner, signal });

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
      await run({ kind: "gcode", body: new Uint8Array([0xff, 0xfe]), timeLimitMs: 1000 }),
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
    const jobs = Array.from({ length: 12 }, (_, i) => run(job("nest", NEST_BODY), `owner ${i}`));
    const results = await Promise.allSettled(jobs);
    const answered = results.filter(({ status }) => status === "fulfilled");
    const refused = results.filter((result) => result.status === "rejected");
    expect(answered).toHaveLength(5);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 });
    expect((await run(job("cut", CUT_BODY))).status).toBe(200);
  });

  it("finishes what it has taken before it ends, and takes no more", async () => {
    const taken = [run(job("nest", NEST_BODY)), run(job("cut", CUT_BODY), "b")];
    const closed = executor.close(10_000);
    await expect(run(job("cut", CUT_BODY))).rejects.toMatchObject({ status: 503 });
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
    await closed;
  });
});
