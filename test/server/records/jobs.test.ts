/** Work that nobody waits for on the line: taken, watched, cancelled, kept, taken over. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { SqlStore } from "../../../server/accounts/sqlstore.ts";
import { Unavailable } from "../../../server/answers/errors.ts";
import type { Answer, ExecutorJob, JobContext } from "../../../server/jobs/executor.ts";
import { jobSchema } from "../../../server/records/data.ts";
import { JobStore } from "../../../server/records/job-store.ts";
import { JobRunner } from "../../../server/records/runner.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";
import {
  CUT_BODY,
  createDeps,
  createService,
  EXPORT_BODY,
  inPlace,
  NEST_BODY,
  SILENT,
} from "../support/service.ts";

const ASYNC = { Prefer: "respond-async" };
const BEST: Answer = {
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: '{"best":1}',
  elapsedMs: 5,
};

/** Works until the test says how it goes on, one job at a time. */
function played() {
  const inner = inPlace();
  const started: { job: ExecutorJob; context: JobContext; end: (answer: Answer) => void }[] = [];
  const run = (job: ExecutorJob, context: JobContext) =>
    new Promise<Answer>((end) => {
      context.finish?.addEventListener("abort", () => end(BEST), { once: true });
      started.push({ job, context, end });
    });
  return { executor: { ...inner, run }, started };
}

async function open(more = {}, environment = {}) {
  const service = await createService(environment, more);
  const key = { "X-API-Key": await service.register() };
  const ask = (path: string, init: RequestInit = {}) => service.request(path, { headers: key, ...init });
  const dataOf = async (answer: Response) => jobSchema.strict().parse((await answer.json()).data);
  return { service, key, ask, dataOf };
}

describe("Prefer: respond-async", () => {
  it.each([
    ["/v1/solve/nest-2d", NEST_BODY],
    ["/v1/solve/cut-1d", CUT_BODY],
    ["/v1/export/gcode", EXPORT_BODY],
    ["/v1/export/dxf", EXPORT_BODY],
  ])("on %s gives a job whose result is the answer on the line", async (path, body) => {
    const { service, key, ask, dataOf } = await open();
    const direct = await service.post(path, body, key);
    const taken = await service.post(path, body, { ...key, Prefer: "respond-async, wait=3" });
    expect(taken.status).toBe(202);
    expect(taken.headers.get("Preference-Applied")).toContain("respond-async");
    const { job_id } = await dataOf(taken);
    const location = taken.headers.get("Location")!;
    expect(location).toBe(`/v1/jobs/${job_id}`);
    await expect.poll(async () => (await dataOf(await ask(location))).status).toBe("succeeded");
    const result = await ask(`${location}/result`);
    expect(result.status).toBe(200);
    for (const name of ["Content-Type", "Content-Disposition"]) {
      expect(result.headers.get(name)).toBe(direct.headers.get(name));
    }
    const withoutTime = (text: string) => text.replace(/"processing_time_ms":\d+/, "");
    expect(withoutTime(await result.text())).toBe(withoutTime(await direct.text()));
  });

  it("is charged once, and not at all when it fails", async () => {
    const { service, key, ask } = await open();
    const used = async () => (await (await ask("/v1/account")).json()).data.usage.requests;
    const good = await service.post("/v1/solve/cut-1d", CUT_BODY, { ...key, ...ASYNC });
    await expect.poll(async () => (await ask(`${good.headers.get("Location")}/result`)).status).toBe(200);
    expect(await used()).toBe(1);
    // Too long to be looked at before it is taken.
    const long = JSON.stringify({ ...CUT_BODY, pieces: [] }).padEnd(70_000);
    const bad = await service.post("/v1/solve/cut-1d", long, { ...key, ...ASYNC });
    expect(bad.status).toBe(202);
    await expect.poll(async () => (await ask(`${bad.headers.get("Location")}/result`)).status).toBe(422);
    await expect.poll(used).toBe(1);
  });

  it("leaves what is short, and what is wrong, on the line", async () => {
    const { service, key } = await open();
    expect((await service.post("/v1/solve/cut-1d", {}, { ...key, ...ASYNC })).status).toBe(422);
    const picture = await service.request("/v1/parse/dxf", { method: "POST", headers: { ...key, ...ASYNC } });
    expect(picture.status).toBe(422);
  });
});

describe("a job", () => {
  it("tells of what it finds, as events and when it is asked", async () => {
    const { executor, started } = played();
    const { service, key, ask, dataOf } = await open({ executor });
    const taken = await service.post("/v1/solve/nest-2d", NEST_BODY, { ...key, ...ASYNC });
    const path = taken.headers.get("Location")!;
    const stream = await ask(`${path}/events`);
    expect(stream.headers.get("Content-Type")).toContain("text/event-stream");
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const report = { seq: 0, elapsed_ms: 40, sheets_used: 2, placed_parts: 7, utilization: 61.5 };
    await expect.poll(() => started.length).toBe(1);
    started[0]!.context.onProgress!(report);
    const first = (await reader.read()).value!;
    expect(first).toMatch(/^event: progress\ndata: \{.*"utilization":61.5.*\}\nid: 0\n\n$/);
    expect(await dataOf(await ask(path))).toMatchObject({
      status: "running",
      progress: report,
      result: null,
    });
    expect((await ask(`${path}/result`)).status).toBe(202);
    started[0]!.end(BEST);
    let rest = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) rest += chunk.value;
    expect(rest).toMatch(/event: end\ndata: .*"status":"succeeded"/);
    expect(await (await ask(`${path}/result`)).text()).toBe(BEST.body);
  });

  it("of another process is watched to its end, whatever is collected as garbage meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const { executor, started } = played();
    const deps = await createDeps({}, { executor });
    const { runner } = deps.jobs!;
    const change = runner.change.bind(runner);
    vi.spyOn(runner, "progress").mockReturnValue(undefined);
    vi.spyOn(runner, "change").mockImplementation((_id, ...rest) => change("not here", ...rest));
    const { service, key, ask } = await open(deps);
    const taken = await service.post("/v1/solve/nest-2d", NEST_BODY, { ...key, ...ASYNC });
    const stream = await ask(`${taken.headers.get("Location")}/events`);
    await expect.poll(() => started.length).toBe(1);
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    started[0]!.end(BEST);
    expect(await stream.text()).toMatch(/event: end\ndata: .*"status":"succeeded"/);
  });

  it("holds the memory of its body until it has ended", async () => {
    const { executor, started } = played();
    const { service, key, ask } = await open({ executor }, { MAX_BODIES_MB: "2", MAX_JSON_MB: "1" });
    const large = JSON.stringify(NEST_BODY).padEnd(700_000);
    const take = () => service.post("/v1/solve/nest-2d", large, { ...key, ...ASYNC });
    const first = await take();
    expect(first.status).toBe(202);
    expect((await take()).status).toBe(429);
    await expect.poll(() => started.length).toBe(1);
    started[0]!.end(BEST);
    await expect.poll(async () => (await ask(`${first.headers.get("Location")}/result`)).status).toBe(200);
    await expect.poll(async () => (await take()).status).toBe(202);
  });

  it("that is cancelled keeps the best it has", async () => {
    const { executor, started } = played();
    const { service, key, ask, dataOf } = await open({ executor });
    const taken = await service.post("/v1/solve/nest-2d", NEST_BODY, { ...key, ...ASYNC });
    const path = taken.headers.get("Location")!;
    await expect.poll(() => started.length).toBe(1);
    const cancelled = await ask(path, { method: "DELETE" });
    expect(await dataOf(cancelled)).toMatchObject({ status: "cancelled", result: `${path}/result` });
    expect(await (await ask(`${path}/result`)).text()).toBe(BEST.body);
    expect((await dataOf(await ask(path, { method: "DELETE" }))).status).toBe("cancelled");
  });

  it("is its owner's alone, and is forgotten in its time", async () => {
    let now = Date.now();
    const { service, key, ask } = await open({ now: () => now }, { JOB_TTL_HOURS: "1" });
    const taken = await service.post("/v1/solve/cut-1d", CUT_BODY, { ...key, ...ASYNC });
    const path = taken.headers.get("Location")!;
    const other = { headers: { "X-API-Key": await service.register("eve@shop.example") } };
    for (const end of ["", "/result", "/events"]) expect((await ask(path + end, other)).status).toBe(404);
    expect((await ask(path, { ...other, method: "DELETE" })).status).toBe(404);
    expect((await ask(path)).status).toBe(200);
    expect((await service.request(path)).status).toBe(401);
    now += 2 * 3_600_000;
    expect((await ask(path)).status).toBe(404);
    expect((await ask("/v1/jobs/unknown")).status).toBe(404);
  });

  it("whose process has died is done by another, as it was asked", async () => {
    const database = await openSqlite(":memory:");
    const accounts = new SqlStore(database, "dying");
    const { executor, started } = played();
    const parts = { accounts, logger: SILENT, keepMs: 1e6, keepBytes: 1e6 };
    let now = 1_000_000;
    const dying = new JobStore(database, "dying");
    const key = { id: "k", hash: "h", prefix: "", createdAt: "", name: "", expiresAt: null, scopes: null };
    const nobody = { rateLimitPerMinute: null, monthlyQuota: null, createdAt: "", verifiedAt: null };
    await accounts.createAccount({ id: "a", email: "a", name: "", ...nobody }, "", key);
    const record = {
      id: "job_1",
      accountId: "a",
      period: "2026-01",
      job: { kind: "cut" as const, body: new TextEncoder().encode("{}"), timeLimitMs: 5 },
      state: "queued" as const,
      cancelled: false,
      progress: null,
      notify: null,
      createdAt: now,
      finishedAt: null,
      expiresAt: now + 1e6,
    };
    await dying.add(record, 10_000);
    const store = new JobStore(database, "living");
    const runner = new JobRunner({ ...parts, store, executor, now: () => now });
    await runner.look();
    expect(started).toHaveLength(0);
    now += 10_001;
    await Promise.all([runner.look(), runner.look()]);
    expect(started).toHaveLength(1);
    expect([started[0]!.job.kind, new TextDecoder().decode(started[0]!.job.body)]).toEqual(["cut", "{}"]);
    started[0]!.end(BEST);
    await expect.poll(async () => (await store.find("job_1", "a", now))?.state).toBe("succeeded");
    expect(await store.answer("job_1")).toEqual({ answer: BEST, bytes: 0 });
    await runner.close();
  });

  /** A job in a store, and how many processes have begun it. */
  async function doomed() {
    const database = await openSqlite(":memory:");
    const accounts = new SqlStore(database, "accounts");
    const key = { id: "k", hash: "h", prefix: "", createdAt: "", name: "", expiresAt: null, scopes: null };
    const nobody = { rateLimitPerMinute: null, monthlyQuota: null, createdAt: "", verifiedAt: null };
    await accounts.createAccount({ id: "a", email: "a", name: "", ...nobody }, "", key);
    const job = { kind: "cut" as const, body: new TextEncoder().encode("{}"), timeLimitMs: 5 };
    const state = { state: "queued" as const, cancelled: false, progress: null, notify: null };
    const times = { createdAt: 0, finishedAt: null, expiresAt: 1e9 };
    const record = { id: "job_1", accountId: "a", period: "2026-01", job, ...state, ...times };
    const parts = { accounts, logger: SILENT, keepMs: 1e9, keepBytes: 1e6 };
    return { database, parts, record };
  }

  it("that ends three processes is not begun by a fourth, and says so", async () => {
    const { database, parts, record } = await doomed();
    await new JobStore(database, "process 1").add(record, 10);
    let begun = 1;
    for (const process of [2, 3, 4, 5]) {
      const { executor, started } = played();
      const store = new JobStore(database, `process ${process}`);
      // Each stops where it stands: its runner is told nothing any more.
      const runner = new JobRunner({ ...parts, store, executor, now: () => process * 100_000 });
      await runner.look();
      runner.stop();
      begun += started.length;
    }
    expect(begun).toBe(3);
    const store = new JobStore(database, "reader");
    await expect.poll(async () => (await store.find("job_1", "a", 0))?.state).toBe("failed");
    const { answer } = (await store.answer("job_1"))!;
    expect([answer.status, answer.body]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(answer.fault).toContain("lost its process or worker 3 times");
  });

  it("that loses three workers is given up, however often there was no room for it", async () => {
    const { database, parts, record } = await doomed();
    const refusals = [
      new Unavailable("queue full"),
      new Unavailable("worker lost"),
      new Unavailable("queue"),
      new Unavailable("worker lost"),
      new Unavailable("worker lost"),
    ];
    const executor = {
      ...inPlace(),
      run: async () => {
        throw refusals.shift() ?? new Error("asked once more");
      },
    };
    const store = new JobStore(database, "one");
    const runner = new JobRunner({ ...parts, store, executor, now: () => 1 });
    expect(await runner.submit(record)).toBe(true);
    await expect.poll(async () => (await store.find("job_1", "a", 0))?.state).toBe("failed");
    expect(refusals).toEqual([]);
    await runner.close();
  });
});
